"""What this computer has given, by hour, day, month and collaboration: the engine's rows, ready to be looked up."""

from bisect import bisect_left, insort
from collections.abc import Iterable
from dataclasses import dataclass
from sys import intern
from typing import Literal, get_args

from core.ipc.records import HistoryRow

Unit = Literal["hour", "day", "month"]
UNITS: tuple[Unit, ...] = get_args(Unit)


@dataclass(frozen=True, slots=True)
class Sums:
    """What was given in some time. Energy is an estimate."""

    samples: int = 0
    steps: int = 0
    training_s: float = 0.0
    energy_wh: float = 0.0
    sent_bytes: int = 0
    received_bytes: int = 0

    def __bool__(self) -> bool:
        return self != NOTHING_GIVEN


NOTHING_GIVEN = Sums()


def total(parts: Iterable[Sums]) -> Sums:
    samples = steps = sent_bytes = received_bytes = 0
    training_s = energy_wh = 0.0
    for part in parts:
        samples += part.samples
        steps += part.steps
        training_s += part.training_s
        energy_wh += part.energy_wh
        sent_bytes += part.sent_bytes
        received_bytes += part.received_bytes
    return Sums(samples, steps, training_s, energy_wh, sent_bytes, received_bytes)


class History:
    """Rows of the same hour, day or month and collaboration replace each other. `run` is empty for all of them."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        """Run to the name of its collaboration, oldest first."""
        self._starts: dict[Unit, list[str]] = {unit: [] for unit in UNITS}
        self._sums: dict[Unit, dict[str, dict[str, Sums]]] = {unit: {} for unit in UNITS}

    def take(self, unit: Unit, rows: Iterable[HistoryRow]) -> None:
        starts, known = self._starts[unit], self._sums[unit]
        for row in rows:
            self.names.setdefault(row.run, row.name)
            run = intern(row.run)  # one string for the thousands of rows of a collaboration
            if row.start not in known:
                known[row.start] = {}
                insort(starts, row.start)
            known[row.start][run] = Sums(
                row.samples, row.steps, row.training_s, row.energy_wh, row.sent_bytes, row.received_bytes
            )

    def forget_hours(self) -> None:
        """There can be very many; those that are looked at are fetched anew."""
        self._starts["hour"], self._sums["hour"] = [], {}

    def starts(self, unit: Unit) -> list[str]:
        """Those that have rows, oldest first."""
        return self._starts[unit]

    def starts_within(self, unit: Unit, beginning: str) -> list[str]:
        """Those that begin with such as `2026` or `2026-11`."""
        starts = self._starts[unit]
        return starts[bisect_left(starts, beginning) : bisect_left(starts, f"{beginning}~")]

    def sums(self, unit: Unit, start: str, run: str = "") -> Sums:
        runs = self._sums[unit].get(start)
        if runs is None:
            return NOTHING_GIVEN
        if run:
            return runs.get(run, NOTHING_GIVEN)
        return next(iter(runs.values())) if len(runs) == 1 else total(runs.values())

    def given(self, unit: Unit, run: str = "") -> list[tuple[str, Sums]]:
        """All of them, oldest first; those in which nothing was given to `run` left out."""
        found = ((start, self.sums(unit, start, run)) for start in self._starts[unit])
        return [(start, sums) for start, sums in found if sums]

    def in_all(self, run: str = "") -> Sums:
        return total(self.sums("month", start, run) for start in self._starts["month"])
