"""Peers' lines in virtual time: datagrams wait for their turn in two queues, the sender's and the receiver's."""

import asyncio
from collections.abc import Sequence

from core.transport.api import Address
from core.transport.udp import Divert, Receive, SocketAddress, UdpSocket
from tests.bench.lab.planning import Line
from tests.sim.clock import VirtualLoop

HEADERS_BYTES = 42
"""Ethernet, IPv4 and UDP: what a shaper counts beside the datagram."""
BYTES_PER_MBIT = 125_000
FULL_PACKET_BYTES = 1514
"""Longer ones do not pass."""


class Queue:
    """One direction of a line: a token bucket and what waits for it, as Linux' `tbf` is."""

    def __init__(self, bytes_per_s: float, burst_bytes: float, longest_s: float) -> None:
        self.bytes_per_s = bytes_per_s
        self.carried_bytes = 0
        self.dropped = 0
        self._burst_s = burst_bytes / bytes_per_s
        self._longest_s = longest_s
        self._free_s = 0.0
        """When the line would have carried everything so far, had it never let several packets pass at once."""

    def pass_s(self, now: float, size_bytes: int) -> float | None:
        """When the last byte of a packet that comes now has passed; None if the queue is full."""
        begins_s = max(self._free_s, now - self._burst_s)
        passed_s = begins_s + size_bytes / self.bytes_per_s
        if passed_s - now > self._longest_s:
            self.dropped += 1
            return None
        self._free_s = passed_s
        self.carried_bytes += size_bytes
        return max(now, passed_s)


class Star:
    """All lines meet in one place, as the laboratory's namespaces do."""

    def __init__(self, lines: Sequence[Line], delay_s: float) -> None:
        """`delay_s`: from one peer to another, on empty lines."""
        fastest = max(max(line.up, line.down) for line in lines)
        slowest = min(min(line.up, line.down) for line in lines)
        burst_bytes = max(4e3, min(128e3, 1250 * fastest))
        longest_s = max(0.05, 64 * FULL_PACKET_BYTES * 8e-6 / slowest)
        self.delay_s = delay_s
        self.up = [Queue(line.up * BYTES_PER_MBIT, burst_bytes, longest_s) for line in lines]
        self.down = [Queue(line.down * BYTES_PER_MBIT, burst_bytes, longest_s) for line in lines]
        self._receivers: dict[int, Receive] = {}

    @property
    def sent_bytes(self) -> int:
        return sum(queue.carried_bytes for queue in self.up)

    @property
    def dropped(self) -> int:
        return sum(queue.dropped for queue in (*self.up, *self.down))

    @staticmethod
    def host(number: int) -> str:
        return f"10.77.{number // 200}.{10 + number % 200}"

    @staticmethod
    def number(host: str) -> int:
        _, _, high, low = host.split(".")
        return int(high) * 200 + int(low) - 10

    async def open(self, listen: Address, receive: Receive, divert: Divert | None = None) -> UdpSocket:
        """`core.transport.udp.OpenUdp`."""
        number = self.number(listen.host)
        self._receivers[number] = receive
        return _StarSocket(self, number, (listen.host, listen.port))

    def close(self, number: int) -> None:
        self._receivers.pop(number, None)

    def send(self, sender: int, source: SocketAddress, address: SocketAddress, datagram: bytes) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        size = len(datagram) + HEADERS_BYTES
        left_s = self.up[sender].pass_s(loop.time(), size) if size <= FULL_PACKET_BYTES else None
        if left_s is not None:
            loop.at(left_s + self.delay_s, self._arrive, loop, self.number(address[0]), source, datagram, size)

    def _arrive(self, loop: VirtualLoop, receiver: int, source: SocketAddress, datagram: bytes, size: int) -> None:
        passed_s = self.down[receiver].pass_s(loop.time(), size)
        if passed_s is not None:
            loop.at(passed_s, self._deliver, receiver, source, datagram)

    def _deliver(self, receiver: int, source: SocketAddress, datagram: bytes) -> None:
        if (receive := self._receivers.get(receiver)) is not None:
            receive([(datagram, source)])


class _StarSocket:
    """`core.transport.udp.UdpSocket`."""

    def __init__(self, star: Star, number: int, local: SocketAddress) -> None:
        self.local = local
        self._star = star
        self._number = number

    def send(self, address: SocketAddress, datagrams: Sequence[bytes]) -> None:
        for datagram in datagrams:
            self._star.send(self._number, self.local, address, datagram)

    def forward(self, address: SocketAddress, datagrams: memoryview, size_bytes: int) -> None:
        content = bytes(datagrams)
        self.send(address, [content[start : start + size_bytes] for start in range(0, len(content), size_bytes)])

    def close(self) -> None:
        self._star.close(self._number)
