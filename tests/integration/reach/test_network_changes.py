"""A laptop that is carried from one network to another, and one whose packets go through a VPN."""

import pytest

from tests.integration.reach.namespaces import Inside, ip, need, networks, wire

pytestmark = pytest.mark.namespaces

LAPTOP, HOME, CAFE = "pm-laptop", "pm-home-net", "pm-cafe-net"


@pytest.fixture
def laptop():
    need()
    with networks(LAPTOP, HOME, CAFE):
        wire((LAPTOP, "wlan0", "192.168.1.20/24"), (HOME, "eth0", "192.168.1.1/24"))
        wire((LAPTOP, "eth0"), (CAFE, "eth0", "10.0.0.1/24"))
        ip("-n", LAPTOP, "route", "add", "default", "via", "192.168.1.1")
        yield


def has(key, value):
    return lambda event: event.get(key) == value


def test_carried_from_home_to_a_cafe(laptop):
    with Inside(LAPTOP, "watching_peer") as peer:
        assert peer.wait(lambda event: "started" in event)["started"] == ["192.168.1.20"]
        peer.say("route")
        peer.wait(has("route", ["192.168.1.1", "192.168.1.20"]))

        ip("-n", LAPTOP, "link", "set", "wlan0", "down")
        gone = peer.wait(has("network", False))
        assert gone["lost"] == ["192.168.1.20/24"]
        assert gone["moved"]
        peer.say("route")
        peer.wait(has("route", None))

        ip("-n", LAPTOP, "addr", "add", "10.0.0.7/24", "dev", "eth0")
        arrived = peer.wait(lambda event: "10.0.0.7/24" in event.get("gained", ()))
        assert arrived["network"]
        ip("-n", LAPTOP, "route", "add", "default", "via", "10.0.0.1")
        peer.wait(has("source", "10.0.0.7"))
        peer.say("route")
        peer.wait(has("route", ["10.0.0.1", "10.0.0.7"]))


def test_another_default_route_is_a_move_though_all_addresses_stay(laptop):
    ip("-n", LAPTOP, "addr", "add", "10.0.0.7/24", "dev", "eth0")
    with Inside(LAPTOP, "watching_peer") as peer:
        peer.wait(lambda event: "started" in event)
        ip("-n", LAPTOP, "route", "replace", "default", "via", "10.0.0.1")
        told = peer.wait(has("source", "10.0.0.7"))
        assert told["moved"]
        assert told["gained"] == told["lost"] == []


def test_through_a_vpn_no_router_is_asked_for_a_port(laptop):
    wire((LAPTOP, "tun0", "10.8.0.2/32"), (CAFE, "tun1"))
    with Inside(LAPTOP, "watching_peer") as peer:
        peer.say("route")
        peer.wait(has("route", ["192.168.1.1", "192.168.1.20"]))
        for half in ("0.0.0.0/1", "128.0.0.0/1"):  # as VPN programs do it, so that the default route stays
            ip("-n", LAPTOP, "route", "add", half, "dev", "tun0")
        peer.wait(has("source", "10.8.0.2"))
        peer.say("route")
        peer.wait(has("route", None))
