"""What the window shows of the program's own parts: those that compute, newer versions, removal."""

import json
import os
from pathlib import Path

import msgspec
import pytest
from toy_engine import a_collaboration, a_status, wait_until
from toy_states import a_runtime, an_update
from walking import clipped, nameless, overlapping

from app import installed_words, restarting
from app.engine_process import EngineProcess
from app.first_run.flow import STEP
from app.first_run.steps import Step
from app.notifications import DAY_S, Deciding, Memory, Often, Wishes
from app.now_words import Way, way
from app.pace import Pace
from app.pages.settings.removal import RemovalDialog
from app.qt import QFont, QSettings
from app.restarting import environment_anew
from app.session import Session
from app.situation import Link, Situation
from app.tray import Tray
from app.trial import VARIABLE, Trial
from app.updating import Updating
from app.window import MainWindow
from app.words import NO_BREAK_SPACE
from core.ipc.installed import EngineRuntime, RuntimeState, Update, UpdateState
from core.ipc.messages import Method, Phase, Reason
from core.ipc.restart import RESTART
from core.saying import say

NOON_S = 1_790_000_000.0


def plain(text):
    return text.replace(NO_BREAK_SPACE, " ")


def installing(runtime, reason=Reason.INSTALLING, phase=Phase.STARTING, **changes):
    return a_status(phase, reason, "What computes is being installed.", runtime=runtime, **changes)


def updating(update, **changes):
    return a_status(update=update, **changes)


def asked(engine, method):
    return [params for name, params in engine.asked if name == method]


# --- the page Now ----------------------------------------------------------------------------------------------------


def test_a_download_says_how_much_of_how_much_and_how_long(joined, engine, window):
    for number in range(5):
        engine.say(installing(a_runtime(done=40_000_000 + 4_000_000 * number), uptime_s=100.0 + 2 * number))
        joined()
    state = window.now.state
    assert state.fetched.isVisible()
    assert plain(state.fetched.text()) == "About 1 min left"
    assert state.progress.value() == 26
    engine.say(installing(a_runtime(RuntimeState.UNPACKING, done=655_000_000)))
    joined()
    assert not state.fetched.isVisible()  # another pace, which is not known yet
    assert state.progress.value() == 50
    engine.say(a_status())
    joined()
    assert not state.fetched.isVisible()
    assert not state.progress.isVisible()


def test_a_network_that_charges_is_used_only_when_that_was_said(joined, engine, window):
    engine.say(installing(a_runtime(RuntimeState.WAITS), Reason.METERED_INSTALL, Phase.PAUSED))
    joined()
    go = window.now.state.go
    assert go.isVisible()
    assert plain(go.text()) == "Downlo&ad 212 MB here"
    assert asked(engine, Method.INSTALL_RUNTIME) == []
    go.click()
    wait_until(lambda: asked(engine, Method.INSTALL_RUNTIME))
    assert asked(engine, Method.INSTALL_RUNTIME) == [{"metered": True}]


@pytest.mark.parametrize("collaboration", [None, a_collaboration()])
def test_a_failure_is_tried_again_without_leave_to_charge(joined, engine, window, collaboration):
    runtime = a_runtime(RuntimeState.FAILED)
    engine.say(installing(runtime, Reason.FAULT, Phase.FAILED, saying=runtime.saying, collaboration=collaboration))
    joined()
    window.tabs.setCurrentWidget(window.now)
    state = window.now.state
    assert "broke off" in state.sentence.text()
    assert state.go.text() == "Tr&y again"
    state.go.click()
    wait_until(lambda: asked(engine, Method.INSTALL_RUNTIME))
    assert asked(engine, Method.INSTALL_RUNTIME) == [{"metered": False}]
    assert asked(engine, Method.RESUME) == []


def test_who_is_too_old_and_has_the_newer_one_restarts(joined, engine, window):
    update = msgspec.structs.replace(an_update(UpdateState.READY), is_needed=True)
    engine.say(updating(update))
    joined()
    assert window.now.state.go.text() == "Restart to &update"
    window.now.state.go.click()
    wait_until(lambda: asked(engine, Method.APPLY_UPDATE))


def test_nothing_is_offered_before_consent():
    waits = a_runtime(RuntimeState.WAITS)
    status = installing(waits, Reason.METERED_INSTALL, Phase.IDLE, has_consent=False, collaboration=None)
    assert way(Situation(Link.READY, "", status)) is None
    agreed = msgspec.structs.replace(status, has_consent=True, phase=Phase.PAUSED)
    assert way(Situation(Link.READY, "", agreed)) is Way.INSTALL_HERE


