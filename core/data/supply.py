"""Keeps a peer that trains in data: fetches the shards that its work needs and two more, prepares them one at a time,
and removes what is needed last where the data's share of the disk is used up.

A sample is given out for training only while its shard is ready, so nothing here holds up the peer's other duties.
What fails is told in a sentence and tried again; what is here stays.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from core.data.child import Undecodable
from core.data.eviction import evictions
from core.data.fetching import Offload
from core.data.files import DiskFull
from core.data.holdings import Holdings
from core.data.needs import Needs, Wanted, wanted
from core.data.ranges import SampleRange
from core.errors import LocalFault
from core.identity.manifest import Shard
from core.saying import Saying, say
from core.tasks import bare_faults

log = logging.getLogger(__name__)

RETRY_S = 30.0
"""After so long what failed is tried again."""
LOOK_EVERY_S = 10.0

OnFraction = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Trouble:
    """What keeps data from coming, in a sentence with the remedy."""

    saying: Saying
    is_disk_full: bool = False


@dataclass(frozen=True, slots=True)
class SupplyPorts:
    """What a supply is plugged into."""

    position: Callable[[], int]
    """How many samples the run has used: work begins about there."""
    fetch: Callable[[Shard, OnFraction], Awaitable[None]]
    """Brings a shard's file here, however long that takes. Raises `LocalFault`."""
    prepare: Callable[[int, OnFraction], Awaitable[None]]
    """Makes the samples of the shard of that index, whose file is here. Raises `LocalFault`."""
    may_prepare: Callable[[], bool]
    """Whether this computer has time for that now."""
    limit_bytes: Callable[[], int | None]
    """Of files and samples together on this disk; None is no limit."""
    offload: Offload
    on_ready: Callable[[], None]
    """Samples that were not here are now."""


