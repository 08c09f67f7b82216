"""In which order the places of a peer are tried, in virtual time."""

import asyncio
import socket
from collections.abc import Sequence
from typing import Any

import pytest

from core.errors import LinkLost, PeerTimeout
from core.identity.ids import PeerId
from core.transport import dialing
from core.transport.api import Address, Place, Relayed, Tunnelled
from core.transport.dialing import STAGGER_S, TUNNEL_AFTER_S, Dialer
from tests.sim.clock import run

PEER, RELAY = PeerId(b"p" * 32), PeerId(b"r" * 32)


class Guide:
    """Carriers are named by their places; private addresses are near if they begin with 10.1."""

    def __init__(self) -> None:
        self.announced: list[PeerId] = []

    def candidates(self) -> Sequence[Address]:
        return ()

    def is_near(self, address: Address) -> bool:
        return address.host.startswith("10.1.")

    async def channel_to(self, place: Relayed, peer: PeerId) -> Any:
        if place.address.port == 404:
            raise LinkLost("no such relay")
        return str(place)

    async def tunnel_to(self, place: Tunnelled) -> Any:
        return str(place)

    def on_dial(self, peer: PeerId) -> None:
        self.announced.append(peer)


class Network:
    """`answers`: how long each hop takes; whatever is not named stays silent."""

    def __init__(self, **answers: float) -> None:
        self.answers = {name.replace("_", "."): after_s for name, after_s in answers.items()}
        self.tried: list[tuple[float, str]] = []
        self.guide = Guide()
        self.dialer: Dialer

    async def attempt(self, hop: Any, peer: PeerId | None) -> Any:
        name = hop[0].removeprefix("::ffff:") if isinstance(hop, tuple) else hop.partition("/")[0]
        self.tried.append((round(asyncio.get_running_loop().time(), 3), name))
        after_s = self.answers.get(name)
        if after_s is None:
            await asyncio.Event().wait()
        await asyncio.sleep(after_s)
        return name

    async def dial(self, *places: Place, peer: PeerId | None = PEER) -> Any:
        self.dialer = Dialer(socket.AF_INET6, self.attempt, self.guide)
        return await self.dialer.dial(peer, places, timeout_s=10.0)


FIRST, SECOND = Address("192.0.2.1", 1), Address("192.0.2.2", 1)
THROUGH, TUNNEL = Relayed(RELAY, Address("203.0.113.1", 443)), Tunnelled(Address("203.0.113.1", 443))


def test_the_best_address_answers_before_anything_else_is_tried():
    network = Network(**{"192.0.2.1": 0.05})
    assert run(network.dial(FIRST, SECOND, THROUGH, TUNNEL)) == "192.0.2.1"
    assert network.tried == [(0.0, "192.0.2.1")]
    assert network.guide.announced == [PEER]


def test_silent_addresses_delay_the_relay_by_one_stagger_and_not_by_one_each():
    network = Network(via=0.1)
    silent = [Address(f"192.0.2.{n}", 1) for n in range(1, 9)]
    assert run(network.dial(*silent, THROUGH)) == "via"
    assert (STAGGER_S, "via") in network.tried


def test_a_tunnel_is_the_last_resort():
    network = Network(tls=0.1)
    assert run(network.dial(FIRST, TUNNEL)) == "tls"
    assert network.tried[-1][0] >= TUNNEL_AFTER_S


def test_where_there_is_only_a_tunnel_nobody_waits_for_udp():
    network = Network(tls=0.1)
    assert run(network.dial(TUNNEL)) == "tls"
    assert network.tried == [(0.0, "tls")]


def test_another_homes_private_addresses_are_not_dialed():
    network = Network(**{"10.1.0.5": 0.1, "10.2.0.5": 0.0})
    assert run(network.dial(Address("10.2.0.5", 1), Address("10.1.0.5", 1))) == "10.1.0.5"
    assert [name for _, name in network.tried] == ["10.1.0.5"]


def test_a_relay_that_is_not_there_is_no_hindrance():
    network = Network(via=0.1)
    gone = Relayed(RELAY, Address("203.0.113.9", 404))
    assert run(network.dial(gone, THROUGH)) == "via"


def test_nobody_answers():
    with pytest.raises(PeerTimeout, match=r"192\.0\.2\.1:1, via/"):
        run(Network().dial(FIRST, THROUGH))
    with pytest.raises(LinkLost, match="no address"):
        run(Network().dial())


def test_a_link_that_the_peer_made_meanwhile_will_do():
    class Link:
        peer_id = PEER

    async def test() -> None:
        network = Network()
        dialing_it = asyncio.create_task(network.dial(FIRST))
        await asyncio.sleep(1.0)
        arrived: Any = Link()
        network.dialer.on_link(arrived)
        assert await dialing_it is arrived

    run(test())


def test_names_are_resolved_to_both_families_in_turns(monkeypatch: pytest.MonkeyPatch):
    async def answers(*_: object, **__: object) -> list[Any]:
        v4 = [(socket.AF_INET, 0, 0, "", (f"192.0.2.{n}", 7)) for n in (1, 2)]
        return [*v4, *[(socket.AF_INET6, 0, 0, "", (f"2001:db8::{n}", 7, 0, 0)) for n in (1, 2)]]

    async def test() -> list[Any]:
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", answers)
        return [hop[0] for hop in await dialing.resolve(Address("peer.example", 7), socket.AF_INET6)]

    assert asyncio.run(test()) == ["2001:db8::1", "::ffff:192.0.2.1", "2001:db8::2", "::ffff:192.0.2.2"]
