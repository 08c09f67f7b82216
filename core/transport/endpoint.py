"""One UDP socket for all links of an engine, in both roles of QUIC (design §4)."""

import asyncio
import ipaddress
import logging
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

import psutil
from aioquic.quic.configuration import SMALLEST_MAX_DATAGRAM_SIZE

from core.errors import LinkLost, PeerTimeout
from core.identity.ids import PeerId
from core.transport.api import Address, Place
from core.transport.certificate import certificate_of
from core.transport.config import ID_BYTES, EndpointConfig
from core.transport.connection import Connection
from core.transport.dialing import is_loopback, race, resolve
from core.transport.doorstep import Doorstep
from core.transport.fast_path import FastConnection
from core.transport.framing import Codec
from core.transport.link import CloseCode, QuicLink
from core.transport.quic_private import PeerConnection
from core.transport.udp import Datagram, SocketAddress, UdpSocket

__all__ = ["Endpoint", "EndpointConfig"]

logger = logging.getLogger(__name__)

_SWEEP_S = 0.25
_LINKS_PER_PEER = 4
"""A peer has more than one link after both dialed at once, or while one that died is not yet known to be dead."""


@dataclass(slots=True)
class _Dial:
    task: asyncio.Task[QuicLink]
    waiting: int = 0


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
        self._loop = asyncio.get_running_loop()
        self._socket: UdpSocket | None = None
        self._by_id: dict[bytes, Connection] = {}
        self._links: dict[Connection, QuicLink] = {}
        self._attempts: dict[QuicLink, float] = {}
        self._strangers: set[QuicLink] = set()
        self._by_peer: dict[PeerId, list[QuicLink]] = {}
        self._dials: dict[PeerId, _Dial] = {}
        self._dialing: set[asyncio.Task[QuicLink]] = set()
        self._arrivals: dict[PeerId, asyncio.Future[QuicLink]] = {}
        self._dirty: list[Connection] = []
        self._flush_soon: asyncio.Handle | None = None
        self._sweep_soon: asyncio.TimerHandle | None = None
        self._is_closed = False

    @classmethod
    async def open(cls, config: EndpointConfig) -> Self:
        """Binds the socket and accepts links from now on. Raises `LocalFault` if the address cannot be had."""
        endpoint = cls(config)
        endpoint._socket = await config.udp(config.listen or Address("0.0.0.0", 0), endpoint._on_datagrams)  # noqa: S104
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

    async def dial(self, peer_id: PeerId | None, places: Sequence[Place], *, timeout_s: float = 10.0) -> QuicLink:
        addresses = [place for place in places if isinstance(place, Address)]
        if self._is_closed:
            raise LinkLost("this endpoint is closed")
        if peer_id == self.peer_id:
            raise LinkLost("a peer has no link to itself")
        if peer_id is not None and (link := self.link_to(peer_id)) is not None:
            return link
        shared = self._dials.get(peer_id) if peer_id is not None else None
        if shared is None:
            shared = _Dial(self._loop.create_task(self._dial(peer_id, addresses), name=f"dial {peer_id}"))
            self._dialing.add(shared.task)
            shared.task.add_done_callback(self._dialing.discard)
            if peer_id is not None:
                self._dials[peer_id] = shared
        try:
            async with asyncio.timeout(timeout_s):
                return await self._share(shared)
        except TimeoutError:
            tried = ", ".join(map(str, addresses))
            raise PeerTimeout(f"{peer_id or 'nobody'} did not answer at {tried} within {timeout_s:g} s") from None
        finally:
            if not shared.waiting and peer_id is not None and self._dials.get(peer_id) is shared:
                del self._dials[peer_id]

    def link_to(self, peer_id: PeerId) -> QuicLink | None:
        links = self._by_peer.get(peer_id)
        return links[-1] if links else None

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
        for dialing in self._dialing:
            dialing.cancel()
        tasks |= self._dialing
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

    # Dialing

    async def _share(self, shared: _Dial) -> QuicLink:
        """The outcome of a dial that others may wait for too; it is given up when nobody does any more."""
        shared.waiting += 1
        try:
            return await asyncio.shield(shared.task)
        except asyncio.CancelledError:
            if shared.task.cancelled() and self._is_closed:
                raise LinkLost("this endpoint was closed") from None
            raise
        finally:
            shared.waiting -= 1
            if not shared.waiting:
                shared.task.cancel()

    async def _dial(self, peer_id: PeerId | None, addresses: Sequence[Address]) -> QuicLink:
        async def attempt(address: Address) -> QuicLink:
            targets = await resolve(address, self._family)
            return await race(targets, lambda target: self._attempt(target, peer_id))

        if peer_id is None:
            return await race(addresses, attempt)
        # The peer may dial this one at the same moment: whichever link is there first will do.
        arrival = self._arrivals[peer_id] = self._loop.create_future()
        try:
            dialing = asyncio.ensure_future(race(addresses, attempt))
            try:
                await asyncio.wait((dialing, arrival), return_when=asyncio.FIRST_COMPLETED)
                return arrival.result() if arrival.done() else dialing.result()
            finally:
                dialing.cancel()
                await asyncio.gather(dialing, return_exceptions=True)
        finally:
            self._arrivals.pop(peer_id, None)

    async def _attempt(self, target: SocketAddress, expected: PeerId | None) -> QuicLink:
        quic = self._connection_class(
            configuration=self._config.for_quic(self._certificate, is_client=True, size=self._size_for(target))
        )
        link = self._new_link(Connection(self, quic), expected=expected, is_dialer=True)
        quic.connect(target, now=self._loop.time())
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
        logger.info("link to %s at %s", link.peer_id, link.remote_address)
        arrival = self._arrivals.get(link.peer_id)
        if arrival is not None and not arrival.done():
            arrival.set_result(link)
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

    def report_bug(self, bug: Exception) -> None:
        logger.error("bug: %s", bug, exc_info=bug)
        self._config.on_bug(bug)

    def _guard(self, callback: Callable[..., None], *arguments: object) -> None:
        try:
            callback(*arguments)
        except Exception as bug:  # noqa: BLE001 a bug above must not stop all links; it is reported as a bug
            self.report_bug(bug)

    # What connections need

    def send(self, datagrams: Sequence[Datagram]) -> None:
        assert self._socket is not None
        self._socket.send(datagrams)

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

    # Datagrams

    def _on_datagrams(self, datagrams: Sequence[Datagram]) -> None:
        if self._is_closed:
            return
        now = self._loop.time()
        for data, address in datagrams:
            if not data:
                continue
            first = data[0]
            if not first & 0xC0:
                continue  # not QUIC (RFC 9443): kept for hole punching and relaying
            is_long = first & 0x80
            connection_id = data[6 : 6 + data[5]] if is_long and len(data) > 6 else data[1 : 1 + ID_BYTES]
            connection = self._by_id.get(connection_id)
            if connection is None:
                connection = self._accept(data, address, now) if is_long else None
                if connection is None:
                    continue
            try:
                connection.receive(data, address, now)
            except Exception as bug:  # noqa: BLE001 a parser that anyone can feed: its failure costs one connection
                self._give_up(connection, bug)
            if not connection.is_dirty and not connection.is_over:
                connection.is_dirty = True
                self._dirty.append(connection)
        self._flush()

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

    def _accept(self, data: bytes, address: SocketAddress, now: float) -> Connection | None:
        """A new connection for a dialer's first datagram, if it is one and there is room for it."""
        if len(self._strangers) >= self._config.pending_links:
            return None
        must_prove_address = len(self._strangers) >= self._config.retry_from
        knock = self._doorstep.judge(data, address, now, must_prove_address=must_prove_address)
        if knock is None or isinstance(knock, bytes):
            if knock:
                self.send([(knock, address)])
            return None
        quic = self._connection_class(
            configuration=self._config.for_quic(
                self._certificate, is_client=False, size=self._size_for(address, seen=len(data))
            ),
            original_destination_connection_id=knock.original_id,
            retry_source_connection_id=knock.retry_id,
        )
        connection = Connection(self, quic)
        connection.add_route(knock.destination_id)
        self._strangers.add(self._new_link(connection, expected=None, is_dialer=False))
        return connection

    def _new_link(self, connection: Connection, *, expected: PeerId | None, is_dialer: bool) -> QuicLink:
        link = QuicLink(self, connection, expected=expected, is_dialer=is_dialer)
        self._links[connection] = link
        self._attempts[link] = self._loop.time() + self._config.handshake_timeout_s
        return link

    @property
    def _family(self) -> socket.AddressFamily:
        assert self._socket is not None
        return socket.AF_INET6 if ":" in self._socket.local[0] else socket.AF_INET

    def _size_for(self, address: SocketAddress, seen: int | None = None) -> int:
        """Datagrams to send to `address`; for an acceptor no longer than the first one that it has `seen` come in,
        which the dialer had filled up to what it thinks that the path carries."""
        if not is_loopback(address):
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
        for link in [link for link, deadline in self._attempts.items() if now >= deadline]:
            del self._attempts[link]
            if not link.is_over:
                link.time_out(f"no link within {self._config.handshake_timeout_s:g} s")
        self._sweep_soon = self._loop.call_later(_SWEEP_S, self._sweep)


def _distance(host: str) -> tuple[bool, bool, str]:
    """Sorts addresses by how far away they can be reached from."""
    address = ipaddress.ip_address(host)
    return (not address.is_loopback, address.is_global, host)
