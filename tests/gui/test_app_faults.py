"""What the engine says is wrong is shown in the user's language, wherever it comes up."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from toy_engine import a_status, an_entry, wait_until

from app.language import Language
from app.qt import QApplication, QLocale, QSettings
from core.ipc.messages import Method, Phase, Reason
from core.saying import say

FULL = say("The disk that holds {folder} is full: free some space there and start again.", folder="/home/রবি")
IN_BENGALI = "/home/রবি যে ডিস্কে আছে তা ভরে গেছে: কিছু জায়গা খালি করে আবার চালু করুন।"
ASK = say(
    "The collaboration does not let this computer in: {why}; ask its organiser.", why="bans last a day \u202e{here}"
)


@pytest.fixture
def bengali(qt: QApplication, tmp_path: Path) -> Iterator[None]:
    before, direction = QLocale(), qt.layoutDirection()
    language = Language(qt, QSettings(str(tmp_path / "language.ini"), QSettings.Format.IniFormat))
    language.choose("bn")
    yield
    for translator in language._translators:
        qt.removeTranslator(translator)
    QLocale.setDefault(before)
    qt.setLayoutDirection(direction)


def test_an_answer_that_is_a_fault(bengali, joined, engine, window):
    engine.faults[Method.JOIN] = (1, ASK)
    window.join.link.link.setText("idlewild://join/" + "a" * 60)
    window.join.link.join.click()
    told = window.join.link.verdict
    wait_until(lambda: "bans last a day {here}" in told.text())  # others' words, without what turns the text around
    assert told.text().startswith("সহযোগিতা এই কম্পিউটারকে যোগ দিতে দিচ্ছে না")


def test_an_engine_that_cannot_go_on(bengali, joined, engine, window):
    engine.say(a_status(phase=Phase.FAILED, reason=Reason.FAULT, sentence=str(FULL), saying=FULL))
    joined()
    assert IN_BENGALI in window.now.state.sentence.text()


def test_notices(bengali, joined, engine, window):
    kept = say("Your key is kept in the file {file}; whoever can read that file can act as you.", file="/home/key")
    engine.say(a_status(notices=[str(kept)], notice_sayings=[kept]))
    joined()
    window.tabs.setCurrentWidget(window.help)
    window.help.show_part(window.help.about)
    assert window.help.about.notice_text.text().startswith("আপনার চাবি /home/key ফাইলে রাখা আছে")


def test_what_the_organiser_changed(bengali, joined, engine, window):
    engine.entries = [an_entry(1), an_entry(2)]
    change = say("{samples} samples in {shards} shards join the data", samples=1_200, shards=3)
    engine.entries[1].amendment, engine.entries[1].amendment_saying = str(change), change
    window.tabs.setCurrentWidget(window.model)
    wait_until(lambda: window.model.feed.is_complete)
    assert "৩টি অংশে ১,২০০টি নমুনা ডেটায় যোগ হলো" in window.model.chart.amendments.text()
