"""Finds what keeps the window from answering: no event may take the GUI thread more than 50 ms of the processor.

Processor time of that one thread is what is measured, not time that passes, since other work on the computer is not
the window's fault; and what exceeds the limit is judged by how fast this processor is at that moment. Waiting does not
count either; nothing in the app waits on the GUI thread.

Measured are events as they come in from outside: each with all that it sets off before the loop goes on. Two kinds of
work are not looked at, because they happen once in the life of a program, before it answers to anybody: the
construction of a window (which tests do outside of any event) and what a test does inside `excused`.
"""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from app.qt import QApplication, QEvent, QObject

LIMIT_S = 0.050


@dataclass(frozen=True)
class Slow:
    receiver: str
    event: str
    cpu_s: float

    def __str__(self) -> str:
        return f"{self.event} of {self.receiver}: {1_000 * self.cpu_s:.0f} ms"


class Pace:
    """How much slower than at its best this processor is now: where other work shares its cores and caches, the same
    work takes up to twice the processor time."""

    def __init__(self) -> None:
        self._best_s = min(_known_work_s() for _ in range(20))

    def slowness(self) -> float:
        """1.0 at the best."""
        now_s = min(_known_work_s() for _ in range(3))
        self._best_s = min(self._best_s, now_s)
        return now_s / self._best_s


def _known_work_s() -> float:
    begin_s = time.thread_time()
    sorted(str(number) for number in range(10_000))
    return time.thread_time() - begin_s


class WatchedApplication(QApplication):
    """Measures each event that is not part of another one."""

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self.slow: list[Slow] = []
        self.longest: Slow | None = None
        self._is_inside = False
        self._is_excused = False
        self._pace = Pace()

    def notify(self, receiver: QObject, event: QEvent) -> bool:
        if self._is_inside:
            return super().notify(receiver, event)
        self._is_inside = True
        # Both are gone afterwards where the event was their end.
        what, kind = type(receiver).__name__, event.type().name
        begin_s = time.thread_time()
        try:
            return super().notify(receiver, event)
        finally:
            self._is_inside = False
            self._note(Slow(what, kind, time.thread_time() - begin_s))

    def _note(self, event: Slow) -> None:
        if self._is_excused:
            return
        if self.longest is None or event.cpu_s > self.longest.cpu_s:
            self.longest = event
        if event.cpu_s > LIMIT_S and event.cpu_s / self._pace.slowness() > LIMIT_S:
            self.slow.append(event)

    @contextmanager
    def excused(self, reason: str) -> Iterator[None]:
        """For what happens once and is not the app's: say what."""
        assert reason
        before, self._is_excused = self._is_excused, True
        yield
        self._is_excused = before

    def look_again(self) -> None:
        """Forgets what was seen. The heap of a test run is many times that of the app, so that collecting its garbage
        would look like the app's work."""
        self.slow, self.longest = [], None
        gc.collect()
        gc.freeze()


def watched() -> WatchedApplication:
    application = QApplication.instance()
    assert isinstance(application, WatchedApplication)
    return application
