"""Two peers' `Paths` on a network of addresses, filters and delays, in virtual time."""

import heapq
import itertools
from collections.abc import Callable

import pytest

from core.transport.api import Address, Path, PathKind
from core.transport.hops import Hop
from core.transport.path_mtu import PathMtu
from core.transport.paths import SUSPECT_S, WAYS_LIMIT, Paths, Way
from core.transport.probe import Probe, ProbeKind, decode, encode, new_key

RELAY = Path(PathKind.RELAYED, Address("relay", 1))


class Relay:
    """A carrier, as far as `Paths` sees one."""

    path = RELAY
    datagram_bytes = 1400

    def send(self, datagrams: object) -> None:
        raise AssertionError("paths send nothing themselves")


def way(hop: Hop, *, is_near: bool = False) -> Way:
    if isinstance(hop, tuple):
        return Way(hop, Path(PathKind.PUNCHED, Address(*hop)), is_near=is_near, mtu=PathMtu(limit_bytes=1200))
    return Way(hop, hop.path, is_near=False, mtu=PathMtu(limit_bytes=1200))


class Net:
    """Datagrams arrive 10 ms (straight) or 30 ms (relayed) later, as far as `carries` lets them through.

    `carries(sender, hop)` is the address from which the other side sees them come, or None where they are lost."""

    def __init__(self, carries: Callable[[str, Hop], Hop | None]) -> None:
        self.carries = carries
        self.now = 0.0
        self.relays = {"a": Relay(), "b": Relay()}
        key = new_key()
        self.paths = {name: Paths(way(self.relays[name]), is_dialer=name == "a", now=0.0) for name in "ab"}
        for paths in self.paths.values():
            paths.key = key
        self.sent = 0
        self._queue: list[tuple[float, int, str, Hop, bytes]] = []
        self._order = itertools.count()

    def post(self, name: str) -> None:
        paths, other = self.paths[name], "b" if name == "a" else "a"
        for hop, datagram in paths.outbox:
            self.sent += 1
            source = self.relays[other] if hop is self.relays[name] else self.carries(name, hop)
            if source is not None:
                delay_s = 0.03 if source is self.relays[other] else 0.01
                heapq.heappush(self._queue, (self.now + delay_s, next(self._order), other, source, datagram))
        paths.outbox = []

    def run(self, seconds: float) -> None:
        """All datagrams and ticks until then; the link itself says something four times a second."""
        end_s = self.now + seconds
        while self.now < end_s:
            self.now = min(end_s, self.now + 0.01)
            for name, paths in self.paths.items():
                if self.now >= paths.due_s(self.now) or round(self.now * 100) % 25 == 0:
                    self.talk(name)
                    paths.tick(self.now)
                self.post(name)
            while self._queue and self._queue[0][0] <= self.now:
                _, _, name, source, datagram = heapq.heappop(self._queue)
                self.paths[name].on_datagram(datagram, way(source), self.now)
                self.post(name)

    def talk(self, name: str) -> None:
        """A packet of the link by the way that `name` has taken."""
        other = "b" if name == "a" else "a"
        hop = self.paths[name].taken.hop
        source = self.relays[other] if hop is self.relays[name] else self.carries(name, hop)
        if source is None:
            return
        if source == self.paths[other].taken.hop:
            self.paths[other].on_heard(source, self.now)
        else:
            self.paths[other].on_stray(way(source), self.now)
            self.post(other)

    def offer(self, **addresses: Hop) -> None:
        """`a=hop`: the other one hears that a may be there."""
        for name, hop in addresses.items():
            other = "b" if name == "a" else "a"
            self.paths[other].offer([way(hop)], self.now)
            self.post(other)

    @property
    def taken(self) -> tuple[Hop, Hop]:
        return self.paths["a"].taken.hop, self.paths["b"].taken.hop


A, B = ("192.0.2.1", 1000), ("198.51.100.2", 2000)


def open_net(sender: str, hop: Hop) -> Hop | None:
    """No routers: whatever is sent to the other's address arrives from one's own."""
    if (sender, hop) == ("a", B):
        return A
    return B if (sender, hop) == ("b", A) else None


def test_a_relayed_link_becomes_straight_when_both_can_be_reached():
    net = Net(open_net)
    net.offer(a=A, b=B)
    net.run(0.5)
    assert net.taken == (B, A)
    assert net.paths["a"].taken.path.kind is PathKind.PUNCHED


class Filter:
    """Both behind port-restricted cones: a datagram passes inwards after one has gone outwards to that address."""

    def __init__(self) -> None:
        self.opened: set[str] = set()

    def __call__(self, sender: str, hop: Hop) -> Hop | None:
        source = open_net(sender, hop)
        if source is None:
            return None
        self.opened.add(sender)
        return source if len(self.opened) == 2 else None


def test_holes_are_punched_when_both_send():
    net = Net(Filter())
    net.offer(a=A, b=B)
    net.run(0.5)
    assert net.taken == (B, A)


