"""A simulated internet in virtual time: peers with addresses, latency, and deaths that others notice late.

Fulfils `core.transport.api.Transport`. Messages pass through the real codec, so what cannot travel fails here too.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Union

from core.errors import LinkLost, PeerFault, PeerTimeout, ProtocolViolation, Refused
from core.identity.ids import PeerId
from core.identity.keys import Identity
from core.identity.wire import pack, unpacker
from core.swarm.node import MESSAGES
from core.transport.api import Address, Buffer, M, Message, Path, PathKind, Place, Refusal

_decode = unpacker(Union[(*MESSAGES, Refusal)])
WINDOW_ITEMS = 64
IDLE_S = 6.0
"""After this much silence a link to a dead or unreachable peer is given up."""


class _Pipe:
    def __init__(self) -> None:
        self.items: deque[Message | bytes] = deque()
        self.under_way = 0
        self.fault = ""
        self.is_finished = False
        self.changed = asyncio.Event()

    def tell(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()

    def end(self, reason: str) -> None:
        self.fault = self.fault or reason or "reset"
        self.items.clear()
        self.tell()


class SimStream:
    def __init__(self, link: "SimLink", out: _Pipe, into: _Pipe) -> None:
        self._link, self._out, self._into = link, out, into
        self._has_finished = False

    @property
    def peer_id(self) -> PeerId:
        return self._link.peer_id

    async def _send(self, item: Message | bytes) -> None:
        out = self._out
        while out.under_way >= WINDOW_ITEMS and not out.fault:
            await out.changed.wait()
        if out.fault:
            raise LinkLost(out.fault)
        if self._has_finished:
            raise RuntimeError("this side has finished the stream")
        out.under_way += 1
        self._link.carry(lambda: self._arrive(item))

    def _arrive(self, item: Message | bytes) -> None:
        if not self._out.fault:
            self._out.items.append(item)
            self._out.tell()

    async def send(self, message: Message) -> None:
        await self._send(_decode(pack(message)))

    async def send_payload(self, data: Buffer) -> None:
        await self._send(bytes(data))

    async def _next(self) -> Message | bytes:
        into = self._into
        while not into.items:
            if into.fault or into.is_finished:
                raise LinkLost(into.fault or "the stream has ended")
            await into.changed.wait()
        into.under_way -= 1
        item = into.items.popleft()
        into.tell()
        return item

    async def receive(self, kind: type[M]) -> M:
        item = await self._next()
        if isinstance(item, Refusal) and kind is not Refusal:
            raise Refused(item.reason)
        if not isinstance(item, kind):
            raise ProtocolViolation(f"{type(item).__name__} instead of {kind}")
        return item

    async def receive_payload(self, limit_bytes: int) -> bytes:
        item = await self._next()
        if not isinstance(item, bytes) or len(item) > limit_bytes:
            raise ProtocolViolation("no payload, or too long")
        return item

    def finish(self) -> None:
        if not self._has_finished:
            self._has_finished = True
            self._link.carry(self._finish_arrives)

    def _finish_arrives(self) -> None:
        self._out.is_finished = True
        self._out.tell()

    def reset(self, reason: str = "") -> None:
        self._out.end(reason)
        self._into.end(reason)


class SimLink:
    round_trip_s = 0.05

    def __init__(self, net: "Internet", me: "SimTransport", peer: "SimTransport") -> None:
        self._net, self._me, self._peer = net, me, peer
        self.twin: SimLink
        self.streams: set[SimStream] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.reason: str | None = None
        self._closed = asyncio.Event()
        self.peer_id = peer.me
        self.public_key = peer.identity.public_key
        self.remote_address = peer.addresses[0]
        self.path = Path(PathKind.DIRECT, self.remote_address)
        self.greeting: Message = Message()

    @property
    def is_open(self) -> bool:
        return self.reason is None

    def carry(self, arrive: Callable[[], None]) -> None:
        """After the latency, if both ends live and can see each other then."""
        if self._net.can_see(self._me.me, self.peer_id):
            self._net.later(lambda: arrive() if self._net.can_see(self._me.me, self.peer_id) else None)

    async def open(self, first: Message) -> SimStream:
        if not self.is_open:
            raise LinkLost(self.reason or "closed")
        there, back = _Pipe(), _Pipe()
        near, far = SimStream(self, there, back), SimStream(self.twin, back, there)
        self.streams.add(near)
        self.twin.streams.add(far)
        message = _decode(pack(first))
        self.carry(lambda: self.twin.accept(far, message))
        return near

    def accept(self, stream: SimStream, first: Message) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(stream, first))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _serve(self, stream: SimStream, first: Message) -> None:
        try:
            await self._me.serve(self, stream, first)
            stream.finish()
        except PeerFault as fault:
            stream.reset(str(fault))
            if isinstance(fault, ProtocolViolation):
                self._net.violations.append(f"{self._me.me} says {self.peer_id}: {fault}")
                self.close(str(fault))

    async def request(self, message: Message, reply: type[M], *, timeout_s: float = 10.0) -> M:
        stream = await self.open(message)
        try:
            async with asyncio.timeout(timeout_s):
                return await stream.receive(reply)
        except TimeoutError:
            raise PeerTimeout("no answer") from None
        finally:
            stream.finish()

    def close(self, reason: str = "") -> None:
        self.end(reason)
        self.carry(lambda: self.twin.end(reason))
        self._net.later(lambda: self.twin.end(reason), IDLE_S)

    def end(self, reason: str) -> None:
        if self.reason is not None:
            return
        self.reason = reason or "closed"
        self._me.forget(self)
        for stream in self.streams:
            stream._into.end(self.reason)
            stream._out.end(self.reason)
        for task in self.tasks:
            task.cancel()
        self._closed.set()

    async def wait_closed(self) -> str:
        await self._closed.wait()
        return self.reason or ""


Serve = Callable[[SimLink, SimStream, Message], Awaitable[None]]


class SimTransport:
    """One peer's place on the net."""

    def __init__(self, net: "Internet", identity: Identity, address: Address) -> None:
        self.net, self.identity, self.me = net, identity, identity.peer_id
        self.addresses: Sequence[Address] = [address]
        self.serve: Serve
        self.greeting: Callable[[], Message]
        self.admit: Callable[[PeerId, Message], str]
        self._links: dict[PeerId, list[SimLink]] = {}

    def link_to(self, peer_id: PeerId) -> SimLink | None:
        return next((link for link in self._links.get(peer_id, ()) if link.is_open), None)

    def links(self) -> Sequence[SimLink]:
        return [link for links in self._links.values() for link in links]

    def forget(self, link: SimLink) -> None:
        links = self._links.get(link.peer_id, [])
        if link in links:
            links.remove(link)

    async def dial(self, peer_id: PeerId | None, places: Sequence[Place], *, timeout_s: float = 10.0) -> SimLink:
        if peer_id is not None and (link := self.link_to(peer_id)):
            return link
        peer = next((self.net.peers[a] for a in places if a in self.net.peers), None)
        if peer is None or not self.net.can_see(self.me, peer.me) or peer_id not in (None, peer.me):
            await asyncio.sleep(timeout_s)
            raise PeerTimeout("nobody answers")
        await asyncio.sleep(self.net.latency_s * 2)
        if not self.net.can_see(self.me, peer.me):
            raise LinkLost("gone")
        return self._connect(peer)

    def _connect(self, peer: "SimTransport") -> SimLink:
        near, far = SimLink(self.net, self, peer), SimLink(self.net, peer, self)
        near.twin, far.twin = far, near
        near.greeting, far.greeting = peer.greeting(), self.greeting()
        for judge, link in ((peer, far), (self, near)):
            refusal = judge.admit(link.peer_id, link.greeting)
            if refusal:
                raise Refused(refusal)
        self._links.setdefault(peer.me, []).append(near)
        peer._links.setdefault(self.me, []).append(far)
        return near

    async def close(self) -> None:
        for link in self.links():
            link.close("leaving")


