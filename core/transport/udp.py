"""The rim: one UDP socket, with the kernel's help for many datagrams at once where there is any."""

import asyncio
import errno
import logging
import socket
import struct
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, cast

from core.errors import LocalFault
from core.saying import say
from core.transport.api import Address

logger = logging.getLogger(__name__)

SocketAddress = tuple[Any, ...]
"""As the socket module gives it: (host, port) or (host, port, flow, scope)."""
Datagram = tuple[bytes, SocketAddress]
Receive = Callable[[Sequence[Datagram]], None]
"""Called with datagrams as they arrived, soon after one another."""
Divert = Callable[[memoryview, int, SocketAddress], bool]
"""Called with datagrams that are to be forwarded, of one size each but the last, before they are cut apart: the memory,
which is the caller's again afterwards, and that size in bytes. False: they are received like any other."""
DIVERTED = 0x01
"""First byte of datagrams that are offered to `Divert`."""

_SOL_UDP, _UDP_SEGMENT, _UDP_GRO = 17, 103, 104
_SEGMENTS = 64
_SEGMENTED_BYTES = 65_000
_READS_PER_TURN = 8
_BUFFER_BYTES = 4 << 20
_QUEUED_SENDS = 256
_MUCH_FORWARDED = 8_192
"""Bytes in one turn of the event loop, after which the next ones may wait for `_REST_S`."""
_REST_S = 0.002
_NO_FRAGMENTS: dict[str, dict[int, tuple[int, int]]] = {
    # IP_MTU_DISCOVER and IPV6_MTU_DISCOVER to IP_PMTUDISC_PROBE: whatever the system believes of the path, it is tried.
    "linux": {socket.IPPROTO_IP: (10, 3), socket.IPPROTO_IPV6: (23, 3)},
    # IP_DONTFRAG and IPV6_DONTFRAG.
    "darwin": {socket.IPPROTO_IP: (28, 1), socket.IPPROTO_IPV6: (62, 1)},
    # IP_DONTFRAGMENT and IPV6_DONTFRAG.
    "win32": {socket.IPPROTO_IP: (14, 1), socket.IPPROTO_IPV6: (14, 1)},
}
"""Per system and level: a socket option and its value, which Python does not name."""
_SEGMENTATION_REFUSED = (errno.EIO, errno.EINVAL, errno.ENOPROTOOPT, errno.EOPNOTSUPP)


class UdpSocket(Protocol):
    """What the endpoint knows of the network."""

    @property
    def local(self) -> SocketAddress: ...

    def send(self, address: SocketAddress, datagrams: Sequence[bytes]) -> None:
        """Datagrams that the network does not take are lost, as datagrams are."""
        ...

    def forward(self, address: SocketAddress, datagrams: memoryview, size_bytes: int) -> None:
        """Sends what lies behind one another in `datagrams`, each `size_bytes` long but the last; what cannot leave
        at once is lost, as in any router."""
        ...

    def close(self) -> None: ...


OpenUdp = Callable[[Address, Receive, Divert | None], Awaitable[UdpSocket]]


async def open_udp(
    listen: Address, receive: Receive, divert: Divert | None = None, *, segmentation: bool = True
) -> UdpSocket:
    """A socket bound to `listen` (numeric host; port 0: any). Raises `LocalFault` if that address cannot be had.

    `segmentation` False keeps to one datagram per system call.
    """
    raw = _bound_socket(listen)
    if sys.platform == "linux":
        return SegmentedUdp(raw, receive, divert, segmentation=segmentation)
    loop = asyncio.get_running_loop()
    _, portable = await loop.create_datagram_endpoint(lambda: PortableUdp(receive, divert), sock=raw)
    return portable


