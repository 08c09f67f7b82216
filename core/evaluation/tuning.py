"""Fine-tuning: AdamW with a linearly falling rate, no warm-up and no weight decay, gradients clipped to norm 1 (what
the scripts released with DeDLOC leave at the defaults of `transformers`), and early stopping."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn.functional import cross_entropy

from core.errors import LocalFault
from core.evaluation.encoding import IGNORED, Batch, Encoded, batches_in_order, collate, random_batches
from core.evaluation.options import OnProgress, Progress, TextOptions
from core.evaluation.results import Epoch
from core.evaluation.stopping import Stopping
from core.training.device.api import Precision
from core.training.device.precision import computing_in

CLIP_NORM = 1.0

Labels = list[list[int]]
"""For each sample the numbers of its labels, in order."""


@dataclass(frozen=True, slots=True)
class Tuned:
    epochs: list[Epoch]
    best_epoch: int
    predicted: Labels
    """Of the development samples, at the best epoch."""


class Tuner:
    """A model on its device, and what one run does with it."""

    def __init__(
        self, model: nn.Module, options: TextOptions, padding: int, device: torch.device, on_progress: OnProgress
    ) -> None:
        """`padding`: the token that fills batches up. `on_progress` hears of `Progress` without the run's number."""
        self._model, self._options, self._padding = model.to(device), options, padding
        self._device, self._on_progress = device, on_progress

    def tune(
        self, train: Sequence[Encoded], dev: Sequence[Encoded], judge: Callable[[Labels], float], seed: int
    ) -> Tuned:
        """Trains until `dev` gets no better. `judge` scores what is predicted for `dev`. Where there is a test to come,
        leaves the model as it was at its best. Raises `LocalFault` where training diverges."""
        options, stopping = self._options, Stopping(self._options.patience)
        optimizer = torch.optim.AdamW(self._model.parameters(), lr=options.learning_rate, weight_decay=0.0)
        steps = options.epochs * math.ceil(len(train) / options.batch)
        schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: max(0.0, 1 - step / steps))
        epochs: list[Epoch] = []
        best: Labels = []
        weights: dict[str, torch.Tensor] = {}
        while len(epochs) < options.epochs and not stopping.is_due:
            number, begun = len(epochs) + 1, time.perf_counter()
            loss = self._learn(train, optimizer, schedule, [seed, number])
            predicted, dev_loss = self.predict(dev, f"epoch {number}, scoring")
            score = judge(predicted)
            epochs.append(Epoch(number, loss, dev_loss, score, time.perf_counter() - begun))
            self._on_progress(Progress(f"epoch {number}", 1, 1, f"loss {loss:.4f}, score {score:.4f} on dev"))
            if stopping.is_better(score, dev_loss):
                best, weights = predicted, self._kept() if options.test else {}
        if weights:
            self._model.load_state_dict(weights)
        return Tuned(epochs, stopping.best_epoch, best)

    def _learn(
        self,
        train: Sequence[Encoded],
        optimizer: torch.optim.Optimizer,
        schedule: torch.optim.lr_scheduler.LRScheduler,
        seed: list[int],
    ) -> float:
        """One epoch. Returns the mean of the batches' losses."""
        batches = random_batches([len(sample.ids) for sample in train], self._options.batch, seed)
        total = 0.0
        self._model.train()
        for done, numbers in enumerate(batches):
            note = f"loss {total / done:.4f}" if done else ""
            self._on_progress(Progress(f"epoch {seed[1]}", done, len(batches), note))
            loss, _ = self._loss([train[number] for number in numbers])
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(self._model.parameters(), CLIP_NORM)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            total += loss.item()
            if not math.isfinite(total):
                raise LocalFault(f"Training diverged in epoch {seed[1]}; choose a smaller --learning-rate.")
        return total / len(batches)

    @torch.inference_mode()
    def predict(self, samples: Sequence[Encoded], what: str) -> tuple[Labels, float]:
        """The most probable labels, and the mean loss over all of them."""
        batches = batches_in_order([len(sample.ids) for sample in samples], self._options.batch)
        predicted: Labels = [[]] * len(samples)
        total = 0.0
        self._model.eval()
        for done, numbers in enumerate(batches):
            self._on_progress(Progress(what, done, len(batches)))
            loss, labels = self._loss([samples[number] for number in numbers], reduction="sum")
            total += loss.item()
            for number, row in zip(numbers.tolist(), labels, strict=True):
                predicted[number] = row
        return predicted, total / max(1, sum(len(labels) for labels in predicted))

    def _loss(self, samples: Sequence[Encoded], reduction: str = "mean") -> tuple[torch.Tensor, Labels]:
        batch = collate(samples, self._padding)
        logits = self._logits(batch)
        labels = batch.labels.to(self._device)
        loss = cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=IGNORED, reduction=reduction)
        if torch.is_grad_enabled():
            return loss, []
        rows = zip(logits.argmax(-1).cpu(), batch.labels, strict=True)
        return loss, [row[known != IGNORED].tolist() for row, known in rows]

    def _logits(self, batch: Batch) -> torch.Tensor:
        """[B, T or 1, labels]."""
        ids, mask = batch.ids.to(self._device), batch.mask.to(self._device)
        with computing_in(Precision(self._options.precision), self._device):
            logits: torch.Tensor = self._model(input_ids=ids, attention_mask=mask).logits
        return (logits if logits.dim() == 3 else logits.unsqueeze(1)).float()

    def _kept(self) -> dict[str, torch.Tensor]:
        return {name: value.detach().to("cpu", copy=True) for name, value in self._model.state_dict().items()}
