from collections.abc import Iterator
from pathlib import Path

import pytest

from app.language import NAMES, Language, locale_of, readable
from app.qt import (
    QApplication,
    QCoreApplication,
    QFont,
    QFontDatabase,
    QFontMetrics,
    QLocale,
    QSettings,
    Qt,
)


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "app.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def language(qt: QApplication, settings: QSettings) -> Iterator[Language]:
    before, direction = QLocale(), qt.layoutDirection()
    made = Language(qt, settings)
    yield made
    made._speak(QLocale("en"))
    for translator in made._translators:
        qt.removeTranslator(translator)
    QLocale.setDefault(before)
    qt.setLayoutDirection(direction)


def test_a_chosen_language_holds_for_texts_and_numbers_and_is_kept(language: Language, settings: QSettings):
    language.choose("bn")
    assert QCoreApplication.translate("words", "Paused") == "বিরতিতে"
    assert QLocale().toString(1_234) == "১,২৩৪"
    language.choose("en")
    assert QCoreApplication.translate("words", "Paused") == "Paused"
    assert QLocale().toString(1_234) == "1,234"
    assert settings.value("app/language") == "en"


def test_what_cannot_be_chosen_is_the_systems(language: Language, settings: QSettings):
    settings.setValue("app/language", "xx")
    assert language.chosen == ""
    language.apply()
    assert QLocale().language() != QLocale.Language.C


def test_the_system_knows_the_country_too():
    indian = QLocale("bn_IN")
    assert locale_of("bn", indian) == indian
    assert locale_of("en", indian).language() == QLocale.Language.English
    assert locale_of("", indian) == indian


def test_without_a_language_numbers_can_be_read():
    assert readable(QLocale.c()).toString(1_234) == "1,234"
    assert readable(QLocale("de_DE")) == QLocale("de_DE")


def test_the_direction_of_writing_follows(qt: QApplication, language: Language):
    language._speak(QLocale("ar"))
    assert qt.layoutDirection() == Qt.LayoutDirection.RightToLeft
    language._speak(QLocale("bn"))
    assert qt.layoutDirection() == Qt.LayoutDirection.LeftToRight


def test_languages_call_themselves_as_their_speakers_do():
    for code, name in NAMES.items():
        assert QLocale(code).nativeLanguageName().casefold().endswith(name.casefold())


CONJUNCTS = "ক্ষ্ম র্ত্রু হ্ম্যাঁ স্ত্রী উর্ধ্বে দ্বন্দ্ব ৳ ১২৩"
"""With signs above and below, and letters that stand on each other."""


@pytest.mark.parametrize("scale", [1.0, 1.35, 2.0])
@pytest.mark.parametrize("bold", [False, True])
def test_a_line_is_high_enough_for_bengali(qt: QApplication, scale: float, bold: bool):
    if QFontDatabase.WritingSystem.Bengali not in QFontDatabase.writingSystems():
        pytest.skip("no font with Bengali letters")
    font = QFont(qt.font())
    font.setPointSizeF(font.pointSizeF() * scale)
    font.setBold(bold)
    metrics = QFontMetrics(font)
    ink = metrics.tightBoundingRect(CONJUNCTS)
    assert ink.height() > 0
    assert -ink.top() <= metrics.ascent() + 1
    assert ink.bottom() <= metrics.descent() + 1
