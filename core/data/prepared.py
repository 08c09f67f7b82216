"""Tokenized shards on disk: made once per shard, tokenizer and sample length, and read through memory maps.

A sample is a run of whole sentences of one document, as many as fit into the task's sequence beside its three
special tokens, and at least two (a lone sentence counts as two halves), so that it has two segments to put in order.
"""

import hashlib
import logging
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt
import psutil

from core.data.batches import Sample
from core.data.files import TEMPORARY, guarded, sync_folder
from core.data.text import OnFraction, read_documents, split_sentences
from core.data.tokenizer import TextTokenizer
from core.identity.ids import Digest

log = logging.getLogger(__name__)

FORMAT_VERSION = 1
"""Rises whenever the rules for sentences, samples or the files below change: old caches are then made anew."""
SPECIAL_PER_SAMPLE = 3
MINIMUM_TOKENS = 8
"""Shorter leftovers of a document teach nothing and are dropped."""

_BATCH_CHARACTERS = 1 << 20
_FILES = ("tokens.npy", "sentences.npy", "samples.npy")

OnProgress = Callable[[str, float], None]
"""Called with what is being done, in words for the user, and the part of it that is done, 0 to 1."""

Pieces = list[list[int]]


def cache_folder(prepared: Path, shard: Digest, kind: str, tokenizer: Digest, sequence_tokens: int) -> Path:
    """Where a prepared shard lies, or would."""
    key = f"{FORMAT_VERSION} {shard.text} {kind} {tokenizer.text} {sequence_tokens}"
    return prepared / hashlib.blake2b(key.encode(), digest_size=16).hexdigest()


class PreparedShard:
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
        try:
            # np.asarray: indexing np.memmap itself costs several times as much
            tokens, sentences, samples = (
                np.asarray(np.load(folder / name, mmap_mode="r", allow_pickle=False)) for name in _FILES
            )
        except FileNotFoundError:
            return None
        except (OSError, ValueError, EOFError) as error:
            log.warning("prepared data in %s cannot be read (%s)", folder, error)
            return None
        whole = (
            tokens.ndim == sentences.ndim == samples.ndim == 1
            and min(len(sentences), len(samples)) > 0
            and sentences[-1] == len(tokens)
            and samples[-1] == len(sentences) - 1
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


class _GrowingFile:
    """A one-dimensional .npy file that is appended to; its header is completed at the end."""

    def __init__(self, path: Path, dtype: npt.DTypeLike) -> None:
        self._file = path.open("wb")
        self._dtype = np.dtype(dtype)
        self.length = 0
        self._write_header()

    def _write_header(self) -> None:
        # NumPy leaves room in the header for the first axis to grow
        header = {"descr": np.lib.format.dtype_to_descr(self._dtype), "fortran_order": False, "shape": (self.length,)}
        np.lib.format.write_array_header_1_0(self._file, header)

    def append(self, values: list[int]) -> None:
        self._file.write(np.array(values, dtype=self._dtype).data)
        self.length += len(values)

    def finish(self) -> None:
        self._file.seek(0)
        self._write_header()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def close(self) -> None:
        self._file.close()


class _ShardWriter:
    """Writes the three files of a prepared shard."""

    def __init__(self, folder: Path, vocabulary: int) -> None:
        dtypes = (np.uint16 if vocabulary <= 1 << 16 else np.uint32, np.int64, np.int64)
        self.files = [_GrowingFile(folder / name, dtype) for name, dtype in zip(_FILES, dtypes, strict=True)]

    def add(self, documents: list[Pieces], budget: int) -> None:
        tokens, sentences, samples = self.files
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
        tokens, sentences, samples = self.files
        samples.append([sentences.length])
        sentences.append([tokens.length])
        for file in self.files:
            file.finish()

    def close(self) -> None:
        for file in self.files:
            file.close()


def prepare_shard(
    path: Path,
    kind: str,
    tokenizer: TextTokenizer,
    sequence_tokens: int,
    folder: Path,
    on_fraction: OnFraction = lambda fraction: None,
) -> PreparedShard:
    """Tokenizes the shard file `path` into `folder`, which appears whole or not at all; or opens what is there.

    Raises `BrokenShard` for the shard, `LocalFault` for the disk.
    """
    if (ready := PreparedShard.open(folder)) is not None:
        return ready
    unfinished = folder.with_name(f"{folder.name}.{os.getpid()}{TEMPORARY}")
    with guarded(folder.parent):
        folder.parent.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(folder)
        try:
            unfinished.mkdir()
            _write_shard(read_documents(path, kind, on_fraction=on_fraction), tokenizer, sequence_tokens, unfinished)
            shutil.rmtree(folder, ignore_errors=True)  # a damaged one
            unfinished.rename(folder)
            sync_folder(folder.parent)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
    made = PreparedShard.open(folder)
    assert made is not None
    return made


def _write_shard(documents: Iterator[str], tokenizer: TextTokenizer, sequence_tokens: int, folder: Path) -> None:
    writer = _ShardWriter(folder, tokenizer.vocabulary)
    try:
        for texts in _batches(documents):
            ids = iter(tokenizer.encode([sentence for text in texts for sentence in text]))
            writer.add([[next(ids) for _ in text] for text in texts], sequence_tokens - SPECIAL_PER_SAMPLE)
        writer.finish()
    finally:
        writer.close()


def _batches(documents: Iterator[str]) -> Iterator[list[list[str]]]:
    """Documents as sentences, several at a time: large enough batches keep all processors busy."""
    held: list[list[str]] = []
    characters = 0
    for document in documents:
        held.append(split_sentences(document))
        characters += len(document)
        if characters >= _BATCH_CHARACTERS:
            yield held
            held, characters = [], 0
    if held:
        yield held


def _remove_abandoned(folder: Path) -> None:
    """Removes what processes that were killed left of this shard."""
    for left in folder.parent.glob(f"{folder.name}.*{TEMPORARY}"):
        pid = left.name.removesuffix(TEMPORARY).rpartition(".")[2]
        if pid.isdigit() and (int(pid) == os.getpid() or not psutil.pid_exists(int(pid))):
            shutil.rmtree(left, ignore_errors=True)
