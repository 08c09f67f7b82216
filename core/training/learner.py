"""Forward and backward passes that accumulate in the flat gradient."""

import logging
import math
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

from core.data.batches import NOT_PREDICTED, Batch
from core.data.objects import ObjectStore
from core.data.ranges import SampleRange
from core.data.tokenizer import TextTokenizer
from core.identity.manifest import Manifest
from core.training import device as devices
from core.training.architectures import model_of
from core.training.buffers import Buffers
from core.training.child import Samples
from core.training.gate import Gate
from core.training.layout import Layout
from core.training.model import bind, build, stages
from core.training.tasks import mlm_sop

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    loss_sum: float
    seconds: float
    """Without pauses."""


class Learner:
    """The model of a manifest, bound to `buffers`. Prepares batches in any thread, computes in one."""

    def __init__(  # put together in one place, the worker
        self, manifest: Manifest, objects: Path, layout: Layout, buffers: Buffers, device: torch.device, gate: Gate
    ) -> None:
        """Raises `UsageError` if the manifest's task, model, tokenizer and weights do not fit together."""
        tokenizer = TextTokenizer.open(ObjectStore(objects).path(manifest.tokenizer))
        self._shape = model_of(manifest.task, tokenizer.vocabulary)
        self._model = build(self._shape)
        bind(self._model, layout, buffers.parameters, buffers.gradient)
        self._manifest, self._device, self._gate, self._buffers = manifest, device, gate, buffers

    def watch_stages(self) -> None:
        """From now on every layer, forward and backward, passes the gate."""
        for stage in stages(self._model):
            stage.register_forward_pre_hook(self._gate.pass_forward)
            stage.register_forward_hook(self._watch_backward)

    def micro_batch(self) -> int:
        """Samples at a time that suit the device; on anything but a CPU by trying, which leaves the gradient zero."""
        length = self._manifest.task.sequence_tokens
        if self._device.type == "cpu":
            return devices.cpu_micro_batch(self._shape, length)
        size = devices.probed_micro_batch(self._try)
        self._buffers.clear()
        return size

    def prepare(self, source: Samples, samples: SampleRange) -> mlm_sop.Inputs:
        return mlm_sop.inputs(source.batch(samples), self._device)

    def accumulate(self, samples: SampleRange, given: mlm_sop.Inputs) -> Outcome | None:
        """Adds the gradient of the samples' losses to the buffer. None, and nothing is added, if the loss is not
        finite. Raises `Abandoned` before the backward pass, or `torch.OutOfMemoryError`, likewise before it."""
        begun, paused_s = time.perf_counter(), self._gate.paused_s
        if self._shape.has_dropout:
            torch.manual_seed((self._manifest.seed << 32 ^ samples.start) & (1 << 63) - 1)
        self._gate.pass_forward()
        loss = mlm_sop.loss_sum(self._model, given)
        value = loss.item()
        self._gate.pass_forward()
        if not math.isfinite(value):
            logger.warning("loss of samples %s to %s is not finite", samples.start, samples.stop)
            return None
        try:
            loss.backward()  # type: ignore[no-untyped-call]
            self._synchronize()
        except torch.OutOfMemoryError as error:
            raise RuntimeError("device memory ran out in the backward pass; the gradient is void") from error
        return Outcome(value, time.perf_counter() - begun - (self._gate.paused_s - paused_s))

    def _watch_backward(self, _: nn.Module, __: object, output: torch.Tensor | tuple[torch.Tensor, ...]) -> None:
        output = output if isinstance(output, torch.Tensor) else output[0]
        output.register_hook(self._gate.pass_backward)  # type: ignore[no-untyped-call]

    def _try(self, samples: int) -> None:
        """A whole pass over made-up samples of full length."""
        shape = (samples, self._manifest.task.sequence_tokens)
        labels = np.full(shape, NOT_PREDICTED, np.int64)
        labels[:, : max(1, round(shape[1] * self._manifest.task.mask_probability))] = 0
        ones, zeros = np.ones(shape, np.int64), np.zeros(shape, np.int64)
        batch = Batch(zeros, ones, zeros, labels, np.zeros(samples, np.int64))
        mlm_sop.loss_sum(self._model, mlm_sop.inputs(batch, self._device)).backward()  # type: ignore[no-untyped-call]
        self._synchronize()

    def _synchronize(self) -> None:
        if self._device.type == "cuda":
            torch.cuda.synchronize(self._device)
