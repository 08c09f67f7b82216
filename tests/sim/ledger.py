"""What goes into an average beside gradients: what earlier codes fell short of, less what this one's does. With it the
values of a step can be computed anew from its commit whatever the codec, and no error is ever given twice."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Self

import msgspec
import numpy as np
import numpy.typing as npt

from core.averaging.codec import Codec
from core.averaging.exchange import Exchange
from core.averaging.feedback import AverageFeedback, Feedback, Span
from core.identity.ids import Digest, PeerId
from core.swarm.debts import Debts
from core.swarm.records import Header
from core.swarm.seal import NO_STATE, Seal
from core.training.api import Vector
from tests.sim import clock
from tests.sim.internet import Host

Values = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Gift:
    """Of one contributor in one step, in units of the sum: it gave its gradient and `beside`."""

    beside: Values
    is_missed: Mask
    """Elements whose average is made without it, as it was told."""


@dataclass
class Rounding:
    """By how much the averages of a step are beside what was given, in units of the sum."""

    beside: Values
    is_known: Mask
    """Elements whose closer lived to keep the error."""


@dataclass
class Ledger:
    """Watches every peer of a simulation while it is entered."""

    codec: Codec
    elements: int
    _gifts: dict[tuple[Digest, PeerId], Gift] = field(default_factory=dict)
    _roundings: dict[Digest, Rounding] = field(default_factory=dict)
    _indebted: set[PeerId] = field(default_factory=set)

    def __enter__(self) -> Self:
        self._settle = Debts.settle
        Debts.settle = self._watched(Debts.settle)  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        Debts.settle = self._settle  # type: ignore[method-assign]

    def gift_of(self, header: Header, peer: PeerId) -> Gift | None:
        """None where it is not known, or not yet: the contributor died, or lost its gradient, before the step's end."""
        gift = self._gifts.get((_sealed(header), peer))
        if gift is None and not self.codec.needs_feedback and peer not in self._indebted:
            return Gift(np.zeros(self.elements), np.zeros(self.elements, bool))
        return gift

    def rounding_of(self, header: Header) -> Rounding:
        return self._roundings.get(_sealed(header)) or self._no_rounding()

    def _no_rounding(self) -> Rounding:
        return Rounding(np.zeros(self.elements), np.full(self.elements, not self.codec.needs_feedback))

    def _watched(self, settle: Any) -> Any:
        async def watched(
            debts: Debts, exchange: Exchange, seal: Seal, gradient: Vector | None, *, is_accepted: bool
        ) -> None:
            host, book = clock.owner.get(), exchange.book
            feedback, average_feedback = debts._feedback, debts._average_feedback
            if feedback is None or average_feedback is None or not isinstance(host, Host):
                await settle(debts, exchange, seal, gradient, is_accepted=is_accepted)
                return
            owed = self._owed_by(feedback)
            is_known = book is not None and (book.step, book.layout) == (seal.step, seal.layout)
            if is_known:
                self._note_rounding(seal, average_feedback, exchange.closed_spans(seal.parts))
            missed = exchange.missed_spans() if is_known else []
            await settle(debts, exchange, seal, gradient, is_accepted=is_accepted)
            if feedback.owes:
                self._indebted.add(host.me)
            if is_accepted and is_known and gradient is not None:
                gift = Gift(owed - self._owed_by(feedback), self._mask(missed))
                self._gifts.setdefault((seal.header.digest, host.me), gift)

        return watched

    def _owed_by(self, feedback: Feedback) -> Values:
        return np.zeros(self.elements) if feedback._owed is None else feedback._owed.astype(np.float64)

    def _mask(self, spans: Iterable[Span]) -> Mask:
        mask = np.zeros(self.elements, bool)
        for start, stop in spans:
            mask[start:stop] = True
        return mask

    def _note_rounding(self, seal: Seal, feedback: AverageFeedback, spans: Iterable[Span]) -> None:
        rounding = self._roundings.setdefault(seal.header.digest, self._no_rounding())
        before = np.zeros(self.elements)
        for error in feedback._errors:
            before[error.start : error.stop] += error.values
        for start, stop in spans:
            fresh = feedback._fresh.get((start, stop))
            if fresh is not None:
                rounding.beside[start:stop] = before[start:stop] - fresh
                rounding.is_known[start:stop] = True


def _sealed(header: Header) -> Digest:
    return msgspec.structs.replace(header, state=NO_STATE).digest
