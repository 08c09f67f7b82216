"""What this computer has given, by hour, day, month and collaboration: the engine's rows, ready to be looked up."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from struct import Struct
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


_ROW = Struct("<Iqqddqq")
"""Number of the collaboration, and a `Sums`. Five years of days are some thousand rows, which as objects would take
megabytes, and leave holes behind when they go."""


class History:
    """Rows of the same hour, day or month and collaboration replace each other. `run` is empty for all of them."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        """Run to the name of its collaboration, oldest first."""
        self._numbers: dict[str, int] = {}
        self._starts: dict[Unit, list[str]] = {unit: [] for unit in UNITS}
        self._rows: dict[Unit, dict[str, bytes]] = {unit: {} for unit in UNITS}

    def take(self, unit: Unit, rows: Iterable[HistoryRow]) -> None:
        starts, known = self._starts[unit], self._rows[unit]
        for row in rows:
            self.names.setdefault(row.run, row.name)
            number = self._numbers.setdefault(row.run, len(self._numbers))
            packed = _ROW.pack(
                number, row.samples, row.steps, row.training_s, row.energy_wh, row.sent_bytes, row.received_bytes
            )
            before = known.get(row.start)
            if before is None:
                insort(starts, row.start)
            known[row.start] = packed if before is None else _without(before, number) + packed

    def forget_hours(self) -> None:
        """There can be very many; those that are looked at are fetched anew."""
        self._starts["hour"], self._rows["hour"] = [], {}

    def starts(self, unit: Unit) -> list[str]:
        """Those that have rows, oldest first."""
        return self._starts[unit]

    def starts_within(self, unit: Unit, beginning: str) -> list[str]:
        """Those that begin with such as `2026` or `2026-11`."""
        starts = self._starts[unit]
        return starts[bisect_left(starts, beginning) : bisect_left(starts, f"{beginning}~")]

    def sums(self, unit: Unit, start: str, run: str = "") -> Sums:
        number = self._numbers.get(run)
        rows = _ROW.iter_unpack(self._rows[unit].get(start, b""))
        found = [values for of, *values in rows if not run or of == number]
        return Sums(*map(sum, zip(*found, strict=True))) if found else NOTHING_GIVEN

    def given(self, unit: Unit, run: str = "") -> Iterator[tuple[str, Sums]]:
        """All of them, oldest first; those in which nothing was given to `run` left out."""
        found = ((start, self.sums(unit, start, run)) for start in self._starts[unit])
        return ((start, sums) for start, sums in found if sums)

    def in_all(self, run: str = "") -> Sums:
        return total(self.sums("month", start, run) for start in self._starts["month"])


def _without(rows: bytes, number: int) -> bytes:
    parts = (rows[at : at + _ROW.size] for at in range(0, len(rows), _ROW.size))
    return b"".join(part for part in parts if _ROW.unpack(part)[0] != number)
