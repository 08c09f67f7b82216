"""How the gradient of a micro-batch gets into the gradient of the step."""

from collections.abc import Callable
from typing import Protocol

import torch
from torch import nn

from core.training.device.api import Device
from core.training.layout import Layout

GoBackward = Callable[[torch.Tensor], None]


class GradientVoid(Exception):
    """A backward pass failed in the middle of adding to the gradient."""


class Adding(Protocol):
    @property
    def can_abandon(self) -> bool:
        """Whether a backward pass may end half-way with nothing added."""
        ...

    def add(self, loss: torch.Tensor, scale: float, go_backward: GoBackward) -> bool:
        """Goes backward from `loss` times `scale` and adds the gradient of `loss`. False, and nothing is added, if that
        is not finite. Raises what `go_backward` raises, with nothing added, or `GradientVoid`."""
        ...


class Direct:
    """Backward passes add to the step's gradient themselves. It costs nothing; what is not finite is found when the
    gradient is published, and makes all of it void, as does a pass that fails."""

    can_abandon = False

    def __init__(self, model: nn.Module, layout: Layout, gradient: torch.Tensor, device: Device) -> None:
        _point_gradients(model, layout, gradient)
        self._device = device

    def add(self, loss: torch.Tensor, scale: float, go_backward: GoBackward) -> bool:
        assert scale == 1.0, "what is added cannot be scaled back"
        try:
            go_backward(loss)
        except (RuntimeError, MemoryError) as error:
            if self._device.is_out_of_memory(error):
                raise GradientVoid("memory ran out in a backward pass") from error
            raise
        return True


class Aside:
    """Backward passes leave their gradients where they were computed, from where they are added at the end: so work can
    be left at any moment. Costs memory for them until then, and no time, since they are added once in any case. What is
    not finite is found as with `Direct`."""

    can_abandon = True

    def __init__(self, model: nn.Module, layout: Layout, gradient: torch.Tensor) -> None:
        own = dict(model.named_parameters())
        self._pairs = [
            (own[tensor.name], gradient[tensor.offset : tensor.offset + tensor.size].view(tensor.shape))
            for tensor in layout.tensors
        ]
        self._forget()

    def add(self, loss: torch.Tensor, scale: float, go_backward: GoBackward) -> bool:
        assert scale == 1.0, "what is added is not scaled back"
        try:
            go_backward(loss)
            found = [(sums, own.grad) for own, sums in self._pairs if own.grad is not None]
            torch._foreach_add_([sums for sums, _ in found], [added for _, added in found])
        finally:
            self._forget()
        return True

    def _forget(self) -> None:
        for own, _ in self._pairs:
            own.grad = None


class ThroughScratch:
    """Backward passes fill a vector of their own, which is added if it is finite: whatever happens to a micro-batch,
    the others of the step are safe. Costs three passes over a vector as long as the gradient."""

    can_abandon = True

    def __init__(self, model: nn.Module, layout: Layout, gradient: torch.Tensor) -> None:
        """Takes memory for the vector where `gradient` is."""
        self._gradient, self._scratch = gradient, torch.zeros_like(gradient)
        _point_gradients(model, layout, self._scratch)

    def add(self, loss: torch.Tensor, scale: float, go_backward: GoBackward) -> bool:
        try:
            go_backward(loss if scale == 1.0 else loss * scale)
            # One infinity or NaN makes the sum one too. A sum that overflows by itself is no gradient to go on with.
            is_finite = bool(torch.isfinite(self._scratch.sum()))
            if is_finite:
                self._gradient.add_(self._scratch, alpha=1.0 / scale)
        finally:
            self._scratch.zero_()
        return is_finite


def _point_gradients(model: nn.Module, layout: Layout, vector: torch.Tensor) -> None:
    own = dict(model.named_parameters())
    for tensor in layout.tensors:
        own[tensor.name].grad = vector[tensor.offset : tensor.offset + tensor.size].view(tensor.shape)
