"""Every sample of the data is used exactly once, whoever dies, and whoever stops and starts.

    python -m tests.sim.exactly_once [--peers 20] [--steps 1000] [--kills 0.3] [--seed 0]

Peers with the real swarm and averaging code in virtual time. Of `--peers` peers `--kills` are killed at random at any
moment of every ten steps and come back later; in the middle data joins the run, and later everything is stopped (some
peers in order, some not) and started again. Each state is computed anew from the gradients that its commit names, so
that what is checked is what the model has really learned from; in the end the items of the data that were used are
compared with those of one peer that goes through the same data alone.
"""

import argparse
import asyncio
import random
import time
from collections import Counter
from dataclasses import dataclass

from core.data.order import SampleOrder
from core.data.ranges import RangeSet, SampleRange
from core.data.source import order_of
from core.identity.amendment import Amendment, AppendData, Joined, sign_amendment
from core.identity.ids import Digest, PeerId
from core.identity.manifest import AdamW, Manifest, MlmSop, Schedule, Shard, Source
from core.swarm.amending import joined_data
from core.training.api import Vector
from tests.sim import clock
from tests.sim.signatures import remembered_signatures
from tests.sim.swarm import RUN, SimPeer, World

EVERY_STEPS = 10
AWAY_S = 12.0
"""On average."""

Item = tuple[int, int]
"""Shard and item within it."""


def shard(number: int, samples: int, source: int) -> Shard:
    return Shard(
        object=Digest(bytes([number]) * 32),
        bytes=1,
        format="text",
        samples=samples,
        pieces=Digest(bytes(32)),
        source=source,
    )


MANIFEST = Manifest(
    name="",
    description="",
    language="",
    licence="",
    organiser=bytes(32),
    task=MlmSop(model={}, sequence_tokens=16),
    initial_weights=Digest(bytes(32)),
    elements=1,
    shards=tuple(shard(number, 700 + 130 * number, number % 2) for number in range(6)),
    sources=(Source(name="a", weight=230_000), Source(name="b", weight=770_000)),
    seed=4,
    optimizer=AdamW(learning_rate=1.0),
    schedule=Schedule(kind="constant", warmup_steps=0, total_steps=1),
    target_batch=16,
)
MORE = AppendData(shards=(shard(10, 900, 0), shard(11, 400, 1)), sources=MANIFEST.sources)


@dataclass(frozen=True, slots=True)
class Report:
    steps: int
    deaths: int
    samples: int
    passes: float
    """Of the first shards over their source."""
    values: int
    """States that were computed anew."""
    repeated: int
    """Samples that were computed more than once, by peers that died or were cut off."""


