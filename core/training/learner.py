"""Forward and backward passes that accumulate in the flat gradient."""

import logging
import math
import time
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from core.data.ranges import SampleRange
from core.identity.manifest import Manifest
from core.training import device as devices
from core.training.buffers import Buffers
from core.training.building import bind
from core.training.child import Samples
from core.training.gate import Gate
from core.training.layout import Layout
from core.training.tasks import plug_of

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    loss_sum: float
    seconds: float
    """Without pauses."""


class Learner:
    """The model of a manifest, bound to `buffers`. Prepares batches in any thread, computes in one."""

    def __init__(self, manifest: Manifest, layout: Layout, buffers: Buffers, device: torch.device, gate: Gate) -> None:
        """Raises `UsageError` if the manifest's task, model and weights do not fit together."""
        self._learning = plug_of(manifest.task).learning(manifest.task)
        self._model = self._learning.build()
        bind(self._model, layout, buffers.parameters, buffers.gradient)
        self._manifest, self._device, self._gate, self._buffers = manifest, device, gate, buffers
        self._goes_backward = False

    def watch_stages(self) -> None:
        """From now on every stage, forward and backward, passes the gate."""
        for stage in self._learning.stages(self._model):
            stage.register_forward_pre_hook(self._pass_gate)
            stage.register_forward_hook(self._watch_backward)

    def micro_batch(self) -> int:
        """Samples at a time that suit the device; on anything but a CPU by trying, which leaves the gradient zero."""
        if self._device.type == "cpu":
            return self._learning.cpu_micro_batch(self._model)
        size = devices.probed_micro_batch(self._try)
        self._buffers.clear()
        return size

    def prepare(self, source: Samples, samples: SampleRange) -> Any:
        """The task's inputs, on the device."""
        return self._learning.inputs(source.batch(samples), self._device)

    def follow(self, step: int) -> None:
        """The parameters are those after `step`."""
        self._learning.follow(step)

    def accumulate(self, samples: SampleRange, given: Any) -> Outcome | None:
        """Adds the gradient of the samples' losses to the buffer. None, and nothing is added, if the loss is not
        finite. Raises `Abandoned` before the backward pass, or `torch.OutOfMemoryError`, likewise before it."""
        begun, paused_s = time.perf_counter(), self._gate.paused_s
        # For dropout: a sample's has to be the same on every machine that computes it in the same micro-batch.
        torch.manual_seed((self._manifest.seed << 32 ^ samples.start) & (1 << 63) - 1)
        self._gate.pass_forward()
        loss = self._learning.loss_sum(self._model, given)
        value = loss.item()
        self._gate.pass_forward()
        if not math.isfinite(value):
            logger.warning("loss of samples %s to %s is not finite", samples.start, samples.stop)
            return None
        try:
            self._go_backward(loss)
        except torch.OutOfMemoryError as error:
            raise RuntimeError("device memory ran out in the backward pass; the gradient is void") from error
        return Outcome(value, time.perf_counter() - begun - (self._gate.paused_s - paused_s))

    def _go_backward(self, loss: torch.Tensor) -> None:
        self._goes_backward = True
        try:
            loss.backward()  # type: ignore[no-untyped-call]
            self._synchronize()
        finally:
            self._goes_backward = False

    def _pass_gate(self, *_: object) -> None:
        """What is computed forward again, because it was not kept, belongs to the backward pass: that must end."""
        if self._goes_backward:
            self._gate.pass_backward()
        else:
            self._gate.pass_forward()

    def _watch_backward(self, _: nn.Module, __: object, output: Any) -> None:
        outputs = output if isinstance(output, tuple | list) else [output]
        tensor = next((part for part in outputs if isinstance(part, torch.Tensor) and part.requires_grad), None)
        if tensor is not None:
            tensor.register_hook(self._gate.pass_backward)  # type: ignore[no-untyped-call]

    def _try(self, samples: int) -> None:
        """A whole pass over made-up samples of full length."""
        given = self._learning.inputs(self._learning.example(samples), self._device)
        self._learning.loss_sum(self._model, given).backward()  # type: ignore[no-untyped-call]
        self._synchronize()

    def _synchronize(self) -> None:
        if self._device.type == "cuda":
            torch.cuda.synchronize(self._device)
