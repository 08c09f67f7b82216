import itertools
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.averaging.grouping import PARTIAL_BYTES, GroupedAllocation, groups, plan_groups
from core.averaging.planner import Allocation, Member, plan
from core.identity.ids import PeerId

SIZE = {"elements": 10_000_000, "coded_bytes_per_element": 2.0, "target_batch": 4096, "part_elements": 1 << 17}


def swarm(count: int, seed: int = 1, *, spread: float = 2.0, clients: float = 0.3) -> list[Member]:
    rng = np.random.default_rng(seed)
    ups = np.exp(rng.uniform(0, spread, count)) * 1e6
    downs = ups * rng.uniform(1, 4, count)
    return [
        Member(
            PeerId(rng.bytes(32)),
            int(rng.integers(0, 40)),
            float(rng.uniform(1, 5)),
            float(up),
            float(down),
            bool(rng.random() >= clients),
        )
        for up, down in zip(ups, downs, strict=True)
    ]


@pytest.mark.parametrize(("count", "number"), [(1, 1), (128, 1), (129, 2), (1000, 8), (1025, 9)])
def test_the_fewest_groups_of_equal_size(count: int, number: int) -> None:
    members = swarm(count, clients=0.3 if count > 1 else 0.0)
    members[0] = Member(members[0].peer, 1, 1.0, 1e6, 1e6, True)
    made = groups(members)
    assert len(made) == number
    assert max(map(len, made)) - min(map(len, made)) <= 1
    assert sorted(itertools.chain(*made)) == sorted(m.peer for m in members)
    assert groups(members[::-1]) == made


@pytest.mark.parametrize("seed", range(5))
def test_groups_are_alike(seed: int) -> None:
    members = swarm(600, seed, spread=4.0)
    by_peer = {m.peer: m for m in members}
    for of in ("upload_bytes_per_s", "download_bytes_per_s", "samples"):
        sums = [sum(getattr(by_peer[peer], of) for peer in group) for group in groups(members, 100)]
        assert max(sums) < 1.1 * min(sums)


