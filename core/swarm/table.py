"""The coordinator's table: who sits at it, what each has said, and what follows from that for the step's tables.

Nothing is decided here; `Coordinator` looks at the table and conducts.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence

from core.errors import ProtocolViolation
from core.identity.ids import Digest, PeerId
from core.swarm import messages as say
from core.swarm.gathering import Gathering
from core.swarm.reducing import Reducing
from core.swarm.replica import Replica
from core.swarm.seal import SignedSeal
from core.swarm.seat import Seat
from core.swarm.signal import Signal
from core.transport.api import Stream

log = logging.getLogger(__name__)


class Resigned(Exception):
    """This peer stops conducting; `source` has a heavier history to catch up with first, `heir` should conduct."""

    def __init__(self, reason: str, *, source: PeerId | None = None, heir: PeerId | None = None) -> None:
        super().__init__(reason)
        self.source = source
        self.heir = heir


class Table:
    """Of one term of conducting. `serve` is called for each member that attends."""

    def __init__(self, replica: Replica, target_batch: int, organiser: PeerId) -> None:
        self._replica = replica
        self._organiser = organiser
        self.gathering = Gathering(target_batch, replica.log.used())
        self.reducing: Reducing | None = None
        """The reduction under way."""
        self.sealed: SignedSeal | None = None
        """The step that is sealed and not yet committed."""
        self.changed = Signal()
        self._seats: dict[PeerId, Seat] = {}
        self._leaving: set[PeerId] = set()
        """Gone while a step was being reduced: what they held is decided with it."""
        self._has_strangers = False
        """Somebody came of whom the others have not heard yet."""
        self._resignation: Resigned | None = None

    @property
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    @property
    def members(self) -> Sequence[Seat]:
        return list(self._seats.values())

    def seat_of(self, peer: PeerId) -> Seat | None:
        return self._seats.get(peer)

    def has(self, seat: Seat) -> bool:
        """Whether this very standing goes on."""
        return self._seats.get(seat.peer) is seat

    # --- members come, speak and go

    async def serve(self, stream: Stream, attend: say.Attend) -> None:
        """One member's standing, from its `Attend` to the end of its stream."""
        if attend.record.peer != stream.peer_id:
            raise ProtocolViolation("the record is another peer's")
        if attend.total_samples > self._replica.total_samples:
            self.resign(Resigned(f"{stream.peer_id} has more history", source=stream.peer_id))
        seat = self._enter(stream, attend)
        try:
            await seat.attend(self._hear)
        finally:
            self._leave(seat)

    def _enter(self, stream: Stream, attend: say.Attend) -> Seat:
        seat = Seat(stream, attend, self.now)
        old = self._seats.pop(seat.peer, None)
        if old is not None:
            self._leave_tables(old)
        keep = self.gathering.enter(seat.peer, attend.held, attend.held_loss_sum)
        self._leaving.discard(seat.peer)
        self._seats[seat.peer] = seat
        self._has_strangers = True
        seat.post(
            say.Welcome(
                head_step=self._replica.head_step,
                head=self._replica.head_digest,
                total_samples=self._replica.total_samples,
                keep=keep,
            )
        )
        log.info("%s attends (step %d, holds %d samples)", seat.peer, attend.head_step, seat_held(attend))
        self.changed.set()
        return seat

    def _leave(self, seat: Seat) -> None:
        if not self.has(seat):
            return
        del self._seats[seat.peer]
        self._leave_tables(seat)
        log.info("%s is gone", seat.peer)
        self.changed.set()

    def _leave_tables(self, seat: Seat) -> None:
        """Its samples go back to the pool; while a step is under way only after that step is decided."""
        if self.reducing is not None:
            self._leaving.add(seat.peer)
            self.reducing.lose(seat.peer)
        else:
            self.gathering.leave(seat.peer)

    def _hear(self, seat: Seat, message: say.MemberMessage) -> None:
        if not self.has(seat):
            raise ProtocolViolation("attended anew")
        match message:
            case say.Want():
                self.gathering.want(seat.peer, message.micro_batch)
            case say.Report():
                self._take_report(seat, message)
            case say.GiveBack():
                if not self.gathering.give_back(seat.peer, message.ranges):
                    self._revoke(seat)
            case say.GradientLost():
                self.gathering.lose_gradient(seat.peer)
            case say.Ready():
                self._take_ready(seat, message)
            case say.Frozen():
                self._take_frozen(seat, message)
            case say.Applied():
                seat.applied = (message.step, message.state)
            case _:
                self._hear_reduction(seat, message)
        self.changed.set()

    def _hear_reduction(self, seat: Seat, message: say.MemberMessage) -> None:
        match message:
            case say.Collected():
                seat.collected = message.step
            case say.Holding():
                seat.holding = message
            case say.CannotApply():
                self._set_ready(seat, False)
                if seat.peer == self._replica.me:
                    self.resign(Resigned(f"step {message.step} cannot be applied here: {message.reason}"))
            case say.PartClosed() | say.PartLost() | say.ReducerLost():
                if self.reducing is not None:
                    self.reducing.hear(seat.peer, message)
            case _:
                raise ProtocolViolation(f"{type(message).__name__} is not for a coordinator")

    def _take_report(self, seat: Seat, report: say.Report) -> None:
        known = self.gathering.report(seat.peer, report.samples, report.loss_sum, report.seconds, self.now)
        if not known:
            self._revoke(seat)

    def _revoke(self, seat: Seat) -> None:
        """What the member holds does not match what it was given: it starts afresh."""
        self.gathering.lose_gradient(seat.peer)
        seat.frozen = None
        seat.post(say.Forget())

    def _take_ready(self, seat: Seat, ready: say.Ready) -> None:
        if not self._is_abreast(ready):
            return  # commits are on their way to it; it will say so again
        self._set_ready(seat, True)
        if self.sealed is not None:
            seat.post(say.Sealed(seal=self.sealed, holders=self.holders()))

    def _is_abreast(self, ready: say.Ready) -> bool:
        """At the head, or one step behind it: then the seal and the commit of that step wait in the seat's outbox, and
        the next freeze comes after them. Whoever is quick is waited for; else a newcomer could run after short steps
        for ever."""
        replica = self._replica
        if ready.head == replica.head_digest:
            return True
        if ready.head_step != replica.head_step - 1:
            return False
        before = replica.log.header(ready.head_step)
        return ready.head == (before.digest if before else Digest(replica.run.raw))

    def _set_ready(self, seat: Seat, is_ready: bool) -> None:
        seat.is_ready = is_ready
        self.gathering.set_ready(seat.peer, is_ready)

    def _take_frozen(self, seat: Seat, frozen: say.Frozen) -> None:
        agrees = self.gathering.give_back(seat.peer, frozen.unfinished)
        if not agrees or self.gathering.contribution(seat.peer).samples != frozen.samples:
            self._revoke(seat)
            return
        seat.frozen = frozen

    # --- waiting and deciding

    def resign(self, resignation: Resigned) -> None:
        """The first reason counts; `until` raises it."""
        self._resignation = self._resignation or resignation
        self.changed.set()

    def check_resignation(self) -> None:
        """Raises `Resigned` if this peer is to stop conducting."""
        if self._resignation is not None:
            raise self._resignation

    async def until(self, predicate: Callable[[], bool], timeout_s: float | None = None) -> bool:
        """Waits for `predicate`, asked anew at each change; whether it came true in time. Raises `Resigned`."""
        deadline = None if timeout_s is None else self.now + timeout_s
        while not predicate():
            self.check_resignation()
            if not await self.changed.wait(deadline):
                return predicate()
        return True

    def release_the_gone(self) -> None:
        """The step is decided: what those held who left meanwhile, and no seal counts, is free again."""
        self.reducing = None
        for peer in self._leaving:
            self.gathering.leave(peer)
        self._leaving.clear()

    # --- speaking

    def post(self, peer: PeerId, message: say.CoordinatorMessage) -> None:
        self._seats[peer].post(message)

    def broadcast(self, message: say.CoordinatorMessage) -> None:
        for seat in self.members:
            seat.post(message)

    def holders(self) -> tuple[PeerId, ...]:
        """Who can give parts of the average: this peer first, then those that accept links."""
        others = [s.peer for s in self.members if s.peer != self._replica.me and s.record.is_reachable]
        return (self._replica.me, *others)

    def introduce(self) -> None:
        """Sees to it that all know each other's addresses: whoever is planned to reduce is about to be called on."""
        if self._has_strangers:
            self._has_strangers = False
            self.broadcast(self.standing())

    def standing(self) -> say.Standing:
        """The tables in brief."""
        rows = [self._row(seat) for seat in sorted(self.members, key=self._prominence)]
        return say.Standing(step=self._replica.head_step + 1, samples=self.gathering.reported, members=tuple(rows))

    def _prominence(self, seat: Seat) -> tuple[bool, bool, float]:
        return (seat.peer != self._replica.me, seat.peer != self._organiser, seat.since_s)

    def _row(self, seat: Seat) -> say.MemberStanding:
        work = self.gathering.work_of(seat.peer)
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
