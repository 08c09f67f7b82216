"""Amendments that the organiser has signed here and that the log does not have yet."""

from core.identity.amendment import SignedAmendment
from core.identity.ids import RunId
from core.identity.wire import pack, unpack
from core.storage.database import Database


class PetitionStore:
    """Of one run. Methods raise `LocalFault` where the disk is the cause."""

    def __init__(self, database: Database, run: RunId) -> None:
        self._database = database
        self._run = run

    def add(self, number: int, signed: SignedAmendment) -> None:
        """In place of an earlier one of that number."""
        self._database.run("INSERT OR REPLACE INTO petitions VALUES (?, ?, ?)", (self._run.raw, number, pack(signed)))

    def waiting(self, amendments: int) -> list[SignedAmendment]:
        """Those that come after the first `amendments`, in order; the others are forgotten."""
        self._database.run("DELETE FROM petitions WHERE run = ? AND number <= ?", (self._run.raw, amendments))
        rows = self._database.rows("SELECT amendment FROM petitions WHERE run = ? ORDER BY number", (self._run.raw,))
        return [unpack(SignedAmendment, row[0]) for row in rows]
