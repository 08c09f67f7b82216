"""The settings page against an engine that speaks the real protocol."""

import msgspec
import pytest
from measures import kept
from PySide6.QtTest import QTest
from toy_engine import a_preview, wait_until

from app import words
from app.language import CHOSEN
from app.notifications import Often, Wishes
from app.notifier import keep_wishes, wishes_in
from app.pages.settings.page import SettingsPage
from app.pages.settings.rows import ChoiceRow, NumberRow, SliderRow, SwitchRow, WordRow
from app.qt import QLocale, QSettings, Qt, QWidget
from app.situation import Link
from app.system import System
from app.system_fault import SystemFault
from app.window import MainWindow
from core.ipc.messages import Method, Reason
from core.ipc.preferences import DEFAULTS, Preferences, kinds
from core.ipc.records import SensorReading
from core.ipc.requests import checked
from core.saying import say

FAR = 100_000
"""More than any test takes to settle by itself: what is set was set by what the test did."""


@pytest.fixture
def page(joined, window) -> SettingsPage:
    window.tabs.setCurrentWidget(window.settings)
    wait_until(lambda: window.settings.desk.current)
    wait_until(window.settings.line.sentence.text)
    return window.settings


def changes(engine) -> list[dict]:
    return [params["changes"] for method, params in engine.asked if method == Method.SET_PREFERENCES]


def previews(engine) -> list[dict]:
    return [params["changes"] for method, params in engine.asked if method == Method.PREVIEW]


def test_every_preference_has_exactly_one_control(page):
    keys = [key for row in page.rows.values() for key in row.keys]
    assert sorted(keys) == sorted(kinds())


def test_the_engines_values_are_shown(engine, session, window):
    engine.preferences = Preferences(
        cpu_when="away",
        away_after_s=90,
        pause_on_battery=False,
        cpu_busy_limit_percent=40,
        cpu_cores=3,
        upload_limit_bytes_per_s=1_250_000,
        monthly_limit_bytes=30_000_000_000,
        data_limit_bytes=5_000_000_000,
        programs=("blender", "obs"),
        hours=(255,) * 7,
        price_per_kwh=0.325,
        currency="EUR",
    )
    session.start()
    window.tabs.setCurrentWidget(window.settings)
    rows = window.settings.rows
    wait_until(lambda: window.settings.desk.current)
    assert rows["cpu_when"].box.currentText() == "Only while I am away"
    assert rows["away_after_s"].number.text() == "1.5 min"
    assert not rows["pause_on_battery"].switch.isChecked()
    assert rows["cpu_busy_limit_percent"].value.text() == kept("40 %")
    assert rows["cpu_cores"].number.text() == "3"
    assert rows["upload_limit_bytes_per_s"].number.text() == "10 Mbit/s"
    assert rows["download_limit_bytes_per_s"].number.text() == "No limit"
    assert rows["monthly_limit_bytes"].number.text() == "30 GB"
    assert rows["data_limit_bytes"].number.text() == "5 GB"
    assert [rows["programs"].list.item(row).text() for row in range(2)] == ["blender", "obs"]
    assert rows["hours"].grid.model_.hours == (255,) * 7
    assert rows["price_per_kwh"].number.text() == "0.325"
    assert rows["currency"].line.text() == "EUR"
    assert changes(engine) == []


def work(row: QWidget) -> object:
    """Uses the row's control as a user would; the value that this should set."""
    match row:
        case SwitchRow():
            was_on = row.switch.isChecked()
            QTest.keyClick(row.switch, Qt.Key.Key_Space)
            return not was_on
        case ChoiceRow():
            place = 0 if row.box.currentIndex() == row.box.count() - 1 else row.box.currentIndex() + 1
            QTest.keyClick(row.box, Qt.Key.Key_Up if place == 0 else Qt.Key.Key_Down)
            if place == 0:
                place = row.box.count() - 2
            return row.box.itemData(place)
        case SliderRow():
            QTest.keyClick(row.slider, Qt.Key.Key_Left)
            row.settle()
            return row.slider.value()
        case NumberRow():
            row.number.setFocus()
            row.number.selectAll()
            QTest.keyClicks(row.number, "41")
            QTest.keyClick(row.number, Qt.Key.Key_Return)
            return row._measure.kind(41 * row._measure.scale)
        case WordRow():
            QTest.keyClicks(row.line, "BDT")
            QTest.keyClick(row.line, Qt.Key.Key_Return)
            return "BDT"
    raise AssertionError(row)


