"""What is kept for ever: by hour, day and month, through rereading, roll-backs, leaving, and from older databases."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from core.identity.ids import Digest, RunId
from core.identity.wire import pack
from core.ipc.records import HistoryRow
from core.storage import schema
from core.storage.database import Database
from core.storage.history import History, Spent
from core.storage.hours import LENGTHS, hour_of, left_of_hour_s, local_hour
from core.storage.log_store import LogStore
from tests.unit.storage.chains import Chain

NOON_S = 1_760_011_200
"""2025-10-09 12:00 UTC."""
A_WHILE = Spent(training_s=50.0, energy_wh=2.5, sent_bytes=100, received_bytes=300)


@pytest.fixture(autouse=True)
def utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from in_zone(monkeypatch, "UTC")


def in_zone(monkeypatch: pytest.MonkeyPatch, zone: str) -> Iterator[None]:
    if not hasattr(time, "tzset"):
        pytest.skip("the time zone cannot be set here")
    with monkeypatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        yield
    time.tzset()


def facts(rows: list[HistoryRow]) -> list[tuple[str, int, int, float, float, int, int]]:
    return [
        (row.start, row.samples, row.steps, row.training_s, row.energy_wh, row.sent_bytes, row.received_bytes)
        for row in rows
    ]


def append(database: Database, chain: Chain) -> LogStore:
    log = LogStore(database, chain.run)
    head = log.head()
    for commit in chain.commits[head.step if head else 0 :]:
        log.append(commit, chain.peer(0))
    return log


def leave(database: Database, run: RunId) -> None:
    with database.transaction():
        for table in ("commits", "totals", "used"):
            database.run(f"DELETE FROM {table} WHERE run = ?", (run.raw,))


def test_what_is_spent_adds_up_in_all_three_units(database: Database, chain: Chain) -> None:
    history = History(database)
    for hours in (0, 0, 1, 12, 24 * 30):
        history.spend(chain.run, A_WHILE, NOON_S + 3_600 * hours)
    assert facts(history.rows("hour")) == [
        ("2025-10-09T12", 0, 0, 100.0, 5.0, 200, 600),
        ("2025-10-09T13", 0, 0, 50.0, 2.5, 100, 300),
        ("2025-10-10T00", 0, 0, 50.0, 2.5, 100, 300),
        ("2025-11-08T12", 0, 0, 50.0, 2.5, 100, 300),
    ]
    assert [row.start for row in history.rows("day")] == ["2025-10-09", "2025-10-10", "2025-11-08"]
    assert [(row.start, row.training_s) for row in history.rows("month")] == [("2025-10", 200.0), ("2025-11", 50.0)]
    assert history.traffic_in("2025-10") == (400, 1_200)
    assert history.traffic_in("2025-12") == (0, 0)


def test_increments_and_pages(database: Database, chain: Chain) -> None:
    history = History(database)
    other = RunId(bytes(32))
    for day in range(4):
        for run in (chain.run, other):
            history.spend(run, A_WHILE, NOON_S + 86_400 * day)
    days = ["2025-10-09", "2025-10-10", "2025-10-11", "2025-10-12"]
    assert [row.start for row in history.rows("day", "2025-10-10")] == [days[2]] * 2 + [days[3]] * 2
    assert [row.start for row in history.rows("day", "", 1)] == [days[0]] * 2
    assert [row.start for row in history.rows("day", days[0], 2)] == [days[1]] * 2 + [days[2]] * 2
    assert history.rows("day", days[3]) == []
    assert history.rows("hour", "no hour") == []


def test_commits_and_what_was_spent_share_a_row(database: Database, chain: Chain) -> None:
    chain.add([(0, [(0, 4)]), (1, [(4, 6)])], time_s=NOON_S)
    append(database, chain)
    History(database).spend(chain.run, A_WHILE, NOON_S + 60)
    assert facts(History(database).rows("hour")) == [("2025-10-09T12", 4, 1, 50.0, 2.5, 100, 300)]


def test_roll_back_takes_samples_and_leaves_what_was_spent(database: Database, chain: Chain) -> None:
    chain.add([(0, [(0, 4)])], time_s=NOON_S)
    chain.add([(0, [(4, 9)])], time_s=NOON_S + 3_600)
    chain.add([(0, [(9, 10)])], time_s=NOON_S + 7_200)
    log = append(database, chain)
    History(database).spend(chain.run, A_WHILE, NOON_S + 3_600)
    log.truncate(1)
    assert facts(History(database).rows("hour")) == [
        ("2025-10-09T12", 4, 1, 0.0, 0.0, 0, 0),
        ("2025-10-09T13", 0, 0, 50.0, 2.5, 100, 300),
    ]


def test_what_is_left_stays(database: Database, chain: Chain) -> None:
    chain.grow(3)
    append(database, chain)
    before = [History(database).rows(unit) for unit in LENGTHS]
    Runs(database).leave(chain.run, NOON_S)
    assert [History(database).rows(unit) for unit in LENGTHS] == before


def test_a_log_that_is_read_again_changes_nothing(
    database: Database, chain: Chain, monkeypatch: pytest.MonkeyPatch
) -> None:
    chain.grow(5)
    append(database, chain)
    before = [History(database).rows(unit) for unit in LENGTHS]
    leave(database, chain.run)
    for _ in in_zone(monkeypatch, "Asia/Kolkata"):
        append(database, chain)
    assert [History(database).rows(unit) for unit in LENGTHS] == before


def test_another_branch_that_is_read_after_leaving_counts_instead(database: Database, chain: Chain) -> None:
    chain.grow(5)
    append(database, chain)
    leave(database, chain.run)
    winner = chain.branch(2)
    winner.add([(1, [(100, 107)])], salt=b"other")
    winner.add([(0, [(107, 110)])], salt=b"other")
    winner.grow(1, salt=b"other")
    log = append(database, winner)
    (day,) = History(database).rows("day")
    assert (day.samples, day.steps) == (4 + 4 + 3 + 4, 4)
    assert day.samples == log.samples_of(chain.peer(0))


def old_database(path: Path, chain: Chain) -> None:
    """As the program wrote it before history had hours: two rows with commits, one whose commit is gone."""
    with closing(sqlite3.connect(path)) as old:
        for statements in schema.MIGRATIONS[:3]:
            for statement in statements:
                old.execute(statement)
        for commit in chain.commits:
            old.execute(
                "INSERT INTO commits VALUES (?, ?, ?, ?, x'', x'', NULL)",
                (chain.run.raw, commit.header.step, pack(commit.header), pack(commit.contributions)),
            )
        rows = [(1, "2025-10-09", 4, 10.0), (2, "2025-10-09", 0, 5.5), (3, "2025-10-09", 5, 2.0)]
        rows.append((9, "2025-09-30", 7, 1.0))
        old.executemany("INSERT INTO history VALUES (?, ?, ?, ?, ?)", [(chain.run.raw, *row) for row in rows])
        old.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        old.execute("PRAGMA user_version = 3")
        old.commit()


def test_an_older_database_is_brought_along(tmp_path: Path, chain: Chain) -> None:
    chain.add([(0, [(0, 4)])], time_s=NOON_S)
    chain.add([(1, [(4, 9)])], time_s=NOON_S + 10)
    chain.add([(0, [(9, 14)])], time_s=NOON_S + 3_600)
    old_database(tmp_path / "old.sqlite", chain)
    with Database.open(tmp_path / "old.sqlite") as database:
        history = History(database)
        assert facts(history.rows("hour")) == [
            ("2025-09-30T12", 7, 1, 1.0, 0.0, 0, 0),
            ("2025-10-09T12", 4, 1, 15.5, 0.0, 0, 0),
            ("2025-10-09T13", 5, 1, 2.0, 0.0, 0, 0),
        ]
        assert [(row.start, row.samples, row.training_s) for row in history.rows("month")] == [
            ("2025-09", 7, 1.0),
            ("2025-10", 9, 17.5),
        ]
        with database.transaction():
            history.credit(chain.run, 3, NOON_S, 5)
            history.uncredit(chain.run, 2)
        assert [row.samples for row in history.rows("hour")] == [0, 4, 0]


def test_a_header_that_cannot_be_read_has_no_hour() -> None:
    assert hour_of(b"\xff nothing") is None
    assert hour_of(pack({"step": 1})) is None


@pytest.mark.parametrize(("zone", "left_s"), [("UTC", 2_940.5), ("Asia/Kolkata", 1_140.5), ("Asia/Kathmandu", 240.5)])
def test_hours_end_where_the_zone_says(monkeypatch: pytest.MonkeyPatch, zone: str, left_s: float) -> None:
    for _ in in_zone(monkeypatch, zone):
        now_s = NOON_S + 659.5
        assert left_of_hour_s(now_s) == left_s
        assert local_hour(now_s + left_s - 1) == local_hour(now_s) != local_hour(now_s + left_s)


def test_the_hour_that_comes_twice_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in in_zone(monkeypatch, "Europe/Berlin"):
        ends_s = 1_761_440_400  # 2025-10-26 03:00 becomes 02:00
        hours = [local_hour(ends_s + 3_600 * hour) for hour in (-2, -1, 0, 1)]
    assert hours == ["2025-10-26T01", "2025-10-26T02", "2025-10-26T02", "2025-10-26T03"]


def test_five_years_of_hours_are_read_at_once(database: Database) -> None:
    runs = [RunId(Digest.of(b"%d" % number).raw) for number in range(3)]
    first_s = NOON_S - 43_800 * 3_600
    with database.transaction():
        for unit, length in LENGTHS.items():
            starts = sorted({local_hour(first_s + 3_600 * hour)[:length] for hour in range(43_800)})
            database.run_many(
                "INSERT INTO history VALUES (?, ?, ?, 40, 3, 3000.5, 30.25, 1000, 2000)",
                [(unit, start, run.raw) for start in starts for run in runs],
            )
    history = History(database)
    # Processor time: what other programs of a busy machine take is not to be timed.
    taken_s = min(timed(history, "day") for _ in range(5))
    assert taken_s < 0.05
    assert timed(history, "month") < 0.05
    assert len(history.rows("month")) == 3 * 61
    assert len(history.rows("day")) == 3 * 1_826


def timed(history: History, unit: str) -> float:
    began_s = time.process_time()
    history.rows(unit)
    return time.process_time() - began_s