def test_the_pace_of_a_download():
    pace = Pace()
    assert pace.take(0.0, 0, 100) is None
    assert pace.take(2.0, 10, 100) is None  # too early to tell
    assert pace.take(4.0, 20, 100) == pytest.approx(16.0)
    for second in range(6, 60, 2):
        left_s = pace.take(float(second), 20, 100)
    assert left_s is None  # it stands still
    assert pace.take(60.0, 5, 100) is None  # another one
    assert pace.take(64.0, 9, 100) == pytest.approx(91.0)


# --- the first run ---------------------------------------------------------------------------------------------------


def test_the_question_says_what_is_downloaded():
    text = plain(installed_words.still_to_come(a_runtime(RuntimeState.MISSING, "cuda")))
    assert "212 MB, made for NVIDIA graphics cards. They take 1.3 GB on the disk" in text
    assert installed_words.still_to_come(EngineRuntime()) == ""
    assert installed_words.still_to_come(EngineRuntime(state=RuntimeState.MISSING)) == ""


def test_the_consent_page_tells_it_and_later_screens_how_far_it_is(engine, session, home, qt):
    unasked = {"collaboration": None, "network": None}
    engine.status = a_status(
        Phase.IDLE, Reason.NEEDS_CONSENT, "", has_consent=False, runtime=a_runtime(RuntimeState.MISSING), **unasked
    )
    window = MainWindow(session, home, QSettings(str(home.root / "a.ini"), QSettings.Format.IniFormat), lambda: True)
    window.show()
    session.start()
    first_run = window.first_run
    wait_until(first_run.consent.installing.isVisible)
    assert "made for the processor" in first_run.consent.installing_text.text()
    assert not first_run.state.isVisible()
    engine.say(a_status(Phase.IDLE, Reason.NO_COLLABORATION, "", runtime=a_runtime(), **unasked))
    wait_until(first_run.state.isVisible)
    assert plain(first_run.state.text()).endswith("compute: 84 MB of 212 MB.")
    engine.say(a_status(Phase.IDLE, Reason.NO_COLLABORATION, "", **unasked))
    wait_until(lambda: not first_run.state.isVisible())
    window.hide()
    window.deleteLater()


def test_what_is_awaited_is_said_once(engine, session, home, qt):
    """On the last screen, by the page where something was begun, else below it."""
    settings = QSettings(str(home.root / "a.ini"), QSettings.Format.IniFormat)
    settings.setValue(STEP, int(Step.JOIN))
    nothing = {"collaboration": None, "network": None, "runtime": a_runtime()}
    engine.status = a_status(Phase.STARTING, Reason.INSTALLING, "Fetching.", **nothing)
    window = MainWindow(session, home, settings, lambda: True)
    window.show()
    session.start()
    first_run = window.first_run
    wait_until(first_run.join.waiting.isVisible)
    assert not first_run.state.isVisible()
    engine.say(a_status(Phase.IDLE, Reason.NO_COLLABORATION, "", **nothing))
    wait_until(first_run.state.isVisible)
    assert not first_run.join.waiting.isVisible()
    window.hide()
    window.deleteLater()


# --- the page Settings -----------------------------------------------------------------------------------------------


@pytest.fixture
def card(joined, window):
    window.tabs.setCurrentWidget(window.settings)
    wait_until(lambda: window.settings.desk.current)
    return window.settings.program


@pytest.mark.parametrize(
    ("state", "says", "button", "wish"),
    [
        (UpdateState.CURRENT, "newest", "Loo&k for a newer version", (Method.CHECK_UPDATE, {})),
        (UpdateState.AVAILABLE, "14 MB to download", "Down&load it", (Method.FETCH_UPDATE, {"metered": True})),
        (UpdateState.READY, "1.4.0 is ready", "Restart n&ow", (Method.APPLY_UPDATE, {})),
        (UpdateState.FAILED, "was taken back", "Loo&k for a newer version", (Method.CHECK_UPDATE, {})),
    ],
)
def test_each_state_of_an_update_has_its_button(card, joined, engine, state, says, button, wish):
    engine.say(updating(an_update(state)))
    joined()
    assert says in plain(card.update_text.text())
    assert card.act.isVisible()
    assert card.act.text() == button
    card.act.click()
    wait_until(lambda: wish in engine.asked)


def test_what_is_under_way_needs_no_button(card, joined, engine):
    engine.say(updating(an_update(UpdateState.FETCHING)))
    joined()
    assert not card.act.isVisible()
    assert card.bar.isVisible()
    assert card.bar.value() == 35
    assert "5.0 MB of 14 MB" in plain(card.update_text.text())
    engine.say(updating(an_update(UpdateState.APPLYING)))
    joined()
    assert not card.bar.isVisible()
    assert card.automatic.isVisible()
    assert "this step has ended" in card.update_text.text()


