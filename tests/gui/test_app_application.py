"""All parts together, on a desktop whose tray comes and goes."""

import pytest
from toy_engine import a_collaboration, a_status, wait_until

from app.application import Application, Program
from app.qt import QFileOpenEvent, QObject, QUrl, Signal
from app.single_instance import SingleInstance
from core.ipc.messages import Method, Phase, Reason

LINK = a_collaboration().invitation


class Presence(QObject):
    """`TrayPresence` of a desktop that does what the test says."""

    changed = Signal()
    here = False
    is_settled = False

    def is_there(self):
        return self.here

    def turn(self, *, here):
        self.here = here
        self.is_settled = True
        self.changed.emit()


@pytest.fixture
def sent(monkeypatch):
    said = []
    monkeypatch.setattr("app.application.send_without_tray", lambda title, text: said.append((title, text)))
    return said


@pytest.fixture
def presence(monkeypatch, qt):
    made = Presence()
    monkeypatch.setattr("app.application.TrayPresence", lambda _parent: made)
    return made


@pytest.fixture
def application(qt, engine, home, presence, sent, monkeypatch, tmp_path):
    for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "ada"))
    instance = SingleInstance(home.root)
    assert instance.is_first()
    (home.root / "app.ini").write_text("[first_run]\ndone=true\n")
    made = Application(qt, home, instance)
    yield made
    made.window.hide()
    made._control.stop()
    instance.close()
    made.window.deleteLater()
    made.deleteLater()


def start(application, *, hidden=False, link=""):
    application.start(link, hidden=hidden)
    wait_until(lambda: application.session.situation.live is not None)


def test_without_a_tray_closing_leaves_the_window_in_the_task_bar_and_says_so_once(application, sent):
    start(application)
    for _ in range(2):
        application.window.raise_up()
        application.window.close()
        assert application.window.isMinimized()
    assert len(sent) == 1
    assert "launcher" in sent[0][1]


def test_a_tray_that_comes_later_is_used(application, presence):
    start(application)
    assert application.tray is None
    presence.turn(here=True)
    assert application.tray.icon.isVisible()
    assert application.window.close()
    assert not application.window.isVisible()
    application.tray.show_action.trigger()
    assert application.window.isVisible()


def test_a_tray_that_goes_leaves_a_way_back(application, presence):
    presence.here = True
    start(application, hidden=True)
    assert not application.window.isVisible()
    presence.turn(here=False)
    assert application.window.isMinimized()
    assert not application.tray.icon.isVisible()
    presence.turn(here=True)
    assert application.tray.icon.isVisible()


def test_hidden_waits_for_a_tray_and_then_takes_the_task_bar(application, presence):
    start(application, hidden=True)
    assert not application.window.isVisible()
    presence.turn(here=False)
    assert application.window.isMinimized()


def test_hidden_stays_hidden_where_the_tray_is_late(application, presence):
    start(application, hidden=True)
    presence.turn(here=True)
    assert not application.window.isVisible()
    assert application.tray.icon.isVisible()


def test_tray_and_window_agree_on_whatever_the_engine_says(application, engine, presence):
    presence.here = True
    start(application)
    for reason in Reason:
        engine.say(a_status(Phase.PAUSED, reason, f"Because of {reason}."))
        wait_until(lambda reason=reason: application.session.situation.status.reason is reason)
        assert application.tray.state_action.text() == application.window.now.state.headline.text()
        assert application.window.now.state.sentence.text() in application.tray.icon.toolTip()


def test_a_link_that_the_system_opens_is_offered_and_not_joined(application, engine):
    start(application)
    opened = []
    Program.event(_Listening(opened), QFileOpenEvent(QUrl(LINK)))
    assert opened == [LINK]
    application._on_link(opened[0])
    assert application.window.join.link.link.text() == LINK
    assert engine.count(Method.JOIN) == 0


class _Listening:
    """Stands for the one QApplication that a process may have."""

    def __init__(self, opened):
        self.link_opened = self
        self.emit = opened.append


def test_the_menu_leads_to_the_pages(application, presence):
    presence.here = True
    start(application, hidden=True)
    application.tray.settings_action.trigger()
    assert application.window.isVisible()
    application.window.hide()
    application.tray.help_action.trigger()
    assert application.window.isVisible()
