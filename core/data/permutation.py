"""Keyed permutations of whole numbers: the order of everything that is drawn, the same on every machine."""

import hashlib

import numpy as np
import numpy.typing as npt

Indices = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

_ROUNDS = 6


def permute(positions: Indices, size: int, key: bytes) -> Indices:
    """Images of `positions` (each in [0, size)) under a permutation of [0, size) chosen by `key` (any length).

    A balanced Feistel network over the next even power of two, walked until the value falls inside (Black and
    Rogaway, "Ciphers with arbitrary finite domains", 2002): on average under four turns, no table of `size` entries.
    """
    half, keys = _half(size), _round_keys(key)
    images = _encrypt(positions.astype(np.uint64), keys, half)
    while (outside := images >= size).any():
        images[outside] = _encrypt(images[outside], keys, half)
    return images.astype(np.int64)


def restore(images: Indices, size: int, key: bytes) -> Indices:
    """The positions that `permute` takes to `images` (each in [0, size)): its inverse, at the same cost."""
    half, keys = _half(size), _round_keys(key)
    positions = _decrypt(images.astype(np.uint64), keys, half)
    while (outside := positions >= size).any():
        positions[outside] = _decrypt(positions[outside], keys, half)
    return positions.astype(np.int64)


def _half(size: int) -> np.uint64:
    return np.uint64(max(1, ((size - 1).bit_length() + 1) // 2))


def _round_keys(key: bytes) -> Words:
    return np.frombuffer(hashlib.blake2b(key, digest_size=8 * _ROUNDS).digest(), dtype="<u8")


def _encrypt(values: Words, keys: Words, half: np.uint64) -> Words:
    mask = (np.uint64(1) << half) - np.uint64(1)
    left, right = values >> half, values & mask
    for key in keys:
        left, right = right, left ^ (_mix(right + key) & mask)
    return (left << half) | right


def _decrypt(values: Words, keys: Words, half: np.uint64) -> Words:
    mask = (np.uint64(1) << half) - np.uint64(1)
    left, right = values >> half, values & mask
    for key in keys[::-1]:
        left, right = right ^ (_mix(left + key) & mask), left
    return (left << half) | right


def _mix(words: Words) -> Words:
    """The finaliser of SplitMix64 (Steele, Lea and Flood, 2014); wraps modulo 2^64."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
