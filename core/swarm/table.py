"""The coordinator's table: who sits at it, what each has said, and what follows from that for the step's tables.

Nothing is decided here; `Coordinator` looks at the table and conducts.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence

from core.dht.records import PeerRecord
from core.errors import ProtocolViolation
from core.identity.ids import Digest, PeerId
from core.swarm import messages as say
from core.swarm.amending import Petitions
from core.swarm.announcing import Announcer
from core.swarm.gathering import LEFT_OUT_STEPS, Gathering
from core.swarm.records import Commit, Contribution, Weight, weight_of
from core.swarm.reducing import Reducing
from core.swarm.replica import Replica
from core.swarm.seal import SignedSeal
from core.swarm.seat import Seat
from core.swarm.signal import Signal
from core.swarm.standing import Standings
from core.transport.api import Stream

log = logging.getLogger(__name__)

ATTEMPTS_END = 1 << 62
"""No number of a plan is so great."""

RUMOURS_LIMIT = 16
REJOIN_S = 10.0
"""How long what a member holds is kept for it when its link breaks."""


FEW = 64
PAUSE_S_PER_MEMBER = 5e-5
"""A look through the members' tables takes some microseconds for each: so the coordinator spends a small share of its
time on it."""


class Resigned(Exception):
    """This peer stops conducting; `source` has a heavier history to catch up with first, `heir` should conduct."""

    def __init__(self, reason: str, *, source: PeerId | None = None, heir: PeerId | None = None) -> None:
        super().__init__(reason)
        self.source = source
        self.heir = heir


Judge = Callable[[PeerId, Weight], Awaitable[bool]]
"""Whether a peer that claims a history of that weight has it, and it is heavier than this peer's."""


