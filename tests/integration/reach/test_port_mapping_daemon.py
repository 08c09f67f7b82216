"""A home behind a router that runs miniupnpd, the daemon of very many home routers."""

import contextlib
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.reach.namespaces import Inside, inside, ip, need, networks, wire

pytestmark = pytest.mark.namespaces

OUTSIDE, ROUTER, HOME = "pm-out", "pm-router", "pm-home"
# Not addresses meant for tests: the daemon takes those for private, and refuses. They lead nowhere but to OUTSIDE.
WAN, NEW_WAN, STRANGER = "9.8.7.1", "9.8.7.3", "9.8.7.2"
PORT = 4242
LIFETIME_S = 2

RULES = """
table inet filter {
    chain forward {
        type filter hook forward priority 0; policy drop;
        ct state established,related accept
        iifname lan accept
        jump miniupnpd
    }
    chain miniupnpd { }
}
table inet nat {
    chain prerouting { type nat hook prerouting priority -100; jump prerouting_miniupnpd; }
    chain prerouting_miniupnpd { }
    chain postrouting { type nat hook postrouting priority 100; oifname wan masquerade; }
    chain postrouting_miniupnpd { }
}
"""

SETTINGS = """
ext_ifname=wan
listening_ip=lan
http_port=0
enable_upnp={upnp}
enable_natpmp={pmp}
secure_mode=yes
ipv6_disable=yes
min_lifetime=1
max_lifetime=86400
uuid=1e30076c-61c4-4663-80b4-25af2aeac5a5
upnp_table_name=filter
upnp_nat_table_name=nat
upnp_forward_chain=miniupnpd
upnp_nat_chain=prerouting_miniupnpd
upnp_nat_postrouting_chain=postrouting_miniupnpd
"""


@contextlib.contextmanager
def household(folder: Path, *, wan: str = WAN, upnp: bool = True, pmp: bool = True) -> Iterator[None]:
    need("nft", "miniupnpd")
    with networks(OUTSIDE, ROUTER, HOME):
        wire((OUTSIDE, "eth0", f"{STRANGER}/24"), (ROUTER, "wan", f"{wan}/24"))
        wire((HOME, "eth0", "192.168.77.20/24"), (ROUTER, "lan", "192.168.77.1/24"))
        ip("-n", HOME, "route", "add", "default", "via", "192.168.77.1")
        inside(ROUTER, "sysctl", "-qw", "net.ipv4.ip_forward=1")
        inside(ROUTER, "nft", "-f", "-", text=RULES)
        with daemon(folder, upnp=upnp, pmp=pmp):
            yield


