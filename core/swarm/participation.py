"""Taking part in one run for as long as the engine lives: find the coordinator, attend, or be it.

search ──somebody conducts──▶ attend ──link lost, or told to go elsewhere──▶ search
   └──────nobody does, and this peer is the best of those it can reach──▶ conduct ──resigned──▶ search
"""

import asyncio
import logging
from collections import deque
from dataclasses import replace

from core.averaging.codec import codec_named
from core.averaging.exchange import Exchange, ExchangeEvents
from core.averaging.part_book import Gaps
from core.data.ranges import SampleRange
from core.dht.records import PeerRecord
from core.errors import LinkLost, PeerFault
from core.identity.ids import Digest, PeerId
from core.identity.keys import Identity
from core.swarm import messages as say
from core.swarm.catch_up import CatchUp, CatchUpPorts
from core.swarm.coordinator import Coordinator, Start, Terms
from core.swarm.doubts import Doubts
from core.swarm.log_sync import LogSync
from core.swarm.lookout import Lookout
from core.swarm.member import Member
from core.swarm.membership import MemberPorts, MemberTraits, ParticipationEvents, Ports
from core.swarm.replica import Replica
from core.swarm.search import Conducting, Nobody, Search
from core.swarm.serving import Donor
from core.swarm.standing import ELDERS
from core.swarm.table import Resigned
from core.tasks import bare_faults, leading, run_apart
from core.training.api import Progress, TrainerLost
from core.transport.api import Stream
from core.transport.local import local_streams

log = logging.getLogger(__name__)

AFTER_FAULT_S = 0.3


