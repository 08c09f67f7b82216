"""AdamW: Adam with decoupled weight decay (Loshchilov and Hutter, 2019), in the form of `torch.optim.AdamW`:

w = w - η λ w, then w = w - η / (1 - β₁ᵗ) · m / (√v / √(1 - β₂ᵗ) + ε), with λ = 0 for biases and layer norms.
"""

import numpy as np
import torch

from core.identity.manifest import AdamW
from core.training.api import Scalars
from core.training.layout import Layout
from core.training.optimizers.exact import Scratch, Vectors, blocks, square_roots, update_moments


def adamw_step(optimizer: AdamW, layout: Layout, vectors: Vectors, scalars: Scalars, factor: np.float32 | None) -> None:
    """One step in place; `factor` scales the gradient."""
    scratch = Scratch(vectors)
    rate = np.float32(scalars.learning_rate)
    step = float(rate / np.float32(scalars.correction1))
    decay = float(rate * np.float32(optimizer.weight_decay))
    # A tensor there: by a number, CUDA multiplies with its reciprocal, which rounds twice.
    root = torch.tensor(np.sqrt(np.float32(scalars.correction2)), device=vectors[0].device)
    epsilon = float(np.float32(optimizer.epsilon))
    for tensor in layout.tensors:
        for block in blocks(vectors, tensor):
            one, two, _ = scratch.for_block(block[0])
            update_moments(block, (optimizer.beta1, optimizer.beta2), factor, one, two)
            weights, first, second, _ = block
            if tensor.decays and decay:
                weights.sub_(torch.mul(weights, decay, out=two))
            square_roots(second, one).div_(root).add_(epsilon)
            weights.sub_(torch.div(first, one, out=two).mul_(step))