SIMPLE = [key for key in kinds() if key not in {"programs", "hours", "data_limit_bytes"}]


@pytest.mark.parametrize("key", SIMPLE)
def test_each_control_sets_its_preference(page, engine, window, key):
    window.activateWindow()
    wait_until(window.isActiveWindow)
    row = page.rows[key]
    row._rest.setInterval(FAR)
    wanted = work(row)
    assert wanted != getattr(DEFAULTS, key)
    wait_until(lambda: getattr(engine.preferences, key) == wanted)
    wait_until(lambda: page.desk.last)
    assert changes(engine) == [{key: wanted}]
    checked("set_preferences", {"changes": changes(engine)[0]})
    assert msgspec.structs.replace(engine.preferences, **{key: getattr(DEFAULTS, key)}) == DEFAULTS
    assert page.desk.last == row.caption.text()
    page.undo()
    wait_until(lambda: engine.preferences == DEFAULTS)
    wait_until(lambda: page.desk.current == DEFAULTS)


def test_room_on_the_disk_has_three_answers(page, engine):
    row = page.rows["data_limit_bytes"]
    row._rest.setInterval(FAR)
    assert row.box.currentIndex() == row.OWN
    assert not row.number.isVisible()
    QTest.keyClick(row.box, Qt.Key.Key_Down)
    wait_until(lambda: engine.preferences.data_limit_bytes == 20_000_000_000)
    assert row.number.isVisible()
    row.number.setFocus()
    row.number.selectAll()
    QTest.keyClicks(row.number, "7")
    QTest.keyClick(row.number, Qt.Key.Key_Return)
    wait_until(lambda: engine.preferences.data_limit_bytes == 7_000_000_000)
    QTest.keyClick(row.box, Qt.Key.Key_Down)
    wait_until(lambda: page.desk.current.data_limit_bytes == 0)
    assert not row.number.isVisible()
    page.undo()
    wait_until(lambda: engine.preferences.data_limit_bytes == 7_000_000_000)


def test_programs_are_added_and_removed(page, engine):
    row = page.rows["programs"]
    assert not row.add.isEnabled()
    QTest.keyClicks(row.line, "  blender ")
    QTest.keyClick(row.line, Qt.Key.Key_Return)
    wait_until(lambda: engine.preferences.programs == ("blender",))
    wait_until(lambda: row.list.count() == 1)
    QTest.keyClicks(row.line, "Blender")
    row.add.click()
    QTest.keyClicks(row.line, "obs")
    row.add.click()
    wait_until(lambda: row.list.count() == 2)
    assert engine.preferences.programs == ("blender", "obs")
    row.list.setCurrentRow(0)
    row.remove.click()
    wait_until(lambda: engine.preferences.programs == ("obs",))
    wait_until(lambda: row.list.count() == 1)
    row.list.setCurrentRow(0)
    QTest.keyClick(row.list, Qt.Key.Key_Delete)
    wait_until(lambda: engine.preferences.programs == ())


@pytest.mark.parametrize("place", range(4))
def test_presets_of_the_week(page, engine, place):
    from app.pages.settings.hours import presets

    name, hours = presets()[place]
    page.rows["hours"].presets.menu().actions()[place].trigger()
    wait_until(lambda: changes(engine))
    wait_until(lambda: engine.preferences.hours == hours)
    assert name
    assert {0: hours == (0xFFFFFF,) * 7, 1: len(set(hours)) == 1, 2: hours[5] > hours[4], 3: hours[0] == 0}[place]


def test_the_weekend_is_that_of_the_country(qt):
    from app.pages.settings.hours import presets

    before = QLocale()
    try:
        for country, days in ((QLocale.Country.UnitedKingdom, {5, 6}), (QLocale.Country.Israel, {4, 5})):
            QLocale.setDefault(QLocale(QLocale.Language.English, country))
            assert {day for day, hours in enumerate(presets()[3][1]) if hours} == days
    finally:
        QLocale.setDefault(before)


def test_the_painted_week_is_set_when_it_rests(page, engine):
    row = page.rows["hours"]
    row._rest.setInterval(0)
    QTest.keyClick(row.grid, Qt.Key.Key_Space)
    wait_until(lambda: engine.preferences.hours[row.grid.model_.days[0]] == 0xFFFFFF & ~1)


# --- undo and defaults ----------------------------------------------------------------------------------------------


