"""Getting out of the way of other programs at once, before the governor's means over seconds say that they are busy."""

import asyncio
import time
from collections.abc import Callable

from core.throttle.conditions import calm_limit_percent
from core.throttle.latch import Latch, Pull, turned

LOOK_EVERY_S = 0.1
CALM_S = 0.5
"""How long others must want little before work goes on: compilers and pages that load pause for moments."""
COST_PERCENT = 1.0
"""Of the time at the most goes into looking, on computers with so many cores that it takes long."""


class StandingAside:
    """Asks ten times a second what others take of the processor, while something is computed there that they would
    feel. Whoever computes at the lowest priority is still felt: a system does not move a new process away from such
    work to a core that is free, so that on two cores two compilers took 1.6 times as long beside one idle-class loop.
    """

    def __init__(
        self,
        others_percent: Callable[[], float | None],
        tell: Callable[[bool], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`others_percent`: use of the whole processor since it was asked last, None where nobody can tell. `tell`:
        whether to stand aside has changed."""
        self._others_percent, self._tell, self._clock = others_percent, tell, clock
        self._limit_percent: float | None = None
        self._is_wanted = asyncio.Event()
        self._latch = Latch()

    def watch(self, limit_percent: float | None) -> None:
        """Above which others' use is in the way; None: nobody is."""
        if limit_percent == self._limit_percent:
            return
        self._limit_percent = limit_percent
        if limit_percent is None:
            self._is_wanted.clear()
            self._turn(Latch())
        else:
            self._is_wanted.set()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await self._is_wanted.wait()
            self._others_percent()  # what was taken until now concerns nobody
            wait_s = LOOK_EVERY_S
            while self._is_wanted.is_set():
                await asyncio.sleep(wait_s)
                wait_s = max(LOOK_EVERY_S, self._look(wait_s) * 100.0 / COST_PERCENT)

    def _look(self, passed_s: float) -> float:
        """What it took, in seconds."""
        begun_s = self._clock()
        percent, limit_percent = self._others_percent(), self._limit_percent
        if limit_percent is not None and percent is not None:
            is_calm = percent < calm_limit_percent(limit_percent)
            pull = Pull(on=percent > limit_percent, off=is_calm, off_after_s=CALM_S)
            self._turn(turned(self._latch, pull, passed_s))
        return self._clock() - begun_s

    def _turn(self, latch: Latch) -> None:
        was_on, self._latch = self._latch.is_on, latch
        if latch.is_on != was_on:
            self._tell(latch.is_on)
