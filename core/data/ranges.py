"""Samples are numbered for ever; `core.data.order` says which item of the data each number is.

Leases, reports and commits name samples by half-open ranges of these numbers, so that any part of a lease can
be given back and "used exactly once" is a statement about sets of integers.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from operator import attrgetter

import msgspec

_start_of, _stop_of = attrgetter("start"), attrgetter("stop")


class SampleRange(msgspec.Struct, frozen=True, array_like=True, order=True):
    """Samples `start` up to and without `stop`."""

    start: int
    stop: int

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.stop < 1 << 62:
            raise ValueError(f"[{self.start}, {self.stop}) is no range of samples")

    def __len__(self) -> int:
        return self.stop - self.start

    def split(self, count: int) -> tuple["SampleRange", "SampleRange | None"]:
        """The first `count` samples, and the rest if any."""
        middle = self.start + count
        if middle >= self.stop:
            return self, None
        return SampleRange(self.start, middle), SampleRange(middle, self.stop)


class RangeSet:
    """A set of samples as disjoint ranges in ascending order, adjacent ones merged."""

    __slots__ = ("__weakref__", "_ranges")
    __hash__ = None  # type: ignore[assignment]  # it changes

    def __init__(self, ranges: Iterable[SampleRange] = ()) -> None:
        self._ranges: list[SampleRange] = []
        for piece in ranges:
            self.add(piece)

    def __iter__(self) -> Iterator[SampleRange]:
        return iter(self._ranges)

    def __bool__(self) -> bool:
        return bool(self._ranges)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RangeSet) and other._ranges == self._ranges

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{r.start}..{r.stop}" for r in self._ranges) + "}"

    @property
    def samples(self) -> int:
        ranges = self._ranges
        if len(ranges) <= 1:  # most, and this is asked often
            return ranges[0].stop - ranges[0].start if ranges else 0
        return sum([r.stop - r.start for r in ranges])

    def copy(self) -> "RangeSet":
        twin = RangeSet()
        twin._ranges = list(self._ranges)
        return twin

    def overlaps(self, piece: SampleRange) -> bool:
        """Whether any sample of `piece` is in the set."""
        if not self._ranges or piece.stop <= self._ranges[0].start or piece.start >= self._ranges[-1].stop:
            return False
        place = bisect_right(self._ranges, piece.start, key=_stop_of)
        return place < len(self._ranges) and self._ranges[place].start < piece.stop

    def contains(self, piece: SampleRange) -> bool:
        """Whether every sample of `piece` is in the set."""
        place = bisect_right(self._ranges, piece.start, key=_stop_of)
        if place == len(self._ranges):
            return False
        found = self._ranges[place]
        return found.start <= piece.start and piece.stop <= found.stop

    def add(self, piece: SampleRange) -> None:
        first = bisect_left(self._ranges, piece.start, key=_stop_of)
        last = bisect_right(self._ranges, piece.stop, key=_start_of)
        if first == last:
            self._ranges.insert(first, piece)
        else:
            start, stop = min(piece.start, self._ranges[first].start), max(piece.stop, self._ranges[last - 1].stop)
            self._ranges[first:last] = [SampleRange(start, stop)]

    def remove(self, piece: SampleRange) -> None:
        first = bisect_right(self._ranges, piece.start, key=_stop_of)
        last = bisect_left(self._ranges, piece.stop, key=_start_of)
        kept: list[SampleRange] = []
        for r in self._ranges[first:last]:
            if r.start < min(piece.start, r.stop):
                kept.append(SampleRange(r.start, min(piece.start, r.stop)))
            if max(piece.stop, r.start) < r.stop:
                kept.append(SampleRange(max(piece.stop, r.start), r.stop))
        if first < last:
            self._ranges[first:last] = kept

    def take(self, count: int) -> SampleRange | None:
        """Removes and returns up to `count` samples from the front."""
        if not self._ranges:
            return None
        piece, _ = self._ranges[0].split(count)
        self.remove(piece)
        return piece
