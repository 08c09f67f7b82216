"""What an engine spends reaches the history, whatever ends it; and the month's traffic is known at every moment."""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from core.engine.ledger import LOOK_EVERY_S, SHOWN_S, WRITE_EVERY_S, Ledger, LedgerPorts, Work
from core.engine.power import CORE_W, Meters
from core.engine.power_meters import PowerMeters, ProcessorTime
from core.errors import LocalFault
from core.identity.ids import RunId
from core.storage.database import Database
from core.storage.history import History
from core.transport.meter import Meter
from tests.sim import clock as virtual

RUN, OTHER = RunId(b"r" * 32), RunId(b"o" * 32)
NOON_S = 1_760_011_200.0
"""2025-10-09 12:00 UTC."""


@pytest.fixture(autouse=True)
def utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if not hasattr(time, "tzset"):
        pytest.skip("the time zone cannot be set here")
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


class FakeMeters(PowerMeters):
    def __init__(self) -> None:
        self.say = Meters()

    def read(self) -> Meters:
        return self.say


class FakeTime(ProcessorTime):
    """So many cores are kept busy while there is a process."""

    def __init__(self, engine: "FakeEngine") -> None:
        self._engine = engine
        self._seen_s = 0.0

    def advance(self, pid: int | None) -> tuple[float, float]:
        took_s, self._seen_s = self._engine.now_s - self._seen_s, self._engine.now_s
        own_s = took_s * self._engine.cores if pid is not None else 0.0
        return own_s, own_s + took_s


@dataclass
class FakeEngine:
    database: Database
    work: Work | None = field(default_factory=lambda: Work(run=RUN, pid=7, device="cpu"))
    now_s: float = 0.0
    began_s: float = NOON_S
    cores: float = 2.0
    watts: float = 0.0

    def __post_init__(self) -> None:
        self.meter, self.meters = Meter(), FakeMeters()
        self.meter.sent_bytes, self.meter.received_bytes = 5, 6  # of before: not the ledger's
        self.history = History(self.database)
        ports = LedgerPorts(
            work=lambda: self.work,
            meter=self.meter,
            watts=lambda: self.watts,
            meters=self.meters,
            processor=FakeTime(self),
            unix_time=lambda: self.began_s + self.now_s,
            clock=lambda: self.now_s,
        )
        self.ledger = Ledger(self.history, ports)

    def spend(self, seconds: float, *, trained_s: float = 0.0, sent: int = 0, received: int = 0) -> None:
        self.now_s += seconds
        if self.work is not None:
            self.work = replace(self.work, training_s=self.work.training_s + trained_s)
        self.meter.sent_bytes += sent
        self.meter.received_bytes += received
        self.ledger.look()

    def rows(self, unit: str = "hour") -> list[tuple[str, str, float, float, int, int]]:
        return [
            (row.start, row.run, row.training_s, round(row.energy_wh, 6), row.sent_bytes, row.received_bytes)
            for row in self.history.rows(unit)
        ]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[FakeEngine]:
    with Database.open(tmp_path / "idlewild.sqlite") as database:
        yield FakeEngine(database)


def test_what_is_spent_is_written_once(engine: FakeEngine) -> None:
    engine.spend(36.0, trained_s=30.0, sent=100, received=1_000)
    assert engine.rows() == []
    engine.ledger.write()
    energy_wh = 2 * CORE_W * 36 / 3_600
    assert engine.rows() == [("2025-10-09T12", RUN.text, 30.0, round(energy_wh, 6), 100, 1_000)]
    engine.ledger.write()
    engine.spend(4.0, trained_s=4.0, sent=1)
    engine.ledger.write()
    assert engine.rows() == [("2025-10-09T12", RUN.text, 34.0, round(2 * CORE_W * 40 / 3_600, 6), 101, 1_000)]


def test_power_is_shown_while_something_is_computed(engine: FakeEngine) -> None:
    assert engine.ledger.power_w == 0.0
    engine.spend(5.0, trained_s=5.0)
    assert engine.ledger.power_w == pytest.approx(2 * CORE_W)
    engine.cores = 4.0
    engine.spend(5.0, trained_s=5.0)
    assert engine.ledger.power_w == pytest.approx(3 * CORE_W)
    for _ in range(int(SHOWN_S / 5)):
        engine.spend(5.0, trained_s=5.0)
    assert engine.ledger.power_w == pytest.approx(4 * CORE_W)
    engine.cores = 0.0
    engine.spend(5.0)
    assert engine.ledger.power_w == 0.0


def test_a_pause_shows_what_the_meters_say_of_an_idle_computer(engine: FakeEngine) -> None:
    engine.cores = 0.0
    engine.meters.say = Meters(processor_w=11.0)
    engine.spend(5.0)
    engine.cores, engine.meters.say = 3.0, Meters(processor_w=51.0)
    engine.spend(5.0, trained_s=5.0)
    assert engine.ledger.power_w == pytest.approx(40.0 * 3 / 4)  # somebody else kept the fourth busy core so


