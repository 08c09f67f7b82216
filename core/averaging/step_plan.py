"""One attempt at a step as its coordinator sees it, and what of it each member is told.

A member is told what it needs and no more, so that what goes to one does not grow with the number of all: the owners in
its group; if it owns parts, the weights of its group and the parts' roots; if it is a root, who feeds it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.averaging.assignment import Assignment, Feeder, Layout, Owner, Weight, owners_of, shares
from core.averaging.grouping import GroupedAllocation
from core.averaging.part_book import Gaps
from core.averaging.planner import Span
from core.identity.ids import PeerId


@dataclass(slots=True)
class GroupPlan:
    """Members that reduce among themselves."""

    members: frozenset[PeerId]
    owner: dict[int, PeerId]
    """Of each part of this attempt."""
    weights: tuple[Weight, ...]
    owners: tuple[Owner, ...] = ()
    parts_of: dict[PeerId, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for part in sorted(self.owner):
            self.parts_of.setdefault(self.owner[part], []).append(part)
        self.owners = owners_of(self.owner)

    @property
    def samples(self) -> int:
        return sum(weight.samples for weight in self.weights)


@dataclass(frozen=True, slots=True)
class StepPlan:
    """`series`, `predicted_s`, `is_guess` and `grace_s` as in `Assignment`."""

    step: int
    series: int
    attempt: int
    layout: Layout
    codec: str
    predicted_s: float
    grace_s: float
    groups: tuple[GroupPlan, ...]
    closer: Mapping[int, PeerId]
    """Who closes each part of this attempt: its owner, or where there are several groups its root."""
    contributors: frozenset[PeerId]
    is_guess: bool = False

    @property
    def is_grouped(self) -> bool:
        return len(self.groups) > 1

    def group_of(self, peer: PeerId) -> GroupPlan | None:
        return next((group for group in self.groups if peer in group.members), None)

    def others_at(self, part: int, group: GroupPlan) -> Iterable[tuple[PeerId, GroupPlan]]:
        """The owners of `part` in the other groups."""
        return ((other.owner[part], other) for other in self.groups if other is not group)

    def assignments(self) -> Iterable[tuple[PeerId, Assignment]]:
        """For each member what it is told."""
        for group in self.groups:
            own_weight = {weight.peer: (weight,) for weight in group.weights}
            for peer in sorted(group.members):
                mine = group.parts_of.get(peer, [])
                yield (
                    peer,
                    Assignment(
                        step=self.step,
                        series=self.series,
                        attempt=self.attempt,
                        layout=self.layout,
                        codec=self.codec,
                        weights=group.weights if mine else own_weight.get(peer, ()),
                        owners=group.owners,
                        predicted_s=self.predicted_s,
                        is_guess=self.is_guess,
                        grace_s=self.grace_s,
                        roots=owners_of({i: self.closer[i] for i in mine if self.closer[i] != peer}),
                        feeders=tuple(self._feeders(group, [i for i in mine if self.closer[i] == peer])),
                    ),
                )

    def _feeders(self, group: GroupPlan, parts: Sequence[int]) -> Iterable[Feeder]:
        for other in self.groups:
            if other is not group and other.weights:
                fed = {part: other.owner[part] for part in parts}
                for owner in owners_of(fed):
                    yield Feeder(owner.reducer, owner.first, owner.stop, other.samples)

    def reducers_for(self, peer: PeerId) -> set[PeerId]:
        """To whom `peer` gives its gradient."""
        group = self.group_of(peer)
        return {owner.reducer for owner in group.owners} - {peer} if group is not None else set()

    def partners_of(self, peer: PeerId) -> set[PeerId]:
        """To whom `peer` gives something: its reducers, and the roots of its parts."""
        group = self.group_of(peer)
        parts = group.parts_of.get(peer, ()) if group is not None else ()
        return self.reducers_for(peer) | {self.closer[part] for part in parts} - {peer}


def first_plan(  # noqa: PLR0913  # all of them are facts of one plan
    grouped: GroupedAllocation,
    members: Collection[PeerId],
    samples: Mapping[PeerId, int],
    *,
    step: int,
    series: int,
    attempt: int,
    part_elements: int,
    codec: str,
    grace_s: float,
    predicted_s: float,
    is_guess: bool = False,
) -> StepPlan:
    """`samples` of at least the contributors."""
    roots = grouped.roots
    layout = Layout(roots[-1].stop, part_elements, tuple(span.start for span in roots))
    closer = {part: span.reducer for number, span in enumerate(roots) for part in range(*layout.run_of(number))}
    groups = tuple(
        GroupPlan(
            members=frozenset(peers) & frozenset(members),
            owner=_owner_of_parts(layout, allocation.spans),
            weights=tuple(Weight(peer, samples[peer]) for peer in allocation.contributors),
        )
        for peers, allocation in zip(grouped.groups, grouped.allocations, strict=True)
    )
    return StepPlan(
        step=step,
        series=series,
        attempt=attempt,
        layout=layout,
        codec=codec,
        predicted_s=predicted_s,
        grace_s=grace_s,
        groups=groups,
        closer=closer,
        contributors=frozenset(weight.peer for group in groups for weight in group.weights),
        is_guess=is_guess,
    )


def plan_anew(
    plan: StepPlan,
    parts: Collection[int],
    heirs: Mapping[PeerId, int],
    members: Collection[PeerId],
    samples: Mapping[PeerId, int],
    *,
    attempt: int,
    predicted_s: float,
) -> StepPlan:
    """`parts`, which nobody holds, in one level among `members`: to `heirs`, in proportion to their numbers, from all
    in `samples`. Raises `ValueError` if nothing or nobody is left."""
    if not parts or not heirs or not samples:
        raise ValueError("no parts, reducers or contributors are left")
    owner = shares(parts, heirs)
    weights = tuple(Weight(peer, samples[peer]) for peer in sorted(samples))
    return StepPlan(
        step=plan.step,
        series=plan.series,
        attempt=attempt,
        layout=plan.layout,
        codec=plan.codec,
        predicted_s=predicted_s,
        grace_s=plan.grace_s,
        groups=(GroupPlan(frozenset(members), owner, weights),),
        closer=owner,
        contributors=frozenset(samples),
        is_guess=plan.is_guess,
    )


def accepted(contributors: frozenset[PeerId], gaps: Iterable[Gaps], plans: Mapping[int, StepPlan]) -> frozenset[PeerId]:
    """Which of `contributors` have their gradient in some part, where `gaps` are those of all parts and `plans` by
    attempt. If of a part it is not known, all: nobody's samples may count twice."""
    absent = set(contributors)
    for one in gaps:
        plan = plans.get(one.attempt)
        if plan is None or not absent:
            return contributors
        fed = (group.weights for feeder in one.feeders if (group := plan.group_of(feeder)))
        absent &= (absent - plan.contributors).union(
            one.missing, (weight.peer for weights in fed for weight in weights)
        )
    return contributors - absent


def _owner_of_parts(layout: Layout, spans: Sequence[Span]) -> dict[int, PeerId]:
    """Every part lies within one of `spans`, which tile the vector."""
    owner: dict[int, PeerId] = {}
    ordered = iter(sorted(spans, key=lambda span: span.start))
    span = next(ordered)
    for part in range(layout.parts):
        start, stop = layout.part(part)
        while start >= span.stop:
            span = next(ordered)
        assert stop <= span.stop, "the layout is cut where any group cuts"
        owner[part] = span.reducer
    return owner
