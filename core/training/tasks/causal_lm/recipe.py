"""From text to packed sequences: documents end to end, each followed by the token that ends one.

Sample i of a shard is the tokens from i * L on: L of them are given, and each is to be followed by the next. Documents
are not kept apart by masks; the end token tells the model.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core.data.prepared import GrowingArray, open_arrays
from core.data.ranges import SampleRange
from core.data.text import BrokenShard, OnFraction, read_documents
from core.data.tokenizer import TextTokenizer
from core.data.tokens import FORMAT as TOKENS
from core.identity.ids import Digest
from core.identity.manifest import CausalLm, Manifest
from core.saying import Saying, say
from core.training.tasks.vocabulary import check_vocabulary

_FILES = ("tokens.npy", "length.npy")
_PIECE_CHARACTERS = 10_000
"""Tokenizers need memory in proportion: longer documents are cut, after a line where there is one."""
_BATCH_CHARACTERS = 1 << 20

Tokens = npt.NDArray[np.integer]


@dataclass(frozen=True, slots=True)
class PackedBatch:
    """n samples of L tokens."""

    tokens: npt.NDArray[np.int64]
    """[n, L + 1]: what is given, and what follows."""

    def __len__(self) -> int:
        return len(self.tokens)


class PackedShard:
    """A shard's samples, read through a memory map."""

    def __init__(self, tokens: Tokens, sequence_tokens: int) -> None:
        self._tokens, self._length = tokens, sequence_tokens
        self.samples = max(0, len(tokens) - 1) // sequence_tokens

    def sample(self, item: int) -> Tokens:
        """[L + 1], a view of the mapped file."""
        return self._tokens[item * self._length : (item + 1) * self._length + 1]


class PackedRecipe:
    """A `core.data.recipe.Recipe`."""

    def __init__(self, tokenizer: TextTokenizer, digest: Digest, sequence_tokens: int) -> None:
        """Raises `LocalFault` if the tokenizer has no token for the end of a document."""
        self._tokenizer = tokenizer
        self._end = tokenizer.id_of("end")
        self._length = sequence_tokens
        self.key = f"packed 1 {digest.text}"

    @classmethod
    def of(cls, manifest: Manifest, tokenizer: TextTokenizer) -> "PackedRecipe":
        """Raises `LocalFault` if the tokenizer does not fit the model."""
        task = manifest.task
        assert isinstance(task, CausalLm)
        assert manifest.tokenizer is not None
        check_vocabulary(manifest.name, task.model, tokenizer)
        return cls(tokenizer, manifest.tokenizer, task.sequence_tokens)

    def write(self, path: Path, kind: str, folder: Path, on_fraction: OnFraction) -> None:
        if kind == TOKENS:
            raise BrokenShard(
                path, say("it holds sentences without what stood between them, which this task learns too")
            )
        tokens = GrowingArray(folder / _FILES[0], np.uint16 if self._tokenizer.vocabulary <= 1 << 16 else np.uint32)
        length = GrowingArray(folder / _FILES[1], np.int64)
        try:
            for pieces, lasts in _batches(read_documents(path, kind, on_fraction=on_fraction)):
                for ids, is_last in zip(self._tokenizer.encode(pieces), lasts, strict=True):
                    tokens.append([*ids, self._end] if is_last else ids)
            length.append([tokens.length])
            tokens.finish()
            length.finish()
        finally:
            tokens.close()
            length.close()

    def open(self, folder: Path) -> PackedShard | None:
        arrays = open_arrays(folder, _FILES)
        if arrays is None:
            return None
        tokens, length = arrays
        is_whole = len(length) == 1 and length[0] == len(tokens)
        return PackedShard(tokens, self._length) if is_whole else None

    def doubts(self, path: Path, kind: str, made: PackedShard, on_fraction: OnFraction) -> list[Saying]:
        return []

    def batch(self, samples: Sequence[Tokens], numbers: SampleRange) -> PackedBatch:
        return PackedBatch(np.stack(samples).astype(np.int64))


def _batches(documents: Iterator[str]) -> Iterator[tuple[list[str], list[bool]]]:
    """Pieces of documents, and whether each is its document's last, several documents at a time."""
    pieces: list[str] = []
    lasts: list[bool] = []
    characters = 0
    for document in documents:
        cut = list(_pieces(document))
        pieces += cut
        lasts += [False] * (len(cut) - 1) + [True]
        characters += len(document)
        if characters >= _BATCH_CHARACTERS:
            yield pieces, lasts
            pieces, lasts, characters = [], [], 0
    if pieces:
        yield pieces, lasts


def _pieces(document: str) -> Iterator[str]:
    """At least one; together they are the document."""
    start = 0
    while len(document) - start > _PIECE_CHARACTERS:
        stop = document.rfind("\n", start, start + _PIECE_CHARACTERS) + 1
        stop = stop if stop > start else start + _PIECE_CHARACTERS
        yield document[start:stop]
        start = stop
    yield document[start:]
