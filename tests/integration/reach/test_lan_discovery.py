"""Real multicast between computers on one switch."""

import contextlib
from collections.abc import Iterator

import pytest

from tests.integration.reach.namespaces import Inside, ip, need, networks, wire

pytestmark = pytest.mark.namespaces

SWITCH = "lan-switch"


@contextlib.contextmanager
def home(*computers: str, v6: bool = True) -> Iterator[None]:
    """Computers at 192.168.5.1, .2 and so on, and fd00:5::1, ::2, on one switch."""
    need()
    with networks(SWITCH, *computers):
        ip("-n", SWITCH, "link", "add", "br0", "type", "bridge", "mcast_snooping", "0")
        ip("-n", SWITCH, "link", "set", "br0", "up")
        for number, name in enumerate(computers, 1):
            addresses = [f"192.168.5.{number}/24", *[f"fd00:5::{number}/64"] * v6]
            wire((SWITCH, f"port{number}"), (name, "eth0", *addresses))
            ip("-n", SWITCH, "link", "set", f"port{number}", "master", "br0")
        yield


def found(event):
    return "found" in event


def test_peers_of_one_home_find_each_other_and_say_goodbye():
    with home("lan-a", "lan-b"), Inside("lan-a", "lan_peer", "1", "r", "4001") as one:
        with Inside("lan-b", "lan_peer", "2", "r", "4002") as other:
            assert one.wait(found) == {"found": 2, "addresses": ["192.168.5.2:4002", "[fd00:5::2]:4002"]}
            assert other.wait(found) == {"found": 1, "addresses": ["192.168.5.1:4001", "[fd00:5::1]:4001"]}
            other.say("stop")
            assert other.wait(lambda event: "ended_in_s" in event)["ended_in_s"] < 1.0
        assert one.wait(lambda event: "lost" in event) == {"lost": 2}


def test_over_ipv4_alone():
    with (
        home("lan-a", "lan-b", v6=False),
        Inside("lan-a", "lan_peer", "1", "r", "4001") as one,
        Inside("lan-b", "lan_peer", "2", "r", "4002"),
    ):
        assert one.wait(found) == {"found": 2, "addresses": ["192.168.5.2:4002"]}


def test_over_ipv6_alone():
    with home("lan-a", "lan-b"):
        for name in ("lan-a", "lan-b"):
            ip("-n", name, "-4", "addr", "flush", "dev", "eth0")
        with Inside("lan-a", "lan_peer", "1", "r", "4001") as one, Inside("lan-b", "lan_peer", "2", "r", "4002"):
            assert one.wait(found) == {"found": 2, "addresses": ["[fd00:5::2]:4002"]}


def test_two_engines_of_one_computer_and_one_of_another_run():
    with home("lan-a", "lan-b"), Inside("lan-a", "lan_peer", "1", "r", "4001") as one:
        with (
            Inside("lan-b", "lan_peer", "3", "s", "4003") as stranger,
            Inside("lan-a", "lan_peer", "2", "r", "4002") as beside,
        ):
            assert one.wait(found) == {"found": 2, "addresses": ["192.168.5.1:4002", "[fd00:5::1]:4002"]}
            assert beside.wait(found)["found"] == 1
            beside.say("stop")
            one.wait(lambda event: "lost" in event)
        assert not [event for event in one.told + beside.told if event.get("found") == 3]
        assert not list(filter(found, stranger.told))


def test_one_name_twice():
    """An engine that was killed and started anew, with its earlier self still announced by somebody."""
    with (
        home("lan-a", "lan-b", "lan-c"),
        Inside("lan-a", "lan_peer", "1", "r", "4001") as one,
        Inside("lan-b", "lan_peer", "2", "r", "4002"),
    ):
        assert one.wait(found)["addresses"][0] == "192.168.5.2:4002"
        with Inside("lan-c", "lan_peer", "2", "r", "4003"):
            assert one.wait(found)["addresses"][0] == "192.168.5.3:4003"


def test_a_changed_address_is_announced():
    with (
        home("lan-a", "lan-b", v6=False),
        Inside("lan-a", "lan_peer", "1", "r", "4001") as one,
        Inside("lan-b", "lan_peer", "2", "r", "4002") as other,
    ):
        assert one.wait(found)["addresses"] == ["192.168.5.2:4002"]
        ip("-n", "lan-b", "addr", "add", "192.168.5.77/24", "dev", "eth0")
        other.say("changed")
        assert one.wait(found)["addresses"] == ["192.168.5.2:4002", "192.168.5.77:4002"]
        ip("-n", "lan-b", "addr", "flush", "dev", "eth0")
        ip("-n", "lan-b", "addr", "add", "192.168.5.88/24", "dev", "eth0")
        other.say("changed")
        assert one.wait(found)["addresses"] == ["192.168.5.88:4002"]


def test_a_network_that_comes_later():
    with home("lan-a", "lan-b"):
        ip("-n", "lan-b", "link", "set", "eth0", "down")
        ip("-n", "lan-b", "link", "set", "lo", "down")
        with Inside("lan-a", "lan_peer", "1", "r", "4001"), Inside("lan-b", "lan_peer", "2", "r", "4002") as late:
            assert late.wait(lambda event: "fault" in event) == {"fault": "no network"}
            ip("-n", "lan-b", "link", "set", "eth0", "up")
            ip("-n", "lan-b", "addr", "replace", "192.168.5.2/24", "dev", "eth0")
            late.say("changed")
            assert late.wait(lambda event: "fault" in event) == {"fault": ""}
            assert late.wait(found)["found"] == 1
