"""Taking part in one run for as long as the engine lives: find the coordinator, attend, or be it.

search ──somebody conducts──▶ attend ──link lost, or told to go elsewhere──▶ search
   └──────nobody does, and this peer is the best of those it can reach──▶ conduct ──resigned──▶ search
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from core.averaging.exchange import Exchange, ExchangeEvents
from core.averaging.part_book import PartBook
from core.dht.directory import Directory
from core.dht.records import PeerRecord
from core.errors import LinkLost, PeerFault
from core.identity.ids import Digest, PeerId
from core.identity.keys import Identity
from core.swarm import messages as say
from core.swarm.catch_up import CatchUp
from core.swarm.coordinator import Coordinator, Terms
from core.swarm.member import Member, MemberTraits
from core.swarm.replica import Replica
from core.swarm.search import Conducting, Nobody, Search
from core.swarm.serving import Donor
from core.swarm.table import Resigned
from core.tasks import bare_faults, leading
from core.training.api import Progress, TrainerLost
from core.transport.api import Stream
from core.transport.local import local_streams

log = logging.getLogger(__name__)

RIVAL_CHECK_S = 3.0
AFTER_FAULT_S = 0.3


@dataclass(frozen=True, slots=True)
class ParticipationEvents:
    """What the engine is told, on the event loop."""

    on_standing: Callable[[say.Standing], None]
    on_coordinator: Callable[[PeerId | None], None]
    """Whom this peer attends now; None while it is looking."""


@dataclass(frozen=True, slots=True)
class Ports:
    """What `Participation` is plugged into."""

    directory: Directory
    my_record: Callable[[], PeerRecord]
    new_book: Callable[[int], PartBook]
    """An empty book for a step, over the trainer's average."""
    reload_state: Callable[[], Awaitable[None]]
    """Puts the best state that this machine keeps (checkpoint, initial weights) into the replica."""
    unix_time: Callable[[], float]


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
        self._catch_up = CatchUp(replica, ports.directory, ports.new_book)
        self._search = Search(self._me, terms.organiser, ports.directory, ports.my_record, self.answer)
        self.donor = Donor(replica)
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
        self._trainer_runs = asyncio.Event()

    @property
    def is_conducting(self) -> bool:
        return self._coordinator is not None

    @property
    def is_averaging(self) -> bool:
        """Whether a step is being reduced or applied here."""
        return self._member is not None and self._member.is_frozen

    # --- what the trainer says, passed on to whoever stands at the moment

    def on_progress(self, progress: Progress) -> None:
        if self._member is not None:
            self._member.on_progress(progress)
        else:
            self._replica.hold(progress.samples, progress.loss_sum, progress.seconds)

    def on_starved(self) -> None:
        if self._member is not None:
            self._member.on_starved()

    def on_gradient_lost(self) -> None:
        self._trainer_runs.clear()
        self._replica.forget_held()
        if self._member is not None:
            self._member.on_gradient_lost()

    def on_trainer_back(self) -> None:
        self._trainer_runs.set()
        if self._member is not None:
            self._member.on_trainer_back()

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

    def on_part_closed(self, part: int, included: tuple[PeerId, ...], digest: Digest) -> None:
        if self._member is not None:
            self._member.on_part_closed(part, included, digest)

    def on_part_lost(self, part: int) -> None:
        if self._member is not None:
            self._member.on_part_lost(part)

    def on_reducer_lost(self, reducer: PeerId, reason: str) -> None:
        if self._member is not None:
            self._member.on_reducer_lost(reducer, reason)

    # --- what other peers ask

    def answer(self) -> say.Coordination:
        """This peer's word on who conducts."""
        record = self._my_record()
        conducts = record if self._coordinator is not None else self._attended
        return say.Coordination(
            coordinator=conducts,
            total_samples=self._replica.total_samples,
            may_conduct=record.is_reachable and self._is_able,
            since_ms=self._started_ms,
        )

    @property
    def _is_able(self) -> bool:
        """Whether this peer could conduct with the state it has."""
        return self._replica.is_in_step or self._replica.is_beyond_by_seal

    async def serve_question(self, stream: Stream, question: say.AskCoordinator) -> None:
        self._directory.learn([question.record])
        await stream.send(self.answer())

    async def serve_attendance(self, stream: Stream, attend: say.Attend) -> None:
        """A peer wants to attend here."""
        self._directory.learn([attend.record])
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
                await self._take_part()

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

    async def _stand_still(self) -> None:
        """Between two standings nothing is computed: what is held must be what `Attend` says."""
        async with self._replica.busy:
            if self._replica.trainer.is_running:
                await self._replica.trainer.freeze()

    def _new_member(self) -> Member:
        member = Member(
            self._replica,
            self._directory,
            self.exchange,
            self._catch_up,
            self._traits,
            new_book=self._ports.new_book,
            on_standing=self._take_standing,
        )
        if self._is_paused:
            member.start_paused()
        return member

    def _take_standing(self, standing: say.Standing) -> None:
        self._directory.learn(row.record for row in standing.members)
        self._events.on_standing(standing)

    async def _attend(self, coordinator: PeerRecord) -> None:
        link = await self._directory.link_to(coordinator.peer)
        await self._stand_still()
        member = self._new_member()
        stream = await link.open(member.greeting(self._my_record()))
        self._member, self._attended = member, coordinator
        log.info("attending %s", coordinator.peer)
        self._events.on_coordinator(coordinator.peer)
        try:
            elsewhere = await member.attend(stream)
        except PeerFault:
            self._search.avoid(coordinator.peer)
            raise
        finally:
            stream.reset("the standing is over")
            self._member = self._attended = None
            self._events.on_coordinator(None)
        if elsewhere is not None:
            self._directory.learn([elsewhere])

    async def _conduct(self, found: Conducting) -> None:
        """Conducts, and attends to itself, until something better comes up."""
        if found.source is not None:
            await self._catch_up.run([found.source])
        if not self._is_able:
            await self._recover()
        coordinator = Coordinator(
            self._identity,
            self._terms,
            self._replica,
            unix_time=self._ports.unix_time,
            first_attempt=int(self._ports.unix_time() * 1000) % (1 << 40),
            expected=found.others | {self._me},
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

    async def _preside(self, coordinator: Coordinator) -> None:
        """Raises `Resigned` or `PeerFault`."""
        self._coordinator = coordinator
        self._events.on_coordinator(self._me)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(coordinator.run())
                tasks.create_task(self._attend_self(coordinator))
                tasks.create_task(self._look_for_rivals(coordinator))
        except BaseExceptionGroup as group:
            raise leading(group, Resigned, TrainerLost, PeerFault) from None
        finally:
            self._coordinator = None
            self._events.on_coordinator(None)

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
            self._replica.truncate(self._replica.position.step)

    async def _attend_self(self, coordinator: Coordinator) -> None:
        await self._stand_still()
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

    async def _look_for_rivals(self, coordinator: Coordinator) -> None:
        """Two that conduct the same run (after a split) find out here; the one with less history steps down."""
        while True:
            await asyncio.sleep(RIVAL_CHECK_S)
            seated = {seat.peer for seat in coordinator.members}
            rival = await self._search.rival(seated, self._replica.total_samples)
            if rival is not None:
                raise Resigned(f"{rival} conducts with more history", heir=rival)
