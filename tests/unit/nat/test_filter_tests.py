"""Datagrams that peers send to test another's router: where they go, and how often; and who asks for them."""

import asyncio
import socket

import pytest
from nat_doubles import Clock, FakeEndpoint, FakeLink, at, peer

from core.errors import Refused
from core.nat.messages import Heeded, Look, ProbeMe, Probing, Seen, SendProbe
from core.nat.probing import OTHERS, Prober, probe_of
from core.nat.reachability import Reachability
from core.nat.scouting import Scout
from core.transport.api import PathKind

NONCE = b"nonce123"


@pytest.fixture
def ear():
    """Where a tested peer would listen."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as bound:
        bound.bind(("127.0.0.1", 0))
        bound.settimeout(1.0)
        yield bound


def heed(message):
    return Heeded()


def prober(*links, is_outside=lambda address: True):
    return Prober(FakeEndpoint(*links).links, is_outside, Clock())


def test_others_and_another_port_send_to_where_the_asking_peer_is_seen(ear):
    here = at(*ear.getsockname())
    others = [FakeLink(peer(n), at(f"192.0.2.{n}"), answer=heed) for n in (2, 3, 4, 5)]
    answer = asyncio.run(prober(*others).probe(FakeLink(peer(1), here), ProbeMe(nonce=NONCE, avoid=(peer(2),))))
    assert answer == Probing(address=str(here), by_another_port=True, by_others=OTHERS)
    assert ear.recv(100) == probe_of(NONCE)
    asked = [message for link in others for message in link.asked]
    assert asked == [SendProbe(address=str(here), nonce=NONCE)] * OTHERS
    assert not others[0].asked


def test_a_probe_is_smaller_than_what_asked_for_it():
    assert len(probe_of(NONCE)) < 16


def test_neighbours_of_the_asking_peer_are_no_strangers(ear):
    here = at(*ear.getsockname())
    same_host, relayed = FakeLink(peer(2), at("127.0.0.1", 5)), FakeLink(peer(3), at("192.0.2.3"), relay=peer(9))
    relayed.path = type(relayed.path)(PathKind.RELAYED, at("192.0.2.3"), peer(9))
    over_v6 = FakeLink(peer(4), at("2001:db8::4"))
    answer = asyncio.run(prober(same_host, relayed, over_v6).probe(FakeLink(peer(1), here), ProbeMe(nonce=NONCE)))
    assert answer.by_others == 0


@pytest.mark.parametrize(
    ("link", "request_"),
    [
        (FakeLink(peer(1), at("192.0.2.1")), ProbeMe(nonce=b"short")),
        (FakeLink(peer(1), at("192.0.2.1")), ProbeMe(nonce=NONCE, port=0)),
        (FakeLink(peer(1), at("192.0.2.1")), ProbeMe(nonce=NONCE, port=70_000)),
        (FakeLink(peer(1), at("192.0.2.1"), kind=PathKind.TUNNELLED), ProbeMe(nonce=NONCE)),
        (FakeLink(peer(1), at("192.0.2.1"), kind=PathKind.RELAYED, relay=peer(9)), ProbeMe(nonce=NONCE)),
        (FakeLink(peer(1), at("10.0.0.1")), ProbeMe(nonce=NONCE)),
    ],
)
def test_what_is_no_test_is_refused(link, request_):
    with pytest.raises(Refused):
        asyncio.run(prober(is_outside=lambda address: address.host != "10.0.0.1").probe(link, request_))


@pytest.mark.parametrize("address", ["10.0.0.1:5", "nonsense", "192.0.2.1:0"])
def test_probes_go_to_addresses_of_the_internet_alone(address):
    refusing = prober(is_outside=lambda address: address.host != "10.0.0.1")
    with pytest.raises(Refused):
        refusing.send_probe(FakeLink(peer(1), at("192.0.2.9")), SendProbe(address=address, nonce=NONCE))


def test_tests_are_rationed(ear):
    here = at(*ear.getsockname())
    it, link = prober(), FakeLink(peer(1), here)
    for _ in range(8):
        asyncio.run(it.probe(link, ProbeMe(nonce=NONCE)))
    with pytest.raises(Refused):
        asyncio.run(it.probe(link, ProbeMe(nonce=NONCE)))
    for _ in range(20):
        it.send_probe(link, SendProbe(address=str(here), nonce=NONCE))
    with pytest.raises(Refused):
        it.send_probe(link, SendProbe(address=str(here), nonce=NONCE))


# Who asks


def scout(*links):
    found = Reachability(Clock())
    news = []
    return Scout(found, lambda: links, lambda address: True, lambda: 50.0, lambda: news.append(1)), found, news


def test_what_others_see_is_remembered_and_the_clock_compared():
    link = FakeLink(peer(2), at("192.0.2.2"), answer=lambda message: Seen(address="203.0.113.7:5", unix_s=20.0))
    it, found, news = scout(link)
    asyncio.run(it.look_around())
    assert link.asked == [Look()]
    assert found.seen_at(4) == at("203.0.113.7", 5)
    assert found.clock_ahead_s == pytest.approx(30.0)
    assert found.is_reachable is None
    assert news


def test_an_unasked_link_from_outside_proves_that_this_peer_can_be_reached():
    link = FakeLink(
        peer(2), at("192.0.2.2"), answer=lambda _: Seen(address="203.0.113.7:5", unix_s=0.0), is_dialer=False
    )
    it, found, _ = scout(link)
    asyncio.run(it.look(link, is_unsolicited=True))
    assert found.is_reachable is True
    assert found.confirmed() == [at("203.0.113.7", 5)]


def test_who_comes_by_a_relay_sees_nothing():
    link = FakeLink(
        peer(2),
        at("192.0.2.2"),
        kind=PathKind.RELAYED,
        relay=peer(9),
        answer=lambda _: Seen(address="203.0.113.7:5", unix_s=0.0),
    )
    it, found, _ = scout(link)
    asyncio.run(it.look(link))
    assert found.seen_at(4) is None


def test_a_stranger_that_is_heard_ends_the_round(monkeypatch):
    monkeypatch.setattr("core.nat.scouting.ARRIVE_S", 0.0)

    def answer(message):
        assert isinstance(message, ProbeMe)
        assert message.avoid == (peer(2), peer(3))
        found.on_probe(message.nonce, at("198.51.100.5", 9))
        return Probing(address="203.0.113.7:5", by_another_port=True, by_others=1)

    one, other = (FakeLink(peer(n), at(f"192.0.2.{n}"), answer=answer) for n in (2, 3))
    it, found, _ = scout(one, other)
    asyncio.run(it.test_round())
    assert found.is_reachable is True
    assert not other.asked


def test_one_observer_is_asked_twice_before_silence_is_believed(monkeypatch):
    monkeypatch.setattr("core.nat.scouting.ARRIVE_S", 0.0)
    link = FakeLink(
        peer(2),
        at("192.0.2.2"),
        answer=lambda _: Probing(address="203.0.113.7:5", by_another_port=True, by_others=2),
    )
    it, found, _ = scout(link)
    asyncio.run(it.test_round())
    assert found.is_reachable is False
    assert len({message.nonce for message in link.asked}) == 2


def test_a_mapped_port_is_tested_as_well(monkeypatch):
    monkeypatch.setattr("core.nat.scouting.ARRIVE_S", 0.0)

    def answer(message):
        if message.port == 7000:
            found.on_probe(message.nonce, at("198.51.100.5", 9))
        port = message.port or 5
        return Probing(address=f"203.0.113.7:{port}", by_another_port=True, by_others=1)

    it, found, _ = scout(FakeLink(peer(2), at("192.0.2.2"), answer=answer))
    it.mapped_port = 7000
    asyncio.run(it.test_round())
    assert found.confirmed() == [at("203.0.113.7", 7000)]
