"""From samples to token ids, and to batches of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import torch
from transformers.tokenization_utils_tokenizers import PreTrainedTokenizerFast

from core.evaluation.samples import LabelledText, TaggedSentence

IGNORED = -100
"""Label of positions that are neither learned nor predicted; what `cross_entropy` ignores by itself."""

T = TypeVar("T")

_WINDOW_BATCHES = 8
_TOKENIZED_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Encoded:
    ids: list[int]
    """Special tokens included."""
    labels: list[int]
    """Of a text: its one label. Of words: one for each id, `IGNORED` where no word begins."""
    words: tuple[int, ...] = ()
    """Which words have a label, in order: not those beyond the length, nor those that the tokenizer drops."""


@dataclass(frozen=True, slots=True)
class Batch:
    ids: torch.Tensor
    """[B, T] int64."""
    mask: torch.Tensor
    """[B, T] int64: 1, and 0 for padding."""
    labels: torch.Tensor
    """[B, T] or [B, 1] int64."""


def encode_words(
    tokenizer: PreTrainedTokenizerFast, samples: Sequence[TaggedSentence], numbers: dict[str, int], length: int
) -> list[Encoded]:
    """A word's label, by `numbers`, stands at its first token. Words beyond `length` tokens are cut."""
    encoded = []
    for some in _portions(samples):
        tokens = tokenizer(
            [sample.tokens for sample in some], is_split_into_words=True, truncation=True, max_length=length
        )
        for place, (sample, ids) in enumerate(zip(some, tokens["input_ids"], strict=True)):
            labels, words = align(tokens.word_ids(place), [numbers[tag] for tag in sample.ner_tags])
            encoded.append(Encoded(ids, labels, words))
    return encoded


def align(words: Sequence[int | None], labels: Sequence[int]) -> tuple[list[int], tuple[int, ...]]:
    """`words`: for each token, of which word it is. Returns each token's label, and the words that got theirs."""
    aligned: list[int] = []
    found: list[int] = []
    before = None
    for word in words:
        if word is None or word == before:
            aligned.append(IGNORED)
        else:
            aligned.append(labels[word])
            found.append(word)
        before = word
    return aligned, tuple(found)


def encode_texts(
    tokenizer: PreTrainedTokenizerFast, samples: Sequence[LabelledText], numbers: dict[str, int], length: int
) -> list[Encoded]:
    """Texts are cut at `length` tokens."""
    encoded = []
    for some in _portions(samples):
        tokens = tokenizer([sample.text for sample in some], truncation=True, max_length=length)
        encoded += [
            Encoded(ids, [numbers[str(sample.label)]]) for sample, ids in zip(some, tokens["input_ids"], strict=True)
        ]
    return encoded


def _portions(things: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(things), _TOKENIZED_AT_ONCE):
        yield things[start : start + _TOKENIZED_AT_ONCE]


def batches_in_order(lengths: Sequence[int], size: int) -> list[np.ndarray]:
    """Numbers of samples, long ones first: memory that suffices for the first batch does for all."""
    return _cut(np.argsort(-np.asarray(lengths), kind="stable"), size)


def random_batches(lengths: Sequence[int], size: int, seed: Sequence[int]) -> list[np.ndarray]:
    """Numbers of all samples in an order that `seed` alone decides. Within each eight batches those of similar length
    go together, so that less padding is computed."""
    source = np.random.default_rng(seed)
    order, window = source.permutation(len(lengths)), size * _WINDOW_BATCHES
    batches: list[np.ndarray] = []
    for start in range(0, len(order), window):
        some = order[start : start + window]
        batches += _cut(some[np.argsort(np.asarray(lengths)[some], kind="stable")], size)
    return [batches[place] for place in source.permutation(len(batches))]


def _cut(order: np.ndarray, size: int) -> list[np.ndarray]:
    return [order[start : start + size] for start in range(0, len(order), size)]


def collate(samples: Sequence[Encoded], padding: int) -> Batch:
    """Pads at the right to the longest of the `samples` with the token `padding`."""
    length = max(len(sample.ids) for sample in samples)
    width = max(len(sample.labels) for sample in samples)
    return Batch(
        _stack([sample.ids for sample in samples], length, padding),
        _stack([[1] * len(sample.ids) for sample in samples], length, 0),
        _stack([sample.labels for sample in samples], width, IGNORED),
    )


def _stack(rows: Sequence[list[int]], width: int, padding: int) -> torch.Tensor:
    return torch.tensor([row + [padding] * (width - len(row)) for row in rows], dtype=torch.int64)
