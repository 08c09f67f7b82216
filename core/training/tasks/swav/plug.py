"""Swapped assignments between views of a picture as a plug (see `core.training.tasks.api`)."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from core.data.recipe import Recipe
from core.data.tokenizer import TextTokenizer
from core.errors import UsageError
from core.identity.manifest import Crops, Manifest, Swav
from core.saying import say
from core.training.api import Vector
from core.training.layout import Layout, Tensor, layout_of, pack_weights
from core.training.rules import StepRules
from core.training.tasks.api import Fault, Learning, Trial, Tries
from core.training.tasks.bounds import between
from core.training.tasks.folder import as_json
from core.training.tasks.swav.models import COLOUR_DEVIATION, COLOUR_MEAN, drafted, keys_of, model_of

PROTOTYPES = "prototypes.weight"
_VIEWS_MOST = 32
_MEAN = "running_mean"


class SwavPlug:
    needs_tokenizer = False
    tries: Tries = "none"

    def drafted(self, model: dict[str, Any], task: Mapping[str, Any]) -> dict[str, Any]:
        return drafted(model)

    def completed(self, task: Swav, tokenizer: TextTokenizer | None) -> Swav:
        return task

    def faults(self, task: Swav) -> Iterator[Fault]:
        yield from _faults_of_crops(task.crops)
        yield from between("task.prototypes", task.prototypes, 2, 1 << 17)
        yield from between("task.projection_hidden", task.projection_hidden, 1, 1 << 14)
        yield from between("task.projection", task.projection, 2, 1 << 14)
        yield from between("task.temperature", task.temperature, 0.001, 10.0)
        yield from between("task.epsilon", task.epsilon, 0.02, 10.0)
        yield from between("task.sinkhorn_iterations", task.sinkhorn_iterations, 1, 100)
        yield from between("task.queue", task.queue, 0, 1 << 17)
        yield from between("task.queue_from_step", task.queue_from_step, 1, 1_000_000_000)
        yield from between("task.freeze_prototypes_steps", task.freeze_prototypes_steps, 0, 1_000_000_000)
        yield from between("task.colour_strength", task.colour_strength, 0.0, 2.0)
        yield from between("task.blur_probability", task.blur_probability, 0.0, 1.0)
        try:
            model_of(task)
        except UsageError as error:
            yield "task.model", str(error)[:400].rstrip(".")

    def recipe(self, manifest: Manifest, tokenizer: TextTokenizer | None) -> Recipe:
        from core.training.tasks.swav.recipe import ViewRecipe  # Pillow, which other tasks do without

        return ViewRecipe.of(manifest)

    def learning(self, task: Swav) -> Learning:
        from core.training.tasks.swav.learning import SwavLearning  # torch

        return SwavLearning(task)

    def trial(self, task: Swav, tokenizer: TextTokenizer) -> Trial:
        raise UsageError(say("This collaboration's models are not about text."))

    def step_rules(self, task: Swav, step: int) -> StepRules:
        """Prototypes are unit vectors, and at first stay what they are (Caron et al., 2020, appendix A)."""
        names = frozenset((PROTOTYPES,))
        return StepRules(still=names if step <= task.freeze_prototypes_steps else frozenset(), unit_rows=names)

    def weights(self, layout: Layout, parameters: Vector) -> Mapping[str, bytes]:
        """The network as `transformers` names it, and in a file beside it the head, which nobody needs to use it."""
        network = [tensor for tensor in layout.tensors if tensor.name.startswith("resnet.")]
        head = [tensor for tensor in layout.tensors if not tensor.name.startswith("resnet.")]
        return {
            "model.safetensors": _packed(network, parameters, "resnet."),
            "head.safetensors": _packed(head, parameters, ""),
        }

    def export(self, task: Swav, tokenizer: Path | None) -> Mapping[str, bytes]:
        config = keys_of(model_of(task)) | {"architectures": ["ResNetModel"], "dtype": "float32"}
        return {"config.json": as_json(config), "preprocessor_config.json": as_json(_preprocessing(task))}


def _packed(tensors: list[Tensor], parameters: Vector, prefix: str) -> bytes:
    """A safetensors file of those tensors, named without `prefix`."""
    values = np.concatenate([parameters[tensor.offset : tensor.offset + tensor.size] for tensor in tensors])
    layout = layout_of((tensor.name.removeprefix(prefix), tensor.shape) for tensor in tensors)
    # What torch's norms hold beside their statistics, without a use for it where these move at a fixed rate.
    norms = [name.removesuffix(_MEAN) for name in (tensor.name for tensor in layout.tensors) if name.endswith(_MEAN)]
    return pack_weights(layout, values, [f"{norm}num_batches_tracked" for norm in norms])


def _preprocessing(task: Swav) -> dict[str, Any]:
    """How whole pictures come to look like the large views: for `transformers.AutoImageProcessor`."""
    return {
        "image_processor_type": "ConvNextImageProcessor",
        "size": {"shortest_edge": task.crops[0].pixels},
        "crop_pct": 0.875,
        "resample": 2,
        "image_mean": COLOUR_MEAN,
        "image_std": COLOUR_DEVIATION,
    }


def _faults_of_crops(crops: tuple[Crops, ...]) -> Iterator[Fault]:
    yield from between("task.crops", len(crops), 1, 8)
    yield from between("task.crops", sum(size.count for size in crops), 2, _VIEWS_MOST)
    for size in crops:
        # Two, so that one sample's views can be normalised by their batch however small they have become.
        yield from between("task.crops.count", size.count, 2, _VIEWS_MOST)
        yield from between("task.crops.pixels", size.pixels, 8, 1024)
        yield from between("task.crops.least_area", size.least_area, 0.001, 1.0)
        yield from between("task.crops.most_area", size.most_area, size.least_area, 1.0)
