"""Averaging in two levels, for more members than one exchange should have (about `LIMIT`).

In one exchange each reducer speaks with every member: streams grow with the square of their number, and spans get
short. So members are dealt into groups, each of which reduces the whole vector among its own (first level). What a
group's owner of an element has then is a partial sum, float64, and it goes to the element's *root*: the owner of that
element in one of the groups. The root adds the partial sums, codes the average once, and the same bytes go back to the
owners and from them to their groups.

With G groups, an element costs its root (G − 1) · 8 bytes down and G − 1 coded elements up, and each of the other
owners 8 bytes up and one coded element down. The program counts that as so many more bytes per share
(`core.averaging.program.Lines.more_up`), on average over an owner's span: it should be the root of one G-th of it.
"""

import itertools
import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.averaging.choice import Terms
from core.averaging.planner import Allocation, Cut, Group, Member, Span, allocate, traffic
from core.averaging.program import Bools, Floats
from core.identity.ids import PeerId

LIMIT = 128
PARTIAL_BYTES = 8
"""Of one element's partial sum."""

Groups = tuple[tuple[PeerId, ...], ...]


@dataclass(frozen=True, slots=True)
class GroupedAllocation:
    groups: Groups
    """Each in order of id."""
    allocations: tuple[Allocation, ...]
    """One per group, each of the whole vector."""
    roots: tuple[Span, ...]
    """These tile the vector, ascending. `reducer` is the root, and within each of these spans every group has one
    owner; a root has several."""
    predicted_s: float
    """What the busiest line needs for both levels together; 0 where no rate is known."""


def groups(members: Sequence[Member], limit: int = LIMIT) -> Groups:
    """The fewest groups of at most `limit` with about the same upload, download and samples each, and sizes that differ
    by at most one; the same in whatever order `members` come.

    Each has somebody who may reduce and somebody with samples: if these are too few, there are fewer groups, and they
    are larger. Raises `ValueError` as `planner.plan` does."""
    if limit < 1:
        raise ValueError("a group has at least one member")
    group = Group.of(members)
    offers = group.offers
    has_samples = offers.samples > 0
    number = min(-(-len(has_samples) // limit), int(offers.may_reduce.sum()), int(has_samples.sum()))
    loads = np.stack([rates / rates.mean() for rates in (offers.up, offers.down, offers.samples)], axis=1)
    in_order = np.lexsort((-loads.sum(axis=1), ~offers.may_reduce))
    dealt = _deal(in_order, loads, has_samples, number)
    return tuple(tuple(group.peers[index] for index in sorted(hand)) for hand in dealt)


def _deal(in_order: NDArray[np.intp], loads: Floats, has_samples: Bools, number: int) -> list[list[int]]:
    """Rounds of one for each group, the heaviest first, each to the free group where it adds least to the sum of
    squares. In a round those with samples choose first, and first of groups where nobody has any."""
    hands: list[list[int]] = [[] for _ in range(number)]
    totals = np.zeros((number, loads.shape[1]))
    provided = np.zeros(number, dtype=np.bool_)
    for first in range(0, len(in_order), number):
        free = np.ones(number, dtype=np.bool_)
        dealt = in_order[first : first + number]
        for index in dealt[np.argsort(~has_samples[dealt], kind="stable")]:
            cost = totals @ loads[index]  # what is left of (total + load)² − total² when the rest is the same for all
            wanted = free & ~provided if has_samples[index] and (free & ~provided).any() else free
            hand = int(np.argmin(np.where(wanted, cost, np.inf)))
            hands[hand].append(int(index))
            totals[hand] += loads[index]
            free[hand] = False
            provided[hand] |= has_samples[index]
    return hands


def plan_groups(
    members: Sequence[Member],
    *,
    elements: int,
    coded_bytes_per_element: float,
    target_batch: int,
    part_elements: int,
    is_delayed: bool = False,
    limit: int = LIMIT,
) -> GroupedAllocation:
    """One plan per group, and the roots; in whatever order `members` come.

    Raises `ValueError` as `planner.plan` does. With one group it is that plan, and every owner is the root of its span.
    """
    if target_batch < 1:
        raise ValueError("target_batch must be positive")
    vector = Cut(elements, coded_bytes_per_element, part_elements)
    whole = Group.of(members)
    dealt = groups(members, limit)
    more = (len(dealt) - 1) / len(dealt) * (1 + PARTIAL_BYTES / coded_bytes_per_element)
    parts = [whole.part(peers).loaded(more) for peers in dealt]
    terms = Terms(vector.coded_bytes, whole.gather_s(target_batch), is_delayed)
    allocations = [allocate(part, vector, terms, {}) for part in parts]
    if len(dealt) > 1 and whole.is_known:
        # A step is over when the slowest group is: the others can use that time for more contributors and receivers.
        terms = replace(terms, least_exchange_s=max(allocation.predicted_s for allocation in allocations))
        allocations = [allocate(part, vector, terms, {}) for part in parts]
    roots = _roots(allocations, vector.least_span)
    predicted_s = _both_levels_s(whole, vector, dealt, allocations, roots)
    return GroupedAllocation(dealt, tuple(allocations), roots, predicted_s)


def _roots(allocations: Sequence[Allocation], least: int) -> tuple[Span, ...]:
    """Cuts where any group cuts, and more where groups cut alike. Of a piece's owners that one is its root who is so
    for the least part of its span. Pieces are not cut shorter than `least` elements for that."""
    cuts = sorted({span.start for one in allocations for span in one.spans})
    starts = [[span.start for span in one.spans] for one in allocations]
    rooted: dict[PeerId, int] = defaultdict(int)
    roots: list[Span] = []
    for begin, end in itertools.pairwise([*cuts, allocations[0].spans[-1].stop]):
        owners = [
            one.spans[bisect_right(of_group, begin) - 1] for one, of_group in zip(allocations, starts, strict=True)
        ]
        fair = max(span.stop - span.start for span in owners) / len(owners)
        count = max(1, min(math.ceil((end - begin) / fair), (end - begin) // least))
        pieces = [begin + (end - begin) * part // count for part in range(count + 1)]
        for start, stop in itertools.pairwise(pieces):
            root = min(owners, key=lambda span: (rooted[span.reducer] + stop - start) / (span.stop - span.start))
            rooted[root.reducer] += stop - start
            roots.append(Span(root.reducer, start, stop))
    return tuple(roots)


def _both_levels_s(
    whole: Group, vector: Cut, dealt: Groups, allocations: Sequence[Allocation], roots: Sequence[Span]
) -> float:
    rooted: dict[PeerId, float] = defaultdict(float)
    for root in roots:
        rooted[root.reducer] += root.stop - root.start
    others = len(dealt) - 1
    times_s = [0.0]
    for peers, allocation in zip(dealt, allocations, strict=True):
        group = whole.part(peers)
        own = group.spanned(allocation.spans)
        sends, awaits = group.mask(allocation.contributors), group.mask(allocation.awaited)
        up_bytes, down_bytes = traffic(own * vector.coded_bytes_per_element, sends, awaits)
        rooting = np.array([rooted[peer] for peer in group.peers])
        up_bytes += PARTIAL_BYTES * (own - rooting) + others * vector.coded_bytes_per_element * rooting
        down_bytes += vector.coded_bytes_per_element * (own - rooting) + PARTIAL_BYTES * others * rooting
        busiest_s = max(np.max(up_bytes / group.offers.up), np.max(down_bytes / group.offers.down))
        times_s += [allocation.predicted_s, float(busiest_s)]
    return max(times_s) if whole.is_known else 0.0
