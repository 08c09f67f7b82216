"""Optimizers whose result is the same to the bit on every machine (design §5, "Identical replicas").

Rules, for everything in this folder: float32; each torch call rounds once per element (`mul`, `add`, `sub`, `div` by a
tensor; none of the fused `addcmul`, `addcdiv`, `lerp`, `add(alpha=…)`, `norm`, `sum`, and not `sqrt`); square roots and
sums are those of `exact.py`, the latter in a fixed tree; scalars are `numpy.float32`, rounded after each operation;
constants come from manifest and plan.
"""

from collections.abc import Callable
from typing import Any

import torch

from core.identity.manifest import AdamW, Lamb, LarcSgd, Optimizer
from core.training.api import Scalars
from core.training.layout import Layout, moments_of
from core.training.optimizers.adamw import adamw_step
from core.training.optimizers.beside import follow, make_rows_unit
from core.training.optimizers.exact import clip_factor, stretches_of
from core.training.optimizers.lamb import lamb_step
from core.training.optimizers.larc_sgd import larc_sgd_step
from core.training.rules import StepRules

_STEPS: dict[type[Optimizer], Callable[..., Any]] = {Lamb: lamb_step, AdamW: adamw_step, LarcSgd: larc_sgd_step}


def apply_step(  # what design §5 says a step depends on
    optimizer: Optimizer,
    layout: Layout,
    state: torch.Tensor,
    average: torch.Tensor,
    scalars: Scalars,
    clip_norm: float | None,
    rules: StepRules = StepRules(),  # noqa: B008  # frozen
) -> None:
    """One step in place on `state` [(1 + moments) P] (parameters, then moments) with the mean gradient `average` [P],
    both float32 on one device, here always the CPU; `average` is left as it is. Working memory is a few blocks,
    whatever P is.

    Statistics have no gradient, no moments and no part in the gradient's norm: they follow `average` (see `beside`)."""
    parameters, *moments = state.view(1 + moments_of(optimizer), layout.elements)
    moved = tuple(tensor for tensor in layout.tensors if not (tensor.is_statistic or tensor.name in rules.still))
    factor = None if clip_norm is None else clip_factor(average, clip_norm, stretches_of(moved))
    with torch.no_grad():
        _STEPS[type(optimizer)](optimizer, Layout(moved), (parameters, *moments, average), scalars, factor)
        for tensor in layout.tensors:
            if tensor.is_statistic:
                follow(tensor, parameters, average)
            elif tensor.name in rules.unit_rows - rules.still:
                make_rows_unit(tensor, parameters)
