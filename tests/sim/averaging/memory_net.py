"""Links between peers of one process in virtual time: latency, upload rates, windows and deaths, no sockets."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Union

from core.averaging.messages import MESSAGES
from core.errors import LinkLost, PeerFault, ProtocolViolation, Refused
from core.identity.ids import PeerId
from core.identity.wire import pack, unpack
from core.transport.api import Address, Buffer, M, Message, Path, PathKind, Refusal

ANY = Union[(*MESSAGES, Refusal)]
WINDOW_BYTES = 1 << 16


class Pipe:
    """One direction of a stream."""

    def __init__(self) -> None:
        self.items: deque[Message | bytes] = deque()
        self.unread_bytes = 0
        self.fault = ""
        self.is_finished = False
        self.changed = asyncio.Event()

    def tell(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()

    def arrive(self, item: Message | bytes | None) -> None:
        if item is None:
            self.is_finished = True
        else:
            self.items.append(item)
        self.tell()

    def end(self, reason: str) -> None:
        self.fault = self.fault or reason or "reset"
        self.items.clear()
        self.tell()

    async def room(self) -> None:
        while self.unread_bytes > WINDOW_BYTES and not self.fault:
            await self.changed.wait()
        if self.fault:
            raise LinkLost(self.fault)

    async def next(self) -> Message | bytes:
        while not self.items:
            if self.fault or self.is_finished:
                raise LinkLost(self.fault or "the stream has ended")
            await self.changed.wait()
        item = self.items.popleft()
        self.unread_bytes -= _size(item)
        self.tell()
        return item


def _size(item: Message | bytes) -> int:
    return len(item) if isinstance(item, bytes) else 50


class MemoryStream:
    def __init__(self, net: "MemoryNet", me: PeerId, peer: PeerId, out: Pipe, into: Pipe) -> None:
        self.net, self.me, self.peer_id, self.out, self.into = net, me, peer, out, into

    async def _send(self, item: Message | bytes) -> None:
        await self.out.room()
        self.out.unread_bytes += _size(item)
        await self.net.transfer(self.me, _size(item))
        if self.out.fault:
            raise LinkLost(self.out.fault)
        self.net.later(self.out.arrive, item)

    async def send(self, message: Message) -> None:
        await self._send(unpack(ANY, pack(message)))  # type: ignore[arg-type]

    async def send_payload(self, data: Buffer) -> None:
        await self._send(bytes(data))

    async def receive(self, kind: type[M]) -> M:
        item = await self.into.next()
        if isinstance(item, Refusal):
            raise Refused(item.reason)
        if not isinstance(item, kind):
            raise ProtocolViolation(f"{type(item).__name__} instead of {kind.__name__}")
        return item

    async def receive_payload(self, limit_bytes: int) -> bytes:
        item = await self.into.next()
        if not isinstance(item, bytes) or len(item) > limit_bytes:
            raise ProtocolViolation("no payload, or too long")
        if self.me in self.net.read_bytes_per_s:
            await asyncio.sleep(len(item) / self.net.read_bytes_per_s[self.me])
        return item

    def finish(self) -> None:
        self.net.later(self.out.arrive, None)

    def reset(self, reason: str = "") -> None:
        self.out.end(reason)
        self.into.end(reason)


class MemoryLink:
    greeting = Message()
    public_key = bytes(32)
    remote_address = Address("192.0.2.1", 1)
    path = Path(PathKind.DIRECT, remote_address)
    is_open = True
    round_trip_s = 0.0

    def __init__(self, net: "MemoryNet", me: PeerId, peer: PeerId) -> None:
        self.net, self.me, self.peer_id = net, me, peer

    async def open(self, first: Message) -> MemoryStream:
        if not self.net.can_reach(self.me, self.peer_id):
            raise LinkLost("unreachable")
        return self.net.open(self.me, self.peer_id, unpack(ANY, pack(first)))  # type: ignore[arg-type]

    async def request(self, message: Message, reply: type[M], *, timeout_s: float = 10.0) -> M:
        raise NotImplementedError

    def close(self, reason: str = "") -> None:
        self.net.cut(self.me, self.peer_id, reason)

    async def wait_closed(self) -> str:
        raise NotImplementedError


Serve = Callable[[MemoryLink, MemoryStream, Message], Awaitable[None]]


class MemoryNet:
    def __init__(self, *, latency_s: float = 0.02) -> None:
        self.latency_s = latency_s
        self.serve: dict[PeerId, Serve] = {}
        self.upload_bytes_per_s: dict[PeerId, float] = {}
        self.read_bytes_per_s: dict[PeerId, float] = {}
        self.dead: set[PeerId] = set()
        self.broken: set[frozenset[PeerId]] = set()
        self.violations: list[tuple[PeerId, PeerId, str]] = []
        """Served by, done by, what."""
        self.sent_bytes: dict[PeerId, int] = {}
        self._free_at_s: dict[PeerId, float] = {}
        self._streams: list[MemoryStream] = []
        self._tasks: dict[asyncio.Task[None], PeerId] = {}

    def later(self, call: Callable[..., None], *args: object) -> None:
        asyncio.get_running_loop().call_later(self.latency_s, call, *args)

    async def transfer(self, sender: PeerId, size: int) -> None:
        self.sent_bytes[sender] = self.sent_bytes.get(sender, 0) + size
        rate = self.upload_bytes_per_s.get(sender, 1e8)
        now = asyncio.get_running_loop().time()
        until = max(now, self._free_at_s.get(sender, 0.0)) + size / rate
        self._free_at_s[sender] = until
        await asyncio.sleep(until - now)

    def can_reach(self, a: PeerId, b: PeerId) -> bool:
        return not {a, b} & self.dead and frozenset((a, b)) not in self.broken

    def link_to(self, me: PeerId) -> Callable[[PeerId], Awaitable[MemoryLink]]:
        async def link(peer: PeerId) -> MemoryLink:
            await asyncio.sleep(self.latency_s)
            if not self.can_reach(me, peer):
                raise LinkLost("unreachable")
            return MemoryLink(self, me, peer)

        return link

    def open(self, me: PeerId, peer: PeerId, first: Message) -> MemoryStream:
        there, back = Pipe(), Pipe()
        mine = MemoryStream(self, me, peer, there, back)
        theirs = MemoryStream(self, peer, me, back, there)
        self._streams += [mine, theirs]
        task = asyncio.create_task(self._served(me, peer, theirs, first))
        self._tasks[task] = peer
        task.add_done_callback(self._tasks.pop)  # an unexpected exception stays unretrieved, which fails the test
        return mine

    async def _served(self, opener: PeerId, server: PeerId, stream: MemoryStream, first: Message) -> None:
        await asyncio.sleep(self.latency_s)
        try:
            await self.serve[server](MemoryLink(self, server, opener), stream, first)
            stream.finish()
        except ProtocolViolation as fault:
            self.violations.append((server, opener, str(fault)))
            self.cut(server, opener, str(fault))
        except PeerFault as fault:
            stream.reset(str(fault))

    def cut(self, a: PeerId, b: PeerId, reason: str = "cut") -> None:
        """Ends all streams between the two."""
        for stream in self._streams:
            if {stream.me, stream.peer_id} == {a, b}:
                stream.reset(reason)

    def kill(self, peer: PeerId) -> None:
        self.dead.add(peer)
        for stream in self._streams:
            if peer in (stream.me, stream.peer_id):
                stream.reset("the peer died")
        for task, server in tuple(self._tasks.items()):
            if server == peer:
                task.cancel()

    async def settle(self) -> None:
        """Waits for what is still being served."""
        while self._tasks:
            await asyncio.wait(self._tasks)
