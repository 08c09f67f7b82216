"""Who may have what of a relay."""

import asyncio
from dataclasses import replace

import pytest
from nat_doubles import Clock, FakeEndpoint, FakeLink, at, peer

from core.errors import Refused
from core.nat.messages import ChannelClosed, ChannelWanted, Heeded, OpenChannel, Reserve
from core.nat.relay_service import RelayService
from core.nat.switchboard import RelayLimits
from core.transport.api import PathKind

A, B, C = peer(1), peer(2), peer(3)


def agree(message):
    assert isinstance(message, ChannelWanted)
    return Heeded()


def decline(message):
    raise Refused("this peer takes no more channels")


DEFAULTS = RelayLimits()


def service(limits=DEFAULTS):
    links = [FakeLink(peer(n), at(f"192.0.2.{n}"), answer=agree) for n in (1, 2, 3)]
    endpoint, clock = FakeEndpoint(*links), Clock()
    return RelayService(endpoint, endpoint.links_of, limits, clock), endpoint, clock


def open_channel(relay, link, to):
    return asyncio.run(relay.open_channel(link, OpenChannel(peer=to)))


def test_a_channel_leads_to_a_peer_with_a_reservation_who_is_told():
    relay, endpoint, _ = service()
    a, b, _ = endpoint.all
    assert relay.reserve(b, Reserve()).lifetime_s > 0
    channel = open_channel(relay, a, B).channel
    assert b.asked == [ChannelWanted(channel=channel, peer=A)]
    assert relay.switchboard.ends_of(channel) == (A, B)


def test_without_a_reservation_there_is_no_channel():
    relay, endpoint, clock = service()
    a, b, _ = endpoint.all
    with pytest.raises(Refused):
        open_channel(relay, a, B)
    relay.reserve(b, Reserve())
    clock.now += RelayLimits().lifetime_s + 1
    with pytest.raises(Refused):
        open_channel(relay, a, B)
    assert not b.asked


def test_nobody_has_a_channel_to_itself():
    relay, endpoint, _ = service()
    relay.reserve(endpoint.all[0], Reserve())
    with pytest.raises(Refused):
        open_channel(relay, endpoint.all[0], A)


def test_a_peer_that_declines_leaves_no_channel():
    relay, endpoint, _ = service()
    a, b, _ = endpoint.all
    b._answer = decline
    relay.reserve(b, Reserve())
    with pytest.raises(Refused):
        open_channel(relay, a, B)
    assert len(relay.switchboard) == 0


def test_a_relay_is_not_reached_through_another():
    relay, endpoint, _ = service()
    link = FakeLink(peer(9), at("192.0.2.9"), kind=PathKind.RELAYED, relay=C)
    endpoint.all.append(link)
    with pytest.raises(Refused):
        relay.reserve(link, Reserve())
    relay.reserve(endpoint.all[1], Reserve())
    with pytest.raises(Refused):
        open_channel(relay, link, B)


def test_reservations_are_counted_in_all_and_per_host():
    relay, endpoint, clock = service(RelayLimits(reservations=3, reservations_per_host=2))
    same_host = [FakeLink(peer(n), at("192.0.2.50", n)) for n in (11, 12, 13)]
    for link in same_host[:2]:
        relay.reserve(link, Reserve())
        relay.reserve(link, Reserve())  # once more is no more
    with pytest.raises(Refused, match="one address"):
        relay.reserve(same_host[2], Reserve())
    relay.reserve(endpoint.all[0], Reserve())
    with pytest.raises(Refused, match="full"):
        relay.reserve(endpoint.all[1], Reserve())
    clock.now += RelayLimits().lifetime_s + 1
    relay.reserve(endpoint.all[1], Reserve())
    assert relay.reservations == 1


def test_a_lost_peer_loses_its_channels_and_the_others_are_told():
    relay, endpoint, _ = service()
    a, b, c = endpoint.all
    relay.reserve(b, Reserve())
    one, other = open_channel(relay, a, B).channel, open_channel(relay, c, B).channel
    endpoint.all.remove(b)
    assert sorted(relay.on_links_changed(B)) == sorted([(one, A), (other, C)])
    assert len(relay.switchboard) == 0
    assert relay.reservations == 0


def test_a_peer_with_another_link_keeps_its_channels():
    relay, endpoint, _ = service()
    a, b, _ = endpoint.all
    relay.reserve(b, Reserve())
    open_channel(relay, a, B)
    endpoint.all.append(FakeLink(B, at("192.0.2.77")))
    endpoint.all.remove(b)
    assert relay.on_links_changed(B) == []
    assert len(relay.switchboard) == 1


def test_only_its_ends_close_a_channel():
    relay, endpoint, _ = service()
    a, b, c = endpoint.all
    relay.reserve(b, Reserve())
    channel = open_channel(relay, a, B).channel
    assert relay.close_channel(c, ChannelClosed(channel=channel)) is None
    assert len(relay.switchboard) == 1
    assert relay.close_channel(b, ChannelClosed(channel=channel)) == A
    assert len(relay.switchboard) == 0
    assert relay.close_channel(b, ChannelClosed(channel=b"")) is None


def test_idle_channels_end_and_both_ends_are_told():
    relay, endpoint, clock = service(replace(RelayLimits(), lifetime_s=1e9))
    a, b, _ = endpoint.all
    relay.reserve(b, Reserve())
    channel = open_channel(relay, a, B).channel
    clock.now += RelayLimits().idle_s + 1
    assert sorted(relay.sweep()) == sorted([(channel, A), (channel, B)])
