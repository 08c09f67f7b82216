"""What this peer has computed and no commit has accepted (design §5).

Held samples are in the vector to which the trainer adds. Without delay it stands still while it is averaged.
With delayed averaging the freeze of a step takes the gradient out: it is copied into a vector of the engine, where its
samples are *carried* while they are averaged and until a step accepts them, and the trainer begins afresh.
"""

import numpy as np

from core.averaging.exchange import Exchange
from core.data.ranges import SampleRange
from core.swarm.debts import Debts, Offload
from core.swarm.pool import Heap
from core.swarm.records import Contribution
from core.swarm.seal import Seal
from core.training.api import Trainer, Vector


class Gradient:
    """Vectors and the samples that are in them. A sample is in at most one of `held` and `carried`."""

    def __init__(self, trainer: Trainer, offload: Offload, *, is_delayed: bool) -> None:
        self.is_delayed = is_delayed
        self.held = Heap()
        """In the trainer's vector."""
        self.carried = Heap()
        """In the engine's: always empty without delay."""
        self.debts = Debts(offload)
        """What the codes of accepted gradients fell short of."""
        self._trainer = trainer
        self._offload = offload
        self._copy: Vector | None = None
        self.losses = 0
        """How often what was held became void."""
        self._given_at: int | None = None
        """`losses` when the vector was last given; None if there was nothing to give."""

    @property
    def is_empty(self) -> bool:
        return not (self.held.ranges or self.carried.ranges)

    def reaches(self, sample: int) -> bool:
        """Whether `sample` or a later one is in it."""
        return any(piece.stop > sample for heap in (self.held, self.carried) for piece in heap.ranges)

    @property
    def given(self) -> Heap:
        """What a step that begins now averages."""
        return self.carried if self.is_delayed else self.held

    @property
    def vector(self) -> Vector:
        """[P] sum of the gradients of `given`; stands still until the next `take_out`, or without delay until the
        trainer works again."""
        if not self.is_delayed:
            return self._trainer.gradient
        if self._copy is None:
            self._copy = np.zeros(self._trainer.elements, np.float32)
        return self._copy

    def give(self, samples: int) -> Vector | None:
        """The vector to be averaged, where it is still what was said at the freeze: that many samples."""
        is_there = samples > 0 and self.given.ranges.samples == samples
        self._given_at = self.losses if is_there else None
        return self.vector if is_there else None

    async def settle(self, exchange: Exchange, seal: Seal, *, is_accepted: bool) -> None:
        """The step of `seal` is about to be applied; `is_accepted`: with what was given to it."""
        is_lost = self._given_at is None or (not self.is_delayed and self._given_at != self.losses)
        await self.debts.settle(exchange, seal, None if is_lost else self.vector, is_accepted=is_accepted)

    def hold(self, samples: SampleRange, loss_sum: float) -> None:
        """The trainer has added `samples`."""
        self.held.add([samples], loss_sum)

    def forget_held(self) -> None:
        """The trainer's vector is void, or about to be zeroed."""
        self.losses += 1
        self.held.take_all()

    def drop_carried(self) -> None:
        """What was taken out is accepted, or nobody's."""
        self.carried.take_all()

    def accepted(self, contribution: Contribution) -> bool:
        """A commit has these samples: those carried are dropped. Whether held ones are among them, which the trainer
        must clear."""
        if self.carried.overlaps(contribution):
            self.drop_carried()
        return self.held.overlaps(contribution)

    async def take_out(self) -> bool:
        """Adds what is held to what is carried, if averaging is delayed. The trainer stands still, and must clear its
        vector before it works again. False if it was lost meanwhile and what was carried could not be saved."""
        if not self.is_delayed or not self.held.ranges:
            return True
        losses, copy, gradient, is_first = self.losses, self.vector, self._trainer.gradient, not self.carried.ranges

        def add() -> None:
            if is_first:
                np.copyto(copy, gradient)
            else:
                np.add(copy, gradient, out=copy)

        await self._offload(add)
        if losses != self.losses:
            had_any = bool(self.carried.ranges)
            self.drop_carried()  # the lost samples are in the same vector now
            return not had_any
        self.carried.add(*self.held.take_all())
        return True
