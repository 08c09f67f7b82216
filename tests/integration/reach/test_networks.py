"""Links that live through what networks do to them: real peers in network namespaces."""

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
from linked_peer import PORT, identity
from namespaces import Inside, inside, ip, need, networks, wire

pytestmark = pytest.mark.namespaces

A, ROUTER, B = "rm-a", "rm-router", "rm-b"


@contextlib.contextmanager
def routed() -> Iterator[None]:
    """a (10.7.0.2) ── router ── b (192.0.2.2)"""
    need("nft", "conntrack")
    with networks(A, ROUTER, B):
        wire((A, "eth0", "10.7.0.2/24"), (ROUTER, "lan", "10.7.0.1/24"))
        wire((ROUTER, "wan", "192.0.2.1/24"), (B, "eth0", "192.0.2.2/24"))
        ip("-n", A, "route", "add", "default", "via", "10.7.0.1")
        inside(ROUTER, "sysctl", "-qw", "net.ipv4.ip_forward=1")
        translate("")
        yield


def translate(how: str) -> None:
    """The router forgets all that it translates, and does it so from now on."""
    chain = f"type nat hook postrouting priority srcnat\n oifname wan masquerade {how}\n"
    rules = f"table ip nat {{\n chain post {{\n {chain} }}\n}}"
    inside(ROUTER, "nft", "-f", "-", text=f"flush ruleset\n{rules}\n")
    inside(ROUTER, "conntrack", "-F")


def answers(peer: Inside, count: int, within_s: float = 20.0) -> dict[str, Any]:
    """The last of so many more answers on the same link."""
    for _ in range(count):
        last = peer.wait(lambda event: "answer" in event or "failed" in event, within_s)
        assert "answer" in last, last
    return last


@contextlib.contextmanager
def linked(*places: str) -> Iterator[tuple[Inside, Inside, dict[str, Any]]]:
    with Inside(B, "linked_peer", "b") as b:
        b.wait(lambda event: "ready" in event)
        with Inside(A, "linked_peer", "a", identity("b").peer_id.text, *places) as a:
            yield a, b, a.wait(lambda event: "linked" in event)


def test_a_router_that_forgets_its_mapping_does_not_end_the_link() -> None:
    with routed(), linked(f"192.0.2.2:{PORT}") as (a, b, _):
        answers(a, 3)
        translate("random")
        answers(a, 10)
        assert any("path" in event for event in b.told) or b.wait(lambda event: "path" in event)
        assert not any("lost" in event for event in a.told + b.told)


def test_a_laptop_in_another_network_keeps_its_link() -> None:
    with routed(), linked(f"192.0.2.2:{PORT}") as (a, b, _):
        answers(a, 3)
        ip("-n", A, "addr", "del", "10.7.0.2/24", "dev", "eth0")
        ip("-n", A, "addr", "add", "10.7.0.77/24", "dev", "eth0")
        ip("-n", A, "route", "add", "default", "via", "10.7.0.1")
        answers(a, 10)
        assert not any("lost" in event for event in a.told + b.told)


def test_a_broken_ipv6_delays_nobody() -> None:
    need("nft")
    with networks(A, B):
        wire((A, "eth0", "192.0.2.1/24", "2001:db8:7::1/64"), (B, "eth0", "192.0.2.2/24", "2001:db8:7::2/64"))
        drop = "table ip6 broken {\n chain in {\n type filter hook input priority 0\n meta l4proto udp drop\n }\n}\n"
        inside(B, "nft", "-f", "-", text=drop)
        with linked(f"[2001:db8:7::2]:{PORT}", f"192.0.2.2:{PORT}") as (a, _, link):
            assert link["at"] == f"192.0.2.2:{PORT}"
            assert link["seconds"] < 1.0
            answers(a, 1)


def test_ipv6_is_taken_where_it_works() -> None:
    need("nft")
    with networks(A, B):
        wire((A, "eth0", "192.0.2.1/24", "2001:db8:7::1/64"), (B, "eth0", "192.0.2.2/24", "2001:db8:7::2/64"))
        # Its head start is a quarter of a second, which a busy computer may spend on the first handshake itself.
        for _ in range(4):
            with linked(f"[2001:db8:7::2]:{PORT}", f"192.0.2.2:{PORT}") as (a, _, link):
                if link["at"] == f"[2001:db8:7::2]:{PORT}":
                    assert answers(a, 3)["datagram_bytes"] == 1452
                    return
        pytest.fail("IPv4 was taken every time")


def test_datagrams_grow_to_the_paths_length_and_shrink_when_it_does() -> None:
    with routed(), linked(f"192.0.2.2:{PORT}") as (a, _, _):
        while answers(a, 1)["datagram_bytes"] != 1472:
            assert len(a.told) < 100
        ip("-n", ROUTER, "link", "set", "wan", "mtu", "1300")
        ip("-n", B, "link", "set", "eth0", "mtu", "1300")
        ip("-n", A, "link", "set", "eth0", "mtu", "1500")
        answers(a, 5, within_s=30.0)


def test_jumbo_frames_are_used() -> None:
    need()
    with networks(A, B):
        wire((A, "eth0", "192.0.2.1/24"), (B, "eth0", "192.0.2.2/24"))
        for namespace in (A, B):
            ip("-n", namespace, "link", "set", "eth0", "mtu", "9000")
        with linked(f"192.0.2.2:{PORT}") as (a, _, _):
            while answers(a, 1)["datagram_bytes"] != 8952:
                assert len(a.told) < 100


def test_peers_of_one_home_find_each_other_and_go_straight() -> None:
    need()
    with networks(A, B):
        wire((A, "eth0", "192.168.7.1/24"), (B, "eth0", "192.168.7.2/24"))
        with Inside(A, "linked_peer", "a", "lan") as a, Inside(B, "linked_peer", "b", "lan"):
            met = a.wait(lambda event: "met" in event)
            assert met == {"met": f"192.168.7.2:{PORT}", "path": "direct"}
