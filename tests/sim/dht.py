"""Thousands of members of one hash table in virtual time: the real code above the links, and a net that carries
questions with latency, loses the dead, and can be cut."""

import asyncio
import contextlib
import random
from collections import Counter

from core.dht.contacts import Contact, Notary
from core.dht.directory import Head
from core.dht.kademlia import Kademlia, KademliaPorts
from core.dht.messages import Question
from core.dht.records import PeerRecord, make_record
from core.dht.run_directory import HEAD_EVERY_S, HEAD_LIFE_S, LIFE_S, RECORD_EVERY_S
from core.dht.store import StoreLimits
from core.dht.upkeep import Announcement, Upkeep
from core.dht.values import HEADS, PEER, PEERS, Kind, Value, make_value
from core.errors import PeerTimeout
from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity
from core.identity.wire import pack
from core.transport.api import Address, M, Message

RUN = RunId(bytes(range(32)))
EPOCH_S = 1_700_000_000.0
TIMEOUT_S = 4.0


class Net:
    """All members, and what lies between them."""

    def __init__(self, seed: int = 1, *, shares_checks: bool = True) -> None:
        """`shares_checks`: signatures are checked once for all members together, which changes nothing but the time
        that it takes."""
        self.chance = random.Random(seed)
        self.alive: dict[PeerId, Member] = {}
        self.order: list[Member] = []
        self.halves: dict[PeerId, int] | None = None
        """While cut: on which side each is."""
        self.asked: Counter[str] = Counter()
        self.unanswered = 0
        self._ticks: dict[int, list[asyncio.Future[None]]] = {}
        self.notary = Notary(RUN, 1 << 20) if shares_checks else None

    async def wait(self, delay_s: float) -> None:
        """As `asyncio.sleep`, in whole milliseconds: what happens in the same one costs the loop one timer."""
        loop = asyncio.get_running_loop()
        tick = int((loop.time() + delay_s) * 1000) + 1
        waiting = self._ticks.get(tick)
        if waiting is None:
            waiting = self._ticks[tick] = []
            loop.call_at(tick / 1000, self._ring, tick)
        bell: asyncio.Future[None] = loop.create_future()
        waiting.append(bell)
        await bell

    def _ring(self, tick: int) -> None:
        for bell in self._ticks.pop(tick):
            if not bell.done():
                bell.set_result(None)

    def can_see(self, a: PeerId, b: PeerId) -> bool:
        return b in self.alive and (self.halves is None or self.halves.get(a) == self.halves.get(b))

    def add(self, *, is_client: bool = False, acquaintances: int = 3) -> "Member":
        member = Member(self, is_client=is_client)
        known = [other for other in self.order if not other.is_client]
        for other in self.chance.sample(known, min(acquaintances, len(known))):
            member.kademlia.suggest(other.record)
        self.alive[member.id] = member
        self.order.append(member)
        member.start()
        return member

    async def kill(self, member: "Member") -> None:
        del self.alive[member.id]
        position = self.order.index(member)
        self.order[position] = self.order[-1]
        self.order.pop()
        await member.end()

    async def end(self) -> None:
        for member in list(self.order):
            await self.kill(member)


class Member:
    """One peer, with the announcements that a whole peer makes."""

    def __init__(self, net: Net, *, is_client: bool = False) -> None:
        self.net = net
        self.chance = random.Random(net.chance.getrandbits(64))
        self.identity = Identity.from_seed(net.chance.randbytes(32))
        self.id = self.identity.peer_id
        self.is_client = is_client
        number = net.chance.getrandbits(24)
        address = Address(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", 4000)
        self.delay_s = self.chance.uniform(0.003, 0.06)
        self.since_s = asyncio.get_running_loop().time()
        self.record: PeerRecord = make_record(self.identity, RUN, () if is_client else (address,), self.unix_time())
        self.clock_ahead_s = 0.0
        self.kademlia = Kademlia(
            self.id,
            net.notary or Notary(RUN),
            KademliaPorts(
                asker=self,
                my_record=lambda: self.record,
                unix_time=self.unix_time,
                loop_time=asyncio.get_running_loop().time,
                chance=self.chance,
            ),
            StoreLimits(),
        )
        self.upkeep = Upkeep(
            self.kademlia,
            []
            if is_client
            else [
                Announcement(PEER, lambda: self.value(PEER, pack(self.record)), RECORD_EVERY_S),
                Announcement(PEERS, lambda: self.value(PEERS, pack(self.record)), RECORD_EVERY_S),
                Announcement(HEADS, self._head, HEAD_EVERY_S),
            ],
            self.chance,
        )
        self.task: asyncio.Task[None] | None = None

    def unix_time(self) -> float:
        return EPOCH_S + asyncio.get_running_loop().time() + getattr(self, "clock_ahead_s", 0.0)

    def value(self, kind: Kind, content: bytes, life_s: float = LIFE_S) -> Value:
        return make_value(self.identity, RUN, kind, content, self.kademlia.now_s(), life_s)

    def _head(self) -> Value:
        return self.value(HEADS, pack(Head(1, Digest(RUN.raw))), HEAD_LIFE_S)

    def start(self) -> None:
        self.task = asyncio.get_running_loop().create_task(self.upkeep.run())
        self.upkeep.look()

    async def end(self) -> None:
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task

    async def ask(self, contact: Contact, question: Message, answer: type[M]) -> M:
        net = self.net
        net.asked[type(question).__name__] += 1
        other = net.alive.get(contact.peer)
        if other is not None:
            await net.wait(self.delay_s + other.delay_s)
        if other is None or not net.can_see(self.id, contact.peer):
            net.unanswered += 1
            await net.wait(TIMEOUT_S)
            raise PeerTimeout("no answer")
        assert isinstance(question, Question)
        said = other.kademlia.answer(self.id, self.record, question)
        await net.wait(self.delay_s + other.delay_s)
        if not net.can_see(self.id, contact.peer):
            net.unanswered += 1
            await net.wait(TIMEOUT_S)
            raise PeerTimeout("no answer")
        assert isinstance(said, answer)
        return said
