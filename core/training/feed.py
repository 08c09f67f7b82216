"""The queue of samples to do, with the next micro-batch prepared while the present one is computed."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Generic, TypeVar

from core.data.ranges import RangeSet, SampleRange

Prepared = TypeVar("Prepared")


class Feed(Generic[Prepared]):
    """First in, first out, in pieces of at most `micro_batch`. Used by one thread; `prepare` runs in another."""

    def __init__(self, prepare: Callable[[SampleRange], Prepared], micro_batch: int) -> None:
        self._prepare = prepare
        self._micro_batch = micro_batch
        self._queue: deque[SampleRange] = deque()
        self._ahead: tuple[SampleRange, Future[Prepared]] | None = None
        self._pool = ThreadPoolExecutor(1, "data")

    @property
    def samples(self) -> int:
        """How many are left, the prepared ones included."""
        return sum(map(len, self._queue)) + (len(self._ahead[0]) if self._ahead else 0)

    def add(self, samples: SampleRange) -> None:
        self._queue.append(samples)

    def give_back(self, samples: SampleRange) -> None:
        """To be done next: it was taken and not finished."""
        self._unprepare()
        self._queue.appendleft(samples)

    def take(self) -> tuple[SampleRange, Prepared]:
        """The next piece; the one after it is prepared meanwhile. There must be samples left. Raises what `prepare`
        raises."""
        samples, future = self._ahead or self._begin()
        self._ahead = None
        prepared = future.result()
        if self._queue:
            self._ahead = self._begin()
        return samples, prepared

    def drop(self) -> list[SampleRange]:
        """Empties the queue and returns what was in it."""
        self._unprepare()
        dropped = RangeSet(self._queue)
        self._queue.clear()
        return list(dropped)

    def resize(self, micro_batch: int) -> None:
        self._unprepare()
        self._micro_batch = micro_batch

    def prepare_anew(self) -> None:
        """What was prepared ahead was made for other data: it is put back, once nobody is at work on it."""
        ahead = self._ahead
        self._unprepare()
        if ahead is not None and not ahead[1].cancelled():
            wait([ahead[1]])

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _begin(self) -> tuple[SampleRange, Future[Prepared]]:
        samples, rest = self._queue.popleft().split(self._micro_batch)
        if rest is not None:
            self._queue.appendleft(rest)
        return samples, self._pool.submit(self._prepare, samples)

    def _unprepare(self) -> None:
        if self._ahead is not None:
            self._queue.appendleft(self._ahead[0])
            self._ahead[1].cancel()
            self._ahead = None
