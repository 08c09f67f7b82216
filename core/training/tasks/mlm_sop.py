"""Masked language modelling and sentence-order prediction (Lan et al., 2020, section 3.1)."""

from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from transformers.models.albert.modeling_albert import AlbertForPreTraining

from core.data.batches import NOT_PREDICTED, Batch


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


def loss_sum(model: nn.Module, given: Inputs) -> torch.Tensor:
    """Scalar: the sum over samples of (mean cross-entropy of the sample's predicted tokens + cross-entropy of its
    order). A sum, so that the gradient does not depend on how samples were grouped; a sample without predicted tokens
    has the second term alone. The vocabulary's logits are computed at the M predicted positions only."""
    assert isinstance(model, AlbertForPreTraining)
    encoded = model.albert(given.input_ids, attention_mask=given.attention_mask, token_type_ids=given.token_type_ids)
    hidden = encoded.last_hidden_state
    predicted = hidden.reshape(-1, hidden.shape[-1]).index_select(0, given.positions)
    masked = functional.cross_entropy(model.predictions(predicted), given.tokens, reduction="none")
    swapped = functional.cross_entropy(model.sop_classifier(encoded.pooler_output), given.order, reduction="sum")
    return (masked * given.weights).sum() + swapped
