"""One seed, one run: peers of all kinds drawn from it, and misfortunes at all moments, some of them aimed.

python -m tests.sim.chaos 123        # plays seed 123 and tells what happens
"""

import asyncio
import hashlib
import logging
import random
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from core.averaging.messages import MESSAGES as AVERAGING_MESSAGES
from core.identity.ids import PeerId
from core.swarm import messages as say
from core.transport.api import Message
from tests.sim import clock
from tests.sim.internet import Host, Internet, Nat
from tests.sim.invariants import Tally
from tests.sim.links import Item
from tests.sim.signatures import remembered_signatures
from tests.sim.swarm import SimPeer, Traits, World

LIVELY_S = 150.0
"""So long after the last misfortune everybody must have made `STEPS_AFTER` steps more."""
STEPS_AFTER = 3
MISFORTUNES = 5
REAL_LOG_EVERY = 10
"""One seed in so many keeps its logs on disk and codes each message for each receiver."""
PIVOTS: tuple[type[Message], ...] = tuple(
    kind
    for kind in (*AVERAGING_MESSAGES, *(kind for _, kind in sorted(vars(say).items())))
    if isinstance(kind, type) and issubclass(kind, Message) and kind not in (say.Greeting, Message)
)
"""Messages around which peers are struck."""


@dataclass
class Course:
    """What happened in one run."""

    seed: int
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
        self.world = World(folder, target_batch=chance.choice([8, 16, 24]), net=net, watch=True)
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
                    await self._strike()
                    world.watch.check()
                await self._recover()
                goal = max(peer.step for peer in world.alive) + STEPS_AFTER
                await world.until(lambda: self._are_one(goal), LIVELY_S)
                world.check()
                world.watch.check()
            finally:
                course.tally = world.watch.tally
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

    # --- misfortunes

    async def _strike(self) -> None:
        kinds: list[Callable[[SimPeer], object]] = [
            self._kill, self._kill, self._leave, self._trainer_dies, self._split, self._sever, self._freeze,
            self._break_links, self._aim, self._aim, self._aim, self._aim, self._pause, self._late,
        ]  # fmt: skip
        strike = self.chance.choice(kinds)
        victim = self.chance.choice(self.world.peers)
        if victim.is_alive:
            self._say(f"{strike.__name__.strip('_')} {victim.id}")
            await strike(victim)  # type: ignore[misc]

    def _say(self, text: str) -> None:
        text = f"{asyncio.get_running_loop().time():.3f} s: {text}"
        logging.getLogger("chaos").info(text)
        self.course.misfortunes.append(text)

    async def _kill(self, victim: SimPeer) -> None:
        await self._die(victim)
        await asyncio.sleep(self.chance.uniform(0.1, 12))
        if not victim.is_alive:
            await victim.start()

    async def _die(self, victim: SimPeer) -> None:
        if victim.is_alive:
            self.course.deaths += 1
            victim.host.thaw()
            await victim.kill()

    async def _leave(self, victim: SimPeer) -> None:
        await victim.leave()
        await asyncio.sleep(self.chance.uniform(0.1, 12))
        await victim.start()

    async def _trainer_dies(self, victim: SimPeer) -> None:
        if victim.trainer.is_running:
            victim.host.context.run(victim.trainer.die)

    async def _split(self, _: SimPeer) -> None:
        ids = [peer.id for peer in self.world.peers]
        self.chance.shuffle(ids)
        cut = self.chance.randint(1, len(ids) - 1)
        self.world.net.split(ids[:cut], ids[cut:])
        await asyncio.sleep(self.chance.choice([0.5, 3, 8, 20]))
        self.world.net.heal()
        self.course.partitions += 1

    async def _sever(self, victim: SimPeer) -> None:
        other = self.chance.choice(self.world.peers)
        if other is not victim:
            self.world.net.sever(victim.id, other.id)
            await asyncio.sleep(self.chance.uniform(1, 15))
            self.world.net.mend(victim.id, other.id)

    async def _freeze(self, victim: SimPeer) -> None:
        victim.host.freeze(seems_alive=self.chance.random() < 0.5)
        await asyncio.sleep(self.chance.choice([0.2, 2, 5, 9, 25]))
        victim.host.thaw()

    async def _break_links(self, victim: SimPeer) -> None:
        """As when its address changes: both ends are told at once."""
        for link in victim.host.links():
            if self.chance.random() < 0.7:
                link.end("broken")
                link.twin.end("broken")

    async def _pause(self, victim: SimPeer) -> None:
        await asyncio.get_running_loop().create_task(victim.node.participation.pause(), context=victim.host.context)
        await asyncio.sleep(self.chance.uniform(0.5, 8))
        if victim.is_alive:
            victim.node.participation.resume()

    async def _late(self, victim: SimPeer) -> None:
        """Some of what it sends takes seconds longer."""
        share = self.chance.choice([0.02, 0.2])

        def delay(sender: Host, receiver: PeerId, item: Item | None) -> float:
            is_late = sender is victim.host and self.chance.random() < share
            return self.chance.uniform(0.1, 8) if is_late else 0.0

        self.world.net.taps.append(delay)
        await asyncio.sleep(self.chance.uniform(1, 10))
        self.world.net.taps.remove(delay)

    async def _aim(self, _: SimPeer) -> None:
        """Somebody dies, freezes or loses its links just before or after a message of a certain kind."""
        pivot = self.chance.choice(PIVOTS)
        is_sender, is_before = self.chance.random() < 0.6, self.chance.random() < 0.5
        what = self.chance.choice(["die", "die", "freeze", "break"])
        struck: asyncio.Future[SimPeer] = asyncio.get_running_loop().create_future()

        def watch(sender: Host, receiver: PeerId, item: Item | None) -> float | None:
            if struck.done() or not isinstance(item, pivot):
                return 0.0
            unlucky = sender.me if is_sender else receiver
            struck.set_result(next(peer for peer in self.world.peers if peer.id == unlucky))
            return None if is_before and what == "die" and is_sender else 0.0

        self.world.net.taps.append(watch)
        try:
            async with asyncio.timeout(10):
                victim = await struck
        except TimeoutError:
            return
        finally:
            self.world.net.taps.remove(watch)
        self._say(f"{what} {victim.id}: {'sends' if is_sender else 'is sent'} {pivot.__name__}, {is_before=}")
        if what == "die":
            await self._kill(victim)
        elif what == "freeze":
            await self._freeze(victim)
        else:
            await self._break_links(victim)


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
