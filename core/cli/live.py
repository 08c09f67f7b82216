"""Progress drawn in place with rich."""

import contextlib
import sys
import time
from collections.abc import Callable

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from core.cli.words import figures, printable, step_of
from core.ipc.messages import Collaboration, Status

DRAW_EVERY_S = 0.1
BAR_COLUMNS = 40


class LiveDisplay:
    """Fulfils `core.display.Display` on a terminal. Draws when told something, so it needs no thread."""

    def __init__(
        self,
        until_step: int | None,
        console: Console | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._until_step = until_step
        self._console = console or Console(stderr=True, highlight=False, markup=False)
        self._clock = clock
        self._live: Live | None = None
        self._notices: set[str] = set()
        self._state: tuple[str, str] | None = None
        self._drawn_s = 0.0
        self._last: RenderableType | None = None

    def show(self, status: Status) -> None:
        with contextlib.suppress(OSError, ValueError):
            for notice in status.notices:
                if notice not in self._notices:
                    self._notices.add(notice)
                    self._console.print(Text(printable(notice), style="yellow"))
            self._last = _drawn(status, self._until_step)
            state = (status.phase, status.reason)
            if state != self._state or self._clock() - self._drawn_s >= DRAW_EVERY_S:
                self._state, self._drawn_s = state, self._clock()
                self._draw(self._last)

    def invitation(self, link: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            if self._live is not None:
                self._live.stop()
                self._live = None
            print(link, file=sys.stdout, flush=True)
            if self._last is not None:
                self._draw(self._last)

    def done(self) -> None:
        if self._live is not None:
            with contextlib.suppress(OSError, ValueError):
                if self._last is not None:
                    self._draw(self._last)
                self._live.stop()
            self._live = None

    def _draw(self, content: RenderableType) -> None:
        if self._live is None:
            # Output of others is left alone: standard output belongs to scripts.
            self._live = Live(console=self._console, auto_refresh=False, redirect_stdout=False, redirect_stderr=False)
            self._live.start()
        self._live.update(content, refresh=True)


def _drawn(status: Status, until_step: int | None) -> Group:
    head = Text(f"{status.phase.value:<11}", style="bold")
    head.append(printable(status.sentence), style="not bold")
    rows: list[RenderableType] = [head]
    if status.progress is not None:
        rows.append(_bar("preparing", status.progress, 1.0, f"{status.progress:.0%}"))
    if status.collaboration is not None:
        rows += _collaboration(status.collaboration, until_step)
    return Group(*rows)


def _collaboration(collaboration: Collaboration, until_step: int | None) -> list[RenderableType]:
    done, target = collaboration.step_samples, max(collaboration.target_batch, 1)
    return [
        _bar(step_of(collaboration, until_step), min(done, target), target, f"{done}/{target} samples"),
        Text(f"{printable(collaboration.name)} · {figures(collaboration)}"),
    ]


def _bar(name: str, done: float, total: float, text: str) -> Table:
    row = Table.grid(padding=(0, 1))
    row.add_row(Text(name), ProgressBar(total=total, completed=done, width=BAR_COLUMNS), Text(text))
    return row
