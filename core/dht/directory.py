"""Who takes part in a run and where they are: the question the layers above ask.

`Gossip` answers it from what peers tell each other over their links; `core.dht.run_directory` asks the hash table too.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import msgspec

from core.dht.records import PeerRecord, is_genuine
from core.errors import PeerFault
from core.identity.ids import Digest, PeerId, RunId
from core.transport.api import Link, Message, Place, Stream, Transport

log = logging.getLogger(__name__)

RECORD_LIMIT = 1024
SHARED_RECORDS = 64
DIAL_TIMEOUT_S = 4.0


class SharePeers(Message, frozen=True, kw_only=True):
    """Asks a peer for the records it knows, and gives some."""

    records: tuple[PeerRecord, ...]


class KnownPeers(Message, frozen=True, kw_only=True):
    """Answer to `SharePeers`."""

    records: tuple[PeerRecord, ...]


class Head(msgspec.Struct, frozen=True, array_like=True):
    """How far a peer's log has come."""

    step: int
    digest: Digest


class Directory(Protocol):
    """Finds peers of one run."""

    def learn(self, records: Iterable[PeerRecord]) -> None: ...

    def known(self) -> Sequence[PeerRecord]:
        """Records of other peers, most recent first."""
        ...

    def record_of(self, peer: PeerId) -> PeerRecord | None: ...

    async def link_to(self, peer: PeerId) -> Link:
        """An open link to `peer`, dialled if need be. Raises `PeerFault`."""
        ...

    def relays(self) -> list[PeerRecord]:
        """Those known that forward for others, most recent first."""
        ...

    async def find_relays(self) -> list[PeerRecord]:
        """As `relays`, after a search."""
        ...

    async def find_peer(self, peer: PeerId) -> PeerRecord | None:
        """The newest record of `peer`, after a search."""
        ...

    async def find_heads(self) -> dict[PeerId, Head]:
        """How far the peers' logs have come, as they said within the last minutes."""
        ...


class Gossip:
    """Peer exchange: whoever meets tells the other whom it knows."""

    def __init__(
        self,
        me: PeerId,
        run: RunId,
        transport: Transport,
        on_learned: Callable[[PeerRecord], None] = lambda _: None,
        check: Callable[[PeerRecord], bool] | None = None,
    ) -> None:
        """`check`: whether a record is genuine, where that is known at less cost than by checking its signature."""
        self._me = me
        self._run = run
        self._transport = transport
        self._records: dict[PeerId, PeerRecord] = {}
        self._on_learned = on_learned
        self._is_genuine = check or (lambda record: is_genuine(record, run))

    def learn(self, records: Iterable[PeerRecord]) -> None:
        for record in records:
            self._learn_one(record)

    def _learn_one(self, record: PeerRecord) -> None:
        peer = record.peer
        known = self._records.get(peer)
        is_news = known is None or record.sequence > known.sequence
        if peer == self._me or not is_news or not self._is_genuine(record):
            return
        self._records[peer] = record
        while len(self._records) > RECORD_LIMIT:
            del self._records[min(self._records, key=lambda other: self._records[other].sequence)]
        self._on_learned(record)

    def known(self) -> Sequence[PeerRecord]:
        return sorted(self._records.values(), key=lambda record: record.sequence, reverse=True)

    def record_of(self, peer: PeerId) -> PeerRecord | None:
        return self._records.get(peer)

    async def link_to(self, peer: PeerId) -> Link:
        link = self._transport.link_to(peer)
        if link is not None:
            return link
        record = self._records.get(peer)
        places: Sequence[Place] = record.places() if record else ()
        if not places:
            raise PeerFault(f"no address of {peer} is known")
        return await self._transport.dial(peer, places, timeout_s=DIAL_TIMEOUT_S)

    async def exchange(self, link: Link, mine: PeerRecord) -> None:
        """Asks the peer at `link` whom it knows."""
        answer = await link.request(SharePeers(records=(mine, *self.known()[: SHARED_RECORDS - 1])), KnownPeers)
        self.learn(answer.records)

    async def serve(self, stream: Stream, request: SharePeers, mine: PeerRecord) -> None:
        self.learn(request.records)
        await stream.send(KnownPeers(records=(mine, *self.known()[: SHARED_RECORDS - 1])))
