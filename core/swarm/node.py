"""One run at one peer, wired: what the engine and the simulation start alike."""

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from core.averaging.assignment import Layout
from core.averaging.codec import codec_named
from core.averaging.fetch import serve_fetch
from core.averaging.history import AverageHistory
from core.averaging.messages import MESSAGES as AVERAGING_MESSAGES
from core.averaging.messages import FetchParts, OpenExchange
from core.averaging.part_book import PartBook
from core.data.ranges import SampleRange
from core.dht.directory import Head, KnownPeers, SharePeers
from core.dht.messages import MESSAGES as DHT_MESSAGES
from core.dht.messages import FindNear, Probe, StoreValues
from core.dht.records import PeerRecord, make_record, says
from core.dht.run_directory import DirectoryPorts, RunDirectory
from core.errors import ProtocolViolation
from core.identity.amendment import SignedAmendment, open_amendment
from core.identity.ids import Digest, PeerId
from core.identity.keys import Identity
from core.identity.manifest import Access
from core.swarm import messages as say
from core.swarm import state_messages as state
from core.swarm.accusing import Accuser
from core.swarm.coordinator import Terms
from core.swarm.log import LogStore, Offload
from core.swarm.membership import MemberTraits, ParticipationEvents, Ports
from core.swarm.participation import Participation
from core.swarm.replica import Replica
from core.swarm.state_files import StateFiles
from core.tasks import bare_faults
from core.training.api import Progress, Trainer
from core.transport.api import Link, Message, Place, Refusal, Stream, Transport
from core.transport.rates import Rates
from core.transport.refusals import NOT_GENUINE, NOT_INVITED, NOT_LISTED, OTHER_RUN
from core.version import VERSION

HISTORY_BYTES = 128 << 20
"""Averages of past steps that are kept in memory for those who come late; the newest two always are."""
HISTORY_STEPS = 24

MESSAGES: tuple[type[Message], ...] = (
    *(kind for kind in (vars(say) | vars(state)).values() if isinstance(kind, type) and issubclass(kind, Message)),
    *AVERAGING_MESSAGES,
    *DHT_MESSAGES,
    SharePeers,
    KnownPeers,
)
"""All that peers of a run say to each other, for the union that a transport is built with."""


@dataclass(frozen=True, slots=True)
class NodeSettings:
    """How this peer takes part."""

    access: Access
    token: bytes
    contributes: bool
    accepts_links: bool
    """False for client mode."""


@dataclass(frozen=True, slots=True)
class NodePorts:
    """What a node is plugged into."""

    log: LogStore
    trainer: Trainer
    transport: Transport
    offload: Offload
    reload_state: Callable[[], Awaitable[None]]
    unix_time: Callable[[], float]
    events: ParticipationEvents
    on_learned: Callable[[PeerRecord], None]
    places: Callable[[], Sequence[Place]]
    """Where others can reach this peer, best first; none in client mode."""
    relays: Callable[[], bool] = lambda: False
    """Whether it forwards for others."""
    rates: Callable[[], Rates] = Rates
    """What this computer's line can carry; zeros while unknown."""
    files: StateFiles | None = None
    """Where states are kept."""
    has_data: Callable[[SampleRange], bool] = lambda _: True
    """Whether these samples can be trained on here now."""


