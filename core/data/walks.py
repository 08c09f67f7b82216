"""Passes one after the other, and how new shards enter one that is under way.

A *walk* turns draws of a source, counted from the walk's own beginning, into items.
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from core.data.passes import Located, Need, Pass, Stock
from core.data.permutation import Indices


class Walk(Protocol):
    """Draws from 0 on; how many there are is up to whoever made it."""

    def locate(self, start: int, stop: int) -> Located:
        """Shard and item of draws start … stop - 1, both int64 [stop - start]; at most `MOST_AT_ONCE` of them."""

    def needs(self, start: int) -> Iterator[Need]:
        """Ascending; of each shard that has draws at or after `start` at least the first one."""

    def grown(self, at: int, more: Stock, key: bytes) -> "Blend | None":
        """What follows when `more` joins at draw `at`, until both are through; None where a pass begins there."""


class Cycle:
    """Pass after pass over one stock, for ever."""

    def __init__(self, stock: Stock, key: bytes) -> None:
        """`stock` has items."""
        self._stock, self._key = stock, key
        self._items = stock.items

    def _pass(self, number: int) -> Pass:
        return Pass(self._stock, self._key + b" %d" % number)

    def locate(self, start: int, stop: int) -> Located:
        parts = []
        while start < stop:
            number, position = divmod(start, self._items)
            end = min(self._items, position + stop - start)
            parts.append(self._pass(number).locate(position, end))
            start += end - position
        shards, items = zip(*parts, strict=True)
        return np.concatenate(shards), np.concatenate(items)

    def needs(self, start: int) -> Iterator[Need]:
        """To the end of the next whole pass."""
        number, position = divmod(start, self._items)
        for each, begin in ((number, position), (number + 1, 0)):
            for draw, shard in self._pass(each).needs(begin):
                yield each * self._items + draw, shard

    def grown(self, at: int, more: Stock, key: bytes) -> "Blend | None":
        number, position = divmod(at, self._items)
        if position == 0:
            return None
        return Blend(self._pass(number), (_Layer(position, self._items - position, Pass(more, key)),))


@dataclass(frozen=True, slots=True)
class _Layer:
    """The rest of what was under way, and a pass over what has joined, in proportion: both end together."""

    before: int
    """Draws of what was under way that were made before."""
    rest: int
    """Those that were left; at least one."""
    fresh: Pass

    @property
    def draws(self) -> int:
        return self.rest + self.fresh.items

    def old_before(self, start: int, stop: int) -> Indices:
        """How many old draws are among the first x, for x = start … stop: ⌊x · rest / draws⌋."""
        whole, part = divmod(start * self.rest, self.draws)
        return whole + (part + np.arange(stop - start + 1) * self.rest) // self.draws

    def place_of_old(self, draw: int) -> int:
        return -(-(draw - self.before + 1) * self.draws // self.rest) - 1

    def place_of_fresh(self, draw: int) -> int:
        return draw * self.draws // self.fresh.items


class Blend:
    """A pass that was under way when shards joined, once or several times: each item that was left and each new one
    once. Layers lie in a list and not in each other, so that any number may join."""

    def __init__(self, base: Pass, layers: tuple[_Layer, ...]) -> None:
        self._base, self._layers = base, layers
        self.draws = layers[-1].draws

    def locate(self, start: int, stop: int) -> Located:
        shards, items = np.empty(stop - start, dtype=np.int64), np.empty(stop - start, dtype=np.int64)
        where = np.arange(stop - start)
        for layer in reversed(self._layers):
            before = layer.old_before(start, stop)
            is_old = np.diff(before) == 1
            fresh = where[~is_old]
            shards[fresh], items[fresh] = layer.fresh.locate(start - int(before[0]), stop - int(before[-1]))
            where = where[is_old]
            start, stop = layer.before + int(before[0]), layer.before + int(before[-1])
        shards[where], items[where] = self._base.locate(start, stop)
        return shards, items

    def needs(self, start: int) -> Iterator[Need]:
        streams = []
        for depth in reversed(range(len(self._layers))):
            layer = self._layers[depth]
            old = int(layer.old_before(start, start)[0])
            streams.append(self._raised(layer.fresh.needs(start - old), depth, is_fresh=True))
            start = layer.before + old
        streams.append(self._raised(self._base.needs(start), 0, is_fresh=False))
        return heapq.merge(*streams)

    def _raised(self, needs: Iterator[Need], depth: int, *, is_fresh: bool) -> Iterator[Need]:
        """From draws of a pass at `depth` to those of the whole."""
        for draw, shard in needs:
            place = self._layers[depth].place_of_fresh(draw) if is_fresh else draw
            for layer in self._layers[depth + is_fresh :]:
                place = layer.place_of_old(place)
            yield place, shard

    def grown(self, at: int, more: Stock, key: bytes) -> "Blend":
        return Blend(self._base, (*self._layers, _Layer(at, self.draws - at, Pass(more, key))))
