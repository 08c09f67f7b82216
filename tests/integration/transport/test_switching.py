"""A live link changes its path: real endpoints and sockets, a relay that is a function call."""

import asyncio
from collections.abc import Sequence

from core.identity.ids import PeerId
from core.transport.api import Address, Path, PathKind, Relayed, Tunnelled
from core.transport.endpoint import Endpoint
from core.transport.hops import Carrier
from core.transport.udp import Divert, Receive, SocketAddress, UdpSocket, open_udp
from tests.integration.transport.loopback_peers import Answer, Ask, peer, run, until

RELAY = Relayed(PeerId(bytes(32)), Address("203.0.113.1", 443))


class Pipe:
    """One end of a channel: what is sent comes out at the other end, from there."""

    path = Path(PathKind.RELAYED, RELAY.address, RELAY.relay)
    datagram_bytes = 1400

    def __init__(self) -> None:
        self.other: Pipe
        self.into: Endpoint
        self.carried = 0
        self.is_dead = False

    def send(self, datagrams: Sequence[bytes]) -> None:
        if self.is_dead:
            return
        self.carried += len(datagrams)
        into, source = self.other.into, self.other
        asyncio.get_running_loop().call_soon(lambda: into.receive([(data, source) for data in datagrams]))


class Guided:
    """The guide of one peer: it knows one relay, and its own addresses as soon as it says so."""

    def __init__(self) -> None:
        self.mine: Endpoint
        self.theirs: Endpoint
        self.known: Sequence[Address] = ()
        self.ends: list[Pipe] = []

    def candidates(self) -> Sequence[Address]:
        return self.known

    def is_near(self, address: Address) -> bool:
        return True

    async def channel_to(self, place: Relayed, peer: PeerId) -> Carrier:
        near, far = Pipe(), Pipe()
        near.other, far.other = far, near
        near.into, far.into = self.mine, self.theirs
        self.ends.append(near)
        return near

    async def tunnel_to(self, place: Tunnelled) -> Carrier:
        raise AssertionError

    def on_dial(self, peer: PeerId) -> None:
        pass


class Cable:
    """A socket that can be cut off."""

    def __init__(self) -> None:
        self.is_cut = False
        self.inner: UdpSocket

    async def open(self, listen: Address, receive: Receive, divert: Divert | None) -> UdpSocket:
        self.inner = await open_udp(listen, lambda datagrams: None if self.is_cut else receive(datagrams), divert)
        return self

    @property
    def local(self) -> SocketAddress:
        return self.inner.local

    def send(self, address: SocketAddress, datagrams: Sequence[bytes]) -> None:
        if not self.is_cut:
            self.inner.send(address, datagrams)

    def forward(self, address: SocketAddress, datagrams: memoryview, size_bytes: int) -> None:
        raise AssertionError

    def close(self) -> None:
        self.inner.close()


def test_a_relayed_link_becomes_straight_and_goes_back_to_the_relay_when_that_breaks() -> None:
    async def test() -> None:
        guide, other_guide, cable = Guided(), Guided(), Cable()
        async with peer(guide=guide, udp=cable.open) as a, peer(guide=other_guide) as b:
            guide.mine, guide.theirs = a.endpoint, b.endpoint
            link = await a.endpoint.dial(b.peer_id, [RELAY])
            assert link.path.kind is PathKind.RELAYED
            assert (await link.request(Ask(number=1), Answer)).number == 2

            guide.known, other_guide.known = a.endpoint.addresses, b.endpoint.addresses
            a.endpoint.on_candidates_changed()
            b.endpoint.on_candidates_changed()
            (back,) = b.endpoint.links()
            await until(lambda: link.path.kind is PathKind.DIRECT and back.path.kind is PathKind.DIRECT)
            assert link.remote_address == b.endpoint.addresses[0]
            await link.request(Ask(number=2), Answer)
            carried = guide.ends[0].carried
            await link.request(Ask(number=3), Answer)
            assert guide.ends[0].carried == carried

            cable.is_cut = True
            assert (await link.request(Ask(number=4), Answer)).number == 5
            assert link.path.kind is PathKind.RELAYED
            assert link.is_open
            assert b.endpoint.link_to(a.peer_id) is back
            cable.is_cut = False
            b.endpoint.on_surroundings_changed()
            await until(lambda: back.path.kind is PathKind.DIRECT)

    run(test())


def test_when_a_relay_dies_the_link_goes_on_through_another() -> None:
    async def test() -> None:
        guide = Guided()
        async with peer(guide=guide) as a, peer(guide=Guided()) as b:
            guide.mine, guide.theirs = a.endpoint, b.endpoint
            other = Relayed(PeerId(bytes(range(32))), Address("203.0.113.2", 443))
            link = await a.endpoint.dial(b.peer_id, [RELAY, other])
            await link.request(Ask(number=1), Answer)
            for pipe in (guide.ends[0], guide.ends[0].other):
                pipe.is_dead = True
            assert (await link.request(Ask(number=2), Answer)).number == 3
            assert link.is_open
            assert a.lost == b.lost == []
            assert len(guide.ends) > 1

    run(test())


def test_datagrams_get_as_long_as_the_path_carries() -> None:
    async def test() -> None:
        async with peer(loopback_datagram_bytes=1200) as a, peer(loopback_datagram_bytes=16_000) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            (back,) = b.endpoint.links()
            await until(lambda: back._connection.quic.datagram_bytes == 16_000)
            assert link._connection.quic.datagram_bytes == 1200
            assert (await link.request(Ask(number=1), Answer)).number == 2

    run(test())


def test_relayed_places_are_tried_beside_addresses_where_nobody_is() -> None:
    async def test() -> None:
        guide = Guided()
        async with peer(guide=guide) as a, peer(guide=Guided()) as b:
            guide.mine, guide.theirs = a.endpoint, b.endpoint
            nobody = [Address("127.0.0.1", port) for port in (1, 2, 3, 4)]
            started_s = asyncio.get_running_loop().time()
            link = await a.endpoint.dial(b.peer_id, [*nobody, RELAY])
            assert link.path.kind is PathKind.RELAYED
            assert asyncio.get_running_loop().time() - started_s < 2.0

    run(test())
