"""A network that loses, repeats and reorders datagrams, at the interface of the UDP socket."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass

from core.transport.api import Address
from core.transport.udp import Divert, OpenUdp, Receive, SocketAddress, UdpSocket, open_udp


@dataclass
class Faults:
    """Shares of all datagrams."""

    lost: float = 0.02
    repeated: float = 0.01
    late: float = 0.05
    late_s: float = 0.004


class LossyUdp:
    """Sends through `inner`, badly."""

    def __init__(self, inner: UdpSocket, faults: Faults, chance: random.Random) -> None:
        self._inner = inner
        self._faults = faults
        self._chance = chance
        self._late: set[asyncio.TimerHandle] = set()

    @property
    def local(self) -> SocketAddress:
        return self._inner.local

    def send(self, address: SocketAddress, datagrams: Sequence[bytes]) -> None:
        passed: list[bytes] = []
        for datagram in datagrams:
            dice = self._chance.random
            if dice() < self._faults.lost:
                continue
            if dice() < self._faults.late:
                self._send_later(address, datagram)
            else:
                passed.append(datagram)
            if dice() < self._faults.repeated:
                passed.append(datagram)
        if passed:
            self._inner.send(address, passed)

    def forward(self, address: SocketAddress, datagrams: memoryview, size_bytes: int) -> None:
        self._inner.forward(address, datagrams, size_bytes)

    def close(self) -> None:
        for handle in self._late:
            handle.cancel()
        self._inner.close()

    def _send_later(self, address: SocketAddress, datagram: bytes) -> None:
        def send() -> None:
            self._late.discard(handle)
            self._inner.send(address, [datagram])

        delay_s = self._chance.random() * self._faults.late_s
        handle = asyncio.get_running_loop().call_later(delay_s, send)
        self._late.add(handle)


def lossy(seed: int, faults: Faults | None = None, *, segmentation: bool = True) -> OpenUdp:
    """For `EndpointConfig.udp`."""

    async def open_lossy(listen: Address, receive: Receive, divert: Divert | None) -> UdpSocket:
        inner = await open_udp(listen, receive, divert, segmentation=segmentation)
        return LossyUdp(inner, faults or Faults(), random.Random(seed))

    return open_lossy
