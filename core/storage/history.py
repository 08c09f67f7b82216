"""What this computer has given to each collaboration, by hour, day and month of local time, for ever.

Samples and steps are a projection of the log: a commit belongs to the hour that its header names, so that a log read
again gives the same history. Time, energy and bytes are what this computer has noted of itself.
"""

from dataclasses import dataclass

from core.identity.ids import RunId
from core.ipc.records import HistoryRow
from core.storage.database import Database
from core.storage.hours import LENGTHS, local_hour

PAGE_STARTS = 5_000
_NO_END = (1 << 63) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Local facts of a while."""

    training_s: float = 0.0
    energy_wh: float = 0.0
    sent_bytes: int = 0
    received_bytes: int = 0


NOTHING_SPENT = Spent()


class History:
    """Methods raise `LocalFault` where the disk is the cause."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rows(self, unit: str = "day", after: str = "", limit: int = PAGE_STARTS) -> list[HistoryRow]:
        """Oldest first, from the first `unit` (`hour`, `day` or `month`) that starts after `after` on, `limit` of
        these at most; the collaborations of one of them stay together."""
        last = self._database.row(
            """SELECT max(start) FROM (SELECT DISTINCT start FROM history WHERE unit = ? AND start > ?
            ORDER BY start LIMIT ?)""",
            (unit, after, limit),
        )
        assert last is not None
        found = self._database.rows(
            """SELECT start, run, samples, steps, training_s, energy_wh, sent_bytes, received_bytes FROM history
            WHERE unit = ? AND start > ? AND start <= ? ORDER BY start, run""",
            (unit, after, last[0] or ""),
        )
        names: dict[bytes, str] = dict(self._database.rows("SELECT run, name FROM runs"))
        words = {raw: (RunId(raw).text, names.get(raw, RunId(raw).short)) for raw in {row[1] for row in found}}
        return [
            HistoryRow(
                start=start,
                run=words[raw][0],
                name=words[raw][1],
                samples=samples,
                steps=steps,
                training_s=training_s,
                energy_wh=energy_wh,
                sent_bytes=sent_bytes,
                received_bytes=received_bytes,
            )
            for start, raw, samples, steps, training_s, energy_wh, sent_bytes, received_bytes in found
        ]

    def traffic_in(self, month: str) -> tuple[int, int]:
        """Bytes sent and received, for all collaborations; `month` as `YYYY-MM`."""
        row = self._database.row(
            """SELECT coalesce(sum(sent_bytes), 0), coalesce(sum(received_bytes), 0) FROM history
            WHERE unit = 'month' AND start = ?""",
            (month,),
        )
        assert row is not None
        return int(row[0]), int(row[1])

    def spend(self, run: RunId, spent: Spent, time_s: float) -> None:
        """Adds what was spent for `run` in the hour of `time_s` (Unix time)."""
        with self._database.transaction():
            amounts = (0, 0, spent.training_s, spent.energy_wh, spent.sent_bytes, spent.received_bytes)
            self._add(run, local_hour(time_s), amounts)

    def credit(self, run: RunId, step: int, time_s: float, samples: int) -> None:
        """So many samples of this peer are accepted in that step, whatever was known of it. Inside a transaction."""
        known = self._database.row("SELECT hour, samples FROM credited WHERE run = ? AND step = ?", (run.raw, step))
        if known is not None and known[1] == samples:
            return  # read again, in another time zone perhaps
        if known is not None:
            self._take_back(run, step - 1, step)
        if samples:
            hour = local_hour(time_s)
            self._database.run("INSERT INTO credited VALUES (?, ?, ?, ?)", (run.raw, step, hour, samples))
            self._add(run, hour, (samples, 1, 0.0, 0.0, 0, 0))

    def uncredit(self, run: RunId, after_step: int) -> None:
        """Nothing is accepted any more in the steps after `after_step`. Time, energy and bytes were given all the
        same. Inside a transaction."""
        self._take_back(run, after_step, _NO_END)

    def _take_back(self, run: RunId, after_step: int, last_step: int) -> None:
        steps_of_run = (run.raw, after_step, last_step)
        of_hours = self._database.rows(
            """SELECT hour, sum(samples), count(*) FROM credited WHERE run = ? AND step > ? AND step <= ?
            GROUP BY hour""",
            steps_of_run,
        )
        for hour, samples, steps in of_hours:
            self._add(run, hour, (-samples, -steps, 0.0, 0.0, 0, 0))
            self._database.run_many(
                """DELETE FROM history WHERE unit = ? AND start = ? AND run = ? AND samples = 0 AND steps = 0
                AND training_s = 0 AND energy_wh = 0 AND sent_bytes = 0 AND received_bytes = 0""",
                [(unit, hour[:length], run.raw) for unit, length in LENGTHS.items()],
            )
        self._database.run("DELETE FROM credited WHERE run = ? AND step > ? AND step <= ?", steps_of_run)

    def _add(self, run: RunId, hour: str, amounts: tuple[int, int, float, float, int, int]) -> None:
        self._database.run_many(
            """INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
            samples = samples + excluded.samples, steps = steps + excluded.steps,
            training_s = training_s + excluded.training_s, energy_wh = energy_wh + excluded.energy_wh,
            sent_bytes = sent_bytes + excluded.sent_bytes,
            received_bytes = received_bytes + excluded.received_bytes""",
            [(unit, hour[:length], run.raw, *amounts) for unit, length in LENGTHS.items()],
        )
