"""Averaging in groups and over their roots gives what averaging at one place gives, and survives the same."""

import random

import numpy as np
import pytest
from crew import Crew, Mate, Scene, play

from core.averaging.assignment import Assignment
from core.averaging.step_plan import GroupPlan, StepPlan
from core.identity.wire import pack
from core.swarm.planning import GRACE_S


def in_one_level(plan: StepPlan) -> StepPlan:
    """The same parts, each averaged by its root for all."""
    members = frozenset(peer for group in plan.groups for peer in group.members)
    weights = sorted((weight for group in plan.groups for weight in group.weights), key=lambda weight: weight.peer)
    group = GroupPlan(members, dict(plan.closer), tuple(weights))
    return StepPlan(
        plan.step,
        plan.series,
        plan.attempt,
        plan.layout,
        plan.codec,
        plan.predicted_s,
        plan.grace_s,
        (group,),
        plan.closer,
        plan.contributors,
    )


@pytest.mark.parametrize("codec", ["float32", "float16", "int8", "int4"])
def test_the_same_bytes_as_in_one_level(codec: str) -> None:
    results: list[tuple[bytes, ...]] = []
    samples = [random.Random(3).choice([0, 1, 7, 300]) for _ in range(20)]

    def scene_of(*, is_flat: bool) -> Scene:
        async def scene(crew: Crew) -> None:
            reducing = crew.reducing
            if is_flat:
                take = reducing._take
                reducing._take = lambda plan: take(in_one_level(plan))  # type: ignore[method-assign]
            outcome = await crew.conduct()
            assert len(reducing._plans[7].groups) == (1 if is_flat else 4)
            assert {c.peer for c in outcome.contributions} == {mate.id for mate in crew.mates if mate.samples}
            await crew.seal(outcome)
            assert not crew.net.violations
            results.append(tuple(digest.raw for digest in outcome.parts))

        return scene

    for is_flat in (True, False):
        play(scene_of(is_flat=is_flat), samples, clients=[4, 9], elements=50_000, codec=codec, group_limit=5)
    assert results[0] == results[1]


def test_what_a_member_is_told_does_not_grow_with_the_number_of_all() -> None:
    sizes: dict[int, tuple[float, float]] = {}

    def scene_of(count: int) -> Scene:
        async def scene(crew: Crew) -> None:
            for mate in crew.mates:
                mate.upload_bytes_per_s = mate.download_bytes_per_s = 1e6
            await crew.conduct()
            told = [_told_bytes(mate.conducted[0].assignment) for mate in crew.mates]
            said = [len(mate.heard) for mate in crew.mates]
            sizes[count] = (float(np.mean(told)), float(np.mean(said)))

        return scene

    for count in (24, 72):
        play(scene_of(count), [4] * count, elements=60_000, part_elements=1000, group_limit=12)
    assert sizes[72][0] < 1.5 * sizes[24][0]
    assert sizes[72][1] == sizes[24][1] == 1


def _told_bytes(assignment: Assignment) -> int:
    """But for the cuts, which are the same for all: some bytes for each reducer there is."""
    return len(pack(assignment)) - len(pack(assignment.layout.starts))


@pytest.mark.parametrize("seed", range(40))
def test_deaths_of_owners_and_roots(seed: int) -> None:
    rng = random.Random(seed)
    count = rng.choice([9, 14, 20])

    async def scene(crew: Crew) -> None:
        for mate in crew.mates:
            crew.net.upload_bytes_per_s[mate.id] = rate = rng.uniform(1e5, 5e5)
            mate.upload_bytes_per_s, mate.download_bytes_per_s = rate, 1e9
        for victim in rng.sample(crew.mates[1:], rng.randint(1, count // 3)):
            crew.at(rng.uniform(0, 1.5), lambda victim=victim: strike(crew, victim, rng))  # type: ignore[misc]
        outcome = await crew.conduct()
        crew.took_s = crew.lasted_s
        await crew.seal(outcome)
        crew.expected(outcome)
        assert not crew.net.violations
        assert crew.took_s < 20 * GRACE_S

    play(scene, [rng.choice([1, 5, 9]) for _ in range(count)], group_limit=5)


def strike(crew: Crew, victim: Mate, rng: random.Random) -> None:
    kind = rng.choice(["kill", "noticed", "stop", "sever"])
    if kind == "kill":
        crew.kill(victim)
    elif kind == "noticed":
        crew.kill(victim, is_noticed_after_s=rng.uniform(0, 1))
    elif kind == "stop":
        victim.host.freeze(seems_alive=True)
    else:
        other = rng.choice([mate for mate in crew.mates if mate is not victim])
        crew.net.broken.add(frozenset((victim.id, other.id)))
