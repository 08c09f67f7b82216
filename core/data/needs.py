"""Which shards the work at hand needs, and which come next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

import numpy as np

from core.data.order import SHARDS_AT_A_TIME, SampleOrder, permute
from core.data.ranges import SampleRange
from core.identity.manifest import Manifest

AHEAD = 2
"""Shards that are fetched before their time."""


class Needs(Protocol):
    """What a run's order of samples means for its shards, by their index in the manifest."""

    def shards_of(self, samples: SampleRange) -> frozenset[int]:
        """Those that hold any of these samples."""
        ...

    def upcoming(self, start: int) -> Iterator[int]:
        """Those that hold sample `start`, or samples after it, in the order in which they are first needed. Without
        end: each pass needs all of them again."""
        ...


class OrderNeeds:
    """Of `core.data.order`'s order."""

    def __init__(self, manifest: Manifest) -> None:
        self._sizes = np.array([shard.samples for shard in manifest.shards], dtype=np.int64)
        self._seed = manifest.seed
        self._order = SampleOrder(manifest.seed, self._sizes.tolist())

    def shards_of(self, samples: SampleRange) -> frozenset[int]:
        shards, _ = self._order.locate(samples)
        return frozenset(np.unique(shards).tolist())

    def upcoming(self, start: int) -> Iterator[int]:
        number, position = divmod(start, self._order.samples)
        while True:
            shard_order = permute(
                np.arange(len(self._sizes)), len(self._sizes), f"idlewild order 1 {self._seed} {number}".encode()
            )
            ends = np.cumsum(self._sizes[shard_order])
            first = int(np.searchsorted(ends, position, side="right")) // SHARDS_AT_A_TIME * SHARDS_AT_A_TIME
            yield from shard_order[first:].tolist()
            number, position = number + 1, 0


@dataclass(frozen=True, slots=True)
class Wanted:
    """By their index in the manifest."""

    now: tuple[int, ...]
    """What the work at hand needs, the most urgent first."""
    ahead: tuple[int, ...]
    """What comes after it."""
    order: tuple[int, ...]
    """All there are, by when they are needed next."""


def wanted(needs: Needs, shards: int, work: SampleRange, demanded: Sequence[int] = ()) -> Wanted:
    """What `work` needs, of a run with so many `shards`. `demanded`: asked for by name, most urgent of all."""
    at_hand = needs.shards_of(work)
    # A pass may begin anywhere in the order, so that its end and the next pass are looked at too.
    coming = dict.fromkeys([*demanded, *islice(needs.upcoming(work.start), 2 * shards)])
    now = tuple(index for index in coming if index in at_hand or index in demanded)
    later = [index for index in coming if index not in now]
    return Wanted(now, tuple(later[:AHEAD]), (*now, *later))
