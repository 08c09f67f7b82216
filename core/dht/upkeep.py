"""What keeps the table true and the values where they belong, in the background."""

import asyncio
import logging
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from core.dht.contacts import Contact
from core.dht.kademlia import Kademlia
from core.dht.routing_table import THIN
from core.dht.values import Kind, Value

log = logging.getLogger(__name__)

PROBE_EVERY_S = 10.0
DOUBTS_PER_ROUND = 4
SILENT_S = 300.0
"""Whoever was not heard for so long is asked whether it is there: one member per round."""
LOST_AFTER_SPLIT = 3
"""Lost contacts that are asked per round while the network may have been cut."""
SMALL_TABLE = 64
ROUNDS_PER_LOST = 3
"""In which one lost contact is asked, where so many are there that one more matters little."""
BURST_PROBES = 16
"""Lost contacts asked at once when one of them is found again."""

CARE_EVERY_S = 30.0
THIN_EVERY_S = 15.0
"""The same, while a newcomer knows few at some distance."""
NEIGHBOURS_S = 600.0
JOIN_WIDTH = 8
"""Neighbours that a newcomer gets to know; all of them when it has settled."""
REFRESH_S = 900.0
"""Of a bucket into which no lookup went for so long."""
REPUBLISH_S = 1500.0
"""More than the writers' own interval: holders do it for writers that have gone."""
SWEEP_EVERY_S = 120.0
REPUBLISHED_KEYS = 16
"""At most, each time."""
RETRY_S = 60.0
SETTLE_S = 120.0
SETTLE_OWN_S = 60.0
"""The same for what is stored under a key of this peer's own."""
BACK_OFF_S = 3600.0
"""Until a value is brought again that found all places taken."""


@dataclass(slots=True)
class Announcement:
    """A value that this peer leaves again and again."""

    kind: Kind
    make: Callable[[], Value | None]
    """None while there is nothing to tell."""
    every_s: float
    due_s: float = 0.0
    is_settled: bool = False
    """It was left before; the first time this peer may not have known the right ones yet."""


