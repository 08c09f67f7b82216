"""One UDP socket for all links of an engine, in both roles of QUIC (design §4)."""

import asyncio
import ipaddress
import logging
import socket
from collections.abc import Callable, Sequence
from typing import Self

import psutil
from aioquic.quic.configuration import SMALLEST_MAX_DATAGRAM_SIZE

from core.errors import LinkLost
from core.identity.ids import PeerId
from core.transport.api import Address, Place
from core.transport.certificate import certificate_of
from core.transport.config import ID_BYTES, EndpointConfig
from core.transport.connection import PEER, Connection
from core.transport.dialing import Dialer, is_loopback
from core.transport.doorstep import Doorstep
from core.transport.fast_path import FastConnection
from core.transport.framing import Codec
from core.transport.hops import Hop
from core.transport.line import Line
from core.transport.link import CloseCode, QuicLink
from core.transport.meter import metered
from core.transport.quic_private import PeerConnection
from core.transport.rescue import Rescue
from core.transport.scope import Scope, scope_of_host
from core.transport.udp import SocketAddress, UdpSocket
from core.transport.ways import PROBE_KINDS, Ways

__all__ = ["Endpoint", "EndpointConfig"]

logger = logging.getLogger(__name__)

_SWEEP_S = 0.25
_LINKS_PER_PEER = 4
"""A peer has more than one link after both dialed at once, or while one that died is not yet known to be dead."""