class ExactlyOnce:
    """One run."""

    def __init__(self, peers: int, steps: int, kills: float, seed: int) -> None:
        self._count, self._steps, self._kills = peers, steps, kills
        self._chance = random.Random(seed)
        self._deaths = 0
        self._computed: dict[tuple[PeerId, int], Item] = {}
        """What each peer took each sample for, the last time."""
        self._computations: Counter[int] = Counter()
        self._orders: dict[tuple[Joined, ...], SampleOrder] = {}

    async def play(self) -> Report:
        world = World(None, target_batch=MANIFEST.target_batch, watch=True)
        assert world.watch is not None
        with world.watch:
            try:
                await self._first_half(world)
                await self._stop_and_start(world)
                await self._go_on(world, self._steps)
                return await self._compare(world)
            finally:
                await world.end()

    async def _first_half(self, world: World) -> None:
        for _ in range(self._count):
            await self._start(world, None)
        await self._go_on(world, self._steps // 3)
        organiser = world.peers[0]
        what = Amendment(
            run=RUN, number=1, from_step=organiser.step + 3, what=MORE, organiser=organiser.identity.public_key
        )
        organiser.node.petition(sign_amendment(organiser.identity, what))
        await self._go_on(world, self._steps // 2)

    async def _start(self, world: World, peer: SimPeer | None) -> None:
        """A new peer, or one that is back, which notes what it takes each sample for."""
        peer = await world.add(sample_s=self._chance.choice([0.05, 0.1, 0.2])) if peer is None else await _back(peer)
        replica, trainer = peer.node.replica, peer.trainer
        replica.on_amendments = lambda: trainer.join(joined_data(replica))
        replica.on_amendments()
        keep = trainer.on_computed

        def note(sample: int, pull: Vector) -> None:
            keep(sample, pull)
            self._computed[peer.id, sample] = self._item(trainer.joined, sample)
            self._computations[sample] += 1

        trainer.on_computed = note

    def _item(self, joined: tuple[Joined, ...], sample: int) -> Item:
        order = self._orders.setdefault(joined, order_of(MANIFEST, joined))
        shards, items = order.locate(SampleRange(sample, sample + 1))
        return int(shards[0]), int(items[0])

    async def _go_on(self, world: World, step: int) -> None:
        """To that step; now and then some die. The organiser's peer is no exception."""
        assert world.watch is not None
        while (reached := max(peer.step for peer in world.alive)) < step:
            for peer in self._chance.sample(world.peers, round(self._kills * len(world.peers))):
                if peer.is_alive:
                    world.spawn(self._kill(world, peer))
            goal = min(reached + EVERY_STEPS, step)
            await world.until(lambda goal=goal: any(peer.step >= goal for peer in world.alive), 900)  # type: ignore[misc]
            world.watch.check()

    async def _kill(self, world: World, peer: SimPeer) -> None:
        await asyncio.sleep(self._chance.uniform(0, 8))
        if peer.is_alive and len(world.alive) > 2:
            self._deaths += 1
            await peer.kill()
            await asyncio.sleep(self._chance.expovariate(1 / AWAY_S))
            await self._start(world, peer)

    async def _stop_and_start(self, world: World) -> None:
        await self._all_back(world)
        for peer in self._chance.sample(world.peers, len(world.peers)):
            if peer is not world.peers[0] and self._chance.random() < 0.5:
                await peer.kill()
            else:
                await peer.leave()
        await asyncio.sleep(60)
        for peer in world.peers:
            await self._start(world, peer)

    async def _all_back(self, world: World) -> None:
        await world.until(lambda: all(peer.is_alive for peer in world.peers), 900)
        await world.until_step(max(peer.step for peer in world.alive) + 3, 900)

    async def _compare(self, world: World) -> Report:
        """With one peer alone, which does the samples from 0 on, one after the other."""
        assert world.watch is not None
        await self._all_back(world)
        world.check()
        world.watch.check()
        log, joined = world.peers[0].node.replica.log, joined_data(world.peers[0].node.replica)
        assert joined, "the data has joined"
        used = log.used()
        (first, *rest) = used
        assert first.start == 0
        assert len(rest) <= 2 * self._count, "what is missing is of the last steps"
        done = RangeSet([first])
        items: Counter[Item] = Counter()
        for commit in log.commits(0, 1 << 40):
            for contribution in commit.contributions:
                for piece in contribution.ranges:
                    for sample in range(piece.start, piece.stop):
                        item = self._computed[contribution.peer, sample]
                        assert item == self._item(joined, sample), f"{contribution.peer} took {sample} for another"
                        if done.contains(SampleRange(sample, sample + 1)):
                            items[item] += 1
        alone = Counter(zip(*(each.tolist() for each in order_of(MANIFEST, joined).locate(first)), strict=True))
        assert items == alone, "the multiset of items is that of one peer alone"
        head = log.head()
        assert head is not None
        return Report(
            steps=head.step,
            deaths=self._deaths,
            samples=head.total_samples,
            passes=head.total_samples / MANIFEST.samples,
            values=world.watch.tally.values,
            repeated=sum(count > 1 for count in self._computations.values()),
        )


async def _back(peer: SimPeer) -> SimPeer:
    await peer.start()
    return peer


def play(peers: int, steps: int, kills: float, seed: int) -> Report:
    """Raises `AssertionError` if a sample was lost or used again."""
    with remembered_signatures():
        return clock.run(ExactlyOnce(peers, steps, kills, seed).play())


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--peers", type=int, default=20)
    words.add_argument("--steps", type=int, default=1000)
    words.add_argument("--kills", type=float, default=0.3)
    words.add_argument("--seed", type=int, default=0)
    told = words.parse_args()
    began_s = time.monotonic()
    report = play(told.peers, told.steps, told.kills, told.seed)
    print(
        f"{told.peers} peers, {report.steps} steps, {report.deaths} deaths, {report.samples:,} samples "
        f"({report.passes:.1f} passes), of which {report.repeated:,} were computed more than once and all were used "
        f"once; {report.values} states computed anew; {time.monotonic() - began_s:.0f} s"
    )


if __name__ == "__main__":
    main()
