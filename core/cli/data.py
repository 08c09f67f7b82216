"""`idlewild data build`: what was asked, done, shown."""

import argparse
import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from core.cli.words import printable
from core.data.building.build import build
from core.data.building.options import BuildOptions, OnProgress
from core.data.building.report import REPORT, TABLE, BuildReport, as_json

LINE_EVERY_S = 5.0
DRAW_EVERY_S = 0.1
_BAR_COLUMNS = 30


def build_data(arguments: argparse.Namespace) -> None:
    options = options_of(arguments)
    with progress_display() as on_progress:
        report = build(options, on_progress)
    if arguments.json:
        print(as_json(report).decode(), end="")
    else:
        print("\n".join(summary(report, options.folder)))


def options_of(arguments: argparse.Namespace) -> BuildOptions:
    """Paths are absolute."""
    tokenizer: Path | None = arguments.tokenizer
    return BuildOptions(
        source=arguments.source,
        folder=arguments.to.expanduser().absolute(),
        name=arguments.name or "",
        shard_bytes=round(arguments.shard_mb * 1_000_000),
        held_out=arguments.held_out,
        keep_duplicates=arguments.keep_duplicates,
        minimum_characters=arguments.filter_min_characters,
        tokenizer=tokenizer and tokenizer.expanduser().absolute(),
        column=arguments.column,
        label_column=arguments.label_column,
        weight=arguments.weight,
    )


def summary(report: BuildReport, folder: Path) -> list[str]:
    characters = "" if report.characters is None else f", {report.characters:,} characters"
    dropped = [
        f"{count:,} {what}" for count, what in ((report.duplicates, "double"), (report.too_short, "too short")) if count
    ]
    shards = "1 shard" if len(report.shards) == 1 else f"{len(report.shards)} shards"
    lines = [
        f"{report.documents:,} documents{characters} of {report.origin}",
        *([f"Dropped: {', '.join(dropped)}"] if dropped else []),
        *([f"Held out: {report.held_out:,}"] if report.held_out else []),
        *([f"Left aside, of no known kind: {len(report.ignored):,} files"] if report.ignored else []),
        f"{shards} of {report.bytes / 1e6:,.1f} MB in all, {REPORT} and {TABLE} in {folder}",
    ]
    return [printable(line) for line in lines]


@contextlib.contextmanager
def progress_display() -> Iterator[OnProgress]:
    """A bar on a terminal, lines elsewhere; leaves the terminal in order, however the block ends."""
    if not sys.stderr.isatty():
        yield PlainProgress(sys.stderr)
        return
    console = Console(stderr=True, highlight=False, markup=False)
    with Live(
        console=console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
    ) as live:
        yield LiveProgress(live)


class PlainProgress:
    """A line every few seconds."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream, self._clock = stream, clock
        self._line_s = clock()

    def __call__(self, what: str, part: float) -> None:
        if self._clock() - self._line_s >= LINE_EVERY_S:
            self._line_s = self._clock()
            with contextlib.suppress(OSError, ValueError):  # the stream was closed by somebody else
                print(f"{printable(what)} {part:.0%}", file=self._stream, flush=True)


class LiveProgress:
    """Draws when told something, so it needs no thread."""

    def __init__(self, live: Live, clock: Callable[[], float] = time.monotonic) -> None:
        self._live, self._clock = live, clock
        self._drawn_s = clock()

    def __call__(self, what: str, part: float) -> None:
        if self._clock() - self._drawn_s >= DRAW_EVERY_S:
            self._drawn_s = self._clock()
            row = Table.grid(padding=(0, 1))
            row.add_row(
                ProgressBar(total=1.0, completed=part, width=_BAR_COLUMNS), f"{part:>4.0%}", Text(printable(what))
            )
            with contextlib.suppress(OSError, ValueError):
                self._live.update(row, refresh=True)
