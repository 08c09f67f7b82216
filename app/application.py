"""Puts the app's parts together, and takes them apart again."""

import logging
import os
import signal
import socket
import sys

from app import colours
from app.control import ControlClient
from app.engine_process import EngineProcess, engine_command
from app.icons import application_icon
from app.language import Language
from app.qt import QApplication, QObject, QSettings, QSocketNotifier
from app.session import Session
from app.single_instance import Greeting, SingleInstance
from app.tray import Tray
from app.window import MainWindow
from core.ipc.address import control_address
from core.paths import Home
from core.version import VERSION

logger = logging.getLogger(__name__)

SESSION_END_S = 3.0
"""The desktop gives little more to a program when its user logs out."""


class Application(QObject):
    """Owner of all parts. `link`: an invitation to offer; `hidden`: only the tray, where there is one."""

    def __init__(self, qt: QApplication, home: Home, instance: SingleInstance) -> None:
        super().__init__()
        self._qt = qt
        settings = QSettings(str(home.root / "app.ini"), QSettings.Format.IniFormat, self)
        self._engine = EngineProcess(engine_command(home.root), self)
        self._control = ControlClient(control_address(home.root), self)
        self.session = Session(self._control, self._engine, self)
        self.window = MainWindow(self.session, home, settings, Tray.is_available)
        self.tray = Tray(self.session, settings, self)
        self._connect(instance)

    def _connect(self, instance: SingleInstance) -> None:
        instance.greeted.connect(self._on_greeted)
        self.window.quit_wanted.connect(self.quit)
        self.window.closed_to_tray.connect(self.tray.tell_once)
        self.tray.show_wanted.connect(self.window.raise_up)
        self.tray.quit_wanted.connect(self.quit)
        self.session.ended.connect(self._qt.quit)
        self._qt.commitDataRequest.connect(lambda _: self._on_session_end())

    def start(self, link: str, *, hidden: bool) -> None:
        self.tray.show()
        if link:
            self.window.offer_link(link)
        if link or not (hidden and Tray.is_available()):
            self.window.raise_up()
        self.session.start()

    def quit(self) -> None:
        """Everything visible goes at once; the program itself when the engine has ended."""
        self.window.hide()
        self.tray.hide()
        self.session.end()

    def _on_greeted(self, greeting: Greeting) -> None:
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
    # Nothing here is drawn by OpenGL, which would take 2 MB and some of the time to the first window.
    os.environ.setdefault("QT_XCB_GL_INTEGRATION", "none")
    qt = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(qt, QApplication)
    qt.setApplicationName("Idlewild")
    qt.setApplicationVersion(VERSION)
    qt.setDesktopFileName("idlewild")
    qt.setQuitOnLastWindowClosed(False)
    try:
        home.root.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        return _refuse(f"{home.root} cannot be made ({fault.strerror}); choose another folder with --home.")
    instance = SingleInstance(home.root)
    if not instance.is_first():
        if instance.greet_first(link):
            return 0
        return _refuse("Idlewild runs already in this folder but does not answer; end it and start again.")
    settings = QSettings(str(home.root / "app.ini"), QSettings.Format.IniFormat)
    Language(qt, settings).apply()
    colours.follow_system(qt)
    qt.setWindowIcon(application_icon())
    application = Application(qt, home, instance)
    watch = SignalWatch(application.quit)
    application.start(link, hidden=hidden)
    status = int(qt.exec())
    watch.close()
    instance.close()
    return status


def _refuse(sentence: str) -> int:
    print(f"idlewild: {sentence}", file=sys.stderr)  # noqa: T201 (the user's sentence)
    return 1
