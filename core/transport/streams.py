"""The streams of one link: numbered, opened by either side, served in tasks, limited in number, and what they need."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from core.errors import IdlewildError, LinkLost, PeerFault, ProtocolViolation
from core.identity.ids import PeerId
from core.transport.api import Buffer, Message, Stream
from core.transport.framing import Codec
from core.transport.hello import reset_frame
from core.transport.quic_private import CONCURRENT_STREAMS, PeerConnection
from core.transport.stream import LinkStream

logger = logging.getLogger(__name__)

CONTROL_STREAM = 0
_REASON_FOLLOWS = 1
"""Code of a stream's reset whose reason comes in a RESET frame on the control stream."""
_NOT_READ = 2
_CREDIT_BYTES = 1 << 20
"""Credit travels with packets that leave anyway, but does not wait for one when so much of it is due."""

Answer = Callable[[Stream, Message], Awaitable[None]]
"""Called with a stream that the peer has opened and its first message."""


class StreamsOwner(Protocol):
    """What streams need of their link."""

    @property
    def peer_id(self) -> PeerId: ...

    @property
    def codec(self) -> Codec: ...

    @property
    def is_over(self) -> bool: ...

    def wake(self) -> None:
        """There is something to send."""
        ...

    def write_control(self, frame: bytes) -> None: ...

    def violated(self, violation: ProtocolViolation) -> None: ...


