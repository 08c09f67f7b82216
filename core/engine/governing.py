"""Whether training may run now, looked at every second: facts from sensors and settings, decision from the policy."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from core.storage import settings as page
from core.storage.settings import Settings
from core.throttle.facts import UNTHROTTLED, Facts, Rules
from core.throttle.policy import FREE, Decision, decide
from core.throttle.sensors.computer import on_battery
from core.throttle.sensors.processor import CpuOfOthers

LOOK_EVERY_S = 1.0


class Governor:
    """Applies the policy. `on_decision` is awaited at each change of whether training may run."""

    def __init__(
        self,
        settings: Settings,
        *,
        is_throttled: bool,
        committed_step: Callable[[], int],
        on_decision: Callable[[Decision], Awaitable[None]],
    ) -> None:
        self._settings = settings
        self._is_throttled = is_throttled
        self._committed_step = committed_step
        self._on_decision = on_decision
        self._cpu = CpuOfOthers()
        self._finish_step: int | None = None
        self._look_again = asyncio.Event()
        self.decision: Decision = FREE

    @property
    def paused_until_s(self) -> float | None:
        return self._settings.get(page.PAUSED_UNTIL_S)

    def pause(self, seconds: float | None) -> None:
        """For so long, or until `resume`."""
        self._settings.set(page.PAUSED_BY_USER, seconds is None)
        self._settings.set(page.PAUSED_UNTIL_S, None if seconds is None else time.time() + seconds)
        self._finish_step = None
        self._look_again.set()

    def resume(self) -> None:
        self._settings.set(page.PAUSED_BY_USER, False)
        self._settings.set(page.PAUSED_UNTIL_S, None)
        self._finish_step = None
        self._look_again.set()

    def finish_step(self) -> None:
        """Ends the step under way, then pauses."""
        self._finish_step = self._committed_step() + 1
        self._look_again.set()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            self._look_again.clear()
            await self.look()
            try:
                async with asyncio.timeout(LOOK_EVERY_S):
                    await self._look_again.wait()
            except TimeoutError:
                continue

    async def look(self) -> None:
        """One decision."""
        before = self.decision
        self.decision = decide(self._facts(), self._rules(), before, time.time())
        if self.decision.may_run != before.may_run:
            await self._on_decision(self.decision)

    def _facts(self) -> Facts:
        return Facts(
            on_battery=on_battery() if self._is_throttled else None,
            others_cpu_percent=self._cpu.percent() if self._is_throttled else None,
            paused_by_user=self._settings.get(page.PAUSED_BY_USER),
            paused_until_s=self._settings.get(page.PAUSED_UNTIL_S),
            finish_step=self._finish_step,
            committed_step=self._committed_step(),
        )

    def _rules(self) -> Rules:
        if not self._is_throttled:
            return UNTHROTTLED
        return Rules(
            pause_on_battery=self._settings.get(page.PAUSE_ON_BATTERY),
            pause_when_busy=self._settings.get(page.PAUSE_WHEN_BUSY),
            cpu_busy_limit_percent=self._settings.get(page.CPU_BUSY_LIMIT_PERCENT),
        )
