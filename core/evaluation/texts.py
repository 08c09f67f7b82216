"""What is learned from labelled texts: entities (token classification), or classes (sequence classification)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from transformers.models.auto.modeling_auto import AutoModelForSequenceClassification, AutoModelForTokenClassification
from transformers.tokenization_utils_tokenizers import PreTrainedTokenizerFast

from core.errors import UsageError
from core.evaluation.encoding import IGNORED, Encoded, encode_texts, encode_words
from core.evaluation.results import Score
from core.evaluation.samples import OUTSIDE, LabelledText, TaggedSentence, read_samples
from core.evaluation.scoring import accuracy_scores, span_scores
from core.evaluation.tuning import Labels


class Texts(Protocol):
    """The samples of one file, encoded."""

    @property
    def encoded(self) -> list[Encoded]: ...

    @property
    def words_left_out(self) -> int: ...

    def scores(self, predicted: Labels) -> list[Score]:
        """Of the label numbers predicted for each of `encoded`."""
        ...


class TextTask(Protocol):
    """A task whose labels are known."""

    model_kind: Any
    """The `AutoModel…` of `transformers`."""
    labels: tuple[str, ...]

    def encode(self, file: Path, tokenizer: PreTrainedTokenizerFast, length: int) -> Texts: ...


class Entities:
    """Named entities, as spans of words."""

    model_kind: Any = AutoModelForTokenClassification

    def __init__(self, files: Sequence[Path], limit: int | None) -> None:
        """Raises `UsageError` for files that cannot be used."""
        self._samples = {file: read_samples(file, TaggedSentence, limit) for file in files}
        tags = {tag for samples in self._samples.values() for sample in samples for tag in sample.ner_tags}
        self.labels = (OUTSIDE, *sorted(tags - {OUTSIDE}))
        _check_labels(self.labels, files)

    def encode(self, file: Path, tokenizer: PreTrainedTokenizerFast, length: int) -> "Sentences":
        samples = self._samples[file]
        numbers = {label: number for number, label in enumerate(self.labels)}
        return Sentences(samples, encode_words(tokenizer, samples, numbers, length), self.labels)


@dataclass(frozen=True, slots=True)
class Sentences:
    samples: list[TaggedSentence]
    encoded: list[Encoded]
    labels: tuple[str, ...]

    @property
    def words_left_out(self) -> int:
        return sum(len(sample.tokens) for sample in self.samples) - sum(len(one.words) for one in self.encoded)

    def scores(self, predicted: Labels) -> list[Score]:
        """Of all words, so that tokenizers of different length compare: those left out are found to be no entity."""
        said = []
        for sample, one, numbers in zip(self.samples, self.encoded, predicted, strict=True):
            tags = [OUTSIDE] * len(sample.tokens)
            for word, number in zip(one.words, numbers, strict=True):
                tags[word] = self.labels[number]
            said.append(tags)
        true = [sample.ner_tags for sample in self.samples]
        return span_scores(true, said, [sample.source for sample in self.samples])


class Classes:
    """One of some classes for each text."""

    model_kind: Any = AutoModelForSequenceClassification

    def __init__(self, files: Sequence[Path], limit: int | None) -> None:
        """Raises `UsageError` for files that cannot be used."""
        self._samples = {file: read_samples(file, LabelledText, limit) for file in files}
        self.labels = tuple(sorted({str(one.label) for samples in self._samples.values() for one in samples}))
        _check_labels(self.labels, files)

    def encode(self, file: Path, tokenizer: PreTrainedTokenizerFast, length: int) -> "Passages":
        samples = self._samples[file]
        numbers = {label: number for number, label in enumerate(self.labels)}
        return Passages(samples, encode_texts(tokenizer, samples, numbers, length), self.labels)


@dataclass(frozen=True, slots=True)
class Passages:
    samples: list[LabelledText]
    encoded: list[Encoded]
    labels: tuple[str, ...]
    words_left_out: int = 0

    def scores(self, predicted: Labels) -> list[Score]:
        true = [str(sample.label) for sample in self.samples]
        said = [self.labels[number] for [number] in predicted]
        return accuracy_scores(true, said, [sample.source for sample in self.samples])


def learnable(encoded: Sequence[Encoded]) -> list[Encoded]:
    """Without those that have nothing to predict: a batch of them would have no loss."""
    return [one for one in encoded if any(label != IGNORED for label in one.labels)]


def _check_labels(labels: tuple[str, ...], files: Sequence[Path]) -> None:
    if len(labels) < 2:
        raise UsageError(f"All samples of {files[0]} have the same label; name a file with several.")