def test_from_its_sources_it_does_not_speak_of_updates_by_itself(card, joined, engine):
    engine.say(a_status())
    joined()
    assert not card.act.isVisible()
    assert not card.automatic.isVisible()
    assert "sources" in card.update_text.text()
    assert "Python" in card.engine.text()


@pytest.mark.parametrize("state", RuntimeState)
@pytest.mark.parametrize("device", ["cpu", "cuda", "rocm", "xpu", "mps"])
def test_what_computes_is_said_in_every_state(state, device):
    line = plain(installed_words.runtime_line(a_runtime(state, device)))
    assert line
    assert "{" not in line
    if state is RuntimeState.READY:
        assert line.endswith(": 1.3 GB on the disk")


def test_the_settings_download_where_one_has_to_allow_it(card, joined, engine):
    engine.say(a_status(runtime=a_runtime(RuntimeState.READY)))
    joined()
    assert not card.install.isVisible()
    for state, metered in ((RuntimeState.WAITS, True), (RuntimeState.FAILED, False)):
        engine.say(a_status(runtime=a_runtime(state)))
        joined()
        card.install.click()
        wait_until(lambda metered=metered: {"metered": metered} in asked(engine, Method.INSTALL_RUNTIME))


def test_a_lost_engine_leaves_version_and_removal(card, joined, session):
    session.situation = Situation(Link.LOST, "", session.situation.status)
    session.changed.emit(session.situation)
    assert card.version.isVisible()
    assert card.remove.isEnabled()
    assert not card.update_text.isVisible()


@pytest.mark.parametrize("keep", [True, False])
def test_removal_says_what_goes_and_asks_about_the_history(card, window, home, keep):
    wanted = []
    window.remove_wanted.connect(wanted.append)
    card.remove.click()
    dialog = window.findChild(RemovalDialog)
    assert dialog.isVisible()
    assert str(home.root) in dialog._goes(str(home.root))
    dialog.stay.click()
    assert wanted == []
    card.remove.click()
    (dialog,) = [one for one in window.findChildren(RemovalDialog) if one.isVisible()]
    dialog.keep.setChecked(keep)
    dialog.go.click()
    assert wanted == [keep]


@pytest.mark.parametrize("points", [10.0, 20.0])
def test_the_question_before_removal_is_whole_and_named(qt, points):
    font = qt.font()
    larger = QFont(font)
    larger.setPointSizeF(points)
    qt.setFont(larger)
    dialog = RemovalDialog("/home/ada/.local/share/idlewild")
    dialog.show()
    qt.processEvents()
    assert clipped(dialog) == []
    assert overlapping(dialog) == []
    assert nameless(dialog) == []
    assert dialog.stay.hasFocus()
    dialog.close()
    dialog.deleteLater()
    qt.setFont(font)


# --- the tray --------------------------------------------------------------------------------------------------------


def test_the_tray_offers_the_restart_when_there_is_something_to_start(joined, engine, session, home, window):
    tray = Tray(session, window._settings)
    for state in UpdateState:
        engine.say(updating(an_update(state)))
        joined()
        assert tray.update_action.isVisible() == (state is UpdateState.READY)
    engine.say(updating(an_update(UpdateState.READY)))
    joined()
    tray.update_action.trigger()
    wait_until(lambda: asked(engine, Method.APPLY_UPDATE))
    tray.deleteLater()


# --- notifications ---------------------------------------------------------------------------------------------------


def told(deciding, update, now_s, wishes):
    notice = deciding.look(Situation(Link.READY, "", updating(update)), wishes, now_s)
    if notice is not None:
        deciding.told(notice, now_s)
    return notice


@pytest.mark.parametrize(
    ("update", "title"),
    [
        (Update(state=UpdateState.AVAILABLE, newer="1.4.0", is_needed=True), "Idlewild has to be updated"),
        (an_update(UpdateState.FAILED), "The update to 1.4.0 did not work"),
    ],
)
def test_an_update_that_matters_is_told_once(update, title):
    deciding, each = Deciding(Memory()), Wishes(Often.EACH)
    notice = told(deciding, update, NOON_S, each)
    assert notice.title == title
    assert notice.text
    assert told(deciding, update, NOON_S + DAY_S, each) is None
    again = Deciding(msgspec.json.decode(msgspec.json.encode(deciding.memory), type=Memory))
    assert told(again, update, NOON_S + 2 * DAY_S, each) is None
    next_one = msgspec.structs.replace(update, newer="1.5.0")
    assert told(again, next_one, NOON_S + 3 * DAY_S, each) is not None


@pytest.mark.parametrize(
    "update",
    [
        *(an_update(state) for state in UpdateState if state is not UpdateState.FAILED),
        Update(state=UpdateState.FAILED, saying=say("The feed does not answer.")),
    ],
)
def test_updates_that_take_care_of_themselves_are_not_told(update):
    assert told(Deciding(Memory()), update, NOON_S, Wishes(Often.EACH)) is None


