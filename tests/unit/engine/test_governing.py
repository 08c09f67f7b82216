"""The engine's governor over sensors that say what the test wants, and a crew that notes what it is told."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from core.engine.governing import Calendar, Governor
from core.errors import LocalFault, UsageError
from core.ipc.messages import Reason
from core.storage import settings as page
from core.storage.database import Database
from core.storage.settings import Settings
from core.throttle.policy import Act, Decision
from core.throttle.readings import Readings
from tests.sim.clock import run as in_virtual_time

CALM = Readings(idle_s=1e6, is_locked=False, is_full_screen=False, is_in_call=False, on_battery=False)


@dataclass
class Sensors:
    """`core.throttle.sensors.Sensors`, told what to read."""

    on_input: Callable[[], None]
    programs_wanted: Callable[[], bool]
    readings: Readings = CALM
    is_close: bool = False
    others_percent: float | None = 0.0
    reads: int = 0
    while_reading: Callable[[], None] = lambda: None
    is_started: bool = False

    def start(self) -> None:
        self.is_started = True

    def close(self) -> None:
        self.is_started = False

    def read(self) -> Readings:
        self.reads += 1
        readings = self.readings
        self.while_reading()
        return readings

    def sources(self) -> Mapping[str, str]:
        return {"idle_s": "XScreenSaver"}

    def others_of_late(self) -> float | None:
        return self.others_percent

    def watch_closely(self, closely: bool) -> None:
        self.is_close = closely


@dataclass
class Crew:
    device: str = "cuda:0"
    trains: bool = True
    committed_step: int = 4
    may_run: bool | None = None
    aside: bool = False
    told: list[Decision] = field(default_factory=list)

    def set_may_run(self, may_run: bool) -> None:
        self.may_run = may_run

    def stand_aside(self, aside: bool) -> None:
        self.aside = aside

    def obey(self, decision: Decision) -> None:
        self.told.append(decision)


class Desk:
    """One engine's governor."""

    def __init__(self, folder: Path, *, is_throttled: bool = True) -> None:
        self.database = Database.open(folder / "home.sqlite")
        self.settings = Settings(self.database)
        self.settings.set(page.CONSENT, True)
        self.now_s = 1_760_000_000.0
        self.is_throttled = is_throttled
        self.month_bytes = 0
        self.bulk: list[bool] = []
        self.while_deciding: Callable[[], None] = lambda: None
        self.restart()

    def restart(self) -> None:
        self.settings = Settings(self.database)
        self.governor = Governor(
            self.settings,
            self._make_sensors,
            is_throttled=self.is_throttled,
            month_bytes=lambda: self.month_bytes,
            on_bulk=self.bulk.append,
            calendar=Calendar(lambda: self.now_s, self._local),
        )

    def _local(self, unix_s: float) -> tuple[int, int]:
        self.while_deciding()
        return 0, 12

    def _make_sensors(self, on_input: Callable[[], None], programs_wanted: Callable[[], bool]) -> Sensors:
        self.sensors = Sensors(on_input, programs_wanted)
        return self.sensors

    def join(self, crew: Crew) -> Crew:
        self.governor.join(crew)
        return crew

    def look(self, after_s: float = 1.0) -> Decision:
        self.now_s += after_s
        self.governor.look()
        return self.governor.decision


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.database.close()


def test_who_joins_is_told_at_once(desk: Desk) -> None:
    crew = desk.join(Crew())
    assert crew.may_run is True
    assert [decision.act for decision in crew.told] == [Act.RUN]
    assert desk.sensors.is_close
    desk.governor.pause(None)
    assert not desk.sensors.is_close  # it costs something
    desk.governor.resume()
    assert desk.sensors.is_close
    desk.governor.leave()
    assert not desk.sensors.is_close


def test_a_pause_from_before_holds_and_survives_a_restart(desk: Desk) -> None:
    desk.governor.pause(3600.0)
    assert desk.governor.decision.reason is Reason.PAUSED_BY_USER
    desk.restart()
    desk.look()
    crew = desk.join(Crew())
    assert (crew.may_run, desk.governor.decision.reason) == (False, Reason.PAUSED_BY_USER)
    desk.look(3600.0)
    assert crew.may_run
    desk.governor.pause(None)
    assert not crew.may_run
    desk.governor.resume()
    assert crew.may_run


