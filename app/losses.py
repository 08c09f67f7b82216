"""The loss of every committed step, kept so that any part of it can be drawn at once: 44 bytes a step."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from math import isfinite

import msgspec

from app import words
from app.words import translate
from core.ipc.messages import LogEntry
from core.saying import NOTHING, Saying, quote

BLOCK = 32
"""Steps whose lowest and highest loss are known together."""
_WIDEST_MEAN = 501


class LogPoint(msgspec.Struct, kw_only=True):
    """What the curve needs of a `LogEntry`; the rest, contributors above all, is not even decoded."""

    step: int
    time_s: int
    loss: float | None
    total_samples: int
    amendment: str = ""
    amendment_saying: Saying = NOTHING


class Across(Enum):
    """What the curve is drawn over."""

    STEPS = "steps"
    SAMPLES = "samples"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Column:
    """What falls on one pixel: places from `first` up to and without `end`."""

    first: int
    end: int
    low: float
    high: float


class Losses:
    """Steps in order; those that the log leaves out, and those whose loss is no number, are not filled in. Places count
    from 0."""

    def __init__(self) -> None:
        self.steps = array("d")
        self.samples = array("d")
        """Of the whole run so far."""
        self.seconds = array("d")
        """Since the first step here; a clock set back adds nothing."""
        self.raw = array("d")
        self.amendments: list[tuple[int, Saying]] = []
        """Place, and what the organiser changed by that step."""
        self._sums = array("d", [0.0])
        self._lows = array("d")
        self._highs = array("d")
        self._first_time_s = 0
        self.last_step = 0
        """Of the log, as far as it is known."""

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def mean_width(self) -> int:
        """Odd number of steps to take the running mean over: a fortieth of all, from 1 to 501."""
        return min(_WIDEST_MEAN, len(self.steps) // 40 | 1)

    def add(self, entries: Iterable[LogPoint | LogEntry]) -> bool:
        """Entries of steps that are not here yet; whether there were any."""
        before = self.last_step
        for entry in entries:
            if entry.step > self.last_step:
                self.last_step = entry.step
                if entry.loss is not None and isfinite(entry.loss):
                    self._append(entry, entry.loss)
        return self.last_step > before

    def _append(self, entry: LogPoint | LogEntry, loss: float) -> None:
        place = len(self.steps)
        if place == 0:
            self._first_time_s = entry.time_s
        self.steps.append(entry.step)
        self.raw.append(loss)
        self.samples.append(max(entry.total_samples, self.samples[-1] if place else 0))
        self.seconds.append(max(entry.time_s - self._first_time_s, self.seconds[-1] if place else 0))
        self._sums.append(self._sums[-1] + loss)
        if place % BLOCK == 0:
            self._lows.append(loss)
            self._highs.append(loss)
        else:
            self._lows[-1] = min(self._lows[-1], loss)
            self._highs[-1] = max(self._highs[-1], loss)
        if entry.amendment:
            self.amendments.append((place, entry.amendment_saying or quote(entry.amendment)))

    def across(self, kind: Across) -> "array[float]":
        return {Across.STEPS: self.steps, Across.SAMPLES: self.samples, Across.TIME: self.seconds}[kind]

    def mean(self, place: int) -> float:
        """Of the `mean_width` losses around `place`; of fewer towards both ends, alike on both sides."""
        reach = min(self.mean_width // 2, place, len(self.steps) - 1 - place)
        return (self._sums[place + reach + 1] - self._sums[place - reach]) / (2 * reach + 1)

    def columns(self, kind: Across, left: float, right: float, count: int) -> list[Column]:
        """The steps from `left` to `right`, each within the one of `count` equal parts of that range it falls in;
        parts without any are left out. Where there are many steps to a part, its border is that of a block."""
        values = self.across(kind)
        first, end = bisect_left(values, left), bisect_left(values, right)
        end += end < len(values) and values[end] == right
        coarse = (end - first) > 4 * BLOCK * count
        found, begin = [], first
        for number in range(1, count + 1):
            border = end if number == count else bisect_left(values, left + (right - left) * number / count, begin, end)
            if coarse and number < count:
                border = max(begin, border // BLOCK * BLOCK)
            if border > begin:
                found.append(Column(begin, border, *self._extremes(begin, border)))
            begin = border
        return found

    def _extremes(self, first: int, end: int) -> tuple[float, float]:
        """Lowest and highest loss, by whole blocks in the middle."""
        inner, outer = -(-first // BLOCK), end // BLOCK
        if outer <= inner:
            part = self.raw[first:end]
            return min(part), max(part)
        edges = self.raw[first : inner * BLOCK] + self.raw[outer * BLOCK : end]
        return min(edges + self._lows[inner:outer]), max(edges + self._highs[inner:outer])

    def nearest(self, kind: Across, value: float) -> int:
        """Place of the step that lies nearest. There has to be one."""
        values = self.across(kind)
        after = min(len(values) - 1, bisect_left(values, value))
        before = max(0, after - 1)
        return before if value - values[before] < values[after] - value else after

    def in_words(self, first: int = 0, last: int = -1) -> str:
        """How the loss changed between two places."""
        if not self.steps:
            return translate("words", "No step is finished yet")
        if len(self.steps) == 1:
            only = translate("words", "{loss} at step {step}")
            return only.format(loss=words.loss(self.raw[0]), step=words.count(int(self.steps[0])))
        text = translate("words", "From {first} at step {start} to {last} at step {end}")
        return text.format(
            first=words.loss(self.raw[first]),
            start=words.count(int(self.steps[first])),
            last=words.loss(self.raw[last]),
            end=words.count(int(self.steps[last])),
        )