# --- using it --------------------------------------------------------------------------------------------------------


def test_a_newer_version_is_used_while_nobody_looks(joined, engine, session):
    seen = [True]
    kept = Updating(session, lambda: seen[0])
    engine.say(updating(an_update(UpdateState.READY)))
    joined()
    assert asked(engine, Method.APPLY_UPDATE) == []
    seen[0] = False
    engine.say(updating(an_update(UpdateState.READY), duty_percent=7))
    wait_until(lambda: asked(engine, Method.APPLY_UPDATE))
    engine.say(updating(an_update(UpdateState.READY), duty_percent=8))
    joined()
    assert len(asked(engine, Method.APPLY_UPDATE)) == 1
    kept.deleteLater()


def test_who_wants_no_automatic_updates_has_none(joined, engine, session):
    engine.preferences = msgspec.structs.replace(engine.preferences, automatic_updates=False)
    kept = Updating(session, lambda: False)
    engine.say(updating(an_update(UpdateState.READY)))
    joined()
    wait_until(lambda: asked(engine, Method.PREFERENCES))
    joined()
    assert asked(engine, Method.APPLY_UPDATE) == []
    kept.deleteLater()


def test_an_engine_that_wants_a_restart_ends_the_app_for_one(qt, control):
    process = EngineProcess([os.sys.executable, "-c", f"raise SystemExit({RESTART})"], restarts_s=(60.0,))
    session = Session(control, process)
    ended = []
    session.ended.connect(lambda: ended.append(session.wants_restart))
    process.start()
    wait_until(lambda: ended)
    assert ended == [True]
    assert not process.is_expected


def test_who_has_quit_meanwhile_is_not_started_again(qt, control):
    code = f"import sys; sys.stdin.read(); raise SystemExit({RESTART})"
    process = EngineProcess([os.sys.executable, "-c", code], restarts_s=(60.0,))
    session = Session(control, process)
    ended = []
    session.ended.connect(lambda: ended.append(session.wants_restart))
    process.start()
    wait_until(lambda: process.is_running)
    session.end()
    wait_until(lambda: ended)
    assert ended == [False]


def test_what_was_said_to_this_version_is_not_said_to_the_next():
    given = {"HOME": "/h", VARIABLE: "/t", "IDLEWILD_LAUNCHED": "1", "IDLEWILD_LAUNCHER": "/opt/idlewild"}
    given |= {"LD_LIBRARY_PATH": "/opt/_internal", "LD_LIBRARY_PATH_ORIG": "/usr/own"}
    kept = {"HOME": "/h", "IDLEWILD_LAUNCHER": "/opt/idlewild", "LD_LIBRARY_PATH": "/usr/own"}
    assert environment_anew(given, is_frozen=True) == {**kept, "PYINSTALLER_RESET_ENVIRONMENT": "1"}
    del given["LD_LIBRARY_PATH_ORIG"]
    assert "LD_LIBRARY_PATH" not in environment_anew(given, is_frozen=True)
    assert environment_anew(given, is_frozen=False)["LD_LIBRARY_PATH"] == "/opt/_internal"


def test_a_program_started_apart_gets_its_words_and_its_environment(qt, tmp_path):
    told_to = tmp_path / "told"
    code = "import json, os, sys; open(sys.argv[1] + '.part', 'w').write(json.dumps([sys.argv[2], os.environ['WORD']]))"
    code += "; os.rename(sys.argv[1] + '.part', sys.argv[1])"
    command = [os.sys.executable, "-c", code, str(told_to), "a b"]
    assert restarting.start_detached(command, {"PATH": os.environ["PATH"], "WORD": "ä"})
    wait_until(told_to.exists)
    assert json.loads(told_to.read_text()) == ["a b", "ä"]
    assert not restarting.start_detached([str(tmp_path / "nobody")], {})


def test_a_version_on_trial_says_once_that_it_is_up(joined, engine, session, tmp_path):
    file = tmp_path / "UP"
    session.situation = Situation()
    trial = Trial(session, {VARIABLE: str(file)})
    session.changed.emit(Situation(Link.STARTING))
    assert not file.exists()
    engine.say(a_status(duty_percent=3))
    joined()
    assert file.read_text()
    file.unlink()
    engine.say(a_status(duty_percent=4))
    joined()
    assert not file.exists()
    assert trial is not None


def test_a_trial_that_cannot_be_answered_ends_nothing(joined, engine, session, tmp_path):
    trial = Trial(session, {VARIABLE: str(tmp_path / "gone" / "UP")})
    engine.say(a_status(duty_percent=3))
    joined()
    assert trial._file is None
    assert isinstance(Trial(session, {})._file, type(None) | Path)
