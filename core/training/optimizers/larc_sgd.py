"""SGD with momentum at layer-wise rates: LARC (You et al., 2017, section 4) without clipping, as SwAV uses it.

    s = τ ‖w‖ / (‖g‖ + λ ‖w‖ + ε)        m = μ m + s (g + λ w)        w = w - η m

for every tensor, biases and norms among them. Where ‖w‖ or ‖g‖ is 0 it is plain SGD, without weight decay either:
m = μ m + g. So does the LARC that SwAV's authors trained with (NVIDIA's Apex, wrapped around `torch.optim.SGD`).
"""

import numpy as np
import torch

from core.identity.manifest import LarcSgd
from core.training.api import Scalars
from core.training.layout import Layout, Tensor
from core.training.optimizers.exact import Scratch, rounded, spans, sum_of_squares

LarcVectors = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
"""Parameters, momentum, mean gradient; each [P]."""


def larc_sgd_step(
    optimizer: LarcSgd, layout: Layout, vectors: LarcVectors, scalars: Scalars, factor: np.float32 | None
) -> None:
    """One step in place; `factor` scales the gradient."""
    scratch = Scratch(vectors)
    rate, momentum = rounded(scalars.learning_rate), rounded(optimizer.momentum)
    decay = rounded(optimizer.weight_decay)
    for tensor in layout.tensors:
        adapted = _adapted(optimizer, tensor, vectors, factor)
        for span in spans(tensor):
            weights, kept, gradient = (vector[span] for vector in vectors)
            change, other, _ = scratch.for_block(weights)
            torch.mul(gradient, 1.0 if factor is None else float(factor), out=change)
            if adapted is not None:
                change.add_(torch.mul(weights, decay, out=other)).mul_(float(adapted))
            kept.mul_(momentum).add_(change)
            weights.sub_(torch.mul(kept, rate, out=other))


def _adapted(optimizer: LarcSgd, tensor: Tensor, vectors: LarcVectors, factor: np.float32 | None) -> np.float32 | None:
    """s of the tensor; None where it has none."""
    span = slice(tensor.offset, tensor.offset + tensor.size)
    weights, gradient = (np.sqrt(sum_of_squares(vector[span])) for vector in (vectors[0], vectors[2]))
    if factor is not None:
        gradient = gradient * factor
    if weights == 0 or gradient == 0:
        return None
    trusted = np.float32(optimizer.trust) * weights
    decayed = weights * np.float32(optimizer.weight_decay)
    return np.float32(trusted / (gradient + decayed + np.float32(optimizer.epsilon)))
