"""A crowd: many simulated peers, of whom a share leaves and as many join in each step, on a net that is split in two
and healed again and again.

python -m tests.sim.crowd --peers 1000 --steps 500 --churn 0.3 --splits 10
"""

import argparse
import asyncio
import gc
import random
import time
from dataclasses import replace

from core.identity.ids import Digest, PeerId
from tests.sim import clock
from tests.sim.huge_pages import use_huge_pages
from tests.sim.internet import Internet
from tests.sim.signatures import remembered_commits, remembered_records, remembered_signatures
from tests.sim.swarm import SimPeer, Traits, World

LIMIT_S = 3600.0
LOOK_EVERY_S = 0.25
COLLECT_EVERY = 25
"""Steps between two collections of garbage. By itself Python looks through all peers again and again."""
KNOWN = 24
"""Peers whose addresses a newcomer has."""
WINDOW_BYTES = 1 << 26
"""Of one stream: lines have no rate here, so that nothing but the processor would notice a smaller one."""
PARTS = 2
SPLIT_STEPS = 2
"""Of the host's half, until the net is healed."""


class Crowd:
    """The first peer is the organiser's and stays; the others come and go."""

    def __init__(self, peers: int, steps: int, churn: float, splits: int, seed: int) -> None:
        self.peers, self.steps, self.churn = peers, steps, churn
        self.chance = random.Random(seed)
        net = Internet(seed=seed, shares_messages=True, jitter=0.3, window_bytes=WINDOW_BYTES)
        self.world = World(None, target_batch=2 * peers, net=net)
        self.world.terms = replace(self.world.terms, part_elements=-(-self.world.terms.elements // PARTS))
        self.violations: list[str] = []
        self.joined = self.left = self.healed = 0
        self.other_half: set[PeerId] | None = None
        """Who is cut off from the host, while the net is split."""
        every = steps // (splits + 1)
        self._splits_at = {every * (number + 1) for number in range(splits)} if every else set()
        self._states: dict[Digest, Digest] = {}
        """By header."""
        self._staying: list[SimPeer] = []

    # --- who comes and goes

    async def _join(self) -> None:
        chance, world = self.chance, self.world
        first = [world.peers[0]] if world.peers else []
        others = chance.sample(self._staying, min(KNOWN, len(self._staying)))
        world.knows = [*first, *others]
        traits = Traits(
            accepts_links=not first or chance.random() < 0.5,
            sample_s=chance.choice([0.25, 0.5, 1.0]),
            latency_s=chance.choice([0.005, 0.02, 0.08]),
            trains=bool(first),
        )
        peer = world.new(traits)
        if self.other_half is not None:
            side = chance.randrange(2)
            world.net.put(peer.id, side)
            if side:
                self.other_half.add(peer.id)
        await peer.start()
        if first:
            self._staying.append(peer)
        self.joined += 1

    async def _go(self) -> None:
        peer = self._staying.pop(self.chance.randrange(len(self._staying)))
        await (peer.kill() if self.chance.random() < 0.5 else peer.leave())
        self.world.peers.remove(peer)
        self.left += 1

    # --- partitions

    def _split(self) -> None:
        """The host's half is the greater one or the smaller one, by a little."""
        away = [peer.id for peer in self._staying if self.chance.random() < 0.5]
        self.other_half = set(away)
        host_half = [peer.id for peer in self.world.peers if peer.id not in self.other_half]
        self.world.net.split(host_half, away)
        print(f"split: {len(host_half)} and {len(away)} peers", flush=True)

    def _heal(self) -> None:
        assert self.other_half is not None
        heads = {peer.node.replica.head_digest for peer in self.world.alive}
        print(f"healed, with {len(heads)} heads", flush=True)
        self.other_half = None
        self.world.net.heal()
        self.healed += 1

    # --- the run

    async def play(self) -> None:
        for _ in range(self.peers):
            await self._join()
        host, began_s = self.world.peers[0], time.process_time()
        for step in range(1, self.steps + 1):
            try:
                await self._reach(step, host)
            except AssertionError as fault:
                self.violations.append(str(fault)[:300])
                break
            self._look()
            self._tell(step, host, began_s)
            if step % COLLECT_EVERY == 0:
                gc.collect()
                use_huge_pages()
            if step in self._splits_at:
                self._split()
            elif step - SPLIT_STEPS in self._splits_at:
                self._heal()
            for _ in range(int(self.churn * self.peers)):
                await self._go()
                await self._join()
        await self.world.end()

    async def _reach(self, step: int, host: SimPeer) -> None:
        loop = asyncio.get_running_loop()
        give_up_s = loop.time() + LIMIT_S
        while host.step < step:
            assert loop.time() < give_up_s, f"step {step} does not come"
            await asyncio.sleep(LOOK_EVERY_S)

    def _look(self) -> None:
        """Peers at one header have the same state, which is the one that it names; nobody accuses anybody; nobody has
        ended; the logs of the host and of those at its head add up."""
        for peer in self.world.alive:
            replica = peer.node.replica
            position = replica.position
            if not peer.is_running:
                self.violations.append(f"{peer.id} has ended by itself")
            if position is not None and position.step and replica.is_in_step:
                header = peer.log.header(position.step)
                assert header is not None
                if position.root != self._states.setdefault(header.digest, header.state):
                    self.violations.append(f"states differ at step {position.step}")
        self.violations += map(str, self.world.net.violations)
        self.world.net.violations.clear()
        for log in {id(peer.log.head()): peer.log for peer in self.world.alive}.values():
            head = log.head()
            if head is not None and log.used().samples != head.total_samples:
                self.violations.append(f"samples do not add up at step {head.step}")

    def _tell(self, step: int, host: SimPeer, began_s: float) -> None:
        commit = host.log.commit(step)
        assert commit is not None
        head = host.node.replica.head_digest
        at_head = sum(peer.step >= step - 1 for peer in self.world.alive)
        same = sum(peer.node.replica.head_digest == head for peer in self.world.alive)
        now_s = asyncio.get_running_loop().time()
        print(
            f"step {step}: {len(commit.contributions)} contributors, {commit.header.samples} samples, {at_head} of "
            f"{len(self.world.alive)} nearly there, {same} at the same head, {len(self.violations)} violations, "
            f"{now_s:.1f} s virtual, {time.process_time() - began_s:.1f} s CPU",
            flush=True,
        )


def main() -> None:
    words = argparse.ArgumentParser(description="A large collaboration with churn and partitions.")
    words.add_argument("--peers", type=int, default=1000)
    words.add_argument("--steps", type=int, default=500)
    words.add_argument("--churn", type=float, default=0.3)
    words.add_argument("--splits", type=int, default=10)
    words.add_argument("--seed", type=int, default=0)
    told = words.parse_args()
    crowd = Crowd(told.peers, told.steps, told.churn, told.splits, told.seed)
    gc.disable()
    with remembered_signatures(), remembered_records(), remembered_commits():
        clock.run(crowd.play())
    head = crowd.world.peers[0].log.head()
    print(
        f"{head.step if head else 0} steps, {head.total_samples if head else 0} samples, {crowd.joined} joined, "
        f"{crowd.left} left, {crowd.healed} partitions healed, {len(crowd.violations)} violations, "
        f"{time.process_time():.0f} s CPU"
    )
    for violation in crowd.violations[:10]:
        print(violation)


if __name__ == "__main__":
    main()
