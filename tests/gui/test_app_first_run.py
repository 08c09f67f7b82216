import pytest
from measures import kept
from PySide6.QtTest import QTest
from toy_engine import a_collaboration, a_preview, a_status, wait_until

from app.first_run.presets import Preset, changes
from app.first_run.steps import Step, is_due, step_due
from app.qt import QAbstractButton, QApplication, QCoreApplication, QEvent, QFont, QKeyEvent, QLineEdit, QSettings, Qt
from app.situation import Link, Situation
from app.system import System
from app.system_fault import SystemFault
from app.window import MainWindow
from core.ipc.messages import Method, Phase, Reason
from core.ipc.preferences import DEFAULTS, changed

LINK = a_collaboration().invitation
UNASKED = a_status(
    Phase.IDLE, Reason.NEEDS_CONSENT, "Nothing is computed before you agree.", collaboration=None, has_consent=False
)
AGREED = a_status(Phase.IDLE, Reason.NO_COLLABORATION, "Nothing is trained yet.", collaboration=None)


class Switch:
    """Stands for start at login and for links alike."""

    def __init__(self):
        self.on = False
        self.fault = ""

    def is_on(self):
        return self.on

    def turn_on(self):
        if self.fault:
            raise SystemFault(self.fault)
        self.on = True

    def turn_off(self):
        self.on = False

    is_registered, register, unregister = is_on, turn_on, turn_off


@pytest.fixture
def system():
    return System(Switch(), Switch())


@pytest.fixture
def open_window(session, home, system):
    """A window of an app that was never set up; call again for the next start."""
    made = []

    def end():
        for window in made:
            window.hide()
            window.deleteLater()
        made.clear()

    def start():
        end()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        settings = QSettings(str(home.root / "app.ini"), QSettings.Format.IniFormat)
        window = MainWindow(session, home, settings, lambda: True, system)
        window.show()
        made.append(window)
        return window

    yield start
    end()


@pytest.fixture
def fresh(engine, session, open_window):
    QApplication.clipboard().clear()
    engine.status = UNASKED
    window = open_window()
    session.start()
    wait_until(lambda: session.situation.live is not None)
    return window


def agree(window, session):
    window.first_run.go_on.click()
    wait_until(lambda: session.situation.live is not None and session.situation.live.has_consent)
    assert window.first_run.step is Step.ALLOW


def allow(window):
    window.first_run.go_on.click()
    wait_until(lambda: window.first_run.step is Step.JOIN)


def texts(page):
    from app.qt import QLabel

    return " ".join(label.text() for label in page.findChildren(QLabel))


def test_before_consent_there_is_the_question_and_nothing_else(fresh, engine):
    assert fresh.first_run.isVisible()
    assert not fresh.tabs.isVisible()
    assert [menu.text() for menu in fresh.menuBar().actions() if menu.isVisible()] == ["&File"]
    assert [name for name, _ in engine.asked] == [Method.SUBSCRIBE]


def test_the_question_says_what_is_computed_what_leaves_and_what_is_seen(fresh):
    said = texts(fresh.first_run.consent)
    for words in ("gradients", "Never your files", "IP address", "contributed", "electricity", "take this back"):
        assert words in said


def test_three_screens_and_no_typing_lead_to_training(fresh, engine, session, system):
    first = fresh.first_run
    agree(fresh, session)
    assert ("consent", {"given": True}) in engine.asked
    assert system.links.on
    wait_until(first.allow.preview.text)
    assert first.allow.preview.text() == kept(a_preview().sentence)
    assert "RTX 3060" in first.allow.device.text()
    allow(fresh)
    assert engine.preferences == changed(DEFAULTS, {})  # balanced is what is safe on a laptop
    assert not system.autostart.on
    wait_until(lambda: first.join.ways.nearby.found)
    assert first.join.ways.starter.start.hasFocus()
    engine.status = a_status(collaboration=a_collaboration(name="starter", is_host=True))
    first.join.ways.starter.start.click()
    wait_until(lambda: session.situation.collaboration is not None)
    wait_until(fresh.tabs.isVisible)
    assert not first.isVisible()
    assert fresh.tabs.currentWidget() is fresh.now
    assert all(menu.isVisible() for menu in fresh.menuBar().actions())


def test_what_becomes_of_the_starter_is_said(fresh, engine, session):
    join = fresh.first_run.join
    agree(fresh, session)
    allow(fresh)
    engine.say(AGREED)
    wait_until(lambda: not join.waiting.isVisible())
    join.ways.starter.start.click()
    assert not join.ways.starter.start.isEnabled()
    for sentence in ("Collecting text that is on this computer.", "Counting samples."):
        engine.say(a_status(Phase.STARTING, Reason.PREPARING, sentence, collaboration=None))
        wait_until(lambda sentence=sentence: join.waiting.text() == sentence)
        assert join.waiting.isVisible()
    assert not join.ways.starter.start.isEnabled()
    engine.say(a_status(Phase.FAILED, Reason.FAULT, "The disk is full; make room.", collaboration=None))
    wait_until(lambda: join.waiting.text() == "The disk is full; make room.")
    assert join.waiting.isVisible()
    assert join.ways.starter.start.isEnabled()