class Node:
    """Answers for one run on the links of one engine."""

    def __init__(self, identity: Identity, terms: Terms, settings: NodeSettings, ports: NodePorts) -> None:
        self._identity = identity
        self._terms = terms
        self._settings = settings
        self._ports = ports
        self._record: PeerRecord | None = None
        me = identity.peer_id
        self.directory = RunDirectory(
            identity,
            terms.run,
            DirectoryPorts(
                transport=ports.transport,
                my_record=self.record,
                unix_time=ports.unix_time,
                on_learned=ports.on_learned,
                head=self._head,
            ),
        )
        history = AverageHistory(HISTORY_BYTES, HISTORY_STEPS)
        self.replica = Replica(
            terms.run,
            me,
            ports.log,
            ports.trainer,
            history,
            ports.offload,
            organiser=terms.organiser,
            is_delayed=terms.is_delayed,
        )
        self.accuser = Accuser(terms.run, ports.log, ports.transport.links)
        self.participation = Participation(
            identity,
            terms,
            self.replica,
            MemberTraits(contributes=settings.contributes, may_reduce=settings.accepts_links, rates=ports.rates),
            Ports(
                directory=self.directory,
                my_record=self.record,
                new_book=self._new_book,
                reload_state=ports.reload_state,
                unix_time=ports.unix_time,
                files=ports.files,
                accuser=self.accuser,
                has_data=ports.has_data,
            ),
            ports.events,
        )

    def record(self) -> PeerRecord:
        """This peer's own: a new one when its addresses have changed, or the last is getting old."""
        places, relays = self._ports.places(), self._ports.relays()
        now_s = self._ports.unix_time()
        is_same = self._record is not None and says(self._record, places, relays=relays)
        if self._record is None or not is_same or not self._record.is_fresh(now_s):
            self._record = make_record(self._identity, self._terms.run, places, now_s, relays=relays)
        return self._record

    def greeting(self) -> say.Greeting:
        return say.Greeting(
            run=self._terms.run, record=self.record(), software=f"idlewild {VERSION}", token=self._settings.token
        )

    def admit(self, peer: PeerId, greeting: Message) -> str:
        """Judges a peer before anything else is read from it: why it may not take part; empty if it may."""
        if not isinstance(greeting, say.Greeting) or greeting.run != self._terms.run:
            return str(OTHER_RUN)
        if not self.directory.is_genuine(greeting.record) or greeting.record.peer != peer:
            return str(NOT_GENUINE)
        refusal = self._fault_of_access(peer, greeting.token)
        if not refusal:
            self.directory.met(greeting.record)
        return refusal

    def _fault_of_access(self, peer: PeerId, token: bytes) -> str:
        access = self._settings.access
        if access.policy == "invite":
            is_invited = access.token_digest is not None and hmac.compare_digest(
                Digest.of(token).raw, access.token_digest.raw
            )
            return "" if is_invited else str(NOT_INVITED)
        if access.policy == "allow-list" and peer not in access.peers:
            return str(NOT_LISTED)
        return ""

    def _new_book(self, step: int, layout: Layout) -> PartBook:
        if layout.elements != self._terms.elements:
            raise ProtocolViolation(f"cuts of {layout.elements} elements instead of {self._terms.elements}")
        return PartBook(step, layout, codec_named(self._terms.codec), self._ports.trainer.average)

    async def run(self) -> None:
        """Takes part until cancelled."""
        with bare_faults():
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self.directory.run())
                tasks.create_task(self.participation.donor.run())
                tasks.create_task(self.accuser.run())
                await self.participation.run()

    def _head(self) -> Head | None:
        head = self.replica.log.head()
        return Head(head.step, head.digest) if head is not None else None

    async def meet(self, link: Link) -> None:
        """Exchanges acquaintances with a peer just linked to."""
        self.accuser.tell(link.peer_id)
        await self.directory.exchange(link, self.record())

    def petition(self, signed: SignedAmendment) -> None:
        """The organiser, here, wants this change: whoever conducts is asked for it until the log has it. Raises
        `ValueError` if it is not the organiser's."""
        amendment = open_amendment(signed, self._terms.run, self._terms.organiser)
        if amendment.number > self.replica.amendments and signed not in self.replica.petitions:
            self.replica.petitions.append(signed)
        self.participation.petition()

    # --- what the trainer says

    def on_progress(self, progress: Progress) -> None:
        self.participation.on_progress(progress)

    def on_rejected(self, samples: SampleRange) -> None:
        self.participation.on_rejected(samples)

    def on_starved(self) -> None:
        self.participation.on_starved()

    # --- what peers ask

    async def serve(self, link: Link, stream: Stream, first: Message) -> None:
        """Answers one stream that a peer has opened; what belongs to no run is refused."""
        match first:
            case FindNear() | StoreValues() | Probe():
                await self.directory.serve_question(link, stream, first)
            case SharePeers():
                await self.directory.serve(stream, first, self.record())
            case _:
                self.directory.note_use(link)
                await self._serve_swarm(link, stream, first)

    async def _serve_swarm(self, link: Link, stream: Stream, first: Message) -> None:
        match first:
            case say.Attend():
                await self.participation.serve_attendance(stream, first)
            case say.AskCoordinator():
                await self.participation.serve_question(stream, first)
            case OpenExchange():
                await self.participation.exchange.serve(link, stream, first)
            case FetchParts():
                await serve_fetch(stream, first, self.replica.history)
            case say.Accuse():
                self.accuser.take(first.proofs)
            case _:
                await self._serve_history(stream, first)

    async def _serve_history(self, stream: Stream, first: Message) -> None:
        donor = self.participation.donor
        match first:
            case say.FetchLog():
                await donor.serve_log(stream, first)
            case say.FetchCommit():
                await donor.serve_commit(stream, first)
            case state.FetchAverage():
                await donor.serve_average(stream, first)
            case state.AskState():
                await donor.serve_offer(stream, first)
            case state.FetchState():
                await donor.serve_state(stream, first)
            case _:
                await stream.send(Refusal(reason=f"{type(first).__name__} opens no stream here"))
