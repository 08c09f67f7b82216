"""Which of the joined collaborations is to have this computer now. Pure.

Each has a share, as projects have in BOINC: a weight, not a percentage. Whoever was given least for its share is due.
Time that was given fades, so that shares hold for the last days and not for ever.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.identity.ids import RunId

STAY_S = 1800.0
"""Of work, before another one is due: changing costs the loading of a model, and catching up."""
STUCK_S = 300.0
"""Without anybody to reach, or any data, for so long, it is another one's turn."""
SHUN_S = 1800.0
"""One that was left for that reason is not tried again for so long, if there are others."""
HALF_LIFE_S = 2 * 86_400.0
"""In which time that was given fades to half."""
WHOLE_SHARE = 100
_NONE: Mapping[RunId, float] = {}


@dataclass(frozen=True, slots=True)
class Claim:
    """One collaboration's."""

    run: RunId
    share: int
    """0: none."""
    given_s: float
    """Of the last days, faded."""

    @property
    def level_s(self) -> float:
        """What it was given for each unit of its share."""
        return self.given_s / self.share


@dataclass(frozen=True, slots=True)
class Turn:
    """Of the collaboration under way."""

    run: RunId
    worked_s: float
    """Since it began."""
    stuck_s: float
    """Since nothing can be done for it."""


def due(claims: Sequence[Claim], turn: Turn | None, shunned: Mapping[RunId, float] = _NONE) -> RunId | None:
    """Whose turn it is now; None where nobody has a share. `shunned`: those that nothing could be done for lately, and
    a time that says in which order."""
    able = [claim for claim in claims if claim.share > 0]
    if turn is None or all(claim.run != turn.run for claim in able):
        return _best(able, shunned)
    others = [claim for claim in able if claim.run != turn.run]
    if turn.stuck_s >= STUCK_S:
        return _best(others, shunned) or turn.run
    if turn.worked_s < STAY_S:
        return turn.run
    # In a draw whoever has it keeps it.
    mine = [claim for claim in able if claim.run == turn.run]
    return _best([*mine, *(claim for claim in others if claim.run not in shunned)], {})


def _best(claims: Sequence[Claim], shunned: Mapping[RunId, float]) -> RunId | None:
    """Whoever was given least; where nothing could be done for any of them, they are tried in turn."""
    if not claims:
        return None
    free = [claim for claim in claims if claim.run not in shunned]
    if free:
        return min(free, key=lambda claim: claim.level_s).run
    return min(claims, key=lambda claim: shunned[claim.run]).run


def faded(given_s: float, elapsed_s: float) -> float:
    """What is left of `given_s` after so long. A clock that was set back fades nothing."""
    return float(given_s * 0.5 ** (max(0.0, elapsed_s) / HALF_LIFE_S))


def entry_level_s(claims: Sequence[Claim]) -> float:
    """At which a newcomer begins: level with whoever was given least, as it has no claim to the time before it came."""
    return min((claim.level_s for claim in claims if claim.share > 0), default=0.0)