@given(st.data())
def test_every_group_can_reduce_and_has_samples(data: st.DataObject) -> None:
    kinds = data.draw(st.lists(st.tuples(st.booleans(), st.integers(0, 2)), min_size=1, max_size=40))
    members = [
        Member(PeerId(n.to_bytes(32)), samples, 1.0, 0.0, 0.0, may_reduce)
        for n, (may_reduce, samples) in enumerate(kinds)
    ]
    reducers, contributors = sum(m.may_reduce for m in members), sum(m.samples > 0 for m in members)
    if not reducers or not contributors:
        with pytest.raises(ValueError, match="nobody"):
            groups(members, 5)
        return
    made = groups(members, 5)
    assert len(made) == min(-(-len(members) // 5), reducers, contributors)
    by_peer = {m.peer: m for m in members}
    assert all(any(by_peer[p].may_reduce for p in g) and any(by_peer[p].samples for p in g) for g in made)
    allocated = plan_groups(members, **SIZE, limit=5)
    assert allocated.groups == made
    check_roots(allocated)


def owner(allocation: Allocation, element: int) -> PeerId:
    return next(span.reducer for span in allocation.spans if span.start <= element < span.stop)


def check_roots(made: GroupedAllocation) -> None:
    """They tile; in each every group has one owner, one of whom is the root."""
    assert (made.roots[0].start, made.roots[-1].stop) == (0, SIZE["elements"])
    assert all(a.stop == b.start for a, b in itertools.pairwise(made.roots))
    for root in made.roots:
        ends = [(owner(one, root.start), owner(one, root.stop - 1)) for one in made.allocations]
        assert all(first == last for first, last in ends)
        assert root.reducer in {first for first, _ in ends}


@settings(max_examples=10)
@given(st.integers(0, 1000), st.sampled_from([1, 2, 4]))
def test_roots_are_spread(seed: int, number: int) -> None:
    members = swarm(20 * number, seed)
    made = plan_groups(members, **SIZE, limit=20)
    check_roots(made)
    assert len(made.groups) == number
    assert plan_groups(members[::-1], **SIZE, limit=20) == made
    rooted: Counter[PeerId] = Counter()
    for root in made.roots:
        rooted[root.reducer] += root.stop - root.start
    by_group = [sum(rooted[peer] for peer in group) / SIZE["elements"] for group in made.groups]
    assert sum(by_group) == pytest.approx(1)
    assert min(by_group) > 0.4 / number
    assert all(rooted[span.reducer] <= span.stop - span.start for one in made.allocations for span in one.spans)


def test_one_group_is_the_plan() -> None:
    members = swarm(50)
    made = plan_groups(members, **SIZE)
    flat = plan(members, **SIZE)
    assert made.allocations == (flat,)
    assert made.roots == flat.spans
    assert made.predicted_s == pytest.approx(flat.predicted_s, rel=1e-5)


@pytest.mark.parametrize("down_for_up", [0.3, 4.0])
def test_prediction_is_what_the_busiest_line_carries(down_for_up: float) -> None:
    """Counted span by span and peer by peer."""
    members = [replace(m, download_bytes_per_s=m.upload_bytes_per_s * down_for_up) for m in swarm(60, 3)]
    made = plan_groups(members, **SIZE, limit=20)
    coded = SIZE["coded_bytes_per_element"]
    up: Counter[PeerId] = Counter()
    down: Counter[PeerId] = Counter()

    def send(source: PeerId, target: PeerId, count: float) -> None:
        if source != target:
            up[source] += count
            down[target] += count

    for root in made.roots:
        length = root.stop - root.start
        for allocation in made.allocations:
            own = owner(allocation, root.start)
            for peer in allocation.contributors:
                send(peer, own, length * coded)
            send(own, root.reducer, length * PARTIAL_BYTES)
            send(root.reducer, own, length * coded)
            for peer in allocation.awaited:
                send(own, peer, length * coded)
    busiest_s = max(max(up[m.peer] / m.upload_bytes_per_s, down[m.peer] / m.download_bytes_per_s) for m in members)
    drawn_s = max(allocation.predicted_s for allocation in made.allocations)
    assert made.predicted_s == pytest.approx(max(busiest_s, drawn_s), rel=1e-9)
    assert busiest_s > 0.8 * made.predicted_s


def test_second_level_costs_little_with_many_members() -> None:
    members = [Member(PeerId(n.to_bytes(32)), 1, 1.0, 1e6, 1e6, True) for n in range(256)]
    size = {**SIZE, "target_batch": 10**7}
    flat, two = plan(members, **size), plan_groups(members, **size)
    assert len(two.groups) == 2
    # Each sends and gets 2 (n − 1) / n of the vector, and another (1 + 8 / 2) / 256 of it for the second level.
    assert flat.predicted_s == pytest.approx(2 * 255 / 256 * 20, rel=1e-3)
    assert two.predicted_s == pytest.approx((2 * 127 / 128 + 0.5 * 5 / 128) * 20, rel=1e-3)


def test_groups_wait_for_the_same_gathering() -> None:
    """Twenty seconds of it are too few for a slow uploader, though its own group alone would gather for long."""
    lines = [(1.25e6, 12.5e6), *[(125e6, 125e6)] * 17]
    members = [Member(PeerId(n.to_bytes(32)), 10, 1.0, up, down, True) for n, (up, down) in enumerate(lines)]
    slow = members[0].peer
    other = next(group for group in groups(members, 9) if slow not in group)
    members = [replace(m, samples_per_s=100.0) if m.peer in other else m for m in members]
    size = {"elements": 72_000_000, "coded_bytes_per_element": 1.0, "part_elements": 1 << 17, "limit": 9}
    for gather_s, is_in in ((20, False), (600, True)):
        made = plan_groups(members, **size, target_batch=gather_s * 909)
        assert any(slow in one.contributors for one in made.allocations) == is_in
        assert sum(len(one.contributors) for one in made.allocations) == 17 + is_in


def test_nothing_known() -> None:
    members = [Member(PeerId(n.to_bytes(32)), 1, 0.0, 0.0, 0.0, True) for n in range(30)]
    made = plan_groups(members, **SIZE, limit=10)
    assert made.predicted_s == 0
    check_roots(made)


def test_bad_arguments() -> None:
    members = swarm(4)
    with pytest.raises(ValueError, match="at least one"):
        groups(members, 0)
    with pytest.raises(ValueError, match="positive"):
        plan_groups(members, **{**SIZE, "target_batch": 0})
