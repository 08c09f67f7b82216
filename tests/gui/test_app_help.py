"""Help: why nothing happens, the log, and the file for helpers."""

import pytest
from measures import kept
from toy_engine import a_collaboration, a_network, a_status, wait_until

from app.pages.help.checklist import Verdict, lines
from app.qt import QApplication, QDesktopServices
from app.situation import Link, Situation
from core.ipc.messages import Method, NetworkState, Phase, Reason
from core.ipc.records import SensorReading


@pytest.fixture
def why(joined, window):
    window.tabs.setCurrentWidget(window.help)
    wait_until(lambda: len(window.help.why.checklist.shown) > 10)
    return window.help.why


@pytest.fixture
def log(joined, window):
    window.tabs.setCurrentWidget(window.help)
    window.help.show_part(window.help.log)
    wait_until(window.help.log.text.toPlainText)
    return window.help.log


def stops(shown) -> list[str]:
    return [line.what for line in shown if line.verdict is Verdict.STOPS]


def test_while_all_is_well_nothing_stops_it(why):
    assert why.headline.text() == "Training"
    assert why.action.text() == "Nothing to do: everything is as it should be."
    assert stops(why.checklist.shown) == []
    assert not why.buttons.isVisible()


def test_every_fact_is_listed_with_its_value_and_source(why):
    shown = {line.what: (line.how, line.verdict) for line in why.checklist.shown}
    assert shown["Keyboard and mouse"] == (kept("No input for 2 min. Source: XScreenSaver."), Verdict.FINE)
    assert shown["Calls"] == ("Whether there is a call cannot be told.", Verdict.UNKNOWN)
    assert shown["Engine"] == ("It runs and answers.", Verdict.FINE)
    assert shown["Collaboration"] == ("sahajBERT", Verdict.FINE)
    assert shown["Data this month"][0] == kept("0 MB sent and received.")


def test_the_reason_comes_first_and_leads_to_its_setting(why, engine, joined, window):
    engine.say(a_status(Phase.PAUSED, Reason.ON_BATTERY, "Paused on battery."))
    joined()
    assert why.checklist.shown[0].what == "Power"
    assert stops(why.checklist.shown) == ["Power"]
    assert why.sentence.text() == "Paused on battery."
    assert why.action.text() == "Plug the computer in, or allow training on battery in the settings."
    why.rule.click()
    assert window.tabs.currentWidget() is window.settings


REASONS = [
    (Reason.NEEDS_CONSENT, "Your consent"),
    (Reason.NO_COLLABORATION, "Collaboration"),
    (Reason.NOBODY_REACHABLE, "Other computers"),
    (Reason.DATA_BUDGET, "Data this month"),
    (Reason.PAUSED_BY_USER, "Pause"),
    (Reason.NOT_ALLOWED, "Device"),
    (Reason.OUT_OF_HOURS, "Hours of the week"),
    (Reason.IN_USE, "Keyboard and mouse"),
    (Reason.FULL_SCREEN, "Full screen"),
    (Reason.IN_CALL, "Calls"),
    (Reason.COMPUTER_BUSY, "Processor, other programs"),
    (Reason.METERED, "Charge by volume"),
]


@pytest.mark.parametrize(("reason", "what"), REASONS)
def test_the_engines_reason_is_what_is_marked(engine, reason, what):
    status = a_status(Phase.PAUSED, reason, "Because.", has_consent=reason is not Reason.NEEDS_CONSENT)
    assert what in stops(lines(Situation(Link.READY, "", status), engine.readings))


def test_a_fact_that_would_forbid_is_not_called_the_reason_unless_the_engine_says_so(engine):
    engine.readings.append(SensorReading(fact="is_saving_energy", value=True, source="UPower"))
    assert stops(lines(Situation(Link.READY, "", a_status()), engine.readings)) == []


def test_a_network_that_is_being_looked_at_cannot_be_told():
    status = a_status(network=a_network(state=NetworkState.UNKNOWN), collaboration=a_collaboration())
    shown = {line.what: line.verdict for line in lines(Situation(Link.READY, "", status), [])}
    assert shown["Other computers"] is Verdict.UNKNOWN


def test_without_an_engine_it_says_so_and_offers_to_start_it(window, session):
    window.tabs.setCurrentWidget(window.help)
    session._set(Situation(Link.FAILED, "No engine answers; start one."))
    why = window.help.why
    assert why.headline.text() == "The engine does not run"
    assert [line.how for line in why.checklist.shown] == ["No engine answers; start one."]
    assert stops(why.checklist.shown) == ["Engine"]
    assert why.retry.isVisible()
    why.retry.click()
    assert session.situation.link is Link.STARTING


def test_readings_are_asked_for_only_while_they_are_looked_at(why, window):
    assert why._look.isActive()
    window.help.show_part(window.help.log)
    assert not why._look.isActive()
    assert window.help.log._look.isActive()
    window.tabs.setCurrentWidget(window.now)
    assert not window.help.log._look.isActive()


# --- the log --------------------------------------------------------------------------------------------------------


def test_the_log_follows_its_end(log, engine):
    bar = log.text.verticalScrollBar()
    assert log.text.toPlainText().splitlines() == engine.lines
    wait_until(lambda: bar.value() == bar.maximum())
    engine.lines = [*engine.lines, "2026-11-23 15:00:00 INFO one more"]
    log._ask()
    wait_until(lambda: "one more" in log.text.toPlainText())
    assert bar.value() == bar.maximum()


def test_who_has_scrolled_up_is_left_there(log, engine):
    bar = log.text.verticalScrollBar()
    wait_until(lambda: bar.maximum() > 5)
    bar.setValue(3)
    engine.lines = [*engine.lines, "2026-11-23 15:00:00 INFO one more"]
    log._ask()
    wait_until(lambda: "one more" in log.text.toPlainText())
    assert bar.value() == 3


def test_what_is_marked_stays_marked(log, engine):
    log.text.selectAll()
    log.text.show_lines(["other"])
    assert log.text.textCursor().hasSelection()
    assert "other" not in log.text.toPlainText()


def test_the_log_is_plain_text_and_copied_as_it_is(log, engine, window):
    engine.lines = ["<b>bold</b>\u202e"]
    log._ask()
    wait_until(lambda: log.text.toPlainText() == "<b>bold</b>")
    log.copy.click()
    assert QApplication.clipboard().text() == "<b>bold</b>"
    assert window.statusBar().currentMessage() == "The log was copied."


def test_the_file_for_helpers_is_written_where_one_says(log, engine, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    log.write_bundle("/home/ada/help/idlewild.zip")
    assert not log.save.isEnabled()
    wait_until(log.result.isVisible)
    assert ("diagnostics", {"file": "/home/ada/help/idlewild.zip"}) in engine.asked
    assert log.result.text() == kept("Written: 48 kB. 7 secrets were taken out.")
    assert log.where.accessibleName() == "/home/ada/help/idlewild.zip"
    assert log.save.isEnabled()
    log.folder.click()
    assert [url.toLocalFile() for url in opened] == ["/home/ada/help"]


def test_a_file_that_cannot_be_written_says_why(log, engine):
    engine.faults[Method.DIAGNOSTICS] = (1, "That folder cannot be written; choose another.")
    log.write_bundle("/proc/x.zip")
    wait_until(log.result.isVisible)
    assert log.result.text() == "That folder cannot be written; choose another."
    assert not log.folder.isVisible()
    assert log.save.isEnabled()
