"""What the app itself keeps, since it concerns nobody but the desktop: start at login, notifications, language."""

from app.autostart.kinds import Autostart
from app.pages.settings.rows import ChoiceRow, SwitchRow
from app.qt import QObject, QSettings, Signal
from app.system_fault import SystemFault
from app.words import translate

LANGUAGE = "app/language"
"""In the app's settings: the system's if empty, else `en` or `bn`."""
NOTIFICATIONS = "app/notifications"
"""Whether anything is said outside the window; at most once a day."""


class OwnRows(QObject):
    """Rows that set no preference of the engine."""

    language_chosen = Signal(str)
    """As `LANGUAGE`."""

    def __init__(self, settings: QSettings, autostart: Autostart | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._autostart = autostart
        self.at_login = SwitchRow(
            "at_login",
            translate("settings", "Start when I log in"),
            hint=translate("settings", "Without a window; the rules above hold from the first moment."),
        )
        self.notifications = SwitchRow(
            "notifications", translate("settings", "Tell me what matters, at most once a day")
        )
        self.language = ChoiceRow(
            "language",
            translate("settings", "Language of this window"),
            (("", translate("settings", "As the system")), ("en", "English"), ("bn", "বাংলা")),
        )
        self.at_login.chosen.connect(lambda changes: self._start_at_login(changes["at_login"]))
        self.notifications.chosen.connect(lambda changes: settings.setValue(NOTIFICATIONS, changes["notifications"]))
        self.language.chosen.connect(lambda changes: self._speak(changes["language"]))

    def show_own(self) -> None:
        """As things are now: others may have changed what starts at login."""
        self.at_login.setVisible(self._autostart is not None)
        self._show_login()
        is_on = bool(self._settings.value(NOTIFICATIONS, True, type=bool))
        self.notifications.show_values({"notifications": is_on})
        self.language.show_values({"language": str(self._settings.value(LANGUAGE, ""))})

    def _start_at_login(self, is_on: bool) -> None:
        assert self._autostart is not None
        try:
            if is_on:
                self._autostart.turn_on()
            else:
                self._autostart.turn_off()
        except SystemFault as fault:
            self.at_login.show_trouble(str(fault))
        self._show_login()

    def _show_login(self) -> None:
        if self._autostart is None:
            return
        try:
            self.at_login.show_values({"at_login": self._autostart.is_on()})
        except SystemFault as fault:
            self.at_login.show_trouble(str(fault))

    def _speak(self, language: str) -> None:
        self._settings.setValue(LANGUAGE, language)
        self.language_chosen.emit(language)
