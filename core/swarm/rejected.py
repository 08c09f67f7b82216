"""Samples that a member gave back because their loss or gradient is not finite there.

It may be that member's fault, or the model's at this step, or the sample's own. So it rests, out of everybody's way,
until the next step has changed the model, and then whoever comes first tries again. What has been given back three
times is leased no more: it would be tried in every step. That is this coordinator's knowledge alone; the next one
begins anew. Such a sample stays unused, so that a commit's samples are those whose gradients are in its average.
"""

from collections.abc import Iterable

from core.data.ranges import RangeSet, SampleRange

TRIES = 3


class Rejected:
    """Every sample in here is taken in the pool."""

    def __init__(self) -> None:
        self._resting = RangeSet()
        self._times = [RangeSet() for _ in range(TRIES)]
        """Samples that were given back once, twice, and so often that they are given up."""

    @property
    def given_up(self) -> RangeSet:
        return self._times[-1]

    def add(self, pieces: Iterable[SampleRange]) -> None:
        for piece in pieces:
            for sample in range(piece.start, piece.stop):
                self._count(SampleRange(sample, sample + 1))

    def _count(self, sample: SampleRange) -> None:
        before = next((n for n, known in enumerate(self._times) if known.contains(sample)), None)
        if before is not None:
            self._times[before].remove(sample)
        now = 0 if before is None else min(before + 1, TRIES - 1)
        self._times[now].add(sample)
        if now < TRIES - 1:
            self._resting.add(sample)

    def use(self, piece: SampleRange) -> None:
        """A commit has accepted these samples after all."""
        self._resting.remove(piece)

    def wake(self) -> list[SampleRange]:
        """A step has been made: these may be leased again."""
        awake, self._resting = list(self._resting), RangeSet()
        return awake
