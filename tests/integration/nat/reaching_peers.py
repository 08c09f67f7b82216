"""Peers with everything that reaches others, on loopback: real sockets, real QUIC, real time."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from core.dht.records import PeerRecord, make_record
from core.identity.ids import PeerId, RunId
from core.identity.keys import Identity
from core.nat.household import HouseholdSettings
from core.nat.messages import MESSAGES
from core.nat.reach import Reach, ReachSettings
from core.transport.api import Address, Link, Message, Place, Stream
from core.transport.endpoint import Endpoint, EndpointConfig

LOOPBACK = Address("127.0.0.1", 0)
RUN = RunId(bytes(32))
QUIET = HouseholdSettings(maps_port=False)


class Hello(Message, frozen=True):
    record: PeerRecord


def record_of_link(link: Link) -> PeerRecord | None:
    return link.greeting.record if isinstance(link.greeting, Hello) else None


class Ask(Message, frozen=True):
    number: int


class Answer(Message, frozen=True):
    number: int


class Bulk(Message, frozen=True):
    """The opener sends payloads until it finishes; the answer is how many bytes came."""

    chunks: int


class Book:
    """Records that all peers of one test share: what the directory is for an engine."""

    def __init__(self) -> None:
        self.records: dict[PeerId, PeerRecord] = {}

    def record_of(self, peer: PeerId) -> PeerRecord | None:
        return self.records.get(peer)

    def relays(self) -> Sequence[PeerRecord]:
        return [record for record in self.records.values() if record.relays]

    async def find_relays(self) -> Sequence[PeerRecord]:
        return self.relays()

    def note_use(self, link: Link) -> None:
        pass


class ShyReach(Reach):
    """Says nothing of where it is straight: links to and from it need a relay."""

    def candidates(self) -> Sequence[Address]:
        return ()

    def places(self) -> list[Place]:
        return [place for place in super().places() if not isinstance(place, Address)]


class ReachingPeer:
    def __init__(self, identity: Identity, reach: Reach, book: Book) -> None:
        self.identity = identity
        self.reach = reach
        self.endpoint: Endpoint
        self.bugs: list[Exception] = []
        self.paths: list[str] = []
        self._book = book
        reach.directory = book

    @property
    def peer_id(self) -> PeerId:
        return self.identity.peer_id

    def record(self) -> PeerRecord:
        record = make_record(self.identity, RUN, self.reach.places(), time.time(), relays=self.reach.relays)
        self._book.records[self.peer_id] = record
        return record

    async def serve(self, link: Link, stream: Stream, first: Message) -> None:
        if await self.reach.serve(link, stream, first):
            return
        if isinstance(first, Ask):
            await stream.send(Answer(number=first.number + 1))
        elif isinstance(first, Bulk):
            count = 0
            for _ in range(first.chunks):
                count += len(await stream.receive_payload(1 << 20))
            await stream.send(Answer(number=count))

    async def open(self, listen: Address, **settings: object) -> None:
        config = EndpointConfig(
            identity=self.identity,
            messages=[*MESSAGES, Hello, Ask, Answer, Bulk],
            greeting=lambda: Hello(record=self.record()),
            admit=lambda _, hello: "",
            serve=self.serve,
            listen=listen,
            on_bug=self.bugs.append,
        )
        self.endpoint = await self.reach.open(replace(config, **settings))


@asynccontextmanager
async def reaching_peer(
    book: Book,
    *,
    shy: bool = False,
    relays: bool = False,
    listen: Address = LOOPBACK,
    reach_settings: ReachSettings | None = None,
    **settings: object,
) -> AsyncIterator[ReachingPeer]:
    """Leaving fails if a bug was reported."""
    kind = ShyReach if shy else Reach
    reach = kind(
        reach_settings or ReachSettings(relays=relays, household=QUIET, tunnel_ports=()),
        record_of_link=record_of_link,
        is_outside=lambda _: True,
    )
    peer = ReachingPeer(Identity.generate(), reach, book)
    await peer.open(listen, **settings)
    running = asyncio.create_task(reach.run())
    peer.record()
    try:
        yield peer
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await peer.endpoint.close()
    if not running.cancelled() and running.exception() is not None:
        raise running.exception()
    assert peer.bugs == []
