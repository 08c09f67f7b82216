"""Evaluation of image encoders on their features: linear probe and nearest neighbours."""

import time
from collections.abc import Sequence
from typing import Literal

import torch
from transformers.models.auto.modeling_auto import AutoModel

from core.errors import UsageError
from core.evaluation.checkpoint import Checkpoint, parameters_of
from core.evaluation.features import Encoder, Features, preparation
from core.evaluation.memory import enough_memory
from core.evaluation.neighbours import predict_by_neighbours
from core.evaluation.options import ImageOptions, OnProgress, Progress
from core.evaluation.pictures import Picture, read_pictures
from core.evaluation.probe import Scaling, predict_by_probe, train_probe
from core.evaluation.results import METRICS, Data, Evaluation, Run, Score, Settings, summarise
from core.evaluation.scoring import accuracy_scores
from core.training.device.choosing import one_device

REMEDY = "choose a smaller --batch or --limit"


def evaluate_images(kind: Literal["probe", "knn"], options: ImageOptions, on_progress: OnProgress) -> Evaluation:
    """One run for each seed; nearest neighbours of a checkpoint's features leave nothing to chance, and run once.

    Blocks for minutes to hours. Raises `UsageError` for a model or data that cannot be used, and `LocalFault` where the
    device or its memory does not suffice.
    """
    if options.threads is not None:
        torch.set_num_threads(options.threads)
    with enough_memory(REMEDY):
        return _Evaluator(kind, options, on_progress).evaluation()


class _Evaluator:
    def __init__(self, kind: Literal["probe", "knn"], options: ImageOptions, on_progress: OnProgress) -> None:
        self._kind, self._options, self._on_progress = kind, options, on_progress
        self._device = one_device(options.device)
        self._checkpoint = Checkpoint.open(options.model, from_random=options.from_random)
        self._config = self._checkpoint.config()
        self._prepare = preparation(self._checkpoint, self._config, options.size)
        on_progress(Progress("reading the images", 0, 1))
        self._train = read_pictures(options.train, options.limit)
        self._test = read_pictures(options.test, options.limit)
        self._labels = sorted({picture.label for picture in (*self._train, *self._test)})
        if len({picture.label for picture in self._train}) < 2:
            raise UsageError(f"All images of {options.train} have the same label; name a file with several.")
        if kind == "knn":
            self._check_neighbours(len(self._train))
        self._features: tuple[Features, Features] | None = None
        self._parameters = 0

    def evaluation(self) -> Evaluation:
        options = self._options
        is_settled = self._kind == "knn" and not options.from_random
        runs = [self._run(seed) for seed in range(1 if is_settled else options.seeds)]
        assert self._features is not None
        train, test = self._features
        return Evaluation(
            task=self._kind,
            metric=METRICS[self._kind],
            model=str(options.model),
            weights="random" if options.from_random else "checkpoint",
            parameters=self._parameters,
            device=str(self._device),
            data=[
                Data("train", str(options.train), len(train.pictures), images_left_out=train.left_out),
                Data("test", str(options.test), len(test.pictures), images_left_out=test.left_out),
            ],
            scored="test",
            settings=self._settings(len(runs)),
            scores=summarise(runs),
            runs=runs,
        )

    def _settings(self, runs: int) -> Settings:
        options = self._options
        common: Settings = {"seeds": runs, "size": options.size, "limit": options.limit}
        if self._kind == "probe":
            return common
        return common | {"neighbours": options.neighbours, "temperature": options.temperature}

    def _run(self, seed: int) -> Run:
        begun = time.perf_counter()
        if self._features is None or self._options.from_random:
            self._features = self._encode(seed)
        train, test = self._features
        labels = self._numbers(train.pictures)
        predicted, l2 = self._probe(seed, labels) if self._kind == "probe" else (self._neighbours(labels), None)
        said = [self._labels[number] for number in predicted.tolist()]
        return Run(seed, _scores(test.pictures, said), time.perf_counter() - begun, l2=l2)

    def _encode(self, seed: int) -> tuple[Features, Features]:
        model = self._checkpoint.build(AutoModel, self._config, seed)
        if getattr(model, "main_input_name", "") != "pixel_values":
            raise UsageError(f"The model in {self._options.model} does not take images; name a vision model's folder.")
        self._parameters = parameters_of(model)
        encoder = Encoder(model, self._prepare, self._device, self._options.batch)
        of = f"run {seed + 1} of {self._options.seeds}, " if self._options.from_random else ""
        train = encoder.features(self._train, f"{of}training images", self._on_progress)
        return train, encoder.features(self._test, f"{of}test images", self._on_progress)

    def _numbers(self, pictures: Sequence[Picture]) -> torch.Tensor:
        places = {label: number for number, label in enumerate(self._labels)}
        return torch.tensor([places[picture.label] for picture in pictures])

    def _probe(self, seed: int, labels: torch.Tensor) -> tuple[torch.Tensor, float]:
        assert self._features is not None
        train, test = self._features
        values = train.values.to(self._device)
        scaling = Scaling.of(values)
        what = f"run {seed + 1} of {self._options.seeds}, linear probe"
        probe = train_probe(
            scaling(values),
            labels.to(self._device),
            len(self._labels),
            seed,
            lambda done, total: self._on_progress(Progress(what, done, total)),
        )
        return predict_by_probe(probe, scaling(test.values.to(self._device))), probe.l2

    def _neighbours(self, labels: torch.Tensor) -> torch.Tensor:
        assert self._features is not None
        train, test = self._features
        options = self._options
        self._check_neighbours(len(labels))
        return predict_by_neighbours(
            train.values.to(self._device),
            labels.to(self._device),
            test.values.to(self._device),
            neighbours=options.neighbours,
            temperature=options.temperature,
            on_rows=lambda done: self._on_progress(Progress("comparing", done, len(test.pictures))),
        )

    def _check_neighbours(self, images: int) -> None:
        if self._options.neighbours > images:
            raise UsageError(f"There are {images} training images; choose no more --neighbours.")


def _scores(pictures: Sequence[Picture], predicted: Sequence[str]) -> list[Score]:
    return accuracy_scores([picture.label for picture in pictures], predicted, [picture.source for picture in pictures])
