"""The icon beside the clock: one state, one sentence, and what there is to do about it."""

from app import words
from app.icons import mood_icon
from app.pause_menu import fill_pause_menu
from app.qt import QMenu, QObject, QSettings, QSystemTrayIcon, Signal
from app.session import Session
from app.situation import Mood, Situation
from core.ipc.installed import UpdateState
from core.ipc.messages import Reason

_TOLD = "tray/told"


class Tray(QObject):
    """Says the same as the window, since both show the session's situation."""

    show_wanted = Signal()
    settings_wanted = Signal()
    help_wanted = Signal()
    quit_wanted = Signal()

    def __init__(self, session: Session, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._session = session
        self._mood: Mood | None = None
        self.menu = QMenu()
        self._fill_menu()
        self.icon = self._new_icon()
        session.changed.connect(self.show_situation)
        self.show_situation(session.situation)

    def _fill_menu(self) -> None:
        session = self._session
        self.state_action = self.menu.addAction("")
        self.state_action.setEnabled(False)
        self.menu.addSeparator()
        self.show_action = self.menu.addAction(self.tr("&Show Idlewild"), self.show_wanted.emit)
        self.menu.addSeparator()
        self.pause_menu = self.menu.addMenu(self.tr("&Pause"))
        fill_pause_menu(self.pause_menu, session.pause)
        self.resume_action = self.menu.addAction(self.tr("&Resume"), session.resume)
        self.finish_action = self.menu.addAction(self.tr("&Finish this step, then pause"), session.finish_step)
        self.menu.addSeparator()
        self.update_action = self.menu.addAction(self.tr("Restart to &update"), session.apply_update)
        self.settings_action = self.menu.addAction(self.tr("S&ettings…"), self.settings_wanted.emit)
        self.help_action = self.menu.addAction(self.tr("&Help…"), self.help_wanted.emit)
        self.quit_action = self.menu.addAction(self.tr("&Quit"), self.quit_wanted.emit)

    def _new_icon(self) -> QSystemTrayIcon:
        icon = QSystemTrayIcon(self)
        icon.setContextMenu(self.menu)
        icon.activated.connect(self._on_activated)
        icon.messageClicked.connect(self.show_wanted)
        return icon

    def show(self) -> None:
        self.icon.show()

    def show_anew(self) -> None:
        """In a panel that has just started, which knows nothing of an icon made before it."""
        self.icon.hide()
        self.icon.deleteLater()
        self.icon = self._new_icon()
        self._mood = None
        self.show_situation(self._session.situation)
        self.icon.show()

    def hide(self) -> None:
        self.icon.hide()

    def say(self, title: str, text: str) -> None:
        self.icon.showMessage(title, text, self.icon.icon())

    def show_situation(self, situation: Situation) -> None:
        if situation.mood != self._mood:
            self._mood = situation.mood
            self.icon.setIcon(mood_icon(situation.mood))
        tooltip = words.tooltip(situation)
        if tooltip != self.icon.toolTip():
            self.icon.setToolTip(tooltip)
        self._show_menu(situation)

    def _show_menu(self, situation: Situation) -> None:
        self.state_action.setText(words.headline(situation).replace("&", "&&"))
        self.pause_menu.menuAction().setVisible(not situation.paused_by_user)
        self.pause_menu.setEnabled(situation.may_pause)
        self.resume_action.setVisible(situation.paused_by_user or _is_finishing(situation))
        self.finish_action.setVisible(not situation.paused_by_user)
        self.finish_action.setEnabled(situation.may_pause and not _is_finishing(situation))

        live = situation.live
        self.update_action.setVisible(live is not None and live.update.state is UpdateState.READY)

    def tell_once(self) -> bool:
        """Says, the first time the window is closed, where the program went; whether it was said now."""
        if self._settings.value(_TOLD, False, type=bool):
            return False
        self._settings.setValue(_TOLD, True)
        self.say(
            self.tr("Idlewild goes on here"),
            self.tr("Closing the window does not end it. Use the icon's menu to pause or quit."),
        )
        return True

    def _on_activated(self, how: QSystemTrayIcon.ActivationReason) -> None:
        if how in {QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick}:
            self.show_wanted.emit()


def _is_finishing(situation: Situation) -> bool:
    return situation.live is not None and situation.live.reason is Reason.FINISHING_STEP