class Supply:
    """Of one run at one peer; `run` does everything."""

    def __init__(self, holdings: Holdings, needs: Needs, work_samples: int, ports: SupplyPorts) -> None:
        """`work_samples`: how many samples from the run's position on are the work at hand."""
        self._holdings = holdings
        self._needs = needs
        self._work_samples = work_samples
        self._ports = ports
        self._wanted = Wanted((), (), ())
        self._demanded: dict[int, None] = {}
        """Shards of samples that were to be trained on and are not here."""
        self._granted: dict[int, int] = {}
        """Shards of samples that were given out, and the run's position at that time."""
        self._fractions: dict[int, float] = {}
        """Of shards that are on their way: half of it fetching, half preparing."""
        self._again_s: dict[int, float] = {}
        """When a shard that failed is tried again."""
        self._has_refused = True
        """Whether what was last to be trained on was not here."""
        self._reserved: dict[int, int] = {}
        """Bytes that shards on their way will take beyond what is counted."""
        self._troubles: dict[int, Trouble] = {}
        self._changed = asyncio.Event()

    # --- what others ask

    def has(self, samples: SampleRange) -> bool:
        """Whether these can be trained on now; if not, they are seen to."""
        shards = self._needs.shards_of(samples)
        lacking = shards - self._holdings.ready
        self._has_refused = bool(lacking)
        if not lacking:
            self._granted |= dict.fromkeys(shards, self._ports.position())
            return True
        if not lacking <= set(self._wanted.now):
            self._demanded |= dict.fromkeys(sorted(lacking))
            self.look()
        return False

    def join(self, shards: tuple[Shard, ...], needs: Needs) -> None:
        """These are all the shards there are by now, and what they are needed for."""
        self._holdings.shards, self._needs = shards, needs
        self._plan()
        self.look()

    def look(self) -> None:
        """The run has moved on, or the settings have changed."""
        self._changed.set()
        self._changed = asyncio.Event()

    @property
    def is_short(self) -> bool:
        """Whether work waits for data."""
        is_ready = self._wanted.now and self._holdings.ready.issuperset(self._wanted.now)
        return self._has_refused and not is_ready

    @property
    def trouble(self) -> Trouble | None:
        """What keeps the most urgent shard from coming, of those that something does."""
        troubled = (index for index in (*self._wanted.now, *self._wanted.ahead) if index in self._troubles)
        return next((self._troubles[index] for index in troubled), None)

    @property
    def fraction(self) -> float:
        """How far what the work at hand needs is ready."""
        sizes = {index: self._holdings.shards[index].bytes for index in self._wanted.now}
        done = sum(
            size * (1.0 if index in self._holdings.ready else self._fractions.get(index, 0.0))
            for index, size in sizes.items()
        )
        return done / sum(sizes.values()) if sizes else 0.0

    @property
    def is_preparing(self) -> bool:
        """Whether all that the work at hand needs is fetched."""
        return all(index in self._holdings.ready or self._holdings.has_file(index) for index in self._wanted.now)

    # --- the life of it

    async def run(self) -> None:
        """Until cancelled."""
        for held in await self._ports.offload(self._holdings.look_at_all):
            self._holdings.note(held)
        self._plan()
        with bare_faults():
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._replan())
                tasks.create_task(self._one_after_another(self._next_to_fetch, self._fetch))
                tasks.create_task(self._one_after_another(self._next_to_prepare, self._prepare))

    def _plan(self) -> None:
        position = self._ports.position()
        self._demanded = {index: None for index in self._demanded if index not in self._holdings.ready}
        work = SampleRange(position, position + self._work_samples)
        self._wanted = wanted(self._needs, len(self._holdings.shards), work, tuple(self._demanded))
        self._granted = {index: at for index, at in self._granted.items() if position - at <= self._work_samples}

    async def _replan(self) -> None:
        while True:
            self._plan()
            await self._keep_limit()
            await self._change_or(LOOK_EVERY_S)

    async def _change_or(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return

    async def _one_after_another(
        self, choose: Callable[[], int | None], work: Callable[[int], Awaitable[None]]
    ) -> None:
        """Does `work` for whatever `choose` finds, and waits where that is nothing."""
        while True:
            index = choose()
            if index is None:
                await self._change_or(LOOK_EVERY_S)
                continue
            try:
                await work(index)
            except LocalFault as fault:
                self._note_trouble(index, fault)
            else:
                self._troubles.pop(index, None)
            finally:
                self._reserved.pop(index, None)
            self._plan()
            self.look()

    def _note_trouble(self, index: int, fault: LocalFault) -> None:
        if index not in self._troubles or self._troubles[index].saying != fault.saying:
            log.warning("%s: %s", self._name(index), fault)
        self._troubles[index] = Trouble(fault.saying, isinstance(fault, DiskFull))
        self._again_s[index] = _now_s() + RETRY_S

    def _is_due(self, index: int) -> bool:
        """What waited only because it was not needed yet is due when it is."""
        was_early = index in self._wanted.now and index not in self._troubles
        return was_early or self._again_s.get(index, 0.0) <= _now_s()

    # --- fetching

    def _next_to_fetch(self) -> int | None:
        """Disk trouble with one is trouble with all: what comes after it would only take the place that it needs."""
        for index in (*self._wanted.now, *self._wanted.ahead):
            if index not in self._holdings.ready and not self._holdings.has_file(index):
                return index if self._is_due(index) else None
        return None

    async def _fetch(self, index: int) -> None:
        if await self._is_prepared(index):
            return
        if not await self._make_room(self._holdings.room_to_fetch(index), index):
            return
        await self._until_overtaken(index, self._ports.fetch(self._holdings.shards[index], self._reporter(index, 0.0)))
        await self._look_at(index)

    async def _is_prepared(self, index: int) -> bool:
        """Its samples may be here without its file."""
        if not await self._ports.offload(lambda: self._holdings.check(index)):
            return False
        self._become_ready(index)
        return True

    async def _until_overtaken(self, index: int, fetching: Awaitable[None]) -> None:
        """Gives a fetch up, for now, when another shard has become more urgent: what has come of it stays."""
        task = asyncio.ensure_future(fetching)
        watch = asyncio.ensure_future(self._overtaken(index))
        try:
            await asyncio.wait({task, watch}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            watch.cancel()
            task.cancel()
            await asyncio.wait({task, watch})
        if not task.cancelled():
            task.result()

    async def _overtaken(self, index: int) -> None:
        while index in self._wanted.now or self._next_to_fetch() == index:
            await self._change_or(LOOK_EVERY_S)

    def _reporter(self, index: int, done: float) -> OnFraction:
        def report(fraction: float) -> None:
            self._fractions[index] = done + fraction / 2

        return report

    # --- preparing

    def _next_to_prepare(self) -> int | None:
        if not self._ports.may_prepare():
            return None
        for index in (*self._wanted.now, *self._wanted.ahead):
            if index not in self._holdings.ready and self._holdings.has_file(index) and self._is_due(index):
                return index
        return None

    async def _prepare(self, index: int) -> None:
        if await self._is_prepared(index):
            return
        if not await self._make_room(self._holdings.room_to_prepare(index), index):
            return
        try:
            await self._ports.prepare(index, self._reporter(index, 0.5))
        except Undecodable as fault:
            if await self._ports.offload(lambda: self._holdings.is_file_sound(index)):
                raise LocalFault(
                    say("{reason} Update Idlewild, or tell the collaboration's organiser.", reason=fault.saying)
                ) from fault
            log.warning("the file of %s is damaged; what is wrong of it is fetched again", self._name(index))
        else:
            if not await self._is_prepared(index):
                raise LocalFault(
                    say("What was made of {name} cannot be read back: check this disk.", name=self._name(index))
                )
        await self._look_at(index)

    def _become_ready(self, index: int) -> None:
        self._holdings.ready.add(index)
        self._fractions.pop(index, None)
        self._demanded.pop(index, None)
        log.info("%s is ready", self._name(index))
        self._ports.on_ready()

    async def _look_at(self, index: int) -> None:
        self._holdings.note(await self._ports.offload(lambda: self._holdings.look(index)))

    # --- room

    async def _make_room(self, needed_bytes: int, index: int) -> bool:
        """False if what is not needed yet must wait. Raises `DiskFull` if there is no room for what is needed now."""
        limit = self._ports.limit_bytes()
        if limit is None:
            return True
        left = await self._evict(limit - needed_bytes, index)
        if left > 0 and index in self._wanted.now:
            raise DiskFull(_too_small(limit, limit + left))
        if left > 0:
            self._again_s[index] = _now_s() + LOOK_EVERY_S
            return False
        self._reserved[index] = needed_bytes
        return True

    async def _keep_limit(self) -> None:
        """What was prepared may have become longer than was expected, and a limit may be lowered."""
        limit = self._ports.limit_bytes()
        if limit is not None:
            await self._evict(limit)

    async def _evict(self, most_bytes: int, *needed: int) -> int:
        """Removes what is needed last until no more than that is held; how many bytes it is still too much. Does so
        only if that is enough, or if nothing is needed."""
        holdings, wanted = self._holdings, self._wanted
        in_use = frozenset((*wanted.now, *self._granted, *needed))
        if any(index in wanted.ahead for index in needed):
            in_use |= frozenset(wanted.ahead)
        excess = holdings.used_bytes + sum(self._reserved.values()) - most_bytes
        choice, left = evictions(list(holdings.held.values()), wanted.order, in_use, excess)
        if choice and (left <= 0 or not needed):
            holdings.forget(choice)
            await self._ports.offload(lambda: holdings.remove(choice))
            for one in choice:
                await self._look_at(one.index)
        return left

    def _name(self, index: int) -> str:
        shard = self._holdings.shards[index]
        return shard.name or str(shard.object)


def _too_small(limit: int, needed: int) -> Saying:
    return say(
        "The {limit_bytes} of the disk that the collaboration's data may take are too few for what is needed at a "
        "time: allow {needed_bytes} in the settings (idlewild run --data-limit {option}).",
        limit_bytes=limit,
        needed_bytes=needed,
        option=f"{needed / 1e9 + 0.05:.1f}",
    )


def _now_s() -> float:
    return asyncio.get_running_loop().time()