class Internet:
    """All peers and what lies between them."""

    def __init__(self, latency_s: float = 0.02) -> None:
        self.latency_s = latency_s
        self.peers: dict[Address, SimTransport] = {}
        self.groups: list[set[PeerId]] = []
        """While not empty: only peers of one group see each other."""
        self.violations: list[str] = []
        self._order_s = 0.0

    def join(self, identity: Identity, address: Address) -> SimTransport:
        transport = self.peers[address] = SimTransport(self, identity, address)
        return transport

    def later(self, call: Callable[[], None], delay_s: float | None = None) -> None:
        self._order_s += 1e-9  # timers of one moment fire in any order; what was sent first arrives first
        asyncio.get_running_loop().call_later((self.latency_s if delay_s is None else delay_s) + self._order_s, call)

    def can_see(self, a: PeerId, b: PeerId) -> bool:
        alive = {peer.me for peer in self.peers.values()}
        together = not self.groups or any({a, b} <= group for group in self.groups)
        return a in alive and b in alive and together

    def kill(self, address: Address) -> None:
        """The peer is gone without a word; others notice after `IDLE_S`."""
        gone = self.peers.pop(address)
        for link in gone.links():
            self.later(lambda link=link: link.twin.end("idle timeout"), IDLE_S)  # type: ignore[misc]
            link.end("killed")

    def split(self, *groups: set[PeerId]) -> None:
        """From now on only peers of one group see each other; links between groups die of silence."""
        self.groups = list(groups)
        for peer in self.peers.values():
            for link in peer.links():
                if not self.can_see(peer.me, link.peer_id):
                    self.later(lambda link=link: link.end("idle timeout"), IDLE_S)  # type: ignore[misc]

    def heal(self) -> None:
        self.groups = []