def _bound_socket(listen: Address) -> socket.socket:
    family = socket.AF_INET6 if ":" in listen.host else socket.AF_INET
    raw = socket.socket(family, socket.SOCK_DGRAM)
    raw.setblocking(False)
    for option in (socket.SO_RCVBUF, socket.SO_SNDBUF):
        try:
            raw.setsockopt(socket.SOL_SOCKET, option, _BUFFER_BYTES)
        except OSError as refused:
            logger.debug("socket buffer stays small: %s", refused)
    try:
        if family == socket.AF_INET6:
            raw.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        _forbid_fragments(raw, family)
        raw.bind((listen.host, listen.port))
    except (OSError, OverflowError) as fault:
        raw.close()
        if isinstance(fault, OSError) and fault.errno == errno.EADDRINUSE:
            raise LocalFault(
                say(
                    "UDP port {port} on {host} is in use by another program; end that program or choose another port "
                    "with --listen {host}:PORT.",
                    port=str(listen.port),
                    host=listen.host,
                )
            ) from fault
        if isinstance(fault, PermissionError):
            raise LocalFault(
                say("UDP port {port} may not be opened by this user; choose one above 1023.", port=str(listen.port))
            ) from fault
        raise LocalFault(
            say(
                "The address {address} cannot be listened on ({reason}); name one of this machine's own addresses.",
                address=str(listen),
                reason=str(fault),
            )
        ) from fault
    return raw


def _forbid_fragments(raw: socket.socket, family: socket.AddressFamily) -> None:
    """A datagram that is too long for the path is lost: how its length is found (RFC 8899, section 3)."""
    # A socket of IPv6 carries IPv4 as well, and has that one's options too.
    levels = (socket.IPPROTO_IP, socket.IPPROTO_IPV6) if family == socket.AF_INET6 else (socket.IPPROTO_IP,)
    for level in levels:
        option = _NO_FRAGMENTS.get(sys.platform, {}).get(level)
        if option is not None:
            try:
                raw.setsockopt(level, *option)
            except OSError as refused:
                logger.debug("datagrams may be fragmented: %s", refused)


