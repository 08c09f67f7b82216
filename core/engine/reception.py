"""Who gets in, and who answers: what the transport asks of an engine, whatever the engine is busy with."""

from collections.abc import Callable

from core.data.exchange import FetchObject, ObjectHead, serve_object
from core.data.handing_out import PieceDonor
from core.data.objects import ObjectStore
from core.data.piece_messages import MESSAGES as PIECE_MESSAGES
from core.data.piece_messages import AskHashes, TakePieces
from core.dht.records import PeerRecord, is_genuine, make_record
from core.engine.joining import objects_of
from core.identity.ids import PeerId, RunId
from core.identity.keys import Identity
from core.identity.manifest import Manifest, SignedManifest
from core.nat.answers import SERVICES
from core.nat.messages import MESSAGES as NAT_MESSAGES
from core.nat.rate_probe import MESSAGES as RATE_MESSAGES
from core.nat.rate_probe import MeasureRates, RateProbes
from core.nat.reach import Reach
from core.swarm import messages as say
from core.swarm.node import MESSAGES as SWARM_MESSAGES
from core.swarm.node import Node
from core.swarm.serving import serve_manifest
from core.transport.api import Link, Message, Refusal, Stream
from core.transport.refusals import NOT_GENUINE, OTHER_RUN
from core.version import VERSION

MESSAGES: tuple[type[Message], ...] = (
    *SWARM_MESSAGES,
    *NAT_MESSAGES,
    *RATE_MESSAGES,
    *PIECE_MESSAGES,
    FetchObject,
    ObjectHead,
)


class Reception:
    """Of one run. At first it only says who this peer is; then it serves what the manifest names; then the node
    answers as well."""

    def __init__(
        self, identity: Identity, run: RunId, token: bytes, objects: ObjectStore, unix_time: Callable[[], float]
    ) -> None:
        self._identity = identity
        self._run = run
        self._token = token
        self._objects = objects
        self._unix_time = unix_time
        self._signed: SignedManifest | None = None
        self._shared: frozenset[object] = frozenset()
        self.node: Node | None = None
        self.reach: Reach | None = None
        self._rate_probes = RateProbes()
        self._donor: PieceDonor | None = None

    def show(self, signed: SignedManifest, manifest: Manifest, donor: PieceDonor) -> None:
        """From now on the manifest, its objects, and its data by the piece are served."""
        self._signed = signed
        self._shared = frozenset(objects_of(manifest))
        self._donor = donor

    def greeting(self) -> Message:
        if self.node is not None:
            return self.node.greeting()
        record = make_record(self._identity, self._run, (), self._unix_time())
        return say.Greeting(run=self._run, record=record, software=f"idlewild {VERSION}", token=self._token)

    def admit(self, peer: PeerId, greeting: Message) -> str:
        if self.node is not None:
            return self.node.admit(peer, greeting)
        if not isinstance(greeting, say.Greeting) or greeting.run != self._run:
            return str(OTHER_RUN)
        is_own = is_genuine(greeting.record, self._run) and greeting.record.peer == peer
        return "" if is_own else str(NOT_GENUINE)

    async def serve(self, link: Link, stream: Stream, first: Message) -> None:
        # Who may come in is known to the node alone: before, nothing is done for others.
        is_due = self.node is not None or not isinstance(first, SERVICES)
        if is_due and self.reach is not None and await self.reach.serve(link, stream, first):
            return
        match first:
            case FetchObject():
                await serve_object(stream, first, self._objects, self._shared.__contains__)
            case AskHashes() | TakePieces() if self._donor is not None:
                await self._donor.serve(stream, first)
            case say.FetchManifest() if self._signed is not None:
                await serve_manifest(stream, first, self._signed)
            case MeasureRates() if self.node is not None:
                await self._rate_probes.serve(link, stream, first)
            case _ if self.node is not None:
                await self.node.serve(link, stream, first)
            case _:
                await stream.send(Refusal(reason="this peer is not ready yet"))


def record_of_link(link: Link) -> PeerRecord | None:
    """What a linked peer says of itself."""
    return link.greeting.record if isinstance(link.greeting, say.Greeting) else None