@contextlib.contextmanager
def daemon(folder: Path, *, upnp: bool = True, pmp: bool = True) -> Iterator[None]:
    settings = folder / "miniupnpd.conf"
    words = {True: "yes", False: "no"}
    settings.write_text(SETTINGS.format(upnp=words[upnp], pmp=words[pmp]))
    command = ["ip", "netns", "exec", ROUTER, "miniupnpd", "-d", "-f", str(settings), "-P", str(folder / "pid")]
    with (folder / "miniupnpd.log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            until_s = time.monotonic() + 10
            while "listening on port" not in (folder / "miniupnpd.log").read_text():
                if process.poll() is not None or time.monotonic() > until_s:
                    pytest.skip(f"miniupnpd does not run here: {(folder / 'miniupnpd.log').read_text()[-500:]}")
                time.sleep(0.02)
            yield
        finally:
            process.terminate()
            process.wait(5)


def open_ports() -> list[str]:
    rules = inside(ROUTER, "nft", "list", "chain", "inet", "nat", "prerouting_miniupnpd")
    return re.findall(r"dport (\d+) dnat", rules)


def send_from_outside(text: str, to: str = WAN, port: int = PORT) -> None:
    send = "import socket,sys; s = socket.socket(2, 2); s.sendto(sys.argv[1].encode(), (sys.argv[2], int(sys.argv[3])))"
    inside(OUTSIDE, "python3", "-c", send, text, to, str(port))


def reach_from_outside(peer: Inside, text: str, to: str = WAN) -> None:
    """Sent again where the port was shut at that moment: on a busy computer a renewal may be late by a whole lifetime
    of so few seconds. A port that nobody renews stays shut."""
    for _ in range(5):
        send_from_outside(text, to)
        with contextlib.suppress(AssertionError):
            peer.wait(lambda event: event.get("arrived") == text, LIFETIME_S)
            return
    raise AssertionError(f"{text!r} never arrived; told: {peer.told}")


@pytest.mark.parametrize("protocol", ["pcp", "nat-pmp", "upnp"])
def test_each_protocol_opens_keeps_and_gives_back(protocol, tmp_path):
    with household(tmp_path):
        with Inside(HOME, "mapped_peer", protocol, str(PORT), str(LIFETIME_S)) as peer:
            told = peer.wait(lambda event: "mapped" in event)
            assert told == {"mapped": f"{WAN}:{PORT}", "protocol": protocol, "public": True}
            assert open_ports() == [str(PORT)]
            send_from_outside("first")
            assert peer.wait(lambda event: "arrived" in event) == {"arrived": "first", "sender": STRANGER}

            time.sleep(2.5 * LIFETIME_S)  # the daemon's own clock decides when a port is shut
            reach_from_outside(peer, "after renewal")
            assert open_ports() == [str(PORT)]

            ip("-n", ROUTER, "addr", "del", f"{WAN}/24", "dev", "wan")
            ip("-n", ROUTER, "addr", "add", f"{NEW_WAN}/24", "dev", "wan")
            assert peer.wait(lambda event: "mapped" in event)["mapped"] == f"{NEW_WAN}:{PORT}"
            reach_from_outside(peer, "to the new address", NEW_WAN)

            peer.say("stop")
            assert peer.wait(lambda event: "ended_in_s" in event)["ended_in_s"] < 1.0
        assert open_ports() == []


def test_a_port_that_is_not_renewed_is_shut(tmp_path):
    """So the test above shows renewal and not a daemon that keeps all ports for ever."""
    with household(tmp_path):
        with Inside(HOME, "mapped_peer", "nat-pmp", str(PORT), str(LIFETIME_S)) as peer:
            peer.wait(lambda event: "mapped" in event)
            peer.process.kill()
            peer.process.wait()
            peer.process.returncode = 0
        until_s = time.monotonic() + 5 * LIFETIME_S
        while open_ports() and time.monotonic() < until_s:
            time.sleep(0.2)
        assert open_ports() == []


def test_side_by_side_the_best_is_kept(tmp_path):
    with household(tmp_path), Inside(HOME, "mapped_peer", "all", str(PORT), "600") as peer:
        assert peer.wait(lambda event: "mapped" in event)["protocol"] == "pcp"
        assert open_ports() == [str(PORT)]


def test_a_router_with_upnp_alone(tmp_path):
    with household(tmp_path, pmp=False), Inside(HOME, "mapped_peer", "all", str(PORT), "600") as peer:
        assert peer.wait(lambda event: "mapped" in event)["protocol"] == "upnp"


@pytest.mark.parametrize("protocol", ["pcp", "nat-pmp", "upnp"])
def test_a_port_that_another_computer_has(protocol, tmp_path):
    with household(tmp_path):
        with Inside(HOME, "mapped_peer", "upnp", str(PORT), "600") as first:
            first.wait(lambda event: "mapped" in event)
            first.process.kill()  # what it opened stays open
            first.process.wait()
            first.process.returncode = 0
        ip("-n", HOME, "addr", "del", "192.168.77.20/24", "dev", "eth0")
        ip("-n", HOME, "addr", "add", "192.168.77.21/24", "dev", "eth0")
        ip("-n", HOME, "route", "replace", "default", "via", "192.168.77.1")
        with Inside(HOME, "mapped_peer", protocol, str(PORT), "600") as second:
            told = second.wait(lambda event: "mapped" in event)["mapped"]
            port = int(told.rpartition(":")[2])
            assert port != PORT
            assert sorted(open_ports()) == sorted([str(PORT), str(port)])
            send_from_outside("hello", port=port)
            assert second.wait(lambda event: "arrived" in event)["arrived"] == "hello"
        assert open_ports() == [str(PORT)]


def test_a_daemon_that_restarts_and_forgets(tmp_path):
    with household(tmp_path), Inside(HOME, "mapped_peer", "all", str(PORT), "600") as peer:
        peer.wait(lambda event: "mapped" in event)
        inside(ROUTER, "nft", "flush", "chain", "inet", "nat", "prerouting_miniupnpd")
        assert open_ports() == []
        until_s = time.monotonic() + 10
        while not open_ports() and time.monotonic() < until_s:
            time.sleep(0.1)
        assert open_ports() == [str(PORT)]
        assert [event["mapped"] for event in peer.told] == [f"{WAN}:{PORT}"]


def test_behind_another_translator_nothing_is_told(tmp_path):
    """This daemon refuses where it has a private address itself; others open a port of no use."""
    with household(tmp_path, wan="192.168.200.1"), Inside(HOME, "mapped_peer", "all", str(PORT), "600") as peer:
        time.sleep(3)
        assert not [event for event in peer.told if event.get("public")]
