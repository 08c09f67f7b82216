"""Conditions that change only after their opposite has held for a while, and means over the last seconds.

Time is counted in what has passed between looks, never in differences of clock times: a clock that is set, or a night
of sleep, neither ends a wait nor makes it endless.
"""

from dataclasses import dataclass

MEAN_S = 3.0


@dataclass(frozen=True, slots=True)
class Latch:
    is_on: bool = False
    held_s: float | None = None
    """How long the opposite has held without a break; None while it does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pull:
    """What facts want of a latch. Neither way: it stays."""

    on: bool
    off: bool
    on_after_s: float = 0.0
    off_after_s: float = 0.0


def turned(latch: Latch | None, pull: Pull, passed_s: float) -> Latch:
    """`latch`: None where nothing is known of what was, and the facts count at once."""
    if latch is None:
        return Latch(pull.on)
    if not (pull.off if latch.is_on else pull.on):
        return Latch(latch.is_on)
    held_s = 0.0 if latch.held_s is None else latch.held_s + passed_s
    if held_s >= (pull.off_after_s if latch.is_on else pull.on_after_s):
        return Latch(not latch.is_on)
    return Latch(latch.is_on, held_s)


@dataclass(frozen=True, slots=True)
class Mean:
    """Of what was read in the last `MEAN_S` seconds."""

    samples: tuple[tuple[float, float], ...] = ()
    """Seconds and value, oldest first."""

    @property
    def span_s(self) -> float:
        return sum(seconds for seconds, _ in self.samples)

    @property
    def value(self) -> float:
        span_s = self.span_s
        return sum(seconds * value for seconds, value in self.samples) / span_s if span_s > 0 else 0.0

    @property
    def is_whole(self) -> bool:
        return self.span_s >= MEAN_S - 1e-6

    def joined(self, value: float, passed_s: float) -> "Mean":
        """With what was read for the last `passed_s` seconds."""
        if passed_s <= 0:
            return self
        samples = [*self.samples, (passed_s, value)]
        span_s = self.span_s + passed_s
        while span_s - samples[0][0] >= MEAN_S:
            span_s -= samples.pop(0)[0]
        return Mean(tuple(samples))


EMPTY = Mean()
