"""What the app does while nobody looks at it: next to nothing, and that truly."""

import time

import pytest
from toy_engine import a_collaboration, a_status, wait_until

from app.memory import give_back
from app.pages.now import NowPage
from app.qt import QLabel, QSettings
from app.resting import Resting
from app.tray import Tray
from app.widgets.pages import Pages
from app.window import MainWindow
from core.ipc.messages import Event, Method, Phase, Reason


@pytest.fixture
def tray(session, home):
    made = Tray(session, QSettings(str(home.root / "app.ini"), QSettings.Format.IniFormat))
    yield made
    made.deleteLater()


@pytest.fixture
def hidden(joined, window, engine):
    """The window, closed to the tray; the engine has heard of it."""
    window.close()
    joined()
    engine.told.clear()
    return window


def let_pass(seconds):
    end_s = time.monotonic() + seconds
    wait_until(lambda: time.monotonic() > end_s)


def figures(number):
    return a_status(collaboration=a_collaboration(step_samples=number))


# --- what is told ----------------------------------------------------------------------------------------------------


def test_unseen_figures_are_neither_sent_nor_shown(hidden, engine, session):
    changed, looked = [], []
    session.changed.connect(changed.append)
    session._look.timeout.connect(lambda: looked.append(True))
    engine.say(figures(1))  # the first one after a wish always comes
    wait_until(lambda: changed)
    engine.told.clear()
    for number in range(2, 6):
        engine.say(figures(number))
        let_pass(0.3)
    assert set(engine.told) == {Event.BEAT}
    assert len(changed) == 1
    assert not looked, "nothing but the engine's word wakes it up"
    assert session.situation.live is not None


def test_unseen_news_are_in_the_tray_at_once(hidden, engine, session, tray):
    engine.say(a_status())
    engine.say(a_status(Phase.PAUSED, Reason.ON_BATTERY, "This computer runs on battery."))
    wait_until(lambda: "on battery" in tray.icon.toolTip())
    assert session.situation.status.reason is Reason.ON_BATTERY


def test_who_looks_again_sees_the_newest_figures_at_once(hidden, engine, session):
    engine.say(figures(1))
    engine.say(figures(2))
    wait_until(lambda: session.situation.collaboration.step_samples == 1)
    hidden.show()
    wait_until(lambda: session.situation.collaboration.step_samples == 2)
    assert engine.asked[-1] == (Method.SUBSCRIBE, {})
    engine.say(figures(3))
    wait_until(lambda: session.situation.collaboration.step_samples == 3)


def test_a_window_in_the_task_bar_wants_no_figures(joined, window, engine):
    window.showMinimized()
    wait_until(lambda: engine.asked[-1] == (Method.SUBSCRIBE, {"every_s": 30.0}))
    window.showNormal()
    wait_until(lambda: engine.asked[-1] == (Method.SUBSCRIBE, {}))


def test_a_wish_outlives_the_connection(hidden, engine, session):
    engine.drop_clients()
    wait_until(lambda: session.situation.live is None)
    wait_until(lambda: session.situation.live is not None)
    assert engine.asked[-1] == (Method.SUBSCRIBE, {"every_s": 30.0})


# --- what is given back ----------------------------------------------------------------------------------------------


def drop_all(window):
    while window._drop_one():
        pass


def test_pages_go_and_are_made_again(hidden, joined, engine):
    window, before, place = hidden, hidden.now, hidden.geometry()
    drop_all(window)
    assert not any(window.tabs.is_made(place) for place in range(window.tabs.count()))
    engine.say(figures(7))
    window.show()
    joined()
    assert isinstance(window.tabs.currentWidget(), NowPage)
    assert window.now is not before
    assert window.now.isVisible()
    assert window.now.step.done.text().startswith("7")
    assert window.geometry() == place


def test_a_window_that_is_seen_keeps_its_pages(joined, window):
    assert not window._drop_one()
    assert window.tabs.is_made(0)


def test_the_screens_of_the_first_start_go_when_it_is_over(engine, session, home):
    settings = QSettings(str(home.root / "app.ini"), QSettings.Format.IniFormat)
    window = MainWindow(session, home, settings, lambda: True)
    drop_all(window)
    assert window.first_run.is_built, "it is under way"
    session.start()
    wait_until(lambda: not window.first_run.is_due)
    drop_all(window)
    assert not window.first_run.is_built
    engine.say(a_status(has_consent=False))
    wait_until(lambda: window.first_run.is_due)
    assert window.first_run.is_built
    assert window._stack.currentWidget() is window.first_run
    drop_all(window)
    assert window.first_run.is_built
    window.deleteLater()


def test_what_was_typed_in_stays(hidden, engine):
    window = hidden
    window.model.try_box.text.setText("Bees make ___.")
    window.join.link.link.setText("idlewild://join/")
    pages = (window.model, window.join)
    drop_all(window)
    assert (window.model, window.join) == pages
    assert not window.tabs.is_made(0)
    window.model.try_box.text.clear()
    window.join.link.link.clear()
    drop_all(window)
    assert not window.tabs.is_made(1)
    assert not window.tabs.is_made(3)


def test_what_can_be_taken_back_stays(joined, window, engine):
    window.open_settings()
    wait_until(lambda: window.settings.desk.current is not None)
    window.settings.desk.change({"pause_on_battery": False}, "On battery")
    wait_until(lambda: window.settings.desk.last)
    window.close()
    drop_all(window)
    assert window.settings.desk.last == "On battery"
    window.settings.undo()
    wait_until(lambda: engine.preferences.pause_on_battery)
    drop_all(window)
    assert not window.tabs.is_made(4)


def test_a_page_under_the_names_keeps_its_place(qt):
    pages = Pages()
    for text in ("One", "Two"):
        pages.add(text, lambda text=text: QLabel(text))
    pages.setCurrentIndex(1)
    assert pages.drop_one()
    assert not pages.drop_one()
    assert (pages.currentIndex(), pages.currentWidget().text()) == (1, "Two")
    pages.deleteLater()


class Rested:
    """Things that can go, and whether somebody waits."""

    def __init__(self, things):
        self.things, self.is_asking = things, False

    def drop_one(self):
        if self.things:
            self.things -= 1
            return True
        return False


@pytest.fixture
def rested(qt, monkeypatch):
    monkeypatch.setattr("app.resting._NEXT_MS", 1)
    monkeypatch.setattr("app.resting._TRY_AGAIN_S", 0.01)
    given_back = []
    monkeypatch.setattr("app.resting.give_back", lambda: given_back.append(True))
    made = Rested(3)
    made.given_back = given_back
    made.resting = Resting(made.drop_one, lambda: not made.is_asking, after_s=0.01)
    return made


def test_one_thing_after_the_other_goes_and_then_the_memory(rested):
    rested.resting.begin()
    wait_until(lambda: rested.given_back)
    let_pass(0.05)
    assert rested.things == 0
    assert rested.given_back == [True]


def test_who_comes_back_in_time_finds_everything(rested):
    rested.resting.begin()
    rested.resting.end()
    let_pass(0.05)
    assert rested.things == 3
    assert not rested.given_back


def test_nothing_goes_while_an_answer_is_awaited(rested):
    rested.is_asking = True
    rested.resting.begin()
    let_pass(0.05)
    assert rested.things == 3
    rested.is_asking = False
    wait_until(lambda: rested.given_back)


def test_memory_is_given_back_without_a_word(qt):
    give_back()
