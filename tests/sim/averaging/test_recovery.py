"""Steps in which somebody dies, stops, is cut off or slow: the others end with the same bytes, soon."""

import functools
import random

import pytest
from crew import Crew, Mate, play

from core.averaging.deadlines import SLACK
from core.averaging.step_plan import StepPlan
from core.swarm.planning import GRACE_S
from core.swarm.reducing import Outcome, StepFailed

RATE = 20_000.0


def set_rates(crew: Crew, *, actual: float = RATE, declared: float = RATE) -> None:
    for mate in crew.mates:
        crew.net.upload_bytes_per_s[mate.id] = actual
        mate.upload_bytes_per_s, mate.download_bytes_per_s = declared, 1e9


async def finish(crew: Crew) -> Outcome:
    outcome = await crew.conduct()
    crew.took_s = crew.lasted_s
    await crew.seal(outcome)
    crew.expected(outcome)
    assert not [one for one in crew.net.violations if not {crew.by_id[one.by], crew.by_id[one.of]} & crew.paused]
    return outcome


@functools.cache
def undisturbed_s() -> float:
    took: list[float] = []

    async def scene(crew: Crew) -> None:
        set_rates(crew)
        outcome = await finish(crew)
        assert len(outcome.contributions) == 4
        took.append(crew.took_s)

    play(scene, [3, 5, 9, 4])
    return took[0]


def test_undisturbed() -> None:
    assert undisturbed_s() < 1.3 * 10_007 * 4 * 1.5 / RATE  # (n - 1) / n · 2 · V / rate


@pytest.mark.parametrize("how", ["kill", "stop", "cut"])
@pytest.mark.parametrize("share", [0.0, 0.2, 0.4, 0.6, 0.8, 0.95])
def test_one_of_four_fails_in_the_middle(how: str, share: float) -> None:
    whole_s = undisturbed_s()

    async def scene(crew: Crew) -> None:
        set_rates(crew)
        victim = crew.mates[2]

        def strike() -> None:
            if how == "kill":
                crew.kill(victim)
            elif how == "stop":
                victim.host.freeze(seems_alive=True)
            else:
                victim.is_alive = False
                crew.net.split([m.id for m in crew.mates if m is not victim], [victim.id])

        crew.at(share * whole_s, strike)
        await finish(crew)
        predicted_s = crew.reducing._plans[7].predicted_s
        place = min(int(5 * share) + 1, 5)  # of the part under way: each owns about five
        deadline_s = GRACE_S + SLACK * predicted_s * place / 5
        assert crew.took_s <= 1.5 * whole_s + deadline_s

    play(scene, [3, 5, 9, 4])


def test_nobody_is_lost_where_all_rates_were_overestimated() -> None:
    async def scene(crew: Crew) -> None:
        set_rates(crew, actual=2000.0, declared=6000.0)
        outcome = await finish(crew)
        assert len(outcome.contributions) == 4
        inside = [len(crew.inside(part)) for part in range(outcome.layout.parts)]
        assert sum(inside) >= 0.97 * 4 * outcome.layout.parts
        assert len(crew.reducing._plans) == 1

    play(scene, [3, 5, 9, 4])


@pytest.mark.parametrize("is_noticed", [True, False])
def test_cut_off_from_the_members_but_not_from_the_coordinator(is_noticed: bool) -> None:
    async def scene(crew: Crew) -> None:
        set_rates(crew)
        if is_noticed:
            crew.net.idle_s = 0.0
        victim = crew.mates[2]
        for mate in crew.mates:
            if mate is not victim:
                crew.net.broken.add(frozenset((mate.id, victim.id)))
        outcome = await crew.conduct()
        crew.took_s = crew.lasted_s
        victim.is_alive = False
        await crew.seal(outcome)
        crew.expected(outcome)
        assert {c.peer for c in outcome.contributions} == {mate.id for mate in crew.mates if mate is not victim}
        assert crew.took_s < 20

    play(scene, [3, 5, 9, 4])


def test_two_at_once_and_one_more_in_the_recovery() -> None:
    async def scene(crew: Crew) -> None:
        set_rates(crew)
        crew.at(1.0, lambda: crew.kill(crew.mates[1]))
        crew.at(1.0, lambda: crew.kill(crew.mates[4]))
        take = crew.reducing._take

        def taken(plan: StepPlan) -> None:
            take(plan)
            if plan.attempt == 8:
                heir = next(iter(set(plan.closer.values()) - {crew.mates[0].id}))
                crew.at(0.1, lambda: crew.kill(crew.by_id[heir]))

        crew.reducing._take = taken  # type: ignore[method-assign]
        await finish(crew)
        assert len(crew.reducing._plans) == 3
        assert sum(mate.is_alive for mate in crew.mates) == 3
        assert crew.took_s < 20

    play(scene, [3, 5, 9, 4, 1, 6])


def test_two_where_one_stops() -> None:
    async def scene(crew: Crew) -> None:
        set_rates(crew)
        crew.at(0.5, lambda: crew.mates[1].host.freeze(seems_alive=True))
        await finish(crew)
        assert crew.took_s < 25

    play(scene, [3, 5])


def test_the_only_other_contributor_lives_and_gives_nothing() -> None:
    """Nobody steps on its own gradient alone; the step is skipped, however often more time was given."""

    async def scene(crew: Crew) -> None:
        set_rates(crew)
        crew.mates[1].gives_nothing = True
        with pytest.raises(StepFailed, match="no more for a long time"):
            await crew.conduct()
        assert crew.lasted_s < 300

    play(scene, [3, 5], clients=[1])


@pytest.mark.parametrize("seed", range(30))
def test_misfortunes(seed: int) -> None:
    rng = random.Random(seed)

    async def scene(crew: Crew) -> None:
        for mate in crew.mates:
            crew.net.upload_bytes_per_s[mate.id] = rate = rng.uniform(1e4, 1e5)
            mate.upload_bytes_per_s, mate.download_bytes_per_s = rate * rng.uniform(0.5, 2), 1e9
        victims = rng.sample(crew.mates[1:], rng.randint(1, 4))
        for victim in victims:
            crew.at(rng.uniform(0, 6), lambda victim=victim: misfortune(crew, victim, rng))  # type: ignore[misc]
        await finish(crew)

    play(scene, [rng.choice([0, 1, 5, 9]) for _ in range(7)] + [4], clients=rng.sample(range(1, 8), 2))


def misfortune(crew: Crew, victim: Mate, rng: random.Random) -> None:
    kind = rng.choice(["kill", "noticed", "stop", "pause", "sever", "break"])
    other = rng.choice([mate for mate in crew.mates if mate is not victim])
    if kind == "kill":
        crew.kill(victim)
    elif kind == "noticed":
        crew.kill(victim, is_noticed_after_s=rng.uniform(0, 2))
    elif kind == "stop":
        victim.host.freeze(seems_alive=True)
    elif kind == "pause":
        victim.host.freeze(seems_alive=True)
        crew.paused.add(victim)
        crew.at(rng.uniform(0, 5), victim.host.thaw)
    elif kind == "sever":
        crew.net.broken.add(frozenset((victim.id, other.id)))
    elif victim.is_alive and other.is_alive:
        crew.net.cut(victim.id, other.id)
