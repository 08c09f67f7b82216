"""The trainer process at work: commands between micro-batches, micro-batches between commands."""

import gc
from pathlib import Path

import torch

from core.data.objects import ObjectStore
from core.data.ranges import SampleRange
from core.errors import LocalFault
from core.identity.amendment import Joined
from core.identity.manifest import Manifest
from core.identity.wire import from_json
from core.saying import say
from core.training import messages as m
from core.training.api import Kept
from core.training.buffers import NoTwins
from core.training.computing import Computing
from core.training.desk import Desk
from core.training.device.choosing import give_device_memory_back
from core.training.export import export
from core.training.gate import Gate
from core.training.inbox import Channel, Stopped
from core.training.layout import moments_of, read_layout, read_parameters
from core.training.optimizers import apply_step
from core.training.samples import OpenSamples
from core.training.tasks import plug_of
from core.training.vectors import SharedVectors


class Worker:
    """Obeys `messages` and reports. `run` ends by `Stopped`, or by what makes going on pointless."""

    def __init__(self, channel: Channel, setup: m.Setup, manifest: Manifest, opener: OpenSamples) -> None:
        if setup.threads is not None:
            torch.set_num_threads(setup.threads)
        self._cores = setup.threads or 0
        self._channel, self._manifest, self._objects = channel, manifest, Path(setup.objects)
        self._layout = read_layout(ObjectStore(self._objects).path(manifest.initial_weights))
        if self._layout.elements != manifest.elements:
            raise LocalFault(
                say(
                    "The initial weights have {elements} values, but the manifest says {expected}; ask the organiser "
                    "for a correct manifest.",
                    elements=self._layout.elements,
                    expected=manifest.elements,
                )
            )
        self._vectors = SharedVectors.attach(setup.segment, manifest.elements, moments_of(manifest.optimizer))
        self._state, self._average = torch.from_numpy(self._vectors.state), torch.from_numpy(self._vectors.average)
        self._parameters = self._state[: self._layout.elements]
        self._gradient = torch.from_numpy(self._vectors.gradient)
        self._signals = self._vectors.signals
        self._gate = Gate(self._signals, channel)
        channel.beat = self._beat
        self._holder: Computing | NoTwins
        self._desk: Desk | None
        if setup.trains:
            self._holder, self._desk = self._take_seat(setup, opener)
        else:
            self._holder, self._desk = NoTwins(self._gradient, is_heir=setup.is_heir), None

    def _take_seat(self, setup: m.Setup, opener: OpenSamples) -> tuple[Computing, Desk]:
        from core.training.assembling import Parts, assemble  # transformers; needed to train alone

        source = opener(self._manifest, self._objects, Path(setup.prepared))
        source.join(from_json(list[Joined], setup.joined))
        parts = Parts(
            self._manifest,
            self._layout,
            self._parameters,
            self._gradient,
            self._gate,
            setup.manner,
            setup.segment,
            setup.in_background,
            setup.is_heir,
            setup.limits,
        )
        computing = assemble(setup.device, parts)
        return computing, Desk(self._channel, computing, source)

    def run(self) -> None:
        desk = self._desk
        device, micro_batch = (desk.device, desk.micro_batch) if desk else ("cpu", 0)
        self._channel.report(m.Ready(device, micro_batch))
        while True:
            for command in self._channel.take():
                self._obey(command)
            if self._desk and self._desk.has_work and self._gate.is_open:
                self._follow_cores()
                self._desk.work()
            else:
                self._channel.wait()

    def _beat(self) -> None:
        self._signals.beats += 1

    def _follow_cores(self) -> None:
        """Only what the engine has changed since: with several processors' ranks each has its part."""
        if (cores := self._signals.cores) != self._cores and cores:
            self._cores = cores
            torch.set_num_threads(cores)

    def _obey(self, command: m.Command) -> None:
        match command:
            case m.Stop():
                raise Stopped
            case m.Assign():
                assert self._desk is not None, "this trainer keeps the state only"
                self._desk.assign(command.samples)
            case m.Wake():
                pass  # it has been heard by waking
            case m.Join():
                if self._desk is not None:
                    self._desk.join(command.joined)
            case m.Heard():
                if self._desk is not None:
                    self._desk.hear()
            case _:
                try:
                    undone = self._answer(command)
                except LocalFault as fault:
                    self._channel.report(m.Failed(command.number, fault.saying))
                else:
                    self._channel.report(m.Done(command.number, undone))

    def _answer(self, question: m.Question) -> tuple[SampleRange, ...]:
        """What was to be done and is not."""
        match question:
            case m.Freeze():
                return self._desk.publish() if self._desk else ()
            case m.Release():
                self._release()
            case _:
                self._change(question)
        return ()

    def _release(self) -> None:
        assert self._desk is not None, "this trainer has no device"
        self._desk.publish()
        self._desk.close()
        self._holder, self._desk = NoTwins(self._gradient, is_heir=True), None
        gc.collect()  # hooks of the model refer to what refers to the model
        give_device_memory_back()

    def _change(self, command: m.Clear | m.Apply | m.Reload | m.Export | m.Adopt) -> None:
        manifest = self._manifest
        match command:
            case m.Clear():
                self._holder.clear()
            case m.Reload():
                self._holder.load()
            case m.Adopt():
                self._holder.adopt()
            case m.Apply():
                apply_step(
                    manifest.optimizer,
                    self._layout,
                    self._state,
                    self._average,
                    command.scalars,
                    manifest.clip_norm,
                    plug_of(manifest.task).step_rules(manifest.task, command.step),
                )
                self._holder.load()
                if self._desk:
                    self._desk.follow(command.step)
                if command.clear:
                    self._holder.clear()
            case m.Export():
                self._export(command)

    def _export(self, command: m.Export) -> None:
        parameters = self._vectors.state[: self._layout.elements]
        if command.kept is not None:
            path, offset = command.kept
            parameters = read_parameters(Kept(Path(path), offset), self._layout.elements)
        export(self._manifest, self._objects, self._layout, parameters, Path(command.folder), command.card)
