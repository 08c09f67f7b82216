import csv
import io
from datetime import date, datetime, timedelta
from itertools import pairwise

import msgspec
import pytest
from chart_shots import hours_of_history
from measures import kept
from toy_engine import a_row, an_entry, by_unit, wait_until
from watchdog import watched

from app.history_csv import COLUMNS, csv_lines
from app.history_feed import PAGE_STARTS
from app.qt import QColor, QEvent, QKeyEvent, QLocale, QPixmap, Qt
from app.widgets.year import Year, level, place
from core.ipc.messages import Method
from core.ipc.preferences import Preferences

NOW = datetime.now().astimezone()
TODAY = NOW.date()


@pytest.fixture(autouse=True)
def british():
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    yield
    QLocale.setDefault(before)


def ago(days, hour=5):
    return f"{(TODAY - timedelta(days=days)).isoformat()}T{hour:02}"


@pytest.fixture
def hours(engine):
    rows = [a_row(ago(2), 400), a_row(ago(1), 2_000), a_row(ago(1), 600, "বাংলা", "s" * 52), a_row(ago(1, 7), 100)]
    engine.rows = by_unit(rows)
    return rows


def show(window):
    window.tabs.setCurrentWidget(window.me)


def loaded(window):
    show(window)
    wait_until(lambda: window.me.feed.is_loaded)


def press(widget, key):
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        watched().sendEvent(widget, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier))


def asked(engine, unit):
    return [params for name, params in engine.asked if name == Method.HISTORY and params["unit"] == unit]


# --- what is shown ----------------------------------------------------------------------------------------------------


def test_the_history_is_asked_for_when_it_is_shown(hours, joined, engine, window):
    assert engine.count(Method.HISTORY) == 0
    loaded(window)
    model = window.me.collaborations.model
    cells = [[model.index(row, column).data() for column in (0, 1, 3)] for row in range(model.rowCount())]
    assert cells == [["sahajBERT", "2,500", kept("10 min")], ["বাংলা", "600", kept("2 min")]]
    assert window.me.totals.samples.text == "3,100"
    assert window.me.totals.steps.text == "77"
    assert window.me.totals.time.text == kept("12 min")
    assert not window.me.waiting.isVisible()


def test_states_without_rows_say_what_is_the_case(joined, engine, window, session, control):
    engine.silent.add(Method.HISTORY)
    show(window)
    wait_until(lambda: engine.count(Method.HISTORY))
    assert "Loading" in window.me.notice.text()
    assert not any(part.isVisible() for part in window.me._full)
    engine.silent.clear()
    engine.close()
    wait_until(lambda: session.situation.live is None)
    assert "as soon as the engine runs" in window.me.notice.text()
    engine.listen()
    wait_until(lambda: window.me.feed.is_loaded)
    assert window.me.notice.text().startswith("Nothing yet.")


def test_what_was_loaded_stays_when_the_engine_goes(hours, joined, engine, window, session):
    loaded(window)
    engine.close()
    wait_until(lambda: session.situation.live is None)
    assert window.me.totals.isVisible()
    assert "may not be the newest" in window.me.notice.text()


def test_a_commit_with_samples_of_mine_asks_for_the_newest_rows_alone(hours, joined, engine, window):
    loaded(window)
    engine.rows = by_unit([*hours, a_row(ago(0), 40)])
    before = len(asked(engine, "day"))
    engine.commit(an_entry(200, mine=40))
    wait_until(lambda: window.me.totals.samples.text == "3,140")
    newest = asked(engine, "day")[before:]
    assert [params["after"] for params in newest] == [ago(2)[:10]]
    count = engine.count(Method.HISTORY)
    engine.commit(an_entry(201, mine=0))
    engine.say(engine.status)
    joined()
    assert engine.count(Method.HISTORY) == count


def test_a_row_that_grew_is_counted_once(hours, joined, engine, window):
    loaded(window)
    grown = [*hours[:-1], msgspec.structs.replace(hours[-1], samples=150)]
    engine.rows = by_unit(grown)
    engine.commit(an_entry(200, mine=50))
    wait_until(lambda: window.me.totals.samples.text == "3,150")


def test_one_collaboration_alone(hours, joined, engine, window):
    loaded(window)
    only = window.me.totals.only
    assert [only.itemText(number) for number in range(only.count())] == ["All collaborations", "sahajBERT", "বাংলা"]
    only.setCurrentIndex(2)
    assert window.me.totals.samples.text == "600"
    assert sum(bar.amount for bar in window.me.time.bars.bars) == 600
    only.setCurrentIndex(0)
    assert window.me.totals.samples.text == "3,100"


