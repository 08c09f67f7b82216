"""The app as it is, brought into a state for `app_idle`:

    python app_driver.py HOME STARTED_S --state STATE [--events]

STARTED_S is `time.monotonic()` from before this process was started. Prints a line of JSON when the state is reached,
and another one after each line of standard input. Both tell for how long the window's thread was busy at most, without
a look at what else there was to do, since the line before; with `--events` (which takes memory of its own) they name
the longest event instead.
"""

import json
import os
import sys
import time
from pathlib import Path

START_S = float(sys.argv[2])
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QAbstractEventDispatcher  # noqa: E402

from app import application  # noqa: E402
from app.qt import QApplication, QEvent, QObject, QSocketNotifier, QTimer  # noqa: E402
from core.paths import Home  # noqa: E402

SETTLE_MS = 1_500


class Watched(QApplication):
    """As in the GUI tests: the longest event by the thread's processor time, once the window has been built."""

    def __init__(self, words: list[str]) -> None:
        super().__init__(words)
        self.longest_s, self.longest_of = 0.0, ""

    _is_inside = False

    def notify(self, receiver: QObject, event: QEvent) -> bool:
        if self._is_inside:
            return super().notify(receiver, event)
        self._is_inside = True
        what = f"{event.type().name} of {type(receiver).__name__}"
        begin_s = time.thread_time()
        try:
            return super().notify(receiver, event)
        finally:
            self._is_inside = False
            passed_s = time.thread_time() - begin_s
            if passed_s > self.longest_s:
                self.longest_s, self.longest_of = passed_s, what


class Turns(QObject):
    """The longest turn of the thread's loop, by its processor time: each event of it took less."""

    def __init__(self) -> None:
        super().__init__()
        self.longest_s, self.longest_of = 0.0, "a turn of the loop"
        self._begin_s = time.thread_time()
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self._on_wait)

    def _on_wait(self) -> None:
        now_s = time.thread_time()
        self.longest_s, self._begin_s = max(self.longest_s, now_s - self._begin_s), now_s


class Driver(QObject):
    def __init__(self, clock: Watched | Turns | None, made: application.Application, state: str) -> None:
        super().__init__()
        self._clock, self._window, self._state = clock, made.window, state
        self._page = 0
        self._opened: dict[str, float] = {}
        made.window.installEventFilter(self)
        self._asked = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, self)
        self._asked.activated.connect(self._on_asked)
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

    def _on_asked(self) -> None:
        os.read(sys.stdin.fileno(), 1)
        self._tell()

    def _tell(self) -> None:
        window = self._window
        told = {**self._opened, "is_window_seen": window.isVisible()}
        if self._clock is not None:
            told |= {"longest_event_ms": 1_000 * self._clock.longest_s, "longest_event": self._clock.longest_of}
            self._clock.longest_s = 0.0
        print(json.dumps(told), flush=True)


def main() -> int:
    state, names_events = sys.argv[4], "--events" in sys.argv
    os.environ.setdefault("QT_XCB_GL_INTEGRATION", "none")  # as `run` does it
    qt = Watched(["idlewild"]) if names_events else application.Program(["idlewild"])
    drivers = []
    start = application.Application.start

    def start_driven(made: application.Application, link: str, *, hidden: bool) -> None:
        # Where there is a measuring of the start alone, nothing is put around its events.
        clock = qt if isinstance(qt, Watched) else None if state == "open" else Turns()
        drivers.append(Driver(clock, made, state))
        start(made, link, hidden=hidden)

    application.Application.start = start_driven  # type: ignore[method-assign]
    return application.run(Home(Path(sys.argv[1])), "", hidden=state == "hidden")


if __name__ == "__main__":
    sys.exit(main())
