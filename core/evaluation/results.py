"""What an evaluation finds: the scores of each run, and their mean ± standard deviation. The form of `--json`."""

import statistics
from collections.abc import Iterable
from typing import Literal

import msgspec

Task = Literal["ner", "classify", "probe", "knn"]
Group = Literal["all", "label", "source"]
Settings = dict[str, float | int | str | None]

METRICS: dict[Task, str] = {"ner": "span_f1", "classify": "accuracy", "probe": "accuracy", "knn": "accuracy"}


class Score(msgspec.Struct, frozen=True):
    """Of all samples, of one label (kind of entity, class) or of one source. All values are within 0 and 1."""

    group: Group
    name: str
    count: int
    """Entities (`ner`) or samples that were to be found."""
    value: float
    """Span F1 or accuracy; a label's accuracy is over its own samples."""
    precision: float | None = None
    recall: float | None = None
    """Both of spans only."""


class Epoch(msgspec.Struct, frozen=True):
    number: int
    """From 1."""
    loss: float
    """Mean over the training batches."""
    dev_loss: float
    dev_score: float
    seconds: float


class Run(msgspec.Struct, frozen=True):
    """One seed."""

    seed: int
    scores: list[Score]
    seconds: float
    epochs: list[Epoch] = []
    best_epoch: int | None = None
    """Whose scores these are; of fine-tuning only."""
    l2: float | None = None
    """Regularisation that the linear probe chose."""


class Summary(msgspec.Struct, frozen=True):
    group: Group
    name: str
    count: int
    mean: float
    deviation: float | None
    """Sample standard deviation over the runs; null for one run."""


class Data(msgspec.Struct, frozen=True):
    role: Literal["train", "dev", "test"]
    file: str
    samples: int
    words_left_out: int = 0
    """Words that the model cannot be asked about: beyond `--length`, or nothing to its tokenizer. Where they are
    scored, they are no entity."""
    images_left_out: int = 0
    """Images that could not be decoded."""


class Evaluation(msgspec.Struct, frozen=True):
    task: Task
    metric: str
    model: str
    weights: Literal["checkpoint", "random"]
    parameters: int
    device: str
    data: list[Data]
    scored: Literal["dev", "test"]
    """Which of the data the scores are of."""
    settings: Settings
    scores: list[Summary]
    runs: list[Run]


def summarise(runs: list[Run]) -> list[Summary]:
    """Scores of the same group and name in one line each, in the order of the first run's."""
    return [_summary(score, [_like(score, run.scores) for run in runs]) for score in runs[0].scores]


def _like(wanted: Score, scores: Iterable[Score]) -> Score:
    return next(score for score in scores if (score.group, score.name) == (wanted.group, wanted.name))


def _summary(first: Score, scores: list[Score]) -> Summary:
    values = [score.value for score in scores]
    deviation = statistics.stdev(values) if len(values) > 1 else None
    return Summary(first.group, first.name, first.count, statistics.fmean(values), deviation)
