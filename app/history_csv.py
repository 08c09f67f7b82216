"""The own history as a file for spreadsheets."""

import csv
import io
from collections.abc import Callable

from app.history import Unit
from app.history_feed import RowsOfAllTime
from app.qt import QCoreApplication, QIODevice, QSaveFile
from app.session import Session
from core.ipc.records import HistoryRow

COLUMNS = (
    "start",
    "collaboration",
    "run",
    "samples",
    "steps",
    "training_s",
    "energy_wh_estimated",
    "sent_bytes",
    "received_bytes",
)


def csv_lines(rows: list[HistoryRow]) -> str:
    """Names come from strangers: one that looks like a formula gets an apostrophe."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\r\n")
    writer.writerows(
        (
            row.start,
            _harmless(row.name),
            _harmless(row.run),
            row.samples,
            row.steps,
            f"{row.training_s:.1f}",
            f"{row.energy_wh:.3f}",
            row.sent_bytes,
            row.received_bytes,
        )
        for row in rows
    )
    return lines.getvalue()


class CsvExport:
    """Writes a page of rows at a time, so that no length of history takes memory or keeps the window waiting.

    The file is whole or not there at all; one that was there before stays until then. UTF-8 with a mark, which Excel
    needs. `ended` gets the reason why it failed, empty if it did not.
    """

    def __init__(self, session: Session, unit: Unit, path: str, ended: Callable[[str], None]) -> None:
        self._file = QSaveFile(path)
        self._ended = ended
        self._rows = RowsOfAllTime(session, unit, self._write, self._finish, self._give_up)

    def start(self) -> None:
        if not self._file.open(QIODevice.OpenModeFlag.WriteOnly):
            self._ended(self._file.errorString())
            return
        self._file.write((",".join(COLUMNS) + "\r\n").encode("utf-8-sig"))
        self._rows.start()

    def _write(self, rows: list[HistoryRow]) -> None:
        self._file.write(csv_lines(rows).encode())

    def _finish(self) -> None:
        self._ended("" if self._file.commit() else self._file.errorString())

    def _give_up(self, reason: str) -> None:
        self._file.cancelWriting()
        self._file.commit()
        self._ended(reason or QCoreApplication.translate("history", "The engine does not answer."))


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) else text