def test_the_owners_watts_count(engine: FakeEngine) -> None:
    engine.watts = 360.0
    engine.spend(10.0, trained_s=5.0)
    engine.ledger.write()
    assert engine.rows()[0][3] == pytest.approx(0.5)


def test_each_session_pays_for_itself(engine: FakeEngine) -> None:
    engine.spend(10.0, trained_s=8.0, sent=100)
    engine.ledger.settle()
    engine.work = None
    engine.spend(10.0, received=50)  # asks for a manifest
    engine.ledger.write()
    engine.work = Work(run=OTHER, training_s=3.0, pid=9, device="cpu")
    engine.spend(5.0, trained_s=1.0)
    engine.ledger.settle()
    found = {run: (trained_s, sent, received) for _, run, trained_s, _, sent, received in engine.rows()}
    assert found == {RUN.text: (8.0, 100, 0), OTHER.text: (4.0, 0, 50)}


def test_a_session_of_the_same_run_that_begins_anew_loses_and_doubles_nothing(engine: FakeEngine) -> None:
    engine.spend(10.0, trained_s=8.0)
    engine.ledger.settle()
    engine.work = Work(run=RUN, pid=9, device="cpu")
    engine.spend(20.0, trained_s=9.0)
    engine.ledger.settle()
    assert engine.rows()[0][2] == 17.0


def test_the_months_traffic_is_live_and_kept(engine: FakeEngine) -> None:
    assert engine.ledger.traffic() == (0, 0)
    engine.meter.sent_bytes += 300
    engine.meter.received_bytes += 40
    assert engine.ledger.traffic() == (300, 40)
    engine.ledger.write()
    engine.meter.sent_bytes += 7
    assert engine.ledger.traffic() == (307, 40)
    assert engine.ledger.month_bytes() == 347
    assert [engine.ledger.is_over_budget(limit) for limit in (0, 346, 347, 348)] == [False, True, True, False]
    engine.ledger.settle()
    again = FakeEngine(engine.database)
    assert again.ledger.traffic() == (307, 40)


def test_a_new_month_begins_at_nothing(engine: FakeEngine) -> None:
    engine.began_s = 1_761_955_140.0  # 2025-10-31 23:59 UTC
    engine.spend(30.0, sent=500)
    engine.ledger.write()
    engine.spend(31.0, sent=60)  # until 1 s after midnight: of the month in which it was sent
    engine.ledger.write()
    assert engine.ledger.traffic() == (0, 0)
    engine.spend(10.0, sent=3)
    assert engine.ledger.month_bytes() == 3
    engine.ledger.write()
    assert [(start, sent) for start, _, _, _, sent, _ in engine.rows("month")] == [("2025-10", 560), ("2025-11", 3)]


def test_it_writes_each_minute_and_at_each_hour(engine: FakeEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed at any moment, a minute is lost at most; and what belongs to an hour goes into its row."""

    async def main() -> None:
        loop = asyncio.get_running_loop()
        running = asyncio.create_task(engine.ledger.run())

        async def live() -> None:
            while True:
                engine.now_s = loop.time() - start_s
                engine.meter.sent_bytes += 1
                await asyncio.sleep(1.0)

        start_s = loop.time()
        living = asyncio.create_task(live())
        for second in range(0, 7_300, 10):
            await asyncio.sleep(10.0)
            written = sum(row[4] for row in engine.rows())
            assert second + 10 - written <= WRITE_EVERY_S + LOOK_EVERY_S + 2
        for task in (running, living):
            task.cancel()
        await asyncio.gather(running, living, return_exceptions=True)

    engine.began_s = NOON_S + 1_830.0
    virtual.run(main())
    sent = [(start, sent) for start, _, _, _, sent, _ in engine.rows()]
    assert sent[0] == ("2025-10-09T12", pytest.approx(1_770, abs=2))
    assert sent[1] == ("2025-10-09T13", pytest.approx(3_600, abs=2))


def test_a_full_disk_loses_nothing(engine: FakeEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise LocalFault("There is no room left.")

    engine.spend(10.0, trained_s=10.0, sent=9)
    with monkeypatch.context() as patch:
        patch.setattr(engine.history, "spend", full)
        engine.ledger.write_if_possible()
    assert engine.ledger.traffic() == (9, 0)
    engine.spend(10.0, trained_s=10.0, sent=9)
    engine.ledger.write_if_possible()
    assert (engine.rows()[0][2], engine.rows()[0][4]) == (20.0, 18)


def test_a_computer_that_slept_counts_for_the_hour_in_which_it_woke(engine: FakeEngine) -> None:
    engine.spend(10.0, trained_s=10.0)
    engine.ledger.write()
    engine.began_s += 8 * 3_600  # the monotonic clock stood still
    engine.spend(10.0, trained_s=6.0)
    engine.ledger.write()
    assert [(start, trained_s) for start, _, trained_s, _, _, _ in engine.rows()] == [
        ("2025-10-09T12", 10.0),
        ("2025-10-09T20", 6.0),
    ]
