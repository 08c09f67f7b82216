"""What there is to be a little proud of, out of the rows of the history alone. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum

from app.history import Sums

SAMPLES = (1, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000)
HOURS = (1, 24, 100, 1_000, 10_000)
DAYS_IN_A_ROW = (7, 30, 100, 365, 1_000)


class Kind(Enum):
    SAMPLES = "samples"
    HOURS = "hours"
    DAYS_IN_A_ROW = "days in a row"


@dataclass(frozen=True, slots=True)
class Milestone:
    kind: Kind
    amount: int
    day: str
    """On which it was reached; empty while it is not."""
    progress: float
    """0 to 1."""


@dataclass(frozen=True, slots=True)
class Milestones:
    reached: tuple[Milestone, ...]
    """Newest first, of one day the greater first."""
    ahead: tuple[Milestone, ...]
    """The next one of each kind, the nearest first."""
    streak_days: int
    """Days in a row up to today, or to yesterday while today has none yet."""
    longest_days: int


def milestones(days: Iterable[tuple[str, Sums]], today: date) -> Milestones:
    """`days`: ISO day and what was given on it, oldest first."""
    given = [(day, sums.samples, sums.training_s) for day, sums in days]
    samples = _reached(Kind.SAMPLES, SAMPLES, _added_up([(day, number) for day, number, _ in given]))
    hours = _reached(Kind.HOURS, HOURS, _added_up([(day, training_s / 3_600) for day, _, training_s in given]))
    rows = _rows([day for day, number, _ in given if number > 0])
    in_a_row = _reached(Kind.DAYS_IN_A_ROW, DAYS_IN_A_ROW, rows)
    streak = _streak(rows, today)
    done = [mile for mile in samples + hours + in_a_row if mile.day]
    ahead = [next((mile for mile in kind if not mile.day), None) for kind in (samples, hours)]
    ahead.append(_next_row(in_a_row, streak))
    return Milestones(
        reached=tuple(sorted(done, key=lambda mile: (mile.day, mile.amount), reverse=True)),
        ahead=tuple(sorted((mile for mile in ahead if mile), key=lambda mile: -mile.progress)),
        streak_days=streak,
        longest_days=max((length for _, length in rows), default=0),
    )


def _added_up(days: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    total, found = 0.0, []
    for day, amount in days:
        total += amount
        found.append((day, total))
    return found


def _rows(days: Sequence[str]) -> list[tuple[str, int]]:
    """Each day with how many there have been in a row up to it."""
    found: list[tuple[str, int]] = []
    before: date | None = None
    for text in days:
        day = date.fromisoformat(text)
        follows = before is not None and day - before == timedelta(days=1)
        found.append((text, found[-1][1] + 1 if follows else 1))
        before = day
    return found


def _reached(kind: Kind, amounts: Sequence[int], levels: Sequence[tuple[str, float]]) -> list[Milestone]:
    """`levels` need not rise: a milestone is reached on the first day that is as high."""
    highest = max((level for _, level in levels), default=0.0)
    found, place = [], 0
    for amount in amounts:
        while place < len(levels) and levels[place][1] < amount:
            place += 1
        day = levels[place][0] if place < len(levels) else ""
        found.append(Milestone(kind, amount, day, 1.0 if day else highest / amount))
    return found


def _streak(rows: Sequence[tuple[str, int]], today: date) -> int:
    if not rows or date.fromisoformat(rows[-1][0]) < today - timedelta(days=1):
        return 0
    return rows[-1][1]


def _next_row(in_a_row: Sequence[Milestone], streak: int) -> Milestone | None:
    """What counts towards days in a row is the row that goes on, not the longest one."""
    wanted = next((mile for mile in in_a_row if not mile.day), None)
    if wanted is None:
        return None
    return Milestone(wanted.kind, wanted.amount, "", min(1.0, streak / wanted.amount))
