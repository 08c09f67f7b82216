"""One ordered exchange of messages and payloads with one peer."""

import asyncio
from collections import deque
from typing import Protocol, TypeVar

from core.errors import LinkLost, ProtocolViolation, Refused
from core.identity.ids import PeerId
from core.transport.api import MESSAGE_BYTES, PAYLOAD_BYTES, Buffer, Message, Refusal
from core.transport.framing import Assembler, Codec, Frame, Kind, Limits, frame_header

M = TypeVar("M", bound=Message)

_PIECE_BYTES = 64 << 10

_MESSAGE_ONLY: Limits = {Kind.MESSAGE: MESSAGE_BYTES}


class StreamHost(Protocol):
    """What a stream needs of its link."""

    @property
    def peer_id(self) -> PeerId: ...

    @property
    def codec(self) -> Codec: ...

    def write(self, stream_id: int, data: Buffer, *, end: bool = False) -> None: ...

    @property
    def ahead_bytes(self) -> int:
        """How much of one stream is handed to QUIC, which keeps it in memory, before the peer has acknowledged it."""
        ...

    def unacknowledged_bytes(self, stream_id: int) -> int: ...

    def wait_for_room(self, stream: "LinkStream") -> None:
        """Has `stream.on_room` called when `unacknowledged_bytes` has fallen well below `ahead_bytes`."""
        ...

    def has_unsent(self, stream_id: int) -> bool:
        """Whether something of what was written has not left yet."""
        ...

    def wait_for_leaving(self, stream: "LinkStream") -> None:
        """Has `stream.on_room` called when nothing is unsent."""
        ...

    def note_read(self, stream_id: int, count_bytes: int) -> None: ...

    def stop_reading(self, stream_id: int) -> None: ...

    def reset_stream(self, stream_id: int, reason: str) -> None: ...

    def violated(self, violation: ProtocolViolation) -> None: ...

    def drop_stream(self, stream_id: int) -> None:
        """Both directions of the stream have ended."""
        ...


