"""From text to batches of masked sentences."""

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

from core.data import tokens
from core.data.ranges import SampleRange
from core.data.text import OnFraction, read_documents, split_sentences
from core.data.tokenizer import TextTokenizer
from core.data.tokens import read_token_documents
from core.identity.ids import Digest
from core.identity.manifest import Manifest, MlmSop
from core.saying import Saying
from core.training.tasks.mlm_sop.batches import Batch, MlmSopBatches, Sample
from core.training.tasks.mlm_sop.shards import SPECIAL_PER_SAMPLE, Pieces, SentenceShard, SentenceShardWriter
from core.training.tasks.vocabulary import check_vocabulary

_BATCH_CHARACTERS = 1 << 20
"""Tokenized at a time: large enough batches keep all processors busy."""
_TOKENIZED_DOCUMENTS = 256


class MlmSopRecipe:
    """A `core.data.recipe.Recipe`."""

    def __init__(self, tokenizer: TextTokenizer, digest: Digest, sequence_tokens: int, make: MlmSopBatches) -> None:
        self._tokenizer, self._digest = tokenizer, digest
        self._sequence_tokens = sequence_tokens
        self._make = make
        self.key = f"sentences 1 {digest.text} {sequence_tokens}"

    @classmethod
    def of(cls, manifest: Manifest, tokenizer: TextTokenizer) -> "MlmSopRecipe":
        """Raises `LocalFault` if the tokenizer lacks a special token or is too large for the model."""
        task = manifest.task
        assert isinstance(task, MlmSop)
        assert manifest.tokenizer is not None
        check_vocabulary(manifest.name, task.model, tokenizer)
        make = MlmSopBatches(
            seed=manifest.seed,
            vocabulary=tokenizer.vocabulary,
            special=tokenizer.special,
            cls=tokenizer.id_of("cls"),
            sep=tokenizer.id_of("sep"),
            mask=tokenizer.id_of("mask"),
            pad=tokenizer.id_of("pad"),
            sequence_tokens=task.sequence_tokens,
            mask_probability=task.mask_probability,
        )
        return cls(tokenizer, manifest.tokenizer, task.sequence_tokens, make)

    def write(self, path: Path, kind: str, folder: Path, on_fraction: OnFraction) -> None:
        writer = SentenceShardWriter(folder, self._tokenizer.vocabulary)
        try:
            for documents in self._documents(path, kind, on_fraction):
                writer.add(documents, self._sequence_tokens - SPECIAL_PER_SAMPLE)
            writer.finish()
        finally:
            writer.close()

    def _documents(self, path: Path, kind: str, on_fraction: OnFraction) -> Iterator[list[Pieces]]:
        """Ids of sentences, several documents at a time."""
        if kind == tokens.FORMAT:
            vocabulary = self._tokenizer.vocabulary
            read = read_token_documents(path, None, on_fraction, tokenizer=self._digest, vocabulary=vocabulary)
            while documents := list(itertools.islice(read, _TOKENIZED_DOCUMENTS)):
                yield documents
        else:
            for texts in _batches(read_documents(path, kind, on_fraction=on_fraction)):
                ids = iter(self._tokenizer.encode([sentence for text in texts for sentence in text]))
                yield [[next(ids) for _ in text] for text in texts]

    def open(self, folder: Path) -> SentenceShard | None:
        return SentenceShard.open(folder)

    def doubts(self, path: Path, kind: str, made: SentenceShard, on_fraction: OnFraction) -> list[Saying]:
        return []

    def batch(self, samples: Sequence[Sample], numbers: SampleRange) -> Batch:
        return self._make(samples, numbers)


def _batches(documents: Iterator[str]) -> Iterator[list[list[str]]]:
    """Documents as sentences, several at a time."""
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
