"""Forward and backward passes that accumulate in the flat gradient, on one device."""

import logging
import time
from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from core.data.ranges import SampleRange
from core.identity.manifest import Manifest
from core.training.adding import Adding, Aside, Direct, GoBackward, GradientVoid, ThroughScratch
from core.training.buffers import Buffers
from core.training.building import bind
from core.training.device import probing
from core.training.device.api import Device, NoRoom, Precision, cannot_compute, no_room
from core.training.device.precision import chosen
from core.training.gate import Abandoned, Gate
from core.training.layout import Layout
from core.training.manner import AS_THE_DEVICE_LIKES, Manner
from core.training.passes import Passes
from core.training.room import Room
from core.training.samples import Samples
from core.training.stages import Stages
from core.training.tasks import plug_of
from core.training.verdict import Fate, Verdict

logger = logging.getLogger(__name__)


class Learner:
    """The model of a manifest, bound to `buffers`; a `core.training.computing.Computing` once it is `fit`."""

    def __init__(  # what it is made of
        self,
        manifest: Manifest,
        layout: Layout,
        buffers: Buffers,
        device: Device,
        gate: Gate,
        manner: Manner = AS_THE_DEVICE_LIKES,
    ) -> None:
        """Raises `UsageError` if the manifest's task, model and weights do not fit together."""
        self.learning = plug_of(manifest.task).learning(manifest.task)
        self._model = self.learning.build()
        bind(self._model, layout, buffers.parameters, buffers.gradient)
        self._manifest, self._layout, self._device, self._gate, self._buffers = manifest, layout, device, gate, buffers
        self._passes = Passes(device, chosen(manner.precision, device))
        self._stages = Stages(self.learning.stages(self._model))
        is_compiled = manner.compiling == "on" or (manner.compiling == "auto" and device.compiles)
        if is_compiled:
            self._stages.compile()
        self._adding = self._way_of_adding(is_compiled=is_compiled)
        gate.settle = device.synchronize
        self._room = Room(1)
        self._goes_backward = False

    def _way_of_adding(self, *, is_compiled: bool) -> Adding:
        """With as few passes over memory as can be on a processor, where they cost, and straight where a card has no
        room for another vector."""
        if is_compiled or self._passes.precision is Precision.FP16:
            return ThroughScratch(self._model, self._layout, self._buffers.gradient)
        if not self._device.has_own_memory:
            return Aside(self._model, self._layout, self._buffers.gradient)
        if self._has_room_for_scratch():
            return ThroughScratch(self._model, self._layout, self._buffers.gradient)
        return Direct(self._model, self._layout, self._buffers.gradient, self._device)

    def _has_room_for_scratch(self) -> bool:
        """And for other things of more weight."""
        memory = self._device.memory()
        return 4 * self._buffers.gradient.nbytes <= memory.budget_bytes - memory.used_bytes

    @property
    def device(self) -> str:
        return self._device.name

    @property
    def micro_batch(self) -> int:
        return self._room.size

    def fit(self) -> None:
        """Finds out by trying how many samples at a time suit the device, which leaves the gradient zero. From then on
        every stage, forward and backward, passes the gate. Raises `NoRoom`."""
        try:
            self._room = Room(self._probed())
        except NoRoom:
            if not self._stages.keep_inputs_alone():
                raise
            self._room = Room(self._probed())
            logger.info("memory is short: what a layer has computed is not kept, and computed again when needed")
        finally:
            self._buffers.forget_trials()
        for stage in self._stages.watched:
            stage.register_forward_pre_hook(self._pass_gate)
            stage.register_forward_hook(self._watch_backward)
        logger.info(
            "computing on %s in %s, %s samples at a time", self._device.label, self._passes.precision, self.micro_batch
        )

    def _probed(self) -> int:
        """On a processor the task knows what is fast; a card has to be asked."""
        if not self._device.has_own_memory:
            return probing.micro_batch(self._try, self._device, self.learning.cpu_micro_batch(self._model))
        try:
            return probing.micro_batch(self._try, self._device, None)
        except (RuntimeError, TypeError) as error:  # not every backend knows every operation, and every type
            raise cannot_compute(self._device, error) from error

    def _try(self, samples: int) -> None:
        """A whole pass over made-up samples of full length."""
        given = self.learning.inputs(self.learning.example(samples), self._device.place)
        self._run(lambda: self.learning.loss_sum(self._model, given), self._backward)

    def prepare(self, source: Samples, samples: SampleRange) -> Any:
        """The task's inputs, on the device."""
        return self.learning.inputs(source.batch(samples), self._device.place)

    def follow(self, step: int) -> None:
        self.learning.follow(step)

    def accumulate(self, samples: SampleRange, given: Any) -> list[Verdict]:
        """Of all the samples together."""
        begun, paused_s = time.perf_counter(), self._gate.paused_s
        with self._gate.at_work():
            fate, loss_sum = self._fate(samples, given)
        if fate in (Fate.NO_ROOM, Fate.VOID):
            self._make_room()
        elif fate is Fate.DONE and not self._device.has_own_memory and self._device.memory().is_beyond_limit:
            self._take_less()
        elif fate is Fate.DONE and self._room.note_done():
            self._device.limit(self._device.memory().budget_bytes)
        seconds = time.perf_counter() - begun - (self._gate.paused_s - paused_s)
        return [Verdict(samples, fate, loss_sum, seconds)]

    def _fate(self, samples: SampleRange, given: Any) -> tuple[Fate, float]:
        try:
            loss_sum = self._run(lambda: self._go_forward(samples, given), self._go_backward)
        except Abandoned:
            return Fate.ABANDONED, 0.0
        except GradientVoid:
            return Fate.VOID, 0.0
        except (RuntimeError, MemoryError) as error:
            if not self._device.is_out_of_memory(error):
                raise
            return Fate.NO_ROOM, 0.0
        return (Fate.DONE, loss_sum) if loss_sum is not None else (Fate.REJECTED, 0.0)

    def _run(self, go_forward: Callable[[], torch.Tensor], go_backward: GoBackward) -> float | None:
        while True:
            try:
                return self._passes.run(go_forward, go_backward, self._adding)
            except Exception as error:
                if not self._stages.gives_up_compiling(error):
                    raise

    def _go_forward(self, samples: SampleRange, given: Any) -> torch.Tensor:
        # For dropout: a sample's has to be the same on every machine that computes it in the same micro-batch.
        torch.manual_seed((self._manifest.seed << 32 ^ samples.start) & (1 << 63) - 1)
        self._gate.pass_forward()
        return self.learning.loss_sum(self._model, given)

    def _go_backward(self, loss: torch.Tensor) -> None:
        self._gate.pass_forward()
        self._goes_backward = True
        try:
            self._backward(loss)
        finally:
            self._goes_backward = False

    def _backward(self, loss: torch.Tensor) -> None:
        loss.backward()  # type: ignore[no-untyped-call]
        self._device.synchronize()

    def _pass_gate(self, *_: object) -> None:
        """What is computed forward again, because it was not kept, belongs to the backward pass."""
        if self._goes_backward:
            self._pass_backward()
        else:
            self._gate.pass_forward()

    def _watch_backward(self, _: nn.Module, __: object, output: Any) -> None:
        outputs = output if isinstance(output, tuple | list) else [output]
        tensor = next((part for part in outputs if isinstance(part, torch.Tensor) and part.requires_grad), None)
        if tensor is not None:
            tensor.register_hook(self._pass_backward)  # type: ignore[no-untyped-call]

    def _pass_backward(self, *_: object) -> None:
        self._gate.pass_backward(can_abandon=self._adding.can_abandon)

    def _make_room(self) -> None:
        self._device.empty_cache()
        self._device.limit(self._device.memory().budget_bytes)
        if self._room.shrink():
            logger.info("memory ran out: %s samples at a time from now on", self.micro_batch)
        elif self._stages.keep_inputs_alone():
            logger.info("memory ran out: what a layer has computed is not kept from now on")
        else:
            raise no_room(self._device)

    def _take_less(self) -> None:
        """The processor's memory has no limit of its own: what its owner allows is kept to from the next micro-batch
        on, as far as that goes."""
        if self._room.shrink():
            logger.info("more memory was taken than is allowed: %s samples at a time from now on", self.micro_batch)
            self._device.empty_cache()

    def publish(self) -> bool:
        self._buffers.publish()
        return self._buffers.is_finite

    def clear(self) -> None:
        self._buffers.clear()

    def load(self) -> None:
        self._buffers.load()

    def adopt(self) -> None:
        self._buffers.adopt()

    def close(self) -> None:
        """What it has goes with it."""

    def beware(self) -> None:
        """Each micro-batch is looked at before it is added, which costs a few passes over memory."""
        if not isinstance(self._adding, ThroughScratch):
            self._adding = ThroughScratch(self._model, self._layout, self._buffers.gradient)