@pytest.mark.parametrize("preset", list(Preset))
def test_each_preset_is_previewed_and_set(fresh, engine, session, preset):
    agree(fresh, session)
    fresh.first_run.allow.choose(Preset.GENTLE)
    fresh.first_run.allow.choose(preset)
    allow(fresh)
    assert ("preview", {"changes": changes(preset)}) in engine.asked
    assert engine.asked[-1][0] in {"set_preferences", "nearby"}
    wanted = {key: value for key, value in changes(preset).items() if value is not None}
    assert engine.preferences == changed(DEFAULTS, wanted)


def test_presets_can_follow_each_other():
    """Each names all keys of the others, or something of them would remain."""
    assert len({frozenset(changes(preset)) for preset in Preset}) == 1
    assert changes(Preset.WHENEVER, cores=1)["cpu_cores"] == 1
    assert changes(Preset.WHENEVER, cores=8)["cpu_cores"] == 7


def test_a_late_preview_of_another_choice_is_not_shown(fresh, engine, session):
    agree(fresh, session)
    engine.silent.add(Method.PREVIEW)
    page = fresh.first_run.allow
    page.choose(Preset.GENTLE)
    page.choose(Preset.WHENEVER)
    page._show_preview(Preset.GENTLE, a_preview(sentence="of before"))
    assert page.preview.text() != "of before"


def test_start_at_login_is_off_unless_it_is_ticked(fresh, session, system):
    agree(fresh, session)
    assert not fresh.first_run.allow.at_login.isChecked()
    fresh.first_run.allow.at_login.setChecked(True)
    allow(fresh)
    assert system.autostart.on
    fresh.first_run.back.click()
    assert fresh.first_run.step is Step.ALLOW
    fresh.first_run.allow.at_login.setChecked(False)
    allow(fresh)
    assert not system.autostart.on


def test_a_system_that_refuses_is_said_and_does_not_block(fresh, session, system):
    system.links.fault = "nobody needs to know"
    system.autostart.fault = "The folder cannot be written; make it writable."
    agree(fresh, session)
    page = fresh.first_run.allow
    page.at_login.setChecked(True)
    fresh.first_run.go_on.click()
    wait_until(page.trouble.isVisible)
    assert page.trouble.text() == system.autostart.fault
    allow(fresh)


def test_declining_leaves_an_app_that_says_that_it_does_nothing(fresh, engine, session, system):
    quits = []
    fresh.quit_wanted.connect(lambda: quits.append(True))
    fresh.first_run.decline.click()
    assert "nothing is computed" in texts(fresh.first_run.declined)
    assert engine.count(Method.CONSENT) == 0
    assert not system.links.on
    engine.say(UNASKED)
    wait_until(lambda: session.situation.live is not None)
    assert fresh.first_run.step is Step.DECLINED
    fresh.first_run.go_on.click()
    assert fresh.first_run.step is Step.CONSENT
    fresh.first_run.decline.click()
    fresh.first_run.decline.click()
    assert quits == [True]


