"""How many bytes this computer sends and receives, as whoever sells the line counts them: with the headers of the
network, and of whatever it is, own traffic and what is forwarded for others."""

import math
from collections.abc import Sequence

from core.transport.api import Address
from core.transport.udp import Datagram, Divert, OpenUdp, Receive, SocketAddress, UdpSocket

_V4_BYTES, _V6_BYTES = 28, 48
"""IP and UDP around one datagram."""
_SEGMENT_BYTES, _AROUND_SEGMENT_BYTES = 1_400, 60
"""Of a TCP connection with full segments, and IP, TCP and TLS around each; an estimate, 2 % off at most for bulk."""


class Meter:
    """Counts up from 0 and is always up to date. What is lost on the way after it was sent is counted, too."""

    def __init__(self) -> None:
        self.sent_bytes = 0
        self.received_bytes = 0

    def note_stream(self, *, sent_bytes: int = 0, received_bytes: int = 0) -> None:
        """Of TCP, without its headers."""
        self.sent_bytes += in_segments(sent_bytes)
        self.received_bytes += in_segments(received_bytes)


def in_segments(count_bytes: int) -> int:
    """What `count_bytes` of a TCP connection are on the line."""
    return count_bytes + _AROUND_SEGMENT_BYTES * math.ceil(count_bytes / _SEGMENT_BYTES)


def metered(opening: OpenUdp, meter: Meter) -> OpenUdp:
    """Sockets whose datagrams `meter` counts."""

    async def open_metered(listen: Address, receive: Receive, divert: Divert | None) -> UdpSocket:
        def take(datagrams: Sequence[Datagram]) -> None:
            # Headers as around the first: looking at each would cost more than the few that differ are worth.
            meter.received_bytes += sum([len(data) for data, _ in datagrams]) + len(datagrams) * _around(
                datagrams[0][1]
            )
            receive(datagrams)

        def take_away(datagrams: memoryview, size_bytes: int, address: SocketAddress) -> bool:
            # Counted before it is forwarded, while the memory is still there.
            count_bytes = _in_datagrams(len(datagrams), size_bytes, address)
            is_away = divert is not None and divert(datagrams, size_bytes, address)
            meter.received_bytes += count_bytes * is_away
            return is_away

        return _MeteredUdp(await opening(listen, take, take_away if divert is not None else None), meter)

    return open_metered


class _MeteredUdp:
    """A `UdpSocket` around another."""

    def __init__(self, inner: UdpSocket, meter: Meter) -> None:
        self._inner = inner
        self._meter = meter

    @property
    def local(self) -> SocketAddress:
        return self._inner.local

    def send(self, address: SocketAddress, datagrams: Sequence[bytes]) -> None:
        self._meter.sent_bytes += sum(map(len, datagrams)) + len(datagrams) * _around(address)
        self._inner.send(address, datagrams)

    def forward(self, address: SocketAddress, datagrams: memoryview, size_bytes: int) -> None:
        self._meter.sent_bytes += _in_datagrams(len(datagrams), size_bytes, address)
        self._inner.forward(address, datagrams, size_bytes)

    def close(self) -> None:
        self._inner.close()


def _in_datagrams(count_bytes: int, size_bytes: int, address: SocketAddress) -> int:
    return count_bytes + _around(address) * math.ceil(count_bytes / max(size_bytes, 1))


def _around(address: SocketAddress) -> int:
    host: str = address[0]
    return _V6_BYTES if ":" in host and not host.startswith("::ffff:") else _V4_BYTES
