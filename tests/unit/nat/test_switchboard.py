"""A relay gives each datagram to the other end of its channel and nothing to anybody else."""

import random
from dataclasses import replace

import pytest
from nat_doubles import Clock, FakeEndpoint, peer

from core.errors import Refused
from core.nat.datagrams import head_of
from core.nat.switchboard import RelayLimits, Switchboard
from core.transport.budget import Budget

A, B = peer(1), peer(2)
AT_A, AT_B, ELSEWHERE = ("192.0.2.1", 1000), ("192.0.2.2", 2000), ("192.0.2.3", 3000)
LIMITS = RelayLimits(channels=3, channels_per_peer=2, peer_bytes_per_s=1e6, bytes_per_s=1.5e6, burst_s=0.1)


class Tunnel:
    def __init__(self):
        self.sent = []

    def send(self, datagrams):
        self.sent += datagrams


def board(limits=LIMITS):
    out, clock = FakeEndpoint(), Clock()
    return Switchboard(out, limits, clock), out, clock


def view(head, count=2, size=100):
    return memoryview(bytearray((head + b"\x40" + bytes(size - 10)) * count))


def test_each_end_reaches_the_other_with_the_bytes_unchanged():
    switchboard, out, _ = board()
    head = head_of(switchboard.connect(A, [AT_A], B, [AT_B]))
    switchboard.pass_on(head, view(head), 100, AT_A)
    switchboard.pass_on(head, view(head, 1), 100, AT_B)
    assert out.forwarded == [(AT_B, bytes(view(head)), 100), (AT_A, bytes(view(head, 1)), 100)]


def test_a_forged_source_gets_nothing_out_of_it():
    switchboard, out, _ = board()
    head = head_of(switchboard.connect(A, [AT_A], B, [AT_B]))
    for source in (ELSEWHERE, (AT_A[0], 1001), (AT_B[0], AT_A[1])):
        switchboard.pass_on(head, view(head), 100, source)
        switchboard.pass_on_each(head, [bytes(view(head, 1))], source)
    switchboard.pass_on(head_of(b"unknown!"), view(head_of(b"unknown!")), 100, AT_A)
    assert not out.forwarded
    assert not out.sent


def test_nothing_grows_on_its_way():
    switchboard, out, _ = board()
    head = head_of(switchboard.connect(A, [AT_A], B, [AT_B]))
    seeded = random.Random(1)
    came = 0
    for _ in range(2000):
        data = bytes(view(head, seeded.randint(1, 20), seeded.randint(20, 200)))
        came += len(data)
        switchboard.pass_on(head, memoryview(data), 100, seeded.choice([AT_A, AT_B, ELSEWHERE]))
    assert 0 < sum(len(data) for _, data, _ in out.forwarded) <= came


def test_a_peer_is_followed_to_another_address():
    switchboard, out, _ = board()
    head = head_of(switchboard.connect(A, [AT_A], B, [AT_B]))
    switchboard.seat(B, [ELSEWHERE])
    switchboard.pass_on(head, view(head), 100, AT_B)
    assert not out.forwarded
    switchboard.pass_on(head, view(head), 100, AT_A)
    assert out.forwarded[0][0] == ELSEWHERE


def test_with_two_links_both_are_heard_and_the_newer_one_is_used():
    switchboard, out, _ = board()
    head = head_of(switchboard.connect(A, [AT_A], B, [AT_B, ELSEWHERE]))
    switchboard.pass_on(head, view(head), 100, ELSEWHERE)
    switchboard.pass_on(head, view(head), 100, AT_A)
    assert [address for address, _, _ in out.forwarded] == [AT_A, AT_B]


def test_to_a_peer_that_is_gone_nothing_goes():
    switchboard, out, _ = board()
    head = head_of(switchboard.connect(A, [AT_A], B, [AT_B]))
    switchboard.seat(B, [])
    switchboard.pass_on(head, view(head), 100, AT_A)
    assert not out.forwarded


def test_from_and_to_tunnels():
    switchboard, out, _ = board()
    tunnel = Tunnel()
    head = head_of(switchboard.connect(A, [AT_A], B, [tunnel]))
    switchboard.pass_on(head, view(head, 3)[:-50], 100, AT_A)
    assert list(map(len, tunnel.sent)) == [100, 100, 50]
    switchboard.pass_on_each(head, tunnel.sent, tunnel)
    assert out.sent == [(AT_A, tunnel.sent)]


def test_what_a_peer_sends_beyond_its_share_is_lost():
    switchboard, out, clock = board()
    head = head_of(switchboard.connect(A, [AT_A], B, [AT_B]))
    for _ in range(100):
        switchboard.pass_on(head, view(head, 50), 100, AT_A)
    assert 90_000 <= sum(len(data) for _, data, _ in out.forwarded) <= 100_000
    clock.now += 0.05
    out.forwarded.clear()
    for _ in range(100):
        switchboard.pass_on(head, view(head, 50), 100, AT_A)
    assert 45_000 <= sum(len(data) for _, data, _ in out.forwarded) <= 50_000


def test_all_together_have_their_share_too():
    switchboard, out, _ = board(replace(LIMITS, peer_bytes_per_s=1e9))
    head = head_of(switchboard.connect(A, [AT_A], B, [AT_B]))
    for source in (AT_A, AT_B) * 100:
        switchboard.pass_on(head, view(head, 50), 100, source)
    assert 140_000 <= sum(len(data) for _, data, _ in out.forwarded) <= 150_000


def test_quotas_of_channels():
    switchboard, _, _ = board()
    channels = [switchboard.connect(A, [AT_A], peer(n), [AT_B]) for n in (2, 3)]
    with pytest.raises(Refused, match="one peer"):
        switchboard.connect(A, [AT_A], peer(4), [AT_B])
    switchboard.connect(peer(5), [AT_A], B, [AT_B])
    with pytest.raises(Refused, match="no channel"):
        switchboard.connect(peer(6), [AT_A], peer(7), [AT_B])
    switchboard.cut(channels[0])
    switchboard.connect(A, [AT_A], peer(4), [AT_B])
    assert len(set(channels)) == 2


def test_an_ended_channel_carries_nothing_and_leaves_nothing():
    switchboard, out, clock = board()
    channel = switchboard.connect(A, [AT_A], B, [AT_B])
    clock.now += LIMITS.idle_s + 1
    assert switchboard.idle(clock.now) == [channel]
    assert switchboard.cut(channel) == (A, B)
    assert switchboard.cut(channel) is None
    switchboard.pass_on(head_of(channel), view(head_of(channel)), 100, AT_A)
    assert not out.forwarded
    assert not switchboard._seats


def test_a_channel_in_use_is_not_idle():
    switchboard, _, clock = board()
    head = head_of(switchboard.connect(A, [AT_A], B, [AT_B]))
    clock.now += LIMITS.idle_s - 1
    switchboard.pass_on(head, view(head), 100, AT_B)
    clock.now += 2
    assert not switchboard.idle(clock.now)


@pytest.mark.parametrize("budget", [Budget(upload_bytes_per_s=200_000), Budget(download_bytes_per_s=200_000)])
def test_the_owners_caps_hold_for_what_is_passed_on(budget):
    out, clock = FakeEndpoint(), Clock()
    switchboard = Switchboard(out, RelayLimits(), clock, budget)
    head = head_of(switchboard.connect(A, [AT_A], B, [AT_B]))
    start_s = clock.now
    while clock.now - start_s < 2.0:
        switchboard.pass_on(head, view(head, 10), 100, AT_A)
        clock.now += 0.001
    assert 380_000 <= sum(len(data) for _, data, _ in out.forwarded) <= 420_000
