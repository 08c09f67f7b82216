"""A trainer that computes something real but tiny, with NumPy, in virtual time: sample i pulls the parameters towards
a point of its own. Its loss, gradient and step can be checked by hand."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from core.data.ranges import RangeSet, SampleRange
from core.identity.amendment import Joined
from core.training.api import Progress, Scalars, TrainerEvents, Vector

VOID = 1e3
"""What a dead trainer's gradient holds: it would be noticed in an average."""


@lru_cache(maxsize=4096)
def target_of(sample: int, elements: int) -> Vector:
    return np.random.Generator(np.random.Philox(key=sample)).standard_normal(elements).astype(np.float32)


class SimTrainer:
    """Fulfils `core.training.api.Trainer`."""

    device = "sim"

    def __init__(self, elements: int, events: TrainerEvents, *, sample_s: float = 0.05, micro_batch: int = 2) -> None:
        self.elements = elements
        self.gradient = np.zeros(elements, np.float32)
        self.average = np.zeros(elements, np.float32)
        self.state = np.zeros(elements, np.float32)
        self.is_running = False
        self.micro_batch = micro_batch
        self.sample_s = sample_s
        self._events = events
        self._queue: deque[SampleRange] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._is_starved = False
        self.may_run = True
        self.duty = 1.0
        self.cores = 0
        self.stuck_s = 0.0
        self._own_micro_batch = micro_batch
        self.joined: tuple[Joined, ...] = ()
        self.broken: Callable[[int], bool] = lambda sample: False
        """Whether a sample has no finite loss here."""
        self.on_computed: Callable[[int, Vector], None] = lambda sample, pull: None
        """Hears of each sample's gradient."""

    async def start(self) -> None:
        self.gradient[:] = 0
        self._queue.clear()
        self.is_running = True

    def die(self) -> None:
        """As a crash of the process: nothing that it wrote can be relied on."""
        self.is_running = False
        self.gradient[:] = VOID
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None
        self._events.on_lost("killed")

    def void(self) -> None:
        """The gradient is lost and what was to be done forgotten; the process lives."""
        self.gradient[:] = 0
        self._queue.clear()
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None
        self._events.on_void("memory ran out")

    def assign(self, samples: SampleRange) -> None:
        assert self.is_running
        self._queue.append(samples)
        if self._worker is None and self.micro_batch:
            self._worker = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        while self._queue:
            piece, rest = self._queue.popleft().split(self.micro_batch)
            if rest is not None:
                self._queue.appendleft(rest)
            if sum(map(len, self._queue)) <= self.micro_batch:
                self._events.on_starved()
            try:
                await asyncio.sleep(self.sample_s * len(piece) / self.duty)
            except asyncio.CancelledError:
                self._queue.appendleft(piece)
                raise
            self._do(piece)
        self._worker = None

    def _do(self, piece: SampleRange) -> None:
        broken = [sample for sample in range(piece.start, piece.stop) if self.broken(sample)]
        done = RangeSet([piece])
        for sample in broken:
            done.remove(SampleRange(sample, sample + 1))
        for part in done:
            self._compute(part)
        for sample in broken:
            self._events.on_rejected(SampleRange(sample, sample + 1))

    def _compute(self, piece: SampleRange) -> None:
        loss_sum = 0.0
        for sample in range(piece.start, piece.stop):
            pull = self.state - target_of(sample, self.elements)
            self.gradient += pull
            self.on_computed(sample, pull)
            loss_sum += float(pull @ pull) / 2
        self._events.on_progress(Progress(piece, loss_sum, self.sample_s * len(piece) / self.duty))

    def join(self, joined: Sequence[Joined]) -> None:
        self.joined = tuple(joined)

    async def freeze(self) -> list[SampleRange]:
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)
            self._worker = None
        left = list(self._queue)
        self._queue.clear()
        return left

    async def clear(self) -> None:
        self.gradient[:] = 0

    async def apply(self, step: int, scalars: Scalars, *, clear: bool) -> None:
        await asyncio.sleep(0.01)
        self.state -= np.float32(scalars.learning_rate) * self.average
        if clear:
            self.gradient[:] = 0

    async def reload(self) -> None:
        pass

    def set_may_run(self, may_run: bool) -> None:
        self.may_run = may_run

    def stand_aside(self, aside: bool) -> None:
        pass

    def set_duty(self, duty: float) -> None:
        self.duty = duty

    def set_cores(self, cores: int) -> None:
        self.cores = cores

    async def release(self) -> None:
        assert self._worker is None, "it is frozen first"
        self.micro_batch = 0
        await asyncio.sleep(2.0)

    async def reclaim(self) -> None:
        await asyncio.sleep(5.0)
        self.micro_batch = self._own_micro_batch
        if self._queue and self._worker is None:
            self._worker = asyncio.get_running_loop().create_task(self._work())

    def end_stuck(self) -> None:
        self.die()

    async def export(self, folder: Path) -> None:
        raise NotImplementedError

    async def stop(self) -> None:
        await self.freeze()
        self.is_running = False
