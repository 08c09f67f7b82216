"""The app as it is, brought into a state for `app_idle`: `python app_driver.py HOME STARTED_S [--state STATE]`.

STARTED_S is `time.monotonic()` from before this process was started. Prints one line of JSON when the state is reached.
"""

import json
import os
import sys
import time
from pathlib import Path

START_S = float(sys.argv[2])
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app import application  # noqa: E402
from app.qt import QApplication, QEvent, QObject, QTimer  # noqa: E402
from app.tray import Tray  # noqa: E402
from core.paths import Home  # noqa: E402

SETTLE_MS = 1_500


class Watched(QApplication):
    """As in the GUI tests: the longest event by the thread's processor time, once the window has been built."""

    longest_s = 0.0
    _is_inside = False

    def notify(self, receiver: QObject, event: QEvent) -> bool:
        if self._is_inside:
            return super().notify(receiver, event)
        self._is_inside = True
        begin_s = time.thread_time()
        try:
            return super().notify(receiver, event)
        finally:
            self._is_inside = False
            self.longest_s = max(self.longest_s, time.thread_time() - begin_s)


class Driver(QObject):
    def __init__(self, qt: QApplication, made: application.Application, state: str) -> None:
        super().__init__()
        self._qt, self._window, self._state = qt, made.window, state
        self._page = 0
        self._opened: dict[str, float] = {}
        made.window.installEventFilter(self)
        if state == "hidden":
            QTimer.singleShot(SETTLE_MS, self._tell)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's signature)
        if event.type() == QEvent.Type.Paint and self._state != "hidden":
            self._window.removeEventFilter(self)
            QTimer.singleShot(0, self._on_painted)
        return False

    def _on_painted(self) -> None:
        self._opened = {"window_s": time.monotonic() - START_S, "window_cpu_s": time.process_time()}
        if self._state == "open":
            self._tell()
        elif self._state == "closed":
            QTimer.singleShot(SETTLE_MS, self._close)
        else:
            QTimer.singleShot(SETTLE_MS, self._visit)

    def _visit(self) -> None:
        if self._page == self._window.tabs.count():
            self._close()
            return
        self._window.tabs.setCurrentIndex(self._page)
        self._page += 1
        QTimer.singleShot(SETTLE_MS, self._visit)

    def _close(self) -> None:
        self._window.close()
        QTimer.singleShot(SETTLE_MS, self._tell)

    def _tell(self) -> None:
        longest_ms = 1_000 * getattr(self._qt, "longest_s", 0.0)
        print(json.dumps({**self._opened, "longest_event_ms": longest_ms}), flush=True)


def main() -> int:
    state = sys.argv[4]
    # Where there is a measuring of the start alone, nothing is put around its events.
    os.environ.setdefault("QT_XCB_GL_INTEGRATION", "none")  # as `run` does it
    qt = Watched(["idlewild"]) if state != "open" else QApplication(["idlewild"])
    Tray.is_available = staticmethod(lambda: True)  # type: ignore[method-assign]
    drivers = []
    start = application.Application.start

    def start_driven(made: application.Application, link: str, *, hidden: bool) -> None:
        drivers.append(Driver(qt, made, state))
        start(made, link, hidden=hidden)

    application.Application.start = start_driven  # type: ignore[method-assign]
    return application.run(Home(Path(sys.argv[1])), "", hidden=state == "hidden")


if __name__ == "__main__":
    sys.exit(main())
