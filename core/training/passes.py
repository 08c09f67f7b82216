"""One micro-batch forward and backward, in as many tries as it takes to get a finite gradient, if there is one."""

import math
from collections.abc import Callable

import torch

from core.training.adding import Adding, GoBackward
from core.training.device.api import Device, Precision
from core.training.device.precision import computing_in
from core.training.loss_scale import LossScale

_SCALES_TRIED = 5
"""Of one micro-batch, each a quarter of the one before."""


class Passes:
    """Precision, and what it takes to be safe with it."""

    def __init__(self, device: Device, precision: Precision) -> None:
        self.precision = precision
        self._device = device
        self._scale = LossScale()

    def run(self, go_forward: Callable[[], torch.Tensor], go_backward: GoBackward, adding: Adding) -> float | None:
        """The loss, once its gradient is added; None, and nothing is added, if one of them is not finite. What is not
        at the device's precision is done again in float32 before it is given up.

        `go_forward` must do the same each time.
        """
        if self.precision is Precision.FP16:
            before = self._scale.value
            done = self._in_float16(go_forward, go_backward, adding)
            if done is None and (done := self._in(Precision.FP32, go_forward, go_backward, adding)) is None:
                self._scale.value = before  # the samples are to blame
            return done
        done = self._in(self.precision, go_forward, go_backward, adding)
        if done is None and self.precision is not Precision.FP32:
            done = self._in(Precision.FP32, go_forward, go_backward, adding)
        return done

    def _in_float16(
        self, go_forward: Callable[[], torch.Tensor], go_backward: GoBackward, adding: Adding
    ) -> float | None:
        for _ in range(_SCALES_TRIED):
            loss = self._forward(Precision.FP16, go_forward)
            value = loss.item()
            if not math.isfinite(value):
                return None  # no scale changes that
            if adding.add(loss, self._scale.value, go_backward):
                self._scale.note_good()
                return value
            if not self._scale.note_overflow():
                return None
        return None

    def _in(
        self, precision: Precision, go_forward: Callable[[], torch.Tensor], go_backward: GoBackward, adding: Adding
    ) -> float | None:
        loss = self._forward(precision, go_forward)
        value = loss.item()
        return value if math.isfinite(value) and adding.add(loss, 1.0, go_backward) else None

    def _forward(self, precision: Precision, go_forward: Callable[[], torch.Tensor]) -> torch.Tensor:
        with computing_in(precision, self._device.place):
            return go_forward()
