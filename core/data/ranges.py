"""Samples are numbered for ever: sample `i` of a run is item `i mod N` of pass `i // N` over the data.

Leases, reports and commits name samples by half-open ranges of these numbers, so that any part of a lease can
be given back and "used exactly once" is a statement about sets of integers.
"""

from collections.abc import Iterable, Iterator

import msgspec


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

    __slots__ = ("_ranges",)
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
        return sum(map(len, self._ranges))

    def copy(self) -> "RangeSet":
        twin = RangeSet()
        twin._ranges = list(self._ranges)
        return twin

    def overlaps(self, piece: SampleRange) -> bool:
        """Whether any sample of `piece` is in the set."""
        return any(r.start < piece.stop and piece.start < r.stop for r in self._ranges)

    def contains(self, piece: SampleRange) -> bool:
        """Whether every sample of `piece` is in the set."""
        return any(r.start <= piece.start and piece.stop <= r.stop for r in self._ranges)

    def add(self, piece: SampleRange) -> None:
        start, stop = piece.start, piece.stop
        before = [r for r in self._ranges if r.stop < start]
        after = [r for r in self._ranges if r.start > stop]
        for r in self._ranges[len(before) : len(self._ranges) - len(after)]:
            start, stop = min(start, r.start), max(stop, r.stop)
        self._ranges = [*before, SampleRange(start, stop), *after]

    def remove(self, piece: SampleRange) -> None:
        kept: list[SampleRange] = []
        for r in self._ranges:
            if r.start < min(piece.start, r.stop):
                kept.append(SampleRange(r.start, min(piece.start, r.stop)))
            if max(piece.stop, r.start) < r.stop:
                kept.append(SampleRange(max(piece.stop, r.start), r.stop))
        self._ranges = kept

    def take(self, count: int) -> SampleRange | None:
        """Removes and returns up to `count` samples from the front."""
        if not self._ranges:
            return None
        piece, _ = self._ranges[0].split(count)
        self.remove(piece)
        return piece
