"""Samples without a finite loss, and gradients that become void while the trainer lives: nothing waits for them."""

from pathlib import Path

import pytest

from core.averaging.messages import ContributedPart
from core.data.ranges import RangeSet, SampleRange
from core.swarm import messages as say
from core.swarm.rejected import TRIES
from core.transport.api import Message
from tests.sim import clock
from tests.sim.swarm import SimPeer, World, play
from tests.sim.test_lost_gradients import strike_at

BROKEN = {5, 17, 18, 40}


def used_by(peer: SimPeer) -> RangeSet:
    return peer.node.replica.log.used()


@pytest.mark.parametrize("is_delayed", [False, True])
@pytest.mark.parametrize("count", [1, 3])
def test_broken_samples_are_left_out_and_hold_up_nobody(tmp_path: Path, count: int, is_delayed: bool) -> None:
    """Twelve steps of 16 samples, 0.8 s of computing alone: no lease is waited for until it is overdue."""

    async def scene(world: World) -> None:
        tries = []
        for _ in range(count):
            peer = await world.add()
            peer.trainer.broken = lambda sample: sample in BROKEN and (tries.append(sample) or True)
        await world.until_step(12, 12 * 2.0)
        used = used_by(world.peers[0])
        assert all(used.overlaps(SampleRange(n, n + 1)) != (n in BROKEN) for n in range(100))
        assert all(tries.count(sample) == TRIES for sample in BROKEN)

    play(tmp_path, scene, is_delayed=is_delayed)


def test_what_one_peer_cannot_do_another_does(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        await world.add()
        weak = await world.add()
        weak.trainer.broken = lambda sample: sample % 7 == 3
        await world.until_step(30, 90)
        missing = RangeSet([SampleRange(0, 200)])
        for piece in used_by(world.peers[0]):
            missing.remove(piece)
        assert missing.samples <= 3, "which were its three times in a row"

    play(tmp_path, scene)


@pytest.mark.parametrize("is_delayed", [False, True])
@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("pivot", [say.Lease, say.Report, say.Freeze, say.Frozen, ContributedPart, say.Sealed])
def test_a_void_gradient_is_not_given_and_computed_anew(
    tmp_path: Path, count: int, is_delayed: bool, pivot: type[Message]
) -> None:
    async def main() -> None:
        world = World(tmp_path, is_delayed=is_delayed, watch=True)
        assert world.watch is not None
        with world.watch:
            try:
                await world.add(trains=False)
                for _ in range(count):
                    await world.add()
                victim = world.peers[-1]
                victim.trainer.die = victim.trainer.void
                struck = strike_at(world, victim, pivot, 3)
                await world.until(lambda: bool(struck))
                world.net.taps.clear()
                goal = world.peers[0].step + 5
                await world.until_step(goal, 20)
                assert victim.trainer.is_running
                world.check()
                world.watch.check()
            finally:
                await world.end()

    clock.run(main())
