"""Puts the app's parts together, and takes them apart again."""

import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app import colours
from app.control import ControlClient
from app.desktop_notice import send_without_tray
from app.engine_process import EngineProcess, engine_command
from app.icons import application_icon
from app.language import Language
from app.notifier import Notifier
from app.own_command import command_line, own_command
from app.qt import QApplication, QEvent, QFileOpenEvent, QFontDatabase, QObject, QSettings, QSocketNotifier, Qt, Signal
from app.restarting import environment_of_removal, start_anew, start_detached
from app.session import Session
from app.single_instance import Greeting, SingleInstance, UnwritableHome
from app.system import this_system
from app.tray import Tray
from app.tray_presence import TrayPresence
from app.trial import Trial
from app.updating import Updating
from app.widgets import speaking
from app.window import MainWindow
from core.ipc.address import control_address
from core.paths import Home
from core.version import VERSION

logger = logging.getLogger(__name__)

_TOLD_WAY_BACK = "tray/told_way_back"
_CACHES = "XDG_CACHE_HOME"
SESSION_END_S = 3.0
"""The desktop gives little more to a program when its user logs out."""


class Program(QApplication):
    """macOS hands over a link as an event, to the program that runs already."""

    link_opened = Signal(str)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FileOpen and isinstance(event, QFileOpenEvent):
            self.link_opened.emit(event.url().toString())
            return True
        return super().event(event)


class Application(QObject):
    """Owner of all parts. `link`: an invitation to offer; `hidden`: only the tray, where there is one."""

    def __init__(self, qt: QApplication, home: Home, instance: SingleInstance) -> None:
        super().__init__()
        self._qt, self._home = qt, home
        settings = QSettings(str(home.root / "app.ini"), QSettings.Format.IniFormat, self)
        self._settings = settings
        self._language = Language(qt, settings)
        self._language.apply()
        self._engine = EngineProcess(engine_command(home.root), self)
        self._control = ControlClient(control_address(home.root), self)
        self.session = Session(self._control, self._engine, self)
        self._presence = TrayPresence(self)
        self.window = self._new_window()
        self.tray: Tray | None = None
        self._notifier = Notifier(self.session, settings, self._say, self)
        self._updating = Updating(self.session, self._is_seen, self)
        self._waits_for_tray = False
        self._was_seen = False
        self._connect(instance)

    def _connect(self, instance: SingleInstance) -> None:
        instance.greeted.connect(self._on_greeted)
        self._presence.changed.connect(self._on_presence)
        self.session.ended.connect(self._on_ended)
        self._qt.commitDataRequest.connect(lambda _: self._on_session_end())
        if isinstance(self._qt, Program):
            self._qt.link_opened.connect(self._on_link)

    def _new_window(self) -> MainWindow:
        presence = self._presence.is_there
        window = MainWindow(self.session, self._home, self._settings, presence, this_system(self._home))
        window.quit_wanted.connect(self.quit)
        window.remove_wanted.connect(self.remove)
        window.closed_to_tray.connect(lambda: self.tray.tell_once() if self.tray else None)
        window.minimised_without_tray.connect(self._tell_way_back)
        # Not at once: what has been clicked belongs to the window that goes.
        window.language_chosen.connect(self._speak, Qt.ConnectionType.QueuedConnection)
        return window

    def _speak(self, code: str) -> None:
        """Window and tray are made anew, as all their texts change; the new window stands where the old one stood."""
        self._language.choose(code)
        old = self.window
        language_px = old.settings.language_px
        old.hide()
        self._control.forget_asked()
        self.window = self._new_window()
        self.window.setGeometry(old.geometry())
        self.window.setWindowState(old.windowState())
        self.window.open_settings()
        self.window.settings.stay_at_language(language_px)
        if self.tray is not None:
            self.tray.hide()
            self.tray.deleteLater()
            self.tray = None
        self._on_presence()
        old.deleteLater()
        self.window.raise_up()

    def start(self, link: str, *, hidden: bool) -> None:
        self._on_presence()
        if link:
            self.window.offer_link(link)
        if link or not hidden:
            self.window.raise_up()
        elif not self._presence.is_there():
            self._waits_for_tray = True
            self._on_presence()
        self._trial = Trial(self.session)
        self.session.start()

    def quit(self) -> None:
        """Everything visible goes at once; the program itself when the engine has ended."""
        self._hide()
        self.session.end()

    def _hide(self) -> None:
        self.window.hide()
        if self.tray is not None:
            self.tray.hide()

    def _on_ended(self) -> None:
        """A window that is still open would refuse the end, as it does when it is closed."""
        self._was_seen = self._is_seen()
        self._hide()
        self._qt.quit()

    def remove(self, keep_history: bool) -> None:
        """By a program of its own, which ends this one, since nobody can take away what they stand on."""
        words = ["remove", "--yes", *(["--keep-history"] if keep_history else [])]
        if start_detached(command_line(self._home, *words), environment_of_removal()):
            self.quit()
        else:
            self.window.say(self.tr("The removal cannot be started; use the command “idlewild remove”."))

    def close(self) -> list[str]:
        """After the end of the event loop, what has to be written is. The command that starts all anew, where that is
        wanted."""
        self._settings.sync()
        if not self.session.wants_restart:
            return []
        return own_command(self._home, *([] if self._was_seen else ["--hidden"]))

    def _is_seen(self) -> bool:
        return self.window.isVisible() and not self.window.isMinimized()

    def _on_link(self, link: str) -> None:
        self.window.offer_link(link)
        self.window.raise_up()

    def _on_presence(self) -> None:
        """A tray is used as soon as there is one; somebody who started hidden finds the window in the task bar where
        none comes."""
        if self._presence.is_there():
            self._waits_for_tray = False
            if self.tray is None:
                self.tray = self._new_tray()
                self.tray.show()
            else:
                self.tray.show_anew()
        elif self.tray is not None:
            self.tray.hide()
            if not self.window.isVisible():
                self.window.showMinimized()
        elif self._waits_for_tray and self._presence.is_settled:
            self._waits_for_tray = False
            self.window.showMinimized()

    def _new_tray(self) -> Tray:
        tray = Tray(self.session, self._settings, self)
        tray.show_wanted.connect(self.window.raise_up)
        tray.settings_wanted.connect(self.window.open_settings)
        tray.help_wanted.connect(self.window.open_help)
        tray.quit_wanted.connect(self.quit)
        return tray

    def _say(self, title: str, text: str) -> None:
        if self.tray is not None and self._presence.is_there():
            self.tray.say(title, text)
        else:
            send_without_tray(title, text)

    def _tell_way_back(self) -> None:
        """Once, since the next time it is known."""
        if not self._settings.value(_TOLD_WAY_BACK, False, type=bool):
            text = self.tr("To see it again, start it from the launcher or the task bar. To end it, use File, Quit.")
            self._settings.setValue(_TOLD_WAY_BACK, True)
            self._say(self.tr("Idlewild goes on"), text)

    def _on_greeted(self, greeting: Greeting) -> None:
        if greeting.is_farewell:
            self.quit()
            return
        if greeting.activation:
            os.environ["XDG_ACTIVATION_TOKEN"] = greeting.activation
        if greeting.link:
            self.window.offer_link(greeting.link)
        self.window.raise_up()

    def _on_session_end(self) -> None:
        self._control.stop()
        self._engine.wait_ended(SESSION_END_S)


