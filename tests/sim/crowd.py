"""A crowd: many simulated peers, of whom a share leaves and as many join in each step.

python -m tests.sim.crowd --peers 1000 --steps 500 --churn 0.3
"""

import argparse
import asyncio
import gc
import random
import time

from core.identity.ids import Digest
from tests.sim import clock
from tests.sim.internet import Internet
from tests.sim.signatures import remembered_commits, remembered_signatures
from tests.sim.swarm import SimPeer, Traits, World

LIMIT_S = 3600.0
COLLECT_EVERY = 5
"""Steps between two collections of garbage. By itself Python looks through all peers again and again."""
KNOWN = 24
"""Peers whose addresses a newcomer has."""


class Crowd:
    """The first peer is the organiser's and stays; the others come and go."""

    def __init__(self, peers: int, steps: int, churn: float, seed: int) -> None:
        self.peers, self.steps, self.churn = peers, steps, churn
        self.chance = random.Random(seed)
        net = Internet(seed=seed, shares_messages=True, jitter=0.3)
        self.world = World(None, target_batch=2 * peers, net=net)
        self.violations: list[str] = []
        self.joined = self.left = 0
        self._states: dict[int, set[Digest]] = {}
        self._staying: list[SimPeer] = []

    async def _join(self) -> None:
        chance, world = self.chance, self.world
        first = [world.peers[0]] if world.peers else []
        others = chance.sample(self._staying, min(KNOWN, len(self._staying)))
        world.knows = [*first, *others]
        traits = Traits(
            accepts_links=not first or chance.random() < 0.5,
            sample_s=chance.choice([0.5, 1.0, 2.0]),
            latency_s=chance.choice([0.005, 0.02, 0.08]),
            trains=bool(first),
        )
        peer = await world.add(traits)
        peer.database = None
        if first:
            self._staying.append(peer)
        self.joined += 1

    async def _go(self) -> None:
        peer = self._staying.pop(self.chance.randrange(len(self._staying)))
        await (peer.kill() if self.chance.random() < 0.5 else peer.leave())
        self.world.peers.remove(peer)
        self.left += 1

    async def play(self) -> None:
        world = self.world
        for _ in range(self.peers):
            await self._join()
        host, began_s = world.peers[0], time.process_time()
        for step in range(1, self.steps + 1):
            try:
                await world.until(lambda step=step: host.step >= step, LIMIT_S)  # type: ignore[misc]
            except AssertionError as fault:
                self.violations.append(str(fault)[:300])
                break
            self._look()
            self._tell(step, host, began_s)
            if step % COLLECT_EVERY == 0:
                gc.collect()
            for _ in range(int(self.churn * self.peers)):
                await self._go()
                await self._join()
        await world.end()

    def _look(self) -> None:
        """Peers that are at the same step have the same state, and the log of the host adds up."""
        for peer in self.world.alive:
            position = peer.node.replica.position
            header = peer.log.header(position.step) if position is not None and position.step else None
            if position is not None and header is not None and peer.node.replica.is_in_step:
                states = self._states.setdefault(position.step, set())
                states.add(position.root)
                if len(states) > 1:
                    self.violations.append(f"states differ at step {position.step}")
        self.violations += map(str, self.world.net.violations)
        self.world.net.violations.clear()
        head = self.world.peers[0].log.head()
        if head is not None and self.world.peers[0].log.used().samples != head.total_samples:
            self.violations.append("samples do not add up")

    def _tell(self, step: int, host: SimPeer, began_s: float) -> None:
        commit = host.log.commit(step)
        assert commit is not None
        at_head = sum(peer.step >= step - 1 for peer in self.world.alive)
        now_s = asyncio.get_running_loop().time()
        print(
            f"step {step}: {len(commit.contributions)} contributors, {commit.header.samples} samples, {at_head} of "
            f"{len(self.world.alive)} at the head, {now_s:.1f} s virtual, {time.process_time() - began_s:.1f} s CPU",
            flush=True,
        )


def main() -> None:
    words = argparse.ArgumentParser(description="A large collaboration with churn.")
    words.add_argument("--peers", type=int, default=1000)
    words.add_argument("--steps", type=int, default=500)
    words.add_argument("--churn", type=float, default=0.3)
    words.add_argument("--seed", type=int, default=0)
    told = words.parse_args()
    crowd = Crowd(told.peers, told.steps, told.churn, told.seed)
    gc.disable()
    with remembered_signatures(), remembered_commits():
        clock.run(crowd.play())
    head = crowd.world.peers[0].log.head()
    print(
        f"{head.step if head else 0} steps, {head.total_samples if head else 0} samples, {crowd.joined} joined, "
        f"{crowd.left} left, {len(crowd.violations)} violations, {time.process_time():.0f} s CPU"
    )
    for violation in crowd.violations[:10]:
        print(violation)


if __name__ == "__main__":
    main()
