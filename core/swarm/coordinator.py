"""The peer that conducts steps (design §5). Soft state: all of it can be rebuilt from the log and the members' hellos.

gather ──target reached──▶ freeze ──▶ reduce ──all parts──▶ seal ──applied──▶ commit ──▶ gather
                                        │
                                        └── cannot be completed: skip; gradients are kept ──▶ gather

With delayed averaging the next step gathers from the freeze on, and is frozen when the one before is committed: a step
takes as long as the longer of the two.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.averaging.grouping import LIMIT
from core.averaging.part_book import average_root
from core.dht.records import PeerRecord
from core.errors import ProtocolViolation
from core.identity.amendment import Amendment, RollBack, SignedAmendment
from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity
from core.swarm import messages as say
from core.swarm.accusing import Accuser
from core.swarm.amending import amended_state, amending_header
from core.swarm.equivocation import statement_of
from core.swarm.gathering import Grant
from core.swarm.heritage import inherited
from core.swarm.records import Header, contributions_digest, sign_commit
from core.swarm.reducing import Outcome, Reducing, StepFailed
from core.swarm.replica import Replica
from core.swarm.seal import NO_STATE, Seal, SignedSeal, sign_seal
from core.swarm.seat import Seat
from core.swarm.standing import STANDING_S
from core.swarm.state_files import StateFiles
from core.swarm.table import Judge, Resigned, Table
from core.training.api import Scalars
from core.transport.api import Stream

log = logging.getLogger(__name__)

ASSEMBLE_S = 2.0
"""How long a new coordinator waits for the members to say what they hold and have sealed."""
CLAIMS_S = 10.0
"""How much longer, while somebody's history that may be heavier is being checked."""
FREEZE_LEAST_S, FREEZE_SHARE, FREEZE_MOST_S = 2.0, 0.25, 15.0
"""How long a freeze waits for those who still compute, or fetch the step before: a share of the usual step. Who has not
answered by then is left out; its samples count in a later step."""
SKIP_PAUSE_S = 0.5
OTHERS_S = 3.0
"""How long a commit waits for one other peer to have the state as well."""
APPLY_S = 300.0
HAND_OVER_AFTER_S = 20.0
ATTEMPT_BOUND = 1 << 40
"""Attempts of all terms differ: they are counted from the time in ms."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a coordinator needs to know of the run."""

    run: RunId
    target_batch: int
    elements: int
    codec: str
    part_elements: int
    organiser: PeerId
    scalars: Callable[[int], Scalars]
    is_delayed: bool = False
    """Whether the next step gathers while one is averaged."""
    group_limit: int = LIMIT
    """With more members than this, averaging goes in two levels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What one term of conducting begins with."""

    term: int
    """When it begins, Unix time in ms; greater than this peer's terms before."""
    expected: frozenset[PeerId]
    """Who is waited for a moment before samples are leased, since they may hold some."""
    predecessors: frozenset[PeerId]
    """Who is known to have conducted: a step that one of them has sealed may be finished."""
    judge: Judge
    accuser: Accuser
    files: StateFiles | None = None
    """Where states are kept that a run may be rolled back to."""


