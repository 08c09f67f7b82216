"""A trainer dies while its gradient is averaged: nothing else is given in its place, and nobody waits for it."""

from pathlib import Path

import pytest

from core.averaging.messages import ContributedPart
from core.identity.ids import PeerId
from core.swarm import messages as say
from core.transport.api import Message
from tests.sim import clock
from tests.sim.internet import Host
from tests.sim.links import Item
from tests.sim.swarm import SimPeer, World


def strike_at(world: World, victim: SimPeer, pivot: type[Message], nth: int) -> list[Item]:
    """The trainer of `victim` dies when it is about to send or to be sent the `nth` message of that kind; returns what
    that was, once it was."""
    left = [nth]
    struck: list[Item] = []

    def watch(sender: Host, receiver: PeerId, item: Item | None) -> float:
        if isinstance(item, pivot) and victim.id in (sender.me, receiver) and victim.trainer.is_running:
            left[0] -= 1
            if not left[0]:
                struck.append(item)
                victim.host.context.run(victim.trainer.die)
        return 0.0

    world.net.taps.append(watch)
    return struck


@pytest.mark.parametrize(
    ("count", "codec", "is_delayed"),
    [(2, "float32", False), (4, "float32", True), (2, "int4", False), (4, "int8", True)],
)
@pytest.mark.parametrize(
    ("pivot", "nth"),
    [(say.Frozen, 2), (say.Conduct, 2), (ContributedPart, 9), (ContributedPart, 11), (say.Collected, 2)],
)
def test_what_is_lost_is_not_given(
    tmp_path: Path, count: int, codec: str, is_delayed: bool, pivot: type[Message], nth: int
) -> None:
    async def main() -> None:
        world = World(tmp_path, codec=codec, is_delayed=is_delayed, watch=True)
        assert world.watch is not None
        with world.watch:
            try:
                for _ in range(count):
                    await world.add()
                struck = strike_at(world, world.peers[1], pivot, nth)
                await world.until(lambda: bool(struck))
                world.net.taps.clear()
                goal = world.peers[0].step + 5
                await world.until_step(goal, 20)
                world.check()
                world.watch.check()
                assert world.watch.tally.values >= goal - 2  # what was computed twice is not known
            finally:
                await world.end()

    clock.run(main())


@pytest.mark.parametrize("is_delayed", [False, True])
@pytest.mark.parametrize("pivot", [say.Lease, say.Freeze, say.Sealed, say.Committed, say.Welcome])
def test_the_only_trainer_works_again_when_it_is_back(tmp_path: Path, is_delayed: bool, pivot: type[Message]) -> None:
    async def main() -> None:
        world = World(tmp_path, is_delayed=is_delayed, watch=True)
        assert world.watch is not None
        with world.watch:
            try:
                await world.add(trains=False)
                struck = strike_at(world, await world.add(), pivot, 1 if pivot is say.Welcome else 2)
                await world.until(lambda: bool(struck))
                await world.until_step(world.peers[0].step + 4, 20)
                world.watch.check()
            finally:
                await world.end()

    clock.run(main())
