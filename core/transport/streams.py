"""The streams of one link: numbered, opened by either side, served in tasks, limited in number."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from core.errors import IdlewildError, LinkLost, PeerFault, ProtocolViolation
from core.transport.api import Message, Stream
from core.transport.quic_private import CONCURRENT_STREAMS, PeerConnection
from core.transport.stream import LinkStream, StreamHost

logger = logging.getLogger(__name__)

CONTROL_STREAM = 0

Answer = Callable[[Stream, Message], Awaitable[None]]
"""Called with a stream that the peer has opened and its first message."""


class Streams:
    """All but the control stream, which belongs to the link itself."""

    def __init__(
        self,
        host: StreamHost,
        quic: PeerConnection,
        *,
        is_dialer: bool,
        answer: Answer,
        on_bug: Callable[[Exception], None],
    ) -> None:
        self._host = host
        self._quic = quic
        self._is_dialer = is_dialer
        self._answer = answer
        self._on_bug = on_bug
        self._streams: dict[int, LinkStream] = {}
        self._waiting_for_room: set[LinkStream] = set()
        self._waiting_to_open: list[asyncio.Future[None]] = []
        self._open_here = 0
        self._seen_inbound = 0
        self._is_serving = False
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def tasks(self) -> frozenset[asyncio.Task[None]]:
        """Of the streams that are being served."""
        return frozenset(self._tasks)

    def __len__(self) -> int:
        return len(self._streams)

    # Opened here

    async def wait_for_slot(self) -> None:
        """Returns when another stream may be opened, or all have failed."""
        while self._open_here >= CONCURRENT_STREAMS:
            slot: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting_to_open.append(slot)
            await slot

    def open(self) -> LinkStream:
        stream = LinkStream(self._host, self._quic.get_next_available_stream_id())
        self._streams[stream.stream_id] = stream
        self._open_here += 1
        return stream

    def drop(self, stream_id: int) -> bool:
        """Both directions have ended; False if that was known."""
        if self._streams.pop(stream_id, None) is None:
            return False
        self._quic.note_forgotten(stream_id)
        if self._is_ours(stream_id):
            self._open_here -= 1
            if self._waiting_to_open:
                _release(self._waiting_to_open.pop(0))
        return True

    # Opened by the peer

    def serve(self) -> None:
        """The link is open: what has come so far is served, and whatever comes from now on."""
        self._is_serving = True
        for stream_id in sorted(i for i in self._streams if not self._is_ours(i)):
            self._start_serving(self._streams[stream_id])

    def get(self, stream_id: int) -> LinkStream | None:
        """The stream, made now if the peer has just opened it; None if it is over."""
        number = stream_id >> 2
        if not self._is_ours(stream_id) and number >= self._seen_inbound and stream_id != CONTROL_STREAM:
            # Opening a stream opens all before it (RFC 9000, section 2.1).
            for new in range(max(self._seen_inbound, 0 if self._is_dialer else 1), number + 1):
                stream = LinkStream(self._host, new << 2 | stream_id & 3)
                self._streams[stream.stream_id] = stream
                if self._is_serving:
                    self._start_serving(stream)
            self._seen_inbound = number + 1
        return self._streams.get(stream_id)

    def can_be(self, stream_id: int) -> bool:
        """Whether a stream of that number is, was, or may still be opened."""
        return not stream_id & 2 and (self._is_ours(stream_id) or stream_id >> 2 < self._quic.inbound_stream_limit)

    def _is_ours(self, stream_id: int) -> bool:
        return stream_id & 1 == (0 if self._is_dialer else 1)

    def _start_serving(self, stream: LinkStream) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(stream), name=f"serve {self._host.peer_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, stream: LinkStream) -> None:
        try:
            first = await stream.receive(Message)
            await self._answer(stream, first)
        except ProtocolViolation as violation:
            self._host.violated(violation)
        except PeerFault as fault:
            logger.debug("stream of %s given up: %s", self._host.peer_id, fault)
            stream.reset(str(fault))
        except IdlewildError as fault:
            logger.warning("a request of %s failed here: %s", self._host.peer_id, fault)
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

    # Back-pressure

    def wait_for_room(self, stream: LinkStream) -> None:
        self._waiting_for_room.add(stream)

    def on_progress(self, resume_bytes: int) -> None:
        """Sent bytes may have been acknowledged: streams with no more than `resume_bytes` under way go on."""
        for stream in list(self._waiting_for_room):
            if self._quic.unacknowledged_bytes(stream.stream_id) <= resume_bytes:
                self._waiting_for_room.discard(stream)
                stream.on_room()

    # The end

    def fail(self, reason: str) -> None:
        """All of them, because the link has ended."""
        for stream in list(self._streams.values()):
            stream.on_failed(LinkLost(reason))
        self._streams.clear()
        self._waiting_for_room.clear()
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
