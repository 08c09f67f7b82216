"""What kept states have been found to be worth."""

import math
from dataclasses import dataclass

import msgspec

from core.identity.ids import Digest, RunId
from core.storage.database import Database

TOLERANCE = 1.05
"""A state whose held-out loss is above the best one's by more than this factor is not published."""


@dataclass(frozen=True, slots=True)
class Examined:
    """One state."""

    step: int
    state: Digest
    time_s: int
    """Unix time."""
    scores: dict[str, float]
    """`loss` is per held-out sample."""
    is_good: bool
    """Whether it may be published."""


class ScoreBook:
    """Of one run. Methods raise `LocalFault` where the disk is the cause."""

    def __init__(self, database: Database, run: RunId) -> None:
        self._database = database
        self._run = run

    def note(self, step: int, state: Digest, time_s: int, scores: dict[str, float]) -> Examined:
        """Judges a state by those before it, and remembers it."""
        examined = Examined(step, state, time_s, scores, self._is_good(step, scores.get("loss", math.nan)))
        finite = {name: value for name, value in scores.items() if math.isfinite(value)}
        values = (self._run.raw, step, state.raw, time_s, msgspec.json.encode(finite).decode(), examined.is_good)
        self._database.run("INSERT OR REPLACE INTO scores VALUES (?, ?, ?, ?, ?, ?)", values)
        return examined

    def _is_good(self, step: int, loss: float) -> bool:
        losses = [one.scores["loss"] for one in self.all() if one.step < step and one.is_good]
        return math.isfinite(loss) and (not losses or loss <= min(losses) * TOLERANCE)

    def all(self) -> list[Examined]:
        """Newest first."""
        rows = self._database.rows(
            "SELECT step, state, time_s, scores, is_good FROM scores WHERE run = ? ORDER BY step DESC", (self._run.raw,)
        )
        return [
            Examined(step, Digest(state), time_s, msgspec.json.decode(scores, type=dict[str, float]), bool(is_good))
            for step, state, time_s, scores, is_good in rows
        ]

    def of(self, state: Digest) -> Examined | None:
        return next((one for one in self.all() if one.state == state), None)

    def best(self) -> Examined | None:
        """The good one with the lowest loss."""
        return min((one for one in self.all() if one.is_good), key=lambda one: one.scores["loss"], default=None)

    def published(self) -> Examined | None:
        """The newest good one."""
        return next((one for one in self.all() if one.is_good), None)