def test_input_stops_the_card_in_its_own_thread(desk: Desk) -> None:
    """Nothing of the event loop runs meanwhile: there is none."""
    crew = desk.join(Crew())
    thread = threading.Thread(target=desk.sensors.on_input)
    thread.start()
    thread.join()
    assert crew.may_run is False
    assert desk.look().reason is Reason.IN_USE  # though the sensors have not read it yet
    assert crew.may_run is False


def test_input_while_the_facts_are_read_is_answered_first(desk: Desk) -> None:
    crew = desk.join(Crew())
    desk.sensors.while_reading = desk.sensors.on_input
    desk.look()
    assert crew.may_run is False
    desk.sensors.while_reading = lambda: None
    assert desk.look().reason is Reason.IN_USE


def test_input_while_the_policy_decides_is_answered_first(desk: Desk) -> None:
    crew = desk.join(Crew())
    desk.while_deciding = desk.sensors.on_input
    assert desk.look().may_run  # by facts that were true
    assert crew.may_run is False
    desk.while_deciding = lambda: None
    assert desk.look().reason is Reason.IN_USE


def test_input_that_forbids_nothing_stops_nothing(desk: Desk) -> None:
    crew = desk.join(Crew(device="cpu"))
    desk.sensors.on_input()
    assert crew.may_run is True
    assert desk.look().may_run


def test_after_an_input_it_runs_again_by_the_rule(desk: Desk) -> None:
    desk.settings.change({"away_after_s": 10})
    crew = desk.join(Crew())
    desk.sensors.on_input()
    desk.governor._input.at_s -= 11.0  # so long ago
    desk.sensors.readings = replace(CALM, idle_s=11.0)
    for _ in range(4):
        desk.look()
    assert crew.may_run is True


def test_changed_rules_take_effect_at_once_and_wrong_ones_not_at_all(desk: Desk) -> None:
    crew = desk.join(Crew())
    desk.sensors.readings = replace(CALM, on_battery=True)
    assert desk.look().reason is Reason.ON_BATTERY
    desk.governor.change({"pause_on_battery": False, "gpu_duty_percent": 30})
    assert crew.may_run
    assert crew.told[-1].duty == 0.3
    with pytest.raises(UsageError, match="true or false"):
        desk.governor.change({"pause_on_battery": "maybe"})
    assert crew.may_run
    desk.governor.change({"pause_on_battery": None})
    assert not crew.may_run


def test_a_preview_changes_nothing_and_is_quick(desk: Desk) -> None:
    desk.join(Crew())
    begun_s = time.perf_counter()
    found = desk.governor.preview({"gpu_when": "never"})
    assert time.perf_counter() - begun_s < 0.05
    assert (found.runs, found.reason) == (False, Reason.NOT_ALLOWED)
    assert desk.look().may_run
    assert desk.governor.preferences.gpu_when == "away"
    with pytest.raises(UsageError):
        desk.governor.preview({"gpu_when": 3})


def test_finish_becomes_a_pause_that_is_kept(desk: Desk) -> None:
    with pytest.raises(LocalFault, match="No step is under way"):
        desk.governor.finish_step()
    crew = desk.join(Crew())
    desk.governor.finish_step()
    assert (crew.may_run, desk.governor.decision.act) == (True, Act.FINISH)
    crew.committed_step = 5
    assert desk.look().reason is Reason.PAUSED_BY_USER
    desk.restart()
    assert desk.look().reason is Reason.PAUSED_BY_USER
    desk.governor.resume()
    assert desk.governor.decision.may_run


def test_each_start_may_begin_with_a_pause(desk: Desk) -> None:
    desk.governor.change({"start_paused": True})
    assert desk.governor.decision.may_run
    desk.restart()
    assert desk.governor.decision.reason is Reason.PAUSED_BY_USER


def test_a_clock_that_was_ahead_by_years_does_not_make_a_pause_endless(desk: Desk) -> None:
    crew = desk.join(Crew())
    desk.governor.pause(900.0)
    desk.look(-1e8)
    assert not crew.may_run
    desk.look(600.0)
    assert not crew.may_run
    desk.look(301.0)
    assert crew.may_run


