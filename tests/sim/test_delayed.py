"""Delayed averaging: the next step gathers while one is averaged. Deaths in every phase, each sample used once, every
gradient in the average that the log says it is in, and none older than it may be."""

import asyncio
import dataclasses
import functools
import itertools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.averaging.grouping import GroupedAllocation
from core.averaging.planner import Member
from core.averaging.reduction import Reduction
from core.data.ranges import RangeSet, SampleRange
from core.identity.ids import PeerId
from core.swarm import planning
from core.swarm.coordinator import Coordinator
from core.swarm.gathering import LEFT_OUT_STEPS, Gathering
from core.swarm.table import Table
from core.training.api import Scalars, Vector
from tests.sim import swarm as sim_swarm
from tests.sim.swarm import ELEMENTS, SimPeer, World, has_given
from tests.sim.trainer import SimTrainer, target_of


class Witness(SimTrainer):
    """Remembers what it added for which sample, and what it applied."""

    apply_s = 0.01

    def __init__(self, *args: object, **named: object) -> None:
        super().__init__(*args, **named)  # type: ignore[arg-type]
        self.pulls: dict[int, Vector] = {}
        self.version: dict[int, int] = {}
        """Of each sample, how many steps this trainer had applied when it did it."""
        self.applied: list[Vector] = []

    def _compute(self, piece: SampleRange) -> None:
        for sample in range(piece.start, piece.stop):
            self.pulls[sample] = self.state - target_of(sample, self.elements)
            self.version[sample] = len(self.applied)
        super()._compute(piece)

    async def apply(self, step: int, scalars: Scalars, *, clear: bool) -> None:
        self.applied.append(self.average.copy())
        await asyncio.sleep(self.apply_s - 0.01)
        await super().apply(step, scalars, clear=clear)


play = functools.partial(sim_swarm.play, is_delayed=True)


@pytest.fixture(autouse=True)
def _witnesses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sim_swarm, "SimTrainer", Witness)


def coordinator_of(world: World) -> tuple[SimPeer, Coordinator]:
    for peer in world.alive:
        coordinator = peer.node.participation._coordinator
        if coordinator is not None:
            return peer, coordinator
    raise AssertionError("nobody conducts")


def table_of(world: World) -> Table:
    return coordinator_of(world)[1]._table


def check_averages(world: World, *, oldest: int) -> None:
    """That each step applied the mean over the samples that its commit names, and that none of them was computed more
    than `oldest` steps before the state that the step follows. For peers that lived from the beginning to the end."""
    trainers = {peer.id: peer.trainer for peer in world.peers}
    commits = world.alive[0].node.replica.log.commits(0, 10_000)
    for number, commit in enumerate(commits[: world.alive[0].step]):
        total, count = np.zeros(ELEMENTS, np.float64), 0
        for contribution in commit.contributions:
            witness = trainers[contribution.peer]
            assert isinstance(witness, Witness)
            for piece in contribution.ranges:
                for sample in range(piece.start, piece.stop):
                    total += witness.pulls[sample]
                    assert number - witness.version[sample] <= oldest, f"step {number + 1}, sample {sample}"
                    count += 1
        applied = world.alive[0].trainer
        assert isinstance(applied, Witness)
        np.testing.assert_allclose(applied.applied[number], total / count, rtol=1e-4, atol=1e-5)


async def check_nothing_lost(world: World) -> None:
    """Every sample that anybody ever had is used in the end."""
    used = world.alive[0].node.replica.log.used()
    end = max(piece.stop for piece in used)
    log = world.alive[0].node.replica.log

    def is_whole() -> bool:
        return RangeSet(log.used()).contains(SampleRange(0, end))

    await world.until(is_whole, 200)


@pytest.mark.parametrize("is_delayed", [False, True])
@pytest.mark.parametrize("count", [1, 2, 5])
def test_each_average_is_that_of_the_samples_it_names(tmp_path: Path, count: int, is_delayed: bool) -> None:
    async def scene(world: World) -> None:
        for _ in range(count):
            await world.add()
        await world.until_step(20)
        commits = world.peers[0].node.replica.log.commits(0, 100)
        assert {c.peer for commit in commits for c in commit.contributions} == {peer.id for peer in world.peers}
        check_averages(world, oldest=int(is_delayed))
        await check_nothing_lost(world)

    play(tmp_path, scene, is_delayed=is_delayed)


