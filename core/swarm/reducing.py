"""The coordinator's side of reducing one step: who owns which part, which parts are closed, and what to do on a death.

A part that anybody holds stays as it is (the same bytes to everyone); a part that nobody holds is averaged anew by
somebody who lives. There may be any number of attempts: the step fails only where nothing gets on for a long time.

Deaths are noticed in three ways: the member's stream ends; its parts are overdue by the plan though others closed
theirs (`core.averaging.deadlines.Progress`), after which it is asked whether it lives; others cannot get through to it.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from core.averaging.assignment import Layout, runs_of, series_of
from core.averaging.deadlines import STRETCH, Progress, Timetable, foreseen_s
from core.averaging.part_book import Gaps
from core.averaging.step_plan import StepPlan, accepted, plan_anew
from core.identity.ids import Digest, PeerId
from core.swarm import messages as say
from core.swarm.gathering import Gathering
from core.swarm.liveness import Liveness
from core.swarm.planning import GRACE_S, NobodyCan, VectorTerms, plan_step
from core.swarm.records import Contribution
from core.swarm.seat import Seat
from core.swarm.survey import Found, Until, survey

log = logging.getLogger(__name__)

STANDSTILL_S = 30.0
STANDSTILL_ROUNDS = 3.0
"""The step is given up when for so long, and so many times the longest that the plan foresees, no part more was closed
than ever before in this step."""
HOLDERS = 3
"""Of a part, of whom a member is told at once."""
COLLECT_SHARE = 0.25
"""Of the time that all others took until the last part was closed: how much longer this peer may take to get it."""


class StepFailed(Exception):  # an outcome, not an error
    """The step cannot be completed; its gradients are kept for the next."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a seal is made of."""

    contributions: tuple[Contribution, ...]
    layout: Layout
    parts: tuple[Digest, ...]


