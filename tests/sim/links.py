"""Links and streams of the simulated internet: `core.transport.api`'s, in memory and virtual time."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context
from typing import TYPE_CHECKING

from core.errors import LinkLost, PeerFault, PeerTimeout, ProtocolViolation, Refused
from core.identity.ids import PeerId
from core.transport.api import PAYLOAD_BYTES, Buffer, M, Message, Path, Refusal

if TYPE_CHECKING:
    from tests.sim.internet import Host, Internet
    from tests.sim.line import Line

Item = Message | bytes
FRAME_BYTES = 40
"""What a message or payload costs beside its content: framing, and its share of packets."""


class Pipe:
    """One direction of a stream: what is under way, and what has arrived and was not read."""

    __slots__ = (
        "arrived",
        "ends_with_last",
        "is_finished",
        "is_finishing",
        "is_mute",
        "last_s",
        "on_way",
        "read_fault",
        "sent_s",
        "under_way",
        "unsent",
        "waiting",
        "write_fault",
    )

    def __init__(self) -> None:
        self.arrived: deque[tuple[Item, int]] = deque()
        self.on_way: deque[tuple[Item | None, int, bool]] = deque()
        """Has left the sender, and comes out in this order; whether it comes together with the one before."""
        self.sent_s = -1.0
        """When the newest item was sent that comes by itself."""
        self.under_way = 0
        """Bytes sent and not yet read: what the window bounds."""
        self.last_s = 0.0
        """When the newest item arrives: what is sent after it comes after it."""
        self.is_finishing = self.is_finished = False
        self.ends_with_last = False
        """The end comes with what is under way last."""
        self.unsent = 0
        """Items that have not left the sender."""
        self.is_mute = False
        """What is sent arrives no more: its sender is about to die."""
        self.write_fault = self.read_fault = ""
        self.waiting: list[asyncio.Future[None]] = []

    def wake(self) -> None:
        waiting, self.waiting = self.waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)

    async def change(self) -> None:
        one: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append(one)
        await one

    async def next(self) -> Item:
        """What has arrived, in order. Raises `LinkLost` once there will be no more."""
        while not self.arrived:
            if self.read_fault or self.is_finished:
                raise LinkLost(self.read_fault or "the peer finished the stream")
            await self.change()
        item, size = self.arrived.popleft()
        self.under_way -= size
        self.wake()
        return item

    def break_writing(self, reason: str) -> None:
        self.write_fault = self.write_fault or reason or "reset"
        self.wake()

    def break_reading(self, reason: str) -> None:
        """What was sent in whole stays readable; the rest is void."""
        if not self.is_finished:
            self.read_fault = self.read_fault or reason or "reset"
            self.arrived.clear()
            self.wake()


class SimStream:
    """One side of a stream."""

    def __init__(self, link: "SimLink", out: Pipe, into: Pipe, *, is_opener: bool) -> None:
        self.link, self.out, self.into = link, out, into
        self._is_served = is_opener
        self._number = next(link.net.numbers)
        self.twin: SimStream

    def __hash__(self) -> int:
        return self._number  # sets of streams have the same order each time

    @property
    def peer_id(self) -> PeerId:
        return self.link.peer_id

    # Sending

    async def send(self, message: Message) -> None:
        await self._send(*self.link.net.on_wire(message))

    async def send_payload(self, data: Buffer) -> None:
        content = bytes(data)
        if len(content) > PAYLOAD_BYTES:
            raise ValueError(f"a payload of {len(content)} bytes")
        await self._send(content, len(content))

    async def drain(self) -> None:
        while self.out.unsent and not self.out.write_fault:
            await self.out.change()
        if self.out.write_fault:
            raise LinkLost(self.out.write_fault)

    async def _send(self, item: Item, size: int) -> None:
        out = self.out
        while out.under_way >= self.link.net.window_bytes and not out.write_fault:
            await out.change()
        if out.write_fault:
            raise LinkLost(out.write_fault)
        if out.is_finishing:
            raise RuntimeError("this side has finished the stream")
        out.under_way += size + FRAME_BYTES
        out.unsent += 1
        self.link.wire.carry(self, item, size + FRAME_BYTES)

    def finish(self) -> None:
        if not (self.out.is_finishing or self.out.write_fault):
            self.out.is_finishing = True
            if self.link.wire.is_plain and self.out.on_way:
                self.out.ends_with_last = True
            else:
                self.link.wire.carry(self, None, FRAME_BYTES)

    def reset(self, reason: str = "") -> None:
        if self.out.write_fault and self.into.read_fault:
            return
        self.fail(f"stream reset here: {reason}")
        self.link.wire.tell(self.link, self.twin.fail, f"stream reset: {reason}")

    def fail(self, reason: str) -> None:
        """Both directions have ended."""
        self.out.break_writing(reason)
        self.into.break_reading(reason)
        self.link.wire.forget(self)
        self.link.streams.pop(self, None)

    # Receiving

    def take(self, item: Item | None, size: int) -> None:
        """It has arrived."""
        into = self.into
        if into.read_fault:
            return
        if not self._is_served:
            assert isinstance(item, Message)
            self._is_served = True
            into.under_way -= size
            into.wake()
            self.link.accept(self, item)
            return
        if item is None:
            into.is_finished = True
            if self.out.is_finishing:
                self.link.streams.pop(self, None)
        else:
            into.arrived.append((item, size))
        into.wake()

    async def receive(self, kind: type[M]) -> M:
        item = await self.into.next()
        if isinstance(item, Refusal) and kind is not Refusal:
            raise Refused(item.reason)
        if not isinstance(item, kind):
            raise self._violation(f"{type(item).__name__} came where {kind} was expected")
        return item

    async def receive_payload(self, limit_bytes: int) -> bytes:
        item = await self.into.next()
        if isinstance(item, Refusal):
            raise Refused(item.reason)
        if not isinstance(item, bytes) or len(item) > limit_bytes:
            what = f"{len(item)} bytes" if isinstance(item, bytes) else type(item).__name__
            raise self._violation(f"{what} came where a payload of at most {limit_bytes} was expected")
        return item

    def _violation(self, text: str) -> ProtocolViolation:
        self.link.net.note_violation(self.link.me, self.peer_id, text)
        violation = ProtocolViolation(text)
        self.link.close(text)
        return violation


class Wire:
    """What lies between two peers that are linked: hops, in both directions, and what waits while there is no way."""

    def __init__(self, net: "Internet", dialer: "Host", peer: "Host", relay: "Host | None") -> None:
        self._net = net
        self.ends = (dialer, peer)
        self.relay = relay
        self.cut_at_s: float | None = None
        """Since when nothing gets through."""
        self._held: list[tuple[SimStream, Item | None, int]] = []
        self._unsaid: list[tuple[SimLink, Callable[[str], None], str]] = []
        self.links: tuple[SimLink, SimLink]

    def _lines(self, sender: "Host", receiver: "Host") -> tuple["Line", ...]:
        if self.relay is None:
            return (sender.up, receiver.down)
        return (sender.up, self.relay.down, self.relay.up, receiver.down)

    @property
    def is_plain(self) -> bool:
        """Whether the end of a stream may come with what was sent last, as one packet: nobody could tell."""
        return self._net.is_coarse and self.relay is None

    def _is_boundless(self, link: "SimLink") -> bool:
        """Whether what is sent at one moment may come at one moment, since no line has a rate."""
        return self.is_plain and link.me.up.bytes_per_s is None and link.peer.down.bytes_per_s is None

    def latency_s(self, sender: "Host", receiver: "Host") -> float:
        """One way, as it is at this moment."""
        if self.relay is None:
            return self._net.delay_s(sender, receiver)
        return self._net.delay_s(sender, self.relay) + self._net.delay_s(self.relay, receiver)

    def carry(self, stream: SimStream, item: Item | None, size: int) -> None:
        """Has the other side of `stream` take `item`."""
        link = stream.link
        late_s = self._net.fate(link.me, link.peer_id, item)
        if late_s is None:
            stream.out.is_mute = True
        if late_s is None or stream.out.is_mute:
            stream.out.unsent = 0
            return
        link.me.up.carry(stream.out, size, self._sent, stream, item, size, late_s)

    def _sent(self, stream: SimStream, item: Item | None, size: int, late_s: float) -> None:
        link, net = stream.link, self._net
        if item is not None:
            stream.out.unsent = max(0, stream.out.unsent - 1)
            if not stream.out.unsent:
                stream.out.wake()
        if not link.me.is_up:
            return
        agenda = net.agenda
        delay_s = self.latency_s(link.me, link.peer) + late_s + net.loss_delay_s(link.me, link.peer, size)
        pipe = stream.out
        if pipe.on_way and pipe.sent_s == agenda.now_s and self._is_boundless(link):
            pipe.on_way.append((item, size, True))
            return
        pipe.sent_s = agenda.now_s
        pipe.on_way.append((item, size, False))
        pipe.last_s = max(agenda.now_s + delay_s, pipe.last_s)
        if self.relay is None:
            agenda.at(pipe.last_s, self._reached, stream, item, size)
        else:
            agenda.at(pipe.last_s, self._through_relay, stream, item, size)

    def _through_relay(self, stream: SimStream, item: Item | None, size: int) -> None:
        relay = self.relay
        assert relay is not None
        onward = (stream.out, size, self._reached, stream, item, size)
        relay.down.carry(stream.out, size, relay.up.carry, *onward)

    def _reached(self, stream: SimStream, item: Item | None, size: int) -> None:
        if self.cut_at_s is not None:
            self._held.append((stream, item, size))
        elif stream.twin.link.is_open and stream.twin.link.me.is_up:
            stream.link.peer.down.carry(stream.out, size, self._deliver, stream, item, size)

    def _deliver(self, stream: SimStream, item: Item | None, size: int) -> None:
        twin = stream.twin
        if twin.link.is_open and twin.link.me.is_up:
            on_way = stream.out.on_way
            is_due = True
            while is_due:
                item, size, _ = on_way.popleft()  # the eldest, whichever packet came first
                self._net.note_delivery(stream.link.me, twin.link.me, item, size)
                twin.take(item, size)
                is_due = bool(on_way) and on_way[0][2]
            if stream.out.ends_with_last and not stream.out.on_way:
                twin.take(None, 0)

    def tell(self, link: "SimLink", call: Callable[[str], None], reason: str) -> None:
        """A word to the other end that overtakes streams (a reset, a close), unless there is no way."""
        if link.me.is_up:
            self._net.agenda.later(self.latency_s(link.me, link.peer), self._told, link, call, reason)

    def _told(self, link: "SimLink", call: Callable[[str], None], reason: str) -> None:
        if self.cut_at_s is not None:
            self._unsaid.append((link, call, reason))
        elif link.twin.me.is_up:
            call(reason)

    def forget(self, stream: SimStream) -> None:
        stream.link.me.up.forget(stream.out)

    def look(self) -> None:
        """The net has changed: is there a way now?"""
        is_cut = not self._net.has_way(self)
        if is_cut and self.cut_at_s is None:
            self.cut_at_s = self._net.agenda.now_s
            if not any(end.seems_alive for end in self.ends):
                self._net.agenda.later(self._net.idle_s, self._expire, self.cut_at_s)
        elif not is_cut and self.cut_at_s is not None:
            self.cut_at_s = None
            held, self._held = self._held, []
            unsaid, self._unsaid = self._unsaid, []
            for link, call, reason in unsaid:
                self.tell(link, call, reason)
            for stream, item, size in held:  # sent again a moment after the way is back
                stream.out.last_s = max(stream.out.last_s, self._net.agenda.now_s + 2 * self._net.latency_s)
                self._net.agenda.at(stream.out.last_s, self._reached, stream, item, size)

    def _expire(self, since_s: float) -> None:
        if self.cut_at_s == since_s:
            for link in self.links:
                link.end("idle timeout")


class SimLink:
    """One side of a link."""

    def __init__(self, net: "Internet", wire: Wire, me: "Host", peer: "Host", path: Path, greeting: Message) -> None:
        self.net, self.wire, self.me, self.peer = net, wire, me, peer
        self.path, self.greeting = path, greeting
        self.twin: SimLink
        self.streams: dict[SimStream, None] = {}
        self.tasks: dict[asyncio.Task[None], None] = {}
        self.reason: str | None = None
        self._closed = asyncio.Event()
        self.peer_id = peer.me
        self.public_key = peer.public_key
        self.remote_address = peer.addresses[0]

    @property
    def is_open(self) -> bool:
        return self.reason is None

    @property
    def round_trip_s(self) -> float:
        return 2 * self.net.usual_delay_s(self.me, self.peer)

    async def open(self, first: Message) -> SimStream:
        if not self.is_open:
            raise LinkLost(self.reason or "closed")
        there, back = Pipe(), Pipe()
        near, far = SimStream(self, there, back, is_opener=True), SimStream(self.twin, back, there, is_opener=False)
        near.twin, far.twin = far, near
        self.streams[near] = None
        await near.send(first)
        return near

    def accept(self, stream: SimStream, first: Message) -> None:
        self.streams[stream] = None
        context: Context = self.me.context.copy()
        task = context.run(asyncio.get_running_loop().create_task, self._serve(stream, first))
        self.tasks[task] = None
        task.add_done_callback(self.tasks.pop)

    async def _serve(self, stream: SimStream, first: Message) -> None:
        try:
            await self.me.serve(self, stream, first)
            stream.finish()
        except PeerFault as fault:
            stream.reset(str(fault))
            if isinstance(fault, ProtocolViolation) and self.is_open:  # else the stream has said so
                self.net.note_violation(self.me, self.peer_id, str(fault))
                self.close(str(fault))

    async def request(self, message: Message, reply: type[M], *, timeout_s: float = 10.0) -> M:
        stream: SimStream | None = None
        try:
            async with asyncio.timeout(timeout_s):
                stream = await self.open(message)
                stream.finish()
                return await stream.receive(reply)
        except TimeoutError:
            raise PeerTimeout(f"{self.peer_id} did not answer {type(message).__name__}") from None
        finally:
            if stream is not None and not stream.into.is_finished:
                stream.reset("the answer is no longer wanted")

    def close(self, reason: str = "") -> None:
        if self.is_open:
            self.wire.tell(self, self.twin.end, reason or "closed by the peer")
            self.net.agenda.later(self.net.idle_s, self.twin.end, "idle timeout")
            self.end(reason or "closed by this peer")

    def end(self, reason: str) -> None:
        """This side is over; the other learns of it by itself."""
        if self.reason is not None:
            return
        self.reason = reason or "closed"
        self.me.forget(self)
        if self.wire.relay is not None:
            self.wire.relay.relayed.pop(self.wire, None)
        for stream in tuple(self.streams):
            stream.fail(self.reason)
        current = asyncio.current_task()
        for task in tuple(self.tasks):
            if task is not current:  # a handler that closes its link goes on, and finds its stream ended
                task.cancel()
        self._closed.set()

    async def wait_closed(self) -> str:
        await self._closed.wait()
        return self.reason or ""
