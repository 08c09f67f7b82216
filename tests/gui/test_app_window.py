from collections.abc import Iterator

import pytest
from toy_engine import a_collaboration, a_day, a_status, wait_until

from app import colours, words
from app.pages.help.page import HelpPage
from app.qt import (
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QFont,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QSettings,
    QSlider,
    Qt,
    QTabBar,
    QTableView,
    QToolButton,
    QWidget,
)
from app.session import Session
from app.situation import Mood
from app.tray import Tray
from app.widgets.card import Page
from app.window import MainWindow
from core.ipc.messages import Method, Phase, Reason

BENGALI = a_collaboration(
    name="সহজবার্ট — বাংলা ভাষার জন্য একটি উন্মুক্ত ভাষা-মডেল, স্বেচ্ছাসেবকদের হাতে গড়া",
    description="বাংলা উইকিপিডিয়া ও অস্কার থেকে নেওয়া লেখার উপর প্রশিক্ষিত একটি ছোট ভাষা-মডেল। " * 4,
)


@pytest.fixture
def settings(home):
    return QSettings(str(home.root / "app.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def tray(session: Session, settings):
    made = Tray(session, settings)
    yield made
    made.deleteLater()


def test_closing_keeps_the_tray_and_tells_so(window):
    closed = []
    window.closed_to_tray.connect(lambda: closed.append(True))
    assert window.close()
    assert not window.isVisible()
    assert closed == [True]


def test_it_is_told_once_and_not_after_the_next_start(tray, session, settings):
    assert tray.tell_once()
    assert not tray.tell_once()
    settings.sync()
    assert not Tray(session, QSettings(settings.fileName(), QSettings.Format.IniFormat)).tell_once()


def test_without_a_tray_closing_minimises(session, home, settings, qt):
    window = MainWindow(session, home, settings, lambda: False)
    window.show()
    assert not window.close()
    assert window.isMinimized()
    assert "no tray" in window.statusBar().currentMessage()
    window.raise_up()
    assert not window.isMinimized()
    window.hide()
    window.deleteLater()


def test_the_size_is_remembered(window, session, home, settings, qt):
    window.resize(530, 610)
    window.close()
    settings.sync()
    later = MainWindow(session, home, QSettings(settings.fileName(), QSettings.Format.IniFormat), lambda: True)
    assert (later.width(), later.height()) == (530, 610)
    later.deleteLater()


@pytest.mark.parametrize(
    ("status", "mood"),
    [
        (a_status(), Mood.TRAINING),
        (a_status(Phase.PAUSED, Reason.PAUSED_BY_USER, "Paused by you."), Mood.PAUSED),
        (a_status(Phase.PAUSED, Reason.ON_BATTERY, "Paused on battery."), Mood.WAITING),
        (a_status(Phase.CONNECTING, Reason.NONE, "Looking."), Mood.CONNECTING),
        (a_status(Phase.FAILED, Reason.FAULT, "Something broke; try again."), Mood.FAILED),
        (a_status(Phase.IDLE, Reason.NO_COLLABORATION, "Nothing yet.", collaboration=None), Mood.IDLE),
    ],
)
def test_the_tray_shows_state_and_reason(tray, session, engine, status, mood):
    engine.status = status
    session.start()
    wait_until(lambda: session.situation.live is not None)
    assert session.situation.mood is mood
    assert status.sentence in tray.icon.toolTip()
    assert not tray.icon.icon().isNull()


def test_the_trays_menu(tray, session, engine):
    session.start()
    wait_until(lambda: session.situation.live is not None)
    assert tray.pause_menu.menuAction().isVisible()
    assert not tray.resume_action.isVisible()
    tray.pause_menu.actions()[1].trigger()
    wait_until(lambda: engine.count(Method.PAUSE))
    assert engine.asked[-1] == ("pause", {"seconds": 3_600.0})
    engine.say(a_status(Phase.PAUSED, Reason.PAUSED_BY_USER, "Paused by you."))
    wait_until(lambda: session.situation.paused_by_user)
    assert not tray.pause_menu.menuAction().isVisible()
    tray.resume_action.trigger()
    wait_until(lambda: engine.count(Method.RESUME))
    wishes = []
    tray.quit_wanted.connect(lambda: wishes.append("quit"))
    tray.show_wanted.connect(lambda: wishes.append("show"))
    tray.settings_wanted.connect(lambda: wishes.append("settings"))
    tray.help_wanted.connect(lambda: wishes.append("help"))
    for action in (tray.quit_action, tray.show_action, tray.settings_action, tray.help_action):
        action.trigger()
    assert wishes == ["quit", "show", "settings", "help"]


def test_the_trays_menu_begins_with_the_state_and_ends_a_step_in_order(tray, session, engine):
    session.start()
    wait_until(lambda: session.situation.live is not None)
    assert tray.menu.actions()[0] is tray.state_action
    assert not tray.state_action.isEnabled()
    assert tray.state_action.text() == "Training"
    tray.finish_action.trigger()
    wait_until(lambda: engine.count(Method.FINISH))
    engine.say(a_status(Phase.TRAINING, Reason.FINISHING_STEP, "Pausing as soon as step 128 is done."))
    wait_until(lambda: not tray.finish_action.isEnabled())
    assert tray.resume_action.isVisible()
    assert tray.state_action.text() == "Finishing this step"
    engine.say(a_status(Phase.PAUSED, Reason.PAUSED_BY_USER, "Paused by you."))
    wait_until(lambda: session.situation.paused_by_user)
    assert not tray.finish_action.isVisible()


@pytest.mark.parametrize("reason", list(Reason))
def test_window_and_tray_say_the_same_for_every_reason(tray, session, engine, reason):
    engine.status = a_status(Phase.PAUSED, reason, "x" * 300)
    session.start()
    wait_until(lambda: session.situation.live is not None)
    assert tray.icon.toolTip() == words.tooltip(session.situation)
    assert len(tray.icon.toolTip()) <= 127
    assert tray.state_action.text() == words.headline(session.situation)
    assert words.line(session.situation) in {words.sentence(session.situation), words.headline(session.situation)}


def test_a_panel_that_starts_anew_gets_the_icon_again(tray, session):
    before = tray.icon
    tray.show_anew()
    assert tray.icon is not before
    assert tray.icon.toolTip() == words.tooltip(session.situation)
    assert not tray.icon.icon().isNull()


def test_every_control_has_a_name(joined, engine, window):
    engine.days = [a_day("2026-11-21")]
    for number in range(window.tabs.count()):
        window.tabs.setCurrentIndex(number)
        joined()
        for kind in (QPushButton, QLineEdit, QTableView, QProgressBar):
            for widget in window.tabs.currentWidget().findChildren(kind):
                assert widget.accessibleName() or getattr(widget, "text", str)(), widget
        others = QAbstractSpinBox, QCheckBox, QComboBox, QListWidget, QPlainTextEdit, QSlider, QTabBar, QToolButton
        for kind in others:
            for widget in window.tabs.currentWidget().findChildren(kind):
                if not isinstance(widget.parent(), QLineEdit):  # the button in it that empties it is Qt's
                    assert widget.accessibleName(), (widget, widget.parent())


def test_mnemonics_do_not_collide(joined, window):
    def key(text):
        place = text.replace("&&", "").find("&")
        return text.replace("&&", "")[place + 1].lower() if place >= 0 else None

    frame = [key(action.text()) for action in window.menuBar().actions()]
    frame += [key(window.tabs.tabText(number)) for number in range(window.tabs.count())]
    assert None not in frame
    for number in range(window.tabs.count()):
        window.tabs.setCurrentIndex(number)
        buttons = [b for b in window.tabs.currentWidget().findChildren(QPushButton) if b.isVisible()]
        keys = frame + [key(button.text()) for button in buttons]
        assert len(keys) == len(set(keys)), (number, keys)


def test_the_keyboard_reaches_everything_on_a_page(joined, window):
    window.activateWindow()
    wait_until(window.isActiveWindow)
    window.tabs.tabBar().setFocus(Qt.FocusReason.TabFocusReason)
    seen = []
    for _ in range(12):
        window.focusNextChild()
        widget = QApplication.focusWidget()
        if widget in seen:
            break
        seen.append(widget)
    assert window.now.pause.pause in seen
    assert window.now.pause.pause_for in seen
    assert window.now.peers.table in seen
    assert seen.index(window.now.pause.pause) < seen.index(window.now.peers.table)


def clipped(page: QWidget) -> list[str]:
    """Visible texts that have less room than they need."""
    found = []
    for widget in page.findChildren(QLabel) + page.findChildren(QPushButton):
        if not widget.isVisible() or (isinstance(widget, QLabel) and not widget.text()):
            continue
        needs_height = (
            widget.heightForWidth(widget.width()) if widget.hasHeightForWidth() else widget.minimumSizeHint().height()
        )
        needs_width = 0 if widget.hasHeightForWidth() else widget.minimumSizeHint().width()
        right = widget.mapTo(page, widget.rect().bottomRight()).x()
        if widget.height() < needs_height or widget.width() < needs_width or right > page.width():
            found.append(f"{type(widget).__name__} {widget.text()!r}")
    return found


def parts(page: QWidget) -> Iterator[Page]:
    """The scrolling surfaces of a page, each while it is shown."""
    if isinstance(page, HelpPage):
        for part in (page.why, page.connection, page.log, page.about):
            page.show_part(part)
            yield part
    else:
        yield page if isinstance(page, Page) else page.findChild(Page)


@pytest.mark.parametrize(("scale", "width"), [(1.0, 440), (1.25, 440), (1.5, 440), (2.0, 440), (1.0, 560), (2.0, 900)])
def test_nothing_is_cut_off(qt, engine, session, home, settings, scale, width):
    before = qt.font()
    font = QFont(before)
    font.setPointSizeF(before.pointSizeF() * scale)
    qt.setFont(font)
    window = MainWindow(session, home, settings, lambda: True)
    try:
        engine.status = a_status(collaboration=BENGALI, notices=["বাংলা " * 30, "x" * 20])
        engine.days = [a_day("2026-11-21", 1_234_567, BENGALI.name)]
        window.resize(width, 640)
        window.show()
        session.start()
        wait_until(lambda: session.situation.live is not None)
        for number in range(window.tabs.count()):
            window.tabs.setCurrentIndex(number)
            page = window.tabs.currentWidget()
            if page is window.me:
                wait_until(lambda: window.me.feed.is_loaded)
            for part in parts(page):
                for _ in range(40):
                    qt.processEvents()
                assert clipped(part.body) == [], (number, part)
                assert part.body.width() <= part.viewport().width(), (number, part)
    finally:
        window.hide()
        window.deleteLater()
        qt.setFont(before)


def test_about_says_where_things_are(joined, engine, window, home):
    engine.say(a_status(notices=["The key lies in a file that only you can read."]))
    joined()
    window.tabs.setCurrentWidget(window.help)
    window.help.show_part(window.help.about)
    facts = window.help.about.facts()
    assert str(home.root) in facts
    assert str(home.log_file) in facts
    assert "k3mq7xa" in facts
    assert "\u200b" not in facts
    assert "only you can read" in window.help.about.notice_text.text()
    window.help.about.finish.click()
    wait_until(lambda: engine.count(Method.FINISH))


def test_a_change_to_dark_reaches_every_label(joined, qt, window):
    try:
        qt.setPalette(colours.palette(colours.DARK))
        wait_until(lambda: window.now.step.left.palette().windowText().color().name() == colours.DARK.muted)
        qt.setPalette(colours.palette(colours.LIGHT))
        wait_until(lambda: window.now.step.left.palette().windowText().color().name() == colours.LIGHT.muted)
    finally:
        qt.setPalette(colours.palette(colours.LIGHT))
