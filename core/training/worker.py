"""The trainer process at work: commands between micro-batches, micro-batches between commands."""

import functools
import logging
from pathlib import Path

import torch

from core.data.objects import ObjectStore
from core.data.ranges import RangeSet, SampleRange
from core.errors import LocalFault
from core.identity.amendment import Joined
from core.identity.manifest import Manifest
from core.identity.wire import from_json
from core.training import device as devices
from core.training import messages as m
from core.training.api import Kept
from core.training.buffers import Buffers
from core.training.child import OpenSamples
from core.training.export import export
from core.training.feed import Feed
from core.training.gate import Abandoned, Gate
from core.training.inbox import Channel, Stopped
from core.training.layout import moments_of, read_layout, read_parameters
from core.training.optimizers import apply_step
from core.training.tasks import plug_of
from core.training.vectors import SharedVectors

logger = logging.getLogger(__name__)

_REJECTED_MAX = 8
"""Micro-batches in a row without a finite loss after which this machine, or the state, is not to be trusted."""


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
        self._device = devices.choose(setup.device if setup.trains else "cpu")
        self._buffers = Buffers(self._vectors, self._device)
        self._gate = Gate(self._vectors, channel)
        self._desk = _Desk(self, setup, opener) if setup.trains else None

    def run(self) -> None:
        micro_batch = self._desk.micro_batch if self._desk else 0
        self._channel.report(m.Ready(str(self._device), micro_batch))
        while True:
            for command in self._channel.take():
                self._obey(command)
            if self._desk and self._desk.feed.samples and self._gate.is_open:
                self._desk.work()
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
            case m.Freeze():
                self._channel.report(m.Done(command.number, self._freeze()))
            case m.Clear() | m.Apply() | m.Reload() | m.Export():
                try:
                    self._change(command)
                except LocalFault as fault:
                    self._channel.report(m.Failed(command.number, str(fault)))
                else:
                    self._channel.report(m.Done(command.number))

    def _freeze(self) -> tuple[SampleRange, ...]:
        undone = self._desk.drop() if self._desk else []
        self._buffers.publish_gradient()
        if not self._buffers.gradient_is_finite:
            raise LocalFault("its gradient is not finite, which points to faulty hardware or a model gone astray")
        return tuple(undone)

    def _change(self, command: m.Clear | m.Apply | m.Reload | m.Export) -> None:
        manifest, buffers = self._manifest, self._buffers
        match command:
            case m.Clear():
                buffers.clear()
            case m.Reload():
                buffers.load_parameters()
            case m.Apply():
                apply_step(
                    manifest.optimizer,
                    self._layout,
                    buffers.state,
                    buffers.average,
                    command.scalars,
                    manifest.clip_norm,
                    plug_of(manifest.task).step_rules(manifest.task, command.step),
                )
                buffers.load_parameters()
                if self._desk:
                    self._desk.follow(command.step)
                if command.clear:
                    buffers.clear()
            case m.Export():
                self._export(command)

    def _export(self, command: m.Export) -> None:
        parameters = self._vectors.state[: self._layout.elements]
        if command.kept is not None:
            path, offset = command.kept
            parameters = read_parameters(Kept(Path(path), offset), self._layout.elements)
        export(self._manifest, self._objects, self._layout, parameters, Path(command.folder), command.card)


class _Desk:
    """What only a trainer that trains has: model, data, queue."""

    def __init__(self, worker: Worker, setup: m.Setup, opener: OpenSamples) -> None:
        from core.training.learner import Learner  # transformers; needed to train alone

        self._channel = worker._channel
        self._learner = Learner(worker._manifest, worker._layout, worker._buffers, worker._device, worker._gate)
        self._source = source = opener(worker._manifest, worker._objects, Path(setup.prepared))
        source.join(from_json(list[Joined], setup.joined))
        self.micro_batch = self._learner.micro_batch()
        self._learner.watch_stages()
        self.feed = Feed(functools.partial(self._learner.prepare, source), self.micro_batch)
        self._rejected = RangeSet()
        self._rejected_in_a_row = 0
        self._said_starved = False

    def assign(self, samples: SampleRange) -> None:
        self.feed.add(samples)
        self._said_starved = False

    def join(self, joined: bytes) -> None:
        self.feed.prepare_anew()
        self._source.join(from_json(list[Joined], joined))

    def drop(self) -> list[SampleRange]:
        """What was not done, samples without a finite loss among it."""
        undone = RangeSet([*self.feed.drop(), *self._rejected])
        self._rejected = RangeSet()
        return list(undone)

    def follow(self, step: int) -> None:
        self._learner.follow(step)

    def work(self) -> None:
        """One micro-batch."""
        samples, given = self.feed.take()
        self._say_if_starved()
        try:
            outcome = self._learner.accumulate(samples, given)
        except Abandoned:
            self.feed.give_back(samples)
            return
        except torch.OutOfMemoryError:
            self._make_room()
            self.feed.give_back(samples)
            return
        if outcome is None:
            self._reject(samples)
            return
        self._rejected_in_a_row = 0
        self._channel.report(m.Accumulated(samples, outcome.loss_sum, outcome.seconds))

    def _say_if_starved(self) -> None:
        if not self._said_starved and self.feed.samples <= self.micro_batch:
            self._said_starved = True
            self._channel.report(m.Starved())

    def _make_room(self) -> None:
        if self.micro_batch == 1:
            raise LocalFault("the device has too little free memory for one sample; close other programs")
        self.micro_batch //= 2
        logger.info("device memory ran out: %s samples at a time from now on", self.micro_batch)
        torch.cuda.empty_cache()
        self.feed.resize(self.micro_batch)
        self._channel.report(m.Resized(self.micro_batch))

    def _reject(self, samples: SampleRange) -> None:
        self._rejected.add(samples)
        self._rejected_in_a_row += 1
        if self._rejected_in_a_row >= _REJECTED_MAX:
            raise LocalFault("its losses are not finite, which points to faulty hardware or a model gone astray")
