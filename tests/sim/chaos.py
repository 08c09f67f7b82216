"""One seed, one run: peers of all kinds drawn from it, and misfortunes at all moments, some of them aimed.

python -m tests.sim.chaos 123        # plays seed 123 and tells what happens
"""

import asyncio
import hashlib
import logging
import random
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from tests.sim import clock
from tests.sim.internet import Host, Internet, Nat
from tests.sim.invariants import Tally
from tests.sim.links import Item
from tests.sim.misfortunes import Misfortunes
from tests.sim.signatures import remembered_signatures
from tests.sim.swarm import Traits, World

LIVELY_S = 150.0
"""So long after the last misfortune everybody must have made `STEPS_AFTER` steps more."""
STEPS_AFTER = 3
MISFORTUNES = 5
CODECS = ("float32", "float32", "float16", "bfloat16", "int8", "int4")
REAL_LOG_EVERY = 10
"""One seed in so many keeps its logs on disk and codes each message for each receiver."""


@dataclass
class Course:
    """What happened in one run."""

    seed: int
    codec: str = ""
    is_delayed: bool = False
    tally: Tally = field(default_factory=Tally)
    peers: int = 0
    deaths: int = 0
    partitions: int = 0
    misfortunes: list[str] = field(default_factory=list)
    virtual_s: float = 0.0
    trace: str = ""
    """Of all that was delivered, when and to whom."""


class Chaos:
    """The world of one seed."""

    def __init__(self, seed: int, folder: Path | None) -> None:
        self.chance = random.Random(seed)
        self.course = Course(seed)
        chance = self.chance
        net = Internet(
            seed=seed, jitter=chance.choice([0.0, 0.3, 1.0]), shares_messages=folder is None, window_bytes=1 << 16
        )
        self.course.codec, self.course.is_delayed = chance.choice(CODECS), chance.random() < 0.4
        self.world = World(
            folder,
            target_batch=chance.choice([8, 16, 24]),
            codec=self.course.codec,
            is_delayed=self.course.is_delayed,
            net=net,
            watch=True,
        )
        self.misfortunes = Misfortunes(self.world, chance)
        self._trace = hashlib.blake2b(digest_size=16)
        net.listeners.append(self._note)

    def _note(self, sender: Host, receiver: Host, item: Item | None, size: int) -> None:
        kind = type(item).__name__
        now_s = asyncio.get_running_loop().time()
        self._trace.update(f"{now_s:.9f} {kind} {size} ".encode() + sender.me.raw + receiver.me.raw)

    # --- the cast

    def _traits(self, number: int) -> Traits:
        chance = self.chance
        is_first = number == 0
        nat = Nat.OPEN if number < 2 else chance.choice([Nat.OPEN, Nat.OPEN, Nat.CONE, Nat.SYMMETRIC])
        slow, fast = (chance.choice([None, 2e5, 5e5, 2e6]) for _ in range(2))
        return Traits(
            trains=chance.random() < (0.7 if is_first else 0.9),
            accepts_links=number < 2 or chance.random() < 0.7,
            sample_s=chance.choice([0.1, 0.2, 0.4, 0.8]),
            nat=nat,
            up_bytes_per_s=slow,
            down_bytes_per_s=fast,
            knows_rates=chance.random() < 0.7,
            latency_s=chance.choice([0.002, 0.02, 0.08]),
            loss=chance.choice([0.0, 0.0, 0.005, 0.03]),
            skew_s=chance.choice([0.0, 0.0, 1.5, -40.0, 120.0]),
            drift=chance.choice([0.0, 0.0, 1e-3, -1e-3]),
        )

    async def play(self) -> Course:
        world, chance, course = self.world, self.chance, self.course
        assert world.watch is not None
        with world.watch:
            try:
                course.peers = chance.choice([2, 3, 3, 4, 4, 5, 6, 8, 12])
                for number in range(course.peers):
                    await world.add(self._traits(number))
                if not any(peer.trains for peer in world.peers):
                    await world.add()
                for _ in range(MISFORTUNES):
                    await asyncio.sleep(chance.uniform(0, 5))
                    await self.misfortunes.strike()
                    world.watch.check()
                await self._recover()
                goal = max(peer.step for peer in world.alive) + STEPS_AFTER
                await world.until(lambda: self._are_one(goal), LIVELY_S)
                world.check()
                world.watch.check()
            finally:
                course.tally = world.watch.tally
                course.deaths, course.partitions = self.misfortunes.deaths, self.misfortunes.partitions
                course.misfortunes = self.misfortunes.told
                course.virtual_s = asyncio.get_running_loop().time()
                course.trace = self._trace.hexdigest()
                world.net.taps.clear()
                await world.end()
        return course

    def _are_one(self, goal: int) -> bool:
        """Whether everybody has come to step `goal` of one history."""
        alive = self.world.alive
        return all(peer.step >= goal for peer in alive) and len({peer.log.header(goal) for peer in alive}) == 1

    async def _recover(self) -> None:
        """The end of all misfortune."""
        self.world.net.taps.clear()
        self.world.net.heal()
        for peer in self.world.peers:
            if not peer.is_alive:
                await peer.start()
            else:
                peer.host.thaw()
                peer.node.participation.resume()


def play(seed: int) -> Course:
    """Raises whatever went wrong."""
    with remembered_signatures():
        if seed % REAL_LOG_EVERY:
            return clock.run(Chaos(seed, None).play())
        with tempfile.TemporaryDirectory() as folder:
            return clock.run(Chaos(seed, Path(folder)).play())


class _Timed(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        try:
            now = f"{asyncio.get_running_loop().time():9.3f} "
        except RuntimeError:
            now = ""
        owner = clock.owner.get()
        return f"{now}{owner.me if isinstance(owner, Host) else '-------'} {super().format(record)}"


def main() -> None:
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(_Timed("%(module)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    print(play(int(sys.argv[1])))


if __name__ == "__main__":
    main()
