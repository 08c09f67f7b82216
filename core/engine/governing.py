"""The engine's governor: facts from sensors, orders and preferences, decisions from the policy, for whoever works."""

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from core.engine.bulk import BulkGate
from core.engine.crew import Crew, MakeSensors
from core.engine.standing_aside import StandingAside
from core.errors import LocalFault
from core.ipc.preferences import Preferences
from core.ipc.records import Preview, SensorReading
from core.saying import say
from core.storage import settings as page
from core.storage.settings import Settings
from core.throttle.describing import described
from core.throttle.facts import Orders, Situation, device_kind
from core.throttle.policy import Decision, Memory, cores_for, decide, forgetful, unthrottled
from core.throttle.previewing import preview
from core.throttle.processor import usable_cores
from core.throttle.readings import UNKNOWN, Readings
from core.throttle.schedule import LocalHour, local_hour

LOOK_EVERY_S = 1.0
SETTLING_S = 3.0
"""Sensors know little at first; what they could not tell then is not waited for."""


@dataclass(frozen=True, slots=True)
class Calendar:
    now_s: Callable[[], float] = time.time
    """Unix time."""
    local: LocalHour = local_hour


THIS_CALENDAR = Calendar()
"""This computer's."""


class Governor:
    """One per engine; a session joins it as its crew. Everything but `on_input` belongs to the event loop."""

    def __init__(
        self,
        settings: Settings,
        make_sensors: MakeSensors,
        *,
        is_throttled: bool,
        device: str = "cpu",
        month_bytes: Callable[[], int] = lambda: 0,
        on_bulk: Callable[[bool], None] = lambda _: None,
        calendar: Calendar = THIS_CALENDAR,
    ) -> None:
        """`is_throttled`: False obeys the owner's orders alone. `device`: a guess until a crew comes. `month_bytes`:
        sent and received in this calendar month. `on_bulk`: whether much may cross the network has changed."""
        self._settings = settings
        self._is_throttled = is_throttled
        self._device = device
        self._month_bytes = month_bytes
        self._on_bulk = on_bulk
        self._clock, self._local = calendar.now_s, calendar.local
        self.bulk = BulkGate()
        self._crew: Crew | None = None
        self._finish_step: int | None = None
        self._look_again = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._input = _Input()
        self._is_watching = False
        self._cores = usable_cores()
        self._sensors = make_sensors(self.on_input, lambda: bool(settings.preferences().programs))
        self._aside = StandingAside(self._sensors.others_of_late, self._stand_aside)
        if settings.preferences().start_paused:
            settings.set(page.PAUSED_BY_USER, True)
        self._began_s: float | None = None
        self.has_settled = False
        """Whether the sensors have told what they can, so that nothing is done on a network that is known to charge a
        moment later."""
        self.decision: Decision = self._decided(UNKNOWN, None)

    # --- orders

    @property
    def has_consent(self) -> bool:
        return self._settings.get(page.CONSENT) is True

    def consent(self, given: bool) -> None:
        self._settings.set(page.CONSENT, given)
        self.look()

    def pause(self, seconds: float | None) -> None:
        """For so long, or until `resume`."""
        self._keep_pause(seconds is None, seconds)
        self.look()

    def resume(self) -> None:
        self._keep_pause(False, None)
        self.look()

    def _keep_pause(self, is_endless: bool, seconds: float | None) -> None:
        self._settings.set(page.PAUSED_BY_USER, is_endless)
        self._settings.set(page.PAUSED_UNTIL_S, None if seconds is None else self._clock() + seconds)
        self._settings.set(page.PAUSED_FOR_S, seconds)
        self._finish_step = None

    def finish_step(self) -> None:
        """Ends the step under way, then pauses. Raises `LocalFault` where there is none."""
        if self._crew is None:
            raise LocalFault(say("No step is under way: wait until training has started, or join a collaboration."))
        self._finish_step = self._crew.committed_step + 1
        self.look()

    # --- preferences

    @property
    def preferences(self) -> Preferences:
        return self._settings.preferences()

    def change(self, changes: dict[str, Any]) -> Preferences:
        """Takes effect at once: waiting times of the rules before are forgotten. Raises `UsageError`."""
        after = self._settings.change(changes)
        self.decision = replace(self.decision, memory=forgetful(self.decision.memory))
        self.look()
        return after

    def preview(self, changes: dict[str, Any]) -> Preview:
        """Raises `UsageError`."""
        rules = self._rules(self._settings.with_changes(changes))
        return preview(self._situation(self._readings()), rules, self._clock(), self._local)

    def sensed(self) -> list[SensorReading]:
        return described(self._sensors.read(), self._sensors.sources(), self.preferences.programs)

    @property
    def threads(self) -> int | None:
        """Of the processor, that a trainer begins with; None: its own choice."""
        asked = self.preferences.cpu_cores
        return cores_for(self.preferences, self._cores) if asked or self._is_throttled else None

    # --- who works

    def join(self, crew: Crew) -> None:
        with self._input.lock:
            self._crew, self._device = crew, crew.device
            self._input.may_run = None
        self.look()

    def leave(self) -> None:
        self._aside.watch(None)
        with self._input.lock:
            self._crew = None
        self._finish_step = None
        self._watch(closely=False)

    def _watch(self, *, closely: bool) -> None:
        """It costs something, so only while input would stop what is done."""
        if closely != self._is_watching:
            self._is_watching = closely
            self._sensors.watch_closely(closely)

    @property
    def _rules_count(self) -> bool:
        """Whether sensors are asked: not where nobody is to be considered, or nothing is computed."""
        return self._is_throttled and (self._crew is None or self._crew.trains)

    def on_input(self) -> None:
        """A key, the mouse or a pad was touched: called in the sensors' thread. What must stop stops here and now."""
        with self._input.lock:
            self._input.count += 1
            self._input.at_s = time.monotonic()
            stops = self._crew is not None and self._input.stops
            if self._crew is not None and stops:
                self._input.may_run = False
                self._crew.set_may_run(False)
        if self._loop is not None and stops:
            try:
                self._loop.call_soon_threadsafe(self._look_again.set)
            except RuntimeError:  # the loop is closed: the engine has ended
                return

    # --- looks

    async def run(self) -> None:
        """Until cancelled."""
        self._loop = asyncio.get_running_loop()
        self._began_s = time.monotonic()
        self._sensors.start()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._aside.run())
                await self._keep_looking()
        finally:
            self._sensors.close()

    async def _keep_looking(self) -> None:
        while True:
            self._look_again.clear()
            self.look()
            try:
                async with asyncio.timeout(LOOK_EVERY_S):
                    await self._look_again.wait()
            except TimeoutError:
                continue

    def look(self) -> None:
        """One decision, and it is obeyed."""
        crew = self._crew
        if crew is not None:
            self._device = crew.device
        self._note_finished()
        inputs = self._input.count
        is_new = self._began_s is None or time.monotonic() - self._began_s < SETTLING_S
        memory, readings = self.decision.memory, self._readings()
        self.decision = self._decided(readings, forgetful(memory) if is_new else memory)
        self.has_settled = not is_new or not self._rules_count or readings.is_metered is not None
        if self.decision.bulk != self.bulk.is_open:
            self.bulk.change(self.decision.bulk)
            self._on_bulk(self.decision.bulk)
        if crew is not None:
            self._watch(closely=self.decision.yields_to_input and self._rules_count)
            self._aside.watch(self.decision.stands_aside_percent)
            self._let_run(crew, inputs)
            crew.obey(self.decision)

    def _stand_aside(self, aside: bool) -> None:
        if self._crew is not None:
            self._crew.stand_aside(aside)

    def _let_run(self, crew: Crew, inputs: int) -> None:
        """`inputs`: how many there were when the facts were read. One that came since is answered first."""
        may_run = self.decision.may_run
        with self._input.lock:
            self._input.stops = self.decision.yields_to_input
            if may_run and self._input.stops and self._input.count != inputs:
                self._look_again.set()
                may_run = False
            if may_run != self._input.may_run:
                self._input.may_run = may_run
                crew.set_may_run(may_run)

    def _decided(self, readings: Readings, memory: Memory | None) -> Decision:
        return decide(self._situation(readings), self._rules(self.preferences), memory, self._clock(), self._local)

    def _rules(self, preferences: Preferences) -> Preferences:
        return preferences if self._rules_count else unthrottled(preferences)

    def _readings(self) -> Readings:
        """With the last input that was noticed: it may be newer than what is read."""
        if not self._rules_count:
            return UNKNOWN
        readings = self._sensors.read()
        since_s = time.monotonic() - self._input.at_s
        if readings.idle_s is not None and since_s < readings.idle_s:
            return replace(readings, idle_s=since_s)
        return readings

    def _situation(self, readings: Readings) -> Situation:
        return Situation(
            readings=readings,
            orders=self._orders(),
            device=device_kind(self._device),
            cores=self._cores,
            month_bytes=self._month_bytes(),
        )

    def _orders(self) -> Orders:
        return Orders(
            has_consent=self.has_consent,
            paused=self._settings.get(page.PAUSED_BY_USER),
            paused_until_s=self._end_of_pause_s(),
            finish_step=self._finish_step,
            committed_step=self._crew.committed_step if self._crew is not None else 0,
        )

    def _end_of_pause_s(self) -> float | None:
        """Never later than the ordered time from now on: a clock that was ahead by years is set right some day."""
        until_s, for_s = self._settings.get(page.PAUSED_UNTIL_S), self._settings.get(page.PAUSED_FOR_S)
        if until_s is None or for_s is None or until_s <= self._clock() + for_s:
            return until_s
        self._settings.set(page.PAUSED_UNTIL_S, self._clock() + for_s)
        return self._clock() + for_s

    def _note_finished(self) -> None:
        """The step that was to be the last one is committed: from now on it is a pause like any other, and is kept."""
        if self._finish_step is not None and self._crew is not None and self._crew.committed_step >= self._finish_step:
            self._keep_pause(True, None)


class _Input:
    """What the sensors' thread and the event loop share, under one lock."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.count = 0
        self.at_s = float("-inf")
        """By the monotonic clock."""
        self.stops = False
        """Whether input forbids what is done now."""
        self.may_run: bool | None = None
        """What the crew was told last."""
