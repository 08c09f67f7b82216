"""Whole runs of a few peers: they agree to the bit, account for every sample, and survive each other's deaths."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tests.sim.swarm
from core.averaging.assignment import LEAST_PART_ELEMENTS
from core.averaging.fetch import fetch_parts
from core.swarm import stepping
from tests.sim.swarm import World, has_given, play


@pytest.mark.parametrize("count", [1, 2, 5])
def test_peers_make_steps_together(tmp_path: Path, count: int) -> None:
    async def scene(world: World) -> None:
        for _ in range(count):
            await world.add()
        await world.until_step(10)
        assert len({peer.node.replica.position for peer in world.alive if peer.step == world.alive[0].step}) == 1

    play(tmp_path, scene)


def test_a_host_that_does_not_train_conducts(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        host = await world.add(trains=False)
        for _ in range(3):
            await world.add()
        await world.until_step(6)
        assert host.node.participation.is_conducting
        commit = host.node.replica.log.commits(5, 1)[0]
        assert host.id not in {c.peer for c in commit.contributions}

    play(tmp_path, scene)


def test_a_client_mode_peer_contributes_and_never_reduces(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        for accepts_links in (True, True, False):
            await world.add(accepts_links=accepts_links)
        client = world.peers[2]
        await world.until_step(6)
        log = world.peers[0].node.replica.log
        assert has_given(log.commits(0, 6), client)

    play(tmp_path, scene)


def test_a_newcomer_fetches_the_state_and_contributes(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        for _ in range(2):
            await world.add()
        await world.until_step(40)
        newcomer = await world.add()
        log = world.peers[0].node.replica.log
        await world.until(lambda: newcomer.node.replica.is_in_step and newcomer.step >= 40)
        joined = newcomer.step
        await world.until_step(joined + 4)
        assert has_given(log.commits(joined, 4), newcomer)

    play(tmp_path, scene)


@pytest.mark.parametrize("victim", [0, 3])
@pytest.mark.parametrize("moment_s", [0.0, 0.13, 0.31, 0.52, 0.77])
def test_survivors_go_on_after_a_death(tmp_path: Path, victim: int, moment_s: float) -> None:
    """Victim 0 is organiser, coordinator and reducer, 3 a contributor and reducer."""

    async def scene(world: World) -> None:
        import asyncio

        for _ in range(4):
            await world.add()
        await world.until_step(3)
        await asyncio.sleep(moment_s)
        await world.kill_and_start_again(world.peers[victim])

    play(tmp_path, scene)


def test_a_dead_trainer_costs_its_gradient_alone(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        for _ in range(3):
            await world.add()
        for victim in (0, 2, 1):
            step = world.peers[0].step
            await world.until_step(step + 2)
            world.peers[victim].trainer.die()
            await world.until_step(step + 5)

    play(tmp_path, scene)


def test_two_halves_are_reunited_by_the_heavier_history(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        for _ in range(5):
            await world.add()
        await world.until_step(3)
        small, large = world.peers[:2], world.peers[2:]
        world.net.split({p.id for p in small}, {p.id for p in large})
        await world.until(lambda: min(p.step for p in large) >= 12 and min(p.step for p in small) >= 5, 200)
        world.net.heal()

        def are_one() -> bool:
            heads = {p.node.replica.log.header(12) for p in world.alive}
            return len(heads) == 1 and None not in heads and all(p.node.replica.is_in_step for p in world.alive)

        await world.until(are_one, 200)
        await world.until_step(max(p.step for p in world.alive) + 4)

    play(tmp_path, scene)


def test_everybody_leaves_and_the_host_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        for _ in range(2):
            await world.add()
        await world.until_step(6)
        for peer in list(world.alive):
            await peer.leave()
        await world.peers[0].start()
        await world.until_step(10)

    play(tmp_path, scene)


def test_a_killed_host_alone_goes_back_to_the_state_it_has(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        host = await world.add()
        await world.until_step(4)
        await host.leave()
        saved = host.checkpoint[0]
        await host.start()
        await world.until_step(saved + 4)
        await host.kill()
        await host.start()
        assert host.step > saved
        await world.until(lambda: host.node.participation.is_conducting)
        await world.until_step(saved + 6)

    play(tmp_path, scene)


def test_parts_that_come_slowly_are_asked_from_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They would come twice, over the same line."""
    missing: list[int] = []

    async def fetch(*arguments: Any, **more: Any) -> None:
        missing.append(len(arguments[4].missing()))
        await fetch_parts(*arguments, **more)

    monkeypatch.setattr(stepping, "fetch_parts", fetch)

    monkeypatch.setattr(tests.sim.swarm, "ELEMENTS", 10 * LEAST_PART_ELEMENTS)
    clients = 3

    async def scene(world: World) -> None:
        passed_on_bytes = clients * 4 * LEAST_PART_ELEMENTS
        world.terms = replace(world.terms, part_elements=LEAST_PART_ELEMENTS)
        slow = passed_on_bytes / (1.5 * stepping.STALL_S)
        await world.add(trains=False, knows_rates=True, up_bytes_per_s=slow, down_bytes_per_s=1e6)
        for _ in range(clients):
            await world.add(accepts_links=False, knows_rates=True, up_bytes_per_s=1e6, down_bytes_per_s=1e6)
        await world.until_step(3, 600.0)

    play(tmp_path, scene)
    assert len(missing) >= 2 * clients
    assert not any(missing)
