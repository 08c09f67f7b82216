"""What the coordinator fixes for one attempt at averaging: weights, who reduces which parts, and until when."""

import itertools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from core.averaging.codec import codec_named
from core.averaging.planner import Allocation
from core.identity.ids import PeerId
from core.transport.api import PAYLOAD_BYTES

PART_ELEMENTS = 1 << 17
MAX_PART_ELEMENTS = 1 << 18
"""Coding, hashing or adding a part runs on the event loop in one go: at most a few milliseconds at this size."""
MAX_PARTS = 1 << 14
"""So that the hashes of all parts fit in one message."""
MAX_PEERS = 4096
MAX_DEADLINE_S = 3600.0

Run = tuple[int, int]
"""Parts `first` up to and without `stop`."""


class Layout(msgspec.Struct, frozen=True, array_like=True):
    """How the flat vector is cut: parts of `part_elements`, the last one possibly shorter."""

    elements: int
    part_elements: int = PART_ELEMENTS

    def __post_init__(self) -> None:
        if self.elements < 1 or not 1 <= self.part_elements <= MAX_PART_ELEMENTS:
            raise ValueError(f"{self.elements} elements in parts of {self.part_elements} are no layout")
        if self.parts > MAX_PARTS:
            raise ValueError(f"{self.parts} parts are more than {MAX_PARTS}")

    @property
    def parts(self) -> int:
        return -(-self.elements // self.part_elements)

    def part(self, index: int) -> tuple[int, int]:
        """Elements [start, stop) of part `index`; raises `IndexError`."""
        if not 0 <= index < self.parts:
            raise IndexError(f"part {index} of {self.parts}")
        start = index * self.part_elements
        return start, min(start + self.part_elements, self.elements)


class Weight(msgspec.Struct, frozen=True, array_like=True):
    """A contributor and how many samples its mean gradient counts for."""

    peer: PeerId
    samples: int


class Owner(msgspec.Struct, frozen=True, array_like=True):
    """`reducer` averages parts `first` up to and without `stop`."""

    reducer: PeerId
    first: int
    stop: int


class Assignment(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt at averaging one step. Checks itself when made or decoded: raises `ValueError`
    (while decoding `msgspec.ValidationError`) if its content cannot be."""

    step: int
    attempt: int
    """Greater with each plan that a run makes for a step: coordinators start where no other's numbers are."""
    layout: Layout
    codec: str
    weights: tuple[Weight, ...]
    owners: tuple[Owner, ...]
    """In the first attempt they cover all parts, later only those planned anew. A reducer may have several runs."""
    deadline_s: float
    """From the moment a reducer begins; then parts are closed without contributors that have not delivered."""

    def __post_init__(self) -> None:
        if self.step < 1 or self.attempt < 1:
            raise ValueError(f"step {self.step}, attempt {self.attempt}: both count from 1")
        if not (math.isfinite(self.deadline_s) and 0 < self.deadline_s <= MAX_DEADLINE_S):
            raise ValueError(f"a deadline of {self.deadline_s} s is out of bounds")
        if codec_named(self.codec).coded_bytes(self.layout.part_elements) > PAYLOAD_BYTES:
            raise ValueError("a coded part is longer than a payload may be")
        self._check_weights()
        self._check_owners()

    def _check_weights(self) -> None:
        if not 1 <= len(self.weights) <= MAX_PEERS:
            raise ValueError(f"{len(self.weights)} contributors are out of bounds")
        if len({weight.peer for weight in self.weights}) != len(self.weights):
            raise ValueError("a contributor is listed twice")
        if any(not 1 <= weight.samples < 1 << 40 for weight in self.weights):
            raise ValueError("a contributor's number of samples is out of bounds")

    def _check_owners(self) -> None:
        if not self.owners:
            raise ValueError("nobody reduces")
        runs = sorted((owner.first, owner.stop) for owner in self.owners)
        if any(not 0 <= first < stop <= self.layout.parts for first, stop in runs):
            raise ValueError("an owner's parts are out of bounds")
        if any(before[1] > after[0] for before, after in itertools.pairwise(runs)):
            raise ValueError("a part has two owners")

    @property
    def is_whole(self) -> bool:
        """Whether every part has an owner, as in the first attempt at a step."""
        return sum(owner.stop - owner.first for owner in self.owners) == self.layout.parts

    @property
    def contributors(self) -> frozenset[PeerId]:
        return frozenset(weight.peer for weight in self.weights)

    @property
    def reducers(self) -> frozenset[PeerId]:
        return frozenset(owner.reducer for owner in self.owners)

    @property
    def samples(self) -> dict[PeerId, int]:
        return {weight.peer: weight.samples for weight in self.weights}

    def parts_of(self, reducer: PeerId) -> tuple[int, ...]:
        """Indexes of the parts that `reducer` averages, ascending."""
        return indexes_of(sorted((o.first, o.stop) for o in self.owners if o.reducer == reducer))


def assign(
    allocation: Allocation,
    samples: Mapping[PeerId, int],
    *,
    step: int,
    attempt: int = 1,
    layout: Layout,
    codec: str,
    deadline_s: float,
) -> Assignment:
    """First attempt at a step. `allocation` was planned with the layout's `part_elements`; `samples` has at least
    its contributors."""
    size = layout.part_elements
    return Assignment(
        step=step,
        attempt=attempt,
        layout=layout,
        codec=codec,
        weights=tuple(Weight(peer, samples[peer]) for peer in allocation.contributors),
        owners=tuple(Owner(span.reducer, span.start // size, -(-span.stop // size)) for span in allocation.spans),
        deadline_s=deadline_s,
    )


def reassign(
    assignment: Assignment, missing: Collection[int], reducers: Collection[PeerId], gone: Collection[PeerId] = ()
) -> Assignment:
    """Next attempt: the `missing` parts, which nobody holds, in even shares to `reducers` in order of id;
    contributors that are `gone` are left out. Raises `ValueError` if nothing or nobody is left."""
    parts, heirs = sorted(missing), sorted(reducers)
    if not heirs or not parts:
        raise ValueError("no reducers or no parts to plan anew")
    share, longer = divmod(len(parts), len(heirs))
    owners: list[Owner] = []
    for rank, reducer in enumerate(heirs):
        count = share + (rank < longer)
        owners += [Owner(reducer, first, stop) for first, stop in runs_of(parts[:count])]
        parts = parts[count:]
    return msgspec.structs.replace(
        assignment,
        attempt=assignment.attempt + 1,
        weights=tuple(weight for weight in assignment.weights if weight.peer not in gone),
        owners=tuple(owners),
    )


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
