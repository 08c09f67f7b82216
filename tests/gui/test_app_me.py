import csv
import io
from datetime import date, timedelta
from pathlib import Path

import pytest
from toy_engine import a_day, an_entry, wait_until

from app.history_csv import csv_text, save_csv
from app.widgets.day_bars import last_days
from core.ipc.messages import Method
from core.ipc.records import HistoryRow

TODAY = date(2026, 11, 21)


@pytest.fixture
def days(engine):
    engine.days = [a_day("2026-11-19", 400), a_day("2026-11-21", 2_000), a_day("2026-11-21", 600, "বাংলা")]
    return engine.days


def show(window):
    window.tabs.setCurrentWidget(window.me)


def test_the_history_is_asked_for_when_it_is_shown(days, joined, engine, window):
    assert engine.count(Method.HISTORY) == 0
    show(window)
    wait_until(lambda: window.me.days)
    model = window.me.model
    cells = [[model.index(row, column).data() for column in (0, 3, 4)] for row in range(model.rowCount())]
    assert cells == [["sahajBERT", "50", "8 min"], ["বাংলা", "15", "2 min"], ["sahajBERT", "10", "1 min"]]
    assert window.me.samples.text.replace(",", "") == "3000"
    assert window.me.steps.text == "75"
    assert window.me.time.text == "12 min"
    assert "samples in the last 30 days" in window.me.bars.accessibleDescription()


def test_an_empty_history_says_so(joined, engine, window):
    show(window)
    wait_until(lambda: engine.count(Method.HISTORY))
    assert window.me.empty.isVisible()
    assert not window.me.list.isVisible()
    assert not window.me.chart.isVisible()


def test_a_commit_with_samples_of_mine_refreshes_what_is_shown(days, joined, engine, window):
    show(window)
    wait_until(lambda: window.me.days)
    engine.days = [*days, a_day("2026-11-20", 40)]
    engine.commit(an_entry(200, mine=40))
    wait_until(lambda: len(window.me.days) == 4)
    asked = engine.count(Method.HISTORY)
    engine.commit(an_entry(201, mine=0))
    engine.say(engine.status)
    joined()
    assert engine.count(Method.HISTORY) == asked


def test_the_last_days_have_no_holes():
    days = last_days({"2026-11-21": 5, "2026-10-01": 7}, TODAY, 3)
    assert days == [("2026-11-19", 0), ("2026-11-20", 0), ("2026-11-21", 5)]
    assert last_days({}, TODAY)[0][0] == (TODAY - timedelta(days=29)).isoformat()


def test_csv_holds_every_day_and_adds_up(tmp_path, days):
    path = tmp_path / "history.csv"
    assert save_csv(days, str(path)) == ""
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
    assert [row["day"] for row in rows] == ["2026-11-19", "2026-11-21", "2026-11-21"]
    assert sum(int(row["samples"]) for row in rows) == 3_000
    assert rows[2]["collaboration"] == "বাংলা"


@pytest.mark.parametrize("name", ["=1+1", "+SUM(A1)", "-2", "@x", "\tx"])
def test_csv_holds_no_formulas(name):
    entry = HistoryRow(start="2026-11-21", run="r", name=name, samples=1, steps=1, training_s=1.0)
    assert f"'{name}" in csv_text([entry])


def test_a_file_that_cannot_be_written_is_reported_and_the_old_one_stays(joined, days, window, tmp_path):
    said = []
    window.me.said.connect(said.append)
    window.me.save_to(str(tmp_path / "missing" / "history.csv"))
    assert said[0].startswith("Not saved: ")
    window.me.save_to(str(tmp_path / "history.csv"))
    assert said[1].startswith("Saved: ")
    assert window.statusBar().currentMessage() == said[1]
    assert Path(tmp_path / "history.csv").exists()
