"""Masked language modelling and sentence-order prediction (Lan et al., 2020, section 3.1)."""

from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
import torch
from torch import nn
from torch.nn import functional
from transformers.models.albert.configuration_albert import AlbertConfig
from transformers.models.albert.modeling_albert import AlbertAttention, AlbertForPreTraining, AlbertLayer, AlbertMLMHead
from transformers.models.bert.configuration_bert import BertConfig
from transformers.models.bert.modeling_bert import (
    BertAttention,
    BertForPreTraining,
    BertLayer,
    BertLMPredictionHead,
)

from core.identity.manifest import MlmSop
from core.training.building import built
from core.training.pacing import tokens_between_pauses
from core.training.tasks.api import Sums
from core.training.tasks.mlm_sop.batches import NOT_PREDICTED, Batch
from core.training.tasks.mlm_sop.models import AlbertModel, model_of

_STAGES = (AlbertLayer, AlbertAttention, AlbertMLMHead, BertLayer, BertAttention, BertLMPredictionHead)


@dataclass(frozen=True, slots=True)
class Inputs:
    """A batch of n samples with L tokens, on the device; M positions are to be predicted."""

    input_ids: torch.Tensor
    """[n, L] int64; likewise the next two."""
    attention_mask: torch.Tensor
    token_type_ids: torch.Tensor
    positions: torch.Tensor
    """[M] int64, into the flattened [n * L]."""
    tokens: torch.Tensor
    """[M] int64, the original token there."""
    weights: torch.Tensor
    """[M] float32, 1 / number of predicted positions of the same sample."""
    order: torch.Tensor
    """[n] int64"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the model says of a batch."""

    words: torch.Tensor
    """[M, vocabulary], logits of the predicted positions."""
    order: torch.Tensor
    """[n, 2], logits of the segments' order."""


class MlmSopLearning:
    """A `core.training.tasks.api.Learning`."""

    def __init__(self, task: MlmSop) -> None:
        """Raises `UsageError` where the model is not one that this program knows."""
        self._task = task
        self._shape = model_of(task)

    def build(self, *, initialised: bool = False) -> nn.Module:
        keys: dict[str, Any] = msgspec.structs.asdict(self._shape)
        if isinstance(self._shape, AlbertModel):
            return built(lambda: AlbertForPreTraining(AlbertConfig(**keys)), initialised=initialised)
        return built(lambda: BertForPreTraining(BertConfig(**keys)), initialised=initialised)

    def written_out(self) -> MlmSop:
        return msgspec.structs.replace(self._task, model=msgspec.to_builtins(self._shape))

    def stages(self, model: nn.Module) -> list[nn.Module]:
        """Attention and the rest of each layer, and the vocabulary's head."""
        return [module for module in model.modules() if isinstance(module, _STAGES)]

    def cpu_micro_batch(self, model: nn.Module) -> int:
        return max(1, tokens_between_pauses(self._shape.layer_flops_per_token) // self._task.sequence_tokens)

    def example(self, samples: int) -> Batch:
        shape = (samples, self._task.sequence_tokens)
        labels = np.full(shape, NOT_PREDICTED, np.int64)
        labels[:, : max(1, round(shape[1] * self._task.mask_probability))] = 0
        ones, zeros = np.ones(shape, np.int64), np.zeros(shape, np.int64)
        return Batch(zeros, ones, zeros, labels, np.zeros(samples, np.int64))

    def inputs(self, batch: Batch, device: torch.device) -> Inputs:
        return inputs(batch, device)

    def follow(self, step: int) -> None:
        """Its loss is the same at every step."""

    def loss_sum(self, model: nn.Module, given: Inputs) -> torch.Tensor:
        return loss_sum(model, given)

    def metrics(self, model: nn.Module, given: Inputs) -> Sums:
        said, samples, words = outcome(model, given), len(given.order), len(given.tokens)
        masked, swapped = _losses(said, given)
        return {
            "loss": ((masked + swapped).item(), samples),
            "masked_loss": (masked.item(), samples),
            "order_loss": (swapped.item(), samples),
            "masked_accuracy": ((said.words.argmax(-1) == given.tokens).sum().item(), words),
            "order_accuracy": ((said.order.argmax(-1) == given.order).sum().item(), samples),
        }


def inputs(batch: Batch, device: torch.device) -> Inputs:
    flat = batch.labels.reshape(-1)
    positions = np.flatnonzero(flat != NOT_PREDICTED)
    counts = np.count_nonzero(batch.labels != NOT_PREDICTED, axis=1)
    weights = (1.0 / counts[positions // batch.labels.shape[1]]).astype(np.float32)

    def there(array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(array).to(device)

    return Inputs(
        there(batch.input_ids),
        there(batch.attention_mask),
        there(batch.token_type_ids),
        there(positions),
        there(flat[positions]),
        there(weights),
        there(batch.order),
    )


def outcome(model: Any, given: Inputs) -> Outcome:
    """The vocabulary's logits are computed at the M predicted positions only."""
    is_albert = isinstance(model, AlbertForPreTraining)
    encoder: nn.Module = model.albert if is_albert else model.bert
    encoded = encoder(given.input_ids, attention_mask=given.attention_mask, token_type_ids=given.token_type_ids)
    hidden = encoded.last_hidden_state
    predicted = hidden.reshape(-1, hidden.shape[-1]).index_select(0, given.positions)
    if is_albert:
        return Outcome(model.predictions(predicted), model.sop_classifier(encoded.pooler_output))
    return Outcome(model.cls.predictions(predicted), model.cls.seq_relationship(encoded.pooler_output))


def loss_sum(model: nn.Module, given: Inputs) -> torch.Tensor:
    """Scalar: the sum over samples of (mean cross-entropy of the sample's predicted tokens + cross-entropy of its
    order). A sum, so that the gradient does not depend on how samples were grouped; a sample without predicted tokens
    has the second term alone."""
    masked, swapped = _losses(outcome(model, given), given)
    return masked + swapped


def _losses(said: Outcome, given: Inputs) -> tuple[torch.Tensor, torch.Tensor]:
    masked = functional.cross_entropy(said.words, given.tokens, reduction="none")
    swapped = functional.cross_entropy(said.order, given.order, reduction="sum")
    return (masked * given.weights).sum(), swapped
