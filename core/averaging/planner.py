"""Who reduces what in one step: a pure function of who is there and how fast their lines are (design §7).

`plan` decides three things: whose gradients are in (`core.averaging.choice`), who is waited for (there too), and which
span of the vector each reducer takes (the linear program in `core.averaging.program`). What the program counts is bytes
on lines: processors, latency and headers come on top.

Rates that are not known (0) are taken to be the lower median of the known ones in the same direction. If none is known
in a direction, that direction does not count. If nothing is known at all, everybody contributes, everybody is waited
for, and spans are uniform.
"""

import itertools
import math
import statistics
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from core.averaging import choice
from core.averaging.limited import Pairs, without_slivers
from core.averaging.program import Bools, Floats
from core.identity.ids import PeerId

Limits = Mapping[tuple[PeerId, PeerId], float]
"""(from, to) to bytes/s: pairs between which less passes than both lines would let."""

LEAST_SPAN_BYTES = 1 << 14
"""Of coded vector. A span costs each contributor and receiver a stream, a hash and a few messages, some 200 bytes; from
16 KiB on this is about a hundredth of it."""
UNLIMITED = 1e30
"""Bytes/s of a direction in which no rate is known."""


@dataclass(frozen=True, slots=True)
class Member:
    """One peer as the planner sees it. A rate of 0 is unknown."""

    peer: PeerId
    samples: int
    """In its gradient now; 0 means that it contributes nothing to this step."""
    samples_per_s: float
    upload_bytes_per_s: float
    download_bytes_per_s: float
    may_reduce: bool
    """False for client-mode peers, which accept no connections."""
    receives: bool = True
    """False for an auxiliary that keeps no replica and needs no average."""
    left_out: int = 0
    """How many steps before this one, in a row, were planned without its gradient, although it had one."""


@dataclass(frozen=True, slots=True)
class Span:
    """Elements `start` up to and without `stop` of the vector, averaged by `reducer` for all."""

    reducer: PeerId
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Allocation:
    """Spans tile the vector in order of `reducer`; nobody reduces two."""

    spans: tuple[Span, ...]
    contributors: tuple[PeerId, ...]
    """In order of id. The others that have samples keep them for a later step, except those in `let_go`."""
    predicted_s: float
    """The program's time for the exchange, of those who are waited for; 0 where no rate is known."""
    awaited: tuple[PeerId, ...] = ()
    """Receivers whose download the plan counts on, in order of id. Others fetch when they can, and reduce nothing."""
    let_go: tuple[PeerId, ...] = ()
    """Left out for the last time, in order of id: their samples should go back to the pool (`choice.OVERDUE`)."""


def plan(
    members: Sequence[Member],
    *,
    elements: int,
    coded_bytes_per_element: float,
    target_batch: int,
    part_elements: int,
    is_delayed: bool = False,
    limits: Limits | None = None,
) -> Allocation:
    """Spans, contributors and awaited receivers for one step; the same for equal arguments in whatever order
    `members` come.

    `is_delayed`: the next samples are computed while this step is averaged. Spans of less than `LEAST_SPAN_BYTES` (a
    part, where that is less) go to the others. Limits of pairs that are not both in `members` are of no account.

    Raises `ValueError` if nobody may reduce, nobody has samples, a peer is listed twice, or the limits leave no way.
    """
    group = Group.of(members)
    if target_batch < 1:
        raise ValueError("target_batch must be positive")
    vector = Cut(elements, coded_bytes_per_element, part_elements)
    return allocate(
        group, vector, choice.Terms(vector.coded_bytes, group.gather_s(target_batch), is_delayed), limits or {}
    )


@dataclass(frozen=True, slots=True)
class Cut:
    """The vector, and what its spans are cut for. Raises `ValueError` for what is none."""

    elements: int
    coded_bytes_per_element: float
    part_elements: int

    def __post_init__(self) -> None:
        if self.elements < 1 or self.part_elements < 1 or self.coded_bytes_per_element <= 0:
            raise ValueError("elements, part_elements and coded_bytes_per_element must be positive")

    @property
    def coded_bytes(self) -> float:
        return self.elements * self.coded_bytes_per_element

    @property
    def least_span(self) -> int:
        """Elements."""
        return min(self.part_elements, math.ceil(LEAST_SPAN_BYTES / self.coded_bytes_per_element))


