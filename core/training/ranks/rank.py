"""One of the other ranks at work: it computes what rank 0 orders."""

import os
from collections.abc import Mapping

import numpy as np
import torch

from core.identity.manifest import Manifest
from core.identity.wire import from_json
from core.training.buffers import Buffers
from core.training.device.choosing import Names, on_first_that_works, open_device
from core.training.gate import Gate, Signs
from core.training.layout import layout_of, moments_of
from core.training.learner import Learner
from core.training.ranks import messages as r
from core.training.ranks.orders import Orders
from core.training.ranks.parcel import Bytes, unpack
from core.training.signals import Signals
from core.training.vectors import SharedVectors


class AlwaysSet:
    """Signs where rank 0's cannot be seen: it orders nothing while nothing may run."""

    may_run = True
    stands_aside = False
    duty = 1.0
    is_busy = False
    passes = 0


class SeenFromAside:
    """What rank 0 is told, to another rank of the same machine. What that one does is not the engine's to watch."""

    is_busy = False
    passes = 0

    def __init__(self, signals: Signals) -> None:
        self._signals = signals

    @property
    def may_run(self) -> bool:
        return self._signals.may_run

    @property
    def stands_aside(self) -> bool:
        return self._signals.stands_aside

    @property
    def duty(self) -> float:
        return self._signals.duty


def own_name(names: Names, environment: Mapping[str, str] = os.environ) -> str:
    """Of several devices, the one of a rank that `torchrun` has started."""
    return names[int(environment.get("LOCAL_RANK", 0)) % len(names)]


class Rank:
    """Has a model, and a gradient of its own."""

    def __init__(self, orders: Orders, begin: r.Begin) -> None:
        """Raises `LocalFault` where this device cannot do it."""
        if begin.threads is not None:
            torch.set_num_threads(begin.threads)
        self._orders = orders
        self._manifest = from_json(Manifest, begin.manifest)
        self._layout = layout_of(begin.tensors)
        signs = self._see_parameters(begin.segment)
        self._gradient = torch.zeros(self._layout.elements)
        gate = Gate(signs, orders)
        self._learner, self._buffers = on_first_that_works(
            begin.device, lambda names: self._on(own_name(names), begin, gate)
        )
        self._example = self._learner.learning.example(1)

    def _see_parameters(self, segment: str) -> Signs:
        elements = self._layout.elements
        if not segment:
            self._parameters = torch.zeros(elements)
            return AlwaysSet()
        self._vectors = SharedVectors.attach(segment, elements, moments_of(self._manifest.optimizer))
        self._parameters = torch.from_numpy(self._vectors.state)[:elements]
        return SeenFromAside(self._vectors.signals)

    def _on(self, name: str, begin: r.Begin, gate: Gate) -> tuple[Learner, Buffers]:
        device = open_device(name, begin.limits)
        buffers = Buffers(self._parameters, self._gradient, device)
        learner = Learner(self._manifest, self._layout, buffers, device, gate, begin.manner)
        learner.fit()
        return learner, buffers

    def run(self) -> None:
        """Until the process ends. Raises `LocalFault` where going on is pointless."""
        self._orders.answer(r.Begun(self._learner.device, self._learner.micro_batch))
        while True:
            self._obey(*self._orders.take())

    def _obey(self, order: r.Order, content: Bytes) -> None:
        match order:
            case r.Accumulate():
                self._accumulate(order, content)
            case r.Publish():
                self._publish()
            case r.Load():
                self._load(content)
            case r.Clear():
                self._learner.clear()
            case r.Follow():
                self._learner.follow(order.step)
            case r.Beware():
                self._learner.beware()

    def _accumulate(self, order: r.Accumulate, content: Bytes) -> None:
        batch = unpack(content, self._example)
        given = self._learner.prepare(_Given(batch), order.samples)
        (verdict,) = self._learner.accumulate(order.samples, given)
        self._orders.answer(r.Judged(verdict.fate, verdict.loss_sum, self._learner.micro_batch))

    def _publish(self) -> None:
        gradient = self._buffers.publish()
        self._orders.answer(r.Published(), gradient.numpy().view(np.uint8))
        self._learner.clear()

    def _load(self, content: Bytes) -> None:
        if len(content):
            self._parameters.copy_(torch.from_numpy(content.view(np.float32)))
        self._learner.load()
        self._orders.answer(r.Loaded())


class _Given:
    """A `core.training.samples.Samples` whose one batch has come already."""

    def __init__(self, batch: object) -> None:
        self._batch = batch

    def batch(self, samples: object) -> object:
        return self._batch

    def join(self, joined: object) -> None:
        """Rank 0 alone has data."""
