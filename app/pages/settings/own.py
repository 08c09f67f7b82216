"""What the app itself keeps, since it concerns nobody but the desktop: start at login, notifications, language."""

from app.autostart.kinds import Autostart
from app.language import CHOSEN, NAMES
from app.notifications import Often, Wishes
from app.notifier import keep_wishes, wishes_in
from app.pages.settings.rows import ChoiceRow, SwitchRow
from app.qt import QObject, QSettings, Signal
from app.system_fault import SystemFault
from app.words import translate


class OwnRows(QObject):
    """Rows that set no preference of the engine."""

    language_chosen = Signal(str)
    """A key of `app.language.NAMES`, or empty for the system's."""

    def __init__(self, settings: QSettings, autostart: Autostart | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._autostart = autostart
        self.at_login = SwitchRow(
            "at_login",
            translate("settings", "Start when I log in"),
            hint=translate("settings", "Without a window; the rules above hold from the first moment."),
        )
        self.often = ChoiceRow(
            "often",
            translate("settings", "Tell me outside the window what needs me"),
            (
                (Often.NEVER.value, translate("settings", "Never")),
                (Often.DAILY.value, translate("settings", "At most once a day")),
                (Often.EACH.value, translate("settings", "Each time")),
            ),
        )
        self.milestones = SwitchRow("milestones", translate("settings", "Tell me of milestones too"))
        self.language = ChoiceRow(
            "language",
            translate("settings", "Language of this window"),
            (("", translate("settings", "As the system")), *NAMES.items()),
        )
        self.at_login.chosen.connect(lambda changes: self._start_at_login(changes["at_login"]))
        for row in (self.often, self.milestones):
            row.chosen.connect(self._wish)
        self.language.chosen.connect(lambda changes: self._speak(changes["language"]))

    def show_own(self) -> None:
        """As things are now: others may have changed what starts at login."""
        self.at_login.setVisible(self._autostart is not None)
        self._show_login()
        wishes = wishes_in(self._settings)
        self.often.show_values({"often": wishes.often.value})
        self.milestones.show_values({"milestones": wishes.milestones})
        self.language.show_values({"language": str(self._settings.value(CHOSEN, ""))})

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

    def _wish(self, _changes: object) -> None:
        often = Often(self.often.box.currentData())
        keep_wishes(self._settings, Wishes(often, self.milestones.switch.isChecked()))

    def _speak(self, language: str) -> None:
        self._settings.setValue(CHOSEN, language)
        self.language_chosen.emit(language)
