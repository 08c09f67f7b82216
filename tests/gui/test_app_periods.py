from datetime import date

import pytest

from app.history import History
from app.periods import Period, bars
from core.ipc.records import HistoryRow


def row(start, samples, run="r"):
    return HistoryRow(start=start, run=run, name="sahajBERT", samples=samples, steps=1, training_s=60.0)


@pytest.mark.parametrize(
    ("unit", "back", "first", "last", "count"),
    [
        ("hour", 0, "2026-03-01T00", "2026-03-01T23", 24),
        ("hour", 1, "2026-02-28T00", "2026-02-28T23", 24),
        ("day", 0, "2026-01-31", "2026-03-01", 30),
        ("day", 1, "2026-01-01", "2026-01-30", 30),
        ("month", 0, "2025-04", "2026-03", 12),
        ("month", 1, "2024-04", "2025-03", 12),
    ],
)
def test_pages_follow_on_each_other(qt, unit, back, first, last, count):
    starts = Period(unit, back, date(2026, 3, 1)).starts
    assert (starts[0], starts[-1], len(set(starts))) == (first, last, count)
    assert starts == sorted(starts)
    before = Period(unit, back + 1, date(2026, 3, 1)).starts
    assert before[-1] < starts[0]


@pytest.mark.parametrize(("unit", "expected"), [("hour", True), ("day", False), ("month", False)])
def test_whether_there_is_more_before(qt, unit, expected):
    history = History()
    history.take("day", [row("2026-02-28", 1)])
    assert Period(unit, 0, date(2026, 3, 1)).has_before(history) is expected
    assert not Period(unit, 40, date(2026, 3, 1)).has_before(history)
    assert not Period(unit, 0, date(2026, 3, 1)).has_before(History())


def test_bars_are_of_one_collaboration_or_of_all_and_holes_are_bars_of_nothing(qt):
    history = History()
    history.take("day", [row("2026-02-28", 5), row("2026-02-28", 7, "s"), row("2025-02-28", 9)])
    period = Period("day", 0, date(2026, 3, 1))
    assert [bar.amount for bar in bars(history, period, "2026-03-01", "")][-3:] == [0, 12, 0]
    assert sum(bar.amount for bar in bars(history, period, "2026-03-01", "s")) == 7
    assert [bar.is_now for bar in bars(history, period, "2026-03-01", "")][-2:] == [False, True]
