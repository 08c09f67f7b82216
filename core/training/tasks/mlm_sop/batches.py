"""Samples become training batches: sentence order, dynamic masks, padding.

All chance comes from a counter-based generator (Philox, Salmon et al., 2011) keyed by the run's seed and placed by the
sample's number: a sample has the same masks whoever computes it, whenever, and in whatever micro-batch. Only raw
64-bit words are drawn, whose stream NumPy promises to keep (NEP 19), and only integers are compared.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.data.ranges import SampleRange

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

NOT_PREDICTED = -100
"""Label of a position whose token is not to be predicted."""
PAD_TO = 8

_TO_MASK = round(0.8 * 2**32)
_TO_MASK_OR_RANDOM = round(0.9 * 2**32)
_LAST = np.uint64(2**64 - 1)


@dataclass(frozen=True, slots=True)
class Batch:
    """n samples, padded to a common length L (a multiple of 8, or the task's `sequence_tokens` if that is less).

    L depends on which samples stand together; a sample's loss must not: padding has attention 0 and is never
    predicted. All arrays are int64 and the caller's.
    """

    input_ids: Ints
    """[n, L]"""
    attention_mask: Ints
    """[n, L], 1 where there is a token."""
    token_type_ids: Ints
    """[n, L], 1 in the second segment."""
    labels: Ints
    """[n, L], the original token, or `NOT_PREDICTED`. At least one position of every sample is predicted."""
    order: Ints
    """[n], 0 if the segments stand in their order, 1 if they were swapped."""

    def __len__(self) -> int:
        return len(self.order)


@dataclass(frozen=True, slots=True)
class Sample:
    """A stretch of one document: at least two sentences."""

    tokens: npt.NDArray[np.integer]
    """[t], without special tokens; at most `sequence_tokens - 3`."""
    starts: npt.NDArray[np.integer]
    """[s], first token of the second, third … sentence, ascending in 1 … t - 1; at least one."""


class MlmSopBatches:
    """Makes batches for masked language modelling (Devlin et al., 2019, section 3.1) and sentence-order prediction
    (Lan et al., 2020, section 3.1)."""

    def __init__(  # noqa: PLR0913  # all of them numbers of one recipe
        self,
        *,
        seed: int,
        vocabulary: int,
        special: Sequence[int],
        cls: int,
        sep: int,
        mask: int,
        pad: int,
        sequence_tokens: int,
        mask_probability: float = 0.15,
    ) -> None:
        """`special`: ids that never stand in for a masked token; `vocabulary`: number of ids."""
        self._cls, self._sep, self._mask, self._pad = cls, sep, mask, pad
        self._ordinary = np.setdiff1d(np.arange(vocabulary, dtype=np.int64), np.array(special, dtype=np.int64))
        self._sequence_tokens = sequence_tokens
        self._mask_probability = mask_probability
        key = hashlib.blake2b(f"idlewild masks 1 {seed}".encode(), digest_size=16).digest()
        self._generator = np.random.Philox(key=np.frombuffer(key, dtype="<u8"))
        self._state = self._generator.state

    def __call__(self, samples: Sequence[Sample], numbers: SampleRange) -> Batch:
        """`samples[k]` is the run's sample `numbers.start + k`."""
        lengths = np.array([len(sample.tokens) + 3 for sample in samples], dtype=np.int64)
        longest = int(lengths.max())
        width = max(longest, min(-(-longest // PAD_TO) * PAD_TO, self._sequence_tokens))
        rows = len(samples)
        ids = np.full((rows, width), self._pad, dtype=np.int64)
        second = np.zeros((rows, width), dtype=np.int64)
        order = np.zeros(rows, dtype=np.int64)
        ranks = np.full((rows, width), _LAST, dtype=np.uint64)
        fates = np.zeros((rows, width), dtype=np.uint64)
        for row, sample in enumerate(samples):
            length = int(lengths[row])
            words = self._words(numbers.start + row, 2 + 2 * length)
            order[row] = swapped = int(words[0]) & 1
            middle = int(sample.starts[int(words[1]) % len(sample.starts)])
            inner = self._lay_out(sample.tokens, middle, swapped, ids[row])
            second[row, inner + 1 : length] = 1
            ranks[row, 1 : length - 1] = words[3 : 1 + length]
            ranks[row, inner] = _LAST
            fates[row, :length] = words[2 + length :]
        predicted = self._choose(ranks, lengths - 3)
        labels = np.where(predicted, ids, NOT_PREDICTED)
        self._corrupt(ids, predicted, fates)
        attention = (np.arange(width) < lengths[:, None]).astype(np.int64)
        return Batch(ids, attention, second, labels, order)

    def _words(self, number: int, count: int) -> Words:
        """The first `count` 64-bit words of the stream that belongs to sample `number`."""
        self._state["state"]["counter"][:] = (0, 0, number, 0)
        self._generator.state = self._state
        return self._generator.random_raw(count)

    def _lay_out(self, tokens: npt.NDArray[np.integer], middle: int, swapped: int, row: Ints) -> int:
        """Writes `[CLS] A [SEP] B [SEP]` into `row`; returns the position of the inner separator."""
        first, last = (tokens[middle:], tokens[:middle]) if swapped else (tokens[:middle], tokens[middle:])
        inner = 1 + len(first)
        row[0] = self._cls
        row[1:inner] = first
        row[inner] = row[inner + 1 + len(last)] = self._sep
        row[inner + 1 : inner + 1 + len(last)] = last
        return inner

    def _choose(self, ranks: Words, tokens: Ints) -> npt.NDArray[np.bool_]:
        """The positions to predict: in each row the fraction of its tokens that is asked for, at least one.

        The position in a rank's low bits makes ranks distinct, so that the choice does not depend on how a sort
        treats ties; `_LAST` (special tokens and padding) is never chosen.
        """
        positions = np.arange(ranks.shape[1], dtype=np.uint64)
        ranks = np.where(ranks == _LAST, _LAST, (ranks & ~np.uint64(0xFFFF)) | positions)
        counts = np.maximum(1, np.floor(tokens * self._mask_probability + 0.5).astype(np.int64))
        thresholds = np.take_along_axis(np.sort(ranks, axis=1), (counts - 1)[:, None], axis=1)
        return np.asarray(ranks <= thresholds)

    def _corrupt(self, ids: Ints, predicted: npt.NDArray[np.bool_], fates: Words) -> None:
        """Of the predicted tokens 80 % become `[MASK]`, 10 % a random ordinary token, 10 % stay."""
        chances = fates[predicted] >> np.uint64(32)
        picks = (fates[predicted] & np.uint64(0xFFFFFFFF)) % np.uint64(len(self._ordinary))
        values = ids[predicted]
        random = chances < _TO_MASK_OR_RANDOM
        values[random] = self._ordinary[picks[random].astype(np.int64)]
        values[chances < _TO_MASK] = self._mask
        ids[predicted] = values
