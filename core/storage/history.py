"""This peer's own contribution by day: a projection of the log, plus the time this machine spent."""

from core.identity.ids import RunId
from core.ipc.messages import HistoryDay
from core.storage.database import Database


class History:
    """Rows are written by `LogStore` in the same transaction as their commit, and read here."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def days(self) -> list[HistoryDay]:
        """By local day and collaboration, oldest first. A commit belongs to the day its header names, so that a log
        read again gives the same history."""
        rows = self._database.rows(
            """SELECT day, history.run, runs.name, sum(samples), sum(samples > 0), sum(training_s)
            FROM history LEFT JOIN runs ON runs.run = history.run
            GROUP BY day, history.run ORDER BY day, min(step), history.run"""
        )
        return [
            HistoryDay(
                day=day,
                run=RunId(run).text,
                name=RunId(run).short if name is None else name,
                samples=samples,
                steps=steps,
                training_s=training_s,
            )
            for day, run, name, samples, steps, training_s in rows
        ]
