"""All draws of one source, from the run's first to the last, whatever joins meanwhile."""

from bisect import bisect_right
from collections.abc import Iterator

import numpy as np

from core.data.passes import MOST_ITEMS, Located, Need, Stock
from core.data.walks import Blend, Cycle, Walk

_NONE = Stock(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))


FOREVER = 1 << 62
"""No sample has this number."""


class Draws:
    """The k-th draw of a source, for every k: stretches of walks one after the other."""

    def __init__(self, key: bytes) -> None:
        """Without shards; they come by `grow`."""
        self._key = key
        self._stock = _NONE
        self._growths = 0
        self._firsts: list[int] = []
        """The draw each stretch begins with, ascending."""
        self._walks: list[Walk] = []

    @property
    def items(self) -> int:
        """Of all shards so far."""
        return self._stock.items

    def grow(self, at: int, more: Stock) -> None:
        """`more` joins at draw `at`, not before the last time: earlier draws stay as they are. What is left of the pass
        under way is mixed with one pass over `more`; passes over all follow."""
        if not len(more.sizes) or not more.items:
            return
        if self._stock.items + more.items > MOST_ITEMS:
            raise ValueError(f"a source has more than {MOST_ITEMS:,} samples")
        key = self._key + b" %d" % self._growths
        self._stock, self._growths = self._stock.with_more(more), self._growths + 1
        blend = self._blend(at, more, key + b" fresh")
        self._keep_before(at)
        if blend is not None:
            self._add(at, blend)
            at += blend.draws
        self._add(at, Cycle(self._stock, key))

    def _blend(self, at: int, more: Stock, key: bytes) -> Blend | None:
        if not self._walks:
            return None
        place = self._place(at)
        return self._walks[place].grown(at - self._firsts[place], more, key)

    def _keep_before(self, at: int) -> None:
        while self._firsts and self._firsts[-1] >= at:
            self._firsts.pop()
            self._walks.pop()

    def _add(self, first: int, walk: Walk) -> None:
        self._firsts.append(first)
        self._walks.append(walk)

    def _place(self, draw: int) -> int:
        return bisect_right(self._firsts, draw) - 1

    def locate(self, start: int, stop: int) -> Located:
        """Shard and item of draws start … stop - 1, both int64 [stop - start]; at most `MOST_AT_ONCE` of them."""
        shards, items = np.empty(stop - start, dtype=np.int64), np.empty(stop - start, dtype=np.int64)
        for walk, first, begin, end in self._stretches(start, stop):
            here = slice(begin - start, end - start)
            shards[here], items[here] = walk.locate(begin - first, end - first)
        return shards, items

    def needs(self, start: int, stop: int = FOREVER) -> Iterator[Need]:
        """Ascending, in [start, stop): of each shard that is drawn from there at least the first draw."""
        for walk, first, begin, end in self._stretches(start, stop):
            for draw, shard in walk.needs(begin - first):
                if first + draw >= end:
                    break
                yield first + draw, shard

    def _stretches(self, start: int, stop: int) -> Iterator[tuple[Walk, int, int, int]]:
        """Walks that make up the draws start … stop - 1: each with its first draw of all, and where it begins and ends
        here."""
        while start < stop:
            place = self._place(start)
            end = min([stop, *self._firsts[place + 1 : place + 2]])
            yield self._walks[place], self._firsts[place], start, end
            start = end
