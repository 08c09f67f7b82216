"""Which shards the work at hand needs, and which come next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from core.data.ranges import SampleRange
from core.data.source import order_of
from core.identity.amendment import Joined
from core.identity.manifest import Manifest

AHEAD = 2
"""Shards that are fetched before their time."""


class Needs(Protocol):
    """What a run's order of samples means for its shards, by their index in the manifest."""

    def shards_of(self, samples: SampleRange) -> frozenset[int]:
        """Those that hold any of these samples."""
        ...

    def upcoming(self, start: int) -> Iterator[int]:
        """Those that hold sample `start`, or samples after it, in the order in which they are first needed."""
        ...


class OrderNeeds:
    """Of `core.data.order`'s order, with all that has joined the run."""

    def __init__(self, manifest: Manifest, joined: Sequence[Joined] = ()) -> None:
        self._order = order_of(manifest, joined)

    def shards_of(self, samples: SampleRange) -> frozenset[int]:
        return frozenset(self._order.needed(samples).tolist())

    def upcoming(self, start: int) -> Iterator[int]:
        return self._order.upcoming(start)


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
    coming = dict.fromkeys([*demanded, *islice(needs.upcoming(work.start), shards)])
    now = tuple(index for index in coming if index in at_hand or index in demanded)
    coming |= dict.fromkeys(range(shards))  # of a source without weight none is needed any more
    later = [index for index in coming if index not in now]
    return Wanted(now, tuple(later[:AHEAD]), (*now, *later))
