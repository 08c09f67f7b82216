"""What befalls the peers of a simulated run, drawn from its seed: at any moment, or aimed at one of a step."""

import asyncio
import logging
import random
from collections.abc import Callable
from typing import Any

from core.averaging.messages import MESSAGES as AVERAGING_MESSAGES
from core.identity.ids import PeerId
from core.swarm import messages as say
from core.transport.api import Message
from tests.sim.internet import Host
from tests.sim.links import Item
from tests.sim.swarm import SimPeer, World

PIVOTS: tuple[type[Message], ...] = tuple(
    kind
    for kind in (*AVERAGING_MESSAGES, *(kind for _, kind in sorted(vars(say).items())))
    if isinstance(kind, type) and issubclass(kind, Message) and kind not in (say.Greeting, Message)
)
"""Messages around which peers are struck."""


class Misfortunes:
    """Of one run."""

    def __init__(self, world: World, chance: random.Random) -> None:
        self._world, self._chance = world, chance
        self.deaths = 0
        self.partitions = 0
        self.told: list[str] = []

    async def strike(self) -> None:
        kinds: list[Callable[[SimPeer], Any]] = [
            self._kill, self._kill, self._leave, self._trainer_dies, self._split, self._sever, self._freeze,
            self._break_links, self._aim, self._aim, self._aim, self._aim, self._pause, self._late,
        ]  # fmt: skip
        kind = self._chance.choice(kinds)
        victim = self._chance.choice(self._world.peers)
        if victim.is_alive:
            self._say(f"{kind.__name__.strip('_')} {victim.id}")
            await kind(victim)

    def _say(self, text: str) -> None:
        text = f"{asyncio.get_running_loop().time():.3f} s: {text}"
        logging.getLogger("chaos").info(text)
        self.told.append(text)

    async def _kill(self, victim: SimPeer) -> None:
        await self._die(victim)
        await asyncio.sleep(self._chance.uniform(0.1, 12))
        if not victim.is_alive:
            await victim.start()

    async def _die(self, victim: SimPeer) -> None:
        if victim.is_alive:
            self.deaths += 1
            victim.host.thaw()
            await victim.kill()

    async def _leave(self, victim: SimPeer) -> None:
        await victim.leave()
        await asyncio.sleep(self._chance.uniform(0.1, 12))
        await victim.start()

    async def _trainer_dies(self, victim: SimPeer) -> None:
        if victim.trainer.is_running:
            victim.host.context.run(victim.trainer.die)

    async def _split(self, _: SimPeer) -> None:
        ids = [peer.id for peer in self._world.peers]
        self._chance.shuffle(ids)
        cut = self._chance.randint(1, len(ids) - 1)
        self._world.net.split(ids[:cut], ids[cut:])
        await asyncio.sleep(self._chance.choice([0.5, 3, 8, 20]))
        self._world.net.heal()
        self.partitions += 1

    async def _sever(self, victim: SimPeer) -> None:
        other = self._chance.choice(self._world.peers)
        if other is not victim:
            self._world.net.sever(victim.id, other.id)
            await asyncio.sleep(self._chance.uniform(1, 15))
            self._world.net.mend(victim.id, other.id)

    async def _freeze(self, victim: SimPeer) -> None:
        victim.host.freeze(seems_alive=self._chance.random() < 0.5)
        await asyncio.sleep(self._chance.choice([0.2, 2, 5, 9, 25]))
        victim.host.thaw()

    async def _break_links(self, victim: SimPeer) -> None:
        """As when its address changes: both ends are told at once."""
        for link in victim.host.links():
            if self._chance.random() < 0.7:
                link.end("broken")
                link.twin.end("broken")

    async def _pause(self, victim: SimPeer) -> None:
        await asyncio.get_running_loop().create_task(victim.node.participation.pause(), context=victim.host.context)
        await asyncio.sleep(self._chance.uniform(0.5, 8))
        if victim.is_alive:
            victim.node.participation.resume()

    async def _late(self, victim: SimPeer) -> None:
        """Some of what it sends takes seconds longer."""
        share = self._chance.choice([0.02, 0.2])

        def delay(sender: Host, receiver: PeerId, item: Item | None) -> float:
            is_late = sender is victim.host and self._chance.random() < share
            return self._chance.uniform(0.1, 8) if is_late else 0.0

        self._world.net.taps.append(delay)
        await asyncio.sleep(self._chance.uniform(1, 10))
        self._world.net.taps.remove(delay)

    async def _aim(self, _: SimPeer) -> None:
        """Somebody dies, freezes, loses its links or its trainer just before or after a message of a certain kind."""
        pivot = self._chance.choice(PIVOTS)
        is_sender, is_before = self._chance.random() < 0.6, self._chance.random() < 0.5
        what = self._chance.choice(["die", "die", "freeze", "break", "trainer"])
        struck: asyncio.Future[SimPeer] = asyncio.get_running_loop().create_future()

        def watch(sender: Host, receiver: PeerId, item: Item | None) -> float | None:
            if struck.done() or not isinstance(item, pivot):
                return 0.0
            unlucky = sender.me if is_sender else receiver
            struck.set_result(next(peer for peer in self._world.peers if peer.id == unlucky))
            return None if is_before and what == "die" and is_sender else 0.0

        self._world.net.taps.append(watch)
        try:
            async with asyncio.timeout(10):
                victim = await struck
        except TimeoutError:
            return
        finally:
            self._world.net.taps.remove(watch)
        self._say(f"{what} {victim.id}: {'sends' if is_sender else 'is sent'} {pivot.__name__}, {is_before=}")
        if what == "die":
            await self._kill(victim)
        elif what == "freeze":
            await self._freeze(victim)
        elif what == "trainer":
            await self._trainer_dies(victim)
        else:
            await self._break_links(victim)
