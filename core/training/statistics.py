"""Batch normalisation whose running statistics are part of the flat vector, and so the same on every replica.

Ordinarily each process moves its running mean and variance by what passed through it. Here they are parameters
without a gradient of their own: what a micro-batch adds in that place is, for each sample, how far the statistic is
from the micro-batch's. So the averaged vector says how far it is from the mean over the step's samples, and the step
(`core.training.optimizers.beside`) goes a tenth of that way: a running average over steps, as exact as all else.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch import nn
from torch.nn import functional

Seen = tuple[torch.Tensor, torch.Tensor]
"""Mean, and unbiased variance, of what passed; each [channels] float32."""


class FollowedNorm(nn.Module):
    """As the `BatchNorm` it is made of, with the same names in its state, but for `num_batches_tracked`."""

    def __init__(self, norm: nn.BatchNorm1d | nn.BatchNorm2d) -> None:
        super().__init__()
        mean, variance = norm.running_mean, norm.running_var
        assert mean is not None
        assert variance is not None
        self.eps = norm.eps
        self.weight, self.bias = norm.weight, norm.bias
        self.running_mean, self.running_var = nn.Parameter(mean), nn.Parameter(variance)
        self.is_noting = False
        self.seen: Seen | None = None
        """Of the last pass while it was noting."""

    def forward(self, values: torch.Tensor) -> torch.Tensor:
        if not self.training:
            mean, variance = self.running_mean.detach(), self.running_var.detach()
            return functional.batch_norm(values, mean, variance, self.weight, self.bias, eps=self.eps)
        # With a momentum of 1 they become those of this batch, which the kernel computes anyway.
        seen = torch.zeros_like(self.running_mean), torch.zeros_like(self.running_var)
        normal = functional.batch_norm(values, *seen, self.weight, self.bias, training=True, momentum=1.0, eps=self.eps)
        if self.is_noting:
            self.seen = seen
        return normal


def follow_norms(model: nn.Module) -> None:
    """Puts a `FollowedNorm` into the place of every `BatchNorm` within `model`."""
    for module in list(model.modules()):
        for name, child in module.named_children():
            if isinstance(child, nn.BatchNorm1d | nn.BatchNorm2d):
                setattr(module, name, FollowedNorm(child))


@contextmanager
def noting(model: nn.Module) -> Iterator[None]:
    """What passes through the norms of `model` inside is noted, for `with_statistics`."""
    norms = _norms(model)
    for norm in norms:
        norm.is_noting, norm.seen = True, None
    try:
        yield
    finally:
        for norm in norms:
            norm.is_noting = False


def with_statistics(loss_sum: torch.Tensor, model: nn.Module, samples: int) -> torch.Tensor:
    """`loss_sum` as it is; its backward pass leaves at the statistics of the norms that noted something what
    `samples` samples add there."""
    running: list[torch.Tensor] = []
    seen: list[torch.Tensor] = []
    for norm in _norms(model):
        if norm.seen is not None:
            running += (norm.running_mean, norm.running_var)
            seen += norm.seen
            norm.seen = None
    if not running:
        return loss_sum
    counted: torch.Tensor = _Statistics.apply(loss_sum, samples, seen, *running)  # type: ignore[no-untyped-call]
    return counted


def _norms(model: nn.Module) -> list[FollowedNorm]:
    return [module for module in model.modules() if isinstance(module, FollowedNorm)]


class _Statistics(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, loss_sum: torch.Tensor, samples: int, seen: Sequence[torch.Tensor], *running: torch.Tensor
    ) -> torch.Tensor:
        ctx.samples, ctx.seen = samples, seen
        ctx.save_for_backward(*running)
        return loss_sum.clone()

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        (gradient,) = gradients
        away = torch._foreach_sub(list(ctx.saved_tensors), list(ctx.seen))
        return gradient, None, None, *torch._foreach_mul(away, gradient * ctx.samples)