def allocate(group: "Group", vector: Cut, terms: choice.Terms, limits: Limits) -> Allocation:
    """`plan` for members that are checked."""
    if not group.is_known:
        return _unmeasured(group, vector)
    pairs = group.pairs(limits)
    chosen, let_go, near = choice.choose(group.offers, pairs, terms)
    lines = choice.lines_of(group.offers, chosen)
    solution = without_slivers(lines, pairs, vector.least_span / vector.elements, near)
    if not np.isfinite(solution.seconds_per_byte):
        raise ValueError("the limits between pairs leave no way to average")
    return Allocation(
        spans=_cut(group.peers, solution.shares, vector.elements),
        contributors=group.named(chosen.sends),
        predicted_s=float(solution.seconds_per_byte) * vector.coded_bytes,
        awaited=group.named(chosen.awaits),
        let_go=group.named(let_go),
    )


def uniform(members: Sequence[Member], *, elements: int, coded_bytes_per_element: float) -> Allocation:
    """Plain all-reduce, for comparison: equal spans for all who may reduce, and everybody takes part."""
    group = Group.of(members)
    reducers = group.offers.may_reduce.astype(np.float64)
    spans = _cut(group.peers, reducers / reducers.sum(), elements)
    everyone = choice.everybody(group.offers)
    return Allocation(
        spans=spans,
        contributors=group.named(everyone.sends),
        predicted_s=exchange_s(members, spans, coded_bytes_per_element=coded_bytes_per_element),
        awaited=group.named(everyone.awaits),
    )


def exchange_s(
    members: Sequence[Member],
    spans: Sequence[Span],
    *,
    coded_bytes_per_element: float,
    contributors: Collection[PeerId] | None = None,
    awaited: Collection[PeerId] | None = None,
    limits: Limits | None = None,
) -> float:
    """What the busiest line (or limited pair) needs for these spans, which no execution can beat: the program's
    constraints, solved for T. 0 where no rate is known.

    By default all who have samples contribute, and all who receive are waited for. What others draw is not counted.
    Raises `ValueError` if a span's reducer is not a member."""
    group = Group.of(members)
    everyone = choice.everybody(group.offers)
    sends = everyone.sends if contributors is None else group.mask(contributors)
    awaits = everyone.awaits if awaited is None else group.mask(awaited)
    own = group.spanned(spans) * coded_bytes_per_element
    up_bytes, down_bytes = traffic(own, sends, awaits)
    times_s = [float(np.max(up_bytes / group.offers.up)), float(np.max(down_bytes / group.offers.down))]
    for i, j, rate in group.pairs(limits or {}):
        pair_bytes = float(sends[i] * own[j] + awaits[j] * own[i])
        times_s.append(pair_bytes / rate if rate > 0 else math.inf if pair_bytes else 0.0)
    return max(times_s) if group.is_known else 0.0


def traffic(own: Floats, sends: Bools, awaits: Bools) -> tuple[Floats, Floats]:
    """Bytes up and down of each of n members; `own` [n] is what each reduces, in bytes of coded vector."""
    rest = own.sum() - own
    return sends * rest + (awaits.sum() - awaits) * own, awaits * rest + (sends.sum() - sends) * own