class Endpoint:
    """Fulfils `core.transport.api.Transport` over QUIC."""

    def __init__(self, config: EndpointConfig) -> None:
        """For `open`, which also binds the socket."""
        self.codec = Codec(config.messages)
        self.peer_id = config.identity.peer_id
        self.greeting = config.greeting
        self.admit = config.admit
        self.serve = config.serve
        self._config = config
        self._connection_class = FastConnection if config.fast_path else PeerConnection
        self._certificate = certificate_of(config.identity)
        self._doorstep = Doorstep()
        self._rescue = Rescue(config.guide)
        self._loop = asyncio.get_running_loop()
        self.line = Line(config.budget, self._loop.time)
        self._socket: UdpSocket | None = None
        self._dialer: Dialer
        self.ways: Ways
        self._by_id: dict[bytes, Connection] = {}
        self._links: dict[Connection, QuicLink] = {}
        self._attempts: dict[QuicLink, float] = {}
        self._strangers: set[QuicLink] = set()
        self._by_peer: dict[PeerId, list[QuicLink]] = {}
        self._dirty: list[Connection] = []
        self._flush_soon: asyncio.Handle | None = None
        self._sweep_soon: asyncio.TimerHandle | None = None
        self._is_closed = False

    @classmethod
    async def open(cls, config: EndpointConfig) -> Self:
        """Binds the socket and accepts links from now on. Raises `LocalFault` if the address cannot be had."""
        endpoint = cls(config)
        listen = config.listen or Address("0.0.0.0", 0)  # noqa: S104
        endpoint._socket = await metered(config.udp, config.budget.meter)(listen, endpoint.receive, config.divert)
        endpoint._dialer = Dialer(endpoint._family, endpoint._attempt, config.guide)
        endpoint.ways = Ways(endpoint.send_to, endpoint._family, config.guide, config.loopback_datagram_bytes)
        endpoint._sweep()
        return endpoint

    # The interface of a transport

    @property
    def addresses(self) -> Sequence[Address]:
        """Concrete ones: for a wildcard address those of all interfaces, the loopback ones last."""
        assert self._socket is not None
        host, port = self._socket.local[:2]
        if not ipaddress.ip_address(host).is_unspecified:
            return (Address(host, port),)
        families = (socket.AF_INET,) if ":" not in host else (socket.AF_INET, socket.AF_INET6)
        hosts = {
            entry.address
            for entries in psutil.net_if_addrs().values()
            for entry in entries
            if entry.family in families and "%" not in entry.address
        }
        return tuple(Address(host, port) for host in sorted(hosts, key=_distance, reverse=True))

    @property
    def bound(self) -> Address:
        """What the socket is bound to, be it a wildcard address."""
        assert self._socket is not None
        return Address(*self._socket.local[:2])

    async def dial(self, peer_id: PeerId | None, places: Sequence[Place], *, timeout_s: float = 10.0) -> QuicLink:
        if self._is_closed:
            raise LinkLost("this endpoint is closed")
        if peer_id == self.peer_id:
            raise LinkLost("a peer has no link to itself")
        if peer_id is not None:
            self._rescue.remember(peer_id, places)
            if (link := self.link_to(peer_id)) is not None:
                return link
        return await self._dialer.dial(peer_id, places, timeout_s)

    def link_to(self, peer_id: PeerId) -> QuicLink | None:
        links = self._by_peer.get(peer_id)
        return links[-1] if links else None

    @property
    def upload_bytes_per_s(self) -> float:
        """What this computer can send to all peers together, as measured; 0.0 while unknown."""
        return self.line.rates().upload_bytes_per_s

    @property
    def download_bytes_per_s(self) -> float:
        return self.line.rates().download_bytes_per_s

    def links(self) -> Sequence[QuicLink]:
        return [link for links in self._by_peer.values() for link in links]

    async def close(self) -> None:
        """Tells all peers, ends all that belongs to this endpoint, and waits until it has ended."""
        if self._is_closed:
            return
        self._is_closed = True
        links = list(self._links.values())
        tasks: set[asyncio.Task[object]] = {task for link in links for task in link.tasks}
        for link in links:
            link.end(CloseCode.ENDED, "this peer's program ended", told="the peer's program ended")
        self._flush()
        tasks |= self._dialer.close() | self._rescue.close()
        for link in links:
            link.abandon()
        for handle in (self._flush_soon, self._sweep_soon):
            if handle is not None:
                handle.cancel()
        assert self._socket is not None
        self._socket.close()
        current = asyncio.current_task()
        await asyncio.gather(*(task for task in tasks if task is not current), return_exceptions=True)
        await asyncio.sleep(0)

    async def _attempt(self, hop: Hop, expected: PeerId | None) -> QuicLink:
        quic = self._connection_class(
            configuration=self._config.for_quic(self._certificate, is_client=True, size=self._size_for(hop))
        )
        connection = Connection(self, quic, hop)
        link = self._new_link(connection, expected=expected, is_dialer=True)
        connection.connect(self._loop.time())
        link.wake()
        try:
            await asyncio.shield(link.opened)
        except asyncio.CancelledError:
            if not link.is_open:
                link.end(CloseCode.ENDED, "the attempt was given up")
            raise
        return link

    # What links tell

    def established(self, link: QuicLink) -> None:
        self._attempts.pop(link, None)
        self._strangers.discard(link)
        links = self._by_peer.setdefault(link.peer_id, [])
        links.append(link)
        logger.info("link to %s: %s", link.peer_id, link.path)
        self._dialer.on_link(link)
        if len(links) > _LINKS_PER_PEER:
            links[0].close("replaced by newer links")
        self._guard(self._config.on_link, link)

    def ended(self, link: QuicLink, reason: str) -> None:
        links = self._by_peer[link.peer_id]
        links.remove(link)
        if not links:
            del self._by_peer[link.peer_id]
        logger.info("link to %s ended: %s", link.peer_id, reason)
        self._guard(self._config.on_link_lost, link, reason)

    def path_taken(self, link: QuicLink) -> None:
        self._guard(self._config.on_path, link)

    def report_bug(self, bug: Exception) -> None:
        logger.error("bug: %s", bug, exc_info=bug)
        self._config.on_bug(bug)

    def _guard(self, callback: Callable[..., None], *arguments: object) -> None:
        try:
            callback(*arguments)
        except Exception as bug:  # noqa: BLE001 a bug above must not stop all links; it is reported as a bug
            self.report_bug(bug)

    # What connections need

    def send_to(self, hop: Hop, datagrams: Sequence[bytes]) -> None:
        """Sends `datagrams` that way; what it does not take is lost."""
        assert self._socket is not None
        if isinstance(hop, tuple):
            self._socket.send(hop, datagrams)
        else:
            hop.send(datagrams)

    def forward(self, address: SocketAddress, datagrams: memoryview, size_bytes: int) -> None:
        """`UdpSocket.forward`."""
        assert self._socket is not None
        self._socket.forward(address, datagrams, size_bytes)

    def mark(self, connection: Connection) -> None:
        if not connection.is_dirty and not connection.is_over:
            connection.is_dirty = True
            self._dirty.append(connection)
        if self._flush_soon is None:
            self._flush_soon = self._loop.call_soon(self._flush)

    def route(self, connection_id: bytes, connection: Connection) -> None:
        self._by_id[connection_id] = connection

    def unroute(self, connection_id: bytes) -> None:
        self._by_id.pop(connection_id, None)

    def forget(self, connection: Connection) -> None:
        link = self._links.pop(connection)
        self._strangers.discard(link)
        self._attempts.pop(link, None)

    # What the surroundings tell

    def on_surroundings_changed(self) -> None:
        """This computer is in another network, or is awake again: all links look for their ways anew."""
        for link in self.links():
            if link.paths is not None:
                link.paths.on_surroundings_changed()

    def on_candidates_changed(self) -> None:
        """`Guide.candidates` has changed."""
        for link in self.links():
            if link.paths is not None:
                link.paths.tell_candidates()

    def offer_paths(self, peer_id: PeerId, addresses: Sequence[Address]) -> None:
        """A peer that is linked may be reached straight at those."""
        hops = [hop for address in addresses if (hop := self.ways.hop_to(address)) is not None]
        for link in self._by_peer.get(peer_id, ()):
            if link.paths is not None:
                link.paths.offer(hops)

    # Datagrams

    def receive(self, datagrams: Sequence[tuple[bytes, Hop]]) -> None:
        """Takes what came through the socket, or what a carrier has brought."""
        if self._is_closed:
            return
        now = self._loop.time()
        for data, hop in datagrams:
            if not data:
                continue
            first = data[0]
            if not first & 0xC0:
                self._receive_plain(data, hop)
                continue
            is_long = first & 0x80
            connection_id = data[6 : 6 + data[5]] if is_long and len(data) > 6 else data[1 : 1 + ID_BYTES]
            connection = self._by_id.get(connection_id)
            if connection is None:
                connection = self._accept(data, hop, now) if is_long else None
                if connection is None:
                    continue
            try:
                connection.receive(data, hop, now)
            except Exception as bug:  # noqa: BLE001 a parser that anyone can feed: its failure costs one connection
                self._give_up(connection, bug)
            if not connection.is_dirty and not connection.is_over:
                connection.is_dirty = True
                self._dirty.append(connection)
        self._flush()

    def _receive_plain(self, data: bytes, hop: Hop) -> None:
        """What is not QUIC (RFC 9443)."""
        if data[0] in PROBE_KINDS:
            self.ways.on_probe(data, hop)
        elif (handler := self._config.plain.get(data[0])) is not None:
            self._guard(handler, data, hop)

    def _flush(self) -> None:
        if self._flush_soon is not None:
            self._flush_soon.cancel()
            self._flush_soon = None
        dirty, self._dirty = self._dirty, []
        now = self._loop.time()
        for connection in dirty:
            if connection.is_over:
                continue
            try:
                connection.settle(now)
            except Exception as bug:  # noqa: BLE001 as above: one connection's failure is not another's
                self._give_up(connection, bug)

    def _give_up(self, connection: Connection, bug: Exception) -> None:
        self.report_bug(bug)
        link = self._links.get(connection)
        if link is not None:
            link.end(CloseCode.ENDED, "internal error")
            link.abandon()

    def _accept(self, data: bytes, hop: Hop, now: float) -> Connection | None:
        """A new connection for a dialer's first datagram, if it is one and there is room for it."""
        if len(self._strangers) >= self._config.pending_links:
            return None
        # Whoever comes by a carrier has an address that the carrier knows.
        must_prove_address = isinstance(hop, tuple) and len(self._strangers) >= self._config.retry_from
        address = hop if isinstance(hop, tuple) else PEER
        knock = self._doorstep.judge(data, address, now, must_prove_address=must_prove_address)
        if knock is None or isinstance(knock, bytes):
            if knock:
                self.send_to(hop, [knock])
            return None
        quic = self._connection_class(
            configuration=self._config.for_quic(
                self._certificate, is_client=False, size=self._size_for(hop, seen=len(data))
            ),
            original_destination_connection_id=knock.original_id,
            retry_source_connection_id=knock.retry_id,
        )
        connection = Connection(self, quic, hop)
        connection.add_route(knock.destination_id)
        self._strangers.add(self._new_link(connection, expected=None, is_dialer=False))
        return connection

    def _new_link(self, connection: Connection, *, expected: PeerId | None, is_dialer: bool) -> QuicLink:
        link = QuicLink(self, connection, expected=expected, is_dialer=is_dialer)
        self._links[connection] = link
        connection.quic.join(self.line)
        self._attempts[link] = self._loop.time() + self._config.handshake_timeout_s
        return link

    @property
    def _family(self) -> socket.AddressFamily:
        assert self._socket is not None
        return socket.AF_INET6 if ":" in self._socket.local[0] else socket.AF_INET

    def _size_for(self, hop: Hop, seen: int | None = None) -> int:
        """Datagrams to send by `hop`; for an acceptor no longer than the first one that it has `seen` come in,
        which the dialer had filled up to what it thinks that the path carries."""
        if not isinstance(hop, tuple):
            return min(hop.datagram_bytes, self._config.datagram_bytes)
        if not is_loopback(hop):
            return self._config.datagram_bytes
        longest = self._config.loopback_datagram_bytes
        return longest if seen is None else max(SMALLEST_MAX_DATAGRAM_SIZE, min(longest, seen))

    # Time

    def _sweep(self) -> None:
        """Asks silent peers for a sign of life, and gives up those that gave none and attempts that take too long."""
        if self._is_closed:
            return
        now = self._loop.time()
        patience_s = self._config.idle_timeout_s
        for link in self.links():
            silent_s = now - link.last_heard_s
            if silent_s >= patience_s - 2 * _SWEEP_S:
                link.end(CloseCode.ENDED, f"the peer was silent for {silent_s:.1f} s", told="silent for too long")
            elif silent_s >= patience_s / 4 - _SWEEP_S:
                link.ping()
            if link.paths is not None and not link.is_over:
                link.paths.tick()
                self._rescue.consider(link, now)
        for link in [link for link, deadline in self._attempts.items() if now >= deadline]:
            del self._attempts[link]
            if not link.is_over:
                link.time_out(f"no link within {self._config.handshake_timeout_s:g} s")
        self._sweep_soon = self._loop.call_later(_SWEEP_S, self._sweep)


_REACH = (Scope.NONE, Scope.LOOPBACK, Scope.LINK_LOCAL, Scope.PRIVATE, Scope.PUBLIC)


def _distance(host: str) -> tuple[int, str]:
    """Sorts addresses by how far away they can be reached from."""
    return (_REACH.index(scope_of_host(host)), host)
