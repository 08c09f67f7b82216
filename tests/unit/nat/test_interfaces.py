import asyncio
import ipaddress

import pytest

from core.nat.interfaces import Change, Surroundings, Watcher, change_between, look_around, read_interface
from core.transport.api import Address
from core.transport.scope import Scope, parse_ip, scope_of
from tests.sim.clock import run


def surroundings(*interfaces: str, source: str | None = None) -> Surroundings:
    return Surroundings(frozenset(map(ipaddress.ip_interface, interfaces)), parse_ip(source) if source else None)


@pytest.mark.parametrize(
    ("host", "scope"),
    [
        ("127.0.0.1", Scope.LOOPBACK),
        ("::1", Scope.LOOPBACK),
        ("::ffff:127.0.0.1", Scope.LOOPBACK),
        ("169.254.7.7", Scope.LINK_LOCAL),
        ("fe80::1", Scope.LINK_LOCAL),
        ("fe80::1%eth0", Scope.LINK_LOCAL),
        ("10.1.2.3", Scope.PRIVATE),
        ("172.31.0.1", Scope.PRIVATE),
        ("172.32.0.1", Scope.PUBLIC),
        ("192.168.178.20", Scope.PRIVATE),
        ("100.64.0.1", Scope.PRIVATE),
        ("100.127.255.255", Scope.PRIVATE),
        ("100.128.0.1", Scope.PUBLIC),
        ("fd12::1", Scope.PRIVATE),
        ("203.0.113.10", Scope.PUBLIC),
        ("::ffff:203.0.113.10", Scope.PUBLIC),
        ("2001:db8::1", Scope.PUBLIC),
        ("9.9.9.9", Scope.PUBLIC),
        ("0.0.0.0", Scope.NONE),
        ("::", Scope.NONE),
        ("224.0.0.251", Scope.NONE),
        ("ff02::fb", Scope.NONE),
        ("255.255.255.255", Scope.NONE),
    ],
)
def test_scopes(host, scope):
    assert scope_of(parse_ip(host)) is scope


def test_host_names_are_no_addresses():
    assert parse_ip("router.example") is None
    assert parse_ip("") is None
    assert parse_ip("1.2.3") is None


def test_near_is_what_one_of_the_own_networks_holds():
    here = surroundings("127.0.0.1/8", "192.168.1.20/24", "203.0.113.21/24", "fd00:1::5/64", "fe80::5/64")

    def near(host):
        return here.is_near(Address(host, 4000))

    assert near("192.168.1.77")
    assert near("::ffff:192.168.1.77")
    assert near("fd00:1::77")
    assert near("127.0.0.1")
    assert near("::1")
    assert near("fe80::77%eth0")
    assert not near("192.168.2.77")
    assert not near("10.0.0.1")
    assert not near("fd00:2::77")
    assert not near("fe80::77")
    assert not near("203.0.113.77")
    assert not near("0.0.0.0")
    assert not near("router.example")
    assert here.shares_network("203.0.113.77")
    assert not here.shares_network("127.0.0.2")
    assert not here.shares_network("router.example")


def test_own_addresses_lead_with_those_used_towards_the_internet():
    here = surroundings(
        "127.0.0.1/8", "10.0.0.2/24", "192.168.1.20/24", "2001:db8::5/64", "fe80::5/64", source="192.168.1.20"
    )
    assert list(map(str, here.addresses())) == ["192.168.1.20", "2001:db8::5", "10.0.0.2"]
    assert here.has_network


def test_loopback_alone_is_no_network():
    assert not surroundings("127.0.0.1/8", "::1/128", "fe80::1/64").has_network
    assert surroundings("169.254.3.3/16").has_network


def test_a_source_that_no_interface_has_is_left_out():
    assert surroundings("10.0.0.2/24", source="10.9.9.9").addresses() == [parse_ip("10.0.0.2")]


def test_what_changed():
    before = surroundings("192.168.1.20/24", source="192.168.1.20")
    now = surroundings("192.168.1.20/24", "10.8.0.2/32", source="10.8.0.2")
    assert change_between(before, before, 2.1, 2.0) is None
    change = change_between(before, now, 2.1, 2.0)
    assert change == Change(before, now, has_slept=False)
    assert change.has_moved
    assert list(map(str, change.gained)) == ["10.8.0.2/32"]
    assert not change.lost
    assert str(change) == "10.8.0.2/32 is new; the way out is now 10.8.0.2, -"
    slept = change_between(before, before, 4000.0, 2.0)
    assert slept is not None
    assert slept.has_slept
    assert not slept.has_moved
    assert change_between(before, before, -4000.0, 2.0) is None  # the clock was set back


