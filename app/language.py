"""The language that the application speaks: the system's, or the one that its user has chosen."""

import logging
from pathlib import Path

import resources
from app.qt import QApplication, QLibraryInfo, QLocale, QObject, QSettings, QTranslator

logger = logging.getLogger(__name__)

FOLDER = Path(resources.__file__).parent / "translations"
NAMES = {"en": "English", "bn": "বাংলা"}
"""Code to what its speakers call it."""
CHOSEN = "app/language"
"""In the app's settings: a key of `NAMES`, or empty for the system's."""


class Language(QObject):
    """Of the whole application. Windows that exist when it changes have to be made anew."""

    def __init__(self, application: QApplication, settings: QSettings) -> None:
        super().__init__(application)
        self._application = application
        self._settings = settings
        self._translators: list[QTranslator] = []
        self._system = readable(QLocale.system())

    @property
    def chosen(self) -> str:
        """A key of `NAMES`; empty for the system's."""
        code = str(self._settings.value(CHOSEN, ""))
        return code if code in NAMES else ""

    def choose(self, code: str) -> None:
        """`code`: a key of `NAMES`, or empty."""
        self._settings.setValue(CHOSEN, code)
        self.apply()

    def apply(self) -> None:
        """Texts, numbers, dates and the direction of writing from now on."""
        self._speak(locale_of(self.chosen, self._system))

    def _speak(self, locale: QLocale) -> None:
        for old in self._translators:
            self._application.removeTranslator(old)
        self._translators = []
        QLocale.setDefault(locale)
        self._application.setLayoutDirection(locale.textDirection())
        own, qt = str(FOLDER), QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for name, folder in (("qtbase", qt), ("idlewild", own)):  # the one installed last is asked first
            translator = QTranslator(self)
            if translator.load(locale, name, "_", folder):
                self._application.installTranslator(translator)
                self._translators.append(translator)
        logger.info("Language: %s", locale.name())


def locale_of(code: str, system: QLocale) -> QLocale:
    """The system's own where it speaks that language, since it knows the country too."""
    if not code or system.name().partition("_")[0] == code:
        return system
    return QLocale(code)


def readable(locale: QLocale) -> QLocale:
    """Where the system names no language (`LANG=C`), numbers and dates are written as in British English."""
    if locale.language() == QLocale.Language.C:
        return QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom)
    return locale
