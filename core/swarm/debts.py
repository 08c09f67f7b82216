"""Error feedback from step to step: what this peer's codes fell short of, as contributor and as reducer.

It lives as long as the run is taken part in, beyond one standing. Where steps were made without this peer, or taken
back, what it has does not belong to the state any more and is dropped; that costs less than one step's rounding.
"""

from collections.abc import Awaitable, Callable

from core.averaging.assignment import Assignment
from core.averaging.codec import codec_named
from core.averaging.exchange import Exchange
from core.averaging.feedback import AverageFeedback, Feedback
from core.swarm.seal import Seal
from core.training.api import Vector

Offload = Callable[[Callable[[], None]], Awaitable[None]]

STALE_STEPS = 8
"""A gradient's rest is not given to a state that is so many steps further."""


class Debts:
    """`begin` when a step is averaged, `settle` before it is applied; a step that is skipped needs nothing."""

    def __init__(self, offload: Offload) -> None:
        self._offload = offload
        self._feedback: Feedback | None = None
        self._average_feedback: AverageFeedback | None = None
        self._codec = ""
        self._settled_step = 0

    def begin(self, assignment: Assignment) -> tuple[Feedback, AverageFeedback]:
        """To be given to `Exchange.begin`, which starts afresh whatever was coded for a step that came to nothing."""
        if self._feedback is None or self._average_feedback is None or self._codec != assignment.codec:
            self._codec, codec = assignment.codec, codec_named(assignment.codec)
            self._feedback = Feedback(codec, assignment.layout.elements)
            self._average_feedback = AverageFeedback(codec)
        missed_steps = assignment.step - self._settled_step - 1
        if missed_steps:
            self._average_feedback.clear()
        if not 0 <= missed_steps < STALE_STEPS:
            self._feedback.clear()
        self._feedback.keep()
        self._average_feedback.keep()
        return self._feedback, self._average_feedback

    def clear(self) -> None:
        """The history that they belong to is given up."""
        if self._feedback is not None and self._average_feedback is not None:
            self._feedback.clear()
            self._average_feedback.clear()

    async def settle(self, exchange: Exchange, seal: Seal, gradient: Vector | None, *, is_accepted: bool) -> None:
        """The step of `seal` is about to be applied. `gradient`: the sum that this peer gave, not cleared yet; None if
        it is lost. `is_accepted`: something of it is in the step."""
        if self._feedback is None or self._average_feedback is None:
            return
        self._settled_step = seal.step
        book, feedback = exchange.book, self._feedback
        if book is None or (book.step, book.layout) != (seal.step, seal.layout):
            self._average_feedback.clear()
            if is_accepted:
                feedback.clear()  # it was given away, in codes that are not known any more
            return
        self._average_feedback.settle(exchange.closed_spans(seal.parts))
        if is_accepted and gradient is None:
            feedback.clear()  # what its codes fell short of is not known any more
        elif is_accepted and gradient is not None:
            given, missed = gradient, exchange.missed_spans()
            await self._offload(lambda: feedback.settle(given, missed))
