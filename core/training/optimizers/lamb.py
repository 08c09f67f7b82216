"""LAMB: layer-wise trust ratios on Adam's update (You et al., 2020), as the sahajBERT run used it.

That is `torch_optimizer.Lamb(debias=True)`: both bias corrections scale the step, not the moments, so that the weight
decay's share of the update is the one before correction:

    u = m / (√v + ε) + λ w        w = w - η · √(1 - β₂ᵗ) / (1 - β₁ᵗ) · min(‖w‖, clamp) / ‖u‖ · u

with the ratio of norms 1 where either is 0, and λ = 0 for biases and layer norms.
"""

import numpy as np
import torch

from core.identity.manifest import Lamb
from core.training.api import Scalars
from core.training.layout import Layout, Tensor
from core.training.optimizers.exact import (
    Scratch,
    Vectors,
    blocks,
    square_roots,
    sum_of_squares,
    total,
    tree_sum,
    update_moments,
)


def lamb_step(optimizer: Lamb, layout: Layout, vectors: Vectors, scalars: Scalars, factor: np.float32 | None) -> None:
    """One step in place; `factor` scales the gradient. The update is computed twice, to measure and to apply it,
    which costs less than keeping it."""
    scratch = Scratch(vectors)
    rate = np.float32(scalars.learning_rate) * np.sqrt(np.float32(scalars.correction2))
    rate = rate / np.float32(scalars.correction1)
    for tensor in layout.tensors:
        squares = []
        for block in blocks(vectors, tensor):
            one, two, three = scratch.for_block(block[0])
            update_moments(block, (optimizer.beta1, optimizer.beta2), factor, one, two)
            update = _update(optimizer, tensor, block, (one, two))
            squares.append(tree_sum(torch.mul(update, update, out=three)))
        weights = vectors[0][tensor.offset : tensor.offset + tensor.size]
        step = rate * _trust(sum_of_squares(weights), total(squares), optimizer.clamp)
        for block in blocks(vectors, tensor):
            one, two, _ = scratch.for_block(block[0])
            block[0].sub_(_update(optimizer, tensor, block, (one, two)).mul_(float(step)))


def _trust(weights: np.float32, update: np.float32, clamp: float) -> np.float32:
    """Ratio of norms, from the sums of squares."""
    weight_norm = min(np.sqrt(weights), np.float32(clamp))
    update_norm = np.sqrt(update)
    return weight_norm / update_norm if weight_norm > 0 and update_norm > 0 else np.float32(1.0)


def _update(
    optimizer: Lamb, tensor: Tensor, block: Vectors, scratch: tuple[torch.Tensor, torch.Tensor]
) -> torch.Tensor:
    """u of the block, in the first scratch."""
    weights, first, second, _ = block
    update, other = scratch
    square_roots(second, update).add_(float(np.float32(optimizer.epsilon)))
    torch.div(first, update, out=update)
    if tensor.decays and optimizer.weight_decay:
        update.add_(torch.mul(weights, float(np.float32(optimizer.weight_decay)), out=other))
    return update