def test_energy_and_cost_are_estimates_and_named_so(hours, joined, engine, window):
    engine.preferences = Preferences(price_per_kwh=0.5, currency="EUR")
    engine.rows = by_unit([a_row(ago(1), energy_wh=3_000.0)])
    loaded(window)
    wait_until(lambda: window.me.totals.cost.text == kept("1.50 EUR"))
    assert window.me.totals.energy.text == kept("3.00 kWh")
    for figure in (window.me.totals.energy, window.me.totals.cost):
        assert "estimate" in figure.accessibleName()


def test_without_a_price_there_is_no_cost_and_the_remedy_is_named(hours, joined, window):
    loaded(window)
    assert window.me.totals.cost.text == "–"
    assert "settings" in window.me.totals.about_cost.text()


def test_milestones(hours, joined, engine, window):
    loaded(window)
    assert window.me.milestones.streak.text == "2"
    assert "1,000 samples" in window.me.milestones.reached.text()
    assert window.me.milestones.ahead.text() == kept("Next: 10,000 samples (31 %)")
    assert window.me.milestones.progress.value() == 31


# --- bars -------------------------------------------------------------------------------------------------------------


def test_bars_by_day_hour_and_month(hours, joined, engine, window):
    loaded(window)
    time = window.me.time
    assert [bar.amount for bar in time.bars.bars][-3:] == [400, 2_700, 0]
    assert time.bars.bars[-1].is_now
    time.unit.choose("month")
    assert len(time.bars.bars) == 12
    assert sum(bar.amount for bar in time.bars.bars) == 3_100
    time.unit.choose("hour")
    time.pages.before.click()
    wait_until(lambda: sum(bar.amount for bar in time.bars.bars))
    assert [(n, bar.amount) for n, bar in enumerate(time.bars.bars) if bar.amount] == [(5, 2_600), (7, 100)]


def test_of_hours_only_the_day_that_is_looked_at_is_fetched(hours, joined, engine, window):
    loaded(window)
    assert asked(engine, "hour") == []
    window.me.time.unit.choose("hour")
    joined()
    window.me.time.pages.before.click()
    joined()
    fetched = [(params["after"], params["limit"]) for params in asked(engine, "hour")]
    assert fetched == [(ago(1, 23), 25), (ago(2, 23), 25)]
    assert window.me.feed.history.starts("hour") == [ago(1), ago(1, 7)]


def test_one_can_go_back_as_far_as_there_is_anything(hours, joined, engine, window):
    engine.rows = by_unit([*hours, a_row(ago(45), 5)])
    loaded(window)
    pages = window.me.time.pages
    assert pages.before.isEnabled()
    assert not pages.after.isEnabled()
    pages.before.click()
    assert sum(bar.amount for bar in window.me.time.bars.bars) == 5
    assert not pages.before.isEnabled()
    assert pages.after.isEnabled()
    press(window.me.time.bars, Qt.Key.Key_PageDown)
    assert sum(bar.amount for bar in window.me.time.bars.bars) == 3_100


def test_bars_by_keyboard(hours, joined, window):
    loaded(window)
    time = window.me.time
    press(time.bars, Qt.Key.Key_End)
    press(time.bars, Qt.Key.Key_Left)
    assert "2,700 samples" in time.read_out.text()
    assert time.bars.accessibleDescription() == time.read_out.text()
    press(time.bars, Qt.Key.Key_Home)
    assert time.read_out.text().endswith("nothing")


# --- the calendar -----------------------------------------------------------------------------------------------------


def test_the_calendar_by_keyboard(hours, joined, window):
    loaded(window)
    calendar = window.me.calendar
    press(calendar.year, Qt.Key.Key_End)
    assert calendar.year.chosen == TODAY
    press(calendar.year, Qt.Key.Key_Up)
    if (TODAY - timedelta(days=1)).year == TODAY.year:
        assert "2,700 samples" in calendar.read_out.text()
        assert "2,700 samples" in calendar.year.accessibleDescription()
    press(calendar.year, Qt.Key.Key_Down)
    press(calendar.year, Qt.Key.Key_Down)
    assert calendar.year.chosen == TODAY


def test_years_before(hours, joined, engine, window):
    engine.rows = by_unit([a_row(f"{TODAY.year - 2}-03-04T05", 77), *hours])
    loaded(window)
    calendar = window.me.calendar
    calendar.years.before.click()
    assert calendar.read_out.text() == f"{TODAY.year - 1}: nothing. Days with samples: 0"
    press(calendar.year, Qt.Key.Key_PageUp)
    assert "77 samples" in calendar.read_out.text()
    assert not calendar.years.before.isEnabled()