def test_undo_goes_back_through_all_changes(page, engine, window):
    first, second = page.rows["pause_on_battery"], page.rows["pause_in_calls"]
    assert not window._undo_button.isVisible()
    first.switch.click()
    wait_until(window._undo_button.isVisible)
    assert window.statusBar().currentMessage() == "Changed: Pause on battery"
    second.switch.click()
    wait_until(lambda: page.desk.last == "Pause during calls and shared screens")
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    wait_until(second.switch.isChecked)
    assert engine.preferences == Preferences(pause_on_battery=False)
    window._undo_button.click()
    wait_until(first.switch.isChecked)
    assert engine.preferences == DEFAULTS
    assert not window._undo_button.isVisible()
    assert not window._undo.isEnabled()


def test_undo_reaches_the_window_from_a_number_too(page, engine, window):
    window.activateWindow()
    wait_until(window.isActiveWindow)
    row = page.rows["cpu_cores"]
    row._rest.setInterval(0)
    row.number.setFocus()
    QTest.keyClick(row.number, Qt.Key.Key_Up)
    wait_until(lambda: engine.preferences.cpu_cores == 1)
    wait_until(lambda: page.desk.last)
    QTest.keyClick(row.number, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    wait_until(lambda: engine.preferences.cpu_cores == 0)
    wait_until(lambda: row.number.text() == "Half of them")


def test_what_changes_nothing_is_not_undone(page, engine):
    page.desk.change({"cpu_cores": 0}, "nothing")
    wait_until(lambda: changes(engine))
    page.rows["pause_on_battery"].switch.click()
    wait_until(lambda: page.desk.last == "Pause on battery")
    page.undo()
    wait_until(lambda: engine.preferences == DEFAULTS)
    assert page.desk.last == ""


def test_back_to_defaults_concerns_one_group_and_can_be_taken_back(page, engine):
    mine = Preferences(pause_on_battery=False, away_after_s=60, programs=("obs",), cpu_duty_percent=50)
    engine.preferences = mine
    page.desk.load()
    wait_until(lambda: page.desk.current == mine)
    page.cards[0].defaults.click()
    wait_until(lambda: engine.preferences == Preferences(cpu_duty_percent=50))
    wait_until(lambda: page.desk.last == "When: back to defaults")
    assert page.rows["pause_on_battery"].switch.isChecked()
    page.undo()
    wait_until(lambda: engine.preferences == mine)
    wait_until(lambda: not page.rows["pause_on_battery"].switch.isChecked())


# --- errors ---------------------------------------------------------------------------------------------------------


def test_a_refusal_stands_beside_the_control_and_the_old_value_returns(page, engine):
    row = page.rows["pause_on_battery"]
    engine.faults[Method.SET_PREFERENCES] = (1, "The settings could not be written: make room on the disk.")
    row.switch.click()
    wait_until(row.trouble.text)
    assert row.trouble.text() == "The settings could not be written: make room on the disk."
    assert row.switch.isChecked()
    assert page.desk.last == ""
    engine.faults.clear()
    row.switch.click()
    assert not row.trouble.isVisible()
    wait_until(lambda: not engine.preferences.pause_on_battery)


def test_a_typed_number_that_is_refused_goes_back_too(page, engine, window):
    window.activateWindow()
    wait_until(window.isActiveWindow)
    row = page.rows["gpu_temperature_limit_c"]
    row._rest.setInterval(FAR)
    engine.faults[Method.SET_PREFERENCES] = (1, "No.")
    row.number.setFocus()
    row.number.selectAll()
    QTest.keyClicks(row.number, "60")
    QTest.keyClick(row.number, Qt.Key.Key_Return)
    assert row.number.value() == 60
    wait_until(row.trouble.text)
    assert row.number.text() == "75 °C"


def test_what_is_being_typed_is_not_overwritten(page, engine):
    row = page.rows["gpu_temperature_limit_c"]
    row.number.selectAll()
    QTest.keyClicks(row.number, "6")
    page.rows["pause_on_battery"].switch.click()
    wait_until(lambda: page.desk.last)
    assert row.number.lineEdit().text() == "6 °C"


def test_before_the_engine_answers_no_values_are_shown(window):
    window.tabs.setCurrentWidget(window.settings)
    assert window.settings.absent_card.isVisible()
    assert not window.settings.cards[0].isVisible()
    assert not window.settings.start_paused.isVisible()
    assert window.settings.own.language.isVisible()


def test_a_lost_engine_greys_what_is_the_engines_alone(page, engine, session):
    engine.close()
    wait_until(lambda: session.situation.link is Link.LOST)
    assert page.absent_card.isVisible()
    assert page.absent.text() == words.sentence(session.situation)
    assert not page.rows["pause_on_battery"].switch.isEnabled()
    assert page.own.language.box.isEnabled()
    engine.preferences = Preferences(pause_on_battery=False)
    engine.listen()
    wait_until(lambda: session.situation.live is not None)
    wait_until(lambda: not page.rows["pause_on_battery"].switch.isChecked())
    assert page.rows["pause_on_battery"].switch.isEnabled()


# --- what would happen ----------------------------------------------------------------------------------------------


def test_the_outlook_says_what_the_engine_says(page, engine):
    assert page.line.sentence.text() == kept("Right now this would train on 4 cores at 100 %.")
    page.rows["cpu_when"].choose({"cpu_when": "never"})
    page.rows["gpu_when"].choose({"gpu_when": "never"})
    wait_until(lambda: "training on this device is not allowed" in page.line.sentence.text())
    assert {"cpu_when": "never"} in previews(engine)


def test_warnings_are_shown(page, engine):
    engine.previewed = a_preview(
        warnings=[say("The schedule leaves no hour."), say("Limit of {limit_w} W.", limit_w=5)]
    )
    page.outlook.ask({})
    wait_until(page.line.warnings.isVisible)
    assert page.line.warnings.text() == kept("The schedule leaves no hour.\nLimit of 5 W.")


def test_a_slider_asks_while_it_moves_and_sets_when_it_rests(page, engine):
    row = page.rows["cpu_duty_percent"]
    row._rest.setInterval(FAR)
    row.slider.setValue(60)
    row.slider.setValue(50)
    wait_until(lambda: previews(engine)[-1] == {"cpu_duty_percent": 50})
    assert changes(engine) == []
    row._rest.setInterval(0)
    row._rest.start()
    wait_until(lambda: engine.preferences.cpu_duty_percent == 50)
    assert changes(engine) == [{"cpu_duty_percent": 50}]


def test_a_slider_that_is_held_is_not_moved_by_news(page, engine):
    row = page.rows["cpu_duty_percent"]
    row._rest.setInterval(FAR)
    row.slider.setValue(60)
    page.rows["pause_on_battery"].switch.click()
    wait_until(lambda: page.desk.last == "Pause on battery")
    assert row.slider.value() == 60


def test_a_typed_number_is_asked_about_before_it_is_set(page, engine, window):
    window.activateWindow()
    wait_until(window.isActiveWindow)
    row = page.rows["gpu_temperature_limit_c"]
    row.number.setFocus()
    row.number.selectAll()
    QTest.keyClicks(row.number, "60")
    wait_until(lambda: previews(engine)[-1] == {"gpu_temperature_limit_c": 60})
    assert changes(engine) == []


def test_leaving_the_page_sets_what_rests(page, engine, window):
    row = page.rows["cpu_duty_percent"]
    row._rest.setInterval(FAR)
    row.slider.setValue(70)
    window.tabs.setCurrentWidget(window.now)
    wait_until(lambda: engine.preferences.cpu_duty_percent == 70)


def test_a_wheel_that_scrolls_past_changes_nothing(page):
    class Ignored:
        was = False

        def ignore(self):
            self.was = True

    for key, control in (("cpu_when", "box"), ("cpu_duty_percent", "slider"), ("cpu_cores", "number")):
        event = Ignored()
        getattr(page.rows[key], control).wheelEvent(event)
        assert event.was


def test_a_limit_without_its_rule_is_greyed(page, engine):
    assert page.rows["cpu_busy_limit_percent"].slider.isEnabled()
    page.rows["pause_when_busy"].switch.click()
    wait_until(lambda: not page.rows["cpu_busy_limit_percent"].slider.isEnabled())


# --- readings -------------------------------------------------------------------------------------------------------


def test_readings_stand_beside_their_rule(page, engine):
    wait_until(page.rows["pause_on_battery"].reading.text)
    reading = page.rows["pause_on_battery"].reading
    assert reading.text() == "This computer is plugged in."
    assert reading.toolTip() == "This computer is plugged in. Source: UPower."
    away = page.rows["away_after_s"].reading.text()
    assert away == kept("No input for 2 min.\nThe screen is not locked.")
    engine.readings = [
        SensorReading(fact="idle_s", value=None, source=""),
        SensorReading(fact="on_battery", value=None, source=""),
        SensorReading(fact="is_in_call", value=True, source="PipeWire"),
    ]
    page._look()
    wait_until(lambda: "Cannot tell" in page.rows["away_after_s"].reading.text())
    assert page.rows["away_after_s"].reading.text() == "Cannot tell: counts as in use."
    assert page.rows["pause_on_battery"].reading.text() == "Cannot tell."
    assert page.rows["pause_in_calls"].reading.text() == "Yes."
    assert page.rows["pause_in_calls"].reading.toolTip() == "Yes. Source: PipeWire."


def test_what_somebody_else_has_set_is_shown_while_one_looks(page, engine):
    engine.preferences = Preferences(cpu_duty_percent=37)
    page._look()
    wait_until(lambda: page.rows["cpu_duty_percent"].slider.value() == 37)
    assert all(not changes for changes in previews(engine)), "nobody here has edited anything"


def test_the_page_asks_nothing_while_it_is_hidden(page, window):
    window.tabs.setCurrentWidget(window.now)
    assert not page._readings.isActive()
    window.tabs.setCurrentWidget(page)
    assert page._readings.isActive()


@pytest.mark.parametrize("reason", [Reason.ON_BATTERY, Reason.OUT_OF_HOURS, Reason.NOT_ALLOWED, Reason.PROGRAM_RUNS])
def test_a_reason_leads_to_its_setting(page, window, reason):
    from app.fact_words import RULES

    window.activateWindow()
    wait_until(window.isActiveWindow)
    window.open_setting(RULES[reason])
    row = page.rows[RULES[reason]]
    assert row.isAncestorOf(window.focusWidget())
    top = row.mapTo(page.page.viewport(), row.rect().topLeft()).y()
    assert 0 <= top < page.page.viewport().height()


# --- what the app keeps ---------------------------------------------------------------------------------------------


class FakeAutostart:
    def __init__(self) -> None:
        self.on = False
        self.fault = ""

    def is_on(self) -> bool:
        return self.on

    def turn_on(self) -> None:
        if self.fault:
            raise SystemFault(self.fault)
        self.on = True

    def turn_off(self) -> None:
        self.on = False


class NoLinks:
    def is_registered(self) -> bool:
        return False

    def register(self) -> None: ...

    def unregister(self) -> None: ...


@pytest.fixture
def own(engine, session, home):
    autostart = FakeAutostart()
    settings = QSettings(str(home.root / "own.ini"), QSettings.Format.IniFormat)
    window = MainWindow(session, home, settings, lambda: True, System(autostart, NoLinks()))
    window.show()
    session.start()
    wait_until(lambda: session.situation.live is not None)
    window.tabs.setCurrentWidget(window.settings)
    yield window.settings, autostart, settings
    window.hide()
    window.deleteLater()


def test_starting_at_login_is_the_systems_to_say(own):
    page, autostart, _ = own
    row = page.own.at_login
    assert row.isVisible()
    row.switch.click()
    assert autostart.on
    row.switch.click()
    assert not autostart.on
    autostart.fault = "The folder cannot be written; make it writable."
    row.switch.click()
    assert row.trouble.text() == autostart.fault
    assert not row.switch.isChecked()


def test_without_a_way_to_start_at_login_it_is_not_offered(page):
    assert not page.own.at_login.isVisible()


def test_the_language_is_kept_and_told(own):
    page, _, settings = own
    chosen = []
    page.language_chosen.connect(chosen.append)
    QTest.keyClick(page.own.language.box, Qt.Key.Key_End)
    assert chosen == ["bn"]
    assert settings.value(CHOSEN) == "bn"
    page.own.show_own()
    assert page.own.language.box.currentText() == "বাংলা"


def test_how_often_one_is_told_is_kept(own):
    page, _, settings = own
    assert page.own.often.box.currentText() == "At most once a day"
    assert not page.own.milestones.switch.isChecked()
    QTest.keyClick(page.own.often.box, Qt.Key.Key_Up)
    assert wishes_in(settings) == Wishes(Often.NEVER, milestones=False)
    page.own.milestones.switch.click()
    assert wishes_in(settings) == Wishes(Often.NEVER, milestones=True)
    keep_wishes(settings, Wishes(Often.EACH, milestones=False))
    page.own.show_own()
    assert page.own.often.box.currentText() == "Each time"
    assert not page.own.milestones.switch.isChecked()