class Streams:
    """All but the control stream, which belongs to the link itself. Fulfils `core.transport.stream.StreamHost`."""

    def __init__(
        self,
        owner: StreamsOwner,
        quic: PeerConnection,
        *,
        is_dialer: bool,
        answer: Answer,
        on_bug: Callable[[Exception], None],
    ) -> None:
        self._owner = owner
        self._quic = quic
        self._is_dialer = is_dialer
        self._answer = answer
        self._on_bug = on_bug
        self._streams: dict[int, LinkStream] = {}
        self._waiting_for_room: set[LinkStream] = set()
        self._waiting_for_leaving: set[LinkStream] = set()
        self._waiting_to_open: list[asyncio.Future[None]] = []
        self._open_here = 0
        self._seen_inbound = 0
        self._unannounced_bytes = 0
        self._is_serving = False
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def tasks(self) -> frozenset[asyncio.Task[None]]:
        """Of the streams that are being served."""
        return frozenset(self._tasks)

    # Opened here

    async def wait_for_slot(self) -> None:
        """Returns when another stream may be opened, or all have failed."""
        while self._open_here >= CONCURRENT_STREAMS:
            slot: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting_to_open.append(slot)
            await slot

    def open(self) -> LinkStream:
        stream = LinkStream(self, self._quic.get_next_available_stream_id())
        self._streams[stream.stream_id] = stream
        self._open_here += 1
        return stream

    # Opened by the peer

    def serve(self) -> None:
        """The link is open: what has come so far is served, and whatever comes from now on."""
        self._is_serving = True
        for stream_id in sorted(i for i in self._streams if not self._is_ours(i)):
            self._start_serving(self._streams[stream_id])

    def _get(self, stream_id: int) -> LinkStream | None:
        """The stream, made now if the peer has just opened it; None if it is over."""
        number = stream_id >> 2
        if not self._is_ours(stream_id) and number >= self._seen_inbound and stream_id != CONTROL_STREAM:
            # Opening a stream opens all before it (RFC 9000, section 2.1).
            for new in range(max(self._seen_inbound, 0 if self._is_dialer else 1), number + 1):
                stream = LinkStream(self, new << 2 | stream_id & 3)
                self._streams[stream.stream_id] = stream
                if self._is_serving:
                    self._start_serving(stream)
            self._seen_inbound = number + 1
        return self._streams.get(stream_id)

    def _can_be(self, stream_id: int) -> bool:
        """Whether a stream of that number is, was, or may still be opened."""
        return not stream_id & 2 and (self._is_ours(stream_id) or stream_id >> 2 < self._quic.inbound_stream_limit)

    def _is_ours(self, stream_id: int) -> bool:
        return stream_id & 1 == (0 if self._is_dialer else 1)

    def _start_serving(self, stream: LinkStream) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(stream), name=f"serve {self._owner.peer_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, stream: LinkStream) -> None:
        try:
            first = await stream.receive(Message)
            await self._answer(stream, first)
        except ProtocolViolation as violation:
            self._owner.violated(violation)
        except PeerFault as fault:
            logger.debug("stream of %s given up: %s", self._owner.peer_id, fault)
            stream.reset(str(fault))
        except IdlewildError as fault:
            logger.warning("a request of %s failed here: %s", self._owner.peer_id, fault)
            stream.reset("internal error")
        except Exception as bug:  # noqa: BLE001 one request's bug must not end the others; it is reported as a bug
            stream.reset("internal error")
            self._on_bug(bug)
        except BaseException:
            stream.reset("given up")
            raise
        else:
            stream.finish()
            stream.abandon()

    # What a stream needs

    @property
    def peer_id(self) -> PeerId:
        return self._owner.peer_id

    @property
    def codec(self) -> Codec:
        return self._owner.codec

    def violated(self, violation: ProtocolViolation) -> None:
        self._owner.violated(violation)

    def write(self, stream_id: int, data: Buffer, *, end: bool = False) -> None:
        # Any buffer will do: QUIC copies it into its own.
        self._quic.send_stream_data(stream_id, data, end)  # type: ignore[arg-type]
        self._owner.wake()

    @property
    def ahead_bytes(self) -> int:
        return self._quic.ahead_bytes

    def unacknowledged_bytes(self, stream_id: int) -> int:
        return self._quic.unacknowledged_bytes(stream_id)

    def wait_for_room(self, stream: LinkStream) -> None:
        self._waiting_for_room.add(stream)

    def has_unsent(self, stream_id: int) -> bool:
        return self._quic.has_unsent(stream_id)

    def wait_for_leaving(self, stream: LinkStream) -> None:
        self._waiting_for_leaving.add(stream)

    def note_read(self, stream_id: int, count_bytes: int) -> None:
        self._quic.note_read(stream_id, count_bytes)
        self._unannounced_bytes += count_bytes
        if self._unannounced_bytes >= _CREDIT_BYTES:
            self._unannounced_bytes = 0
            self._owner.wake()

    def stop_reading(self, stream_id: int) -> None:
        self._quic.note_forgotten(stream_id)
        self._quic.stop_reading(stream_id, _NOT_READ)
        self._owner.wake()

    def reset_stream(self, stream_id: int, reason: str) -> None:
        if not self._owner.is_over:
            self._quic.note_forgotten(stream_id)
            self._quic.reset_stream(stream_id, _REASON_FOLLOWS)
            self._quic.stop_reading(stream_id, _REASON_FOLLOWS)
            self._owner.write_control(reset_frame(stream_id, reason))

    def drop_stream(self, stream_id: int) -> None:
        if self._streams.pop(stream_id, None) is None:
            return
        self._quic.note_forgotten(stream_id)
        if self._is_ours(stream_id):
            self._open_here -= 1
            if self._waiting_to_open:
                _release(self._waiting_to_open.pop(0))

    # What the connection tells

    def on_data(self, stream_id: int, data: bytes, ended: bool) -> None:
        stream = self._get(stream_id)
        if stream is not None:
            stream.on_data(data, ended)
        elif data and not ended:
            self.stop_reading(stream_id)

    def on_reset(self, stream_id: int, code: int) -> None:
        stream = self._get(stream_id)
        if stream is not None and code != _REASON_FOLLOWS:
            stream.on_failed(LinkLost("stream reset by the peer"))

    def on_stop(self, stream_id: int, code: int) -> None:
        stream = self._get(stream_id)
        if stream is not None and code != _REASON_FOLLOWS:
            stream.on_stopped()

    def on_reset_reason(self, body: bytearray) -> None:
        """A RESET frame: a stream's number and why it was reset. Raises `ProtocolViolation`."""
        stream_id = int.from_bytes(body[:8], "big")
        if len(body) < 8 or not self._can_be(stream_id):
            raise ProtocolViolation("a reset of a stream that cannot be")
        stream = self._get(stream_id)
        if stream is not None:
            reason = body[8:].decode(errors="replace")
            if self._quic.has_begun(stream_id):  # else this came before all else of the stream
                self._quic.reset_stream(stream_id, _REASON_FOLLOWS)
                self._quic.stop_reading(stream_id, _REASON_FOLLOWS)
            self._owner.wake()
            stream.on_failed(LinkLost(f"stream reset by the peer: {reason}" if reason else "stream reset by the peer"))

    def on_progress(self) -> None:
        """Bytes may have left, or been acknowledged."""
        if self._waiting_for_leaving:
            gone = [stream for stream in self._waiting_for_leaving if not self._quic.has_unsent(stream.stream_id)]
            self._waiting_for_leaving.difference_update(gone)
            for stream in gone:
                stream.on_room()
        if not self._waiting_for_room:
            return
        enough_bytes = self._quic.ahead_bytes * 3 // 4
        for stream in list(self._waiting_for_room):
            if self._quic.unacknowledged_bytes(stream.stream_id) <= enough_bytes:
                self._waiting_for_room.discard(stream)
                stream.on_room()

    # The end

    def fail(self, reason: str) -> None:
        """All of them, because the link has ended."""
        for stream in list(self._streams.values()):
            stream.on_failed(LinkLost(reason))
        self._streams.clear()
        self._waiting_for_room.clear()
        self._waiting_for_leaving.clear()
        self._open_here = 0
        waiting, self._waiting_to_open = self._waiting_to_open, []
        for slot in waiting:
            _release(slot)
        current = asyncio.current_task()
        for task in self._tasks:
            if task is not current:  # a handler that closes its link goes on, and finds its stream ended
                task.cancel()


def _release(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
