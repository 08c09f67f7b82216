"""Reservations that are kept, and channels through whichever relay works."""

import asyncio

import pytest
from nat_doubles import Clock, FakeEndpoint, FakeLink, at, peer

from core.dht.records import PeerRecord, make_record
from core.errors import PeerFault, Refused
from core.identity.ids import RunId
from core.identity.keys import Identity
from core.nat.channels import CHANNELS_LIMIT, Channels
from core.nat.messages import ChannelOpen, ChannelWanted, OpenChannel, Reserve, Reserved
from core.nat.relay_client import SHUN_S, UNUSED_S, RelayClient, RelayOffer, offers_of, tunnels_of
from core.transport.api import Address, PathKind, Relayed, Tunnelled

LIFE_S = 300.0
TARGET = peer(99)


class World:
    def __init__(self, *relays: int) -> None:
        self.clock = Clock()
        self.endpoint = FakeEndpoint()
        self.offers = [RelayOffer(peer(n), (at(f"192.0.2.{n}"),)) for n in relays]
        self.refusing: set[int] = set()
        for n in relays:
            self.endpoint.dial_makes[peer(n)] = FakeLink(peer(n), at(f"192.0.2.{n}"), answer=self._answering(n))
        self.channels = Channels(self.endpoint, self.endpoint.link_to, self.clock)
        self.client = RelayClient(self.endpoint, self.channels, lambda: self.offers, self.clock)

    def _answering(self, number):
        def answer(message):
            if number in self.refusing:
                raise Refused("this relay is full")
            if isinstance(message, OpenChannel):
                return ChannelOpen(channel=bytes([number]) * 8)
            assert isinstance(message, Reserve)
            return Reserved(lifetime_s=LIFE_S)

        return answer

    def keep(self, wanted=2):
        return asyncio.run(self.client.keep(wanted))

    def lose(self, number):
        self.endpoint.all = [link for link in self.endpoint.all if link.peer_id != peer(number)]
        self.client.on_lost(peer(number))


def test_as_many_as_are_wanted_and_no_more():
    world = World(1, 2, 3)
    assert world.keep()
    assert world.client.places() == [Relayed(peer(1), at("192.0.2.1")), Relayed(peer(2), at("192.0.2.2"))]
    assert not world.keep()
    assert world.keep(1)
    assert world.client.held == [peer(1)]
    assert world.keep(0)
    assert world.client.places() == []


def test_another_takes_the_place_of_a_lost_one():
    world = World(1, 2, 3)
    world.keep()
    world.lose(1)
    del world.endpoint.dial_makes[peer(1)]
    assert world.client.held == [peer(2)]
    world.keep()
    assert world.client.held == [peer(2), peer(3)]


def test_who_refuses_is_left_alone_for_a_while():
    world = World(1, 2, 3)
    world.refusing = {1}
    world.keep()
    assert world.client.held == [peer(2), peer(3)]
    world.lose(2)
    world.refusing = {2}
    world.keep()
    asked = len(world.endpoint.dial_makes[peer(1)].asked)
    world.keep()
    assert len(world.endpoint.dial_makes[peer(1)].asked) == asked
    world.clock.now += SHUN_S + 1
    world.refusing = set()
    world.keep()
    assert world.client.held == [peer(3), peer(1)]


def test_reservations_are_renewed_before_they_end():
    world = World(1)
    world.keep()
    link = world.endpoint.dial_makes[peer(1)]
    for _ in range(20):
        world.clock.now += 15
        world.keep()
    assert world.client.held == [peer(1)]
    assert 2 <= link.asked.count(Reserve()) <= 5
    world.refusing = {1}
    world.clock.now += LIFE_S / 2
    world.keep()
    assert world.client.held == []


def test_a_relay_behind_a_relay_is_none():
    world = World(1)
    world.endpoint.dial_makes[peer(1)] = FakeLink(peer(1), at("192.0.2.9"), kind=PathKind.RELAYED, relay=peer(9))
    world.keep()
    assert world.client.held == []


def test_a_channel_is_opened_through_the_relay_that_works():
    world = World(1, 2)
    del world.endpoint.dial_makes[peer(1)]
    places = [Relayed(peer(1), at("192.0.2.1")), Relayed(peer(2), at("192.0.2.2"))]
    channel = asyncio.run(world.client.channel_to(places, TARGET))
    assert (channel.relay, channel.peer) == (peer(2), TARGET)
    assert channel.path.kind is PathKind.RELAYED
    with pytest.raises(PeerFault):
        asyncio.run(world.client.channel_to(places[:1], TARGET))


