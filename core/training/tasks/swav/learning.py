"""SwAV (Caron et al., 2020): each view's vector predicts the codes of the large views of the same picture.

Codes, and batch normalisation, are of a micro-batch: unlike other tasks' losses this one depends on which samples are
computed together, and on the queue of this trainer's earlier vectors. The sum over samples still is what is averaged,
so that a micro-batch counts by its samples; a larger one makes better codes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
import torch
from torch import nn
from torch.nn import functional
from transformers.models.resnet.modeling_resnet import ResNetConvLayer, ResNetShortCut

from core.identity.manifest import Swav
from core.training.building import built
from core.training.pacing import samples_between_pauses
from core.training.statistics import with_statistics
from core.training.tasks.api import Sums
from core.training.tasks.swav.chance import BLUR_MOST
from core.training.tasks.swav.codes import Codes, Queue
from core.training.tasks.swav.models import keys_of, model_of
from core.training.tasks.swav.network import SwavNetwork
from core.training.tasks.swav.recipe import ViewBatch, ViewsOfSize
from core.training.tasks.swav.views import views_on

_STAGES = (ResNetConvLayer, ResNetShortCut, Codes)
_SAMPLES_LEAST, _SAMPLES_MOST = 4, 64
"""On a processor. With fewer, normalisation and codes mean little; with more, one peer has too much of a step."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """n samples on the device."""

    sizes: tuple[torch.Tensor, ...]
    """Of each size [count * n, 3, p, p] float32, view after view."""
    samples: int


class SwavLearning:
    """A `core.training.tasks.api.Learning`. Keeps the queue, which is nobody else's and in no state."""

    def __init__(self, task: Swav) -> None:
        """Raises `UsageError` where the model is not one that this program knows."""
        self._task = task
        self._shape = model_of(task)
        self._queue = Queue(task.queue)
        self._step = 0

    def build(self, *, initialised: bool = False) -> nn.Module:
        return built(lambda: SwavNetwork(self._shape, self._task), initialised=initialised)

    def written_out(self) -> Swav:
        return msgspec.structs.replace(self._task, model=keys_of(self._shape))

    def stages(self, model: nn.Module) -> list[nn.Module]:
        """Each convolution, the projection, and the making of codes."""
        assert isinstance(model, SwavNetwork)
        return [*(module for module in model.modules() if isinstance(module, _STAGES)), model.projection]

    def cpu_micro_batch(self, model: nn.Module) -> int:
        passes = [(size.count, list(self._shape.convolutions(size.pixels))) for size in self._task.crops]
        largest = max(count * max(flops) for count, flops in passes)
        total = sum(count * sum(flops) for count, flops in passes)
        return min(_SAMPLES_MOST, max(_SAMPLES_LEAST, samples_between_pauses(largest, total)))

    def example(self, samples: int) -> ViewBatch:
        return ViewBatch(tuple(self._examples(samples)), samples)

    def _examples(self, samples: int) -> list[ViewsOfSize]:
        shapes = [(size.count * samples, size.pixels) for size in self._task.crops]
        colour = np.stack([np.eye(3, dtype=np.float32), np.zeros((3, 3), np.float32)])
        return [
            ViewsOfSize(
                np.zeros((rows, side, side, 3), np.uint8),
                np.tile(colour, (rows, 1, 1, 1)),
                np.full(rows, BLUR_MOST, np.float32),
            )
            for rows, side in shapes
        ]

    def inputs(self, batch: ViewBatch, device: torch.device) -> Inputs:
        return Inputs(tuple(views_on(device, views) for views in batch.sizes), batch.samples)

    def follow(self, step: int) -> None:
        self._step = step

    def loss_sum(self, model: nn.Module, given: Inputs) -> torch.Tensor:
        """The number of samples times the mean cross-entropy between predictions and codes."""
        assert isinstance(model, SwavNetwork)
        vectors, scores = model(given.sizes)
        uses_queue = self._task.queue > 0 and self._step >= self._task.queue_from_step
        codes = self._codes(model, vectors, scores, given.samples, self._queue if uses_queue else Queue(0))
        if uses_queue:
            self._queue.add(vectors.detach().view(-1, given.samples, vectors.shape[1])[: len(codes)])
        return with_statistics(swapped(scores, codes, self._task.temperature), model, given.samples)

    def metrics(self, model: nn.Module, given: Inputs) -> Sums:
        """`code_accuracy`: how often the prototype that a view predicts is the one of a large view's code."""
        assert isinstance(model, SwavNetwork)
        vectors, scores = model(given.sizes)
        codes = self._codes(model, vectors, scores, given.samples, Queue(0))
        predicted = scores.argmax(1).view(-1, given.samples)
        right = [predicted == code.argmax(1) for code in codes]
        hits = sum(same.sum().item() - same[view].sum().item() for view, same in enumerate(right))
        return {
            "loss": (swapped(scores, codes, self._task.temperature).item(), given.samples),
            "code_accuracy": (hits, len(codes) * (len(predicted) - 1) * given.samples),
        }

    def _codes(
        self, model: SwavNetwork, vectors: torch.Tensor, scores: torch.Tensor, samples: int, queue: Queue
    ) -> list[torch.Tensor]:
        """[n, K] of each large view."""
        prototypes, large = model.prototypes.weight.detach(), self._task.crops[0].count
        views = torch.split(scores.detach(), samples)[:large]
        return [model.codes(view, queue.of_view(number, vectors), prototypes) for number, view in enumerate(views)]


def swapped(scores: torch.Tensor, codes: Sequence[torch.Tensor], temperature: float) -> torch.Tensor:
    """Scalar: the sum over samples of the cross-entropy between what each other view predicts and a view's code, in the
    mean over both (equation 2 and section 3.2). `scores` [V * n, K], view after view; `codes` [n, K] of the first
    views."""
    predictions = functional.log_softmax(scores / temperature, 1).view(-1, *codes[0].shape)
    everything = predictions.sum(0)
    agreements = [(code * (everything - predictions[view])).sum() for view, code in enumerate(codes)]
    return -torch.stack(agreements).mean() / (len(predictions) - 1)