def test_addresses_as_systems_tell_them():
    assert read_interface("192.168.1.20", "255.255.255.0") == {ipaddress.ip_interface("192.168.1.20/24")}
    assert read_interface("fe80::1%eth0", "ffff:ffff:ffff:ffff::") == {ipaddress.ip_interface("fe80::1/64")}
    assert read_interface("2001:db8::1", None) == {ipaddress.ip_interface("2001:db8::1/64")}
    assert read_interface("10.8.0.2", None) == {ipaddress.ip_interface("10.8.0.2/32")}
    assert read_interface("nonsense", None) == set()


def test_this_computer_has_loopback():
    here = look_around()
    assert ipaddress.ip_interface("127.0.0.1/8") in here.interfaces
    assert all(scope_of(one) is not Scope.LOOPBACK for one in here.addresses())


class Scene:
    """A computer that is carried about: a list of (second, surroundings or fault), and a wall clock."""

    def __init__(self, *acts: tuple[float, Surroundings | OSError]) -> None:
        self.acts = acts
        self.skew_s = 0.0

    def now_s(self) -> float:
        try:
            return asyncio.get_running_loop().time()
        except RuntimeError:
            return 0.0

    def unix_time(self) -> float:
        return self.now_s() + self.skew_s

    def look(self) -> Surroundings:
        seen = [act for since_s, act in self.acts if since_s <= self.now_s()][-1]
        if isinstance(seen, OSError):
            raise seen
        return seen


HOME = surroundings("192.168.1.20/24", source="192.168.1.20")
CAFE = surroundings("10.0.0.7/24", source="10.0.0.7")


def test_the_watch_tells_each_change_once():
    scene = Scene((0, HOME), (11, CAFE), (15, OSError("vanished")), (19, HOME))
    told: list[tuple[float, Change]] = []

    async def main():
        watcher = Watcher(lambda c: told.append((scene.now_s(), c)), look=scene.look, unix_time=scene.unix_time)
        assert watcher.is_near(Address("192.168.1.1", 1))
        task = asyncio.create_task(watcher.run())
        await asyncio.sleep(30)
        task.cancel()
        await asyncio.wait([task])

    run(main())
    assert [(at, change.now) for at, change in told] == [(12, CAFE), (20, HOME)]
    assert not any(change.has_slept for _, change in told)


def test_the_watch_notices_that_the_computer_slept():
    scene = Scene((0, HOME))
    told: list[Change] = []

    async def main():
        task = asyncio.create_task(Watcher(told.append, look=scene.look, unix_time=scene.unix_time).run())
        await asyncio.sleep(5)
        scene.skew_s = 3600
        await asyncio.sleep(20)
        task.cancel()
        await asyncio.wait([task])

    run(main())
    assert told == [Change(HOME, HOME, has_slept=True)]


def test_a_system_that_tells_nothing_at_first():
    scene = Scene((0, OSError("no permission")), (3, HOME))
    told: list[Change] = []

    async def main():
        task = asyncio.create_task(Watcher(told.append, look=scene.look, unix_time=scene.unix_time).run())
        await asyncio.sleep(5)
        task.cancel()
        await asyncio.wait([task])

    run(main())
    assert told == [Change(Surroundings(), HOME)]


@pytest.mark.parametrize(
    ("host", "leads"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("192.168.1.7", True),
        ("10.9.9.9", False),
        ("8.8.8.8", False),
        ("2001:4860:4860::8888", False),
    ],
)
def test_without_a_way_out_only_neighbours_can_be_meant(host: str, leads: bool):
    alone = surroundings("192.168.1.20/24", source=None)
    assert not alone.has_way_out
    assert alone.leads_to(Address(host, 1)) is leads
    assert HOME.has_way_out
    assert HOME.leads_to(Address("8.8.8.8", 1))
    assert not HOME.leads_to(Address("2001:4860:4860::8888", 1)), "there is no IPv6 here"
    assert Surroundings().leads_to(Address("::1", 1))
    assert not Surroundings().leads_to(Address("192.168.1.7", 1))
