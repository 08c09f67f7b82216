"""A language that is chosen while the program runs: window and tray speak it, and nothing of the old ones is left."""

import gc
import sys
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from scenes import settle
from toy_engine import a_status, wait_until

from app.application import Application
from app.pages.settings.page import SettingsPage
from app.qt import QAbstractSlider, QApplication, QLocale, QObject, QRect, Signal
from app.single_instance import SingleInstance
from core.ipc.messages import Phase, Reason

BENGALI = {"Paused": "বিরতিতে"}
"""As in the translation file."""


@pytest.fixture(autouse=True)
def no_slow_events() -> None:
    """A whole window is made anew here, which takes longer than an answer to a click, once in a long while."""


class Presence(QObject):
    """`TrayPresence` of a desktop that has a tray."""

    changed = Signal()
    is_settled = True

    def is_there(self) -> bool:
        return True


@pytest.fixture
def lost(monkeypatch) -> list[Any]:
    """Exceptions in slots and virtual methods, which nobody else would see."""
    found: list[Any] = []
    monkeypatch.setattr(sys, "excepthook", lambda *what: found.append(what))
    monkeypatch.setattr(sys, "unraisablehook", found.append)
    return found


@pytest.fixture
def application(qt: QApplication, engine, home, monkeypatch, tmp_path, lost) -> Iterator[Application]:
    monkeypatch.setattr("app.application.TrayPresence", lambda _parent: Presence())
    for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "ada"))
    before, direction = QLocale(), qt.layoutDirection()
    instance = SingleInstance(home.root)
    assert instance.is_first()
    (home.root / "app.ini").write_text("[first_run]\ndone=true\n[app]\nlanguage=en\n")
    made = Application(qt, home, instance)
    made.start("", hidden=False)
    wait_until(lambda: made.session.situation.live is not None)
    yield made
    made._control.stop()
    instance.close()
    made.window.hide()
    made.window.deleteLater()
    for translator in made._language._translators:
        qt.removeTranslator(translator)
    made.deleteLater()
    QLocale.setDefault(before)
    qt.setLayoutDirection(direction)


def choose(application: Application, code: str) -> None:
    before = application.window
    box = before.settings.own.language.box
    box.setCurrentIndex(box.findData(code))
    box.activated.emit(box.currentIndex())
    wait_until(lambda: application.window is not before)


def test_window_and_tray_speak_it_at_once(application, engine, lost):
    engine.say(a_status(Phase.PAUSED, Reason.PAUSED_BY_USER, "Paused by you."))
    wait_until(lambda: application.session.situation.paused_by_user)
    choose(application, "bn")
    assert application.window.isVisible()
    assert application.tray.icon.isVisible()
    assert application.tray.state_action.text() == BENGALI["Paused"]
    assert application.tray.icon.toolTip().startswith(BENGALI["Paused"])
    application.window.tabs.setCurrentWidget(application.window.now)
    assert application.window.now.state.headline.text() == BENGALI["Paused"]
    choose(application, "en")
    assert application.tray.state_action.text() == "Paused"
    assert lost == []


def test_the_window_stands_where_it_stood_and_shows_the_same_page(application, lost):
    application.window.setGeometry(QRect(40, 60, 560, 640))
    application.window.open_settings()
    choose(application, "bn")
    window = application.window
    assert window.geometry() == QRect(40, 60, 560, 640)
    assert window.tabs.currentWidget() is window.settings
    wait_until(lambda: window.settings.desk.current)
    assert window.settings.own.language.box.currentData() == "bn"
    assert lost == []


@pytest.mark.parametrize("height", [420, 700])
def test_the_person_stays_at_the_choice_of_language(application, lost, height):
    application.window.setGeometry(QRect(40, 60, 560, height))
    page = at_the_choice_of_language(application)
    before = page.language_px
    assert 0 < before < page.page.viewport().height()
    assert page.page.verticalScrollBar().value() > 500
    choose(application, "bn")
    page = application.window.settings
    wait_until(lambda: all_are_seen(page))
    settle()
    assert abs(page.language_px - before) <= room_below(page)
    assert application.window.focusWidget() is page.own.language.box
    assert lost == []


def test_whoever_scrolls_then_is_not_taken_back(application, lost):
    at_the_choice_of_language(application)
    choose(application, "bn")
    page = application.window.settings
    wait_until(lambda: all_are_seen(page))
    page.page.verticalScrollBar().triggerAction(QAbstractSlider.SliderAction.SliderToMinimum)
    page.own.language.show_trouble("A sentence that makes the page longer.")
    settle()
    assert page.page.verticalScrollBar().value() == 0
    assert lost == []


def at_the_choice_of_language(application: Application) -> SettingsPage:
    application.window.open_settings()
    page = application.window.settings
    wait_until(lambda: all_are_seen(page))
    page.page.ensureWidgetVisible(page.own.language)
    page.own.language.lead_to()
    settle()
    return page


def all_are_seen(page: SettingsPage) -> bool:
    return page.desk.current is not None and not any(part.isHidden() for part in page._told)


def room_below(page: SettingsPage) -> int:
    """At its end a page cannot scroll further: the rest is as high as the texts there are."""
    bar = page.page.verticalScrollBar()
    return 60 if bar.value() == bar.maximum() else 0


def test_nothing_of_the_old_window_is_left(application, engine, lost):
    old, tray = application.window, application.tray
    gone: list[str] = []
    old.destroyed.connect(lambda: gone.append("window"))
    tray.destroyed.connect(lambda: gone.append("tray"))
    kept = [weakref.ref(old), weakref.ref(tray)]
    choose(application, "bn")
    del old, tray
    wait_until(lambda: len(gone) == 2)
    gc.collect()
    assert [one() for one in kept] == [None, None]
    for reason in (Reason.ON_BATTERY, Reason.IN_CALL):
        engine.say(a_status(Phase.PAUSED, reason, f"Because of {reason}."))
        wait_until(lambda reason=reason: application.session.situation.status.reason is reason)
    application.session.complained.emit("Somebody hears this.")
    assert application.window.statusBar().currentMessage() == "Somebody hears this."
    assert lost == []


def test_what_was_asked_for_the_old_window_does_not_reach_it(application, engine, lost):
    """Answers that are under way when the language changes."""
    window = application.window
    for page in (window.me, window.join, window.model, window.settings):
        window.tabs.setCurrentWidget(page)
    window.join.nearby.search()
    window.model.try_box.text.setText("A ___.")
    window.model.try_box.ask_model()
    choose(application, "bn")
    asked = len(engine.asked)
    wait_until(lambda: application.window.settings.desk.current)
    application.window.tabs.setCurrentWidget(application.window.join)
    wait_until(lambda: application.window.join.memberships.members)
    assert len(engine.asked) > asked
    assert lost == []
