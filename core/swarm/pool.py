"""Which samples of a run are spoken for.

A sample is free until it is leased; a lease ends by a commit (used for ever) or by being given back (free again). Free
samples are handed out lowest first, so the numbers of used samples stay one run with few gaps.
"""

from collections.abc import Iterable

from core.data.ranges import RangeSet, SampleRange


class SamplePool:
    """All samples that are taken: used by commits, held in some gradient, or leased."""

    def __init__(self, used: Iterable[SampleRange] = ()) -> None:
        self._taken = RangeSet(used)

    def lease(self, count: int) -> SampleRange:
        """The first free samples: up to `count`, fewer where a gap is shorter. `count` is at least 1."""
        start, limit = 0, None
        for taken in self._taken:
            if taken.start > start:
                limit = taken.start
                break
            start = taken.stop
        stop = start + count if limit is None else min(start + count, limit)
        piece = SampleRange(start, stop)
        self._taken.add(piece)
        return piece

    def claim(self, ranges: Iterable[SampleRange]) -> bool:
        """Takes exactly these samples, all or none: whether all were free."""
        pieces = list(ranges)
        if any(self._taken.overlaps(piece) for piece in pieces):
            return False
        if RangeSet(pieces).samples != sum(map(len, pieces)):
            return False
        for piece in pieces:
            self._taken.add(piece)
        return True

    def give_back(self, ranges: Iterable[SampleRange]) -> None:
        for piece in ranges:
            self._taken.remove(piece)

    def use(self, piece: SampleRange) -> None:
        """A commit has accepted these samples, whoever was thought to have them."""
        self._taken.add(piece)