class SignalWatch(QObject):
    """Turns SIGINT and SIGTERM into a call on Qt's loop, which otherwise would not let Python see them."""

    def __init__(self, act: object) -> None:
        super().__init__()
        assert callable(act)
        self._act = act
        self._read, self._write = socket.socketpair()
        self._read.setblocking(False)
        self._write.setblocking(False)
        signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: None)
        self._notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_signal)

    def close(self) -> None:
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(-1)
        self._read.close()
        self._write.close()

    def _on_signal(self) -> None:
        self._read.recv(64)
        self._act()


def run(home: Home, link: str, *, hidden: bool) -> int:
    """Exit status: 0, also for a second start that raised the window of the first."""
    try:
        home.make()
    except OSError as fault:
        return _refuse(f"{home.root} cannot be made ({fault.strerror}); choose another folder with --home.")
    # Nothing here is drawn by OpenGL, which would take 2 MB and some of the time to the first window.
    os.environ.setdefault("QT_XCB_GL_INTEGRATION", "none")
    with _fonts_cached_in(home.caches):
        qt = QApplication.instance() or Program(sys.argv[:1])
        QFontDatabase.families()  # Qt starts the library when it is first asked
    assert isinstance(qt, QApplication)
    qt.setApplicationName("Idlewild")
    qt.setApplicationVersion(VERSION)
    qt.setDesktopFileName("idlewild")
    qt.setQuitOnLastWindowClosed(False)
    instance = SingleInstance(home.root)
    try:
        is_first = instance.is_first()
    except UnwritableHome:
        remedy = "free space or permissions there, or choose another folder with --home"
        return _refuse(f"{home.root} cannot be written; {remedy}.")
    if not is_first:
        if instance.greet_first(link):
            return 0
        if reason := instance.distrust():
            return _refuse(f"Idlewild runs already, but {reason}; take that away and start again.")
        return _refuse("Idlewild runs already in this folder but does not answer; end it and start again.")
    return _run_first(qt, home, instance, link, hidden=hidden)


def _run_first(qt: QApplication, home: Home, instance: SingleInstance, link: str, *, hidden: bool) -> int:
    # Qt's dialogs keep what they remember beside our own settings, and so it goes with them.
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(home.root))
    speaking.install()
    colours.follow_system(qt)
    qt.setWindowIcon(application_icon())
    application = Application(qt, home, instance)
    watch = SignalWatch(application.quit)
    application.start(link, hidden=hidden)
    gc.freeze()  # what is there now stays, and need not be gone through whenever garbage is looked for
    status = int(qt.exec())
    anew = application.close()
    watch.close()
    instance.close()
    try:
        return start_anew(anew) if anew else status
    except OSError as fault:
        return _refuse(f"Idlewild cannot be started again ({fault.strerror}); start it yourself.")


@contextmanager
def _fonts_cached_in(folder: Path) -> Iterator[None]:
    """What the font library finds, and nobody keeps for all users, it keeps there, so that it goes with this program.
    It reads the variable once, and programs that are started from here are not to have it."""
    before = os.environ.get(_CACHES)
    os.environ[_CACHES] = str(folder)
    try:
        yield
    finally:
        os.environ.pop(_CACHES)
        if before is not None:
            os.environ[_CACHES] = before


def _refuse(sentence: str) -> int:
    print(f"idlewild: {sentence}", file=sys.stderr)  # noqa: T201 (the user's sentence)
    return 1
