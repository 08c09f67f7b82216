"""What a screen reader learns of things that are painted, which to Qt are rectangles."""

import gc
from datetime import date
from typing import Any

import pytest
from scenes import arranged, enter, scenes, settle, unasked
from toy_engine import an_entry, wait_until
from walking import painted_by_app, shown, unspoken
from watchdog import watched

from app.first_run.steps import Step
from app.losses import Across, Losses
from app.qt import (
    QAccessible,
    QApplication,
    QColor,
    QEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    Qt,
    QWidget,
)
from app.widgets import hour_grid, speaking, status_line
from app.widgets.bar import Bar
from app.widgets.bars import Bar as OneBar
from app.widgets.bars import Bars
from app.widgets.choice import Choice
from app.widgets.hour_grid import HourGrid
from app.widgets.loss_curve import LossCurve
from app.widgets.status_line import StatusLine
from app.widgets.year import Year

Text = QAccessible.Text
TODAY = date(2026, 11, 21)


@pytest.fixture(autouse=True)
def no_slow_events() -> None:
    """A walk asks for everything at once."""


@pytest.fixture
def events(monkeypatch) -> list[tuple[str, str]]:
    """What readers of Windows were told: its kind, and the text that went with it."""
    told: list[tuple[str, str]] = []

    def take(event: Any) -> None:
        text = event.value() if event.type() == QAccessible.Event.ValueChanged else event.message()
        told.append((event.type().name, text))

    monkeypatch.setattr(speaking.QAccessible, "updateAccessibility", take)
    monkeypatch.setattr(speaking, "_HEARS_VALUES", True)
    return told


def says(widget: QWidget, kind: Text) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    assert interface is not None
    return interface.text(kind)


def press(widget: QWidget, key: Qt.Key) -> None:
    watched().sendEvent(widget, QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier))


def losses(count: int) -> Losses:
    made = Losses()
    made.add(an_entry(step, 10.0 - step / 100) for step in range(1, count + 1))
    return made


# --- everything -------------------------------------------------------------------------------------------------------


def test_the_walk_finds_what_it_looks_for(qt):
    class Painting(QWidget):
        def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
            QPainter(self).fillRect(self.rect(), QColor("red"))

    Painting.__module__ = "app.widgets.painting"
    nobodys, curve = Painting(), LossCurve()
    assert painted_by_app(nobodys)
    assert not painted_by_app(QWidget())
    assert len(unspoken(nobodys)) == 2
    assert unspoken(curve) == ["LossCurve in NoneType: no description"]
    curve.show_losses(losses(2))
    assert unspoken(curve) == []
    curve.setAccessibleName("")
    assert unspoken(curve) == ["LossCurve in NoneType: no name"]


def test_every_painted_thing_in_every_scene_says_what_it_is_and_shows(engine, session, window):
    arranged(engine)
    session.start()
    wait_until(lambda: session.situation.live is not None)
    met, found = set(), []
    for scene in scenes():
        enter(scene, window, session, engine)
        met |= {type(widget).__name__ for widget in filter(painted_by_app, shown(window))}
        found += [f"{scene.name}: {trouble}" for trouble in unspoken(window)]
    assert not found, "\n".join(found)
    assert {"LossCurve", "Bars", "Year", "Legend", "Bar", "HourGrid", "QrCode", "CandidateButton"} <= met


def test_the_first_run_too(engine, session, window):
    arranged(engine).status = unasked()
    session.start()
    wait_until(lambda: session.situation.live is not None)
    for step in (Step.CONSENT, Step.DECLINED, Step.ALLOW, Step.JOIN):
        window.first_run._turn_to(step)
        settle()
        assert unspoken(window.first_run) == []


def test_asking_again_and_again_leaves_nothing_behind(qt):
    """Interfaces go with their widgets, and widgets do not wait for their interfaces."""
    for number in range(20):
        chart = Bars(f"Samples {number}")
        assert says(chart, Text.Name) == f"Samples {number}"
        del chart
    gc.collect()
    qt.processEvents()
    assert [widget for widget in QApplication.allWidgets() if isinstance(widget, Bars)] == []


# --- the charts -------------------------------------------------------------------------------------------------------


def test_the_curve_says_how_the_loss_changed_and_then_the_point_that_the_keys_are_on(qt, events):
    curve = LossCurve()
    curve.resize(500, 300)
    curve.show_losses(losses(600))
    assert says(curve, Text.Name) == "Loss curve"
    assert says(curve, Text.Description) == "From 9.990 at step 1 to 4.000 at step 600"
    assert says(curve, Text.Value) == ""
    press(curve, Qt.Key.Key_End)
    assert says(curve, Text.Value).startswith("Step 600: loss 4.000")
    assert says(curve, Text.Description) == says(curve, Text.Value)
    press(curve, Qt.Key.Key_Escape)
    assert [kind for kind, _ in events] == ["ValueChanged", "ValueChanged"]
    assert events[0][1].startswith("Step 600: loss 4.000")
    assert events[1][1] == ""


