"""The socket rim: with the kernel's segmentation, without it, and the portable way."""

import asyncio
import errno
import socket
import sys
from typing import Any

import pytest
from loopback_peers import Answer, Ask, peer, run, until

from core.transport import udp
from core.transport.api import Address
from core.transport.udp import Datagram, Divert, PortableUdp, Receive, SegmentedUdp, UdpSocket, open_udp

HERE = Address("127.0.0.1", 0)
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="segmentation offload is Linux's")


async def open_portable(listen: Address, receive: Receive, divert: Divert | None = None) -> UdpSocket:
    loop = asyncio.get_running_loop()
    _, portable = await loop.create_datagram_endpoint(
        lambda: PortableUdp(receive, divert), sock=udp._bound_socket(listen)
    )
    return portable


async def exchange(sender: UdpSocket, receiver: UdpSocket, received: list[Datagram]) -> None:
    target = receiver.local
    sizes = [1200] * 70 + [500] + [1200, 1200, 1, 16_000, 16_000, 16_000, 16_000, 16_000, 9, 1300]
    sent = [bytes([number]) * size for number, size in enumerate(sizes)]
    for start in range(0, len(sent), 30):
        sender.send(target, sent[start : start + 30])
        await until(lambda start=start: len(received) >= min(start + 30, len(sent)))  # type: ignore[misc]
    assert [data for data, _ in received] == sent
    assert {address for _, address in received} == {sender.local}


@pytest.mark.parametrize("way", ["segmented", "one by one", "portable"])
def test_datagrams_keep_their_order_and_their_edges(way: str) -> None:
    async def test() -> None:
        received: list[Datagram] = []

        async def make(receive: Receive) -> UdpSocket:
            if way == "portable":
                return await open_portable(HERE, receive)
            return await open_udp(HERE, receive, segmentation=way == "segmented")

        sender, receiver = await make(lambda _: None), await make(received.extend)
        await exchange(sender, receiver, received)
        sender.close()
        receiver.close()
        await asyncio.sleep(0)

    run(test())


class Unwilling:
    """A socket whose device does not segment."""

    def __init__(self, raw: socket.socket) -> None:
        self._raw = raw
        self.refusals = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._raw, name)

    def sendmsg(self, *_: Any) -> int:
        self.refusals += 1
        raise OSError(errno.EIO, "cannot segment")


@linux_only
def test_a_device_that_does_not_segment_is_served_singly() -> None:
    async def test() -> None:
        received: list[Datagram] = []
        sender = await open_udp(HERE, lambda _: None)
        receiver = await open_udp(HERE, received.extend)
        assert isinstance(sender, SegmentedUdp)
        sender._raw = unwilling = Unwilling(sender._raw)  # type: ignore[assignment]
        await exchange(sender, receiver, received)
        assert unwilling.refusals == 1
        assert not sender.segments_sends
        sender.close()
        receiver.close()

    run(test())


class Full(Unwilling):
    """A socket whose buffer is full for a while."""

    def sendmsg(self, *arguments: Any) -> int:
        self.refusals += 1
        if self.refusals % 3:
            raise BlockingIOError
        return self._raw.sendmsg(*arguments)


@linux_only
def test_a_full_buffer_delays_and_does_not_disorder() -> None:
    async def test() -> None:
        received: list[Datagram] = []
        sender = await open_udp(HERE, lambda _: None)
        receiver = await open_udp(HERE, received.extend)
        assert isinstance(sender, SegmentedUdp)
        sender._raw = Full(sender._raw)  # type: ignore[assignment]
        await exchange(sender, receiver, received)
        sender.close()
        receiver.close()

    run(test())


def test_the_portable_socket_carries_links() -> None:
    async def test() -> None:
        async with peer(udp=open_portable) as a, peer() as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            assert (await link.request(Ask(number=1), Answer)).number == 2
            link = await b.endpoint.dial(a.peer_id, a.endpoint.addresses)
            assert (await link.request(Ask(number=1), Answer)).number == 2

    run(test())


def test_sending_after_closing_does_nothing() -> None:
    async def test() -> None:
        socket_ = await open_portable(HERE, lambda _: None)
        socket_.close()
        socket_.send(socket_.local, [b"x"])
        await asyncio.sleep(0)

    run(test())


@linux_only
def test_what_is_forwarded_in_bulk_arrives_and_a_rest_can_be_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(udp, "_REST_S", 0.02)

    async def test() -> None:
        received: list[Datagram] = []
        sink = await open_udp(HERE, received.extend)
        rests = 0

        def forward(batch: memoryview, size_bytes: int, _: object) -> bool:
            relay.forward(sink.local, batch, size_bytes)
            return True

        relay = await open_udp(HERE, lambda _: None, forward)
        assert isinstance(relay, SegmentedUdp)
        source = await open_udp(HERE, lambda _: None)
        sent = [b"\x01" + number.to_bytes(2, "big") + bytes(1200) for number in range(300)]
        for start in range(0, 300, 20):
            source.send(relay.local, sent[start : start + 20])
            await until(lambda start=start: len(received) >= start + 20)  # type: ignore[misc]
            rests += relay._rest is not None
        assert [data for data, _ in received] == sent
        assert rests
        relay.close()
        await asyncio.sleep(0.03)
        source.close()
        sink.close()

    run(test())
