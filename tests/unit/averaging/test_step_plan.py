import random

import pytest

from core.averaging.assignment import Assignment
from core.averaging.grouping import plan_groups
from core.averaging.part_book import Gaps
from core.averaging.planner import Member
from core.averaging.step_plan import StepPlan, accepted, first_plan, plan_anew
from core.identity.ids import PeerId
from core.identity.wire import pack, unpack

PEERS = [PeerId((number + 1).to_bytes(2, "big") * 16) for number in range(30)]


def planned(count: int, limit: int, seed: int = 0) -> tuple[StepPlan, dict[PeerId, int]]:
    rng = random.Random(seed)
    members = [
        Member(peer, rng.choice([0, 3, 8]), 1.0, rng.uniform(1e5, 1e6), rng.uniform(1e6, 1e7), rng.random() < 0.8)
        for peer in PEERS[:count]
    ]
    grouped = plan_groups(
        members, elements=100_000, coded_bytes_per_element=2, target_batch=50, part_elements=1000, limit=limit
    )
    samples = {member.peer: member.samples for member in members}
    plan = first_plan(
        grouped,
        PEERS[:count],
        samples,
        step=3,
        series=1,
        attempt=9,
        part_elements=1000,
        codec="float16",
        grace_s=2.0,
        predicted_s=5.0,
    )
    return plan, samples


@pytest.mark.parametrize("seed", range(5))
def test_all_the_parts_of_the_puzzle_fit(seed: int) -> None:
    """What owners send to roots is what roots expect, and each gradient is expected in exactly one place."""
    plan, samples = planned(30, 8, seed)
    told: dict[PeerId, Assignment] = dict(plan.assignments())
    assert plan.is_grouped
    assert set(told) == set(PEERS)
    for part in range(plan.layout.parts):
        root = plan.closer[part]
        expected = {f.peer: f.samples for f in told[root].feeders if f.first <= part < f.stop}
        owners = {group.owner[part]: group for group in plan.groups}
        assert root in owners
        assert expected == {owner: group.samples for owner, group in owners.items() if owner != root and group.weights}
        for owner in owners.keys() - {root}:
            assert [r.reducer for r in told[owner].roots if r.first <= part < r.stop] == [root]
        assert not [r for r in told[root].roots if r.first <= part < r.stop]
        heard = [peer for owner in owners for peer in told[owner].contributors]
        assert sorted(heard) == sorted(plan.contributors)
    for peer, assignment in told.items():
        assert unpack(Assignment, pack(assignment)) == assignment
        assert assignment.is_whole
        assert assignment.samples.get(peer, 0) == (samples[peer] if peer in plan.contributors else 0)


def test_one_group_needs_no_roots() -> None:
    plan, _ = planned(8, 8)
    told = dict(plan.assignments())
    assert not plan.is_grouped
    assert not any(assignment.roots or assignment.feeders for assignment in told.values())
    owners = {owner.reducer for owner in told[PEERS[0]].owners}
    for peer, assignment in told.items():
        assert assignment.contributors == (plan.contributors if peer in owners else plan.contributors & {peer})
        assert plan.partners_of(peer) == owners - {peer}


def test_anew_in_one_level() -> None:
    plan, samples = planned(30, 8)
    alive = {peer: samples[peer] for peer in PEERS[:20] if samples[peer]}
    again = plan_anew(
        plan, [3, 4, 50, 51, 52, 90], {PEERS[1]: 2, PEERS[2]: 4}, PEERS[:20], alive, attempt=10, predicted_s=1
    )
    assert again.closer == {3: PEERS[1], 4: PEERS[1], 50: PEERS[2], 51: PEERS[2], 52: PEERS[2], 90: PEERS[2]}
    told = dict(again.assignments())
    assert told[PEERS[2]].samples == alive
    assert len(told[PEERS[5]].weights) <= 1
    assert not any(one.roots or one.feeders for one in told.values())
    for nothing in ({"parts": []}, {"heirs": {}}, {"samples": {}}):
        given = {"parts": [3], "heirs": {PEERS[1]: 1}, "samples": alive} | nothing
        with pytest.raises(ValueError, match="left"):
            plan_anew(plan, given["parts"], given["heirs"], PEERS, given["samples"], attempt=10, predicted_s=1)  # type: ignore[arg-type]


def test_who_is_in_some_part_is_credited() -> None:
    plan, samples = planned(30, 8)
    first, second = plan.groups[:2]
    everybody = plan.contributors
    one = first.weights[0].peer
    whole = Gaps(9)
    assert accepted(everybody, [whole, Gaps(9, tuple(everybody))], {9: plan}) == everybody
    assert accepted(everybody, [Gaps(9, (one,)), Gaps(9, (one,))], {9: plan}) == everybody - {one}
    fed = Gaps(9, (one,), (second.owner[0],))
    assert accepted(everybody, [fed], {9: plan}) == everybody - {one} - {weight.peer for weight in second.weights}
    assert accepted(everybody, [fed, Gaps(0)], {9: plan}) == everybody
    alive = {peer: samples[peer] for peer in everybody - {one}}
    again = plan_anew(plan, [0], {PEERS[1]: 1}, PEERS, alive, attempt=10, predicted_s=1)
    assert accepted(everybody, [Gaps(10)], {9: plan, 10: again}) == everybody - {one}
