"""Keeps the paths of one link in time: what `Paths` wants to be sent is sent, and what it takes is used."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Protocol

import msgspec

from core.errors import ProtocolViolation
from core.identity.wire import pack, unpacker
from core.transport.api import Address, Path
from core.transport.connection import Connection
from core.transport.framing import Kind, frame_header
from core.transport.hops import Hop
from core.transport.paths import Paths, Way
from core.transport.probe import KEY_BYTES, key_id, new_key

logger = logging.getLogger(__name__)

CANDIDATES_LIMIT = 8
FRAME_BYTES = 1 << 10
_BLACK_HOLE_TIMEOUTS = 3
"""Probe timeouts in a row (RFC 9002, section 6.2) after which long datagrams are taken to be lost for their length."""


class Candidates(msgspec.Struct, frozen=True):
    """On the control stream, from both sides, when a link is open and whenever it changes: where its sender may be
    reached straight. The dialer's first one has the key of the link's probes."""

    addresses: tuple[str, ...]
    key: bytes = b""


_unpack = unpacker(Candidates)


class PathHost(Protocol):
    """What a link's paths need of the endpoint."""

    def send_to(self, hop: Hop, datagrams: Sequence[bytes]) -> None: ...

    def candidates(self) -> Sequence[Address]:
        """This peer's own."""
        ...

    def hop_to(self, address: Address) -> Hop | None:
        """Where probes for `address` go; None if it is no use to probe it from here."""
        ...

    def way_by(self, hop: Hop, *, is_first: bool = False) -> Way:
        """`is_first`: the link was made that way."""
        ...

    def bind_probes(self, key_id: bytes, paths: "LinkPaths") -> None:
        """Probes with that key are `paths`'s."""
        ...

    def unbind_probes(self, key_id: bytes) -> None: ...


class PathOwner(Protocol):
    """The link."""

    @property
    def is_dialer(self) -> bool: ...

    def write_control(self, frame: bytes) -> None: ...

    def on_path(self) -> None:
        """Another path is taken from now on."""
        ...


class LinkPaths:
    """The paths of one link that is open."""

    def __init__(self, owner: PathOwner, host: PathHost, connection: Connection) -> None:
        self._owner = owner
        self._host = host
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        first = host.way_by(connection.hop, is_first=True)
        first.mtu.length_bytes = connection.quic.datagram_bytes
        self._paths = Paths(first, is_dialer=owner.is_dialer, now=self._loop.time())
        self._timer: asyncio.TimerHandle | None = None
        self._told: tuple[str, ...] = ()
        self._is_over = False
        if owner.is_dialer:
            self._use_key(new_key())
        connection.on_stray = self._on_stray
        self._tell(self._paths.key)

    @property
    def path(self) -> Path:
        return self._paths.taken.path

    @property
    def is_doubtful(self) -> bool:
        """Whether nothing has come the taken way for a while."""
        return self._paths.is_doubtful(self._loop.time())

    def tell_candidates(self) -> None:
        """Tells the peer this one's candidates if they have changed."""
        self._tell(b"")

    def offer(self, hops: Sequence[Hop]) -> None:
        """The peer may be reached by those too."""
        if hops and not self._is_over:
            self._paths.offer([self._host.way_by(hop) for hop in hops], self._loop.time())
            self._settle()

    def on_surroundings_changed(self) -> None:
        self._connection.ping()
        self._paths.on_surroundings_changed(self._loop.time())
        self.tell_candidates()
        self._settle()

    def on_frame(self, body: bytearray) -> None:
        """The peer's candidates. Raises `ProtocolViolation`."""
        try:
            told = _unpack(body)
        except (msgspec.DecodeError, ValueError) as fault:
            raise ProtocolViolation(f"malformed candidates: {fault}") from fault
        if told.key and not self._paths.key:
            if self._owner.is_dialer or len(told.key) != KEY_BYTES:
                raise ProtocolViolation("a key for probes that cannot be one")
            self._use_key(told.key)
        addresses = []
        for text in told.addresses[:CANDIDATES_LIMIT]:
            try:
                addresses.append(Address.parse(text))
            except ValueError as fault:
                raise ProtocolViolation(f"a candidate that is no address: {fault}") from fault
        hops = [hop for address in addresses if (hop := self._host.hop_to(address)) is not None]
        self._paths.offer([self._host.way_by(hop) for hop in hops], self._loop.time())
        self._settle()

    def on_datagram(self, datagram: bytes, hop: Hop) -> None:
        """A probe or answer under this link's key."""
        if not self._is_over and self._paths.on_datagram(datagram, self._host.way_by(hop), self._loop.time()):
            self._settle()

    def tick(self) -> None:
        """A few times a second: what depends on silence, or on packets that are lost again and again."""
        now = self._loop.time()
        heard_s = self._connection.heard_here_s
        if heard_s:
            self._paths.on_heard(self._connection.hop, heard_s)
        if self._connection.timeouts_in_a_row >= _BLACK_HOLE_TIMEOUTS:
            self._paths.taken.mtu.on_black_hole(now)
        self._paths.tick(now)
        self._settle()

    def close(self) -> None:
        self._is_over = True
        if self._timer is not None:
            self._timer.cancel()
        if self._paths.key:
            self._host.unbind_probes(key_id(self._paths.key))

    def _use_key(self, key: bytes) -> None:
        self._paths.key = key
        self._host.bind_probes(key_id(key), self)

    def _tell(self, key: bytes) -> None:
        addresses = tuple(map(str, self._host.candidates()))[:CANDIDATES_LIMIT]
        if key or addresses != self._told:
            self._told = addresses
            body = pack(Candidates(addresses, key))
            self._owner.write_control(frame_header(Kind.CANDIDATES, len(body)) + body)

    def _on_stray(self, hop: Hop, now: float) -> None:
        if not self._is_over and self._paths.key:
            self._paths.on_stray(self._host.way_by(hop), now)
            self._settle()

    def _settle(self) -> None:
        """Sends, takes and waits as `Paths` has it."""
        paths, connection = self._paths, self._connection
        sent, paths.outbox = paths.outbox, []
        for hop, datagram in sent:
            self._host.send_to(hop, [datagram])
        if connection.hop != paths.taken.hop:
            logger.info("path: %s, before: %s", paths.taken.path, connection.hop)
            connection.take(paths.taken.hop)
            self._owner.on_path()
        connection.limit_datagrams(paths.taken.mtu.length_bytes)
        self._wait()

    def _wait(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._is_over and self._paths.key:
            self._timer = self._loop.call_at(self._paths.due_s(self._loop.time()) + 0.001, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        self._paths.tick(self._loop.time())
        self._settle()
