"""Verbs that read what a home has recorded; an engine may run beside them or not."""

import argparse
import csv
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from core.cli.words import duration, printable
from core.errors import LocalFault
from core.identity.ids import PeerId, RunId
from core.identity.keystore import peer_id_of
from core.ipc.messages import KeptModel, LogEntry
from core.ipc.records import HistoryRow
from core.paths import Home
from core.storage.checkpoints import CheckpointStore
from core.storage.database import Database
from core.storage.history import History
from core.storage.log_store import LogStore
from core.storage.runs import Runs
from core.storage.scores import ScoreBook

PAGE_STEPS = 200
_ALL = 1 << 62
_HISTORY_LINE = "{:<14}{:>10}{:>8}{:>12}{:>10}{:>11}  {}"
_LAST_SECOND = 32_503_680_000
"""Year 3000: where C libraries stop to know local time; a header's time is another peer's word."""


def print_history(arguments: argparse.Namespace) -> None:
    with Database.open(Home(arguments.home).database, read_only=True) as database:
        rows = History(database).rows(arguments.unit, limit=_ALL)
    if arguments.json:
        print(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())
    elif arguments.csv:
        table = csv.writer(sys.stdout, lineterminator="\n")
        table.writerow(HistoryRow.__struct_fields__)
        table.writerows(msgspec.structs.astuple(row) for row in rows)
    elif rows:
        print("\n".join(_history_lines(rows, arguments.unit)))
    else:
        print("This peer has contributed nothing yet.")


def _history_lines(rows: list[HistoryRow], unit: str) -> Iterator[str]:
    yield _HISTORY_LINE.format(unit.capitalize(), "Samples", "Steps", "Training", "kWh", "MB", "Collaboration").rstrip()
    for row in rows:
        yield _history_line(row.start, [row], printable(row.name))
    yield _history_line("All", rows, "").rstrip()


def _history_line(start: str, rows: Sequence[HistoryRow], name: str) -> str:
    return _HISTORY_LINE.format(
        start,
        sum(row.samples for row in rows),
        sum(row.steps for row in rows),
        duration(sum(row.training_s for row in rows)),
        f"{sum(row.energy_wh for row in rows) / 1e3:.3f}",
        f"{sum(row.sent_bytes + row.received_bytes for row in rows) / 1e6:.1f}",
        name,
    )


def print_log(arguments: argparse.Namespace) -> None:
    with Database.open(Home(arguments.home).database, read_only=True) as database:
        active = Runs(database).active()
        if active is None:
            raise LocalFault("This home has joined no collaboration yet; join one with `idlewild run --join LINK`.")
        entries = _entries(LogStore(database, active.run), arguments.home)
        if arguments.json:
            _print_json(entries)
        else:
            print(f"{'Step':>6}  {'Time':<19}{'Loss':>10}{'Samples':>9}{'Peers':>7}{'Mine':>8}  State")
            for entry in entries:
                print(_log_line(entry))


def print_models(arguments: argparse.Namespace) -> None:
    home = Home(arguments.home)
    with Database.open(home.database, read_only=True) as database:
        active = Runs(database).active()
        if active is None:
            raise LocalFault("This home has joined no collaboration yet; join one with `idlewild run --join LINK`.")
        models = list(_kept(home, active.run, LogStore(database, active.run), ScoreBook(database, active.run)))
    if arguments.json:
        print(msgspec.json.format(msgspec.json.encode(models), indent=2).decode())
    elif models:
        print("\n".join(_kept_lines(models)))
    else:
        print("No model is kept here yet.")


def _kept(home: Home, run: RunId, log: LogStore, scores: ScoreBook) -> Iterator[KeptModel]:
    store, published = CheckpointStore(home.checkpoints), None
    for step in store.steps(run):
        header, about = log.header(step), store.path(run, step).stat()
        examined = scores.of(header.state) if header is not None else None
        if examined is not None and examined.is_good and published is None:
            published = step
        yield KeptModel(
            step=step,
            bytes=about.st_size,
            saved_s=int(about.st_mtime),
            scores=examined.scores if examined is not None else {},
            is_published=step == published,
        )


def _kept_lines(models: list[KeptModel]) -> Iterator[str]:
    yield f"{'Step':>6}  {'Saved':<19}{'MB':>9}  On held-out data"
    for model in models:
        saved = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(model.saved_s))
        scores = ", ".join(f"{name.replace('_', ' ')} {value:.4f}" for name, value in model.scores.items())
        mark = "; published" if model.is_published else ""
        yield f"{model.step:>6}  {saved:<19}{model.bytes / 1e6:>9.1f}  {scores or 'not examined'}{mark}"


def _entries(log: LogStore, home: Path) -> Iterator[LogEntry]:
    me = peer_id_of(Home(home)) or PeerId(bytes(32))  # without a key nothing of it is this peer's
    after_step = 0
    while page := log.entries(after_step, PAGE_STEPS, me):
        yield from page
        after_step = page[-1].step


def _print_json(entries: Iterator[LogEntry]) -> None:
    """One document, one line for each step, in memory for a moment only."""
    separator = "[\n"
    for entry in entries:
        print(separator, msgspec.json.encode(entry).decode(), sep="", end="")
        separator = ",\n"
    print("[]" if separator == "[\n" else "\n]")


def _log_line(entry: LogEntry) -> str:
    moment = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(min(max(entry.time_s, 0), _LAST_SECOND)))
    if entry.amendment:
        return f"{entry.step:>6}  {moment:<19}  {entry.amendment}"
    return (
        f"{entry.step:>6}  {moment:<19}{entry.loss:>10.4f}{entry.samples:>9}"
        f"{len(entry.contributors):>7}{entry.my_samples:>8}  {entry.state_digest[:7]}"
    )
