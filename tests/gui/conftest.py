"""Windows without a screen; anything that Qt complains about fails the test."""

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from toy_engine import ToyEngine, wait_until
from watchdog import WatchedApplication, watched

from app import colours
from app.control import ControlClient
from app.qt import (
    QApplication,
    QCoreApplication,
    QEvent,
    QMessageLogContext,
    QSettings,
    QtMsgType,
    qInstallMessageHandler,
)
from app.session import Session
from app.widgets import speaking
from app.window import MainWindow
from core.ipc.address import control_address
from core.ipc.messages import Method, Status
from core.paths import Home

OF_THE_PLATFORM = {
    "This plugin does not support raise()",
    "This plugin does not support propagateSizeHints()",
    "QObject::connect: No such signal QPlatformNativeInterface::systemTrayWindowChanged(QScreen*)",
}
"""What the offscreen platform says about itself."""


@pytest.fixture(scope="session")
def qt(tmp_path_factory: pytest.TempPathFactory) -> QApplication:
    application = QApplication.instance() or WatchedApplication(["idlewild"])
    assert isinstance(application, WatchedApplication)
    speaking.install()
    application.setQuitOnLastWindowClosed(False)
    application.setStyle("Fusion")
    application.setPalette(colours.palette(colours.LIGHT))
    _show_first_window(application, Home(tmp_path_factory.mktemp("first-window")))
    return application


def _show_first_window(application: WatchedApplication, home: Home) -> None:
    """In a process the first takes the longest, with letters to read and Qt's names to learn; once, and before it
    answers to anybody."""
    control = ControlClient(control_address(home.root))
    settings = QSettings(str(home.root / "app.ini"), QSettings.Format.IniFormat)
    with application.excused("the first window of a process"):
        window = MainWindow(Session(control, None), home, settings, lambda: True)
        window.show()
        window.hide()
        window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    control.stop()


@pytest.fixture(autouse=True)
def no_qt_warnings(qt: QApplication) -> Iterator[list[str]]:
    said: list[str] = []

    def take(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        if kind != QtMsgType.QtDebugMsg and text not in OF_THE_PLATFORM:
            said.append(text)

    before = qInstallMessageHandler(take)
    yield said
    # What a test deletes later is deleted now, and not in the middle of the next one.
    QCoreApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    qInstallMessageHandler(before)
    assert said == []


@pytest.fixture(autouse=True)
def no_slow_events(no_qt_warnings: list[str]) -> Iterator[None]:
    watched().look_again()
    yield
    assert [str(event) for event in watched().slow] == []


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


@pytest.fixture
def engine(home: Home) -> Iterator[ToyEngine]:
    toy = ToyEngine(control_address(home.root))
    toy.listen()
    yield toy
    toy.close()


@pytest.fixture
def control(home: Home) -> Iterator[ControlClient]:
    made = ControlClient(control_address(home.root))
    yield made
    made.stop()


@pytest.fixture
def session(control: ControlClient) -> Session:
    """Not started; without a child process of its own."""
    return Session(control, None)


@pytest.fixture
def window(session: Session, home: Home) -> Iterator[MainWindow]:
    """Shown, in a place with a tray, and after the first run."""
    settings = QSettings(str(home.root / "app.ini"), QSettings.Format.IniFormat)
    settings.setValue("first_run/done", True)
    made = MainWindow(session, home, settings, lambda: True)
    made.show()
    yield made
    made.hide()
    made.deleteLater()


@pytest.fixture
def joined(engine: ToyEngine, control: ControlClient, session: Session, window: MainWindow) -> Callable[[], None]:
    """The window with a toy engine that answered; call it to wait until all that the engine said has arrived."""

    def settle() -> None:
        answers: list[object] = []
        control.call(Method.STATUS, {}, Status, answers.append, answers.append)
        wait_until(lambda: answers)

    session.start()
    wait_until(lambda: session.situation.live is not None)
    return settle
