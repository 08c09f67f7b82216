"""Kinds of datagrams for a stranger to send: cut from real ones and changed, or made up."""

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.connection import QuicConnection

from core.identity.keys import Identity
from core.transport.api import Address, Message
from core.transport.config import ALPN
from core.transport.endpoint import Endpoint, EndpointConfig
from core.transport.probe import PROBE_BYTES, Probe, ProbeKind, encode
from core.transport.udp import Divert, Receive, SocketAddress, UdpSocket, open_udp

RUN = 32
"""Datagrams of one length that leave together."""


class Hello(Message, frozen=True):
    pass


class Tap:
    """A socket that remembers what it sends."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self._inner: UdpSocket

    async def open(self, listen: Address, receive: Receive, divert: Divert | None) -> UdpSocket:
        self._inner = await open_udp(listen, receive, divert)
        return self

    @property
    def local(self) -> SocketAddress:
        return self._inner.local

    def send(self, address: SocketAddress, datagrams: Sequence[bytes]) -> None:
        self.sent += datagrams
        self._inner.send(address, datagrams)

    def forward(self, address: SocketAddress, datagrams: memoryview, size_bytes: int) -> None:
        self._inner.forward(address, datagrams, size_bytes)

    def close(self) -> None:
        self._inner.close()


async def captured(victim: Address) -> list[bytes]:
    """What a dialer sends to `victim`, which refuses it, and what two peers of one mind send to each other."""
    taps = [Tap(), Tap()]

    async def endpoint(tap: Tap) -> Endpoint:
        return await Endpoint.open(
            EndpointConfig(
                identity=Identity.generate(),
                messages=[Hello],
                greeting=Hello,
                admit=lambda _, hello: "",
                serve=_serve,
                listen=Address("127.0.0.1", 0),
                loopback_datagram_bytes=1200,
                udp=tap.open,
            )
        )

    one, other = await endpoint(taps[0]), await endpoint(taps[1])
    try:
        link = await one.dial(other.peer_id, other.addresses)
        stream = await link.open(Hello())
        await stream.send_payload(bytes(20_000))
        stream.finish()
        try:
            await one.dial(None, [victim], timeout_s=3.0)
        except Exception as refused:  # noqa: BLE001  whatever comes of it, it was sent
            del refused
        await asyncio.sleep(0.2)
    finally:
        await one.close()
        await other.close()
    return [datagram for tap in taps for datagram in tap.sent]


async def _serve(link: object, stream: object, first: object) -> None:
    pass


def beginnings() -> np.ndarray:
    """First datagrams of dialers that will never say another word: whoever forges an address sends these."""
    rows = []
    for _ in range(RUN):
        quic = QuicConnection(configuration=QuicConfiguration(is_client=True, alpn_protocols=[ALPN]))
        quic.connect(("127.0.0.1", 1), now=0.0)
        ((data, _),) = quic.datagrams_to_send(0.0)[:1]
        rows.append(np.frombuffer(data.ljust(1200, b"\0"), dtype=np.uint8))
    return np.stack(rows)


@dataclass(frozen=True)
class Kind:
    """`run()` makes `RUN` datagrams of one length, one behind the other."""

    name: str
    weight: int
    """Of a hundred: what costs the victim a handshake each is rarer than what it drops at a glance."""
    run: Callable[[], tuple[np.ndarray, int]]


def kinds(templates: Sequence[bytes], seed: int) -> list[Kind]:
    chance, numbers = random.Random(seed), np.random.default_rng(seed)
    shorts = [t for t in templates if t[0] & 0xC0 == 0x40]
    longs = [t for t in templates if t[0] & 0x80 and len(t) >= 1200]
    key = chance.randbytes(32)
    probes = [
        encode(Probe(kind, chance.randbytes(8), from_dialer, length), key)
        for kind in ProbeKind
        for from_dialer in (False, True)
        for length in (PROBE_BYTES, 1200)
    ]

    begun = [beginnings() for _ in range(8)]

    def noise(length: int, first: Sequence[int] = range(256)) -> tuple[np.ndarray, int]:
        rows = numbers.integers(0, 256, (RUN, length), dtype=np.uint8)
        rows[:, 0] = numbers.choice(np.array(first, dtype=np.uint8), RUN)
        return rows, length

    def mutated(of: Sequence[bytes], changes: int, *, keep: int = 0, cut: bool = False) -> tuple[np.ndarray, int]:
        template = np.frombuffer(chance.choice(of), dtype=np.uint8)
        if cut:
            template = template[: chance.randint(1, len(template))]
        rows = np.tile(template, (RUN, 1))
        if len(template) > keep:
            for _ in range(changes):
                at = numbers.integers(keep, len(template), RUN)
                rows[np.arange(RUN), at] = numbers.integers(0, 256, RUN, dtype=np.uint8)
        return rows, len(template)

    return [
        Kind("noise", 12, lambda: noise(chance.choice((1, 2, 9, 21, 40, 120, 700)))),
        Kind("relayed data", 12, lambda: noise(chance.choice((1, 9, 10, 60, 400)), (0x01,))),
        Kind("probes made up", 12, lambda: noise(chance.choice((1, 35, 36, 40, 200)), (0x02, 0x03))),
        Kind("probes mutated", 12, lambda: mutated(probes, 2)),
        Kind("openers and tests", 12, lambda: noise(chance.choice((1, 5, 20, 60)), (0x04, 0x05, 0x06, 0x3F))),
        Kind("short packets made up", 14, lambda: noise(chance.choice((1, 9, 21, 25, 60, 300)), range(0x40, 0x80))),
        Kind("short packets mutated", 16, lambda: mutated(shorts, 2, cut=chance.random() < 0.3)),
        Kind("handshakes begun", 1, lambda: (chance.choice(begun), 1200)),
        Kind("handshakes made up", 6, lambda: noise(chance.choice((7, 30, 1199, 1200)), range(0xC0, 0x100))),
        Kind("handshakes mutated", 2, lambda: mutated(longs, 3, cut=chance.random() < 0.1)),
        Kind("handshakes with a broken end", 1, lambda: mutated(longs, 3, keep=40)),
    ]