def test_a_step_takes_the_longer_of_two_times_instead_of_their_sum(tmp_path: Path) -> None:
    """Gathering takes 1.6 s, and averaging on lines of 0.15 s about as long."""
    pace: dict[bool, float] = {}
    for is_delayed in (False, True):

        async def scene(world: World, is_delayed: bool = is_delayed) -> None:
            for _ in range(2):
                await world.add(sample_s=0.05, latency_s=0.075)
            await world.until_step(5)
            begun, first = asyncio.get_running_loop().time(), world.peers[0].step
            await world.until_step(first + 20, 200)
            pace[is_delayed] = (asyncio.get_running_loop().time() - begun) / (world.peers[0].step - first)
            check_averages(world, oldest=int(is_delayed))

        folder = tmp_path / str(is_delayed)
        folder.mkdir()
        play(folder, scene, is_delayed=is_delayed, target_batch=64)
    print(f"seconds per step: {pace[False]:.2f} synchronous, {pace[True]:.2f} delayed")
    assert pace[True] < 0.65 * pace[False]


PHASES: dict[str, Callable[[Table], bool]] = {
    "gathering": lambda table: not table.gathering.is_averaging,
    "freezing": lambda table: table.freezing is not None,
    "averaging": lambda table: table.reducing is not None,
    "averaging, some gathered": lambda table: table.reducing is not None and table.gathering.reported > 20,
    "sealed": lambda table: table.sealed is not None,
}


async def until_phase(world: World, phase: str) -> None:
    """Looks at each change of the table: phases may last no time at all."""
    deadline = asyncio.get_running_loop().time() + 60
    while not PHASES[phase](table_of(world)):
        assert asyncio.get_running_loop().time() < deadline, f"never {phase}"
        await table_of(world).changed.wait(asyncio.get_running_loop().time() + 0.01)


async def four(world: World) -> None:
    for _ in range(4):
        await world.add(latency_s=0.05)
    await world.until_step(3)


@pytest.mark.parametrize("is_delayed", [True, False])
@pytest.mark.parametrize("victim", [0, 3])
@pytest.mark.parametrize("phase", PHASES)
def test_survivors_go_on_after_a_death(tmp_path: Path, phase: str, victim: int, is_delayed: bool) -> None:
    """Victim 0 is organiser, coordinator and reducer, 3 a contributor and reducer."""
    if not is_delayed and phase == "averaging, some gathered":
        pytest.skip("there is no such phase")

    async def scene(world: World) -> None:
        await four(world)
        await until_phase(world, phase)
        await world.kill_and_start_again(world.peers[victim])
        await check_nothing_lost(world)

    play(tmp_path, scene, is_delayed=is_delayed, target_batch=96)


@pytest.mark.parametrize("victim", [0, 3])
@pytest.mark.parametrize("phase", PHASES)
def test_a_trainer_that_dies_loses_what_it_holds_and_not_what_is_averaged(
    tmp_path: Path, phase: str, victim: int
) -> None:
    async def scene(world: World) -> None:
        await four(world)
        await until_phase(world, phase)
        peer = world.peers[victim]
        carried = RangeSet(peer.node.replica.gradient.carried.ranges)
        step = peer.step + 1
        peer.trainer.die()
        await world.until_step(step + 4)
        if phase.startswith("averaging"):
            assert carried
            [commit] = world.peers[1].node.replica.log.commits(step - 1, 1)
            given = {c.peer: RangeSet(c.ranges) for c in commit.contributions}
            assert given.get(peer.id) == carried, "the copy that was being averaged outlives the trainer"
        await check_nothing_lost(world)

    play(tmp_path, scene, target_batch=96)