@dataclass(frozen=True, slots=True)
class Group:
    """Members in order of id, what is not known filled in."""

    peers: tuple[PeerId, ...]
    offers: choice.Offers
    is_known: bool
    """Whether any rate is."""

    @classmethod
    def of(cls, members: Sequence[Member]) -> Self:
        """Raises `ValueError` where members cannot be planned for."""
        ordered = sorted(members, key=lambda member: member.peer)
        if any(a.peer == b.peer for a, b in itertools.pairwise(ordered)):
            raise ValueError("a peer is listed twice")
        rates = [(m.samples_per_s, m.upload_bytes_per_s, m.download_bytes_per_s, m.samples) for m in ordered]
        if not all(math.isfinite(rate) and rate >= 0 for row in rates for rate in row):
            raise ValueError("rates and samples must be finite and not negative")
        if not any(member.may_reduce for member in ordered):
            raise ValueError("nobody may reduce")
        if not any(member.samples > 0 for member in ordered):
            raise ValueError("nobody has samples to contribute")
        if not any(member.receives for member in ordered):
            raise ValueError("nobody receives the average")
        paces, ups, downs, samples = (np.array(column, dtype=np.float64) for column in zip(*rates, strict=True))
        offers = choice.Offers(
            up=_filled(ups, UNLIMITED),
            down=_filled(downs, UNLIMITED),
            samples=samples,
            samples_per_s=_filled(paces, 0.0),
            may_reduce=np.array([member.may_reduce for member in ordered]),
            receives=np.array([member.receives for member in ordered]),
            left_out=np.array([float(member.left_out) for member in ordered]),
        )
        return cls(tuple(member.peer for member in ordered), offers, bool(ups.any() or downs.any()))

    def gather_s(self, target_batch: float) -> float:
        """By all who have samples; infinite where no samples/s are known."""
        pace = float(self.offers.samples_per_s[self.offers.samples > 0].sum())
        return target_batch / pace if pace > 0 else math.inf

    def pairs(self, limits: Limits) -> Pairs:
        """Those between two members, in order of id."""
        place = {peer: index for index, peer in enumerate(self.peers)}
        return sorted(
            (place[a], place[b], rate) for (a, b), rate in limits.items() if a in place and b in place and a != b
        )

    def part(self, peers: Collection[PeerId]) -> Self:
        """Those of them, with the same rates filled in."""
        mask = self.mask(peers)
        offers = self.offers.part(mask)
        return replace(self, peers=self.named(mask), offers=offers)

    def loaded(self, more: float) -> Self:
        """Whose reducers send and get so much more, in units of their shares."""
        return replace(self, offers=replace(self.offers, more_up=more, more_down=more))

    def spanned(self, spans: Sequence[Span]) -> Floats:
        """[n] elements; raises `ValueError` if a span's reducer is not among the members."""
        place = {peer: index for index, peer in enumerate(self.peers)}
        own = np.zeros(len(self.peers))
        for span in spans:
            if span.reducer not in place:
                raise ValueError("a reducer is not a member")
            own[place[span.reducer]] += span.stop - span.start
        return own

    def named(self, mask: Bools) -> tuple[PeerId, ...]:
        return tuple(self.peers[index] for index in np.flatnonzero(mask))

    def mask(self, peers: Collection[PeerId]) -> Bools:
        wanted = frozenset(peers)
        return np.array([peer in wanted for peer in self.peers])


def _filled(rates: Floats, default: float) -> Floats:
    """Unknown ones become the lower median of the known."""
    known = rates[rates > 0]
    return np.where(rates > 0, rates, statistics.median_low(known.tolist()) if len(known) else default)


def _cut(peers: Sequence[PeerId], shares: Floats, elements: int) -> tuple[Span, ...]:
    """Whole elements in proportion to `shares`, exact in sum: each cut is where the shares' running sum rounds to."""
    stops = np.rint(np.cumsum(shares) * (elements / shares.sum())).astype(np.int64)
    stops[np.flatnonzero(shares)[-1] :] = elements
    starts = np.concatenate([[0], stops[:-1]])
    return tuple(
        Span(peer, int(start), int(stop))
        for peer, start, stop in zip(peers, starts, stops, strict=True)
        if stop > start
    )


def _unmeasured(group: Group, vector: Cut) -> Allocation:
    """Nothing is known: uniform spans, of whole parts if there are as many as reducers."""
    reducers = np.flatnonzero(group.offers.may_reduce)
    elements = vector.elements
    unit = vector.part_elements if elements > vector.part_elements * (len(reducers) - 1) else vector.least_span
    units = -(-elements // unit)
    reducers = reducers[:units]
    share, longer = divmod(units, len(reducers))
    counts = [share + (rank < longer) for rank in range(len(reducers))]
    stops = [min(stop * unit, elements) for stop in itertools.accumulate(counts)]
    everyone = choice.everybody(group.offers)
    return Allocation(
        spans=tuple(
            Span(group.peers[reducer], start, stop)
            for reducer, start, stop in zip(reducers, [0, *stops[:-1]], stops, strict=True)
        ),
        contributors=group.named(everyone.sends),
        predicted_s=0.0,
        awaited=group.named(everyone.awaits),
    )
