"""One authenticated connection to one peer: from the handshake over the hellos to the streams on it."""

import asyncio
import logging
from enum import Enum, auto
from typing import Protocol, TypeVar

from core.errors import LinkLost, PeerFault, PeerTimeout, ProtocolViolation, Refused
from core.identity.ids import PeerId
from core.transport.api import Address, Admit, Greeting, Message, Path, Serve, Stream
from core.transport.certificate import ed25519_key_of
from core.transport.connection import Connection, shortened
from core.transport.framing import Assembler, Codec, Frame, Kind, Limits, frame_header
from core.transport.hello import FROM_STRANGER, RESET_BYTES, hello_frame, judge, refused_frame
from core.transport.hops import Hop
from core.transport.link_paths import FRAME_BYTES, LinkPaths, PathHost
from core.transport.stream import LinkStream
from core.transport.streams import CONTROL_STREAM, Streams

logger = logging.getLogger(__name__)

M = TypeVar("M", bound=Message)

_FROM_PEER: Limits = {Kind.RESET: RESET_BYTES, Kind.CANDIDATES: FRAME_BYTES}
_LINGER_S = 1.0
"""How long a refused peer has for reading why, before the connection is closed."""


class CloseCode:
    """Application error codes of CONNECTION_CLOSE."""

    ENDED = 0
    REFUSED = 1
    VIOLATION = 2
    UNPROVEN = 3


class LinkHost(Protocol):
    """What a link needs of its endpoint."""

    codec: Codec
    peer_id: PeerId
    greeting: Greeting
    admit: Admit
    serve: Serve

    @property
    def ways(self) -> PathHost: ...

    def established(self, link: "QuicLink") -> None: ...

    def ended(self, link: "QuicLink", reason: str) -> None:
        """Told once for each link that was established, when it ends."""
        ...

    def path_taken(self, link: "QuicLink") -> None:
        """The link has a path, or another one than before."""
        ...

    def report_bug(self, bug: Exception) -> None: ...


class _Phase(Enum):
    HANDSHAKE = auto()
    HELLO = auto()
    ACCEPTING = auto()
    OPEN = auto()
    OVER = auto()