def test_without_consent_nothing_runs(desk: Desk) -> None:
    crew = desk.join(Crew())
    desk.governor.consent(False)
    assert (crew.may_run, desk.governor.decision.reason) == (False, Reason.NEEDS_CONSENT)
    assert desk.bulk == [False]
    desk.governor.consent(True)
    assert crew.may_run


def test_what_sensors_cannot_tell_in_the_first_moments_is_not_waited_for(desk: Desk) -> None:
    desk.sensors.readings = Readings()
    crew = desk.join(Crew())
    assert not crew.may_run
    desk.sensors.readings = CALM
    desk.look(0.3)
    assert crew.may_run


def test_who_computes_nothing_and_who_is_not_throttled_ask_no_sensor(tmp_path: Path, desk: Desk) -> None:
    crew = desk.join(Crew(trains=False))
    reads = desk.sensors.reads
    desk.sensors.readings = Readings(on_battery=True, idle_s=0.0)
    assert desk.look().may_run
    assert desk.sensors.reads == reads
    assert crew.may_run
    alone = Desk(tmp_path / "other", is_throttled=False)
    assert alone.join(Crew()).may_run
    assert alone.sensors.reads == 0
    assert not alone.sensors.is_close
    alone.governor.pause(None)
    assert not alone.governor.decision.may_run
    alone.database.close()


def test_threads_of_a_trainer(tmp_path: Path, desk: Desk) -> None:
    assert (desk.governor.threads or 0) >= 1
    desk.settings.change({"cpu_cores": 1})
    assert desk.governor.threads == 1
    alone = Desk(tmp_path / "other", is_throttled=False)
    assert alone.governor.threads is None
    alone.database.close()


def test_a_month_s_limit_closes_the_network(desk: Desk) -> None:
    desk.join(Crew())
    desk.governor.change({"monthly_limit_bytes": 1_000})
    assert desk.governor.bulk.is_open
    desk.month_bytes = 1_000
    assert desk.look().reason is Reason.DATA_BUDGET
    assert not desk.governor.bulk.is_open
    assert desk.bulk == [False]


def test_programs_are_looked_for_where_some_are_listed(desk: Desk) -> None:
    assert not desk.sensors.programs_wanted()
    desk.governor.change({"programs": ["blender"]})
    assert desk.sensors.programs_wanted()


def test_what_is_sensed_names_its_source(desk: Desk) -> None:
    row = next(row for row in desk.governor.sensed() if row.fact == "idle_s")
    assert (row.value, row.source) == (1e6, "XScreenSaver")


def test_an_input_wakes_the_loop(desk: Desk) -> None:
    async def scenario() -> None:
        crew = desk.join(Crew())
        running = asyncio.create_task(desk.governor.run())
        await asyncio.sleep(0)
        looks = len(crew.told)
        assert desk.sensors.is_started
        await asyncio.to_thread(desk.sensors.on_input)
        while len(crew.told) == looks:
            await asyncio.sleep(0)
        assert crew.told[-1].reason is Reason.IN_USE
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert not desk.sensors.is_started

    asyncio.run(asyncio.wait_for(scenario(), 0.9))  # sooner than the next look by itself


def test_work_on_the_processor_stands_aside_when_others_need_it(desk: Desk) -> None:
    async def scenario() -> None:
        crew = desk.join(Crew(device="cpu"))
        running = asyncio.create_task(desk.governor.run())
        await asyncio.sleep(1.0)
        assert not crew.aside
        desk.sensors.others_percent = 60.0
        await asyncio.sleep(0.15)
        assert (crew.aside, crew.may_run) == (True, True)
        desk.governor.change({"pause_when_busy": False})
        assert not crew.aside, "the owner does not mind"
        desk.governor.change({"pause_when_busy": True})
        await asyncio.sleep(0.3)
        assert crew.aside
        desk.governor.pause(None)
        assert not crew.aside, "a pause holds it, not others"
        desk.governor.resume()
        await asyncio.sleep(0.3)
        assert crew.aside
        desk.governor.leave()
        assert not crew.aside
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    in_virtual_time(scenario())


def test_a_card_does_not_stand_aside_for_the_processor(desk: Desk) -> None:
    async def scenario() -> None:
        crew = desk.join(Crew())
        desk.sensors.others_percent = 60.0
        running = asyncio.create_task(desk.governor.run())
        await asyncio.sleep(1.0)
        assert not crew.aside
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    in_virtual_time(scenario())
