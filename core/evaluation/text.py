"""Evaluation of language models by fine-tuning them on labelled texts."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch
from transformers.tokenization_utils_tokenizers import PreTrainedTokenizerFast

from core.errors import UsageError
from core.evaluation.checkpoint import Checkpoint, longest, parameters_of
from core.evaluation.memory import enough_memory
from core.evaluation.options import OnProgress, Progress, TextOptions
from core.evaluation.results import METRICS, Data, Evaluation, Run, summarise
from core.evaluation.texts import Classes, Entities, Texts, TextTask, learnable
from core.evaluation.tuning import Tuner
from core.training.device.choosing import one_device

REMEDY = "choose a smaller --batch or --length"
_TASKS: dict[str, type[Entities] | type[Classes]] = {"ner": Entities, "classify": Classes}


def evaluate_text(kind: Literal["ner", "classify"], options: TextOptions, on_progress: OnProgress) -> Evaluation:
    """Fine-tunes the model once for each seed. The same options give the same scores on the same processor.

    Blocks for minutes to days. Raises `UsageError` for a model or data that cannot be used, and `LocalFault` where
    training diverges, or the device or its memory does not suffice.
    """
    if options.threads is not None:
        torch.set_num_threads(options.threads)
    with enough_memory(REMEDY):
        return _Evaluator(kind, options, on_progress).evaluation()


@dataclass(frozen=True, slots=True)
class _Files:
    train: Texts
    dev: Texts
    test: Texts | None

    @property
    def scored(self) -> Texts:
        return self.test or self.dev


class _Evaluator:
    def __init__(self, kind: Literal["ner", "classify"], options: TextOptions, on_progress: OnProgress) -> None:
        self._kind, self._options, self._on_progress = kind, options, on_progress
        self._device = one_device(options.device)
        self._checkpoint = Checkpoint.open(options.model, from_random=options.from_random)
        self._task: TextTask = _TASKS[kind](self._paths(), options.limit)
        tokenizer = self._checkpoint.tokenizer()
        self._config = self._checkpoint.config(num_labels=len(self._task.labels))
        self._length = min(options.length, longest(self._config, tokenizer) or options.length)
        self._padding = _padding(self._config, tokenizer)
        self._parameters = 0
        on_progress(Progress("reading the samples", 0, 1))
        train, dev, *test = (self._task.encode(file, tokenizer, self._length) for file in self._paths())
        self._files = _Files(train, dev, test[0] if test else None)

    def _paths(self) -> list[Path]:
        options = self._options
        return [options.train, options.dev, *([options.test] if options.test else [])]

    def evaluation(self) -> Evaluation:
        options = self._options
        runs = [self._run(seed) for seed in range(options.seeds)]
        roles: Sequence[Any] = ("train", "dev", "test")
        files = [self._files.train, self._files.dev, self._files.test]
        data = [
            Data(role, str(path), len(texts.encoded), words_left_out=texts.words_left_out)
            for role, path, texts in zip(roles, self._paths(), files, strict=False)
            if texts is not None
        ]
        return Evaluation(
            task=self._kind,
            metric=METRICS[self._kind],
            model=str(options.model),
            weights="random" if options.from_random else "checkpoint",
            parameters=self._parameters,
            device=str(self._device),
            data=data,
            scored="test" if options.test else "dev",
            settings={
                "seeds": options.seeds,
                "epochs": options.epochs,
                "learning_rate": options.learning_rate,
                "batch": options.batch,
                "length": self._length,
                "patience": options.patience,
                "precision": options.precision,
                "limit": options.limit,
            },
            scores=summarise(runs),
            runs=runs,
        )

    def _run(self, seed: int) -> Run:
        begun = time.perf_counter()
        model = self._checkpoint.build(self._task.model_kind, self._config, seed)
        self._parameters = parameters_of(model)
        prefix = f"run {seed + 1} of {self._options.seeds}, "

        def on_progress(made: Progress) -> None:
            self._on_progress(Progress(prefix + made.what, made.done, made.total, made.note))

        tuner = Tuner(model, self._options, self._padding, self._device, on_progress)
        files = self._files
        train = learnable(files.train.encoded)
        if not train:
            raise UsageError(
                f"The tokenizer finds no word in {self._options.train}; use a model of the texts' language."
            )
        tuned = tuner.tune(train, files.dev.encoded, lambda labels: files.dev.scores(labels)[0].value, seed)
        predicted = tuned.predicted
        if files.test is not None:
            predicted, _ = tuner.predict(files.test.encoded, "scoring the test")
        scores = files.scored.scores(predicted)
        return Run(seed, scores, time.perf_counter() - begun, epochs=tuned.epochs, best_epoch=tuned.best_epoch)


def _padding(config: Any, tokenizer: PreTrainedTokenizerFast) -> int:
    """The token that fills batches up; a sequence classifier of the GPT kind wants to know it, too."""
    padding = config.pad_token_id if config.pad_token_id is not None else tokenizer.pad_token_id
    if padding is None:
        padding = tokenizer.eos_token_id if tokenizer.eos_token_id is not None else 0
    config.pad_token_id = padding
    return int(padding)
