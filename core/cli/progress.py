"""Progress of work that is a list of stages: a bar on a terminal, plain lines elsewhere, on standard error."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TextIO

from rich.console import Console
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from core.cli.words import printable

DRAW_EVERY_S = 0.1
LINE_EVERY_S = 10.0
_BAR_COLUMNS = 30


@dataclass(frozen=True, slots=True)
class Stage:
    """How far one of them has come."""

    what: str
    part: float
    """0…1."""
    count: str = ""
    """What a bar is followed by instead of per cent: 3/40."""
    note: str = ""
    """What there is to say of it; at its end, what came of it."""

    @property
    def is_over(self) -> bool:
        return self.part >= 1.0


Show = Callable[[Stage], None]


@contextlib.contextmanager
def progress_display() -> Iterator[Show]:
    """Leaves the terminal in order, however the block ends."""
    if not sys.stderr.isatty():
        yield PlainProgress(sys.stderr)
        return
    console = Console(stderr=True, highlight=False, markup=False)
    # Output of others is left alone: standard output belongs to scripts.
    live = Live(console=console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False)
    try:
        with contextlib.suppress(OSError, ValueError):
            live.start()
        yield LiveProgress(live)
    finally:
        with contextlib.suppress(OSError, ValueError):
            live.stop()


class PlainProgress:
    """A line at the end of a stage that has something to say, and every few seconds."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream, self._clock = stream, clock
        self._line_s = clock()

    def __call__(self, made: Stage) -> None:
        if (made.is_over and made.note) or self._clock() - self._line_s >= LINE_EVERY_S:
            self._line_s = self._clock()
            # ValueError: the stream was closed by somebody else.
            with contextlib.suppress(OSError, ValueError):
                print(_line(made), file=self._stream, flush=True)


class LiveProgress:
    """A bar for the stage under way, and the lines of those that ended above it. Draws when told something, so it needs
    no thread."""

    def __init__(self, live: Live, clock: Callable[[], float] = time.monotonic) -> None:
        self._live, self._clock = live, clock
        self._what, self._drawn_s = "", 0.0

    def __call__(self, made: Stage) -> None:
        with contextlib.suppress(OSError, ValueError):
            if made.is_over and made.note:
                self._live.console.print(Text(_line(made)))
            elif made.what != self._what or self._clock() - self._drawn_s >= DRAW_EVERY_S:
                self._what, self._drawn_s = made.what, self._clock()
                self._live.update(_bar(made), refresh=True)


def _line(made: Stage) -> str:
    share = "" if made.is_over else f" {made.part:.0%}"
    note = f": {made.note}" if made.note else ""
    return printable(f"{made.what}{share}{note}")


def _bar(made: Stage) -> Table:
    row = Table.grid(padding=(0, 1))
    bar = ProgressBar(total=1.0, completed=made.part, width=_BAR_COLUMNS)
    row.add_row(Text(printable(made.what)), bar, Text(made.count or f"{made.part:>4.0%}"), Text(printable(made.note)))
    return row