class Upkeep:
    """Of one peer's part of the hash table."""

    def __init__(self, kademlia: Kademlia, announcements: Iterable[Announcement], chance: random.Random) -> None:
        self._kademlia = kademlia
        self._table = kademlia.table
        self._announcements = list(announcements)
        self._chance = chance
        self._to_probe = asyncio.Event()
        self._to_care = asyncio.Event()
        self._has_found_again = False
        self._is_joined = False
        self._unsearched: list[int] = []
        """Buckets that a newcomer has not looked into, the farthest last."""
        self._neighbours_s = 0.0
        self._sweep_s = 0.0
        self._rounds = 0
        kademlia.on_found_again = self._on_found_again

    def look(self) -> None:
        """There may be somebody to ask now."""
        if not self._is_joined:
            self._to_probe.set()
            self._to_care.set()

    def announce(self) -> None:
        """What is told has changed."""
        for announcement in self._announcements:
            announcement.due_s = 0.0
        self._to_care.set()

    def _on_found_again(self) -> None:
        if self._table.suspects_split(_now_s()) and not self._has_found_again:
            self._has_found_again = True
            self._to_probe.set()

    async def run(self) -> None:
        """Until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._probe_for_ever())
            tasks.create_task(self._care_for_ever())

    # --- who is there

    async def _probe_for_ever(self) -> None:
        while True:
            await _wait(self._to_probe, PROBE_EVERY_S * self._chance.uniform(0.8, 1.2))
            if self._has_found_again:
                await self._find_all_again()
            await self._probe(self._worth_probing())
            await self._leave_copies()
            await self._hand_over()

    def _worth_probing(self) -> list[Contact]:
        now_s = _now_s()
        table = self._table
        self._rounds += 1
        chosen = self._kademlia.to_probe(DOUBTS_PER_ROUND)
        eldest = table.longest_silent()
        if eldest is not None and now_s - eldest.heard_s >= SILENT_S:
            chosen.append(eldest.contact)
        if table.suspects_split(now_s):
            chosen += table.probes_due(LOST_AFTER_SPLIT, now_s)
        elif len(table) < SMALL_TABLE or self._rounds % ROUNDS_PER_LOST == 0:
            chosen += table.probes_due(1, now_s)
        return list({contact.peer: contact for contact in chosen}.values())

    async def _probe(self, contacts: Iterable[Contact]) -> int:
        """How many answered."""
        probes = [self._kademlia.probe(contact) for contact in contacts]
        if not probes:
            return 0
        count = sum(await asyncio.gather(*probes))
        if count:
            self.look()
        return count

    async def _find_all_again(self) -> None:
        """The network was cut and is whole again, it seems: whoever was lost by it is asked now, not by and by."""
        now_s = _now_s()
        lost = self._table.probes_due(len(self._table.lost), now_s)
        found = 0
        for first in range(0, len(lost), BURST_PROBES):
            found += await self._probe(lost[first : first + BURST_PROBES])
        log.info("members found again after a split: %d of %d", found + 1, len(lost) + 1)
        self._has_found_again = False
        self._is_joined = False
        self.announce()

    async def _leave_copies(self) -> None:
        copies, self._kademlia.copies = self._kademlia.copies, []
        for holder, value in copies:
            await self._kademlia.give(holder, [value], is_copy=True)

    async def _hand_over(self) -> None:
        newcomers, self._kademlia.newcomers = self._kademlia.newcomers, []
        for newcomer in newcomers:
            due = self._kademlia.due_to(newcomer)
            if due:
                await self._kademlia.give(newcomer, due)

    # --- where things belong

    async def _care_for_ever(self) -> None:
        await asyncio.sleep(self._chance.uniform(0.0, 1.0))
        while True:
            await self._search_thin_bucket()
            await self._join()
            await self._refresh()
            await self._announce_what_is_due()
            if _now_s() >= self._sweep_s:
                self._sweep_s = _now_s() + SWEEP_EVERY_S * self._chance.uniform(0.8, 1.2)
                self._kademlia.store.sweep(_now_s())
                await self._republish()
            every_s = THIN_EVERY_S if self._unsearched else CARE_EVERY_S
            await _wait(self._to_care, every_s * self._chance.uniform(0.8, 1.2))

    async def _join(self) -> None:
        """Gets to know the neighbourhood first, then by and by some at every distance (*Kademlia*, section 2.3), unless
        as many as a search brings were met on the way."""
        if not len(self._table):
            self._is_joined = False
        if self._is_joined or not len(self._table):
            return
        self._is_joined = True
        neighbours = await self._search_neighbours(JOIN_WIDTH)
        self._neighbours_s = _now_s() + SETTLE_S * self._chance.uniform(0.5, 1.0)
        # Nobody is nearer than these but those among them: only beyond the farthest there is something to find.
        indexes = [self._table.index(contact.position) for contact in neighbours]
        whole = max(indexes, default=-1) if len(neighbours) >= JOIN_WIDTH else -1
        self._unsearched = [index for index in sorted(self._table.buckets)[1:] if index > whole]

    async def _search_thin_bucket(self) -> None:
        while self._unsearched:
            index = self._unsearched.pop()
            if len(self._table.buckets[index].entries) < THIN:
                await self._search_bucket(index)
                return

    async def _search_neighbours(self, width: int | None = None) -> list[Contact]:
        self._neighbours_s = _now_s() + NEIGHBOURS_S * self._chance.uniform(0.8, 1.2)
        return (await self._kademlia.nearest(self._kademlia.me.raw, width)).nearest

    async def _search_bucket(self, index: int) -> None:
        await self._kademlia.nearest(self._table.random_target(index, self._chance), THIN)

    async def _refresh(self) -> None:
        if not len(self._table):
            return
        now_s = _now_s()
        if now_s >= self._neighbours_s:
            await self._search_neighbours()
        stale = [i for i, bucket in self._table.buckets.items() if now_s - bucket.searched_s >= REFRESH_S]
        if stale:  # one at a time: they need not come together again
            await self._search_bucket(self._chance.choice(stale))

    async def _announce_what_is_due(self) -> None:
        for announcement in self._announcements:
            if _now_s() < announcement.due_s or not len(self._table):
                continue
            if self._may_wait(announcement):
                announcement.is_settled = True
                settle_s = SETTLE_OWN_S if announcement.kind.is_own else SETTLE_S
                announcement.due_s = _now_s() + settle_s * self._chance.uniform(0.5, 1.0)
                continue
            value = announcement.make()
            if value is None:
                continue
            every_s = announcement.every_s if announcement.is_settled else SETTLE_S
            announcement.is_settled = True
            announcement.due_s = _now_s() + every_s * self._chance.uniform(0.9, 1.1)
            if not await self._kademlia.store_value(value):
                is_full = not announcement.kind.is_own and len(self._table) >= self._table.width
                announcement.due_s = _now_s() + (BACK_OFF_S if is_full else RETRY_S)

    def _may_wait(self, announcement: Announcement) -> bool:
        """A newcomer among many, who does not know the right ones yet, is not missed: those that deal with it have its
        record from itself, and who goes again at once leaves nothing behind."""
        return not (announcement.is_settled or len(self._table) < self._table.width)

    async def _republish(self) -> None:
        untold = self._kademlia.store.untold(REPUBLISH_S, _now_s(), REPUBLISHED_KEYS)
        for key, values in untold.items():
            found = await self._kademlia.nearest(key)
            await self._kademlia.store_at(key, values, found.nearest)


def _now_s() -> float:
    return asyncio.get_running_loop().time()


async def _wait(event: asyncio.Event, limit_s: float) -> None:
    try:
        async with asyncio.timeout(limit_s):
            await event.wait()
    except TimeoutError:
        pass
    event.clear()
