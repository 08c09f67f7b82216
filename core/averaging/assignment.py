"""What the coordinator fixes for one attempt at averaging: weights, who reduces which parts, and until when."""

import itertools
import math
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

import msgspec

from core.averaging.codec import codec_named
from core.averaging.planner import Allocation
from core.identity.ids import Digest, PeerId
from core.identity.wire import pack
from core.transport.api import PAYLOAD_BYTES

PART_ELEMENTS = 1 << 17
LEAST_PART_ELEMENTS = 1 << 12
"""What goes with each part, whatever its length, is felt below this."""
PARTS_OF_SPAN, FINE_PARTS_OF_SPAN, FINE_PART_ELEMENTS = 24, 40, 1 << 13
"""Wanted of a span of average length: the second where parts are not shorter than the third then. Coding, sending,
reducing and passing on overlap by whole parts, so that the first and the last of them are time in which a line is not
used; the tail of a round is two or three parts."""
PARTS_WANTED = 1 << 10
"""Of the whole vector, where spans are many: their hashes go to every member."""
MAX_PART_ELEMENTS = 1 << 18
"""Coding, hashing or adding a part runs on the event loop in one go: at most a few milliseconds at this size."""
MAX_PARTS = 1 << 14
"""So that the hashes of all parts fit in one message."""
MAX_PEERS = 4096
MAX_PREDICTED_S = 3600.0
SERIES_END = 1 << 64
SERIES_TAG = b"idlewild series 1\0"

Run = tuple[int, int]
"""Parts `first` up to and without `stop`."""


