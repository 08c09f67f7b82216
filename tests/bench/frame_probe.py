"""A window that is painted 60 times a second and says when; started by `tests.bench.foreground`.

    python -m tests.bench.frame_probe SECONDS

Prints the intervals between paintings in milliseconds, one a line, on standard output.
"""

import sys
import time

from app.qt import QApplication, QColor, QPainter, QPaintEvent, Qt, QTimer, QWidget

FRAME_MS = 1000 / 60


class Window(QWidget):
    """As a game or a scrolling page: every frame has something else in it."""

    def __init__(self) -> None:
        super().__init__()
        self.resize(640, 400)
        self.painted_s: list[float] = []

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number in range(120):
            painter.setBrush(QColor.fromHsv((3 * number + len(self.painted_s)) % 360, 200, 220))
            painter.drawEllipse((37 * number + len(self.painted_s)) % 640, (53 * number) % 400, 40, 40)
        painter.end()
        self.painted_s.append(time.perf_counter())


def main() -> None:
    application, window = QApplication(sys.argv[:1]), Window()
    window.show()
    started_s, frames = time.perf_counter(), 0
    timer = QTimer(window)
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setSingleShot(True)

    def next_frame() -> None:
        """At the next multiple of a sixtieth of a second, as a screen would ask."""
        nonlocal frames
        window.repaint()
        passed_ms = 1000 * (time.perf_counter() - started_s)
        frames = int(passed_ms / FRAME_MS) + 1
        timer.start(max(0, round(frames * FRAME_MS - passed_ms)))

    timer.timeout.connect(next_frame)
    next_frame()
    QTimer.singleShot(int(1000 * float(sys.argv[1])), application.quit)
    application.exec()
    for before, after in zip(window.painted_s, window.painted_s[1:], strict=False):
        print(f"{1000 * (after - before):.2f}")


if __name__ == "__main__":
    main()
