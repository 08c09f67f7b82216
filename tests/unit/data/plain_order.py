"""The order of samples as it is meant, one sample at a time with lists: what `core.data.order` must equal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from core.data.mixture import BLOCK
from core.data.order import Arrival
from core.data.passes import SHARDS_AT_A_TIME
from core.data.permutation import permute

Item = tuple[int, int]


def shuffled(things: Sequence[Item], key: bytes) -> list[Item]:
    return [things[place] for place in permute(np.arange(len(things)), len(things), key).tolist()]


def one_pass(stock: list[Item], key: bytes) -> list[Item]:
    """`stock`: shards with their sizes."""
    shards = shuffled(stock, key)
    windows = -(-len(shards) // SHARDS_AT_A_TIME)
    made = []
    for window in range(windows):
        first, last = (number * len(shards) // windows for number in (window, window + 1))
        items = [(shard, item) for shard, size in shards[first:last] for item in range(size)]
        if items:
            made += shuffled(items, key + b" %d" % window)
    return made


def in_proportion(old: list[Item], new: list[Item]) -> Iterator[Item]:
    rest, olds, news = len(old), iter(old), iter(new)
    total = rest + len(new)
    for place in range(total):
        yield next(olds) if (place + 1) * rest // total > place * rest // total else next(news)


@dataclass
class PlainSource:
    key: bytes
    stock: list[Item] = field(default_factory=list)
    growths: int = 0
    passes: int = 0
    queue: list[Item] = field(default_factory=list)

    def grow(self, more: list[Item]) -> None:
        if any(size for _, size in more):
            key = self.key + b" %d" % self.growths
            if self.queue:
                self.queue = list(in_proportion(self.queue, one_pass(more, key + b" fresh")))
            self.stock += more
            self.growths, self.passes = self.growths + 1, 0

    def draw(self) -> Item:
        if not self.queue:
            self.queue = one_pass(self.stock, self.key + b" %d %d" % (self.growths - 1, self.passes))
            self.passes += 1
        return self.queue.pop(0)


def dealt(weights: tuple[int, ...], key: bytes) -> Iterator[int]:
    """The source of number 0, 1, 2 …"""
    if sum(weight > 0 for weight in weights) == 1:
        while True:
            yield next(source for source, weight in enumerate(weights) if weight)
    ends = [sum(weights[: source + 1]) for source in range(len(weights))]
    block = 0
    while True:
        row = []
        for source in range(len(weights)):
            low = ends[source] - weights[source]
            had, has = (
                ends[source] * BLOCK * number // ends[-1] - low * BLOCK * number // ends[-1]
                for number in (block, block + 1)
            )
            row += [source] * (has - had)
        assert len(row) == BLOCK
        yield from (row[place] for place in permute(np.arange(BLOCK), BLOCK, key + b" %d" % block).tolist())
        block += 1


def plain_order(seed: int, arrivals: Sequence[Arrival], count: int) -> list[Item]:
    """Shard and item of samples 0 … count - 1; the manifest's shards are the first arrival."""
    key = f"idlewild order 2 {seed} ".encode()
    sources: list[PlainSource] = []
    made: list[Item] = []
    shards = 0
    for number, arrival in enumerate(arrivals):
        stop = arrivals[number + 1].first_sample if number + 1 < len(arrivals) else count
        sources += [PlainSource(key + b"source %d" % place) for place in range(len(sources), len(arrival.weights))]
        for place, source in enumerate(sources):
            pairs = enumerate(zip(arrival.samples, arrival.sources, strict=True), shards)
            source.grow([(shard, size) for shard, (size, whose) in pairs if whose == place])
        shards += len(arrival.samples)
        dealer = dealt(arrival.weights, key + b"mixture %d" % number)
        made += [sources[next(dealer)].draw() for _ in range(len(made), min(stop, count))]
    return made