class LinkStream:
    """Fulfils `core.transport.api.Stream`. One task may send and one receive at a time; senders queue up."""

    def __init__(self, host: StreamHost, stream_id: int) -> None:
        self.stream_id = stream_id
        self._host = host
        self._assembler = Assembler()
        self._arrived: deque[Buffer] = deque()
        self._wake: asyncio.Future[None] | None = None
        self._is_reading = False
        self._receiving_over = False
        self._sending_over = False
        self._is_abandoned = False
        self._read_fault: Exception | None = None
        self._write_fault: LinkLost | None = None
        self._send_turn = asyncio.Lock()
        self._room: asyncio.Future[None] | None = None

    @property
    def peer_id(self) -> PeerId:
        return self._host.peer_id

    # Sending

    async def send(self, message: Message) -> None:
        body = self._host.codec.encode(message)
        async with self._send_turn:
            await self._wait_for_room()
            self._host.write(self.stream_id, frame_header(Kind.MESSAGE, len(body)) + body)

    async def send_payload(self, data: Buffer) -> None:
        content = memoryview(data).cast("B")
        if len(content) > PAYLOAD_BYTES:
            raise ValueError(f"a payload of {len(content)} bytes exceeds {PAYLOAD_BYTES}; send it as several")
        async with self._send_turn:
            await self._wait_for_room()
            self._host.write(self.stream_id, frame_header(Kind.PAYLOAD, len(content)))
            try:
                for start in range(0, len(content), _PIECE_BYTES):
                    await self._wait_for_room()
                    self._host.write(self.stream_id, content[start : start + _PIECE_BYTES])
            except asyncio.CancelledError:
                self.reset("sending was cancelled in the middle of a payload")
                raise

    async def drain(self) -> None:
        async with self._send_turn:
            while self._write_fault is None and self._host.has_unsent(self.stream_id):
                self._room = asyncio.get_running_loop().create_future()
                self._host.wait_for_leaving(self)
                await self._room
            if self._write_fault is not None:
                raise LinkLost(str(self._write_fault))

    def finish(self) -> None:
        if not self._sending_over and self._write_fault is None:
            self._sending_over = True
            self._host.write(self.stream_id, b"", end=True)
            self._drop_if_over()

    def reset(self, reason: str = "") -> None:
        if not (self._sending_over and self._receiving_over):
            self._host.reset_stream(self.stream_id, reason)
            self.on_failed(LinkLost(f"stream reset here: {reason}" if reason else "stream reset here"))

    async def _wait_for_room(self) -> None:
        self._check_writable()
        while self._host.unacknowledged_bytes(self.stream_id) >= self._host.ahead_bytes:
            self._room = asyncio.get_running_loop().create_future()
            self._host.wait_for_room(self)
            await self._room
            self._check_writable()

    def _check_writable(self) -> None:
        if self._write_fault is not None:
            raise LinkLost(str(self._write_fault))
        if self._sending_over:
            raise RuntimeError("this side has finished the stream")

    # Receiving

    async def receive(self, kind: type[M]) -> M:
        frame = await self._next_frame(_MESSAGE_ONLY)
        message = self._decode(frame)
        if not isinstance(message, kind):
            expected = getattr(kind, "__name__", str(kind))
            raise ProtocolViolation(f"{type(message).__name__} came where {expected} was expected")
        return message

    async def receive_payload(self, limit_bytes: int) -> bytearray:
        limits: Limits = {Kind.PAYLOAD: min(limit_bytes, PAYLOAD_BYTES), Kind.MESSAGE: MESSAGE_BYTES}
        frame = await self._next_frame(limits)
        if frame.kind == Kind.PAYLOAD:
            return frame.body
        message = self._decode(frame)
        raise ProtocolViolation(f"{type(message).__name__} came where a payload was expected")

    def _decode(self, frame: Frame) -> Message:
        try:
            message = self._host.codec.decode(frame.body)
        except ProtocolViolation as violation:
            self._host.violated(violation)
            raise
        if isinstance(message, Refusal):
            raise Refused(message.reason)
        return message

    async def _next_frame(self, limits: Limits) -> Frame:
        if self._is_reading:
            raise RuntimeError("two tasks read one stream")
        self._is_reading = True
        try:
            self._assembler.expect(limits)
            self._pour()
            while not self._assembler.is_complete:
                self._check_readable()
                self._wake = asyncio.get_running_loop().create_future()
                await self._wake
            return self._assembler.pop()
        except ProtocolViolation as violation:
            self._host.violated(violation)
            raise
        finally:
            self._is_reading = False
            self._wake = None

    def _check_readable(self) -> None:
        if isinstance(self._read_fault, ProtocolViolation):
            raise self._read_fault
        if self._read_fault is not None:
            raise LinkLost(str(self._read_fault))
        if self._receiving_over:
            where = "between messages" if self._assembler.is_between_frames else "inside a message"
            raise LinkLost(f"the peer finished the stream {where}")

    def _pour(self) -> None:
        """Moves what has arrived into the current frame; only what is read this way earns the peer new credit."""
        read_bytes = 0
        while self._arrived and not self._assembler.is_complete:
            data = self._arrived.popleft()
            taken = self._assembler.take(data)
            read_bytes += taken
            if taken < len(data):
                self._arrived.appendleft(memoryview(data)[taken:])
        if read_bytes and not self._receiving_over:
            self._host.note_read(self.stream_id, read_bytes)

    # What the link tells

    def on_data(self, data: bytes, ended: bool) -> None:
        if self._is_abandoned:
            if data and not ended:
                self._host.stop_reading(self.stream_id)
        elif data:
            self._arrived.append(data)
        if self._is_reading:
            try:
                self._pour()
            except ProtocolViolation as violation:
                self._read_fault = violation
        if ended:
            self._receiving_over = True
            self._drop_if_over()
        if ended or self._read_fault is not None or self._assembler.is_complete:
            self._wake_reader()

    def on_stopped(self) -> None:
        """The peer reads no more; what it sends may still come."""
        self._write_fault = self._write_fault or LinkLost("the peer reads no more of this stream")
        self._sending_over = True
        self.on_room()
        self._drop_if_over()

    def on_failed(self, fault: LinkLost) -> None:
        """Both directions have ended. What arrived stays readable only if it was all that the peer meant to send."""
        self._write_fault = self._write_fault or fault
        if not self._receiving_over:
            self._read_fault = self._read_fault or fault
            self._arrived.clear()
        self._receiving_over = self._sending_over = True
        self._wake_reader()
        self.on_room()
        self._drop_if_over()

    def on_room(self) -> None:
        if self._room is not None and not self._room.done():
            self._room.set_result(None)

    def abandon(self) -> None:
        """Nothing more will be read. Unlike `reset` this does not disturb what was sent."""
        self._is_abandoned = True
        if self._arrived and not self._receiving_over:
            self._host.stop_reading(self.stream_id)
        self._arrived.clear()

    def _wake_reader(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def _drop_if_over(self) -> None:
        if self._sending_over and self._receiving_over:
            self._host.drop_stream(self.stream_id)
