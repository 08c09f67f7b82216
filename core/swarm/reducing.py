"""The coordinator's side of reducing one step: who owns which part, which parts are closed, and what to do on a death.

A part that anybody holds stays as it is (the same bytes to everyone); a part that nobody holds is averaged anew by
somebody who lives. The step fails only where a part cannot be had at all.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from core.averaging import planner
from core.averaging.assignment import Assignment, Layout, assign, reassign
from core.averaging.codec import codec_named
from core.identity.ids import Digest, PeerId
from core.swarm import messages as say
from core.swarm.gathering import Gathering
from core.swarm.records import Contribution
from core.swarm.seat import Seat

log = logging.getLogger(__name__)

Until = Callable[[Callable[[], bool], float | None], Awaitable[bool]]
"""Waits for a predicate, asked anew at each change, at most so many seconds: whether it came true."""

ATTEMPTS = 4
SURVEY_S = 4.0
DEADLINE_FLOOR_S = 15.0
DEADLINE_FACTOR = 4.0
SLOWEST_BYTES_PER_S = 250_000
"""Assumed of a line whose rate is not known, for the deadline alone."""


class VectorTerms(Protocol):
    """What reducing needs to know of the run."""

    @property
    def target_batch(self) -> int: ...
    @property
    def elements(self) -> int: ...
    @property
    def codec(self) -> str: ...
    @property
    def part_elements(self) -> int: ...


class StepFailed(Exception):  # an outcome, not an error
    """The step cannot be completed; its gradients are kept for the next."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a seal is made of."""

    contributions: tuple[Contribution, ...]
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
        self._gone: set[PeerId] = set()
        """Members whose stream has ended."""
        self._suspects: set[PeerId] = set()
        """Reducers that live but that others cannot get through to."""
        contributions = [gathering.contribution(seat.peer) for seat in members]
        self._contributions = {c.peer: c for c in contributions if c.samples}
        self._rates = {seat.peer: work.samples_per_s for seat in members if (work := gathering.work_of(seat.peer))}
        self._layout = Layout(terms.elements, terms.part_elements)
        self._owner: dict[int, PeerId] = {}
        self._closed: dict[int, Digest] = {}
        self._included: set[PeerId] = set()
        self._lost_parts: set[int] = set()
        self._assignment: Assignment | None = None

    # --- what happens

    def hear(self, peer: PeerId, message: say.PartClosed | say.PartLost | say.ReducerLost) -> None:
        """A member's word on this step."""
        if message.step != self._step:
            return
        match message:
            case say.PartClosed():
                if self._owner.get(message.part) == peer:
                    self._closed[message.part] = message.digest
                    self._included.update(message.included)
            case say.PartLost():
                if self._owner.get(message.part) == peer:
                    self._lost_parts.add(message.part)
            case say.ReducerLost():
                self._take_broken_way(peer, message.reducer)

    def _take_broken_way(self, member: PeerId, reducer: PeerId) -> None:
        """What this coordinator cannot reach is planned anew; for others, the reducer is told not to wait."""
        if member == self._me:
            self._suspects.add(reducer)
        elif reducer in self._seats:
            self._seats[reducer].post(say.Gone(step=self._step, peer=member))

    def lose(self, peer: PeerId) -> None:
        """A member is gone."""
        if peer in self._seats and peer not in self._gone:
            self._gone.add(peer)
            self._post_all(say.Gone(step=self._step, peer=peer))

    # --- conducting

    async def run(self, until: Until, first_attempt: int) -> Outcome:
        """Raises `StepFailed`."""
        self._plan(first_attempt)
        for _ in range(ATTEMPTS):
            assert self._assignment is not None
            patience_s = 2 * self._assignment.deadline_s
            await until(lambda: self._is_complete() or self._needs_another_plan(), patience_s)
            if self._is_complete():
                return self._outcome()
            await self._plan_anew(until)
        raise StepFailed(f"not complete after {ATTEMPTS} attempts")

    def _plan(self, attempt: int) -> None:
        if not self._contributions:
            raise StepFailed("nobody has anything to give")
        members = [self._planner_member(seat) for seat in self._seats.values()]
        bytes_per_element = codec_named(self._terms.codec).coded_bytes(1 << 16) / (1 << 16)
        try:
            allocation = planner.plan(
                members,
                elements=self._terms.elements,
                coded_bytes_per_element=bytes_per_element,
                target_batch=self._terms.target_batch,
                part_elements=self._terms.part_elements,
            )
        except ValueError as reason:
            raise StepFailed(str(reason)) from reason
        worst_s = self._terms.elements * bytes_per_element * 2 / SLOWEST_BYTES_PER_S
        deadline_s = max(DEADLINE_FLOOR_S, DEADLINE_FACTOR * (allocation.predicted_s or worst_s))
        samples = {peer: contribution.samples for peer, contribution in self._contributions.items()}
        self._take(
            assign(
                allocation,
                samples,
                step=self._step,
                attempt=attempt,
                layout=self._layout,
                codec=self._terms.codec,
                deadline_s=min(deadline_s, 3600.0),
            ),
            (),
        )

    def _planner_member(self, seat: Seat) -> planner.Member:
        contribution = self._contributions.get(seat.peer)
        return planner.Member(
            peer=seat.peer,
            samples=contribution.samples if contribution else 0,
            samples_per_s=self._rates.get(seat.peer, 0.0),
            upload_bytes_per_s=seat.upload_bytes_per_s,
            download_bytes_per_s=seat.download_bytes_per_s,
            may_reduce=seat.may_reduce,
        )

    def _take(self, assignment: Assignment, available: tuple[say.Available, ...]) -> None:
        self._assignment = assignment
        for owner in assignment.owners:
            for index in range(owner.first, owner.stop):
                self._owner[index] = owner.reducer
                self._closed.pop(index, None)
                self._lost_parts.discard(index)
        self._post_all(say.Conduct(assignment=assignment, available=available))

    def _is_complete(self) -> bool:
        own = self._seats.get(self._me)
        return own is not None and own.collected == self._step and len(self._closed) == self._layout.parts

    def _needs_another_plan(self) -> bool:
        bad = self._gone | self._suspects
        return bool(self._lost_parts) or any(self._owner[i] in bad for i in self._open_parts())

    def _open_parts(self) -> list[int]:
        """Parts that are not closed, or whose bytes are not yet safe with this coordinator."""
        own = self._seats.get(self._me)
        if own is not None and own.collected == self._step:
            return [i for i in range(self._layout.parts) if i not in self._closed]
        return list(range(self._layout.parts))

    async def _plan_anew(self, until: Until) -> None:
        assert self._assignment is not None
        holdings = await self._survey(until)
        bad = self._gone | self._suspects or self._slow_reducers()
        held: dict[int, say.Available] = {}
        for seat, holding in holdings:
            for part, digest in holding.parts:
                if part not in held or seat.peer == self._me:
                    held[part] = say.Available(part=part, digest=digest, holder=seat.peer)
        orphans = {i for i, owner in self._owner.items() if owner in bad} | self._lost_parts
        for part in orphans & held.keys():
            self._closed[part] = held[part].digest
            self._included |= self._contributions.keys()  # who is in it is not known: nobody's samples twice
        heirs = [p for p, s in self._seats.items() if s.may_reduce and p not in self._gone and p not in bad]
        missing = sorted(orphans - held.keys())
        available = tuple(held[part] for part in sorted(orphans & held.keys()))
        log.warning("step %d: %d parts are planned anew without %s", self._step, len(missing), sorted(bad))
        if not missing:
            self._post_all(say.Fetch(step=self._step, available=available))
            return
        try:
            self._take(reassign(self._assignment, missing, heirs, self._gone), available)
        except ValueError as reason:
            raise StepFailed(str(reason)) from reason

    def _slow_reducers(self) -> set[PeerId]:
        """Owners of what is still open when the time is over."""
        return {self._owner[i] for i in self._open_parts()} - {self._me}

    async def _survey(self, until: Until) -> list[tuple[Seat, say.Holding]]:
        asked = [seat for peer, seat in self._seats.items() if peer not in self._gone]
        for seat in asked:
            seat.holding = None
            seat.post(say.Survey(step=self._step, dead=tuple(sorted(self._gone | self._suspects))))
        await until(lambda: all(s.holding or s.peer in self._gone for s in asked), SURVEY_S)
        return [(s, s.holding) for s in asked if s.holding and s.holding.step == self._step]

    def _outcome(self) -> Outcome:
        included = tuple(self._contributions[p] for p in sorted(self._included) if p in self._contributions)
        if not included:
            raise StepFailed("no contribution arrived")
        return Outcome(included, tuple(self._closed[i] for i in range(self._layout.parts)))

    def _post_all(self, message: say.CoordinatorMessage) -> None:
        for peer, seat in self._seats.items():
            if peer not in self._gone:
                seat.post(message)