class Participation:
    """One run at one peer."""

    def __init__(
        self,
        identity: Identity,
        terms: Terms,
        replica: Replica,
        traits: MemberTraits,
        ports: Ports,
        events: ParticipationEvents,
    ) -> None:
        self._identity = identity
        self._me = identity.peer_id
        self._terms = terms
        self._replica = replica
        self._traits = traits
        self._ports = ports
        self._directory = ports.directory
        self._my_record = ports.my_record
        self._events = events
        self._started_ms = int(ports.unix_time() * 1000)
        self._accuser = ports.accuser
        self._log_sync = LogSync(replica, Doubts(), self._accuser.hear)
        self._catch_up = CatchUp(
            replica,
            CatchUpPorts(
                directory=ports.directory,
                log_sync=self._log_sync,
                new_book=ports.new_book,
                reload_state=ports.reload_state,
                average_bytes=codec_named(terms.codec).coded_bytes(terms.elements),
                files=ports.files,
                on_progress=events.on_download,
            ),
        )
        self._search = Search(
            self._me,
            terms.organiser,
            ports.directory,
            self._log_sync,
            ports.my_record,
            self.answer,
            self._accuser.is_culprit,
        )
        self._lookout = Lookout(self._search, self._log_sync, replica, ports.directory)
        self.donor = Donor(replica, ports.files)
        self.exchange = Exchange(
            self._me,
            ports.directory.link_to,
            ExchangeEvents(
                on_part_closed=self.on_part_closed,
                on_part_lost=self.on_part_lost,
                on_reducer_lost=self.on_reducer_lost,
            ),
        )
        self._member: Member | None = None
        self._coordinator: Coordinator | None = None
        self._attended: PeerRecord | None = None
        self._is_paused = False
        self._term = 0
        self._attended_of_late: deque[PeerId] = deque(maxlen=4)
        self._trainer_runs = asyncio.Event()

    @property
    def is_conducting(self) -> bool:
        return self._coordinator is not None

    @property
    def is_averaging(self) -> bool:
        """Whether a step is being reduced or applied here."""
        return self._member is not None and self._member.is_averaging

    # --- what the trainer says, passed on to whoever stands at the moment

    def on_progress(self, progress: Progress) -> None:
        if self._member is not None:
            self._member.on_progress(progress)
        else:
            self._replica.hold(progress.samples, progress.loss_sum, progress.seconds)

    def on_rejected(self, samples: SampleRange) -> None:
        if self._member is not None:
            self._member.on_rejected(samples)

    def on_starved(self) -> None:
        if self._member is not None:
            self._member.on_starved()

    def on_gradient_lost(self) -> None:
        self._trainer_runs.clear()
        self._replica.lose_trainer()
        if self._member is not None:
            self._member.on_gradient_lost()

    def on_gradient_void(self) -> None:
        """It is lost, and so is what was to be done; but the trainer runs."""
        self.on_gradient_lost()
        self.on_trainer_back()

    def on_trainer_back(self) -> None:
        self._trainer_runs.set()
        if self._member is not None:
            self._member.on_trainer_back()

    def on_data(self) -> None:
        """Samples can be trained on that could not before."""
        if self._member is not None:
            self._member.on_data()

    def offer(self, contributes: bool, may_reduce: bool) -> None:
        """Changes what this peer offers, from now on."""
        self._traits = replace(self._traits, contributes=contributes, may_reduce=may_reduce)
        if self._member is not None:
            self._member.offer(self._traits)

    def petition(self) -> None:
        """There are amendments to ask for."""
        if self._member is not None:
            self._member.petition()

    async def pause(self) -> None:
        """No more work; what is accumulated still counts, and the network part goes on."""
        self._is_paused = True
        if self._member is not None:
            await self._member.pause()

    def resume(self) -> None:
        self._is_paused = False
        if self._member is not None:
            self._member.resume()

    # --- what exchanges say

    def on_part_closed(self, part: int, gaps: Gaps, digest: Digest) -> None:
        if self._member is not None:
            self._member.stepping.on_part_closed(part, gaps, digest)

    def on_part_lost(self, part: int) -> None:
        if self._member is not None:
            self._member.stepping.on_part_lost(part)

    def on_reducer_lost(self, reducer: PeerId, reason: str) -> None:
        if self._member is not None:
            self._member.stepping.on_reducer_lost(reducer, reason)

    # --- what other peers ask

    def answer(self) -> say.Coordination:
        """This peer's word on who conducts."""
        record, head = self._my_record(), self._replica.shown
        conducts = record if self._coordinator is not None else self._attended
        return say.Coordination(
            coordinator=conducts,
            head_step=head.step,
            head=head.digest,
            total_samples=head.total_samples,
            may_conduct=record.is_reachable and self._is_able,
            since_ms=self._started_ms,
        )

    @property
    def _is_able(self) -> bool:
        """Whether this peer could conduct with the state it has."""
        return self._replica.is_in_step or self._replica.is_beyond_by_seal

    async def serve_question(self, stream: Stream, question: say.AskCoordinator) -> None:
        self._directory.learn([question.record])
        self._accuser.tell(stream.peer_id)
        await stream.send(self.answer())

    async def serve_attendance(self, stream: Stream, attend: say.Attend) -> None:
        """A peer wants to attend here."""
        self._directory.learn([attend.record])
        self._accuser.tell(stream.peer_id)
        if self._coordinator is None:
            await stream.send(say.Elsewhere(coordinator=self._attended))
            return
        await self._coordinator.serve(stream, attend)

    # --- the life of it

    async def run(self) -> None:
        """Never returns; cancelled at the end."""
        if self._replica.trainer.is_running:
            self._trainer_runs.set()
        async with self.exchange:
            while True:
                await self._trainer_runs.wait()
                await run_apart(self._take_part())

    async def _take_part(self) -> None:
        """One standing, or one look for it."""
        try:
            found = await self._search.run()
            if isinstance(found, PeerRecord):
                await self._attend(found)
            elif isinstance(found, Conducting):
                await self._conduct(found)
            elif isinstance(found, Nobody):
                await asyncio.sleep(found.retry_s)
        except TrainerLost as fault:
            log.info("the standing is given up: %s", fault)
        except PeerFault as fault:
            log.info("out of touch with the coordinator: %s", fault)
            await asyncio.sleep(AFTER_FAULT_S)

    def _new_member(self) -> Member:
        member = Member(
            self._replica,
            self._traits,
            MemberPorts(
                directory=self._directory,
                exchange=self.exchange,
                catch_up=self._catch_up,
                accuser=self._accuser,
                new_book=self._ports.new_book,
                on_standing=self._take_standing,
                has_data=self._ports.has_data,
            ),
        )
        if self._is_paused:
            member.start_paused()
        return member

    def _take_standing(self, standing: say.Standing) -> None:
        self._directory.learn(standing.records)
        self._search.note_elders(row.peer for row in standing.members[:ELDERS])
        self._events.on_standing(standing)

    async def _attend(self, coordinator: PeerRecord) -> None:
        link = await self._directory.link_to(coordinator.peer)
        await self._replica.stand_still()
        member = self._new_member()
        stream = await link.open(member.greeting(self._my_record()))
        self._member, self._attended = member, coordinator
        self._attended_of_late.append(coordinator.peer)
        log.info("attending %s", coordinator.peer)
        self._events.on_coordinator(coordinator.peer)
        try:
            elsewhere = await self._attend_watching(member, stream)
        except PeerFault:
            self._search.avoid(coordinator.peer)
            raise
        finally:
            stream.reset("the standing is over")
            self._member = self._attended = None
            self._events.on_coordinator(None)
        if elsewhere is not None:
            self._directory.learn([elsewhere])
        if not member.is_welcome:
            self._search.avoid(coordinator.peer)

    async def _attend_watching(self, member: Member, stream: Stream) -> PeerRecord | None:
        """As `Member.attend`; ends too when a heavier history is conducted elsewhere or this coordinator convicted."""
        with bare_faults():
            async with asyncio.TaskGroup() as tasks:
                watching = [
                    tasks.create_task(self._lookout.look_as_member(stream.peer_id, member.tell_rumour)),
                    tasks.create_task(self._accuser.until_convicted(stream.peer_id)),
                ]
                elsewhere = await member.attend(stream)
                for task in watching:
                    task.cancel()
        return elsewhere

    async def _conduct(self, found: Conducting) -> None:
        """Conducts, and attends to itself, until something better comes up."""
        if found.source is not None:
            await self._take_over_from(found.source)
        if not self._is_able:
            await self._recover()
        coordinator = Coordinator(
            self._identity,
            self._terms,
            self._replica,
            Start(
                term=self._next_term(),
                expected=found.others | {self._me},
                predecessors=frozenset({self._me, *self._attended_of_late}),
                judge=self._search.outweighs,
                accuser=self._accuser,
                files=self._ports.files,
            ),
            unix_time=self._ports.unix_time,
        )
        log.info("conducting from step %d on", self._replica.head_step)
        try:
            await self._preside(coordinator)
        except Resigned as resigned:
            log.info("conducting no more: %s", resigned)
            await coordinator.dismiss_all(resigned.heir)
            if resigned.source is not None:
                await self._catch_up.run([resigned.source])
        finally:
            await coordinator.dismiss_all(None)

    def _next_term(self) -> int:
        """Terms of one peer differ, whatever its clock does."""
        self._term = max(self._term + 1, int(self._ports.unix_time() * 1000))
        return self._term

    async def _preside(self, coordinator: Coordinator) -> None:
        """Raises `Resigned` or `PeerFault`."""
        self._coordinator = coordinator
        self._events.on_coordinator(self._me)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(coordinator.run())
                tasks.create_task(self._attend_self(coordinator))
                tasks.create_task(self._accuser.until_convicted(self._me))
                tasks.create_task(self._lookout.look_as_coordinator(coordinator.seated, coordinator.rumours))
        except BaseExceptionGroup as group:
            raise leading(group, Resigned, TrainerLost, PeerFault) from None
        finally:
            self._coordinator = None
            self._events.on_coordinator(None)

    async def _take_over_from(self, source: PeerId) -> None:
        """The log and state of a peer that claims more history; without them this peer goes on with what it has."""
        try:
            await self._catch_up.run([source])
        except PeerFault as fault:
            log.info("%s is not waited for: %s", source, fault)
            self._log_sync.doubt_state(source)

    async def _recover(self) -> None:
        """The state is not that of the head. If no peer can help, the log goes back to the state there is."""
        reachable = [record.peer for record in self._directory.known() if record.is_reachable]
        try:
            await self._catch_up.run(reachable)
        except PeerFault:
            if not self._replica.is_on_log:
                await self._ports.reload_state()
            if not self._replica.is_on_log or self._replica.position is None:
                raise
            self._replica.come_down()

    async def _attend_self(self, coordinator: Coordinator) -> None:
        await self._replica.stand_still()
        member = self._new_member()
        near, far = local_streams(self._me, self._me)
        self._member = member
        try:
            with bare_faults():
                async with asyncio.TaskGroup() as tasks:
                    tasks.create_task(coordinator.serve(far, member.greeting(self._my_record())))
                    await member.attend(near)
                    raise LinkLost("own standing ended")
        finally:
            near.reset("no longer conducting")
            self._member = None
