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
from core.errors import ProtocolViolation
from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity
from core.swarm import messages as say
from core.swarm.gathering import Gathering
from core.swarm.records import Contribution, sign_commit
from core.swarm.reducing import ATTEMPTS, Reducing, StepFailed
from core.swarm.replica import Replica
from core.swarm.seal import Seal, SignedSeal, is_genuine, sign_seal
from core.swarm.seat import Seat
from core.swarm.signal import Signal
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


class Resigned(Exception):
    """This peer stops conducting; `source` has a heavier history to catch up with first, `heir` should conduct."""

    def __init__(self, reason: str, *, source: PeerId | None = None, heir: PeerId | None = None) -> None:
        super().__init__(reason)
        self.source = source
        self.heir = heir


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
        self._seats: dict[PeerId, Seat] = {}
        self._leaving: set[PeerId] = set()
        self._gathering = Gathering(terms.target_batch, replica.log.used())
        self._reducing: Reducing | None = None
        self._changed = Signal()
        self._resignation: Resigned | None = None
        self._sealed: SignedSeal | None = None

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    @property
    def members(self) -> Sequence[Seat]:
        return list(self._seats.values())

    # --- members come, speak and go

    async def serve(self, stream: Stream, attend: say.Attend) -> None:
        """One member's standing, from its `Attend` to the end of its stream."""
        if attend.record.peer != stream.peer_id:
            raise ProtocolViolation("the record is another peer's")
        if attend.total_samples > self._replica.total_samples:
            self._resign(Resigned(f"{stream.peer_id} has more history", source=stream.peer_id))
        seat = self._enter(stream, attend)
        try:
            await seat.attend(self._hear)
        finally:
            self._leave(seat)

    def _enter(self, stream: Stream, attend: say.Attend) -> Seat:
        seat = Seat(stream, attend, self._now)
        old = self._seats.pop(seat.peer, None)
        if old is not None:
            self._leave_tables(old)
        keep = self._gathering.enter(seat.peer, attend.held, attend.held_loss_sum)
        self._leaving.discard(seat.peer)
        self._seats[seat.peer] = seat
        seat.post(
            say.Welcome(
                head_step=self._replica.head_step,
                head=self._replica.head_digest,
                total_samples=self._replica.total_samples,
                keep=keep,
            )
        )
        log.info("%s attends (step %d, holds %d samples)", seat.peer, attend.head_step, seat_held(attend))
        self._changed.set()
        return seat

    def _leave(self, seat: Seat) -> None:
        if self._seats.get(seat.peer) is not seat:
            return
        del self._seats[seat.peer]
        self._leave_tables(seat)
        log.info("%s is gone", seat.peer)
        self._changed.set()

    def _leave_tables(self, seat: Seat) -> None:
        """Its samples go back to the pool; while a step is under way only after that step is decided."""
        if self._reducing is not None:
            self._leaving.add(seat.peer)
            self._reducing.lose(seat.peer)
        else:
            self._gathering.leave(seat.peer)

    def _hear(self, seat: Seat, message: say.MemberMessage) -> None:
        if self._seats.get(seat.peer) is not seat:
            raise ProtocolViolation("attended anew")
        match message:
            case say.Want():
                self._gathering.want(seat.peer, message.micro_batch)
            case say.Report():
                self._take_report(seat, message)
            case say.GiveBack():
                if not self._gathering.give_back(seat.peer, message.ranges):
                    self._revoke(seat)
            case say.GradientLost():
                self._gathering.lose_gradient(seat.peer)
            case say.Ready():
                self._take_ready(seat, message)
            case say.Frozen():
                self._take_frozen(seat, message)
            case say.Applied():
                seat.applied = (message.step, message.state)
            case _:
                self._hear_reduction(seat, message)
        self._changed.set()

    def _hear_reduction(self, seat: Seat, message: say.MemberMessage) -> None:
        match message:
            case say.Collected():
                seat.collected = message.step
            case say.Holding():
                seat.holding = message
            case say.CannotApply():
                self._set_ready(seat, False)
                if seat.peer == self._replica.me:
                    self._resign(Resigned(f"step {message.step} cannot be applied here: {message.reason}"))
            case say.PartClosed() | say.PartLost() | say.ReducerLost():
                if self._reducing is not None:
                    self._reducing.hear(seat.peer, message)
            case _:
                raise ProtocolViolation(f"{type(message).__name__} is not for a coordinator")

    def _take_report(self, seat: Seat, report: say.Report) -> None:
        known = self._gathering.report(seat.peer, report.samples, report.loss_sum, report.seconds, self._now)
        if not known:
            self._revoke(seat)

    def _revoke(self, seat: Seat) -> None:
        """What the member holds does not match what it was given: it starts afresh."""
        self._gathering.lose_gradient(seat.peer)
        seat.frozen = None
        seat.post(say.Forget())

    def _take_ready(self, seat: Seat, ready: say.Ready) -> None:
        if ready.head != self._replica.head_digest:
            return  # a commit is on its way to it; it will say so again
        self._set_ready(seat, True)
        if self._sealed is not None:
            seat.post(say.Sealed(seal=self._sealed, holders=self._holders()))

    def _set_ready(self, seat: Seat, is_ready: bool) -> None:
        seat.is_ready = is_ready
        self._gathering.set_ready(seat.peer, is_ready)

    def _take_frozen(self, seat: Seat, frozen: say.Frozen) -> None:
        agrees = self._gathering.give_back(seat.peer, frozen.unfinished)
        if not agrees or self._gathering.contribution(seat.peer).samples != frozen.samples:
            self._revoke(seat)
            return
        seat.frozen = frozen

    # --- conducting

    async def run(self) -> None:
        """Conducts until cancelled. Raises `Resigned`."""
        await self._until(self._all_have_spoken, ASSEMBLE_S)
        await self._finish_what_is_sealed()
        showing = asyncio.create_task(self._show_standing())
        try:
            while True:
                await self._step(self._replica.head_step + 1)
                self._consider_heir()
        finally:
            showing.cancel()

    def _all_have_spoken(self) -> bool:
        return self._expected <= self._seats.keys()

    def _resign(self, resignation: Resigned) -> None:
        self._resignation = self._resignation or resignation
        self._changed.set()

    async def _until(self, predicate: Callable[[], bool], timeout_s: float | None = None) -> bool:
        """Waits for `predicate`, asked anew at each change; whether it came true in time. Raises `Resigned`."""
        deadline = None if timeout_s is None else self._now + timeout_s
        while not predicate():
            if self._resignation is not None:
                raise self._resignation
            if not await self._changed.wait(deadline):
                return predicate()
        return True

    def _consider_heir(self) -> None:
        """The organiser's own peer conducts where it can (design §1)."""
        if self._replica.me == self._terms.organiser:
            return
        seat = self._seats.get(self._terms.organiser)
        if seat and seat.is_ready and seat.may_reduce and self._now - seat.since_s > HAND_OVER_AFTER_S:
            self._resign(Resigned("the organiser's peer is back", heir=seat.peer))

    async def _step(self, step: int) -> None:
        await self._gather()
        members = await self._freeze(step)
        signed = await self._reduce(step, members)
        if signed is None:
            self._broadcast(say.Skip(step=step))
            return
        await self._commit(signed)

    async def _gather(self) -> None:
        gathering = self._gathering
        gathering.is_open = True
        try:
            while not gathering.is_full:
                if self._resignation is not None:
                    raise self._resignation
                for grant in gathering.grants(self._now):
                    lease = say.Lease(samples=grant.samples, deadline_s=grant.deadline_s)
                    self._seats[grant.peer].post(lease)
                await self._changed.wait(gathering.next_due(self._now))
        finally:
            gathering.is_open = False

    async def _freeze(self, step: int) -> list[Seat]:
        """Members whose gradients stand still, with what is in them."""
        asked = [seat for seat in self.members if seat.is_ready]
        for seat in asked:
            seat.frozen = None
            seat.post(say.Freeze(step=step))

        def have_answered() -> bool:
            return all(s.frozen or self._seats.get(s.peer) is not s for s in asked)

        await self._until(have_answered, FREEZE_S)
        return [s for s in asked if s.frozen and self._seats.get(s.peer) is s]

    async def _reduce(self, step: int, members: list[Seat]) -> SignedSeal | None:
        """The sealed step, or None if it could not be completed."""
        self._reducing = Reducing(self._terms, step, self._replica.me, members, self._gathering)
        self._attempt += ATTEMPTS + 1
        try:
            outcome = await self._reducing.run(self._until, self._attempt)
            return self._seal(step, outcome.contributions, outcome.parts)
        except StepFailed as reason:
            log.warning("step %d is skipped: %s", step, reason)
            return None
        finally:
            self._reducing = None
            for peer in self._leaving:
                self._gathering.leave(peer)
            self._leaving.clear()

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
        self._gathering.settle(contributions)
        return sign_seal(self._identity, seal)

    async def _commit(self, signed: SignedSeal) -> None:
        """Has the sealed step applied and puts it into the log."""
        self._sealed = signed
        self._broadcast(say.Sealed(seal=signed, holders=self._holders()))
        step = signed.seal.step
        state = await self._own_result(step)
        others = [s for s in self.members if s.is_ready and s.peer != self._replica.me]
        if others:
            await self._until(lambda: any(s.applied and s.applied[0] == step for s in others), OTHERS_S)
        for seat in others:
            if seat.applied and seat.applied[0] == step and seat.applied[1] != state:
                log.error("%s has another state after step %d", seat.peer, step)
        header = signed.seal.header(state)
        commit = sign_commit(self._identity, header, signed.seal.contributions)
        self._sealed = None
        log.info("step %d: loss %.4f, %d samples, %s", step, header.loss, header.samples, header.state)
        self._broadcast(say.Committed(commit=commit))
        await self._until(lambda: self._replica.head_step >= step, APPLY_S)

    async def _own_result(self, step: int) -> Digest:
        me = self._seats.get(self._replica.me)
        await self._until(lambda: bool(me and me.applied and me.applied[0] == step), APPLY_S)
        if me is None or me.applied is None or me.applied[0] != step:
            raise Resigned("the step could not be applied here")
        return me.applied[1]

    async def _finish_what_is_sealed(self) -> None:
        """A step that the former coordinator had sealed is completed, if anybody can."""
        head = (self._replica.head_step + 1, self._replica.head_digest)
        for seat in self.members:
            signed = seat.sealed
            if signed and is_genuine(signed) and (signed.seal.step, signed.seal.previous) == head:
                log.info("finishing step %d, sealed before", signed.seal.step)
                self._gathering.settle(signed.seal.contributions)
                await self._until(self._is_own_seat_ready, APPLY_S)
                await self._commit(signed)
                return

    def _is_own_seat_ready(self) -> bool:
        own = self._seats.get(self._replica.me)
        return own is not None and own.is_ready

    # --- speaking to all

    def _broadcast(self, message: say.CoordinatorMessage) -> None:
        for seat in self.members:
            seat.post(message)

    def _holders(self) -> tuple[PeerId, ...]:
        """Who can give parts of the average: this peer first, then those that accept links."""
        others = [s.peer for s in self.members if s.peer != self._replica.me and s.record.is_reachable]
        return (self._replica.me, *others)

    async def _show_standing(self) -> None:
        while True:
            self._broadcast(self.standing())
            await asyncio.sleep(STANDING_S)

    def standing(self) -> say.Standing:
        """The tables in brief."""
        rows = [self._row(seat) for seat in sorted(self.members, key=self._prominence)]
        return say.Standing(step=self._replica.head_step + 1, samples=self._gathering.reported, members=tuple(rows))

    def _prominence(self, seat: Seat) -> tuple[bool, bool, float]:
        return (seat.peer != self._replica.me, seat.peer != self._terms.organiser, seat.since_s)

    def _row(self, seat: Seat) -> say.MemberStanding:
        work = self._gathering.work_of(seat.peer)
        role = "client" if not seat.record.is_reachable else "contributor" if seat.contributes else "auxiliary"
        return say.MemberStanding(
            record=seat.record,
            role="coordinator" if seat.peer == self._replica.me else role,
            samples=work.held.samples if work else 0,
            samples_per_s=work.samples_per_s if work else 0.0,
        )

    async def dismiss_all(self, heir: PeerId | None) -> None:
        """Tells every member that this peer no longer conducts."""
        seat = self._seats.get(heir) if heir else None
        farewell = say.Elsewhere(coordinator=seat.record if seat else None)
        await asyncio.gather(*(s.dismiss(farewell) for s in self.members))


def seat_held(attend: say.Attend) -> int:
    return sum(map(len, attend.held))
