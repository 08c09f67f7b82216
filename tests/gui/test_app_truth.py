"""What window and tray say while the engine is killed, suspended or dumb: a real child process and real signals."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest
from toy_engine import wait_until

from app import words
from app.engine_process import EngineProcess
from app.qt import QSettings
from app.session import Session
from app.situation import Link
from app.tray import Tray

TOY = Path(__file__).with_name("toy_process.py")
TOLD_WITHIN_S = 2.0

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")


@pytest.fixture
def child(home):
    process = EngineProcess([sys.executable, str(TOY), str(home.root)], restarts_s=(0.2, 0.2, 0.2))
    yield process
    if process.is_running:
        os.kill(pid(process), signal.SIGCONT)
    process.wait_ended(2.0)


@pytest.fixture
def running(control, child):
    """A session with a child that answers."""
    session = Session(control, child)
    session.start()
    wait_until(lambda: session.situation.live is not None, 30)
    return session


@pytest.fixture
def tray(running, home):
    made = Tray(running, QSettings(str(home.root / "app.ini"), QSettings.Format.IniFormat))
    yield made
    made.hide()


def pid(child):
    return child._process.processId()


def seconds_until(condition, limit_s=10.0):
    start = time.monotonic()
    wait_until(condition, limit_s)
    return time.monotonic() - start


@pytest.mark.parametrize("is_seen", [True, False], ids=["seen", "hidden"])
def test_a_suspended_engine_is_told_within_two_seconds_and_believed_when_it_speaks_again(running, child, tray, is_seen):
    running.watch(is_seen=is_seen)
    beats = []
    running.control.beat.connect(lambda: beats.append(True))
    wait_until(lambda: is_seen or beats)
    suspended = pid(child)
    os.kill(suspended, signal.SIGSTOP)
    took_s = seconds_until(lambda: running.situation.link is Link.SILENT)
    assert took_s < TOLD_WITHIN_S
    assert running.situation.live is None
    assert running.situation.collaboration.name == "sahajBERT"  # what was known is still there
    assert words.headline(running.situation) in tray.icon.toolTip()
    assert words.sentence(running.situation) != running.situation.status.sentence
    os.kill(pid(child), signal.SIGCONT)
    assert seconds_until(lambda: running.situation.live is not None) < TOLD_WITHIN_S
    assert running.situation.status.sentence in tray.icon.toolTip()
    assert pid(child) == suspended  # a minute's patience is not over after two seconds


def test_one_that_stays_silent_is_ended_and_started_again(running, child, monkeypatch):
    monkeypatch.setattr("app.heartbeat.HOPELESS_AFTER_S", 2.0)
    before = pid(child)
    os.kill(before, signal.SIGSTOP)
    wait_until(lambda: running.situation.link is Link.SILENT)
    wait_until(lambda: pid(child) not in (0, before), 20)
    wait_until(lambda: running.situation.live is not None, 30)
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)


def test_a_killed_engine_is_told_at_once_and_started_again(running, child, tray):
    before = pid(child)
    os.kill(before, signal.SIGKILL)
    assert seconds_until(lambda: running.situation.link is Link.LOST) < TOLD_WITHIN_S
    wait_until(lambda: "started again" in running.situation.trouble)
    assert running.situation.trouble in tray.icon.toolTip()
    assert running.situation.collaboration.name == "sahajBERT"
    wait_until(lambda: running.situation.live is not None, 30)
    assert pid(child) != before
    assert running.situation.trouble == ""


def test_one_that_was_suspended_does_not_keep_the_app_from_ending(running, child):
    ended = []
    running.ended.connect(lambda: ended.append(True))
    os.kill(pid(child), signal.SIGSTOP)
    wait_until(lambda: running.situation.link is Link.SILENT)
    running.end()
    assert seconds_until(lambda: ended) < TOLD_WITHIN_S
    assert not child.is_running


def test_an_engine_that_speaks_keeps_its_word(running):
    changes = []
    running.changed.connect(changes.append)
    end = time.monotonic() + 2.5
    wait_until(lambda: time.monotonic() > end)
    assert changes == []


def test_one_of_somebody_elses_is_never_ended(engine, session, monkeypatch):
    monkeypatch.setattr("app.heartbeat.HOPELESS_AFTER_S", 1.6)
    session.start()
    wait_until(lambda: session.situation.live is not None)
    engine.beats = False
    assert seconds_until(lambda: session.situation.link is Link.SILENT) < TOLD_WITHIN_S + 0.5
    assert not session.situation.is_engine_ours
    engine.beats = True
    wait_until(lambda: session.situation.live is not None)
