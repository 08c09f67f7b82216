"""A peer with everything that reaches others and nothing above it, in a process of its own, for measuring."""

import asyncio
import contextlib
import hashlib
import time
from collections.abc import Sequence

from core.dht.records import PeerRecord, make_record
from core.errors import PeerFault
from core.identity.ids import PeerId
from core.identity.keys import Identity
from core.nat.household import HouseholdSettings
from core.nat.messages import MESSAGES
from core.nat.reach import Reach, ReachSettings
from core.nat.relay_client import tunnels_of
from core.transport.api import Address, Link, Message, Refusal, Stream
from core.transport.endpoint import Endpoint, EndpointConfig
from tests.integration.nat.reaching_peers import RUN, Book, Hello, record_of_link

CHUNK_BYTES = 1 << 19


class Publish(Message, frozen=True):
    record: PeerRecord


class Find(Message, frozen=True):
    peer: PeerId


class Found(Message, frozen=True):
    record: PeerRecord


class Bulk(Message, frozen=True):
    chunks: int


class Done(Message, frozen=True):
    cpu_s: float


class Spent(Message, frozen=True):
    """Asks for the CPU seconds that a process has used so far; answered by `Done`."""


def identity_of(name: str) -> Identity:
    return Identity.from_seed(hashlib.sha256(name.encode()).digest())


class ShyReach(Reach):
    """Says nothing of where it is straight, so that what is relayed stays so."""

    def candidates(self) -> Sequence[Address]:
        return ()


class BenchPeer:
    def __init__(self, name: str, settings: ReachSettings, *, shy: bool = False) -> None:
        self.identity = identity_of(name)
        self.book = Book()
        self.reach = (ShyReach if shy else Reach)(settings, record_of_link=record_of_link)
        self.reach.directory = self.book
        self.endpoint: Endpoint

    async def open(self, listen: Address, **settings: object) -> None:
        self.endpoint = await self.reach.open(
            EndpointConfig(
                identity=self.identity,
                messages=[*MESSAGES, Hello, Publish, Find, Found, Bulk, Done, Spent],
                greeting=lambda: Hello(record=self.record()),
                admit=lambda _, hello: "",
                serve=self._serve,
                listen=listen,
                **settings,
            )
        )

    def record(self) -> PeerRecord:
        return make_record(self.identity, RUN, self.reach.places(), time.time(), relays=self.reach.relays)

    async def link_to_relay(self, relay: PeerId, address: Address) -> Link:
        while True:
            with contextlib.suppress(PeerFault):
                return await self.endpoint.dial(relay, [address, *tunnels_of([address])], timeout_s=5.0)

    async def keep_published(self, relay: PeerId, address: Address) -> None:
        """Tells the relay where this peer is, whenever that changes."""
        told: tuple[str, ...] | None = None
        while True:
            record = self.record()
            if record.addresses != told:
                link = await self.link_to_relay(relay, address)
                with contextlib.suppress(PeerFault):
                    await link.request(Publish(record=record), Done)
                    told = record.addresses
            await asyncio.sleep(0.2)

    async def find(self, relay: PeerId, address: Address, peer: PeerId) -> PeerRecord:
        link = await self.link_to_relay(relay, address)
        record = (await link.request(Find(peer=peer), Found)).record
        self.book.records[peer] = record
        return record

    async def send_bulk(self, link: Link, count_bytes: int) -> Done:
        chunk = bytes(CHUNK_BYTES)
        chunks = -(-count_bytes // CHUNK_BYTES)
        stream = await link.open(Bulk(chunks=chunks))
        for _ in range(chunks):
            await stream.send_payload(chunk)
        stream.finish()
        return await stream.receive(Done)

    async def _serve(self, link: Link, stream: Stream, first: Message) -> None:
        if await self.reach.serve(link, stream, first):
            return
        match first:
            case Publish():
                self.book.records[first.record.peer] = first.record
                await stream.send(Done(cpu_s=0.0))
            case Find():
                record = self.book.records.get(first.peer)
                await stream.send(Found(record=record) if record else Refusal(reason="not yet known"))
            case Bulk():
                for _ in range(first.chunks):
                    await stream.receive_payload(CHUNK_BYTES)
                await stream.send(Done(cpu_s=0.0))
            case Spent():
                await stream.send(Done(cpu_s=time.process_time()))


def relay_settings(**limits: object) -> ReachSettings:
    return ReachSettings(relays=True, household=HouseholdSettings(maps_port=False), **limits)


def peer_settings() -> ReachSettings:
    return ReachSettings(household=HouseholdSettings(maps_port=False))
