"""One peer's standing with the coordinator: what it does from `Attend` until the stream ends.

Messages are handled one after the other in the order they come, so the member is always at one place of the step. Only
what is about work alone overtakes them: the trainer need not wait for the network.
"""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from core.data.ranges import SampleRange
from core.dht.records import PeerRecord
from core.errors import PeerFault
from core.identity.ids import Digest, PeerId
from core.swarm import messages as say
from core.swarm.acquainting import Acquainter
from core.swarm.log_sync import whole_commit
from core.swarm.membership import MemberPorts, MemberTraits
from core.swarm.offering import Offering
from core.swarm.replica import Replica
from core.swarm.stepping import Stepping
from core.tasks import bare_faults
from core.training.api import Progress, TrainerLost
from core.transport.api import Stream

log = logging.getLogger(__name__)


ASK_AHEAD_S = 0.5
"""With less work left than this the trainer would soon rest: a round trip, and the coordinator's time."""


class Member:
    """Takes part in the steps of one run. One at a time attends; `Participation` makes a new one for each standing."""

    def __init__(self, replica: Replica, traits: MemberTraits, ports: MemberPorts) -> None:
        self._replica = replica
        self._trainer = replica.trainer
        self._offering = Offering(traits, self._say)
        self._directory = ports.directory
        self._exchange = ports.exchange
        self._catch_up = ports.catch_up
        self._accuser = ports.accuser
        self._on_standing = ports.on_standing
        self._has_data = ports.has_data
        self.stepping = Stepping(replica, ports, self._say, self._spawn)
        self._outbox: asyncio.Queue[say.MemberMessage] = asyncio.Queue()
        self._lane: asyncio.Queue[say.CoordinatorMessage | PeerFault | TrainerLost] = asyncio.Queue()
        """What is handled in order."""
        self.is_welcome = False
        """Whether whoever is attended really conducts."""
        self._coordinator: PeerId | None = None
        self._acquainter = Acquainter(ports.directory, replica.me, self._spawn)
        self._is_ready = False
        self._is_averaging = False
        self._is_paused = False
        self._has_asked = False
        self._has_work = False
        self._queued = 0
        """Leased samples not done yet."""
        self._lacking: SampleRange | None = None
        """Was given back because its data is not here: until it is, or the step is over, nothing is asked for."""
        self._tasks: asyncio.TaskGroup | None = None

    @property
    def is_averaging(self) -> bool:
        """Whether a step is being averaged or applied here."""
        return self._is_averaging

    @property
    def _stands_still(self) -> bool:
        """Whether the trainer waits for the end of the step."""
        return self._is_averaging and not self._replica.gradient.is_delayed

    # --- the standing

    async def attend(self, stream: Stream) -> PeerRecord | None:
        """Attends on `stream`, newly opened to the coordinator, until it ends.

        Returns the coordinator to go to next, if this one named it. Raises `PeerFault` when the link is lost.
        """
        self._coordinator = stream.peer_id
        self._replica.on_idle = self._continue
        try:
            with bare_faults():
                async with asyncio.TaskGroup() as tasks:
                    self._tasks = tasks
                    carrying = (tasks.create_task(self._send(stream)), tasks.create_task(self._receive(stream)))
                    elsewhere = await self._go_through_lane()
                    self._tasks = None
                    self._exchange.end()
                    for task in carrying:
                        task.cancel()
        finally:
            self._tasks = None
            self._replica.on_idle = lambda: None
            self._exchange.end()
        return elsewhere

    def greeting(self, record: PeerRecord) -> say.Attend:
        """The first message of a standing."""
        replica, head = self._replica, self._replica.shown
        held, carried = replica.gradient.held, replica.gradient.carried
        traits, rates = self._offering.traits, self._offering.told_at_first()
        return say.Attend(
            record=record,
            head_step=head.step,
            head=head.digest,
            total_samples=head.total_samples,
            contributes=traits.contributes,
            may_reduce=traits.may_reduce,
            held=tuple(held.ranges),
            held_loss_sum=held.loss_sum,
            carried=tuple(carried.ranges),
            carried_loss_sum=carried.loss_sum,
            sealed=replica.sealed if record.is_reachable and replica.can_give_sealed else None,
            upload_bytes_per_s=rates.upload_bytes_per_s,
            download_bytes_per_s=rates.download_bytes_per_s,
            attempt=self._exchange.latest_attempt,
        )

    def offer(self, traits: MemberTraits) -> None:
        """Corrects what this peer offers, while it attends."""
        self._offering.change(traits)
        self._ask()

    async def _send(self, stream: Stream) -> None:
        with suppress(PeerFault):  # whoever receives sees the same
            while True:
                await stream.send(await self._outbox.get())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs beside the reading of messages, until the standing ends at the latest."""
        if self._tasks is None:
            work.close()
        else:
            self._tasks.create_task(work)

    def _say(self, message: say.MemberMessage) -> None:
        self._outbox.put_nowait(message)

    async def _receive(self, stream: Stream) -> None:
        try:
            while True:
                message = await stream.receive(say.CoordinatorMessage)
                match message:
                    case say.Lease() if message.amendments <= self._replica.amendments:
                        self._take_lease(message.samples)
                    case say.Forget():
                        await self._forget(message)
                    case say.Standing():
                        self._on_standing(message)
                        self._acquainter.hear(message)
                    case _:
                        self._lane.put_nowait(message)
        except (PeerFault, TrainerLost) as fault:
            self._lane.put_nowait(fault)  # what came before it is handled before it

    async def _go_through_lane(self) -> PeerRecord | None:
        while True:
            message = await self._lane.get()
            if isinstance(message, PeerFault | TrainerLost):
                raise message
            if isinstance(message, say.Elsewhere):
                return message.coordinator
            await self._handle(message)

    async def _handle(self, message: say.CoordinatorMessage) -> None:
        match message:
            case say.Welcome():
                await self._welcome(message)
            case say.Freeze():
                await self._freeze(message)
            case say.Skip():
                self._exchange.end()
                self._resume()
            case say.Sealed():
                self._is_averaging = True
                await self.stepping.take_seal(message)
            case say.Committed():
                await self._take_commit(message)
            case say.Lease():
                self._take_lease(message.samples)
            case _:
                self.stepping.hear(message)

    # --- coming in

    async def _welcome(self, welcome: say.Welcome) -> None:
        self.is_welcome = True
        if not (welcome.keep and welcome.keep_carried):
            await self._replica.clear_gradient(held=not welcome.keep, carried=not welcome.keep_carried)
        await self._become_ready(welcome.head)

    async def _become_ready(self, head: Digest) -> None:
        """Catches up if need be and says `Ready`. The messages that come meanwhile wait; what they say of steps is
        caught up with as well."""
        replica = self._replica
        if not (replica.head_digest == head and (replica.is_in_step or replica.is_beyond_by_seal)):
            self._is_ready = False
            await self._reach_head()
        self._is_ready = True
        self._say_ready()

    async def _reach_head(self) -> None:
        if self._coordinator is None or self._coordinator == self._replica.me:
            raise PeerFault("this peer conducts and cannot catch up with itself")
        self._exchange.end()
        self.stepping.end()
        losses = self._replica.gradient.losses
        others = [r.peer for r in self._directory.known() if r.peer != self._coordinator and r.is_reachable]
        await self._catch_up.run([self._coordinator, *others])
        self._note_loss(losses)  # what was held belonged to another history, or was too old

    def _note_loss(self, losses: int) -> None:
        """Tells if the gradient was lost since there had been so many losses."""
        gradient = self._replica.gradient
        if gradient.losses != losses:
            self._drop_work()
            self._say(say.GradientLost(is_carried_kept=bool(gradient.carried.ranges)))

    async def _pass_amendment(self, step: int) -> None:
        losses = self._replica.gradient.losses
        await self._catch_up.pass_amendment(step)
        self._note_loss(losses)

    # --- working

    def on_progress(self, progress: Progress) -> None:
        """The trainer has finished a micro-batch."""
        self._replica.hold(progress.samples, progress.loss_sum, progress.seconds)
        self._say(say.Report(samples=progress.samples, loss_sum=progress.loss_sum, seconds=progress.seconds))
        done = len(progress.samples)
        self._queued = max(0, self._queued - done)
        if self._queued * progress.seconds < ASK_AHEAD_S * done:
            self._has_work = False
            self._ask()

    def on_rejected(self, samples: SampleRange) -> None:
        """The trainer could not do these."""
        self._queued = max(0, self._queued - len(samples))
        self._say(say.GiveBack(ranges=(samples,), are_rejected=True))

    def on_starved(self) -> None:
        """The trainer will soon have nothing to do."""
        self._has_work = False
        self._ask()

    def on_gradient_lost(self) -> None:
        """The trainer died; what it held is void, and without delay that is what is being averaged."""
        if self._stands_still:
            self._exchange.stop_waiting_for(self._replica.me)
        self._replica.lose_trainer()
        self._drop_work()
        self._say(say.GradientLost(is_carried_kept=self._replica.gradient.is_delayed))

    def on_trainer_back(self) -> None:
        """Whatever was to let the trainer go on meanwhile could not."""
        self._has_asked = False
        self._continue()

    def on_data(self) -> None:
        """Some samples can be trained on that could not before."""
        if self._lacking is not None and self._has_data(self._lacking):
            self._lacking = None
        self._ask()

    def tell_rumour(self, coordinator: PeerRecord) -> None:
        self._say(say.Rumour(coordinator=coordinator))

    def start_paused(self) -> None:
        """Before `attend`: takes no leases until `resume`."""
        self._is_paused = True

    async def pause(self) -> None:
        """No more work until `resume`. Leased samples go back; the gradient stays and counts."""
        self._is_paused = True
        if not self._stands_still:
            with suppress(TrainerLost):
                async with self._replica.at_rest():
                    self._return(self._drop_work())

    def resume(self) -> None:
        self._is_paused = False
        self._has_asked = False
        self._continue()

    def _resume(self) -> None:
        """The step's averaging is over, one way or the other."""
        self.stepping.end()
        self._is_averaging = False
        self._lacking = None
        self._continue()

    def _continue(self) -> None:
        """The trainer works, if nothing speaks against it."""
        if self._is_ready and self._trainer.is_running and not (self._stands_still or self._is_paused):
            self._replica.go_on()
            self._ask()

    def _ask(self) -> None:
        is_able = self._offering.traits.contributes and self._trainer.is_running and self._trainer.micro_batch > 0
        is_idle = not (self._stands_still or self._is_paused or self._has_asked or self._has_work)
        if is_able and self._is_ready and is_idle and self._lacking is None:
            self._has_asked = True
            self._say(say.Want(micro_batch=self._trainer.micro_batch))

    def _take_lease(self, samples: SampleRange) -> None:
        self._has_asked = False
        if self._is_paused or self._stands_still or not self._trainer.is_running:
            self._return([samples])
        elif not self._has_data(samples):
            self._lacking = samples
            self._return([samples])
        else:
            self._has_work = True
            self._queued += len(samples)
            self._replica.assign(samples)

    def _drop_work(self) -> list[SampleRange]:
        """What the trainer had not done; it has nothing to do now."""
        self._has_asked = self._has_work = False
        self._queued = 0
        return self._replica.give_up_work()

    def _return(self, unfinished: list[SampleRange]) -> None:
        if unfinished:
            self._say(say.GiveBack(ranges=tuple(unfinished)))

    async def _forget(self, message: say.Forget) -> None:
        """What this peer has is nobody's: the coordinator has its samples back already."""
        is_one = not self._replica.gradient.is_delayed
        await self._replica.clear_gradient(held=message.held or is_one, carried=message.carried)
        if message.held or is_one:
            self._drop_work()
        self._continue()

    async def _freeze(self, message: say.Freeze) -> None:
        """Says what this peer gives to the step; with delayed averaging the trainer goes on at once."""
        self._is_averaging = True
        replica, gradient, has_said = self._replica, self._replica.gradient, False
        try:
            async with replica.at_rest():
                is_taken = bool(gradient.held.ranges) and gradient.is_delayed
                if not await gradient.take_out():
                    self._say(say.GradientLost())
                self._say_frozen(message)
                has_said = True
                if is_taken and self._trainer.is_running:
                    await self._trainer.clear()
        except TrainerLost:
            if not has_said:
                self._say_frozen(message)
        self._continue()

    def _say_frozen(self, message: say.Freeze) -> None:
        replica = self._replica
        unfinished: list[SampleRange] = []
        if self._stands_still:
            unfinished = self._drop_work()
        samples = replica.gradient.given.ranges.samples
        self._say(
            say.Frozen(step=message.step, turn=message.turn, samples=samples, unfinished=tuple(unfinished)),
        )

    async def _take_commit(self, message: say.Committed) -> None:
        header, replica = message.signed.header, self._replica
        self._directory.learn(message.records)
        if header.step <= replica.head_step and replica.log.header(header.step) == header:
            if self._is_ready and replica.is_in_step:  # this peer conducts, and has appended it already
                self._say_ready()
            return
        if not self._is_ready:
            return
        try:
            replica.append(await whole_commit(replica, self._directory.link_to, message, self._accuser.hear))
            if header.amendment is not None:
                await self._pass_amendment(header.step)
        except PeerFault as fault:
            log.info("step %d is fetched with the log: %s", header.step, fault)
        if replica.head_digest != header.digest or not replica.is_in_step:
            await self._become_ready(header.digest)
            return
        self._say_ready()

    def _say_ready(self) -> None:
        self._say(say.Ready(head_step=self._replica.head_step, head=self._replica.head_digest))
        self._offering.correct_rates()
        self.petition()
        self._resume()

    def petition(self) -> None:
        """Asks for the organiser's amendments that wait here."""
        if self._is_ready:
            self._offering.petition(self._replica.petitions)
