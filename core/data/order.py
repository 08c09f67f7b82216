"""In which order a run goes through its data: a pure function of the seed and of what joined when, the same on every
machine.

The run's samples are numbered for ever. A mixture deals the numbers out to the sources by their weights; the k-th
number of a source is its k-th draw; a source's draws go through its shards in passes, each item once per pass. When the
organiser adds shards or changes weights at some sample, an *era* begins there: what every earlier sample is stays as it
was, and each source goes on from where it was.
"""

import heapq
import itertools
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.data.draws import FOREVER, Draws
from core.data.mixture import Counts, Mixture
from core.data.passes import MOST_AT_ONCE, Located, Need, Stock
from core.data.permutation import Indices
from core.data.ranges import SampleRange


@dataclass(frozen=True, slots=True)
class Arrival:
    """What joins a run at a sample number."""

    first_sample: int
    """It holds from this sample on."""
    samples: tuple[int, ...]
    """Of each new shard; they follow the earlier ones in the run's list of shards."""
    sources: tuple[int, ...]
    """The source that each new shard belongs to, by its number; the next unused number makes a new source."""
    weights: tuple[int, ...]
    """Of all sources from there on, in parts per million; nought where nothing is to be drawn any more."""


@dataclass(frozen=True, slots=True)
class _Era:
    first: int
    mixture: Mixture
    drawn: Counts
    """Of each source before this era."""

    @property
    def sources(self) -> list[int]:
        """Those that have weight."""
        return [source for source in range(len(self.drawn)) if self.mixture.gives(source)]

    def counts(self, sample: int) -> Counts:
        here = self.mixture.counts(sample - self.first)
        return tuple(a + b for a, b in zip(self.drawn, here, strict=True))


class SampleOrder:
    """Says which item of which shard a sample is. Shards are numbered in order of appearance: the manifest's, then
    those of each arrival."""

    def __init__(
        self,
        seed: int,
        shard_samples: Sequence[int],
        *,
        sources: Sequence[int] = (),
        weights: Sequence[int] = (),
        arrivals: Sequence[Arrival] = (),
    ) -> None:
        """`shard_samples`: items of each shard of the manifest; `sources`: the source of each, by number (all of one
        source, if empty); `weights`: of each source (equal ones, if empty); `arrivals`: by ascending `first_sample`.

        Raises `ValueError` for weights of which one is below 1/1024 of all, for a source that has weight but no
        samples, and for arrivals that are out of order.
        """
        self._seed = seed
        self._draws: list[Draws] = []
        self._eras: list[_Era] = []
        self._shards = 0
        sources = sources or [0] * len(shard_samples)
        weights = weights or [1] * (max(sources, default=0) + 1)
        self._take(Arrival(0, tuple(shard_samples), tuple(sources), tuple(weights)))
        for arrival in arrivals:
            self._take(arrival)
        self.samples = sum(draws.items for draws in self._draws)
        """Items of all shards, those that join later too."""

    def _take(self, arrival: Arrival) -> None:
        if self._eras and arrival.first_sample < self._eras[-1].first:
            raise ValueError("what joins later stands later")
        if len(arrival.weights) < len(self._draws) or max(arrival.sources, default=0) >= len(arrival.weights):
            raise ValueError("every source has a weight, nought at least")
        drawn = self.drawn(arrival.first_sample) if self._eras else ()
        drawn += (0,) * (len(arrival.weights) - len(drawn))
        while len(self._draws) < len(arrival.weights):
            self._draws.append(Draws(self._key(f"source {len(self._draws)}")))
        self._stock(arrival, drawn)
        if any(weight and not draws.items for weight, draws in zip(arrival.weights, self._draws, strict=True)):
            raise ValueError("there are no samples to order in a source that has weight")
        mixture = Mixture(arrival.weights, self._key(f"mixture {len(self._eras)}"))
        self._eras.append(_Era(arrival.first_sample, mixture, drawn))

    def _stock(self, arrival: Arrival, drawn: Counts) -> None:
        samples, sources = (np.array(each, dtype=np.int64) for each in (arrival.samples, arrival.sources))
        if len(samples) != len(sources):
            raise ValueError("every shard has a source")
        for source, draws in enumerate(self._draws):
            mine = np.flatnonzero(sources == source)
            draws.grow(drawn[source], Stock(self._shards + mine, samples[mine]))
        self._shards += len(samples)

    def _key(self, what: str) -> bytes:
        return f"idlewild order 2 {self._seed} {what}".encode()

    def drawn(self, sample: int) -> Counts:
        """How many of the samples before `sample` each source has given."""
        return self._era(sample).counts(sample)

    def _era(self, sample: int) -> _Era:
        return self._eras[bisect_right(self._eras, sample, key=lambda era: era.first) - 1]

    def locate(self, samples: SampleRange) -> Located:
        """Shard and item within it of each sample, both int64 [len(samples)]."""
        shards, items = np.empty(len(samples), dtype=np.int64), np.empty(len(samples), dtype=np.int64)
        for start, stop in self._pieces(samples):
            here = slice(start - samples.start, stop - samples.start)
            shards[here], items[here] = self._locate(start, stop)
        return shards, items

    def _pieces(self, samples: SampleRange) -> Iterator[tuple[int, int]]:
        """Parts of the range that lie in one era each and are not too long."""
        borders = [era.first for era in self._eras if samples.start < era.first < samples.stop]
        for start, stop in itertools.pairwise([samples.start, *borders, samples.stop]):
            for begin in range(start, stop, MOST_AT_ONCE):
                yield begin, min(stop, begin + MOST_AT_ONCE)

    def _locate(self, start: int, stop: int) -> Located:
        era = self._era(start)
        first, last = era.counts(start), era.counts(stop)
        sources = era.mixture.sources(start - era.first, stop - era.first)
        shards, items = np.empty(stop - start, dtype=np.int64), np.empty(stop - start, dtype=np.int64)
        for source in era.sources:
            here = np.flatnonzero(sources == source)
            shards[here], items[here] = self._draws[source].locate(first[source], last[source])
        return shards, items

    def needed(self, samples: SampleRange) -> Indices:
        """The shards of these samples, ascending, int64."""
        return np.unique(self.locate(samples)[0])

    def upcoming(self, start: int) -> Iterator[int]:
        """Shards in the order in which samples from `start` on first need them, each once; those that no sample needs
        any more are left out. Lazy: it takes time by windows passed, not by samples."""
        seen: set[int] = set()
        for _, shard in self._needs(start):
            if shard not in seen:
                seen.add(shard)
                yield shard
            if len(seen) == self._shards:
                return

    def _needs(self, start: int) -> Iterator[Need]:
        """Ascending: of each shard that is needed from `start` on at least the first sample that needs it."""
        ends = [era.first for era in self._eras[1:]]
        for era, end in zip(self._eras, [*ends, None], strict=True):
            if end is None or end > start:
                begin = max(start, era.first)
                yield from heapq.merge(*(self._needs_of(source, era, begin, end) for source in era.sources))

    def _needs_of(self, source: int, era: _Era, start: int, stop: int | None) -> Iterator[Need]:
        last = FOREVER if stop is None else era.counts(stop)[source]
        for draw, shard in self._draws[source].needs(era.counts(start)[source], last):
            yield era.first + era.mixture.number(source, draw - era.drawn[source]), shard
