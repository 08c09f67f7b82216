"""Several sources with weights, mixed: which numbers belong to which source."""

import functools
import itertools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.data.permutation import permute

BLOCK = 1024
"""Numbers that are dealt out at a time."""

Counts = tuple[int, ...]
Sources = npt.NDArray[np.int16]


class Mixture:
    """Deals the numbers 0, 1, 2 … out to sources by weight, in blocks.

    After b blocks source j, with weight w_j of W in all, has had ⌊(w_0 + … + w_j) · 1024 b / W⌋ less those of the
    sources before it: less than one away from its exact part, and all of them together exactly 1024 b. Which positions
    of a block are whose is a keyed permutation. Whole numbers only; nothing depends on the blocks before.
    """

    def __init__(self, weights: Sequence[int], key: bytes) -> None:
        """`weights`: whole numbers such as parts per million; a source without weight gets nothing. Raises `ValueError`
        if none has weight, or one has less than 1/1024 of all (it would be owed less than one number per block)."""
        self._key = key
        self._sums = tuple(itertools.accumulate(weights, initial=0))
        whole = self._sums[-1]
        if any(weight < 0 for weight in weights) or whole < 1:
            raise ValueError("weights are positive, or nought for some")
        if any(weight * BLOCK < whole for weight in weights if weight):
            raise ValueError(f"a source's weight is less than 1/{BLOCK} of all")
        given = [source for source, weight in enumerate(weights) if weight]
        self._only = given[0] if len(given) == 1 else None

    def gives(self, source: int) -> bool:
        """Whether `source` gets any numbers."""
        return self._sums[source] < self._sums[source + 1]

    def counts(self, number: int) -> Counts:
        """Of the numbers before `number`, how many each source has."""
        if self._only is not None:
            return tuple(number * (source == self._only) for source in range(len(self._sums) - 1))
        block, position = divmod(number, BLOCK)
        before = self._before(block)
        if not position:
            return before
        here = np.bincount(self._block(block)[:position], minlength=len(before))
        return tuple(a + b for a, b in zip(before, here.tolist(), strict=True))

    def sources(self, start: int, stop: int) -> Sources:
        """The source of each of the numbers start … stop - 1, int16 [stop - start]."""
        if self._only is not None:
            return np.full(stop - start, self._only, dtype=np.int16)
        first, last = start // BLOCK, -(-stop // BLOCK)
        dealt = np.concatenate([np.empty(0, dtype=np.int16), *(self._block(block) for block in range(first, last))])
        return dealt[start - first * BLOCK : stop - first * BLOCK]

    def number(self, source: int, place: int) -> int:
        """The number that `source`, which has weight, gets after `place` others."""
        if self._only is not None:
            return place
        weight = self._sums[source + 1] - self._sums[source]
        block = max(0, (place - 1) * self._sums[-1] // (weight * BLOCK))
        while self._before(block + 1)[source] <= place:
            block += 1
        own = np.flatnonzero(self._block(block) == source)
        return block * BLOCK + int(own[place - self._before(block)[source]])

    def _before(self, block: int) -> Counts:
        """How many numbers each source has of the first `block` blocks."""
        ends = [total * BLOCK * block // self._sums[-1] for total in self._sums]
        return tuple(b - a for a, b in itertools.pairwise(ends))

    def _block(self, block: int) -> Sources:
        counts = tuple(b - a for a, b in zip(self._before(block), self._before(block + 1), strict=True))
        return _dealt(counts, self._key + b" %d" % block)


@functools.lru_cache(maxsize=64)
def _dealt(counts: Counts, key: bytes) -> Sources:
    dealt = np.repeat(np.arange(len(counts), dtype=np.int16), counts)[permute(np.arange(BLOCK), BLOCK, key)]
    dealt.flags.writeable = False
    return dealt
