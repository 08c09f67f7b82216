"""What is counted of datagrams and streams."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from core.transport.api import Address
from core.transport.meter import Meter, in_segments, metered
from core.transport.udp import Divert, Receive, SocketAddress, UdpSocket

V4: SocketAddress = ("192.0.2.1", 9)
MAPPED: SocketAddress = ("::ffff:192.0.2.1", 9, 0, 0)
V6: SocketAddress = ("2001:db8::1", 9, 0, 0)


@dataclass
class FakeUdp:
    local: SocketAddress = V4
    did: list[Any] = field(default_factory=list)

    async def open(self, listen: Address, receive: Receive, divert: Divert | None) -> UdpSocket:
        self.listen, self.receive, self.divert = listen, receive, divert
        return self

    def send(self, address: SocketAddress, datagrams: Sequence[bytes]) -> None:
        self.did.append((address, list(datagrams)))

    def forward(self, address: SocketAddress, datagrams: memoryview, size_bytes: int) -> None:
        self.did.append((address, bytes(datagrams), size_bytes))

    def close(self) -> None:
        self.did.append("closed")


def opened(divert: Divert | None = None) -> tuple[Meter, FakeUdp, UdpSocket, list[Any]]:
    meter, inner, heard = Meter(), FakeUdp(), list[Any]()
    socket = asyncio.run(metered(inner.open, meter)(Address("::", 5), heard.extend, divert))  # type: ignore[arg-type]
    return meter, inner, socket, heard


def counts(meter: Meter) -> tuple[int, int]:
    return meter.sent_bytes, meter.received_bytes


@pytest.mark.parametrize(("address", "around"), [(V4, 28), (MAPPED, 28), (V6, 48)])
def test_datagrams_count_with_their_headers_and_go_on_as_they_are(address: SocketAddress, around: int) -> None:
    meter, inner, socket, heard = opened()
    assert socket.local == inner.local
    assert inner.listen == Address("::", 5)
    socket.send(address, [b"a" * 100, b"b" * 20])
    assert counts(meter) == (120 + 2 * around, 0)
    inner.receive([(b"c" * 7, address)])
    assert counts(meter) == (120 + 2 * around, 7 + around)
    socket.forward(address, memoryview(bytes(250)), 100)
    assert meter.sent_bytes == 120 + 250 + 5 * around
    socket.close()
    assert inner.did == [(address, [b"a" * 100, b"b" * 20]), (address, bytes(250), 100), "closed"]
    assert heard == [(b"c" * 7, address)]


def test_what_is_forwarded_for_others_counts_once_in_each_direction() -> None:
    takes = [True, False]
    meter, inner, _, _ = opened(lambda *_: takes.pop(0))
    assert inner.divert is not None
    assert inner.divert(memoryview(bytes(250)), 100, V4)
    assert counts(meter) == (0, 250 + 3 * 28)
    assert not inner.divert(memoryview(bytes(250)), 100, V4)  # then it is received like any other
    assert counts(meter) == (0, 250 + 3 * 28)


def test_nobody_is_offered_datagrams_where_nobody_forwards() -> None:
    assert opened()[1].divert is None


def test_streams_count_by_the_segment() -> None:
    assert [in_segments(count) for count in (0, 1, 1_400, 1_401)] == [0, 61, 1_460, 1_521]
    meter = Meter()
    meter.note_stream(sent_bytes=10)
    meter.note_stream(received_bytes=2_000)
    assert counts(meter) == (70, 2_120)