@pytest.mark.parametrize("language", ["en", "bn", "de"])
def test_months_have_room_for_their_names_at_even_distances(qt, language):
    QLocale.setDefault(QLocale(language))
    year = Year("Calendar", str)
    width_of = year.fontMetrics().horizontalAdvance
    for width in range(340, 1_000, 20):
        year.resize(width, 150)
        shown = year.months()
        edges = [(left, left + width_of(text)) for text, left in shown]
        assert all(left - end >= 6 for (_, end), (left, _) in pairwise(edges))
        assert edges[-1][1] <= width
        assert len(shown) in {12, 6, 4, 2}


@pytest.mark.parametrize("year", [2024, 2026, 2028, 2033])
@pytest.mark.parametrize("first_weekday", [1, 6, 7])
def test_each_day_has_a_place_of_its_own_in_the_calendar(year, first_weekday):
    days = [date(year, 1, 1) + timedelta(days=n) for n in range(365)]
    places = [place(day, first_weekday) for day in days]
    assert len(set(places)) == 365
    assert places == sorted(places)
    assert max(week for week, _ in places) <= 53
    assert {row for day, (_, row) in zip(days, places, strict=True) if day.isoweekday() == first_weekday} == {0}


def test_levels():
    assert [level(amount, 100) for amount in (0, 1, 25, 26, 50, 75, 76, 100)] == [0, 1, 1, 2, 2, 3, 4, 4]
    assert level(1, 1) == 3


def test_more_is_larger_and_not_only_darker(qt):
    def ink(amount):
        year = Year("Calendar", str)
        year.resize(500, 150)
        year.show_year(2024, {date(2024, 5, 1): amount, date(2024, 5, 9): 100}, date(2024, 12, 31), "")
        rect = year._cell(date(2024, 5, 1)).toRect()
        picture = QPixmap(year.size())
        picture.fill(QColor("white"))
        year.render(picture)
        image = picture.toImage()
        return sum(
            image.pixelColor(x, y).lightness() < 245
            for x in range(rect.left(), rect.right())
            for y in range(rect.top(), rect.bottom())
        )

    assert ink(0) < ink(30) < ink(100)


# --- the file ---------------------------------------------------------------------------------------------------------


def saved(window, path, unit):
    said = []
    window.me.said.connect(said.append)
    window.me.save_to(str(path), unit)
    wait_until(lambda: said)
    return said[0]


@pytest.mark.parametrize("unit", ["hour", "day", "month"])
def test_csv_holds_every_row_of_a_unit_and_adds_up(tmp_path, joined, engine, window, unit):
    engine.rows = by_unit(hours_of_history(3 * PAGE_STARTS // 10, 2, NOW))
    path = tmp_path / "history.csv"
    assert saved(window, path, unit).startswith("Saved: ")
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
    assert [row["start"] for row in rows] == [row.start for row in engine.rows[unit]]
    for field in ("samples", "steps", "sent_bytes"):
        assert sum(int(row[field]) for row in rows) == sum(getattr(row, field) for row in engine.rows["hour"])
    assert window.me.collaborations.save.isEnabled()


@pytest.mark.parametrize("name", ["=1+1", "+SUM(A1)", "-2", "@x", "\tx", "\nx"])
def test_csv_holds_no_formulas(name):
    line = next(csv.reader(io.StringIO(csv_lines([a_row("2026-11-21", name=name)]))))
    assert line[COLUMNS.index("collaboration")] == f"'{name}"


def test_a_file_that_cannot_be_written_is_reported(joined, hours, window, tmp_path):
    assert saved(window, tmp_path / "missing" / "history.csv", "day").startswith("Not saved: ")
    assert window.statusBar().currentMessage().startswith("Not saved: ")


def test_an_engine_that_goes_while_saving_leaves_the_old_file_as_it_was(joined, engine, hours, window, tmp_path):
    path = tmp_path / "history.csv"
    path.write_text("old")
    engine.silent.add(Method.HISTORY)
    said = []
    window.me.said.connect(said.append)
    window.me.save_to(str(path), "day")
    wait_until(lambda: engine.count(Method.HISTORY))
    engine.close()
    wait_until(lambda: said)
    assert said[0].startswith("Not saved: ")
    assert path.read_text() == "old"
    assert list(tmp_path.glob("history.csv*")) == [path]