def part_elements_of(elements: int, spans: int, most: int) -> int:
    """How many elements the parts of a vector cut into `spans` should have; not more than `most`."""
    by_span = max(
        -(-elements // (spans * FINE_PARTS_OF_SPAN)), min(-(-elements // (spans * PARTS_OF_SPAN)), FINE_PART_ELEMENTS)
    )
    wanted = max(by_span, -(-elements // PARTS_WANTED), LEAST_PART_ELEMENTS)
    return min(wanted, most)


class Layout(msgspec.Struct, frozen=True, array_like=True, dict=True):
    """How the flat vector is cut in one step: into spans, and each span into parts of `part_elements`, its last one
    possibly shorter. Parts are numbered through the whole vector."""

    elements: int
    part_elements: int = PART_ELEMENTS
    starts: tuple[int, ...] = (0,)
    """First element of each span, ascending from 0."""

    def __post_init__(self) -> None:
        if self.elements < 1 or not 1 <= self.part_elements <= MAX_PART_ELEMENTS:
            raise ValueError(f"{self.elements} elements in parts of {self.part_elements} are no layout")
        ends = (*self.starts[1:], self.elements)
        if not self.starts or self.starts[0] != 0 or any(a >= b for a, b in zip(self.starts, ends, strict=True)):
            raise ValueError("spans must ascend from the vector's first element")
        if self.parts > MAX_PARTS:
            raise ValueError(f"{self.parts} parts are more than {MAX_PARTS}")

    @property
    def parts(self) -> int:
        return self._firsts[-1]

    @cached_property
    def _firsts(self) -> tuple[int, ...]:
        """Index of each span's first part, and the number of parts."""
        lengths = (stop - start for start, stop in itertools.pairwise((*self.starts, self.elements)))
        return tuple(itertools.accumulate((-(-length // self.part_elements) for length in lengths), initial=0))

    def part(self, index: int) -> tuple[int, int]:
        """Elements [start, stop) of part `index`; raises `IndexError`."""
        if not 0 <= index < self.parts:
            raise IndexError(f"part {index} of {self.parts}")
        span = bisect_right(self._firsts, index) - 1
        start = self.starts[span] + (index - self._firsts[span]) * self.part_elements
        end = self.starts[span + 1] if span + 1 < len(self.starts) else self.elements
        return start, min(start + self.part_elements, end)

    @cached_property
    def digest(self) -> Digest:
        """The same for all who count parts alike."""
        return Digest.of(pack(self))

    def run_of(self, span: int) -> Run:
        """Parts of the span with that number; raises `IndexError`."""
        return self._firsts[span], self._firsts[span + 1]


class Weight(msgspec.Struct, frozen=True, array_like=True):
    """A contributor and how many samples its mean gradient counts for."""

    peer: PeerId
    samples: int


class Owner(msgspec.Struct, frozen=True, array_like=True):
    """`reducer` averages parts `first` up to and without `stop`."""

    reducer: PeerId
    first: int
    stop: int


class Feeder(msgspec.Struct, frozen=True, array_like=True):
    """`peer` reduces parts `first` up to and without `stop` in another group and sends its partial sums, of at most
    `samples` samples, to their root."""

    peer: PeerId
    first: int
    stop: int
    samples: int


class Assignment(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One attempt at averaging one step, as far as its recipient needs to know. Checks itself when made or decoded:
    raises `ValueError` (while decoding `msgspec.ValidationError`) if its content cannot be.

    In a large collaboration averaging goes in two levels. Each group reduces a part at an owner of its own, which
    sends the group's partial sum to the part's *root*; the root closes the part and the same bytes go back through the
    owners. In a small one, and where parts are planned anew, the owner closes the part itself.
    """

    step: int
    series: int
    """Of the first plan and all that follow from it (`series_of`). Members of one series exchange with each other and
    nobody else: two coordinators may average the same step at the same time, as after a split."""
    attempt: int
    """Greater with each plan that a member follows, whatever its step and series: a coordinator begins above all that
    its members have followed."""
    layout: Layout
    codec: str
    weights: tuple[Weight, ...]
    """Of those whose gradients the recipient will be sent, and its own if it contributes."""
    owners: tuple[Owner, ...]
    """In the recipient's group. In the first attempt they cover all parts, later only those planned anew. A reducer
    may have several runs."""
    predicted_s: float
    """How long the exchange of these parts takes by the plan; a reducer's parts come one after the other in it."""
    grace_s: float
    """What each deadline allows beyond the plan: round trips, uneven starts, noise (`core.averaging.deadlines`)."""
    roots: tuple[Owner, ...] = ()
    """Who closes those of the recipient's own parts that it does not close itself."""
    feeders: tuple[Feeder, ...] = ()
    """Owners in other groups, of parts whose root the recipient is."""
    is_guess: bool = False
    """Nobody's rate is known: `predicted_s` is how long to be patient, and nothing to keep pace with."""

    def __post_init__(self) -> None:
        if self.step < 1 or self.attempt < 1:
            raise ValueError(f"step {self.step}, attempt {self.attempt}: both count from 1")
        if not 0 <= self.series < SERIES_END:
            raise ValueError(f"{self.series} is no series")
        if not (math.isfinite(self.predicted_s) and 0 <= self.predicted_s <= MAX_PREDICTED_S):
            raise ValueError(f"a predicted time of {self.predicted_s} s is out of bounds")
        if not (math.isfinite(self.grace_s) and 0 < self.grace_s <= MAX_PREDICTED_S):
            raise ValueError(f"a grace of {self.grace_s} s is out of bounds")
        if codec_named(self.codec).coded_bytes(self.layout.part_elements) > PAYLOAD_BYTES:
            raise ValueError("a coded part is longer than a payload may be")
        self._check_weights()
        self._check_owners()

    def _check_weights(self) -> None:
        if len(self.weights) > MAX_PEERS:
            raise ValueError(f"{len(self.weights)} contributors are out of bounds")
        if len({weight.peer for weight in self.weights}) != len(self.weights):
            raise ValueError("a contributor is listed twice")
        if any(not 1 <= weight.samples < 1 << 40 for weight in self.weights):
            raise ValueError("a contributor's number of samples is out of bounds")

    def _check_owners(self) -> None:
        if not self.owners:
            raise ValueError("nobody reduces")
        self._check_runs([(owner.first, owner.stop) for owner in self.owners], "a part has two owners")
        self._check_runs([(root.first, root.stop) for root in self.roots], "a part has two roots")
        if len(self.feeders) > MAX_PEERS:
            raise ValueError(f"{len(self.feeders)} feeders are out of bounds")
        own_runs: dict[PeerId, list[Run]] = {}
        for feeder in self.feeders:
            own_runs.setdefault(feeder.peer, []).append((feeder.first, feeder.stop))
            if not 1 <= feeder.samples < 1 << 52:
                raise ValueError("a feeder's number of samples is out of bounds")
        for runs in own_runs.values():
            self._check_runs(runs, "a feeder has a part twice")
        if own_runs.keys() & self.samples.keys():
            raise ValueError("a feeder is of another group, whose contributors deliver to it")

    def _check_runs(self, runs: list[Run], when_double: str) -> None:
        runs.sort()
        if any(not 0 <= first < stop <= self.layout.parts for first, stop in runs):
            raise ValueError("runs of parts are out of bounds")
        if any(before[1] > after[0] for before, after in itertools.pairwise(runs)):
            raise ValueError(when_double)

    @property
    def is_whole(self) -> bool:
        """Whether every part has an owner, as in the first attempt at a step."""
        return sum(owner.stop - owner.first for owner in self.owners) == self.layout.parts

    @cached_property
    def contributors(self) -> frozenset[PeerId]:
        return frozenset(weight.peer for weight in self.weights)

    @property
    def reducers(self) -> frozenset[PeerId]:
        return frozenset(owner.reducer for owner in self.owners)

    @cached_property
    def samples(self) -> dict[PeerId, int]:
        return {weight.peer: weight.samples for weight in self.weights}

    def parts_of(self, reducer: PeerId) -> tuple[int, ...]:
        """Indexes of the parts that `reducer` averages, ascending."""
        return indexes_of(sorted((o.first, o.stop) for o in self.owners if o.reducer == reducer))


def series_of(coordinator: PeerId, term: int, attempt: int) -> int:
    """Number of the series whose first plan `coordinator` makes in `term`, with that number of the attempt."""
    return int.from_bytes(Digest.of(SERIES_TAG + pack((coordinator, term, attempt))).raw[:8], "big")


def assign(  # noqa: PLR0913  # all of them are facts of one plan
    allocation: Allocation,
    samples: Mapping[PeerId, int],
    *,
    step: int,
    series: int,
    attempt: int = 1,
    part_elements: int,
    codec: str,
    grace_s: float,
    predicted_s: float | None = None,
) -> Assignment:
    """First attempt at a step, in one level; `samples` has at least the allocation's contributors. `predicted_s` where
    the allocation does not know better."""
    spans = allocation.spans
    layout = Layout(spans[-1].stop, part_elements, tuple(span.start for span in spans))
    return Assignment(
        step=step,
        series=series,
        attempt=attempt,
        layout=layout,
        codec=codec,
        weights=tuple(Weight(peer, samples[peer]) for peer in allocation.contributors),
        owners=tuple(Owner(span.reducer, *layout.run_of(number)) for number, span in enumerate(spans)),
        predicted_s=allocation.predicted_s if predicted_s is None else predicted_s,
        grace_s=grace_s,
    )


def reassign(
    assignment: Assignment,
    missing: Collection[int],
    heirs: Mapping[PeerId, int] | Collection[PeerId],
    gone: Collection[PeerId] = (),
    *,
    predicted_s: float | None = None,
) -> Assignment:
    """Next attempt, in one level: the `missing` parts, which nobody holds, to `heirs`, in even shares or in proportion
    to the numbers given with them; contributors that are `gone` are left out. Raises `ValueError` if nothing or
    nobody is left."""
    weights = tuple(weight for weight in assignment.weights if weight.peer not in gone)
    if not heirs or not missing or not weights:
        raise ValueError("no contributors, reducers or parts to plan anew")
    return msgspec.structs.replace(
        assignment,
        attempt=assignment.attempt + 1,
        weights=weights,
        owners=owners_of(shares(missing, heirs if isinstance(heirs, Mapping) else dict.fromkeys(heirs, 1))),
        predicted_s=assignment.predicted_s if predicted_s is None else predicted_s,
        roots=(),
        feeders=(),
    )


def shares(parts: Collection[int], heirs: Mapping[PeerId, int]) -> dict[int, PeerId]:
    """Each of `parts` to one of `heirs`, neighbours together, in proportion to their numbers and in order of id."""
    ordered, whole = sorted(parts), sum(heirs.values())
    owner: dict[int, PeerId] = {}
    upto = given = 0
    for heir in sorted(heirs):
        upto += heirs[heir]
        end = len(ordered) * upto // whole
        owner.update(dict.fromkeys(ordered[given:end], heir))
        given = end
    return owner


def owners_of(owner: Mapping[int, PeerId]) -> tuple[Owner, ...]:
    """Who owns which part, as runs in order of id."""
    parts: dict[PeerId, list[int]] = {}
    for part, peer in owner.items():
        parts.setdefault(peer, []).append(part)
    return tuple(Owner(peer, *run) for peer in sorted(parts) for run in runs_of(parts[peer]))


def runs_of(indexes: Iterable[int]) -> tuple[Run, ...]:
    """Distinct part indexes as maximal runs, ascending."""
    runs: list[Run] = []
    for index in sorted(indexes):
        if runs and runs[-1][1] == index:
            runs[-1] = (runs[-1][0], index + 1)
        else:
            runs.append((index, index + 1))
    return tuple(runs)


def indexes_of(runs: Sequence[Run]) -> tuple[int, ...]:
    """Inverse of `runs_of`; raises `ValueError` if runs are out of bounds, empty or not ascending."""
    end = 0
    for first, stop in runs:
        if not end <= first < stop <= MAX_PARTS:
            raise ValueError("runs of parts must ascend within bounds")
        end = stop
    return tuple(index for first, stop in runs for index in range(first, stop))
