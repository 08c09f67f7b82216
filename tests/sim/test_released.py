"""A peer that gives its device back keeps its place, and what it has computed counts."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path

from tests.sim.swarm import SimPeer, World, has_given, play


def test_a_released_device_costs_neither_samples_nor_the_place(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        for _ in range(3):
            await world.add()
        peer = world.peers[2]
        await world.until_step(5)
        await world.until(lambda: peer.node.replica.gradient.held.ranges.samples > 0)
        step, attended = world.peers[0].step, peer.node.participation._attended
        held = peer.node.replica.gradient.held.ranges.samples
        await at(peer, peer.node.participation.pause())
        await at(peer, peer.trainer.release())
        assert peer.trainer.micro_batch == 0
        await world.until_step(step + 6)
        commits = world.peers[0].node.replica.log.commits(step, 6)
        counted = {
            commit.header.step: c.ranges for commit in commits for c in commit.contributions if c.peer == peer.id
        }
        assert sum(len(piece) for ranges in counted.values() for piece in ranges) >= held > 0
        assert len(counted) == 1, "what it had, and nothing later"
        assert peer.node.participation._attended == attended, "the standing is the same"
        assert peer.step >= step + 5, "it follows, with optimizer steps of its own"
        await at(peer, peer.trainer.reclaim())
        peer.node.participation.resume()
        again = world.peers[0].step
        await world.until_step(again + 6)
        assert has_given(world.peers[0].node.replica.log.commits(again, 6), peer)

    play(tmp_path, scene)


async def at(peer: SimPeer, work: Coroutine[None, None, None]) -> None:
    """In the process of `peer`."""
    await asyncio.get_running_loop().create_task(work, context=peer.host.context)
