"""The protocol behind which tasks live. No torch, but for what a `Learning` handles.

A plug is found by its task's type (`core.training.tasks.plug_of`) and says what a manifest may ask of it, how shards
become batches (`Recipe`), and how batches become losses (`Learning`). None of them can run code that a manifest brings.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec

from core.data.recipe import Recipe
from core.data.tokenizer import TextTokenizer
from core.identity.manifest import Manifest, Task
from core.training.api import Vector
from core.training.layout import Layout
from core.training.rules import StepRules

if TYPE_CHECKING:
    import torch
    from torch import nn

Fault = tuple[str, str]
"""A key as in the organiser's file, and what is wrong with its value."""

Sums = Mapping[str, tuple[float, float]]
"""Of each metric the sum over a batch and what to divide it by, so that batches can be added up."""


Tries = Literal["fill_mask", "complete", "none"]
"""What a model can be tried with: candidates for the first gap of a text, one continuation of it, or no text."""


class Guess(msgspec.Struct, frozen=True):
    """What a model says of a text."""

    text: str
    probability: float


class Trial(Protocol):
    """Asks a model about people's texts."""

    def answer(self, model: "nn.Module", text: str, count: int) -> list[Guess]:
        """At most `count`, best first; `model` is bound, in evaluation mode, on the CPU. Raises `UsageError` where
        nothing can be said of the text, with what to write instead."""
        ...


class Learning(Protocol):
    """One task's model and loss. Used in the trainer process alone."""

    def build(self, *, initialised: bool = False) -> "nn.Module":
        """The model in training mode on the CPU, float32. Unless `initialised`, its parameters' memory is not even
        touched. Raises `UsageError` where `transformers` does not accept the configuration."""
        ...

    def written_out(self) -> Task:
        """The task with a configuration that leaves nothing to any library's defaults."""
        ...

    def stages(self, model: "nn.Module") -> "list[nn.Module]":
        """The pieces between which training may pause; one that is shared counts each time it is used."""
        ...

    def cpu_micro_batch(self, model: "nn.Module") -> int:
        """Samples per forward/backward on a processor: enough for efficient matrix products, few enough to pause
        soon."""
        ...

    def example(self, samples: int) -> Any:
        """A made-up batch of the greatest size that so many samples can have, to probe the device with."""
        ...

    def inputs(self, batch: Any, device: "torch.device") -> Any:
        """The recipe's batch on the device."""
        ...

    def follow(self, step: int) -> None:
        """The parameters are those after `step`. Not told after a start or a jump to another state, until the next."""
        ...

    def loss_sum(self, model: "nn.Module", given: Any) -> "torch.Tensor":
        """Scalar: the sum over samples of the per-sample loss."""
        ...

    def metrics(self, model: "nn.Module", given: Any) -> Sums:
        """What there is to know of a batch without a gradient: `loss` per sample, and what the task can tell."""
        ...


class Plug(Protocol):
    """One kind of task."""

    @property
    def needs_tokenizer(self) -> bool: ...

    @property
    def tries(self) -> Tries: ...

    def drafted(self, model: dict[str, Any], task: Mapping[str, Any]) -> dict[str, Any]:
        """An organiser's model with the defaults written out, so that no library's decide; `task` is the file's
        table beside it."""
        ...

    def completed(self, task: Any, tokenizer: TextTokenizer | None) -> Task:
        """The draft's task with what follows from the tokenizer."""
        ...

    def faults(self, task: Any) -> Iterator[Fault]:
        """What keeps the task from being used, as far as can be told without torch."""
        ...

    def recipe(self, manifest: Manifest, tokenizer: TextTokenizer | None) -> Recipe:
        """Raises `LocalFault` if the tokenizer does not fit."""
        ...

    def learning(self, task: Any) -> Learning:
        """Imports torch."""
        ...

    def trial(self, task: Any, tokenizer: TextTokenizer) -> Trial:
        """Where `tries` is not `none`. Imports torch."""
        ...

    def step_rules(self, task: Any, step: int) -> StepRules:
        """What optimizer step number `step`, from 1, is to heed."""
        ...

    def weights(self, layout: Layout, parameters: Vector) -> Mapping[str, bytes]:
        """The files of a `transformers` folder that hold `parameters` [P], by name."""
        ...

    def export(self, task: Any, tokenizer: Path | None) -> Mapping[str, bytes]:
        """The files beside these, by name."""
        ...