def test_escape_and_closing_lose_nothing(fresh, engine, session, open_window):
    agree(fresh, session)
    fresh.first_run.allow.choose(Preset.GENTLE)
    allow(fresh)
    press = QKeyEvent(QKeyEvent.Type.KeyPress, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    for widget in (fresh.first_run.join.ways.link.link, fresh.first_run.go_on, fresh):
        QApplication.sendEvent(widget, press)
    assert fresh.isVisible()
    assert fresh.first_run.step is Step.JOIN
    fresh.close()
    fresh._settings.sync()
    again = open_window()
    assert again.first_run.step is Step.JOIN
    assert again.first_run.isVisible()
    assert again.first_run.allow.preset is Preset.GENTLE


def test_deciding_later_opens_the_window(fresh, session, open_window):
    agree(fresh, session)
    allow(fresh)
    fresh.first_run.later.click()
    assert fresh.tabs.isVisible()
    fresh._settings.sync()
    assert not open_window().first_run.isVisible()


def test_a_link_from_the_start_is_kept_for_the_third_screen(engine, session, open_window):
    engine.status = UNASKED
    window = open_window()
    window.offer_link(LINK)
    window._settings.sync()
    session.start()
    wait_until(lambda: session.situation.live is not None)
    assert window.first_run.step is Step.CONSENT
    window = open_window()  # closed in between
    window.first_run.show_situation(session.situation)
    agree(window, session)
    allow(window)
    link = window.first_run.join.ways.link
    assert link.link.text() == LINK
    assert link.join.hasFocus()
    engine.status = a_status(Phase.STARTING, Reason.FETCHING, "Fetching.")
    link.join.click()
    wait_until(lambda: session.situation.collaboration is not None)
    assert ("join", {"link": LINK}) in engine.asked
    assert window.join.link.link.text() == ""


def test_consent_that_is_taken_back_brings_the_question_again(joined, engine, session, window):
    assert window.tabs.isVisible()
    engine.say(a_status(Phase.IDLE, Reason.NEEDS_CONSENT, "Nothing is computed.", has_consent=False))
    wait_until(window.first_run.isVisible)
    assert window.first_run.step is Step.CONSENT
    assert not session.situation.may_pause
    window.first_run.go_on.click()
    wait_until(lambda: engine.count(Method.CONSENT))
    wait_until(window.tabs.isVisible)


def test_an_engine_that_refuses_consent_is_said(fresh, engine):
    engine.faults[Method.CONSENT] = (1, "The disk is full; free 1 GB.")
    fresh.first_run.go_on.click()
    wait_until(fresh.first_run.state.isVisible)
    assert fresh.first_run.state.text() == kept("The disk is full; free 1 GB.")
    assert fresh.first_run.go_on.isEnabled()


def test_without_an_engine_the_question_cannot_be_answered_yet(session, open_window):
    window = open_window()
    assert window.first_run.isVisible()
    assert not window.first_run.go_on.isEnabled()
    assert "starting" in window.first_run.state.text()


def test_an_engine_that_cannot_start_is_not_hidden_behind_the_question():
    broken = Situation(Link.FAILED, "The disk is full.")
    assert not is_due(broken, was_due=True, is_done=False)
    assert is_due(Situation(), was_due=True, is_done=False)
    ready = Situation(Link.READY, "", UNASKED)
    assert is_due(ready, was_due=False, is_done=True)
    assert step_due(ready, Step.JOIN) is Step.CONSENT
    assert step_due(Situation(Link.READY, "", AGREED), Step.CONSENT) is Step.ALLOW
    assert not is_due(Situation(Link.READY, "", AGREED), was_due=True, is_done=True)


def test_everything_is_reached_by_the_keyboard(fresh, session):
    agree(fresh, session)
    page = fresh.first_run
    page.allow.choices[Preset.BALANCED].button.setFocus()
    reached = set()
    for _ in range(12):
        reached.add(QApplication.focusWidget())
        fresh.focusNextChild()
    assert {page.go_on, page.allow.at_login} <= reached
    press = QKeyEvent(QKeyEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier)
    release = QKeyEvent(QKeyEvent.Type.KeyRelease, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier)
    page.go_on.setFocus()
    QApplication.sendEvent(page.go_on, press)
    QApplication.sendEvent(page.go_on, release)
    wait_until(lambda: page.step is Step.JOIN)


def test_keys_of_menus_that_are_not_there_are_free(fresh, session):
    """Alt+T belongs to Training as well, which would make neither of them the one that is meant."""
    agree(fresh, session)
    fresh.activateWindow()
    wait_until(fresh.isActiveWindow)
    alt = Qt.KeyboardModifier.AltModifier
    QTest.keyClick(fresh, Qt.Key.Key_T, alt)
    wait_until(lambda: fresh.first_run.step is Step.JOIN)
    assert [menu.text() for menu in fresh.menuBar().actions()] == ["&File"]


def widgets(window, kind):
    return [widget for widget in window.first_run.findChildren(kind) if widget.isVisible()]


def turned(fresh, session):
    """Each screen, one after the other."""
    yield fresh.first_run.consent
    agree(fresh, session)
    wait_until(fresh.first_run.allow.preview.text)
    yield fresh.first_run.allow
    allow(fresh)
    wait_until(lambda: fresh.first_run.join.ways.nearby.found)
    yield fresh.first_run.join


def test_every_control_has_a_name_and_a_key_of_its_own(fresh, session):
    for page in turned(fresh, session):
        keys = ["f"]
        for widget in widgets(fresh, QAbstractButton):
            text = widget.text().replace("&&", "")
            assert widget.accessibleName() or text, widget
            if "&" in text:
                keys.append(text[text.find("&") + 1].lower())
        assert len(keys) == len(set(keys)), (page, keys)
        assert all(field.accessibleName() for field in widgets(fresh, QLineEdit))


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_nothing_is_cut_off(qt, fresh, session, scale):
    before = qt.font()
    font = QFont(before)
    font.setPointSizeF(before.pointSizeF() * scale)
    qt.setFont(font)
    try:
        fresh.resize(440, 560)
        for page in turned(fresh, session):
            for _ in range(5):
                qt.processEvents()
            assert page.body.width() <= page.viewport().width()
            assert fresh.first_run.minimumSizeHint().width() <= fresh.width()
            for button in widgets(fresh, QAbstractButton):
                assert button.width() >= button.minimumSizeHint().width(), button.text()
    finally:
        qt.setFont(before)
