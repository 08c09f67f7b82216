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
from core.transport.api import Address

logger = logging.getLogger(__name__)

SocketAddress = tuple[Any, ...]
"""As the socket module gives it: (host, port) or (host, port, flow, scope)."""
Datagram = tuple[bytes, SocketAddress]
Receive = Callable[[Sequence[Datagram]], None]
"""Called with datagrams as they arrived, soon after one another."""

_SOL_UDP, _UDP_SEGMENT, _UDP_GRO = 17, 103, 104
_SEGMENTS = 64
_SEGMENTED_BYTES = 65_000
_READS_PER_TURN = 8
_BUFFER_BYTES = 4 << 20
_QUEUED_SENDS = 256
_SEGMENTATION_REFUSED = (errno.EIO, errno.EINVAL, errno.ENOPROTOOPT, errno.EOPNOTSUPP)


class UdpSocket(Protocol):
    """What the endpoint knows of the network."""

    @property
    def local(self) -> SocketAddress: ...

    def send(self, datagrams: Sequence[Datagram]) -> None:
        """Datagrams that the network does not take are lost, as datagrams are."""
        ...

    def close(self) -> None: ...


OpenUdp = Callable[[Address, Receive], Awaitable[UdpSocket]]


async def open_udp(listen: Address, receive: Receive, *, segmentation: bool = True) -> UdpSocket:
    """A socket bound to `listen` (numeric host; port 0: any). Raises `LocalFault` if that address cannot be had.

    `segmentation` False keeps to one datagram per system call.
    """
    raw = _bound_socket(listen)
    if sys.platform == "linux":
        return SegmentedUdp(raw, receive, segmentation=segmentation)
    loop = asyncio.get_running_loop()
    _, portable = await loop.create_datagram_endpoint(lambda: PortableUdp(receive), sock=raw)
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
        raw.bind((listen.host, listen.port))
    except (OSError, OverflowError) as fault:
        raw.close()
        if isinstance(fault, OSError) and fault.errno == errno.EADDRINUSE:
            raise LocalFault(
                f"UDP port {listen.port} on {listen.host} is in use by another program; "
                f"end that program or choose another port with --listen {listen.host}:PORT."
            ) from fault
        if isinstance(fault, PermissionError):
            raise LocalFault(
                f"UDP port {listen.port} may not be opened by this user; choose one above 1023."
            ) from fault
        raise LocalFault(
            f"The address {listen} cannot be listened on ({fault}); name one of this machine's own addresses."
        ) from fault
    return raw


class SegmentedUdp:
    """Linux: UDP_SEGMENT and UDP_GRO move up to 64 datagrams with one system call."""

    def __init__(self, raw: socket.socket, receive: Receive, *, segmentation: bool) -> None:
        self.local: SocketAddress = raw.getsockname()
        self.segments_sends = segmentation
        self._raw = raw
        self._receive = receive
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[tuple[list[bytes], SocketAddress]] = deque()
        self._buffer = bytearray(65_536)
        self._view = memoryview(self._buffer)
        if segmentation:
            try:
                raw.setsockopt(_SOL_UDP, _UDP_GRO, 1)
            except OSError as refused:
                logger.debug("no receive offload: %s", refused)
        self._loop.add_reader(raw.fileno(), self._readable)

    def send(self, datagrams: Sequence[Datagram]) -> None:
        start, count = 0, len(datagrams)
        while start < count:
            data, address = datagrams[start]
            size, stop = len(data), start + 1
            if self.segments_sends:
                limit = start + min(_SEGMENTS, _SEGMENTED_BYTES // size)
                # All segments but the last have one size.
                while (
                    stop < min(limit, count)
                    and datagrams[stop][1] == address
                    and len(datagrams[stop - 1][0]) == size >= len(datagrams[stop][0])
                ):
                    stop += 1
            self._send_run([data for data, _ in datagrams[start:stop]], address)
            start = stop

    def close(self) -> None:
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
                logger.info("this network device does not segment datagrams (%s); going on without", fault)
                self.segments_sends = False
                for data in run:
                    self._send_run([data], address)
            else:
                logger.debug("datagram to %s lost: %s", address, fault)

    def _send_now(self, run: list[bytes], address: SocketAddress) -> None:
        if len(run) > 1:
            self._raw.sendmsg(run, [(_SOL_UDP, _UDP_SEGMENT, struct.pack("H", len(run[0])))], 0, address)
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
                batch += [
                    (bytes(self._view[at : min(at + size, count)]), address) for at in range(0, count, max(size, 1))
                ]
        except (BlockingIOError, InterruptedError):
            pass
        except OSError as fault:  # an ICMP error of an earlier datagram: that datagram is lost, no more
            logger.debug("receiving: %s", fault)
        if batch:
            self._receive(batch)


class PortableUdp(asyncio.DatagramProtocol):
    """What asyncio offers everywhere: one datagram at a time."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
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
        self._receive([(data, address)])

    def error_received(self, fault: Exception) -> None:
        logger.debug("datagram lost: %s", fault)

    def send(self, datagrams: Sequence[Datagram]) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        for data, address in datagrams:
            # A full queue is dealt with by asyncio, which keeps what the system does not take yet.
            self._transport.sendto(data, address)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()
