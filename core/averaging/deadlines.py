"""Until when a part is waited for: predicted from the plan, corrected by what is seen.

A reducer's parts come one after the other, so the k-th of n is predicted after k/n of the exchange, and *planned* at
`grace + SLACK · k/n · predicted` after the reducer began. The plan may be wrong: rates change, and what is measured on
one path is not what another gives. Therefore nobody is late by the clock alone:

- a part is *due* at its planned time only if at least half of those waited for have delivered it. Where most are
  behind, the schedule is at fault and not they;
- then it is due half as long again after half had delivered it as they took for that, at least `grace` after them, if
  that is later;
- if nothing at all has come for `grace + STRETCH · predicted`, whatever is past its planned time is due, so that one
  who is cut off does not wait for ever. Rates may thus be overestimated up to STRETCH times without loss.

The same rule judges senders at a reducer and reducers at the coordinator. Pure: time comes in.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from core.identity.ids import PeerId

SLACK = 1.5
STRETCH = 4.0
LOOK_EVERY_S = 0.25
"""How often one past its planned time is looked at while most are behind."""


@dataclass(frozen=True, slots=True)
class Timetable:
    """Of the parts taken on together. Times are those of the event loop."""

    begun_s: float
    predicted_s: float
    grace_s: float
    lag_s: float | None = None
    """How far behind half of the others one may always be; `grace_s` if nothing is said."""

    def planned_s(self, fraction: float) -> float:
        """When the parts up to `fraction` (0…1) of the run are planned to be there at the latest."""
        return self.begun_s + self.grace_s + SLACK * fraction * self.predicted_s

    def due_s(self, fraction: float, half_s: float | None) -> float | None:
        """When to wait no longer; None while most are behind. `half_s`: when half had delivered, if they have."""
        if half_s is None:
            return None
        lag_s = max(self.lag_s or self.grace_s, (SLACK - 1) * (half_s - self.begun_s))
        return max(self.planned_s(fraction), half_s + lag_s)

    @property
    def silence_s(self) -> float:
        """After so long without a sign of anybody the planned times hold."""
        return self.grace_s + STRETCH * self.predicted_s


def foreseen_s(predicted_s: float, *, anew: float, closed: float, took_s: float) -> float:
    """How long the rest of an exchange takes of which some parts are planned anew.

    `predicted_s`: of the whole by its plan. `anew`: how much of the whole the new plan is; what is under way comes on
    top. `closed`: share of the parts that were closed in `took_s`: if that is slower than predicted, it is believed up
    to STRETCH times.
    """
    expected_s = predicted_s * max(closed, 0.1)
    pace = min(max(took_s / expected_s, 1.0), STRETCH) if expected_s else 1.0
    return pace * predicted_s * (anew + 1 - closed)


class Progress:
    """How far reducers have come with their runs, as the coordinator hears of it, and who of them is overdue.

    The reducers' own deadlines pass first: one that waits for a dead sender closes its part without it, and is not
    overdue for that.
    """

    def __init__(self, timetable: Timetable, parts: Mapping[PeerId, int]) -> None:
        """`parts`: how many each closes."""
        self._timetable = timetable
        self._parts = dict(parts)
        self._closed_s: dict[PeerId, list[float]] = {peer: [] for peer in parts}
        self._patience: dict[PeerId, float] = {}
        self._heard_s = timetable.begun_s

    def note(self, peer: PeerId, now: float) -> None:
        """It has closed one more part."""
        self._heard_s = now
        if peer in self._closed_s:
            self._closed_s[peer].append(now)

    def remove(self, peer: PeerId) -> None:
        """Nothing more is expected of it."""
        self._parts.pop(peer, None)

    def bear_with(self, peer: PeerId) -> None:
        """It is known to live: it is given as much time again."""
        self._patience[peer] = 2 * self._patience.get(peer, 1.0)

    @property
    def unfinished(self) -> list[PeerId]:
        return [peer for peer, parts in self._parts.items() if len(self._closed_s[peer]) < parts]

    def overdue(self, now: float) -> set[PeerId]:
        return {peer for peer in self.unfinished if self._due_s(peer, now) <= now}

    def next_look_s(self, now: float) -> float:
        """When to ask for `overdue` again; infinity once all have finished."""
        return min((max(self._due_s(peer, now), now + LOOK_EVERY_S) for peer in self.unfinished), default=math.inf)

    def _due_s(self, peer: PeerId, now: float) -> float:
        """When the next part of `peer` is due by what is known now; while most are behind, when to look again."""
        table = self._timetable
        fraction = (len(self._closed_s[peer]) + 1) / self._parts[peer]
        planned_s = table.planned_s(fraction)
        if now < planned_s:
            return planned_s
        others = [other for other in self._parts if other != peer]
        reached = sorted(at_s for other in others if (at_s := self._reached_s(other, fraction)) is not None)
        half = -(-len(others) // 2)
        due_s = table.due_s(fraction, reached[half - 1] if half and len(reached) >= half else None)
        if due_s is None:
            due_s = max(planned_s, self._heard_s + table.silence_s)
        return table.begun_s + (due_s - table.begun_s) * self._patience.get(peer, 1.0)

    def _reached_s(self, peer: PeerId, fraction: float) -> float | None:
        """When it had closed this fraction of its parts."""
        closed_s, needed = self._closed_s[peer], math.ceil(fraction * self._parts[peer] - 1e-9)
        return closed_s[needed - 1] if len(closed_s) >= needed else None
