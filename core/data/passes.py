"""A pass over the shards of a source: every item once.

The shards come in a seeded order, a few at a time (a *window*), and the items of those few in one seeded order. A peer
needs only a few shards at a time, and yet neighbouring draws come from different shards, so that a step does not see
one kind of text alone.
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.data.permutation import Indices, permute, restore

SHARDS_AT_A_TIME = 4
"""Most shards of a window. A newcomer fetches them before it computes anything, so that they are few."""
MOST_ITEMS = 1 << 44
"""Of all shards of a source together."""
MOST_AT_ONCE = 1 << 16
"""Longest range of draws to be located at once: products with `MOST_ITEMS` stay below 2^63."""

_LOOK_AHEAD = 256

Located = tuple[Indices, Indices]
Need = tuple[int, int]
"""A draw, and the shard whose item it is: the first such draw from some point on."""


@dataclass(frozen=True, slots=True, eq=False)
class Stock:
    """Shards of one source."""

    shards: Indices
    """[s], each an index into the run's list of shards."""
    sizes: Indices
    """[s], items of each."""

    @property
    def items(self) -> int:
        return int(self.sizes.sum())

    def with_more(self, more: "Stock") -> "Stock":
        return Stock(np.concatenate((self.shards, more.shards)), np.concatenate((self.sizes, more.sizes)))


@functools.lru_cache(maxsize=16)
def _shard_order(count: int, key: bytes) -> Indices:
    return permute(np.arange(count), count, key)


class Pass:
    """Every item of a stock once."""

    def __init__(self, stock: Stock, key: bytes) -> None:
        self._key = key
        order = _shard_order(len(stock.sizes), key)
        self._shards, sizes = stock.shards[order], stock.sizes[order]
        self._starts = np.concatenate(([0], np.cumsum(sizes)))
        self.items = int(self._starts[-1])
        count = len(sizes)
        windows = -(-count // SHARDS_AT_A_TIME)
        self._firsts = [window * count // windows for window in range(windows + 1)]
        """Place in the pass's order of each window's first shard: as even as can be, so that no last one is small."""
        self._begins = self._starts[self._firsts]

    def locate(self, start: int, stop: int) -> Located:
        shards, items = np.empty(stop - start, dtype=np.int64), np.empty(stop - start, dtype=np.int64)
        position = start
        while position < stop:
            window = self._window(position)
            end = min(stop, int(self._begins[window + 1]))
            here = slice(position - start, end - start)
            shards[here], items[here] = self._located(window, np.arange(position, end))
            position = end
        return shards, items

    def needs(self, start: int) -> Iterator[Need]:
        while start < self.items:
            window = self._window(start)
            yield from self._first_in(window, start)
            start = int(self._begins[window + 1])

    def _window(self, position: int) -> int:
        return int(np.searchsorted(self._begins, position, side="right")) - 1

    def _located(self, window: int, positions: Indices) -> Located:
        begin, size, key = self._bounds(window)
        places = begin + permute(positions - begin, size, key)
        slots = np.searchsorted(self._starts, places, side="right") - 1
        return self._shards[slots], places - self._starts[slots]

    def _bounds(self, window: int) -> tuple[int, int, bytes]:
        begin, end = int(self._begins[window]), int(self._begins[window + 1])
        return begin, end - begin, self._key + b" %d" % window

    def _first_in(self, window: int, start: int) -> Iterator[Need]:
        """A look at the next draws finds nearly all shards; of one that is not among them (a tiny one) the items are
        asked where they stand."""
        end = int(self._begins[window + 1])
        seen, _ = self._located(window, np.arange(start, min(end, start + _LOOK_AHEAD)))
        found = []
        for slot in range(self._firsts[window], self._firsts[window + 1]):
            shard = int(self._shards[slot])
            near = np.flatnonzero(seen == shard)
            if len(near):
                found.append((start + int(near[0]), shard))
            elif start + _LOOK_AHEAD < end:
                found += [(first, shard) for first in self._first_of(window, slot, start)]
        yield from sorted(found)

    def _first_of(self, window: int, slot: int, start: int) -> list[int]:
        begin, size, key = self._bounds(window)
        places = np.arange(self._starts[slot], self._starts[slot + 1])
        positions = begin + restore(places - begin, size, key)
        first: list[int] = np.sort(positions[positions >= start])[:1].tolist()
        return first
