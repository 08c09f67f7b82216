"""Round numbers along an axis, and what places values on it. Pure."""

import math
from dataclasses import dataclass

_ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)
_CLOCK_S = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400)
_LEAST_LOSS = 1e-9


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from `low` to `high` onto pixels from `start_px` to `end_px`."""

    low: float
    high: float
    start_px: float
    end_px: float
    is_log: bool = False

    def at(self, value: float) -> float:
        low, high, value = self._bent(self.low), self._bent(self.high), self._bent(value)
        return self.start_px + (value - low) / (high - low) * (self.end_px - self.start_px)

    def value(self, px: float) -> float:
        """The inverse, within the range."""
        part = min(1.0, max(0.0, (px - self.start_px) / (self.end_px - self.start_px)))
        low, high = self._bent(self.low), self._bent(self.high)
        bent = low + part * (high - low)
        return 10.0**bent if self.is_log else bent

    def _bent(self, value: float) -> float:
        return math.log10(max(value, _LEAST_LOSS)) if self.is_log else value


def round_step(span: float, most: int, *, whole: bool = False) -> float:
    """The smallest round step of which no more than `most` lie in `span`."""
    wanted = span / max(1, most)
    if wanted <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(wanted))
    step = next(factor * power for factor in _ROUND if factor * power >= wanted * (1 - 1e-9))
    return max(1.0, math.ceil(step)) if whole else step


def decimals(values: list[float]) -> int:
    """As many as it takes to tell all of them apart, up to 6."""
    return next((d for d in range(6) if all(abs(value - round(value, d)) < 1e-9 for value in values)), 6)


def ticks(low: float, high: float, most: int, *, whole: bool = False) -> list[float]:
    """Multiples of a round step within the range, at most `most` and one more."""
    step = round_step(high - low, most, whole=whole)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def log_ticks(low: float, high: float, most: int) -> list[float]:
    """1, 2 and 5 of each decade within the range; where those are fewer than two, as on a straight scale."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    found = [factor * 10.0**power for power in powers for factor in (1, 2, 5)]
    found = [value for value in found if low <= value <= high]
    if len(found) > most:
        found = [value for value in found if math.log10(value) % 1 == 0] or found[:: -(-len(found) // most)]
    return found if len(found) >= 2 else ticks(low, high, most)


def clock_ticks(high_s: float, most: int, low_s: float = 0.0) -> list[float]:
    """Seconds in steps of a clock, or of round numbers of days."""
    wanted = (high_s - low_s) / max(1, most)
    days = (high_s - low_s) / 86_400
    step = next((float(step) for step in _CLOCK_S if step >= wanted), 86_400 * round_step(days, most, whole=True))
    return [number * step for number in range(math.ceil(low_s / step), math.floor(high_s / step) + 1)]
