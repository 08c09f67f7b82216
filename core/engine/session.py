"""One run at this engine, from the invitation to the last commit: transport, trainer and node, and their order."""

import asyncio
import functools
import logging
import time
from contextlib import AsyncExitStack

from core.collaboration.invitation import Invitation
from core.dht.records import PeerRecord
from core.engine.amending import Amender
from core.engine.calling import Caller, facts_of
from core.engine.computing import trainer_of
from core.engine.feeding import Feeding, FeedingPorts, larder_of
from core.engine.gathering import Gathering
from core.engine.joining import fetch_manifest, manifest_of, objects_of
from core.engine.keeping import Keeper
from core.engine.labour import Labour
from core.engine.lending import SessionParts
from core.engine.listening import Listening, reach_settings
from core.engine.measuring import measure_rates
from core.engine.nearby import offer_of
from core.engine.obeying import Obedience
from core.engine.reception import Reception, record_of_link
from core.engine.roles import Roles
from core.engine.terms import terms_of
from core.errors import PeerFault
from core.identity.amendment import Joined
from core.identity.ids import PeerId
from core.identity.manifest import Manifest
from core.ipc.messages import Phase, Reason
from core.nat.calls import Calls
from core.nat.facts import NetworkFacts
from core.nat.interfaces import Change
from core.nat.reach import Reach
from core.saying import say
from core.storage.log_store import LogStore
from core.storage.runs import RunRecord
from core.swarm import messages as m
from core.swarm.download import DownloadProgress
from core.swarm.membership import ParticipationEvents
from core.swarm.node import Node, NodePorts, NodeSettings
from core.swarm.records import Commit
from core.tasks import SideTasks, bare_faults
from core.training.process import TrainerProcess
from core.transport.api import Link, parse_place
from core.transport.endpoint import Endpoint

log = logging.getLogger(__name__)

ACQUAINT_EVERY_S = 3.0


