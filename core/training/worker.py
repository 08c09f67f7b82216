"""The trainer process at work: commands between micro-batches, micro-batches between commands."""

from pathlib import Path

import torch

from core.data.objects import ObjectStore
from core.errors import LocalFault
from core.identity.amendment import Joined
from core.identity.manifest import Manifest
from core.identity.wire import from_json
from core.training import messages as m
from core.training.api import Kept
from core.training.buffers import Buffers
from core.training.computing import Computing
from core.training.desk import Desk
from core.training.device.cpu import Cpu
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
        self._channel, self._manifest, self._objects = channel, manifest, Path(setup.objects)
        self._layout = read_layout(ObjectStore(self._objects).path(manifest.initial_weights))
        if self._layout.elements != manifest.elements:
            raise LocalFault(
                f"The initial weights have {self._layout.elements} values, but the manifest says {manifest.elements}; "
                "ask the organiser for a correct manifest."
            )
        self._vectors = SharedVectors.attach(setup.segment, manifest.elements, moments_of(manifest.optimizer))
        self._state, self._average = torch.from_numpy(self._vectors.state), torch.from_numpy(self._vectors.average)
        self._parameters = self._state[: self._layout.elements]
        self._gradient = torch.from_numpy(self._vectors.gradient)
        self._gate = Gate(self._vectors, channel)
        self._holder: Computing | Buffers
        self._desk: Desk | None
        if setup.trains:
            self._holder, self._desk = self._take_seat(setup, opener)
        else:
            self._holder, self._desk = Buffers(self._parameters, self._gradient, Cpu()), None

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
            if desk and desk.has_work and self._gate.is_open:
                desk.work()
            else:
                self._channel.wait()

    def _obey(self, command: m.Command) -> None:
        match command:
            case m.Stop():
                raise Stopped
            case m.Assign():
                assert self._desk is not None, "this trainer keeps the state only"
                self._desk.assign(command.samples)
            case m.Join():
                if self._desk is not None:
                    self._desk.join(command.joined)
            case m.Heard():
                assert self._desk is not None, "this trainer has nothing to void"
                self._desk.hear()
            case m.Freeze():
                undone = self._desk.publish() if self._desk else ()
                self._channel.report(m.Done(command.number, undone))
            case m.Clear() | m.Apply() | m.Reload() | m.Export():
                try:
                    self._change(command)
                except LocalFault as fault:
                    self._channel.report(m.Failed(command.number, str(fault)))
                else:
                    self._channel.report(m.Done(command.number))

    def _change(self, command: m.Clear | m.Apply | m.Reload | m.Export) -> None:
        manifest = self._manifest
        match command:
            case m.Clear():
                self._holder.clear()
            case m.Reload():
                self._holder.load()
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
