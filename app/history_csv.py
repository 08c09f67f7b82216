"""The own history as a file for spreadsheets."""

import csv
import io

from app.qt import QIODevice, QSaveFile
from core.ipc.records import HistoryRow

COLUMNS = ("day", "collaboration", "run", "samples", "steps", "training_s")


def csv_text(days: list[HistoryRow]) -> str:
    """Oldest day first. Names come from strangers: one that looks like a formula gets an apostrophe."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for entry in sorted(days, key=lambda entry: (entry.start, entry.run)):
        writer.writerow(
            (entry.start, _harmless(entry.name), entry.run, entry.samples, entry.steps, f"{entry.training_s:.1f}")
        )
    return lines.getvalue()


def save_csv(days: list[HistoryRow], path: str) -> str:
    """Whole or not at all. Returns why it failed, empty if it did not. UTF-8 with a mark, which Excel needs."""
    file = QSaveFile(path)
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        return file.errorString()
    file.write(csv_text(days).encode("utf-8-sig"))
    return "" if file.commit() else file.errorString()


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
