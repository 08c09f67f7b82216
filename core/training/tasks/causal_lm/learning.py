"""Prediction of the next token by any decoder that `transformers` knows."""

from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
import torch
from huggingface_hub.errors import StrictDataclassError
from torch import nn
from torch.nn import functional
from transformers import PreTrainedConfig
from transformers.modeling_layers import GradientCheckpointingLayer
from transformers.models.auto.configuration_auto import CONFIG_MAPPING
from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING, MODEL_FOR_CAUSAL_LM_MAPPING_NAMES

from core.errors import UsageError
from core.identity.manifest import CausalLm
from core.saying import say
from core.training.building import built
from core.training.pacing import tokens_between_pauses
from core.training.tasks.api import Sums
from core.training.tasks.causal_lm.recipe import PackedBatch

_NOT_WRITTEN_OUT = {
    *("transformers_version", "architectures", "use_cache", "dtype", "output_hidden_states", "output_attentions"),
    *("return_dict", "id2label", "label2id", "problem_type", "chunk_size_feed_forward", "is_encoder_decoder"),
}
"""Keys of every configuration that do not say what the model computes."""


_COMMON: dict[str, Any] = {"use_cache": False}


@dataclass(frozen=True, slots=True)
class Inputs:
    """On the device."""

    given: torch.Tensor
    """[n, L] int64"""
    following: torch.Tensor
    """[n, L] int64"""


class CausalLmLearning:
    """A `core.training.tasks.api.Learning`."""

    def __init__(self, task: CausalLm) -> None:
        """Raises `UsageError` where `transformers` knows no such decoder."""
        self._task = task
        self._config = config_of(task)

    def build(self, *, initialised: bool = False) -> nn.Module:
        kind = _class_of(self._config)
        try:
            return built(lambda: kind(self._config), initialised=initialised)
        except (ValueError, TypeError, KeyError, AttributeError, RuntimeError, ZeroDivisionError) as error:
            raise _unusable(self._task, error) from error

    def written_out(self) -> CausalLm:
        """The task with every key that decides what the model computes, so that no library's defaults do."""
        config = {key: value for key, value in self._config.to_dict().items() if key not in _NOT_WRITTEN_OUT}
        plain = {key: value for key, value in config.items() if not key.startswith("_")}
        return msgspec.structs.replace(self._task, model=plain)

    def stages(self, model: nn.Module) -> list[nn.Module]:
        """Each layer and its parts with matrices: attention, and what comes after it."""
        layers = _layers(model)
        return layers + [part for layer in layers for part in layer.children() if _has_matrix(part)]

    def cpu_micro_batch(self, model: nn.Module) -> int:
        largest = max((_elements(layer) for layer in _layers(model)), default=_elements(model))
        return max(1, tokens_between_pauses(2 * largest) // self._task.sequence_tokens)

    def example(self, samples: int) -> PackedBatch:
        return PackedBatch(np.zeros((samples, self._task.sequence_tokens + 1), np.int64))

    def inputs(self, batch: PackedBatch, device: torch.device) -> Inputs:
        tokens = torch.from_numpy(batch.tokens).to(device)
        return Inputs(tokens[:, :-1], tokens[:, 1:])

    def follow(self, step: int) -> None:
        """Its loss is the same at every step."""

    def loss_sum(self, model: nn.Module, given: Inputs) -> torch.Tensor:
        """Sum over samples of the mean cross-entropy of its L next tokens."""
        return _cross_entropy(model(input_ids=given.given).logits, given.following) / given.following.shape[1]

    def metrics(self, model: nn.Module, given: Inputs) -> Sums:
        logits = model(input_ids=given.given).logits
        samples, tokens = given.following.shape[0], given.following.numel()
        loss = _cross_entropy(logits, given.following).item()
        right = (logits.argmax(-1) == given.following).sum().item()
        return {"loss": (loss / given.following.shape[1], samples), "token_accuracy": (right, tokens)}


def config_of(task: CausalLm) -> PreTrainedConfig:
    """Raises `UsageError` where `transformers` knows no such decoder, or not all of the keys."""
    keys = dict(task.model)
    kind = keys.pop("model_type")
    if kind not in MODEL_FOR_CAUSAL_LM_MAPPING_NAMES:
        raise UsageError(
            say(
                "The model of task “causal_lm” cannot be used: `transformers` has no causal language model “{kind}”; "
                "name another `model_type`, such as gpt2, llama or qwen3.",
                kind=kind,
            )
        )
    known = CONFIG_MAPPING[kind]().to_dict().keys()
    if unknown := sorted(set(keys) - known):
        raise UsageError(
            say(
                "The model of task “causal_lm” cannot be used: a “{kind}” has no key `{key}`; correct or remove it.",
                kind=kind,
                key=unknown[0],
            )
        )
    try:
        config: PreTrainedConfig = CONFIG_MAPPING[kind](**keys, **_COMMON)
    except (ValueError, TypeError, KeyError, AttributeError, StrictDataclassError) as error:
        raise _unusable(task, error) from error
    return config


def architecture_of(task: CausalLm) -> str:
    """The name of the model's class."""
    return _class_of(config_of(task)).__name__


def _class_of(config: PreTrainedConfig) -> type[nn.Module]:
    found = MODEL_FOR_CAUSAL_LM_MAPPING[type(config)]
    assert isinstance(found, type)
    return found


def _unusable(task: CausalLm, error: Exception) -> UsageError:
    what = str(error).strip().partition("\n")[0][:300].rstrip(".") or type(error).__name__
    return UsageError(
        say(
            "The model of task “causal_lm” ({kind}) cannot be used: {what}.",
            kind=str(task.model["model_type"]),
            what=what,
        )
    )


def _cross_entropy(logits: torch.Tensor, following: torch.Tensor) -> torch.Tensor:
    flat = logits.reshape(-1, logits.shape[-1])
    return functional.cross_entropy(flat.float(), following.reshape(-1), reduction="sum")


def _layers(model: nn.Module) -> list[nn.Module]:
    return [module for module in model.modules() if isinstance(module, GradientCheckpointingLayer)]


def _has_matrix(module: nn.Module) -> bool:
    return any(parameter.dim() >= 2 for parameter in module.parameters())


def _elements(module: nn.Module) -> int:
    return sum(parameter.numel() for parameter in module.parameters())
