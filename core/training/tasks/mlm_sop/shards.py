"""Text as samples of whole sentences, tokenized once and kept in three flat arrays.

A sample is a run of whole sentences of one document, as many as fit into the task's sequence beside its three
special tokens, and at least two (a lone sentence counts as two halves), so that it has two segments to put in order.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

from core.data.prepared import GrowingArray, open_arrays
from core.training.tasks.mlm_sop.batches import Sample

SPECIAL_PER_SAMPLE = 3
MINIMUM_TOKENS = 8
"""Shorter leftovers of a document teach nothing and are dropped."""

_FILES = ("tokens.npy", "sentences.npy", "samples.npy")

Pieces = list[list[int]]


class SentenceShard:
    """A shard's samples, read through memory maps."""

    def __init__(
        self, tokens: npt.NDArray[np.integer], sentences: npt.NDArray[np.int64], samples: npt.NDArray[np.int64]
    ) -> None:
        """`tokens` [t] flat; `sentences` [s + 1] the token each begins with, and t; `samples` [n + 1] the sentence
        each begins with, and s."""
        self._tokens, self._sentences, self._starts = tokens, sentences, samples
        self.samples = len(samples) - 1

    @classmethod
    def open(cls, folder: Path) -> Self | None:
        """The prepared shard in `folder`; None if it is absent or damaged, and so to be made anew."""
        arrays = open_arrays(folder, _FILES)
        if arrays is None:
            return None
        tokens, sentences, samples = arrays
        whole = (
            min(len(sentences), len(samples)) > 0 and sentences[-1] == len(tokens) and samples[-1] == len(sentences) - 1
        )
        return cls(tokens, sentences, samples) if whole else None

    def sample(self, item: int) -> Sample:
        """Sample `item` in [0, samples), as views of the mapped files."""
        first, last = int(self._starts[item]), int(self._starts[item + 1])
        begin, end = int(self._sentences[first]), int(self._sentences[last])
        return Sample(self._tokens[begin:end], self._sentences[first + 1 : last] - begin)


def pack(sentences: Pieces, budget: int) -> Iterator[Pieces]:
    """Samples of one document: consecutive sentences with at most `budget` tokens in all, in pieces, at least two.

    `budget` ≥ `MINIMUM_TOKENS`. A sentence longer than that is cut; of a short leftover nothing is made.
    """
    held: Pieces = []
    tokens = 0
    for sentence in sentences:
        for start in range(0, len(sentence), budget):
            piece = sentence[start : start + budget]
            if tokens + len(piece) > budget:
                yield from _closed(held, tokens)
                held, tokens = [], 0
            held.append(piece)
            tokens += len(piece)
    yield from _closed(held, tokens)


def _closed(held: Pieces, tokens: int) -> Iterator[Pieces]:
    if tokens >= MINIMUM_TOKENS:
        yield held if len(held) > 1 else [held[0][: tokens // 2], held[0][tokens // 2 :]]


class SentenceShardWriter:
    """Writes the three files of a prepared shard."""

    def __init__(self, folder: Path, vocabulary: int) -> None:
        dtypes = (np.uint16 if vocabulary <= 1 << 16 else np.uint32, np.int64, np.int64)
        self._files = [GrowingArray(folder / name, dtype) for name, dtype in zip(_FILES, dtypes, strict=True)]

    def add(self, documents: list[Pieces], budget: int) -> None:
        tokens, sentences, samples = self._files
        flat: list[int] = []
        starts: list[int] = []
        firsts: list[int] = []
        for document in documents:
            for sample in pack(document, budget):
                firsts.append(sentences.length + len(starts))
                for piece in sample:
                    starts.append(tokens.length + len(flat))
                    flat += piece
        for file, values in ((tokens, flat), (sentences, starts), (samples, firsts)):
            file.append(values)

    def finish(self) -> None:
        tokens, sentences, samples = self._files
        samples.append([sentences.length])
        sentences.append([tokens.length])
        for file in self._files:
            file.finish()

    def close(self) -> None:
        for file in self._files:
            file.close()
