"""Nothing keeps the window from answering for 50 ms, however much there is to show; and what finds it does find it."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from toy_engine import wait_until
from watchdog import LIMIT_S, watched

from app.losses import Across
from app.qt import QEvent, QKeyEvent, QMouseEvent, QObject, QPointF, Qt, QTimer

BUSY = Path(__file__).with_name("busy_engine.py")
DAYS = 5 * 365 + 1
STEPS = 100_000


def burn(seconds):
    end_s = time.thread_time() + seconds
    while time.thread_time() < end_s:
        pass


def in_an_event(act):
    done = []
    QTimer.singleShot(0, lambda: (act(), done.append(True)))
    wait_until(lambda: done)


def seen_and_forgotten():
    found = [event.receiver for event in watched().slow]
    watched().slow.clear()
    return found


def test_an_event_that_takes_too_long_is_found():
    in_an_event(lambda: burn(LIMIT_S * 4))
    assert len(seen_and_forgotten()) == 1


def test_an_event_sent_by_another_is_part_of_it():
    class Slow(QObject):
        def event(self, event):
            burn(LIMIT_S * 2)
            return super().event(event)

    slow = Slow()
    in_an_event(lambda: [watched().sendEvent(slow, QEvent(QEvent.Type.User)) for _ in range(2)])
    assert len(seen_and_forgotten()) == 1


def test_waiting_and_what_is_excused_do_not_count():
    in_an_event(lambda: time.sleep(2 * LIMIT_S))
    with watched().excused("a test of this"):
        in_an_event(lambda: burn(2 * LIMIT_S))
    assert seen_and_forgotten() == []
    in_an_event(lambda: burn(LIMIT_S * 4))
    assert len(seen_and_forgotten()) == 1


@pytest.fixture
def busy(home):
    command = [sys.executable, str(BUSY), str(home.root), "--days", str(DAYS), "--steps", str(STEPS)]
    process = subprocess.Popen([*command, "--every", "0.5"], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def press(widget, key):
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        watched().postEvent(widget, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier))
    breathe()


def breathe():
    """Until all that follows has been painted."""
    for _ in range(5):
        watched().processEvents()


def turn_to(window, page):
    """As by a click on the tab: within an event."""
    in_an_event(lambda: window.tabs.setCurrentWidget(page))
    breathe()


def test_five_years_of_history(busy, session, window, tmp_path):
    session.start()
    wait_until(lambda: session.situation.live is not None)
    turn_to(window, window.me)
    wait_until(lambda: window.me.feed.is_loaded, 30.0)
    assert len(window.me.feed.history.starts("day")) == DAYS
    time_card, calendar = window.me.time, window.me.calendar
    for unit in ("hour", "month", "day"):
        in_an_event(lambda unit=unit: time_card.unit.choose(unit))
        for _ in range(8):
            press(time_card.bars, Qt.Key.Key_PageUp)
            press(time_card.bars, Qt.Key.Key_Left)
    for _ in range(6):
        press(calendar.year, Qt.Key.Key_PageUp)
        press(calendar.year, Qt.Key.Key_Left)
    in_an_event(lambda: window.me.totals.only.setCurrentIndex(2))
    in_an_event(lambda: window.resize(900, 800))
    breathe()
    turn_to(window, window.now)
    turn_to(window, window.me)
    said = []
    window.me.said.connect(said.append)
    in_an_event(lambda: window.me.save_to(str(tmp_path / "hours.csv"), "hour"))
    wait_until(lambda: said, 60.0)
    assert (tmp_path / "hours.csv").read_bytes().count(b"\r\n") == DAYS * 24 * 3 + 1


def test_a_hundred_thousand_steps(busy, session, window):
    session.start()
    wait_until(lambda: session.situation.live is not None)
    turn_to(window, window.model)
    wait_until(lambda: window.model.feed.is_complete, 60.0)
    curve, card = window.model.chart.curve, window.model.chart
    assert len(window.model.feed.losses) == STEPS
    for across in (Across.SAMPLES, Across.TIME, Across.STEPS):
        in_an_event(lambda across=across: card.across.choose(across))
        breathe()
    in_an_event(lambda: card.log.setChecked(True))
    for x in range(60, 400, 20):
        at = QPointF(x, 100)
        move = QMouseEvent(QEvent.Type.MouseMove, at, curve.mapToGlobal(at), *NO_BUTTON)
        watched().postEvent(curve, move)
        breathe()
    assert card.read_out.text().startswith("Step ")
    for key in (
        Qt.Key.Key_Plus,
        Qt.Key.Key_Plus,
        Qt.Key.Key_Minus,
        Qt.Key.Key_Left,
        Qt.Key.Key_Home,
        Qt.Key.Key_Escape,
    ):
        press(curve, key)
    in_an_event(lambda: window.resize(1_400, 900))
    breathe()


NO_BUTTON = (Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier)
