import sys

import pytest
from toy_engine import ToyEngine, wait_until

from app.engine_process import EngineProcess, engine_command, last_sentence
from app.session import Session
from app.situation import Link
from core.ipc.address import control_address
from core.ipc.last_words import last_words
from core.saying import say

WAIT_FOR_STDIN = "import sys; sys.stdin.read()"


def python(code):
    return [sys.executable, "-c", code]


@pytest.fixture
def run(qt):
    made = []

    def start(code, restarts_s=(0.01, 0.01, 0.01)):
        engine = EngineProcess(python(code), restarts_s=restarts_s)
        engine.heard = []
        engine.failed.connect(engine.heard.append)
        engine.stopped.connect(lambda: engine.heard.append("stopped"))
        engine.ended.connect(lambda: engine.heard.append("ended"))
        made.append(engine)
        return engine

    yield start
    for engine in made:
        engine.wait_ended(2.0)


def test_the_command_is_the_engine_that_ends_with_its_parent(tmp_path):
    command = engine_command(tmp_path)
    assert command[1:] == ["-m", "core.cli", "run", "--headless", "--home", str(tmp_path), "--exit-with-parent"]


def test_stop_closes_the_standard_input(run):
    engine = run(WAIT_FOR_STDIN)
    engine.start()
    wait_until(lambda: engine.is_running)
    engine.stop()
    wait_until(lambda: engine.heard)
    assert engine.heard == ["ended"]
    assert not engine.is_expected


def test_stop_insists_where_closing_does_not_help(run, monkeypatch):
    monkeypatch.setattr("app.engine_process.ENDING_S", 0.2)
    engine = run(
        "import signal, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "print('ready', file=sys.stderr, flush=True); time.sleep(60)"
    )
    engine.start()
    wait_until(lambda: b"ready" in engine._errors)
    engine.stop()
    wait_until(lambda: engine.heard)
    assert engine.heard == ["ended"]


def test_stop_without_an_engine_still_ends(run):
    engine = run("pass")
    engine.stop()
    wait_until(lambda: engine.heard)
    assert engine.heard == ["ended"]


def test_an_ordered_end_is_not_a_crash(run):
    engine = run("pass")
    engine.start()
    wait_until(lambda: engine.heard)
    assert engine.heard == ["stopped"]
    assert not engine.is_expected


@pytest.mark.parametrize("code", [1, 2])
def test_a_fault_for_the_user_is_passed_on_at_once(run, code):
    engine = run(
        "import sys; print('training: step 3', file=sys.stderr);"
        f"print('idlewild: Port 47100 is in use; choose another.', file=sys.stderr); sys.exit({code})"
    )
    engine.start()
    wait_until(lambda: engine.heard)
    assert engine.heard == ["Port 47100 is in use; choose another."]


@pytest.mark.parametrize(
    ("code", "last_words"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "left no message"),
        ("raise RuntimeError('boom')", "RuntimeError: boom"),
        ("raise SystemExit('idlewild: Internal error (KeyError); please report it.')", "Internal error (KeyError)"),
    ],
)
def test_a_crash_is_tried_again_a_few_times(run, tmp_path, code, last_words):
    starts = tmp_path / "starts"
    engine = run(f"open({str(starts)!r}, 'a').write('x')\n{code}")
    engine.start()
    wait_until(lambda: engine.heard)
    assert last_words in engine.heard[0]
    assert starts.read_text() == "xxxx"
    engine.start()
    wait_until(lambda: len(engine.heard) == 2)
    assert starts.read_text() == "x" * 8


def test_a_program_that_is_not_there_is_said(qt):
    engine = EngineProcess(["/nonexistent/idlewild"])
    heard = []
    engine.failed.connect(heard.append)
    engine.start()
    wait_until(lambda: heard)
    assert "cannot be started" in heard[0]


def test_last_sentence():
    assert last_sentence("") == ""
    assert last_sentence("training: step 1\n") == ""
    assert last_sentence("idlewild: The disk is full.\ntraining: x\n") == "The disk is full."
    english = "idlewild: There is no text: write a few words.\n"
    own = last_words(say("There is no text: write a few words."))
    assert last_sentence(f"{english}{own}\n") == "There is no text: write a few words."
    assert last_sentence(f"{english}idlewild says: rubbish\n") == "There is no text: write a few words."
    assert last_sentence("Traceback (most recent call last):\n  File\nValueError: no\n") == "ValueError: no"


# --- with the control link ---------------------------------------------------------------------------------------


@pytest.fixture
def owned(control, run):
    """A session that starts its own child; the toy engine plays the child's socket."""

    def make(code):
        process = run(code)
        return process, Session(control, process)

    return make


def test_an_engine_that_answers_already_is_used(owned, engine):
    process, session = owned(WAIT_FOR_STDIN)
    session.start()
    wait_until(lambda: session.situation.live is not None)
    assert not process.is_running
    ended = []
    session.ended.connect(lambda: ended.append(True))
    session.end()
    assert ended == [True]
    assert engine.asked == [("subscribe", {})]


def test_where_none_answers_one_is_started_and_ended_with_the_app(owned, home, monkeypatch):
    monkeypatch.setattr("app.session.QUIT_S", 0.1)
    process, session = owned(WAIT_FOR_STDIN)
    session.start()
    wait_until(lambda: process.is_running)
    assert session.situation.link is Link.STARTING
    toy = ToyEngine(control_address(home.root))
    toy.listen()
    wait_until(lambda: session.situation.live is not None)
    ended = []
    session.ended.connect(lambda: ended.append(True))
    session.end()
    wait_until(lambda: ("quit", {}) in toy.asked)
    wait_until(lambda: ended)
    assert not process.is_running
    assert ended == [True]
    toy.close()


def test_an_engine_that_cannot_start_is_said_and_tried_again_on_request(owned):
    _, session = owned("import sys; print('idlewild: The disk is full.', file=sys.stderr); sys.exit(1)")
    session.start()
    wait_until(lambda: session.situation.link is Link.FAILED)
    assert session.situation.trouble == "The disk is full."
    session.retry()
    assert session.situation.link is Link.STARTING
    wait_until(lambda: session.situation.link is Link.FAILED)


def test_an_engine_that_was_told_to_quit_stays_away(owned, home):
    process, session = owned("import sys; sys.stdin.read()")
    toy = ToyEngine(control_address(home.root))
    session.start()
    wait_until(lambda: process.is_running)
    toy.listen()
    wait_until(lambda: session.situation.live is not None)
    process._process.closeWriteChannel()
    wait_until(lambda: session.situation.link is Link.STOPPED)
    toy.close()
    wait_until(lambda: not session._control.is_up)
    assert session.situation.link is Link.STOPPED
    assert not process.is_expected


def test_a_foreign_engine_that_goes_away_is_missed_after_a_while(session, engine, monkeypatch):
    monkeypatch.setattr("app.session.FOREIGN_GONE_S", 0.1)
    session.start()
    wait_until(lambda: session.situation.live is not None)
    engine.close()
    wait_until(lambda: session.situation.link is Link.LOST)
    wait_until(lambda: session.situation.link is Link.FAILED)
    engine.listen()
    wait_until(lambda: session.situation.live is not None)