class QuicLink:
    """Fulfils `core.transport.api.Link` once `is_open`; before, it is an attempt at one."""

    def __init__(self, host: LinkHost, connection: Connection, *, expected: PeerId | None, is_dialer: bool) -> None:
        self.codec = host.codec
        self.is_dialer = is_dialer
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the link is open, or has the fault for which it never will be."""
        self._host = host
        self._connection = connection
        self._quic = connection.quic
        self._expected = expected
        self._phase = _Phase.HANDSHAKE
        self._peer_id: PeerId | None = None
        self._public_key = b""
        self._greeting: Message | None = None
        self._control = Assembler()
        self._control.expect(FROM_STRANGER)
        self._streams = Streams(self, connection.quic, is_dialer=is_dialer, answer=self._answer, on_bug=host.report_bug)
        self._unannounced_bytes = 0
        self._paths: LinkPaths | None = None
        self._linger: asyncio.TimerHandle | None = None
        self._closed: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        connection.adopt(self)

    # The interface of a link

    @property
    def peer_id(self) -> PeerId:
        assert self._peer_id is not None
        return self._peer_id

    @property
    def public_key(self) -> bytes:
        return self._public_key

    @property
    def greeting(self) -> Message:
        assert self._greeting is not None
        return self._greeting

    @property
    def remote_address(self) -> Address:
        return self.path.address

    @property
    def path(self) -> Path:
        assert self._paths is not None
        return self._paths.path

    @property
    def hop(self) -> Hop:
        """Where its datagrams go now."""
        return self._connection.hop

    @property
    def paths(self) -> LinkPaths | None:
        """None until the link has been open."""
        return self._paths

    @property
    def is_open(self) -> bool:
        return self._phase is _Phase.OPEN

    @property
    def is_over(self) -> bool:
        return self._phase is _Phase.OVER

    @property
    def round_trip_s(self) -> float:
        return self._quic.round_trip_s

    @property
    def upload_bytes_per_s(self) -> float:
        """What the path to the peer could carry, as measured while it was full; 0.0 while unknown."""
        return self._quic.rates(asyncio.get_running_loop().time()).upload_bytes_per_s

    @property
    def download_bytes_per_s(self) -> float:
        """The most that came from the peer; it may be able to send more."""
        return self._quic.rates(asyncio.get_running_loop().time()).download_bytes_per_s

    @property
    def last_heard_s(self) -> float:
        return self._quic.last_heard_s

    @property
    def tasks(self) -> frozenset[asyncio.Task[None]]:
        """Of the streams that are being served."""
        return self._streams.tasks

    async def open(self, first: Message) -> Stream:
        if self.is_open:
            await self._streams.wait_for_slot()
        if not self.is_open:
            raise LinkLost(self._closed.result() if self._closed.done() else "the link is not open")
        stream = self._streams.open()
        await stream.send(first)
        return stream

    async def request(self, message: Message, reply: type[M], *, timeout_s: float = 10.0) -> M:
        try:
            async with asyncio.timeout(timeout_s):
                stream = await self.open(message)
                assert isinstance(stream, LinkStream)
                try:
                    stream.finish()
                    answer = await stream.receive(reply)
                except Refused:
                    stream.abandon()
                    raise
                except BaseException:
                    stream.reset("the answer is no longer wanted")
                    raise
                stream.abandon()
                return answer
        except TimeoutError:
            name = type(message).__name__
            raise PeerTimeout(f"{self.peer_id} did not answer {name} within {timeout_s:g} s") from None

    def close(self, reason: str = "") -> None:
        self.end(CloseCode.ENDED, reason or "closed by this peer", told=reason)

    async def wait_closed(self) -> str:
        return await asyncio.shield(self._closed)

    def end(self, code: int, reason: str, *, told: str | None = None) -> None:
        """Closes with `reason`; the peer is told `told`, or the same."""
        if self._phase is not _Phase.OVER:
            self._connection.close(code, reason if told is None else told)
            self._finish(reason, Refused(reason) if code == CloseCode.REFUSED else LinkLost(reason))

    def ping(self) -> None:
        """Asks for a sign of life."""
        self._connection.ping()

    def update_keys(self) -> None:
        """New keys from the next packet on; happens by itself long before it must."""
        self._connection.update_keys()

    def time_out(self, what: str) -> None:
        """Gives the attempt up: the peer did not get as far as a link in time."""
        self._connection.close(CloseCode.ENDED, what)
        self._finish(what, PeerTimeout(what))

    def abandon(self) -> None:
        """Forgets the connection below at once."""
        if self._linger is not None:
            self._linger.cancel()
        self._connection.abandon()

    # What streams and paths need

    def wake(self) -> None:
        self._connection.wake()

    def write_control(self, frame: bytes) -> None:
        if self._quic.can_write(CONTROL_STREAM):  # else the peer has broken it, which ends the link in a moment
            self._quic.send_stream_data(CONTROL_STREAM, frame)
            self._connection.wake()

    def violated(self, violation: ProtocolViolation) -> None:
        if self._phase is not _Phase.OVER:
            logger.info("link to %s ended: %s", self._peer_id, violation)
            self.end(CloseCode.VIOLATION, f"protocol violation: {violation}")

    def on_path(self) -> None:
        self._host.path_taken(self)

    # What the connection tells

    def on_handshake(self) -> None:
        key = ed25519_key_of(self._quic.peer_certificate)
        if key is None:
            self.end(CloseCode.UNPROVEN, "no Ed25519 certificate was shown")
            return
        self._public_key = key
        self._peer_id = PeerId.of_key(key)
        if self._peer_id == self._host.peer_id:
            self.end(CloseCode.UNPROVEN, "this address is the dialing peer's own")
        elif self._expected is not None and self._peer_id != self._expected:
            self.end(
                CloseCode.UNPROVEN,
                f"peer {self._peer_id} answered where {self._expected} was expected",
                told="another peer was expected at this address",
            )
        else:
            self._phase = _Phase.HELLO
            if self.is_dialer:
                assert self._quic.get_next_available_stream_id() == CONTROL_STREAM
                self._say_hello()

    def on_data(self, stream_id: int, data: bytes, ended: bool) -> None:
        if self._phase is _Phase.OVER:
            return
        if stream_id == CONTROL_STREAM:
            self._on_control(data)
            if ended and self.is_open:
                self.violated(ProtocolViolation("the control stream was ended"))
            return
        self._streams.on_data(stream_id, data, ended)

    def on_reset(self, stream_id: int, code: int) -> None:
        if stream_id == CONTROL_STREAM:
            self.violated(ProtocolViolation("the control stream was reset"))
            return
        self._streams.on_reset(stream_id, code)

    def on_stop(self, stream_id: int, code: int) -> None:
        if stream_id == CONTROL_STREAM:
            self.violated(ProtocolViolation("the control stream was stopped"))
            return
        self._streams.on_stop(stream_id, code)

    def on_progress(self) -> None:
        self._streams.on_progress()

    def on_terminated(self, code: int, reason: str) -> None:
        reason = shortened(reason) or "closed by the peer"
        self._finish(reason, Refused(reason) if code == CloseCode.REFUSED else LinkLost(reason))

    # Before the link is open

    def _say_hello(self) -> None:
        self.write_control(hello_frame(self.codec, self._host.greeting()))

    def _on_control(self, data: bytes) -> None:
        view = memoryview(data)
        self._quic.note_read(CONTROL_STREAM, len(data))
        try:
            while view and self._phase is not _Phase.OVER:
                view = view[self._control.take(view) :]
                if self._control.is_complete:
                    self._on_control_frame(self._control.pop())
        except ProtocolViolation as violation:
            self.violated(violation)

    def _on_control_frame(self, frame: Frame) -> None:
        if frame.kind == Kind.RESET and self.is_open:
            self._streams.on_reset_reason(frame.body)
        elif frame.kind == Kind.CANDIDATES and self._paths is not None:
            self._paths.on_frame(frame.body)
        elif frame.kind == Kind.HELLO and self._phase is _Phase.HELLO:
            self._on_hello(frame.body)
        elif frame.kind == Kind.ACCEPTED and self._phase is _Phase.ACCEPTING:
            self._become_open()
        elif frame.kind == Kind.REFUSED and self._phase in (_Phase.HELLO, _Phase.ACCEPTING):
            self.end(CloseCode.REFUSED, frame.body.decode(errors="replace"))
        else:
            raise ProtocolViolation(f"a {Kind(frame.kind).name.lower()} came out of turn")

    def _on_hello(self, body: bytearray) -> None:
        try:
            self._greeting = judge(body, self.codec, self.peer_id, self._guarded_admit)
        except Refused as refusal:
            self._refuse(refusal)
            return
        self._quic.admit()
        if self.is_dialer:
            self.write_control(frame_header(Kind.ACCEPTED, 0))
            self._become_open()
        else:
            self._phase = _Phase.ACCEPTING
            self._say_hello()

    def _guarded_admit(self, peer_id: PeerId, greeting: Message) -> str:
        try:
            return self._host.admit(peer_id, greeting)
        except Exception as bug:  # noqa: BLE001 a bug in judging must let nobody in; it is reported as what it is
            self._host.report_bug(bug)
            return "internal error"

    def _refuse(self, refusal: Refused) -> None:
        """Says why in a way that survives packet loss, and closes a little later."""
        logger.info("refused %s: %s", self._peer_id, refusal)
        self.write_control(refused_frame(str(refusal)))
        self._finish(str(refusal), Refused(f"not admitted here: {refusal}"))
        close = self._connection.close
        self._linger = asyncio.get_running_loop().call_later(_LINGER_S, close, CloseCode.REFUSED, str(refusal))

    def _become_open(self) -> None:
        self._phase = _Phase.OPEN
        self._control.expect(_FROM_PEER)
        self._paths = LinkPaths(self, self._host.ways, self._connection)
        self._host.established(self)
        if not self.opened.done():
            self.opened.set_result(None)
        self._streams.serve()

    async def _answer(self, stream: Stream, first: Message) -> None:
        await self._host.serve(self, stream, first)

    # The end

    def _finish(self, reason: str, fault: PeerFault) -> None:
        if self._phase is _Phase.OVER:
            return
        was_open = self.is_open
        self._phase = _Phase.OVER
        self._closed.set_result(reason)
        if not self.opened.done():
            self.opened.set_exception(fault)
            self.opened.exception()  # an attempt nobody waits for (any more) is no lost exception
        if self._paths is not None:
            self._paths.close()
        self._streams.fail(reason)
        if was_open:
            self._host.ended(self, reason)
