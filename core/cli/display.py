"""Progress of an engine that runs in the foreground: live on a terminal, plain lines elsewhere.

What a script wants to read, the invitation, goes to standard output; progress goes to standard error.
"""

import contextlib
import sys
import time
from collections.abc import Callable
from typing import TextIO

from core.cli.words import figures, is_working, printable, step_of
from core.display import Display
from core.ipc.messages import Status
from core.options import RunOptions

LINE_EVERY_S = 5.0


def display_for(options: RunOptions) -> Display:
    if not options.headless and sys.stderr.isatty():
        from core.cli.live import LiveDisplay

        return LiveDisplay(options.until_step)
    return PlainDisplay(options.until_step, sys.stderr, sys.stdout)


class PlainDisplay:
    """A line when the state changes, and every few seconds while figures do."""

    def __init__(
        self,
        until_step: int | None,
        progress: TextIO,
        results: TextIO,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._until_step = until_step
        self._progress = progress
        self._results = results
        self._clock = clock
        self._notices: set[str] = set()
        self._state: tuple[str, str] | None = None
        self._line = ""
        self._line_s = 0.0

    def show(self, status: Status) -> None:
        for notice in status.notices:
            if notice not in self._notices:
                self._notices.add(notice)
                self._print(self._progress, printable(notice))
        state = (status.phase, status.reason)
        line = self._line_of(status)
        is_due = self._clock() - self._line_s >= LINE_EVERY_S and line != self._line
        if state != self._state or is_due:
            self._state, self._line, self._line_s = state, line, self._clock()
            self._print(self._progress, line)

    def invitation(self, link: str) -> None:
        self._print(self._results, link)

    def done(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._progress.flush()

    def _line_of(self, status: Status) -> str:
        collaboration = status.collaboration
        if collaboration is not None and is_working(status):
            step = step_of(collaboration, self._until_step)
            samples = f"{collaboration.step_samples}/{collaboration.target_batch} samples"
            return f"{status.phase.value}: {step} · {samples} · {figures(collaboration)}"
        share = "" if status.progress is None else f" {status.progress:.0%}"
        return f"{status.phase.value}:{share} {printable(status.sentence)}"

    @staticmethod
    def _print(stream: TextIO, line: str) -> None:
        # ValueError: the stream was closed by somebody else.
        with contextlib.suppress(OSError, ValueError):
            print(line, file=stream, flush=True)
