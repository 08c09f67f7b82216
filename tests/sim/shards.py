"""Peers on the simulated internet that fetch one shard from each other: the real code that gives and takes pieces, and
no run around it."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from core.data.fetching import Fetch, FetchPorts, FetchProgress, Helper
from core.data.handing_out import PieceDonor
from core.data.liars import Liars
from core.data.objects import ObjectStore
from core.data.piece_messages import AskHashes, Hashes, PieceBlock, TakePieces
from core.data.pieces import PIECE_BYTES, PieceHashes
from core.data.stock import Stock
from core.data.stocks import Stocks
from core.identity.ids import Digest, PeerId
from core.identity.manifest import Shard
from core.transport.api import Address, Message, Refusal
from tests.sim.internet import Internet
from tests.sim.links import SimLink, SimStream

T = TypeVar("T")


async def inline(work: Callable[[], T]) -> T:
    return work()


def content_of(pieces: float) -> bytes:
    return np.random.Generator(np.random.Philox(1)).bytes(int(pieces * PIECE_BYTES))


def shard_of(content: bytes) -> Shard:
    hashes = PieceHashes(
        len(content),
        b"".join(Digest.of(content[at : at + PIECE_BYTES]).raw for at in range(0, len(content), PIECE_BYTES)),
    )
    return Shard(
        object=Digest.of(content), bytes=len(content), format="text", samples=1, pieces=hashes.root, name="shard"
    )


class ShardPeer:
    """One peer that has the shard, or wants it."""

    def __init__(self, scene: "Scene", number: int, folder: Path, up: float, down: float) -> None:
        self.scene, self.number = scene, number
        self.id = PeerId(bytes([number + 1]) * 32)
        self.address = Address("192.0.2.1", 1000 + number)
        self.store = ObjectStore(folder)
        self.liars = Liars()
        self.progress: list[FetchProgress] = []
        self.lies: Callable[[int, bytes], bytes] = lambda index, data: data
        self.hashes: Callable[[bytes], bytes] = lambda raw: raw
        self.sent: dict[int, int] = {}
        """How many bytes of each piece this peer has sent."""
        self.up, self.down = up, down
        self.fetch: Fetch | None = None
        self.took_s: float | None = None
        self.helpers: Sequence[Helper] = ()
        self.start()

    def start(self) -> None:
        """Also after its death: with what is on its disk."""
        self.host = self.scene.net.join(self.id, self.address)
        self.host.up.bytes_per_s, self.host.down.bytes_per_s = self.up, self.down
        self.host.serve = self._serve
        self.stocks = Stocks([self.scene.shard], self.store, inline)
        self.donor = PieceDonor(self.stocks.find, inline, Stock.lose)

    async def _serve(self, link: SimLink, stream: SimStream, first: Message) -> None:
        if isinstance(first, AskHashes | TakePieces):
            await self.donor.serve(Tampering(stream, self), first)  # type: ignore[arg-type]
        else:
            await stream.send(Refusal(reason="what?"))

    async def meet(self, others: Sequence["ShardPeer"]) -> None:
        for other in others:
            await self.host.dial(other.id, [other.address])

    async def run(self) -> float:
        """Fetches; virtual seconds that it took."""
        ports = FetchPorts(
            links=self.host.links,
            liars=self.liars,
            offload=inline,
            chance=random.Random(self.number),
            helpers=self.helpers,
            on_progress=self.progress.append,
        )
        stock = self.stocks.of(self.scene.shard)
        self.fetch = Fetch(stock, ports)
        began_s = asyncio.get_running_loop().time()
        await self.fetch.run()
        assert self.store.read(self.scene.shard.object) == self.scene.content
        self.took_s = asyncio.get_running_loop().time() - began_s
        return self.took_s

    def die(self) -> None:
        self.scene.net.kill(self.address)

    @property
    def sent_bytes(self) -> int:
        return sum(self.sent.values())


class Tampering:
    """A stream whose sender may lie."""

    def __init__(self, stream: SimStream, peer: ShardPeer) -> None:
        self._stream, self._peer = stream, peer
        self._block: PieceBlock | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    async def send(self, message: Message) -> None:
        if isinstance(message, PieceBlock):
            self._block = message
        if isinstance(message, Hashes):
            message = Hashes(size_bytes=message.size_bytes, raw=self._peer.hashes(message.raw))
        await self._stream.send(message)

    async def send_payload(self, data: bytes) -> None:
        assert self._block is not None
        sent = self._peer.sent
        sent[self._block.index] = sent.get(self._block.index, 0) + len(data)
        await self._stream.send_payload(self._peer.lies(self._block.index, bytes(data)))


class Scene:
    """A host that has the shard, and peers that want it."""

    def __init__(self, folder: Path, pieces: float = 24.3) -> None:
        self.net = Internet(window_bytes=1 << 19)
        self.content = content_of(pieces)
        self.shard = shard_of(self.content)
        self.folder = folder
        self.peers: list[ShardPeer] = []
        self._tasks: list[asyncio.Task[Any]] = []

    def add(self, up: float, down: float, *, has_it: bool = False) -> ShardPeer:
        number = len(self.peers)
        peer = ShardPeer(self, number, self.folder / str(number), up, down)
        if has_it:
            peer.store.add_bytes(self.content)
        self.peers.append(peer)
        return peer

    def spawn(self, work: Any) -> "asyncio.Task[Any]":
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.append(task)
        return task

    async def acquaint(self) -> None:
        """Links between all."""
        for number, peer in enumerate(self.peers):
            await peer.meet(self.peers[:number])

    async def fetch(self, peers: Sequence[ShardPeer], limit_s: float = 2000.0) -> float:
        """All of them at the same time; virtual seconds until the last has it."""
        async with asyncio.timeout(limit_s):
            times = await asyncio.gather(*(self.spawn(peer.run()) for peer in peers))
        return max(times)

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for address in list(self.net.peers):
            self.net.leave(address)
        await asyncio.sleep(30)


Play = Callable[[Scene], Awaitable[None]]
