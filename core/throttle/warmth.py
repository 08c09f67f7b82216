"""How much of the time may be computed so that temperature and power stay at their targets.

A proportional-integral controller in its incremental form, which cannot wind up: each look changes the duty by what
the temperature has changed and by how far it is from the target. Gains are low enough for any cooler between a
graphics card's and a passive laptop's (time constants of 15 to 200 s, up to 70 degrees between rest and full work), so
that the duty settles and fans turn steadily.
"""

from dataclasses import dataclass, replace

LEAST_DUTY = 0.1
STOP_C = 10.0
"""Above its target training ends."""
GO_ON_C = 5.0
"""Below its target it begins again."""

_PER_DEGREE = 0.02
_PER_DEGREE_SECOND = 0.0004
_PER_WATT_SHARE_SECOND = 0.05
"""Change of the duty per second, for power beyond the limit by as much again."""
_POWER_MEMORY_S = 5.0
"""Power is read at single moments, in or between turns of work."""


@dataclass(frozen=True, slots=True)
class Warmth:
    """What the controller knows."""

    heat_duty: float = 1.0
    power_duty: float = 1.0
    read_c: float | None = None
    """The temperature that `heat_duty` answers to."""
    power_w: float | None = None
    """Mean of late."""

    def duty(self, most: float) -> float:
        """Part of the time, from a tenth (or `most`, where that is less) to `most`."""
        return min(most, max(LEAST_DUTY, min(self.heat_duty, self.power_duty)))


COLD = Warmth()
"""To begin with."""


def heeded(warmth: Warmth, read_c: float | None, target_c: float, most: float, passed_s: float) -> Warmth:
    """After `passed_s` seconds of work at this temperature; `most` is the duty without heat. A target of 0 is none."""
    if target_c <= 0:
        return replace(warmth, heat_duty=1.0, read_c=None)
    if read_c is None:
        return warmth
    before_c = read_c if warmth.read_c is None else warmth.read_c
    change = _PER_DEGREE * (before_c - read_c) + _PER_DEGREE_SECOND * (target_c - read_c) * passed_s
    duty = min(max(most, LEAST_DUTY), max(LEAST_DUTY, min(warmth.heat_duty, most) + change))
    return replace(warmth, heat_duty=duty, read_c=read_c)


def metered(warmth: Warmth, read_w: float | None, limit_w: float, most: float, passed_s: float) -> Warmth:
    """Likewise for power. Gains are for cards that rest at a fifth of their full power or more."""
    if limit_w <= 0:
        return replace(warmth, power_duty=1.0, power_w=None)
    if read_w is None:
        return warmth
    share = min(1.0, passed_s / _POWER_MEMORY_S)
    mean_w = read_w if warmth.power_w is None else warmth.power_w + share * (read_w - warmth.power_w)
    change = _PER_WATT_SHARE_SECOND * max(-1.0, 1.0 - mean_w / limit_w) * passed_s
    duty = min(max(most, LEAST_DUTY), max(LEAST_DUTY, min(warmth.power_duty, most) + change))
    return replace(warmth, power_duty=duty, power_w=mean_w)
