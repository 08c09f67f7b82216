"""How fast a collaboration goes: accepted samples per second of wall time, averaging and waiting included."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

PACE_STEPS = 20
"""Steps that are looked at, at most."""
_BREAK_GAPS, _LEAST_BREAK_S = 10.0, 60.0
"""A step that took so many times as long as usual, and so long, was a break: the computers were off, say. What lies
before it tells nothing of now."""
_SHORTEST_S = 0.5
"""Headers tell whole seconds."""
_CLOCKS_S = 5.0
"""By so much the clocks of two computers differ without anybody's noticing."""


@dataclass(frozen=True, slots=True)
class Committed:
    """One step of the log."""

    time_s: int
    """Unix time by the clock of its coordinator."""
    samples: int
    mine: int
    """Of these, the ones of the peer that asks."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Samples per second."""

    all: float
    mine: float


def pace_of(steps: Sequence[Committed], now_s: float) -> Pace | None:
    """Over the last steps, oldest first, that followed one another without a break; None where there are not two.
    `now_s`: Unix time by the others' clocks.

    The step under way does not count before it has taken twice the usual time: speed would seem to fall within each
    step and rise at its end. From there on it does, and a collaboration that has come to a halt goes slower and slower:
    after ten times the usual time at a fifth of its speed."""
    chosen = _since_break(steps[-PACE_STEPS - 1 :])
    count = len(chosen) - 1
    if count < 1:
        return None
    usual_s = max(_SHORTEST_S, chosen[-1].time_s - chosen[0].time_s) / count
    waited_s = now_s - chosen[-1].time_s - _CLOCKS_S
    took_s = count * max(usual_s, waited_s / 2)
    return Pace(sum(step.samples for step in chosen[1:]) / took_s, sum(step.mine for step in chosen[1:]) / took_s)


def _since_break(steps: Sequence[Committed]) -> Sequence[Committed]:
    gaps_s = [later.time_s - step.time_s for step, later in pairwise(steps)]
    if not gaps_s:
        return steps
    longest_s = max(_LEAST_BREAK_S, _BREAK_GAPS * median(gaps_s))
    breaks = [at for at, gap_s in enumerate(gaps_s, 1) if gap_s > longest_s]
    return steps[breaks[-1] :] if breaks else steps
