"""A peer takes part before its data is there, and trains on what is there alone."""

import asyncio
from pathlib import Path

import pytest

from core.data.ranges import RangeSet, SampleRange
from core.swarm import messages as say
from tests.sim.internet import Host
from tests.sim.links import Item
from tests.sim.swarm import SimPeer, Traits, World, play


def trained(world: World, peer: SimPeer, after: int, steps: int) -> list[SampleRange]:
    commits = world.peers[0].node.replica.log.commits(after, steps)
    return [piece for commit in commits for one in commit.contributions if one.peer == peer.id for piece in one.ranges]


@pytest.mark.parametrize("averaging", ["synchronous", "delayed"])
def test_who_has_no_data_yet_averages_and_trains_later(tmp_path: Path, averaging: str) -> None:
    async def scene(world: World) -> None:
        wants: list[say.Want] = []

        def tap(sender: Host, receiver: object, item: Item | None) -> float:
            if isinstance(item, say.Want) and sender is late.host:
                wants.append(item)
            return 0.0

        for _ in range(2):
            await world.add()
        late = world.new(Traits())
        late.has_data = lambda samples: False
        await late.start()
        world.net.taps.append(tap)
        await world.until(lambda: late.node.replica.is_in_step)
        begun = world.peers[0].step
        await world.until_step(begun + 10)
        assert not trained(world, late, 0, begun + 10)
        assert len(wants) <= 14, "it does not ask again and again"
        assert late.step >= begun + 8, "it makes the steps with the others"
        late.has_data = lambda samples: True
        late.node.participation.on_data()
        now = world.peers[0].step
        await world.until_step(now + 4)
        assert trained(world, late, now, 4)

    play(tmp_path, scene, is_delayed=averaging == "delayed")


class Half:
    """Has every other block of samples."""

    def __init__(self, second: bool) -> None:
        self.second = second
        self.granted = RangeSet()

    def has(self, samples: SampleRange) -> bool:
        is_here = all((sample // 32 % 2 == 1) == self.second for sample in (samples.start, samples.stop - 1))
        if is_here:
            self.granted.add(samples)
        return is_here


def test_nobody_trains_on_what_it_lacks_and_nothing_is_left_out(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        halves = [Half(second=False), Half(second=True)]
        peers = [world.new(Traits()) for _ in halves]
        for peer, half in zip(peers, halves, strict=True):
            peer.has_data = half.has
            await peer.start()
        await world.until_step(20)
        for peer, half in zip(peers, halves, strict=True):
            pieces = trained(world, peer, 0, 20)
            assert pieces
            assert all(half.granted.contains(piece) for piece in pieces)
        used = RangeSet(piece for peer in peers for piece in trained(world, peer, 0, 20))
        assert next(iter(used)).stop >= 256, "one block after the other"

    play(tmp_path, scene)


def test_alone_it_waits_and_goes_on(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        peer = world.new(Traits())
        peer.has_data = lambda samples: False
        await peer.start()
        await asyncio.sleep(30)
        assert peer.step == 0
        peer.has_data = lambda samples: True
        peer.node.participation.on_data()
        await world.until_step(3)

    play(tmp_path, scene)