class Coordinator:
    """One term of conducting. `serve` is called for each member that attends, `run` once."""

    def __init__(
        self, identity: Identity, terms: Terms, replica: Replica, start: Start, *, unix_time: Callable[[], float]
    ) -> None:
        self._identity = identity
        self._terms = terms
        self._replica = replica
        self._start = start
        self._accuser = start.accuser
        self._unix_time = unix_time
        self._attempt = start.term % ATTEMPT_BOUND
        self._stale: list[PeerId] = []
        """Whose gradients are too old once the sealed step is committed."""
        self._table = Table(replica, terms.target_batch, terms.organiser, start.judge, is_delayed=terms.is_delayed)
        self._freezes = 0
        self._usual_step_s = 0.0
        """Between freezes, smoothed."""
        self._frozen_s: float | None = None
        """When the last freeze began."""

    @property
    def members(self) -> Sequence[Seat]:
        return self._table.members

    def seated(self) -> set[PeerId]:
        """Who attends here."""
        return {seat.peer for seat in self._table.members}

    def rumours(self) -> Sequence[PeerRecord]:
        """Other coordinators of this run that members have told of, since the last time this was asked."""
        heard = list(self._table.rumours.values())
        self._table.rumours.clear()
        return heard

    async def serve(self, stream: Stream, attend: say.Attend) -> None:
        """One member's standing, from its `Attend` to the end of its stream."""
        await self._table.serve(stream, attend)

    async def dismiss_all(self, heir: PeerId | None) -> None:
        """Tells every member that this peer no longer conducts."""
        await self._table.dismiss_all(heir)

    async def run(self) -> None:
        """Conducts until cancelled. Raises `Resigned`."""
        await self._table.until(self._all_have_spoken, ASSEMBLE_S)
        await self._table.until(lambda: not self._table.claims, CLAIMS_S)
        await self._finish_what_is_sealed()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._show_standing())
            tasks.create_task(self._lease_out())
            while True:
                await self._step()
                self._consider_heir()

    def _all_have_spoken(self) -> bool:
        return self._start.expected <= {seat.peer for seat in self._table.members}

    def _consider_heir(self) -> None:
        """The organiser's own peer conducts where it can (design §1)."""
        if self._replica.me == self._terms.organiser or self._accuser.is_culprit(self._terms.organiser):
            return
        seat = self._table.seat_of(self._terms.organiser)
        if seat and seat.is_ready and seat.may_reduce and self._table.now - seat.since_s > HAND_OVER_AFTER_S:
            self._table.resign(Resigned("the organiser's peer is back", heir=seat.peer))

    async def _step(self) -> None:
        gathering = self._table.gathering
        step = await self._gather()
        gathering.is_averaging = True
        try:
            signed = await self._reduce(step, await self._freeze(step))
            if signed is not None:
                await self._commit(signed)
        finally:
            gathering.is_averaging = False
        if signed is None:
            self._table.broadcast(say.Skip(step=step))
            await asyncio.sleep(SKIP_PAUSE_S)

    async def _gather(self) -> int:
        """Until the target batch is in the members' gradients. Returns the step that it is for: what the organiser
        changes meanwhile takes steps of its own."""
        gathering = self._table.gathering
        gathering.is_open = True
        self._table.changed.set()
        while not gathering.is_full:
            await self._table.until(lambda: gathering.is_full or self._due() is not None)
            if (due := self._due()) is not None:
                await self._amend(*due)
        gathering.is_open = self._terms.is_delayed
        return self._replica.head_step + 1

    def _due(self) -> tuple[Amendment, SignedAmendment] | None:
        return self._table.petitions.due(self._replica.amendments, self._replica.head_step + 1)

    async def _amend(self, amendment: Amendment, signed: SignedAmendment) -> None:
        """Puts a change into the log. One that cannot be made here is dropped: whoever asked for it does so again
        where another peer conducts."""
        replica, step, table = self._replica, self._replica.head_step + 1, self._table
        await table.until(self._is_own_seat_ready, APPLY_S)
        reached = await amended_state(replica, amendment, step, self._start.files)
        if reached is None:
            log.warning("amendment %d cannot be made here: the state it wants is not kept", amendment.number)
            table.petitions.drop(amendment)
            return
        header = amending_header(
            replica,
            signed,
            reached.root,
            scalars=self._terms.scalars(step),
            time_s=int(self._unix_time()),
            term=self._start.term,
            end=table.gathering.end,
        )
        commit = sign_commit(self._identity, header, (), signed)
        try:
            replica.append(commit)
        except ProtocolViolation as fault:
            raise Resigned(f"amendment {amendment.number} cannot be committed here: {fault}") from fault
        log.info("step %d carries amendment %d", step, amendment.number)
        table.announce_commit(commit)
        if isinstance(amendment.what, RollBack):
            table.void_gradients()

    async def _lease_out(self) -> None:
        """Gives samples to those who want some, whenever a step gathers."""
        table, gathering = self._table, self._table.gathering
        while True:
            for grant in gathering.grants(table.now):
                table.post(grant.peer, self._lease(grant))
            await table.change(gathering.next_due(table.now))

    def _lease(self, grant: Grant) -> say.Lease:
        return say.Lease(samples=grant.samples, deadline_s=grant.deadline_s, amendments=self._replica.amendments)

    async def _freeze(self, step: int) -> list[Seat]:
        """Members whose gradients stand still, with what is in them."""
        table = self._table
        asked = [seat for seat in table.members if seat.is_ready]
        awaited = [seat for seat in asked if seat.is_awaited]
        self._freezes += 1
        table.freezing = self._freezes
        table.gathering.ask(seat.peer for seat in asked)
        for seat in asked:
            seat.frozen = None
            seat.post(say.Freeze(step=step, turn=self._freezes))
        table.changed.set()
        await table.until(lambda: all(s.frozen or not table.has(s) for s in awaited), self._patience_s())
        table.freezing = None
        table.gathering.ask_no_more()
        if 2 * sum(seat.frozen is not None for seat in asked) > len(asked):  # else it was not they who were slow
            for seat in asked:
                seat.note_freeze(was_awaited=seat in awaited)
        return [s for s in asked if s.frozen and table.has(s)]

    def _patience_s(self) -> float:
        """How long this freeze may wait."""
        now, before = self._table.now, self._frozen_s
        self._frozen_s = now
        if before is not None:
            passed = now - before
            self._usual_step_s = (self._usual_step_s + passed) / 2 if self._usual_step_s else passed
        return min(max(FREEZE_LEAST_S, FREEZE_SHARE * self._usual_step_s), FREEZE_MOST_S)

    async def _reduce(self, step: int, members: list[Seat]) -> SignedSeal | None:
        """The sealed step, or None if it could not be completed."""
        reducing = Reducing(self._terms, step, self._replica.me, members, self._table.gathering)
        self._table.reducing = reducing
        try:
            first_attempt = max(self._attempt, self._table.latest_attempt) + 1
            outcome = await reducing.run(self._table.until, self._start.term, first_attempt)
            return self._seal(step, outcome)
        except StepFailed as reason:
            log.warning("step %d is skipped: %s", step, reason)
            self._table.gathering.skip()
            return None
        finally:
            self._attempt = max(self._attempt, reducing.last_attempt)
            self._table.reducing = None

    def _seal(self, step: int, outcome: Outcome) -> SignedSeal:
        contributions, samples = outcome.contributions, sum(c.samples for c in outcome.contributions)
        header = Header(
            run=self._terms.run,
            step=step,
            previous=self._replica.head_digest,
            time_s=int(self._unix_time()),
            samples=samples,
            total_samples=self._replica.total_samples + samples,
            loss_sum=sum(c.loss_sum for c in contributions),
            contributions=contributions_digest(contributions),
            average=average_root(outcome.layout, outcome.parts),
            scalars=self._terms.scalars(step),
            state=NO_STATE,
            term=self._start.term,
            amendments=self._replica.amendments,
        )
        self._stale = self._table.gathering.settle(contributions)
        seal = Seal(header=header, layout=outcome.layout, parts=outcome.parts, contributions=contributions)
        return sign_seal(self._identity, seal)

    async def _commit(self, signed: SignedSeal) -> None:
        """Has the sealed step applied and puts it into the log: into this peer's, for good, before anybody hears of
        it, so that it never commits something else instead."""
        self._table.announce_seal(signed)
        step = signed.seal.step
        state = await self._own_result(step)
        others = [s for s in self._table.members if s.is_ready and s.peer != self._replica.me]
        if others:
            await self._table.until(lambda: any(s.applied and s.applied[0] == step for s in others), OTHERS_S)
        for seat in others:
            if seat.applied and seat.applied[0] == step and seat.applied[1] != state:
                log.error("%s has another state after step %d", seat.peer, step)
        header = signed.seal.committed(state)
        commit = sign_commit(self._identity, header, signed.seal.contributions)
        try:
            self._replica.append(commit)
        except ProtocolViolation as fault:
            raise Resigned(f"step {step} cannot be committed here: {fault}") from fault
        log.info("step %d: loss %.4f, %d samples, %s", step, header.loss, header.samples, header.state)
        self._table.announce_commit(commit)
        self._table.retire(self._stale)

    async def _own_result(self, step: int) -> Digest:
        me = self._table.seat_of(self._replica.me)
        await self._table.until(lambda: bool(me and me.applied and me.applied[0] == step), APPLY_S)
        if me is None or me.applied is None or me.applied[0] != step:
            raise Resigned("the step could not be applied here")
        return me.applied[1]

    async def _finish_what_is_sealed(self) -> None:
        """A step that the former coordinator had sealed is completed, if anybody can."""
        signed = inherited(
            self._replica,
            [(seat.peer, seat.sealed) for seat in self._table.members],
            self._start.predecessors,
            self._accuser.is_culprit,
            lambda seal: self._accuser.hear(statement_of(seal)),
        )
        if signed is not None:
            log.info("finishing step %d, sealed before", signed.seal.step)
            self._table.settle_inherited(signed.seal.contributions)
            await self._table.until(self._is_own_seat_ready, APPLY_S)
            await self._commit(signed)

    def _is_own_seat_ready(self) -> bool:
        own = self._table.seat_of(self._replica.me)
        return own is not None and own.is_ready

    async def _show_standing(self) -> None:
        while True:
            self._table.announce_standing()
            await asyncio.sleep(STANDING_S)
