"""In which order a run goes through its data: a pure function of the seed, the same on every machine.

Pass `e` over `N` samples visits every one exactly once. Shards are taken in a seeded order, a few at a time, and the
items of those few in one seeded order: a peer needs only a few shards at a time, and yet neighbouring samples come
from different shards, so that a step does not see one kind of text alone.
"""

import hashlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.data.ranges import SampleRange

Indices = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

SHARDS_AT_A_TIME = 8
_ROUNDS = 6


def permute(positions: Indices, size: int, key: bytes) -> Indices:
    """Images of `positions` (each in [0, size)) under a permutation of [0, size) chosen by `key` (any length).

    A balanced Feistel network over the next even power of two, walked until the value falls inside (Black and
    Rogaway, "Ciphers with arbitrary finite domains", 2002): on average under four turns, no table of `size` entries.
    """
    half = np.uint64(max(1, ((size - 1).bit_length() + 1) // 2))
    keys = np.frombuffer(hashlib.blake2b(key, digest_size=8 * _ROUNDS).digest(), dtype="<u8")
    images = _encrypt(positions.astype(np.uint64), keys, half)
    while (outside := images >= size).any():
        images[outside] = _encrypt(images[outside], keys, half)
    return images.astype(np.int64)


def _encrypt(values: Words, keys: Words, half: np.uint64) -> Words:
    mask = (np.uint64(1) << half) - np.uint64(1)
    left, right = values >> half, values & mask
    for key in keys:
        left, right = right, left ^ (_mix(right + key) & mask)
    return (left << half) | right


def _mix(words: Words) -> Words:
    """The finaliser of SplitMix64 (Steele, Lea and Flood, 2014); wraps modulo 2^64."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


class SampleOrder:
    """Says which item of which shard a sample is."""

    def __init__(self, seed: int, shard_samples: Sequence[int]) -> None:
        """`shard_samples`: items of each shard, in the manifest's order; at least one item in all."""
        self._seed = seed
        self._sizes = np.array(shard_samples, dtype=np.int64)
        self.samples = int(self._sizes.sum())
        """N, the length of a pass."""
        if self.samples < 1:
            raise ValueError("there are no samples to order")

    def locate(self, samples: SampleRange) -> tuple[Indices, Indices]:
        """Shard and item within it of each sample, both int64 [len(samples)]."""
        wanted = np.arange(samples.start, samples.stop, dtype=np.int64)
        passes, positions = np.divmod(wanted, self.samples)
        shards, items = np.empty_like(wanted), np.empty_like(wanted)
        for number in range(int(passes[0]), int(passes[-1]) + 1):
            here = passes == number
            shards[here], items[here] = self._locate_in_pass(number, positions[here])
        return shards, items

    def _locate_in_pass(self, number: int, positions: Indices) -> tuple[Indices, Indices]:
        key = f"idlewild order 1 {self._seed} {number}".encode()
        shard_order = permute(np.arange(len(self._sizes)), len(self._sizes), key)
        sizes = self._sizes[shard_order]
        starts = np.concatenate(([0], np.cumsum(sizes)))
        shards, items = np.empty_like(positions), np.empty_like(positions)
        for first in range(0, len(sizes), SHARDS_AT_A_TIME):
            last = min(first + SHARDS_AT_A_TIME, len(sizes))
            begin, end = int(starts[first]), int(starts[last])
            here = (positions >= begin) & (positions < end)
            if not here.any():
                continue
            places = begin + permute(positions[here] - begin, end - begin, key + b" %d" % first)
            slots = np.searchsorted(starts, places, side="right") - 1
            shards[here], items[here] = shard_order[slots], places - starts[slots]
        return shards, items
