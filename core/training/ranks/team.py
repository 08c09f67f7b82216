"""Several devices that compute as one: rank 0's own, and those of other processes, here or on other machines."""

import dataclasses
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import numpy as np
import torch

from core.data.ranges import SampleRange
from core.saying import say
from core.training.buffers import Buffers
from core.training.gate import Gate
from core.training.learner import Learner
from core.training.ranks import messages as r
from core.training.ranks.dividing import divided, together
from core.training.ranks.mate import A, Mate, MateLost
from core.training.ranks.parcel import Bytes, pack
from core.training.ranks.wires import NOTHING
from core.training.samples import Samples
from core.training.verdict import Fate, Verdict

_LOOK_EVERY_S = 0.05
PATIENCE_S = 300.0
"""Of work, without pauses: a rank that has not answered for so long hangs. Compiling takes a minute or two."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one of the other ranks is to do of a micro-batch."""

    mate: Mate
    samples: SampleRange
    parcel: Bytes


@dataclass(frozen=True, slots=True)
class Shares:
    own: SampleRange
    given: Any
    """Of rank 0's own samples; see `Learner.prepare`."""
    others: tuple[Share, ...]


class Team:
    """A `core.training.computing.Computing`. Each rank has a gradient of its own, and `publish` adds them up, in the
    ranks' order. A rank that is lost takes its gradient with it, so that the trainer ends with `MateLost`."""

    def __init__(self, own: Learner, buffers: Buffers, mates: Sequence[Mate], gate: Gate, parameters: Bytes) -> None:
        """`buffers` are those of `own`, and `parameters` the bytes of the shared ones. All `mates` have begun."""
        self._own, self._buffers, self._mates, self._gate = own, buffers, mates, gate
        self._parameters = parameters
        self._paused_s = 0.0
        """Spent waiting for others while nothing may run, beside what the gate counts."""

    @property
    def device(self) -> str:
        return together([self._own.device, *(mate.device for mate in self._mates)])

    @property
    def micro_batch(self) -> int:
        return sum(self._sizes)

    @property
    def _sizes(self) -> list[int]:
        return [self._own.micro_batch, *(mate.micro_batch for mate in self._mates)]

    def prepare(self, source: Samples, samples: SampleRange) -> Shares:
        own, *parts = divided(samples, self._sizes)
        assert own is not None, "the first is never left out"
        others = [
            Share(mate, part, pack(source.batch(part)))
            for mate, part in zip(self._mates, parts, strict=True)
            if part is not None
        ]
        return Shares(own, self._own.prepare(source, own), tuple(others))

    def accumulate(self, samples: SampleRange, given: Shares) -> list[Verdict]:
        """One verdict per rank that has a share. Of the time they took together, each has the part of its samples."""
        begun = time.monotonic() - self._all_paused_s
        for share in given.others:
            share.mate.order(r.Accumulate(share.samples), share.parcel)
        verdicts = self._own.accumulate(given.own, given.given)
        verdicts += self._judged(given.others)
        each_s = (time.monotonic() - self._all_paused_s - begun) / len(samples)
        return [dataclasses.replace(verdict, seconds=each_s * len(verdict.samples)) for verdict in verdicts]

    @property
    def _all_paused_s(self) -> float:
        return self._gate.paused_s + self._paused_s

    def _judged(self, shares: Sequence[Share]) -> Iterator[Verdict]:
        for share in shares:
            judged, _ = self._answer(share.mate, r.Judged, hurries=[share.mate for share in shares])
            share.mate.micro_batch = judged.micro_batch
            share.mate.has_gradient |= judged.fate is Fate.DONE
            yield Verdict(share.samples, judged.fate, judged.loss_sum)

    def publish(self) -> bool:
        whole = self._buffers.publish()
        for gradient in self._gradients():
            if len(gradient) != whole.numel():
                raise MateLost(
                    say(
                        "a rank's gradient has {elements} values instead of {expected}",
                        elements=len(gradient),
                        expected=whole.numel(),
                    )
                )
            whole += torch.from_numpy(gradient)
        self._buffers.take_back()
        return self._buffers.is_finite

    def _gradients(self) -> Iterator[np.ndarray]:
        """Of those who have one, in order. While one is added the next is on its way, and no more than that: each is as
        long as the model."""
        owing = [mate for mate in self._mates if mate.has_gradient]
        for mate in owing[:1]:
            mate.order(r.Publish())
        for mate, after in zip_longest(owing, owing[1:]):
            _, content = self._answer(mate, r.Published)
            mate.has_gradient = False
            if after is not None:
                after.order(r.Publish())
            yield content.view(np.float32)

    def clear(self) -> None:
        self._own.clear()
        self._tell(r.Clear())
        for mate in self._mates:
            mate.has_gradient = False

    def load(self) -> None:
        """Returns when all have them: the next step may change the shared ones."""
        for mate in self._mates:
            mate.order(r.Load(), NOTHING if mate.shares_memory else self._parameters)
        self._own.load()
        for mate in self._mates:
            self._answer(mate, r.Loaded)

    def adopt(self) -> None:
        """The whole gradient is rank 0's from now on."""
        self._own.adopt()
        self.load()

    def close(self) -> None:
        for mate in self._mates:
            mate.dismiss()

    def follow(self, step: int) -> None:
        self._own.follow(step)
        self._tell(r.Follow(step))

    def beware(self) -> None:
        self._own.beware()
        self._tell(r.Beware())

    def _tell(self, order: r.Order) -> None:
        for mate in self._mates:
            mate.order(order)

    def _answer(self, mate: Mate, kind: type[A], *, hurries: Sequence[Mate] = ()) -> tuple[A, Bytes]:
        """`hurries`: who is told when something more urgent waits here. Raises `MateLost`, and `Stopped` like the
        gate."""
        waited_s, looked_s = 0.0, time.monotonic()
        while True:
            if self._gate.is_hurried and hurries:
                for other in hurries:
                    other.order(r.Abandon())
                hurries = ()
            answer = mate.answer(kind, _LOOK_EVERY_S)
            if answer is not None:
                return answer
            passed_s = time.monotonic() - looked_s
            looked_s += passed_s
            if self._gate.is_open:
                waited_s += passed_s
            else:
                self._paused_s += passed_s
            if waited_s > PATIENCE_S:
                raise mate.lost(say("it does not answer"))
