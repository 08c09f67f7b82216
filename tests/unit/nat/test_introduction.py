"""Who is told to open its router for whom, and how often."""

import asyncio

import pytest
from nat_doubles import Clock, FakeEndpoint, FakeLink, at, peer

from core.errors import Refused
from core.nat.introduction import ASKED, CANDIDATES, Introductions
from core.nat.messages import Heeded, Introduce, OpenRouter
from core.transport.api import PathKind

A, B, R = peer(1), peer(2), peer(3)


def heed(message):
    return Heeded()


def introductions(*links, may_open=lambda address: True):
    endpoint, clock = FakeEndpoint(*links), Clock()
    return Introductions(endpoint, may_open, clock), endpoint, clock


def test_the_relays_of_the_dialed_peer_are_asked_first():
    links = [FakeLink(peer(n), at(f"192.0.2.{n}")) for n in range(10, 20)]
    it, _, _ = introductions(*links)
    asked = it.acquaintances(peer(11), {peer(15), peer(17)})
    assert [link.peer_id for link in asked[:2]] == [peer(15), peer(17)]
    assert len(asked) == ASKED
    assert peer(11) not in [link.peer_id for link in asked]


def test_a_common_acquaintance_passes_it_on_with_what_it_sees_itself():
    b = FakeLink(B, at("192.0.2.2"), answer=heed)
    it, _, _ = introductions(b)
    a = FakeLink(A, at("203.0.113.1", 50_000))
    asyncio.run(it.pass_on(a, Introduce(peer=B, candidates=("10.0.0.1:4433",))))
    assert b.asked == [OpenRouter(peer=A, candidates=("10.0.0.1:4433", "203.0.113.1:50000"))]


def test_what_is_seen_of_a_tunnel_is_no_candidate():
    b = FakeLink(B, at("192.0.2.2"), answer=heed)
    it, _, _ = introductions(b)
    a = FakeLink(A, at("203.0.113.1", 50_000), kind=PathKind.TUNNELLED)
    asyncio.run(it.pass_on(a, Introduce(peer=B, candidates=())))
    assert b.asked == [OpenRouter(peer=A, candidates=())]


def test_strangers_are_not_introduced():
    it, _, _ = introductions()
    a = FakeLink(A, at("203.0.113.1"))
    for target in (B, A):
        with pytest.raises(Refused):
            asyncio.run(it.pass_on(a, Introduce(peer=target, candidates=())))


def test_nobody_introduces_without_end():
    b = FakeLink(B, at("192.0.2.2"), answer=heed)
    it, _, clock = introductions(b)
    a = FakeLink(A, at("203.0.113.1"))
    request = Introduce(peer=B, candidates=())

    def tries(count):
        done = 0
        for _ in range(count):
            try:
                asyncio.run(it.pass_on(a, request))
                done += 1
            except Refused:
                continue
        return done

    assert tries(60) == 40
    clock.now += 11
    assert tries(1) == 1


def test_who_is_dialed_opens_a_few_addresses_and_not_too_often():
    it, _, clock = introductions(may_open=lambda address: not address.host.startswith("10."))
    r = FakeLink(R, at("192.0.2.3"))
    texts = ("10.0.0.1:1", "203.0.113.1:5", "nonsense", "203.0.113.1:5", *(f"203.0.113.{n}:7" for n in range(50)))
    assert it.targets(r, OpenRouter(peer=A, candidates=texts)) == [at("203.0.113.1", 5)]
    assert len(it.targets(r, OpenRouter(peer=A, candidates=texts[4:]))) <= CANDIDATES
    for _ in range(2):
        it.targets(r, OpenRouter(peer=A, candidates=()))
    with pytest.raises(Refused):
        it.targets(r, OpenRouter(peer=A, candidates=()))
    assert it.targets(r, OpenRouter(peer=B, candidates=texts[1:2]))
    clock.now += 11
    assert it.targets(r, OpenRouter(peer=A, candidates=texts[1:2]))