def test_a_relay_is_dialed_by_tunnel_too():
    world = World(1)
    asyncio.run(world.client.channel_to([Relayed(peer(1), at("192.0.2.1", 5000))], TARGET))
    _, places = world.endpoint.dialed[0]
    assert Tunnelled(at("192.0.2.1", 5000)) in places
    assert Tunnelled(at("192.0.2.1", 443)) in places


def test_channels_of_strangers_are_not_taken():
    world = World(1)
    world.keep()
    link = world.endpoint.dial_makes[peer(1)]
    stranger = FakeLink(peer(5), at("192.0.2.5"))
    with pytest.raises(Refused):
        world.client.on_wanted(stranger, ChannelWanted(channel=bytes(8), peer=TARGET))
    with pytest.raises(Refused):
        world.client.on_wanted(link, ChannelWanted(channel=bytes(7), peer=TARGET))
    world.client.on_wanted(link, ChannelWanted(channel=bytes(8), peer=TARGET))
    assert len(world.channels) == 1


def test_a_relay_cannot_fill_the_memory():
    world = World(1)
    world.keep()
    link = world.endpoint.dial_makes[peer(1)]
    for number in range(CHANNELS_LIMIT):
        world.client.on_wanted(link, ChannelWanted(channel=number.to_bytes(8, "big"), peer=TARGET))
    with pytest.raises(Refused):
        world.client.on_wanted(link, ChannelWanted(channel=b"one more", peer=TARGET))


def test_channels_that_nobody_uses_are_given_up():
    world = World(1)
    channel = asyncio.run(world.client.channel_to([Relayed(peer(1), at("192.0.2.1"))], TARGET))
    assert world.client.unused() == []
    world.endpoint.all.append(FakeLink(TARGET, at("192.0.2.99")))
    world.clock.now += UNUSED_S + 1
    assert world.client.unused() == []
    world.endpoint.all.pop()
    assert world.client.unused() == [channel]
    assert not channel.is_open
    channel.send([b"\x40 lost"])
    assert not world.endpoint.sent


def test_with_its_relay_a_channel_is_gone():
    world = World(1)
    channel = asyncio.run(world.client.channel_to([Relayed(peer(1), at("192.0.2.1"))], TARGET))
    channel.send([b"\x40 one"])
    assert world.endpoint.sent == [(("192.0.2.1", 4433), [b"\x01" + bytes([1]) * 8 + b"\x40 one"])]
    world.lose(1)
    channel.send([b"\x40 two"])
    assert len(world.endpoint.sent) == 1
    assert len(world.channels) == 0


def test_datagrams_of_a_channel_come_from_its_relay_alone():
    world = World(1)
    channel = asyncio.run(world.client.channel_to([Relayed(peer(1), at("192.0.2.1"))], TARGET))
    world.channels.take_in_each(channel.head, [channel.head + b"\x40 yes"], ("192.0.2.1", 4433))
    world.channels.take_in_each(channel.head, [channel.head + b"\x40 no"], ("192.0.2.1", 4434))
    assert world.endpoint.received == [(b"\x40 yes", channel)]


def _record(places, *, relays=True) -> tuple[Identity, PeerRecord]:
    identity = Identity.generate()
    return identity, make_record(identity, RunId(bytes(32)), places, 1.0, relays=relays)


def test_relays_that_are_linked_come_first_and_public_addresses_lead():
    private, public = at("10.0.0.1"), at("203.0.113.9")
    near, near_record = _record([private, public])
    other, other_record = _record([public])
    _, plain_record = _record([public], relays=False)
    records = {near.peer_id: near_record, peer(7): plain_record}
    links = [FakeLink(peer(7), at("192.0.2.7")), FakeLink(near.peer_id, at("10.0.0.1", 9))]
    offers = offers_of(links, lambda link: records.get(link.peer_id), [near_record, other_record])
    assert [offer.peer for offer in offers] == [near.peer_id, other.peer_id]
    assert offers[0].places == (public, at("10.0.0.1", 9), private)
    assert offers[0].address == public


def test_where_tunnels_may_be():
    assert tunnels_of([Address("a", 443), Address("b", 1)]) == [
        Tunnelled(Address("a", 443)),
        Tunnelled(Address("b", 1)),
        Tunnelled(Address("b", 443)),
    ]
