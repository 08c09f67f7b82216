"""Random deaths, returns and splits from a seed. A failing seed is in the test's name and plays again exactly.

More seeds: `IDLEWILD_SEEDS=1000 python -m pytest tests/sim/test_chaos.py`
"""

import asyncio
import os
import random
from pathlib import Path

import pytest

from tests.sim import clock
from tests.sim.swarm import SimPeer, World

SEEDS = int(os.environ.get("IDLEWILD_SEEDS", "12"))


async def strike(world: World, chance: random.Random) -> None:
    """One misfortune, and its end a while later."""
    victim = chance.choice(world.peers)
    kind = chance.choice(["kill", "kill", "leave", "trainer", "split"])
    if kind == "trainer":
        if victim.is_alive and victim.trainer.is_running:
            victim.trainer.die()
        return
    if kind == "split":
        ids = [peer.id for peer in world.peers]
        chance.shuffle(ids)
        cut = chance.randint(1, len(ids) - 1)
        world.net.split(set(ids[:cut]), set(ids[cut:]))
        await asyncio.sleep(chance.uniform(0.5, 20))
        world.net.heal()
        return
    if victim.is_alive and len(world.alive) > 2:
        await (victim.kill() if kind == "kill" else victim.leave())
        await asyncio.sleep(chance.uniform(0.1, 12))
        await victim.start()


@pytest.mark.parametrize("seed", range(SEEDS))
def test_invariants_hold_through_misfortune(tmp_path: Path, seed: int) -> None:
    async def main() -> None:
        chance = random.Random(seed)
        world = World(tmp_path)
        try:
            peers: list[SimPeer] = []
            for number in range(chance.randint(3, 6)):
                accepts = number < 3 or chance.random() < 0.6
                peers.append(await world.add(accepts_links=accepts, sample_s=chance.choice([0.02, 0.05, 0.15])))
            for _ in range(6):
                await asyncio.sleep(chance.uniform(0, 4))
                await strike(world, chance)
            await asyncio.sleep(30)
            goal = max(peer.step for peer in world.alive) + 5
            await world.until_step(goal, 300)
            world.check()
        finally:
            await world.end()

    clock.run(main())
