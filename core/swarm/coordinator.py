"""The peer that conducts steps (design §5). Soft state: all of it can be rebuilt from the log and the members' hellos.

gather ──target reached──▶ freeze ──▶ reduce ──all parts──▶ seal ──applied──▶ commit ──▶ gather
                                        │
                                        └── cannot be completed: skip; gradients are kept ──▶ gather
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.averaging.part_book import average_root
from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity
from core.swarm import messages as say
from core.swarm.records import Contribution, sign_commit
from core.swarm.reducing import ATTEMPTS, Reducing, StepFailed
from core.swarm.replica import Replica
from core.swarm.seal import Seal, SignedSeal, is_genuine, sign_seal
from core.swarm.seat import Seat
from core.swarm.table import Resigned, Table
from core.training.api import Scalars
from core.transport.api import Stream

log = logging.getLogger(__name__)

ASSEMBLE_S = 2.0
"""How long a new coordinator waits for the members to say what they hold and have sealed."""
FREEZE_S = 15.0
"""A member that has not ended its micro-batch by then is left out of the step; its samples count in the next."""
OTHERS_S = 3.0
"""How long a commit waits for one other peer to have the state as well."""
APPLY_S = 300.0
STANDING_S = 0.5
HAND_OVER_AFTER_S = 20.0


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


class Coordinator:
    """One term of conducting. `serve` is called for each member that attends, `run` once."""

    def __init__(
        self,
        identity: Identity,
        terms: Terms,
        replica: Replica,
        *,
        unix_time: Callable[[], float],
        first_attempt: int,
        expected: frozenset[PeerId],
    ) -> None:
        """`first_attempt`: greater than those of other terms at the same step (a clock serves). `expected`: who is
        waited for a moment before samples are leased, since they may hold some."""
        self._identity = identity
        self._terms = terms
        self._replica = replica
        self._unix_time = unix_time
        self._attempt = first_attempt
        self._expected = expected
        self._table = Table(replica, terms.target_batch, terms.organiser)

    @property
    def members(self) -> Sequence[Seat]:
        return self._table.members

    async def serve(self, stream: Stream, attend: say.Attend) -> None:
        """One member's standing, from its `Attend` to the end of its stream."""
        await self._table.serve(stream, attend)

    async def dismiss_all(self, heir: PeerId | None) -> None:
        """Tells every member that this peer no longer conducts."""
        await self._table.dismiss_all(heir)

    async def run(self) -> None:
        """Conducts until cancelled. Raises `Resigned`."""
        await self._table.until(self._all_have_spoken, ASSEMBLE_S)
        await self._finish_what_is_sealed()
        showing = asyncio.create_task(self._show_standing())
        try:
            while True:
                await self._step(self._replica.head_step + 1)
                self._consider_heir()
        finally:
            showing.cancel()

    def _all_have_spoken(self) -> bool:
        return self._expected <= {seat.peer for seat in self._table.members}

    def _consider_heir(self) -> None:
        """The organiser's own peer conducts where it can (design §1)."""
        if self._replica.me == self._terms.organiser:
            return
        seat = self._table.seat_of(self._terms.organiser)
        if seat and seat.is_ready and seat.may_reduce and self._table.now - seat.since_s > HAND_OVER_AFTER_S:
            self._table.resign(Resigned("the organiser's peer is back", heir=seat.peer))

    async def _step(self, step: int) -> None:
        await self._gather()
        members = await self._freeze(step)
        signed = await self._reduce(step, members)
        if signed is None:
            self._table.broadcast(say.Skip(step=step))
            return
        await self._commit(signed)

    async def _gather(self) -> None:
        """Leases samples until the target batch is in the members' gradients."""
        table, gathering = self._table, self._table.gathering
        gathering.is_open = True
        try:
            while not gathering.is_full:
                table.check_resignation()
                for grant in gathering.grants(table.now):
                    table.post(grant.peer, say.Lease(samples=grant.samples, deadline_s=grant.deadline_s))
                await table.changed.wait(gathering.next_due(table.now))
        finally:
            gathering.is_open = False

    async def _freeze(self, step: int) -> list[Seat]:
        """Members whose gradients stand still, with what is in them."""
        self._table.introduce()
        asked = [seat for seat in self._table.members if seat.is_ready]
        for seat in asked:
            seat.frozen = None
            seat.post(say.Freeze(step=step))

        def have_answered() -> bool:
            return all(s.frozen or not self._table.has(s) for s in asked)

        await self._table.until(have_answered, FREEZE_S)
        return [s for s in asked if s.frozen and self._table.has(s)]

    async def _reduce(self, step: int, members: list[Seat]) -> SignedSeal | None:
        """The sealed step, or None if it could not be completed."""
        reducing = Reducing(self._terms, step, self._replica.me, members, self._table.gathering)
        self._table.reducing = reducing
        self._attempt += ATTEMPTS + 1
        try:
            outcome = await reducing.run(self._table.until, self._attempt)
            return self._seal(step, outcome.contributions, outcome.parts)
        except StepFailed as reason:
            log.warning("step %d is skipped: %s", step, reason)
            return None
        finally:
            self._table.release_the_gone()

    def _seal(self, step: int, contributions: tuple[Contribution, ...], parts: tuple[Digest, ...]) -> SignedSeal:
        seal = Seal(
            run=self._terms.run,
            step=step,
            previous=self._replica.head_digest,
            time_s=int(self._unix_time()),
            total_samples=self._replica.total_samples + sum(c.samples for c in contributions),
            contributions=contributions,
            parts=parts,
            average=average_root(parts),
            scalars=self._terms.scalars(step),
        )
        self._table.gathering.settle(contributions)
        return sign_seal(self._identity, seal)

    async def _commit(self, signed: SignedSeal) -> None:
        """Has the sealed step applied and puts it into the log."""
        self._table.sealed = signed
        self._table.broadcast(say.Sealed(seal=signed, holders=self._table.holders()))
        step = signed.seal.step
        state = await self._own_result(step)
        others = [s for s in self._table.members if s.is_ready and s.peer != self._replica.me]
        if others:
            await self._table.until(lambda: any(s.applied and s.applied[0] == step for s in others), OTHERS_S)
        for seat in others:
            if seat.applied and seat.applied[0] == step and seat.applied[1] != state:
                log.error("%s has another state after step %d", seat.peer, step)
        header = signed.seal.header(state)
        commit = sign_commit(self._identity, header, signed.seal.contributions)
        self._table.sealed = None
        log.info("step %d: loss %.4f, %d samples, %s", step, header.loss, header.samples, header.state)
        self._table.broadcast(say.Committed(commit=commit))
        await self._table.until(lambda: self._replica.head_step >= step, APPLY_S)

    async def _own_result(self, step: int) -> Digest:
        me = self._table.seat_of(self._replica.me)
        await self._table.until(lambda: bool(me and me.applied and me.applied[0] == step), APPLY_S)
        if me is None or me.applied is None or me.applied[0] != step:
            raise Resigned("the step could not be applied here")
        return me.applied[1]

    async def _finish_what_is_sealed(self) -> None:
        """A step that the former coordinator had sealed is completed, if anybody can."""
        head = (self._replica.head_step + 1, self._replica.head_digest)
        for seat in self._table.members:
            signed = seat.sealed
            if signed and is_genuine(signed) and (signed.seal.step, signed.seal.previous) == head:
                log.info("finishing step %d, sealed before", signed.seal.step)
                self._table.gathering.settle(signed.seal.contributions)
                await self._table.until(self._is_own_seat_ready, APPLY_S)
                await self._commit(signed)
                return

    def _is_own_seat_ready(self) -> bool:
        own = self._table.seat_of(self._replica.me)
        return own is not None and own.is_ready

    async def _show_standing(self) -> None:
        while True:
            self._table.broadcast(self._table.standing())
            await asyncio.sleep(STANDING_S)