@pytest.mark.parametrize("phase", PHASES)
def test_a_member_attends_anew_in_the_middle_of_a_step(
    tmp_path: Path, phase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its link breaks; what it holds and what is being averaged stay its."""
    monkeypatch.setattr("core.swarm.search.AVOID_S", 0.0)  # it does not try to conduct in between

    async def scene(world: World) -> None:
        await four(world)
        await until_phase(world, phase)
        member, conductor = world.peers[3], world.peers[0]
        step = conductor.step
        had = member.node.replica.gradient.held.ranges.samples + member.node.replica.gradient.carried.ranges.samples
        link = world.net.peers[member.address].link_to(conductor.id)
        assert link is not None
        link.close("a wire was pulled")
        await world.until_step(step + 6)
        later = world.peers[1].node.replica.log.commits(step, 100)
        given = sum(c.samples for commit in later for c in commit.contributions if c.peer == member.id)
        assert given >= had, "nothing was thrown away"
        await check_nothing_lost(world)

    play(tmp_path, scene, target_batch=96)


@pytest.mark.parametrize("is_delayed", [True, False])
def test_who_applies_slowly_holds_nobody_up(tmp_path: Path, is_delayed: bool) -> None:
    """Its samples count in later steps, or go back to the pool; it never gives what is too old."""

    async def scene(world: World) -> None:
        for _ in range(4):
            await world.add()
        slow = world.peers[3].trainer
        assert isinstance(slow, Witness)
        await world.until_step(5)
        pace = world.peers[0].step / asyncio.get_running_loop().time()
        slow.apply_s = 3.0
        begun, first = asyncio.get_running_loop().time(), world.peers[0].step
        await world.until(lambda: world.peers[0].step >= first + 200, 400)
        later = (world.peers[0].step - first) / (asyncio.get_running_loop().time() - begun)
        print(f"{pace:.2f} steps/s with all quick, {later:.2f} with one that needs 3 s to apply")
        assert later > 0.55 * pace
        check_averages(world, oldest=1 + LEFT_OUT_STEPS)
        slow.apply_s = 0.01
        log, goal = world.peers[0].node.replica.log, world.peers[0].step
        await world.until(lambda: has_given(log.commits(goal, 1000), world.peers[3]), 60)
        await check_nothing_lost(world)

    play(tmp_path, scene, is_delayed=is_delayed)


def first_parts(monkeypatch: pytest.MonkeyPatch) -> list[dict[PeerId, float]]:
    """Of each step from now on and each contributor, the seconds from the last report of the target batch until some
    reducer has its first part."""
    steps: list[dict[PeerId, float]] = []
    begun_s = 0.0
    report, deliver = Gathering.report, Reduction.deliver

    def watch_report(self: Gathering, *given: Any) -> bool:
        nonlocal begun_s
        was_full, known = self.is_full, report(self, *given)
        if self.is_full and not was_full and not self.is_averaging:
            begun_s = asyncio.get_running_loop().time()
            steps.append({})
        return known

    def watch_deliver(self: Reduction, sender: PeerId, *given: Any) -> None:
        if steps:
            steps[-1].setdefault(sender, asyncio.get_running_loop().time() - begun_s)
        deliver(self, sender, *given)

    monkeypatch.setattr(Gathering, "report", watch_report)
    monkeypatch.setattr(Reduction, "deliver", watch_deliver)
    return steps


@pytest.mark.parametrize("is_delayed", [False, True])
def test_a_step_starts_within_two_round_trips(
    tmp_path: Path, is_delayed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the last report of the target batch to the first part of each contributor at a reducer (design §10), half a
    round trip more than to the first byte sent. Also in the first step: links are open by then."""

    async def scene(world: World) -> None:
        steps = first_parts(monkeypatch)
        for _ in range(4):
            await world.add(sample_s=0.05, latency_s=0.025)
        await world.until_step(10)
        worst = [max(step.values()) for step in steps if step]
        print(f"step start: worst {max(worst):.3f} s, of the first step {worst[0]:.3f} s, round trip 0.1 s")
        assert max(worst) <= 2 * 0.1 + 0.05 + 0.05

    play(tmp_path, scene, is_delayed=is_delayed, target_batch=96)


@pytest.mark.parametrize("is_delayed", [False, True])
def test_who_the_plan_leaves_out_gives_in_a_later_step(
    tmp_path: Path, is_delayed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Peer 3 contributes to each third step, with all that it has done since; peer 2 never, and gives it up."""
    parties: list[PeerId] = []
    plan_groups = planning.plan_groups

    def plan_without(members: Sequence[Member], **named: Any) -> GroupedAllocation:
        rests = {parties[0]: LEFT_OUT_STEPS + 1, parties[1]: 2}
        chosen = [
            dataclasses.replace(m, samples=0) if m.left_out < rests.get(m.peer, 0) and len(members) > 2 else m
            for m in members
        ]
        return plan_groups(chosen, **named)

    monkeypatch.setattr(planning, "plan_groups", plan_without)

    async def scene(world: World) -> None:
        for _ in range(4):
            await world.add()
        parties.extend([world.peers[2].id, world.peers[3].id])
        await world.until_step(40)
        log = world.peers[0].node.replica.log
        commits = log.commits(0, 40)
        given = [c.header.step for c in commits if any(one.peer == parties[1] for one in c.contributions)]
        print(f"the part-time peer gave in steps {given}")
        assert len(given) >= 8
        assert not any(one.peer == parties[0] for c in commits[1:] for one in c.contributions)
        check_averages(world, oldest=1 + LEFT_OUT_STEPS)
        monkeypatch.setattr(planning, "plan_groups", plan_groups)
        await check_nothing_lost(world)

    play(tmp_path, scene, is_delayed=is_delayed, target_batch=32)


@pytest.mark.parametrize("is_delayed", [False, True])
def test_an_answer_to_a_freeze_that_came_to_nothing_is_not_one_to_the_next(
    tmp_path: Path, is_delayed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each step is first frozen in vain, and tried again before the answers come; members work on in between."""
    turns = itertools.count()
    monkeypatch.setattr(Coordinator, "_patience_s", lambda _: 5.0 * (next(turns) % 2))

    async def scene(world: World) -> None:
        for number in range(4):
            await world.add(latency_s=0.15, trains=number > 0)
        await world.until_step(8, 300)
        check_averages(world, oldest=2)
        await check_nothing_lost(world)

    play(tmp_path, scene, is_delayed=is_delayed, target_batch=32)
