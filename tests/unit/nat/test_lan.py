"""What is believed of announcements. Real multicast is in tests/integration/reach/test_lan_discovery.py."""

import asyncio
import gc
import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.identity.ids import PeerId, RunId
from core.nat.interfaces import Surroundings
from core.nat.lan import ADDRESS_LIMIT, LanDiscovery, Neighbour, read_announcement, run_label
from core.transport.api import Address

PEER = PeerId(bytes(range(32)))
RUN = RunId(b"r" * 32)
LABEL = run_label(RUN)
HOME = Surroundings(frozenset(map(ipaddress.ip_interface, ["127.0.0.1/8", "192.168.1.20/24", "2001:db8::5/64"])))
OFFLINE = Surroundings(frozenset([ipaddress.ip_interface("127.0.0.1/8")]))
TEXT = {b"peer": PEER.text.encode(), b"run": LABEL.encode()}


def test_the_label_tells_runs_apart_and_does_not_hold_the_run_id():
    assert len(LABEL) == 16
    assert run_label(RunId(b"s" * 32)) != LABEL
    assert LABEL not in RUN.raw.hex()


def test_addresses_of_the_own_networks_are_kept():
    hosts = ["192.168.1.77", "10.0.0.1", "2001:db8::77", "2001:db9::77", "203.0.113.9", "127.0.0.1"]
    assert read_announcement(TEXT, 4000, hosts, LABEL, HOME) == Neighbour(
        PEER, (Address("192.168.1.77", 4000), Address("2001:db8::77", 4000))
    )


def test_who_is_at_none_of_them_is_not_near():
    assert read_announcement(TEXT, 4000, ["203.0.113.9"], LABEL, HOME) is None
    assert read_announcement(TEXT, 4000, [], LABEL, HOME) is None


def test_offline_engines_of_one_computer_meet_on_loopback():
    assert read_announcement(TEXT, 4000, ["127.0.0.1"], LABEL, OFFLINE) == Neighbour(
        PEER, (Address("127.0.0.1", 4000),)
    )


def test_another_run_is_none_of_ours():
    assert read_announcement(TEXT, 4000, ["192.168.1.77"], run_label(RunId(b"s" * 32)), HOME) is None


def test_one_peer_has_so_many_addresses_and_no_more():
    found = read_announcement(TEXT, 4000, [f"192.168.1.{n}" for n in range(1, 100)], LABEL, HOME)
    assert found is not None
    assert len(found.addresses) == ADDRESS_LIMIT


@given(
    st.dictionaries(
        st.one_of(st.sampled_from([b"peer", b"run"]), st.binary(max_size=8)),
        st.one_of(st.none(), st.sampled_from(list(TEXT.values())), st.binary(max_size=80)),
    ),
    st.one_of(st.none(), st.integers(0, 65535)),
    st.lists(st.text(max_size=40), max_size=4),
)
def test_any_announcement_is_read_or_passed_over(text, port, hosts):
    found = read_announcement(text, port, ["192.168.1.77", *hosts], LABEL, HOME)
    if found is not None:
        assert (found.peer, text[b"run"]) == (PEER, LABEL.encode()) or text[b"peer"] != TEXT[b"peer"]
        assert Address("192.168.1.77", port) in found.addresses


def test_without_a_network_it_says_so():
    async def main():
        lan = LanDiscovery(PEER, RUN, 4000, lambda *_: None, lambda _: None, look=Surroundings)
        assert not lan.works
        await lan.start()
        assert lan.fault == "no network"
        await lan.networks_changed()
        assert lan.fault == "no network"
        await lan.stop()
        await lan.networks_changed()
        assert lan.fault == "stopped"
        assert not lan.neighbours

    asyncio.run(main())


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # zeroconf leaves its socket open
def test_an_address_that_is_gone_is_a_fault_and_no_error():
    elsewhere = Surroundings(frozenset([ipaddress.ip_interface("198.51.100.77/24")]))

    async def main():
        lan = LanDiscovery(PEER, RUN, 4000, lambda *_: None, lambda _: None, look=lambda: elsewhere)
        await lan.start()
        fault = lan.fault
        await lan.stop()
        gc.collect()
        return fault

    assert asyncio.run(main())
