"""What a session does when the governor decides."""

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

from core.errors import LocalFault
from core.throttle.policy import Act, Decision

log = logging.getLogger(__name__)

AGAIN_S = 1.0


class Hand(Protocol):
    """A trainer, to whom orders it about."""

    @property
    def device(self) -> str: ...

    def set_may_run(self, may_run: bool) -> None:
        """In any thread; work stops within a fraction of a second."""
        ...

    def stand_aside(self, aside: bool) -> None:
        """Work rests while others need the computer for a moment."""
        ...

    def set_duty(self, duty: float) -> None:
        """Part of the time, over 0 to 1, in turns of a fraction of a second. Holds for processes started later too,
        as does the next."""
        ...

    def set_cores(self, cores: int) -> None: ...

    async def release(self) -> None:
        """Gives the device's memory back. What is accumulated stays. It must stand still. Raises `LocalFault`."""
        ...

    async def reclaim(self) -> None:
        """Ready to work again. Raises `LocalFault`."""
        ...


class Part(Protocol):
    """A peer's part in a run (`core.swarm.participation.Participation`)."""

    async def pause(self) -> None: ...

    def resume(self) -> None: ...


class Place(Protocol):
    """Where a peer stands in a run (`core.swarm.replica.Replica`)."""

    @property
    def head_step(self) -> int:
        """The last that is committed."""
        ...

    async def stand_still(self) -> None:
        """The trainer, until the part is resumed. Raises `LocalFault`."""
        ...


class Obedience:
    """The governor's crew in one session."""

    def __init__(
        self,
        hand: Hand,
        part: Part,
        place: Place,
        *,
        trains: bool,
        on_work: Callable[[], None],
        on_bulk: Callable[[bool], None],
    ) -> None:
        """`on_work`: whether work is allowed has changed. `on_bulk`: whether much may cross the network has, which at
        first it may."""
        self._hand, self._part, self._place = hand, part, place
        self.trains = trains
        self._on_work, self._on_bulk = on_work, on_bulk
        self._decision: Decision | None = None
        self._pace: tuple[float, int] | None = None
        """Duty and cores, as the trainer was told last; it keeps to them through all its processes' lives."""
        self._is_due = asyncio.Event()

    @property
    def device(self) -> str:
        return self._hand.device

    @property
    def committed_step(self) -> int:
        return self._place.head_step

    def set_may_run(self, may_run: bool) -> None:
        self._hand.set_may_run(may_run)

    def stand_aside(self, aside: bool) -> None:
        self._hand.stand_aside(aside)

    def obey(self, decision: Decision) -> None:
        before, self._decision = self._decision, decision
        if decision.may_run:
            self._set_pace(decision)
        if before is None or before.act is not decision.act:
            self._is_due.set()
        if before is None or before.may_run != decision.may_run:
            self._on_work()
        was_bulk = before is None or before.bulk
        if was_bulk != decision.bulk:
            self._on_bulk(decision.bulk)

    def _set_pace(self, decision: Decision) -> None:
        pace = round(decision.duty, 3), decision.cores
        if pace == self._pace:
            return
        duty, cores = self._pace = pace
        self._hand.set_duty(duty)
        if cores:
            self._hand.set_cores(cores)

    async def run(self) -> None:
        """What takes time, one after the other, the newest decision always; until cancelled."""
        runs: bool | None = None
        is_free = False
        while True:
            await self._is_due.wait()
            self._is_due.clear()
            assert self._decision is not None
            act = self._decision.act
            if act in (Act.RUN, Act.FINISH):
                if is_free and (is_free := not await self._reclaim()):
                    await self._try_again()
                if runs is not True and not is_free:
                    runs = True
                    self._part.resume()
                continue
            if runs is not False:
                runs = False
                await self._part.pause()
            if act is Act.FREE and not is_free:
                is_free = await self._release()
                if not is_free:
                    await self._try_again()

    async def _try_again(self) -> None:
        """Before long, if what is wanted has not changed by then."""
        await asyncio.sleep(AGAIN_S)
        self._is_due.set()

    async def _release(self) -> bool:
        """Whether it worked. Without a standing among the others nobody else sees to it that it stands still."""
        try:
            await self._place.stand_still()
            await self._hand.release()
        except LocalFault as fault:
            log.info("the device's memory is not given back yet: %s", fault)
            return False
        return True

    async def _reclaim(self) -> bool:
        """Whether it worked."""
        try:
            await self._hand.reclaim()
        except LocalFault as fault:
            log.warning("the device's memory cannot be had: %s", fault)
            return False
        return True
