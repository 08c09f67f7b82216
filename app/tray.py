"""The icon beside the clock: one state, one sentence, four things to do."""

from app import words
from app.icons import mood_icon
from app.pause_menu import fill_pause_menu
from app.qt import QMenu, QObject, QSettings, QSystemTrayIcon, Signal
from app.session import Session
from app.situation import Mood, Situation

_TOLD = "tray/told"


class Tray(QObject):
    show_wanted = Signal()
    quit_wanted = Signal()

    def __init__(self, session: Session, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._mood: Mood | None = None
        self.menu = QMenu()
        self.show_action = self.menu.addAction(self.tr("&Show Idlewild"), self.show_wanted.emit)
        self.menu.addSeparator()
        self.pause_menu = self.menu.addMenu(self.tr("&Pause"))
        fill_pause_menu(self.pause_menu, session.pause)
        self.resume_action = self.menu.addAction(self.tr("&Resume"), session.resume)
        self.menu.addSeparator()
        self.quit_action = self.menu.addAction(self.tr("&Quit"), self.quit_wanted.emit)
        self.icon = QSystemTrayIcon(self)
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._on_activated)
        self.icon.messageClicked.connect(self.show_wanted)
        session.changed.connect(self.show_situation)
        self.show_situation(session.situation)

    @staticmethod
    def is_available() -> bool:
        return QSystemTrayIcon.isSystemTrayAvailable()

    def show(self) -> None:
        """Also where there is no tray yet: panels may start after this program."""
        self.icon.show()

    def hide(self) -> None:
        self.icon.hide()

    def show_situation(self, situation: Situation) -> None:
        if situation.mood != self._mood:
            self._mood = situation.mood
            self.icon.setIcon(mood_icon(situation.mood))
        tooltip = words.tooltip(situation)
        if tooltip != self.icon.toolTip():
            self.icon.setToolTip(tooltip)
        self.pause_menu.menuAction().setVisible(not situation.paused_by_user)
        self.pause_menu.setEnabled(situation.may_pause)
        self.resume_action.setVisible(situation.paused_by_user)

    def tell_once(self) -> bool:
        """Says, the first time the window is closed, where the program went; whether it was said now."""
        if self._settings.value(_TOLD, False, type=bool):
            return False
        self._settings.setValue(_TOLD, True)
        self.icon.showMessage(
            self.tr("Idlewild goes on here"),
            self.tr("Closing the window does not end it. Use the icon's menu to pause or quit."),
            self.icon.icon(),
        )
        return True

    def _on_activated(self, how: QSystemTrayIcon.ActivationReason) -> None:
        if how in {QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick}:
            self.show_wanted.emit()