def test_a_symmetric_router_in_front_of_one_is_followed_to_the_port_that_it_chose():
    """The peer that is told `A` sees the probes come from elsewhere, and probes that."""
    other_port = ("192.0.2.1", 31_337)

    def carries(sender: str, hop: Hop) -> Hop | None:
        if (sender, hop) == ("a", B):
            return other_port
        return B if (sender, hop) == ("b", other_port) else None

    net = Net(carries)
    net.offer(a=A, b=B)
    net.run(1.0)
    assert net.taken == (B, other_port)


def test_where_nothing_can_be_punched_the_relay_stays_and_the_attempts_get_rare():
    net = Net(lambda sender, hop: None)
    net.offer(a=A, b=B)
    net.run(10.0)
    assert net.taken == (net.relays["a"], net.relays["b"])
    before = net.sent
    net.run(240.0)
    assert net.sent - before < 240


def test_a_broken_straight_path_gives_way_to_the_relay_and_is_taken_again_when_it_works():
    works = True
    net = Net(lambda sender, hop: open_net(sender, hop) if works else None)
    net.offer(a=A, b=B)
    net.run(20.0)
    assert net.taken == (B, A)
    works = False
    net.run(SUSPECT_S + 1.0)
    assert net.taken == (net.relays["a"], net.relays["b"])
    works = True
    net.run(90.0)
    assert net.taken == (B, A)


def test_a_peer_whose_address_changes_is_followed():
    current = A

    def carries(sender: str, hop: Hop) -> Hop | None:
        if (sender, hop) == ("a", B):
            return current
        return B if sender == "b" and hop == current else None

    net = Net(carries)
    net.offer(a=A, b=B)
    net.run(5.0)
    current = ("203.0.113.9", 4444)
    net.run(SUSPECT_S)
    assert net.taken == (B, current)


def test_a_way_within_the_home_is_preferred():
    near_a, near_b = ("10.0.0.1", 1000), ("10.0.0.2", 2000)

    def carries(sender: str, hop: Hop) -> Hop | None:
        if (sender, hop) == ("a", near_b):
            return near_a
        return near_b if (sender, hop) == ("b", near_a) else open_net(sender, hop)

    net = Net(carries)
    net.offer(a=A, b=B)
    net.run(1.0)
    net.paths["a"].offer([way(near_b, is_near=True)], net.now)
    net.paths["b"].offer([way(near_a, is_near=True)], net.now)
    net.run(1.0)
    assert net.taken == (near_b, near_a)


@pytest.mark.parametrize(("first_ms", "second_ms", "is_changed"), [(100, 60, True), (100, 80, False), (12, 4, False)])
def test_a_way_of_equal_rank_must_be_worth_the_change(first_ms: int, second_ms: int, *, is_changed: bool):
    """What a busy computer adds to one answer says nothing about the way."""
    paths, second = Paths(way(A), is_dialer=True, now=0.0), ("192.0.2.9", 9)
    paths.key = new_key()
    paths.taken.mtu = PathMtu(limit_bytes=1400)
    for now, hop, round_trip_ms in [(0.0, A, first_ms), (0.5, second, second_ms)]:
        paths.tick(now)
        paths.on_stray(way(second), now)
        sent = [probe for target, data in paths.outbox if target == hop and (probe := decode(data, paths.key))]
        answer = Probe(ProbeKind.ANSWER, sent[-1].nonce, from_dialer=False, length_bytes=sent[-1].length_bytes)
        assert paths.on_datagram(encode(answer, paths.key), way(hop), now + round_trip_ms / 1000)
    assert (paths.taken.hop == second) is is_changed


def test_nobody_without_the_key_is_answered_or_believed():
    net = Net(open_net)
    forger = Paths(way(Relay()), is_dialer=False, now=0.0)
    forger.key = new_key()
    forger.offer([way(A)], 0.0)
    (_, forged) = forger.outbox[0]
    victim = net.paths["a"]
    assert not victim.on_datagram(forged, way(("203.0.113.66", 6)), 0.0)
    assert victim.outbox == []
    assert net.taken[0] is net.relays["a"]


def test_ones_own_probe_sent_back_proves_nothing():
    net = Net(open_net)
    victim = net.paths["a"]
    victim.offer([way(B)], 0.0)
    (_, probe) = victim.outbox[0]
    assert not victim.on_datagram(probe, way(("203.0.113.66", 6)), 0.0)


def test_addresses_without_end_do_not_fill_the_memory():
    net = Net(open_net)
    net.offer(a=A, b=B)
    net.run(1.0)
    for port in range(1, 500):
        net.paths["a"].on_stray(way(("203.0.113.66", port)), net.now)
    assert len(list(net.paths["a"].ways)) <= WAYS_LIMIT
    assert net.taken == (B, A)


def test_without_a_key_nothing_is_sent():
    paths = Paths(way(Relay()), is_dialer=False, now=0.0)
    paths.offer([way(A)], 0.0)
    paths.tick(10.0)
    assert paths.outbox == []