def test_the_curve_speaks_of_the_part_that_is_looked_at(qt):
    curve = LossCurve()
    curve.show_losses(losses(600))
    curve.look_at(100, 200)
    assert says(curve, Text.Description) == "From 9.000 at step 100 to 8.000 at step 200"
    curve.show_across(Across.SAMPLES)
    assert says(curve, Text.Description) == "From 9.990 at step 1 to 4.000 at step 600"


def test_the_curve_goes_on_with_the_run(qt):
    curve, run = LossCurve(), losses(10)
    curve.show_losses(run)
    run.add([an_entry(11, 2.5)])
    curve.show_losses(run)
    assert says(curve, Text.Description) == "From 9.990 at step 1 to 2.500 at step 11"


def some_bars(*amounts: int) -> list[OneBar]:
    return [OneBar(amount, str(place), f"Day {place}: {amount}") for place, amount in enumerate(amounts)]


def test_bars_say_their_sum_and_then_the_one_that_the_keys_are_on(qt, events):
    bars = Bars("Samples over time")
    bars.show_bars(some_bars(3, 5), "8 samples")
    assert (says(bars, Text.Description), says(bars, Text.Value)) == ("8 samples", "")
    press(bars, Qt.Key.Key_Left)
    assert says(bars, Text.Value) == "Day 1: 5"
    assert events == [("ValueChanged", "Day 1: 5")]


def test_a_bar_stays_chosen_while_it_grows(qt):
    bars = Bars("Samples over time")
    bars.show_bars(some_bars(3, 5), "8 samples")
    press(bars, Qt.Key.Key_Left)
    read: list[str] = []
    bars.read.connect(read.append)
    bars.show_bars(some_bars(3, 6), "9 samples")
    assert read == ["Day 1: 6"]
    assert (bars.chosen, says(bars, Text.Value)) == (1, "Day 1: 6")
    bars.show_bars(some_bars(3, 6, 1), "10 samples")
    assert (bars.chosen, says(bars, Text.Description)) == (None, "10 samples")


def test_the_calendar_says_its_sum_and_then_the_day_that_the_keys_are_on(qt, events):
    year = Year("Calendar of samples", lambda day: f"{day}: much")
    year.show_year(2026, {TODAY: 5}, TODAY, "2026: 5 samples")
    assert (says(year, Text.Description), says(year, Text.Value)) == ("2026: 5 samples", "")
    press(year, Qt.Key.Key_End)
    assert says(year, Text.Value) == "2026-11-21: much"
    year.show_year(2026, {TODAY: 6}, TODAY, "2026: 6 samples")
    assert year.chosen == TODAY
    year.show_year(2025, {}, TODAY, "2025: nothing")
    assert (year.chosen, says(year, Text.Description)) == (None, "2025: nothing")
    assert events == [("ValueChanged", "2026-11-21: much"), ("ValueChanged", "")]


# --- and the rest -----------------------------------------------------------------------------------------------------


def test_progress_is_said_in_percent(qt):
    bar = Bar()
    bar.show_fraction(0.628)
    assert says(bar, Text.Value) == "62"
    assert (bar.minimum(), bar.maximum()) == (0, 100)


def test_one_of_several_is_said_to_be_that(qt):
    choice = Choice("Drawn over", ((1, "Steps"), (2, "Time")))
    for button in choice._group.buttons():
        assert QAccessible.queryAccessibleInterface(button).role() == QAccessible.Role.RadioButton


def test_the_week_says_how_much_of_it_is_chosen_and_an_hour_what_became_of_it(qt, monkeypatch, events):
    said: list[str] = []
    monkeypatch.setattr(hour_grid, "announce", lambda _, text: said.append(text))
    grid = HourGrid()
    grid.show_hours((0b111,) + (0,) * 6)
    assert says(grid, Text.Description).startswith("May compute in 3 of the week's 168 hours.\nSpace changes")
    grid.setCurrentIndex(grid.model_.index(grid.model_.days.index(0), 1))
    press(grid, Qt.Key.Key_Space)
    assert len(said) == 1
    assert said[0].startswith("Monday, ")
    assert said[0].endswith("does not compute")
    assert says(grid, Text.Description).startswith("May compute in 2 of")


def test_a_remark_is_announced(qt, monkeypatch):
    said: list[str] = []
    monkeypatch.setattr(status_line, "announce", lambda _, text: said.append(text))
    line = StatusLine(QWidget())
    line.showMessage("Saved: history.csv")
    assert said == ["Saved: history.csv"]


def test_announcements_go_to_readers_with_their_text(qt, events):
    speaking.announce(QWidget(), "Saved")
    speaking.announce(QWidget(), "")
    assert events == [("Announcement", "Saved")]
