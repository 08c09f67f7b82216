"""Which samples of a run are spoken for.

A sample is free until it is leased; a lease ends by a commit (used for ever) or by being given back (free again). Free
samples are handed out lowest first, so the numbers of used samples stay one run with few gaps.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from core.data.ranges import RangeSet, SampleRange
from core.swarm.records import Contribution


class SamplePool:
    """All samples that are taken: used by commits, held in some gradient, or leased."""

    def __init__(self, used: Iterable[SampleRange] = ()) -> None:
        self._taken = RangeSet(used)
        self.end = max((piece.stop for piece in self._taken), default=0)
        """One more than the highest sample that was ever taken."""

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
        self.use(piece)
        return piece

    def claim(self, ranges: Iterable[SampleRange]) -> bool:
        """Takes exactly these samples, all or none: whether all were free."""
        pieces = list(ranges)
        if any(self._taken.overlaps(piece) for piece in pieces):
            return False
        if RangeSet(pieces).samples != sum(map(len, pieces)):
            return False
        for piece in pieces:
            self.use(piece)
        return True

    def give_back(self, ranges: Iterable[SampleRange]) -> None:
        for piece in ranges:
            self._taken.remove(piece)

    def use(self, piece: SampleRange) -> None:
        """A commit has accepted these samples, whoever was thought to have them."""
        self._taken.add(piece)
        self.end = max(self.end, piece.stop)


@dataclass(slots=True)
class Heap:
    """Samples whose gradients are summed up in one place, and their losses."""

    ranges: RangeSet = field(default_factory=RangeSet)
    loss_sum: float = 0.0

    def add(self, ranges: Iterable[SampleRange], loss_sum: float) -> None:
        for piece in ranges:
            self.ranges.add(piece)
        self.loss_sum += loss_sum

    def remove(self, contribution: Contribution) -> None:
        """What of it is here, which is all or nothing."""
        if self.overlaps(contribution):
            for piece in contribution.ranges:
                self.ranges.remove(piece)
            self.loss_sum = self.loss_sum - contribution.loss_sum if self.ranges else 0.0

    def overlaps(self, contribution: Contribution) -> bool:
        return bool(self.ranges) and any(self.ranges.overlaps(piece) for piece in contribution.ranges)

    def take_all(self) -> tuple[RangeSet, float]:
        """Empties it."""
        taken = (self.ranges, self.loss_sum)
        self.ranges, self.loss_sum = RangeSet(), 0.0
        return taken