class Session:
    """`run` does everything; the attributes are for whoever reports on it."""

    def __init__(self, parts: SessionParts, goal: RunRecord | Invitation, endpoint: Listening) -> None:
        self._parts = parts
        self._goal = goal
        self._listening = endpoint
        self.identity = parts.identity
        self.record: RunRecord | None = goal if isinstance(goal, RunRecord) else None
        self.manifest: Manifest | None = None
        self.endpoint: Endpoint | None = None
        self.reach: Reach | None = None
        self.trainer: TrainerProcess | None = None
        self.node: Node | None = None
        self.feeding: Feeding | None = None
        self.log: LogStore | None = None
        self.governor = parts.governor
        self.amender: Amender | None = None
        self.standing: m.Standing | None = None
        self.coordinator: PeerId | None = None
        self.is_equipped = False
        """What computes is there."""
        self.download: DownloadProgress | None = None
        """Of the state, while that is being fetched."""
        self.keeper: Keeper | None = None
        self._calls = Calls()
        self._caller: Caller | None = None
        self._side = SideTasks()
        self._crew: Obedience | None = None
        self.roles = Roles(
            parts.options,
            self.network_facts,
            lambda: self.trainer.device if self.trainer is not None else "cpu",
            lambda _: self._offer(self.governor.bulk.is_open),
        )
        self._labour = Labour(self.roles, lambda: self.node, self._side)

    async def run(self) -> None:
        """Takes part until cancelled. Raises `LocalFault`."""
        async with AsyncExitStack() as stack:
            run = self._goal.run
            token = self._goal.token or b""
            reception = Reception(self._parts.identity, run, token, self._parts.objects, time.time)
            settings = reach_settings(self._parts.options, self._parts.identity.peer_id, run)
            self.reach = Reach(settings, record_of_link=record_of_link, on_network=self._on_network)
            self.endpoint = await self._listening.open(reception, self.reach, self._on_link)
            stack.push_async_callback(self.endpoint.close)
            with bare_faults():
                async with asyncio.TaskGroup() as tasks:
                    reaching = tasks.create_task(self.reach.run())
                    await self._join_in(reception, stack)
                    reaching.cancel()

    async def _join_in(self, reception: Reception, stack: AsyncExitStack) -> None:
        assert self.reach is not None
        self.record = await self._joined()
        manifest = self.manifest = manifest_of(self.record)
        accepts_links = not self._parts.options.client_mode
        self.reach.household.show(offer_of(self.record.run, manifest, accepts_links=accepts_links))
        self._caller = self._make_caller(manifest)
        await self._parts.installed()
        self.is_equipped = True
        await self._gather_objects(manifest, self._caller)
        await self._assemble(reception, manifest, stack)
        await self._take_part()

    # --- getting ready

    async def _joined(self) -> RunRecord:
        """The run's record; with a fresh invitation the manifest is fetched first."""
        if isinstance(self._goal, RunRecord):
            return self._goal
        assert self.endpoint is not None
        self._parts.board.report_fetching(say("Asking for the collaboration's manifest."), 0.0)
        signed = await fetch_manifest(self.endpoint, self._goal, self._calls)
        record = RunRecord(
            run=signed.run, signed=signed, is_host=False, token=self._goal.token, draft=None, joined_s=int(time.time())
        )
        self._parts.remember(record)
        organiser, places = self._goal.organiser, self._goal.bootstrap
        self._parts.runs.remember_peer(record.run, organiser, places, int(time.time()))
        return record

    async def _gather_objects(self, manifest: Manifest, caller: Caller) -> None:
        gathering = Gathering(
            store=self._parts.objects,
            links=self._links,
            board=self._parts.board,
            bulk=self.governor.bulk,
            call_all=caller.call_all,
            facts=self.network_facts,
        )
        await gathering.gather(objects_of(manifest))

    def _links(self) -> list[Link]:
        assert self.endpoint is not None
        return list(self.endpoint.links())

    async def _assemble(self, reception: Reception, manifest: Manifest, stack: AsyncExitStack) -> None:
        parts, record = self._parts, self.record
        assert record is not None
        assert self.endpoint is not None
        parts.board.say(Phase.STARTING, Reason.PREPARING, say("Starting the training process."))
        self.log = parts.open_log(record)
        self.trainer = trainer_of(
            manifest,
            parts.home,
            parts.options,
            parts.settings,
            self.governor,
            trains=self.roles.trains,
            events=self._labour.events,
        )
        stack.callback(self.trainer.close)
        stack.push_async_callback(self.trainer.stop)
        stack.callback(parts.look_at_spending)  # while the trainer is there to be asked
        self.feeding = self._make_feeding(manifest, record)
        self.keeper = Keeper(record, manifest, parts.home, parts.open_scores(record), parts.board.notices.append)
        self.node = reception.node = self._make_node(manifest, record)
        petitions, show = parts.open_petitions(record), functools.partial(self._take_joined, reception)
        self.amender = Amender(parts.identity, manifest, self.node, petitions, self.keeper.files, parts.home, show)
        self._crew = Obedience(
            self.trainer,
            self.node.participation,
            self.node.replica,
            trains=self.roles.trains,
            on_work=self.feeding.supply.look,
            on_bulk=self._offer,
        )
        await self.keeper.load(self._node.replica)
        await self._labour.begin(self.trainer)

    def _take_joined(self, reception: Reception, joined: tuple[Joined, ...]) -> None:
        assert self.manifest is not None and self.record is not None and self.trainer is not None  # noqa: PT018
        assert self.feeding is not None
        self.trainer.join(joined)
        self.feeding.join(joined)
        reception.show(self.record.signed, self.manifest, self.feeding.donor)

    def _make_feeding(self, manifest: Manifest, record: RunRecord) -> Feeding:
        assert self.endpoint is not None
        assert self.log is not None
        parts, endpoint, history = self._parts, self.endpoint, self.log
        return Feeding(
            manifest,
            larder_of(parts.options, parts.settings, parts.home, parts.objects, is_host=record.is_host),
            FeedingPorts(
                links=self._links,
                upload_bytes_per_s=lambda: endpoint.upload_bytes_per_s,
                download=self._listening.budget.download,
                meter=self._listening.budget.meter,
                web=parts.web,
                position=lambda: head.total_samples if (head := history.head()) is not None else 0,
                may_work=lambda: self.governor.decision.may_run,
                bulk=self.governor.bulk,
                on_ready=self._on_data,
            ),
        )

    def _on_data(self) -> None:
        self._node.participation.on_data()

    @property
    def _node(self) -> Node:
        assert self.node is not None
        return self.node

    def _make_node(self, manifest: Manifest, record: RunRecord) -> Node:
        assert self.log is not None
        assert self.trainer is not None
        assert self.endpoint is not None
        assert self.reach is not None
        assert self.keeper is not None
        assert self.feeding is not None
        options, reach = self._parts.options, self.reach
        node = Node(
            self._parts.identity,
            terms_of(record.run, manifest),
            NodeSettings(
                access=manifest.access,
                token=record.token or b"",
                contributes=self.roles.trains,
                accepts_links=not options.client_mode,
            ),
            NodePorts(
                log=self.log,
                trainer=self.trainer,
                transport=self.endpoint,
                offload=asyncio.to_thread,
                reload_state=self._reload_state,
                unix_time=time.time,
                events=ParticipationEvents(
                    on_standing=self._on_standing,
                    on_coordinator=self._on_coordinator,
                    on_download=self._on_download,
                ),
                on_learned=self._on_learned,
                places=reach.places,
                relays=lambda: reach.relays,
                rates=self.endpoint.line.probed_rates,
                files=self.keeper.files,
                has_data=self.feeding.has,
            ),
        )
        reach.directory = node.directory
        node.replica.on_committed = self._on_committed
        return node

    async def _reload_state(self) -> None:
        assert self.keeper is not None
        await self.keeper.load(self._node.replica)

    # --- taking part

    @property
    def is_assembled(self) -> bool:
        """Whether all its parts are there, though they may not run yet."""
        return self._crew is not None

    @property
    def is_between_states(self) -> bool:
        """Whether a step is being applied, or is applied and not yet committed."""
        return self.node is not None and self.node.participation.is_averaging and not self._node.replica.is_in_step

    async def _take_part(self) -> None:
        assert self.endpoint is not None
        assert self._crew is not None
        assert self.keeper is not None
        assert self.feeding is not None
        try:
            async with self._side.group() as tasks:
                self.governor.join(self._crew)
                tasks.create_task(self._crew.run())
                tasks.create_task(self._labour.run())
                tasks.create_task(self._node.run())
                tasks.create_task(self.feeding.run(trains=self.roles.trains))
                tasks.create_task(self._keep_acquainted())
                tasks.create_task(measure_rates(self.endpoint))
                tasks.create_task(self.roles.run())
                tasks.create_task(self.keeper.run())
        finally:
            self.governor.leave()
            await self.keeper.save(self._node.replica)

    def _on_committed(self, commit: Commit) -> None:
        self._parts.on_commit(commit)
        self.roles.note_commit()
        if self.feeding is not None:
            self.feeding.supply.look()
        if self.keeper is not None:
            self._side.spawn(self.keeper.save_when_due(self._node.replica))

    def _on_standing(self, standing: m.Standing) -> None:
        self.standing = standing

    def _on_coordinator(self, peer: PeerId | None) -> None:
        self.coordinator = peer

    def _on_download(self, progress: DownloadProgress | None) -> None:
        self.download = progress

    def _offer(self, bulk: bool) -> None:
        """Others do not count on a peer that may not move much."""
        choice = self.roles.choice
        self._node.participation.offer(choice.contributes and bulk, choice.may_reduce and bulk)

    # --- other peers

    def _on_link(self, link: Link) -> None:
        if self.node is not None:
            self._side.spawn(self._meet(link))

    async def _meet(self, link: Link) -> None:
        try:
            await self._node.meet(link)
        except PeerFault as fault:
            log.debug("%s tells nothing: %s", link.peer_id, fault)

    def _on_learned(self, record: PeerRecord) -> None:
        assert self.record is not None
        self._parts.runs.remember_peer(self.record.run, record.peer, record.places(), record.sequence // 1000)

    async def _keep_acquainted(self) -> None:
        """Without any link, whoever was ever known is called on."""
        assert self._caller is not None
        while True:
            if not self._links():
                await self._caller.call_all()
            await asyncio.sleep(ACQUAINT_EVERY_S)

    def _on_network(self, change: Change) -> None:
        """Whoever is known is called on at once where there is a network again."""
        if self._caller is not None and (change.has_moved or change.has_slept or not change.before.has_network):
            self._side.spawn(self._caller.call_all())

    def _make_caller(self, manifest: Manifest) -> Caller:
        assert self.endpoint is not None
        assert self.record is not None
        places = [parse_place(text) for text in manifest.bootstrap]
        if isinstance(self._goal, Invitation):
            places += self._goal.bootstrap
        return Caller(self.endpoint, self._calls, self._parts.runs, self.record.run, places)

    def network_facts(self) -> NetworkFacts | None:
        """What is known of this computer's place in the network; None before anything is."""
        if self.endpoint is None or self.reach is None:
            return None
        is_host = self.record is not None and self.record.is_host
        around = self.reach.household.surroundings
        return self.reach.facts(facts_of(self.endpoint, self._calls, expects_others=not is_host, surroundings=around))

    async def check_network(self) -> None:
        """Tests anew what `network_facts` tells."""
        if self.reach is not None:
            self.reach.test_again()
        if self._caller is not None:
            await self._caller.call_all()