class Table:
    """Of one term of conducting. `serve` is called for each member that attends."""

    def __init__(
        self, replica: Replica, target_batch: int, organiser: PeerId, judge: Judge, *, is_delayed: bool = False
    ) -> None:
        self._replica = replica
        self._judge = judge
        self._is_delayed = is_delayed
        self._announcer = Announcer(replica.me)
        self._standings = Standings(replica.me, organiser)
        self.gathering = Gathering(target_batch, replica.log.used(), is_delayed=is_delayed)
        self.freezing: int | None = None
        """The turn in which members are asked what they give."""
        self.reducing: Reducing | None = None
        """The reduction under way."""
        self.latest_attempt = 0
        """Of the plans that members have followed, other coordinators' included: clocks differ."""
        self.sealed: SignedSeal | None = None
        """The step that is sealed and not yet committed."""
        self.claims = 0
        """Members that say they have more history, which is being checked."""
        self.rumours: dict[PeerId, PeerRecord] = {}
        """Other coordinators of this run that members have told of, newest last."""
        self.petitions = Petitions(replica.run, organiser)
        self.changed = Signal()
        self._seats: dict[PeerId, Seat] = {}
        self._resignation: Resigned | None = None
        self._farewell: say.Elsewhere | None = None
        """Said to all when the term was over."""

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
        await self._weigh(stream.peer_id, weight_of(attend.total_samples, attend.head_step, attend.head))
        if self._farewell is not None:  # the term ended meanwhile: nobody would ever conduct this member
            await stream.send(self._farewell)
            return
        seat = self._enter(stream, attend)
        try:
            await seat.attend(self._hear)
        finally:
            self._leave(seat)

    async def _weigh(self, peer: PeerId, claim: Weight) -> None:
        """A member that claims a heavier history enters when that is checked."""
        self.claims += 1
        try:
            if await self._judge(peer, claim):
                self.resign(Resigned(f"{peer} has more history", source=peer))
        finally:
            self.claims -= 1
            self.changed.set()

    def _enter(self, stream: Stream, attend: say.Attend) -> Seat:
        seat = Seat(stream, attend, self.now)
        old = self._seats.pop(seat.peer, None)
        if old is not None:
            self._leave_tables(old)
        keep, keep_carried = self._take_over(attend, seat.peer)
        self._seats[seat.peer] = seat
        if attend.attempt < ATTEMPTS_END:
            self.latest_attempt = max(self.latest_attempt, attend.attempt)
        seat.post(
            say.Welcome(
                head_step=self._replica.head_step,
                head=self._replica.head_digest,
                total_samples=self._replica.total_samples,
                keep=keep,
                keep_carried=keep_carried,
            )
        )
        log.info("%s attends (step %d, holds %d samples)", seat.peer, attend.head_step, seat_held(attend))
        self.changed.set()
        return seat

    def _take_over(self, attend: say.Attend, peer: PeerId) -> tuple[bool, bool]:
        """Whether the member may keep what it holds, and what it carries: not what is too old, or others'."""
        held, carried, gathering = attend.held, attend.carried, self.gathering
        gathering.enter(peer)
        if attend.head_step < self._replica.head_step - LEFT_OUT_STEPS:
            return not held, not carried
        keep_carried = gathering.claim(peer, carried, attend.carried_loss_sum, is_carried=True)
        return gathering.claim(peer, held, attend.held_loss_sum), keep_carried

    def _leave(self, seat: Seat) -> None:
        if not self.has(seat):
            return
        del self._seats[seat.peer]
        self._leave_tables(seat)
        log.info("%s is gone", seat.peer)
        self.changed.set()

    def _leave_tables(self, seat: Seat) -> None:
        """Its samples go back to the pool: what it gave to the step under way only if that goes without it."""
        self.gathering.leave(seat.peer, self.now if seat.has_left else self.now + REJOIN_S)
        if self.reducing is not None:
            self.reducing.lose(seat.peer)

    def _hear(self, seat: Seat, message: say.MemberMessage) -> None:
        if not self.has(seat):
            raise ProtocolViolation("attended anew")
        match message:
            case say.Want():
                self.gathering.want(seat.peer, message.micro_batch)
            case say.Report():
                self._take_report(seat, message)
            case say.GiveBack():
                self._take_back(seat, message)
            case say.GradientLost():
                self._lose_gradient(seat, message)
            case say.Ready():
                self._take_ready(seat, message)
            case say.Frozen():
                self._take_frozen(seat, message)
            case say.Applied():
                seat.applied = (message.step, message.state)
            case _:
                self._hear_more(seat, message)
        self.changed.set()

    def _hear_more(self, seat: Seat, message: say.MemberMessage) -> None:
        match message:
            case say.Offer():
                seat.take_offer(message)
            case say.Collected():
                seat.collected = message.step
            case say.Holding():
                seat.holding = message
            case say.Rumour():
                self._take_rumour(message.coordinator)
            case say.Petition():
                self._take_petition(message)
            case say.CannotApply():
                self._set_ready(seat, False)
                if seat.peer == self._replica.me:
                    self.resign(Resigned(f"step {message.step} cannot be applied here: {message.reason}"))
            case say.PartClosed() | say.PartLost() | say.ReducerLost():
                if self.reducing is not None:
                    self.reducing.hear(seat.peer, message)
            case _:
                raise ProtocolViolation(f"{type(message).__name__} is not for a coordinator")

    def _take_petition(self, message: say.Petition) -> None:
        try:
            self.petitions.add(message.amendment)
        except ValueError as fault:
            raise ProtocolViolation(f"a petition that is none: {fault}") from fault

    def _take_rumour(self, record: PeerRecord) -> None:
        self.rumours.pop(record.peer, None)
        self.rumours[record.peer] = record
        if len(self.rumours) > RUMOURS_LIMIT:
            del self.rumours[next(iter(self.rumours))]

    def _take_report(self, seat: Seat, report: say.Report) -> None:
        known = self.gathering.report(seat.peer, report.samples, report.loss_sum, report.seconds, self.now)
        if not known:
            self._revoke(seat)

    def _take_back(self, seat: Seat, message: say.GiveBack) -> None:
        if not self.gathering.give_back(seat.peer, message.ranges, are_rejected=message.are_rejected):
            self._revoke(seat)
        elif message.are_rejected:
            log.info("%s finds no finite loss of samples %s", seat.peer, message.ranges)

    def _lose_gradient(self, seat: Seat, lost: say.GradientLost) -> None:
        self.gathering.lose_gradient(seat.peer, is_carried_kept=lost.is_carried_kept)
        if self.reducing is not None and not lost.is_carried_kept:
            self.reducing.lose_gradient(seat.peer)

    def _revoke(self, seat: Seat) -> None:
        """What the member holds does not match what it was given: it starts afresh."""
        self.gathering.lose_gradient(seat.peer)
        seat.frozen = None
        seat.post(say.Forget(held=True, carried=True))

    def void_gradients(self) -> None:
        """The state has been changed from outside: what was computed for the one before is nobody's."""
        for seat in self.members:
            self._revoke(seat)

    def settle_inherited(self, contributions: Sequence[Contribution]) -> None:
        """Of a step that was sealed before this term. Whoever holds what others gave to it starts afresh."""
        for peer in self.gathering.dispossess(contributions):
            self._revoke(self._seats[peer])
        self.gathering.settle(contributions)

    def retire(self, peers: Iterable[PeerId]) -> None:
        """Their gradients are too old: whoever took it out of the trainer drops that alone."""
        for peer in peers:
            work, seat = self.gathering.work_of(peer), self._seats.get(peer)
            if work is None or seat is None:
                continue
            if self._is_delayed and work.carried.ranges:
                self.gathering.lose_carried(peer)
                seat.post(say.Forget(held=False, carried=True))
            else:
                self._revoke(seat)
            log.info("what %s gave came too late %d times and is given up", peer, LEFT_OUT_STEPS)

    def _take_ready(self, seat: Seat, ready: say.Ready) -> None:
        if not self._is_abreast(ready):
            return  # commits are on their way to it; it will say so again
        self._set_ready(seat, True)
        if self.sealed is not None:
            self._announcer.post_seal([seat], self.members, self.sealed)

    def _is_abreast(self, ready: say.Ready) -> bool:
        """At the head, or one step behind it: then the seal and the commit of that step wait in the seat's outbox, and
        the next freeze comes after them. Else a newcomer could run after short steps for ever."""
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
        work = self.gathering.work_of(seat.peer)
        if not agrees or work is None or work.samples != frozen.samples:
            self._revoke(seat)
        elif frozen.turn == self.freezing:
            self.gathering.give(seat.peer)
            seat.frozen = frozen
        else:
            self.gathering.put_aside(seat.peer)

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
            if not await self.change(deadline):
                return predicate()
        return True

    async def change(self, deadline: float | None = None) -> bool:
        """Whether anything changed before `deadline`. With many members changes are looked at together, since each
        look goes through all of them."""
        has_changed = await self.changed.wait(deadline)
        if has_changed and len(self._seats) > FEW:
            await asyncio.sleep(PAUSE_S_PER_MEMBER * len(self._seats))
        return has_changed

    # --- speaking

    def post(self, peer: PeerId, message: say.CoordinatorMessage) -> None:
        self._seats[peer].post(message)

    def broadcast(self, message: say.CoordinatorMessage) -> None:
        for seat in self.members:
            seat.post(message)

    def announce_seal(self, signed: SignedSeal) -> None:
        """A step's content is final."""
        self.sealed = signed
        self._announcer.post_seal(self.members, self.members, signed)

    def announce_commit(self, commit: Commit) -> None:
        """The sealed step is in the log."""
        self.sealed = None
        self._announcer.post_commit(self.members, commit)

    def announce_standing(self) -> None:
        """The tables in brief, to whom it is due."""
        self._standings.post(self.members, self._replica.head_step + 1, self.gathering, self.now)

    async def dismiss_all(self, heir: PeerId | None) -> None:
        """Tells every member that this peer no longer conducts."""
        seat = self._seats.get(heir) if heir else None
        self._farewell = say.Elsewhere(coordinator=seat.record if seat else None)
        await asyncio.gather(*(s.dismiss(self._farewell) for s in self.members))


def seat_held(attend: say.Attend) -> int:
    return sum(map(len, attend.held))
