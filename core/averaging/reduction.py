"""The parts that this peer averages for all in one step. No input or output here: deliveries in, averages out."""

import logging
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.averaging.assignment import Assignment, Layout
from core.averaging.codec import Codec
from core.errors import ProtocolViolation
from core.identity.ids import PeerId
from core.training.api import Vector
from core.transport.api import Buffer

logger = logging.getLogger(__name__)

SPARE_TOTALS = 4


@dataclass(frozen=True, slots=True)
class ClosedPart:
    index: int
    included: tuple[PeerId, ...]
    """Whose gradients the average is made of, in order of id."""
    coded: Buffer


@dataclass(slots=True)
class _OpenPart:
    outstanding: set[PeerId]
    """Live contributors other than this peer that have not delivered."""
    included: set[PeerId] = field(default_factory=set)
    total: npt.NDArray[np.float64] | None = None
    """[part_elements] Σ wᵢgᵢ, made when first needed. In float64, so that the order of arrival is hardly ever seen in
    the result."""
    samples: int = 0
    is_ready: bool = False
    """Takes no more deliveries and waits for `close_next`."""


class Reduction:
    """Weighted averages of own parts: Σ wᵢgᵢ / Σ wᵢ over those who delivered, coded once.

    Memory: 8 bytes per element of the parts that some contributor has delivered and others have not.
    This peer's own gradient is added last, when the part is closed, and passes through the codec like all others.
    """

    def __init__(self, me: PeerId, layout: Layout, codec: Codec, gradient: Vector | None) -> None:
        """`gradient`: this peer's sum over its samples, frozen; None if it does not contribute."""
        self._me = me
        self._layout = layout
        self._codec = codec
        self._gradient = gradient
        self._samples: dict[PeerId, int] = {}
        self._known: set[int] = set()
        self._open: dict[int, _OpenPart] = {}
        self._ready: deque[int] = deque()
        self._dropped: set[PeerId] = set()
        self._scratch = np.empty(layout.part_elements)
        self._spare: list[npt.NDArray[np.float64]] = []
        """Totals to be used again: fresh memory costs more than the arithmetic."""

    def take_on(self, assignment: Assignment, indexes: Iterable[int]) -> None:
        """These parts are this peer's from now on. Contributors that `assignment` no longer lists are dropped."""
        for peer in self._samples.keys() - assignment.contributors:
            self.drop(peer)
        self._samples.update(assignment.samples)
        senders = assignment.contributors - self._dropped - {self._me}
        for index in indexes:
            self._known.add(index)
            self._open[index] = _OpenPart(outstanding=set(senders))
            self._advance(index)

    def give_up(self, indexes: Iterable[int]) -> list[int]:
        """These parts are no longer this peer's to close. Returns those that were open."""
        return [index for index in indexes if self._open.pop(index, None) is not None]

    def is_mine(self, index: int) -> bool:
        """Whether the part is, or in an earlier attempt was, this peer's."""
        return index in self._known

    def open_parts(self) -> tuple[int, ...]:
        return tuple(self._open)

    def wanted_from(self, peer: PeerId, indexes: Iterable[int]) -> list[int]:
        """Those of `indexes` to which `peer` may still deliver."""
        return [i for i in indexes if (part := self._open.get(i)) and not part.is_ready and peer in part.outstanding]

    def deliver(self, sender: PeerId, index: int, coded: Buffer) -> None:
        """Adds `sender`'s mean gradient of a part. What comes too late or twice is ignored: honest peers whose stream
        broke do that. Raises `ProtocolViolation` if the part is not this peer's, the sender no contributor, or the
        content invalid; nothing is added then."""
        if index not in self._known:
            raise ProtocolViolation(f"part {index} is not reduced here")
        if sender not in self._samples:
            raise ProtocolViolation(f"{sender} is no contributor")
        start, stop = self._layout.part(index)
        values = self._codec.decode(coded, stop - start)
        part = self._open.get(index)
        if part is None or part.is_ready or sender not in part.outstanding:
            return
        self._add(part, sender, values)
        part.outstanding.discard(sender)
        self._advance(index)

    def drop(self, peer: PeerId) -> None:
        """Waits no longer for `peer` and takes nothing more from it; what it delivered stays."""
        self._dropped.add(peer)
        for index, part in tuple(self._open.items()):
            if peer in part.outstanding:
                part.outstanding.discard(peer)
                self._advance(index)

    def expire(self, indexes: Iterable[int]) -> None:
        """The deadline of these parts has passed: whoever has not delivered is left out."""
        for index in indexes:
            part = self._open.get(index)
            if part is not None and not part.is_ready:
                part.outstanding.clear()
                self._advance(index)

    def close_next(self) -> ClosedPart | int | None:
        """Averages and codes the next part that is ready. Returns its index alone if nobody delivered it: it is lost.
        None if no part is ready."""
        while self._ready:
            index = self._ready.popleft()
            part = self._open.get(index)
            if part is not None and part.is_ready:  # else it was given up, and perhaps taken on anew
                del self._open[index]
                return self._close(index, part)
        return None

    def _advance(self, index: int) -> None:
        part = self._open[index]
        if not part.outstanding and not part.is_ready:
            part.is_ready = True
            self._ready.append(index)

    def _add(self, part: _OpenPart, sender: PeerId, values: Vector) -> None:
        samples = self._samples[sender]
        if part.total is None:
            part.total = self._spare.pop() if self._spare else np.empty(self._layout.part_elements)
            np.multiply(values, samples, out=part.total[: values.size], dtype=np.float64)
        else:
            total, weighted = part.total[: values.size], self._scratch[: values.size]
            np.multiply(values, samples, out=weighted, dtype=np.float64)
            np.add(total, weighted, out=total)
        part.included.add(sender)
        part.samples += samples

    def _close(self, index: int, part: _OpenPart) -> ClosedPart | int:
        start, stop = self._layout.part(index)
        if self._me in self._samples and self._me not in self._dropped:
            coded = self.own_part(index)
            if coded is not None:
                self._add(part, self._me, self._codec.decode(coded, stop - start))
        if part.total is None:
            return index
        mean = np.empty(stop - start, dtype=np.float32)
        np.divide(part.total[: mean.size], part.samples, out=mean, casting="same_kind")
        if len(self._spare) < SPARE_TOTALS:
            self._spare.append(part.total)
        return ClosedPart(index, tuple(sorted(part.included)), self._codec.encode(mean))

    def own_part(self, index: int) -> Buffer | None:
        """Code of this peer's mean gradient of a part, whoever reduces it; None if it has nothing (valid) to give."""
        samples = self._samples.get(self._me)
        if self._gradient is None or not samples:
            return None
        start, stop = self._layout.part(index)
        try:
            return self._codec.encode(self._gradient[start:stop] / np.float32(samples))
        except ValueError:
            logger.warning("own gradient is not finite in part %d and is withheld", index)
            self._gradient = None
            return None
