"""Optimizers whose result is the same to the bit on every machine (design §5, "Identical replicas").

Rules, for everything in this folder: float32; each torch call rounds once per element (`mul`, `add`, `sub`, `div` by a
tensor; none of the fused `addcmul`, `addcdiv`, `lerp`, `add(alpha=…)`, `norm`, `sum`, and not `sqrt`); square roots and
sums are those of `exact.py`, the latter in a fixed tree; scalars are `numpy.float32`, rounded after each operation;
constants come from manifest and plan.
"""

import torch

from core.identity.manifest import AdamW, Lamb
from core.training.api import Scalars
from core.training.layout import Layout
from core.training.optimizers.adamw import adamw_step
from core.training.optimizers.exact import clip_factor
from core.training.optimizers.lamb import lamb_step


def apply_step(  # what design §5 says a step depends on
    optimizer: Lamb | AdamW,
    layout: Layout,
    state: torch.Tensor,
    average: torch.Tensor,
    scalars: Scalars,
    clip_norm: float | None,
) -> None:
    """One step in place on `state` [3 P] (parameters, first and second moments) with the mean gradient `average` [P],
    both float32 on one device, here always the CPU; `average` is left as it is. Working memory is a few blocks,
    whatever P is."""
    parameters, first, second = state.view(3, layout.elements)
    factor = None if clip_norm is None else clip_factor(average, clip_norm)
    step = lamb_step if isinstance(optimizer, Lamb) else adamw_step
    with torch.no_grad():
        step(optimizer, layout, (parameters, first, second, average), scalars, factor)  # type: ignore[arg-type]
