"""A trainer that computes nothing worth mentioning: sample i adds one stretch of a fixed table of random numbers to the
gradient, so that the exact mean over any samples is known. Nothing is done before the driver says so."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from core.data.ranges import SampleRange
from core.training.api import Progress, Scalars, TrainerEvents, Vector

PERIOD = 1_000_003
"""Length of the table: prime, so that no two parts of a gradient are alike."""
PRETENDED_S = 1000.0
"""What a sample is said to take: so long that leaving a contributor out never pays, and everybody has one lease."""
BLOCK = 1 << 20


class Samples:
    """What samples are worth: two copies of the table, so that a stretch of any start is one slice."""

    def __init__(self) -> None:
        table = np.random.Generator(np.random.Philox(key=4)).standard_normal(PERIOD, dtype=np.float32)
        self._table = np.concatenate([table, table])

    def add(self, sample: int, out: Vector, first: int = 0) -> None:
        """Adds elements `first` and on of the sample's gradient to `out`."""
        offset = (sample * 271_829 + 17 + first) % PERIOD
        for start in range(0, out.size, PERIOD):
            piece = out[start : start + PERIOD]
            piece += self._table[offset : offset + piece.size]

    def error(self, average: Vector, first: int, numbers: Sequence[int]) -> tuple[float, float]:
        """Squared norms: of the difference of `average` (elements `first` and on) from the exact mean over samples
        `numbers`, and of that mean."""
        mean = np.zeros(average.size, np.float32)
        for number in numbers:
            self.add(number, mean, first)
        mean /= np.float32(len(numbers))
        difference = average - mean
        return float(difference @ difference), float(mean @ mean)


class LabTrainer:
    """Fulfils `core.training.api.Trainer`."""

    device = "lab"
    stuck_s = 0.0

    def __init__(
        self, elements: int, micro_batch: int, events: TrainerEvents, on_leased: Callable[[SampleRange], None]
    ) -> None:
        self.elements = elements
        self.gradient = np.zeros(elements, np.float32)
        self.average = np.zeros(elements, np.float32)
        self.state = np.zeros(elements, np.float32)
        self._share = micro_batch
        self.is_running = False
        self.samples = Samples()
        self._events = events
        self._on_leased = on_leased
        self._queue: deque[SampleRange] = deque()
        self._is_open = False
        self._wants_more = False
        self._has_share = False
        """Whether its share of this step is leased, or in the gradient."""

    @property
    def micro_batch(self) -> int:
        """0, which asks for nothing, once there was a lease: everybody is to get one, and nobody two."""
        return 0 if self._has_share and not self._wants_more else self._share

    async def start(self) -> None:
        self.gradient[:] = 0
        self._queue.clear()
        self._has_share = False
        self.is_running = True

    def assign(self, samples: SampleRange) -> None:
        self._queue.append(samples)
        self._has_share = True
        self._on_leased(samples)
        if self._is_open:
            asyncio.get_running_loop().call_soon(self._work)

    def go(self, *, wants_more: bool) -> None:
        """The driver's word: from now until the step is frozen, what is leased is done at once. `wants_more`: and more
        is asked for, because some who should do their share are gone."""
        self._is_open = True
        self._wants_more = wants_more
        self._work()

    def _work(self) -> None:
        while self._is_open and self._queue:
            piece = self._queue.popleft()
            for sample in range(piece.start, piece.stop):
                self.samples.add(sample, self.gradient)
            self._events.on_progress(Progress(piece, 0.7 * len(piece), PRETENDED_S * len(piece)))
            if self._wants_more and not self._queue:
                self._events.on_starved()

    async def freeze(self) -> list[SampleRange]:
        self._is_open = self._wants_more = False
        left = list(self._queue)
        self._queue.clear()
        if left:
            self._has_share = False
        return left

    async def clear(self) -> None:
        self.gradient[:] = 0
        self._has_share = False

    async def apply(self, step: int, scalars: Scalars, *, clear: bool) -> None:
        await asyncio.to_thread(self._apply, np.float32(scalars.learning_rate), clear)

    def _apply(self, rate: np.float32, clear: bool) -> None:
        for start in range(0, self.elements, BLOCK):
            self.state[start : start + BLOCK] -= rate * self.average[start : start + BLOCK]
        if clear:
            self.gradient[:] = 0
            self._has_share = False

    async def reload(self) -> None:
        pass

    def set_may_run(self, may_run: bool) -> None:
        pass

    def stand_aside(self, aside: bool) -> None:
        pass

    def set_duty(self, duty: float) -> None:
        pass

    def set_cores(self, cores: int) -> None:
        pass

    async def release(self) -> None:
        pass

    async def reclaim(self) -> None:
        pass

    def end_stuck(self) -> None:
        raise AssertionError("nothing gets stuck here")

    async def export(self, folder: Path) -> None:
        raise NotImplementedError

    async def stop(self) -> None:
        await self.freeze()
        self.is_running = False