class SegmentedUdp:
    """Linux: UDP_SEGMENT and UDP_GRO move up to 64 datagrams with one system call."""

    def __init__(
        self, raw: socket.socket, receive: Receive, divert: Divert | None = None, *, segmentation: bool
    ) -> None:
        self.local: SocketAddress = raw.getsockname()
        self.segments_sends = segmentation
        self._raw = raw
        self._receive = receive
        self._divert = divert
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[tuple[list[bytes], SocketAddress]] = deque()
        self._buffer = bytearray(65_536)
        self._view = memoryview(self._buffer)
        if segmentation:
            try:
                raw.setsockopt(_SOL_UDP, _UDP_GRO, 1)
            except OSError as refused:
                logger.debug("no receive offload: %s", refused)
        self._forwarded_bytes = 0
        self._rest: asyncio.TimerHandle | None = None
        self._loop.add_reader(raw.fileno(), self._readable)

    def send(self, address: SocketAddress, datagrams: Sequence[bytes]) -> None:
        start, count = 0, len(datagrams)
        while start < count:
            size, stop = len(datagrams[start]), start + 1
            if self.segments_sends:
                limit = min(count, start + min(_SEGMENTS, _SEGMENTED_BYTES // size))
                # All segments but the last have one size.
                while stop < limit and len(datagrams[stop - 1]) == size >= len(datagrams[stop]):
                    stop += 1
            self._send_run(list(datagrams[start:stop]), address)
            start = stop

    def forward(self, address: SocketAddress, datagrams: memoryview, size_bytes: int) -> None:
        self._forwarded_bytes += len(datagrams)
        try:
            if self.segments_sends and len(datagrams) > size_bytes:
                self._raw.sendmsg([datagrams], _segmented(size_bytes), 0, address)
                return
            for start in range(0, len(datagrams), size_bytes):
                self._raw.sendto(datagrams[start : start + size_bytes], address)
        except OSError as fault:
            logger.debug("datagrams for %s lost: %s", address, fault)

    def close(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
        self._loop.remove_reader(self._raw.fileno())
        self._loop.remove_writer(self._raw.fileno())
        self._waiting.clear()
        self._raw.close()

    def _send_run(self, run: list[bytes], address: SocketAddress) -> None:
        if self._waiting:
            if len(self._waiting) < _QUEUED_SENDS:
                self._waiting.append((run, address))
            return
        try:
            self._send_now(run, address)
        except (BlockingIOError, InterruptedError):
            self._waiting.append((run, address))
            self._loop.add_writer(self._raw.fileno(), self._writable)
        except OSError as fault:
            if len(run) > 1 and fault.errno in _SEGMENTATION_REFUSED and self.segments_sends:
                self._send_apart(run, address, fault)
            else:
                logger.debug("datagram to %s lost: %s", address, fault)

    def _send_apart(self, run: list[bytes], address: SocketAddress, fault: OSError) -> None:
        """A run was refused: because its datagrams are too long for the device, or because of segmentation itself."""
        try:
            self._raw.sendto(run[0], address)
        except OSError as second:
            if second.errno == errno.EMSGSIZE:
                logger.debug("datagrams to %s are too long: %s", address, second)
                return
        logger.info("this network device does not segment datagrams (%s); going on without", fault)
        self.segments_sends = False
        for data in run[1:]:
            self._send_run([data], address)

    def _send_now(self, run: list[bytes], address: SocketAddress) -> None:
        if len(run) > 1:
            self._raw.sendmsg(run, _segmented(len(run[0])), 0, address)
        else:
            self._raw.sendto(run[0], address)

    def _writable(self) -> None:
        self._loop.remove_writer(self._raw.fileno())
        waiting, self._waiting = self._waiting, deque()
        while waiting:
            self._send_run(*waiting.popleft())
            if self._waiting:
                self._waiting.extend(waiting)
                return

    def _readable(self) -> None:
        batch: list[Datagram] = []
        try:
            for _ in range(_READS_PER_TURN):
                count, ancillary, _, address = self._raw.recvmsg_into([self._buffer], 64)
                size = count
                for level, kind, content in ancillary:
                    if level == _SOL_UDP and kind == _UDP_GRO:
                        (size,) = struct.unpack_from("i", content)
                if self._buffer[0] == DIVERTED and self._divert and self._divert(self._view[:count], size, address):
                    continue
                batch += [
                    (bytes(self._view[at : min(at + size, count)]), address) for at in range(0, count, max(size, 1))
                ]
        except (BlockingIOError, InterruptedError):
            if self._forwarded_bytes >= _MUCH_FORWARDED:
                self._take_a_rest()
        except OSError as fault:  # an ICMP error of an earlier datagram: that datagram is lost, no more
            logger.debug("receiving: %s", fault)
        self._forwarded_bytes = 0
        if batch:
            self._receive(batch)

    def _take_a_rest(self) -> None:
        """To wake up for each burst of bulk costs a relay more than to forward it: a few are let come."""
        self._loop.remove_reader(self._raw.fileno())
        self._rest = self._loop.call_later(_REST_S, self._go_on)

    def _go_on(self) -> None:
        self._rest = None
        self._loop.add_reader(self._raw.fileno(), self._readable)
        self._readable()


def _segmented(size_bytes: int) -> list[tuple[int, int, bytes]]:
    return [(_SOL_UDP, _UDP_SEGMENT, struct.pack("H", size_bytes))]


class PortableUdp(asyncio.DatagramProtocol):
    """What asyncio offers everywhere: one datagram at a time."""

    def __init__(self, receive: Receive, divert: Divert | None = None) -> None:
        self._receive = receive
        self._divert = divert
        self._transport: asyncio.DatagramTransport | None = None

    @property
    def local(self) -> SocketAddress:
        assert self._transport is not None
        address: SocketAddress = self._transport.get_extra_info("sockname")
        return address

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Not every event loop derives its transport from the class of this name.
        self._transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, address: SocketAddress) -> None:
        is_diverted = data[:1] == bytes((DIVERTED,)) and self._divert is not None
        if not (is_diverted and self._divert and self._divert(memoryview(data), len(data), address)):
            self._receive([(data, address)])

    def error_received(self, fault: Exception) -> None:
        logger.debug("datagram lost: %s", fault)

    def send(self, address: SocketAddress, datagrams: Sequence[bytes]) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        for data in datagrams:
            # A full queue is dealt with by asyncio, which keeps what the system does not take yet.
            self._transport.sendto(data, address)

    def forward(self, address: SocketAddress, datagrams: memoryview, size_bytes: int) -> None:
        content = bytes(datagrams)
        self.send(address, [content[start : start + size_bytes] for start in range(0, len(content), size_bytes)])

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()