class Reducing:
    """One step's reduction. `hear` and `lose` are called as things happen, `run` once."""

    def __init__(
        self,
        terms: VectorTerms,
        step: int,
        me: PeerId,
        members: Sequence[Seat],
        gathering: Gathering,
    ) -> None:
        self._terms = terms
        self._step = step
        self._me = me
        self._seats = {seat.peer: seat for seat in members}
        self._gathering = gathering
        self._contributions = {c.peer: c for s in members if (c := gathering.contribution(s.peer)).samples}
        self._plans: dict[int, StepPlan] = {}
        """By attempt."""
        self._closer: dict[int, PeerId] = {}
        self._closed: dict[int, tuple[Digest, Gaps]] = {}
        self._watches: list[Progress] = []
        self._liveness = Liveness(me)
        self._lost_parts: set[int] = set()
        self._orphans: dict[int, set[PeerId]] = defaultdict(set)
        """Parts not closed yet, and who will not get them the planned way."""
        self._is_troubled = False
        self._is_news = False
        """When to look next is to be found anew."""
        self._most_closed = 0
        self._advanced_s = 0.0
        """When `_most_closed` last grew."""
        self._all_closed_s: float | None = None
        self._began_s = 0.0
        self._foreseen_s = 0.0
        """How long the step takes by what is known of the lines."""
        self._stuck = 0
        """How often all was closed but had not come to this peer."""

    # --- what happens

    def hear(self, peer: PeerId, message: say.PartClosed | say.PartLost | say.ReducerLost) -> None:
        """A member's word on this step."""
        if message.step != self._step or not self._plans:
            return
        match message:
            case say.PartClosed():
                if self._closer.get(message.part) == peer and message.gaps.attempt in self._plans:
                    self._take_closed(peer, message)
            case say.PartLost():
                if self._closer.get(message.part) == peer and message.part not in self._closed:
                    self._note_progress(peer)
                    self._lost_parts.add(message.part)
                    self._is_troubled = True
            case say.ReducerLost():
                self._take_broken_way(peer, message.reducer)

    def _take_closed(self, peer: PeerId, message: say.PartClosed) -> None:
        part, gaps = message.part, message.gaps
        if part not in self._closed:
            self._note_progress(peer)
        self._closed[part] = (message.digest, gaps)
        if len(self._closed) > self._most_closed:
            self._most_closed, self._advanced_s = len(self._closed), _now_s()
        if len(self._closed) == len(self._closer):
            self._all_closed_s, self._is_news = _now_s(), True
        plan = self._plans[gaps.attempt]
        for feeder in gaps.feeders:
            if (group := plan.group_of(feeder)) is not None:
                self._orphans[part] |= group.members
        self._give_to_orphans([part])
        self._liveness.note_closed(peer, gaps.missing)
        for missing in gaps.missing:
            group = plan.group_of(missing)
            if group is not None and self._liveness.doubt(missing, group.parts_of):
                self._is_troubled = True

    def _note_progress(self, peer: PeerId) -> None:
        for watch in self._watches:
            watch.note(peer, _now_s())

    def _take_broken_way(self, member: PeerId, reducer: PeerId) -> None:
        """The reducer is told not to wait. What this coordinator or most cannot reach is planned anew."""
        if reducer not in self._seats:
            return
        self._seats[reducer].post(say.Gone(step=self._step, peer=member))
        partners = {p for plan in self._plans.values() for p in self._givers_to(plan, reducer)}
        is_closer = reducer in self._closer.values() and reducer != self._me
        if is_closer and self._liveness.complain(member, reducer, partners):
            self._is_troubled = True

    @staticmethod
    def _givers_to(plan: StepPlan, reducer: PeerId) -> frozenset[PeerId]:
        group = plan.group_of(reducer)
        return group.members - {reducer} if group is not None and reducer in group.parts_of else frozenset()

    def lose(self, peer: PeerId) -> None:
        """A member is gone."""
        if peer in self._seats and peer not in self._liveness.gone:
            self._liveness.gone.add(peer)
            self._write_off(peer)

    def lose_gradient(self, peer: PeerId) -> None:
        """A member lives, and what it was to give does not. What it reduces it goes on with."""
        if peer in self._seats and peer not in self._liveness.gone:
            self._liveness.emptied.add(peer)
            self._wait_no_more({p for plan in self._plans.values() for p in plan.reducers_for(peer)}, peer)

    def _wait_no_more(self, partners: set[PeerId], peer: PeerId) -> None:
        for partner in partners - self._liveness.gone:
            self._seats[partner].post(say.Gone(step=self._step, peer=peer))

    def _write_off(self, peer: PeerId) -> None:
        """Nobody waits for it any more; what it was to close is in trouble, what it was to pass on comes otherwise."""
        self._wait_no_more({p for plan in self._plans.values() for p in plan.partners_of(peer)}, peer)
        for watch in self._watches:
            watch.remove(peer)
        cut_off: list[int] = []
        for plan in self._plans.values():
            group = plan.group_of(peer)
            if group is not None and plan.is_grouped:
                cut_off += [part for part in group.parts_of.get(peer, ()) if self._closer[part] != peer]
                for part in cut_off:
                    self._orphans[part] |= group.members
        self._give_to_orphans(cut_off)
        if peer in self._closer.values():
            self._is_troubled = True

    def _give_to_orphans(self, parts: Iterable[int]) -> None:
        """Those of `parts` that are closed, to those whose own owner cannot pass them on."""
        available: dict[PeerId, list[say.Available]] = defaultdict(list)
        for part in parts:
            if part in self._closed and part in self._orphans:
                news = say.Available(part=part, digest=self._closed[part][0], holders=(self._closer[part],))
                for peer in self._orphans.pop(part) - self._liveness.dead:
                    available[peer].append(news)
        for peer, listed in available.items():
            self._seats[peer].post(say.Fetch(step=self._step, available=tuple(listed)))

    # --- conducting

    @property
    def last_attempt(self) -> int:
        """Attempts of a later step, or of this one tried again, are greater."""
        return max(self._plans, default=0)

    async def run(self, until: Until, term: int, first_attempt: int) -> Outcome:
        """`first_attempt` is new in `term` each time that a step is tried. Raises `StepFailed`."""
        self._plan(series_of(self._me, term, first_attempt), first_attempt)
        while True:
            self._is_news = False
            await until(lambda: self._is_complete() or self._is_troubled or self._is_news, self._wait_s())
            if self._is_complete():
                return self._outcome()
            overdue = {peer for watch in self._watches for peer in watch.overdue(_now_s())}
            if self._is_troubled or overdue or self._is_stuck():
                await self._recover(until, overdue)
            self._check_progress()

    def _plan(self, series: int, attempt: int) -> None:
        terms, seats = self._terms, list(self._seats.values())
        try:
            plan = plan_step(terms, seats, self._gathering, step=self._step, series=series, attempt=attempt)
        except NobodyCan as reason:
            raise StepFailed(str(reason)) from reason
        self._contributions = {p: c for p, c in self._contributions.items() if p in plan.contributors}
        self._advanced_s = self._began_s = _now_s()
        self._foreseen_s = plan.predicted_s
        for seat in seats:
            seat.collected = 0  # what was collected when this step was tried before does not count
        self._take(plan)

    def _take(self, plan: StepPlan) -> None:
        self._plans[plan.attempt] = plan
        self._closer.update(plan.closer)
        for part in plan.closer:
            self._closed.pop(part, None)
            self._lost_parts.discard(part)
        self._all_closed_s = None
        counts: dict[PeerId, int] = defaultdict(int)
        for closer in plan.closer.values():
            counts[closer] += 1
        grace_s = plan.grace_s * (3 if plan.is_grouped else 2)  # reducers wait for theirs first
        self._watches.append(Progress(Timetable(_now_s(), plan.predicted_s, grace_s, plan.grace_s), counts))
        for peer, assignment in plan.assignments():
            if peer not in self._liveness.gone:
                seat = self._seats[peer]
                news = seat.news_of(self._seats[p] for p in sorted(plan.partners_of(peer)))
                seat.post(say.Conduct(assignment=assignment, records=news))

    def _is_complete(self) -> bool:
        own = self._seats.get(self._me)
        return own is not None and own.collected == self._step and len(self._closed) == len(self._closer)

    def _is_stuck(self) -> bool:
        """Whether all is closed, but for long something has not come to this peer."""
        return self._all_closed_s is not None and _now_s() >= self._all_closed_s + self._collect_s()

    def _collect_s(self) -> float:
        """How long this peer's own last parts may take; longer each time that they were found to be on their way."""
        took_s = (self._all_closed_s or 0.0) - self._began_s
        return max(self._plans[self.last_attempt].grace_s, COLLECT_SHARE * took_s) * (1 << min(self._stuck, 10))

    def _wait_s(self) -> float:
        """Until something may be overdue."""
        now = _now_s()
        looks = [watch.next_look_s(now) for watch in self._watches]
        if self._all_closed_s is not None:
            looks.append(self._all_closed_s + self._collect_s())
        return max(0.0, min([*looks, self._advanced_s + self._standstill_s()]) - now)

    def _standstill_s(self) -> float:
        """A plan that gives lost parts more time than is foreseen does not put this off."""
        latest = self._plans[self.last_attempt]
        return max(STANDSTILL_S, STANDSTILL_ROUNDS * (3 * latest.grace_s + STRETCH * self._foreseen_s))

    def _check_progress(self) -> None:
        if _now_s() >= self._advanced_s + self._standstill_s():
            raise StepFailed(f"{len(self._closed)} of {len(self._closer)} parts, and no more for a long time")
        if self._me in self._liveness.gone:
            raise StepFailed("this peer's own standing has ended")

    # --- recovering

    async def _recover(self, until: Until, overdue: Collection[PeerId]) -> None:
        """What is held by anybody is given on; what nobody holds is planned anew without those who are dead."""
        self._is_troubled = False
        is_stuck = self._is_stuck()
        doubted = self._liveness.take_doubted() | set(overdue)
        if is_stuck:
            doubted |= set(self._closer.values()) - {self._me} - self._liveness.bad
            self._stuck += 1
        suspects = doubted | self._liveness.bad
        parts = sorted(self._lost_parts | {i for i, p in self._closer.items() if p in suspects or is_stuck})
        parts = [part for part in parts if not self._is_safe(part)]
        if not parts and not doubted:
            return
        found = await self._survey(until, parts, doubted)
        late = self._judge(doubted, overdue, found)
        for part in parts:
            if part in found.held:
                self._closed[part] = found.best(part, self._me, self._closed.get(part))
                self._lost_parts.discard(part)
        orphans = {i for i in parts if self._closer[i] in late or self._stuck > 1} & found.held.keys()
        self._give(sorted(orphans), found, [self._me] if is_stuck and not late else list(self._circle(parts)))
        if len(self._closed) == len(self._closer):
            self._all_closed_s = _now_s()
        missing = {i for i in parts if i not in found.held and (self._closer[i] in late or i in self._lost_parts)}
        if missing:
            self._plan_anew(missing, late, has_lost=not late)

    def _is_safe(self, part: int) -> bool:
        own = self._seats.get(self._me)
        return part in self._closed and own is not None and own.collected == self._step

    def _circle(self, parts: Collection[int]) -> set[PeerId]:
        """Who may hold these parts, or should: in one level all; in two their owners, and their closers' groups."""
        circle = {self._me}
        for plan in self._plans.values():
            for group in plan.groups:
                owners = {group.owner[part] for part in parts if part in group.owner}
                is_near = not plan.is_grouped or any(self._closer[part] in group.members for part in parts)
                circle |= group.members if is_near else owners
        return circle - self._liveness.gone

    async def _survey(self, until: Until, parts: Sequence[int], doubted: Collection[PeerId]) -> Found:
        circle = (self._circle(parts) | set(doubted)) - self._liveness.dead
        asked = [self._seats[peer] for peer in sorted(circle)]
        log.info("step %d: %d parts are in trouble; asking %d members", self._step, len(parts), len(asked))
        return await survey(
            until, self._step, asked, runs_of(parts), self._liveness.gone, tuple(sorted(self._liveness.bad)), GRACE_S
        )

    def _judge(self, doubted: set[PeerId], overdue: Collection[PeerId], found: Found) -> set[PeerId]:
        """Whose parts go to others."""
        silent, borne = self._liveness.judge(doubted, overdue, found.answered)
        for peer in silent:
            log.warning("step %d: %s is silent", self._step, peer)
            self._write_off(peer)
        for watch in self._watches:
            for peer in borne:
                watch.bear_with(peer)
            for peer in self._liveness.bad:
                watch.remove(peer)
        return self._liveness.bad

    def _give(self, parts: Sequence[int], found: Found, receivers: Collection[PeerId]) -> None:
        """Each receiver asks other holders first, and the next ones when it is told again."""
        for number, peer in enumerate(sorted(set(receivers) - self._liveness.gone), self._stuck):
            available = []
            for part in parts:
                digest, holders = self._closed[part][0], found.holders(part, self._closed[part][0])
                if peer not in holders:
                    good = [h for h in holders if h not in self._liveness.bad] or holders
                    turned = [good[(number + rank) % len(good)] for rank in range(min(len(good), HOLDERS))]
                    available.append(say.Available(part=part, digest=digest, holders=tuple(turned)))
            if available:
                self._seats[peer].post(say.Fetch(step=self._step, available=tuple(available)))

    def _plan_anew(self, missing: set[int], bad: set[PeerId], *, has_lost: bool) -> None:
        first, latest = next(iter(self._plans.values())), self._plans[self.last_attempt]
        log.warning("step %d: %d parts are planned anew without %s", self._step, len(missing), sorted(map(str, bad)))
        shares = {p: len(parts) for group in first.groups for p, parts in group.parts_of.items() if p not in bad}
        heirs = shares or {p: 1 for p, s in self._seats.items() if s.may_reduce and p not in bad}
        part_share = len(missing) / first.layout.parts
        heirs_share = sum(heirs.values()) / sum(len(p) for g in first.groups for p in g.parts_of.values())
        again_s = foreseen_s(
            first.predicted_s,
            anew=part_share / (heirs_share if shares else 1.0) * len(first.groups),
            closed=len(self._closed) / max(len(self._closer), 1),
            took_s=_now_s() - self._began_s,
        )
        self._foreseen_s = max(self._foreseen_s, again_s)
        if has_lost:  # nobody is dead: then the time was too short
            again_s = max(again_s, 2 * latest.predicted_s)
        silent = self._liveness.giving_nothing
        samples = {p: c.samples for p, c in self._contributions.items() if p not in silent}
        try:
            plan = plan_anew(
                latest,
                missing,
                heirs,
                [peer for peer in self._seats if peer not in self._liveness.gone],
                samples,
                attempt=self.last_attempt + 1,
                predicted_s=min(again_s, 3600.0),
            )
        except ValueError as reason:
            raise StepFailed(str(reason)) from reason
        self._take(plan)

    # --- the result

    def _outcome(self) -> Outcome:
        gaps = (gaps for _, gaps in self._closed.values())
        credited = accepted(frozenset(self._contributions), gaps, self._plans)
        if not credited:
            raise StepFailed("no contribution arrived")
        layout = self._plans[self.last_attempt].layout
        parts = tuple(self._closed[i][0] for i in range(layout.parts))
        return Outcome(tuple(self._contributions[peer] for peer in sorted(credited)), layout, parts)


def _now_s() -> float:
    return asyncio.get_running_loop().time()
