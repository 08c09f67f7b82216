"""The parts that this peer averages, for all or for its group, in one step. No input or output here: deliveries in,
averages out."""

import logging
import math
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.averaging.assignment import Assignment, Layout
from core.averaging.codec import Codec
from core.averaging.deadlines import LOOK_EVERY_S, Timetable
from core.averaging.feedback import AverageFeedback, Feedback
from core.averaging.part_book import Gaps
from core.errors import ProtocolViolation
from core.identity.ids import PeerId
from core.training.api import Vector
from core.transport.api import Buffer

logger = logging.getLogger(__name__)

SPARE_TOTALS = 4
MISSES = 3
"""A sender without which so many parts in a row were closed, and of which nothing came meanwhile, is waited for no more
until something comes. One that is merely slow costs each part its deadline and no more."""


@dataclass(frozen=True, slots=True)
class ClosedPart:
    index: int
    gaps: Gaps
    """Whose gradients the average is made without."""
    coded: Buffer


@dataclass(frozen=True, slots=True)
class PartialSum:
    """What a group gives to the root of a part."""

    index: int
    samples: int
    missing: tuple[PeerId, ...]
    """Contributors of the group that are not in it, in order of id."""
    content: Buffer
    """[elements] little-endian float64: Σ wᵢgᵢ; empty where `samples` is 0."""


@dataclass(frozen=True, slots=True)
class LostPart:
    """Nobody delivered the part in time."""

    index: int


@dataclass(slots=True)
class _OpenPart:
    attempt: int
    timetable: Timetable
    fraction: float
    """Of the parts taken on together, those up to this one."""
    is_root: bool
    """Whether this peer closes the part, instead of giving a partial sum to its root."""
    contributors: frozenset[PeerId]
    feeders: frozenset[PeerId]
    outstanding: set[PeerId]
    """Contributors other than this peer, and feeders, that may still deliver."""
    delivered: set[PeerId] = field(default_factory=set)
    missing_below: list[PeerId] = field(default_factory=list)
    """What partial sums say is missing in them."""
    total: npt.NDArray[np.float64] | None = None
    """[part_elements] Σ wᵢgᵢ, made when first needed. In float64, so that the order of arrival is hardly ever seen in
    the result."""
    samples: int = 0
    half_s: float | None = None
    """When half of those waited for had delivered."""
    is_expired: bool = False
    is_ready: bool = False
    """Takes no more deliveries and waits for `close_next`."""


class Reduction:
    """Weighted averages of own parts: Σ wᵢgᵢ / Σ wᵢ over those who delivered, coded once.

    Memory: 8 bytes per element of the parts that some contributor has delivered and others have not, and of the partial
    sums that are under way to a root. This peer's own gradient is added last, when the part is closed, and passes
    through the codec like all others. A part that nobody else gave anything to, though others were to, is lost: no
    peer ever steps on its own gradient alone.
    """

    def __init__(
        self,
        me: PeerId,
        layout: Layout,
        codec: Codec,
        gradient: Vector | None,
        feedback: Feedback | None = None,
        average_feedback: AverageFeedback | None = None,
    ) -> None:
        """`gradient`: this peer's sum over its samples, frozen; None if it does not contribute."""
        self._me = me
        self._layout = layout
        self._codec = codec
        self._gradient = gradient
        self._feedback = feedback or Feedback(codec, layout.elements)
        self._average_feedback = average_feedback or AverageFeedback(codec)
        self._samples: dict[PeerId, int] = {}
        self._fed_samples: dict[tuple[PeerId, int], int] = {}
        """By feeder and part: how many samples its partial sum may have."""
        self._known: set[int] = set()
        self._open: dict[int, _OpenPart] = {}
        self._ready: deque[int] = deque()
        self._dropped: set[PeerId] = set()
        self._misses: Counter[PeerId] = Counter()
        self._given_up: set[PeerId] = set()
        """Not waited for, though what they deliver in time is taken."""
        self._heard_s = -math.inf
        self._scratch = np.empty(layout.part_elements)
        self._spare: list[npt.NDArray[np.float64]] = []
        """Totals to be used again: fresh memory costs more than the arithmetic."""

    # --- what is this peer's

    def take_on(self, assignment: Assignment, indexes: Iterable[int], now: float) -> None:
        """These parts, in the order in which they are sent, are this peer's from now on. Contributors that
        `assignment` no longer lists are dropped."""
        run = list(indexes)
        self._samples.update(assignment.samples)
        if not run:
            return
        for peer in self._samples.keys() - assignment.contributors - {self._me}:
            self.drop(peer)
        feeders = self._feeders_of(assignment)
        self._misses.clear()  # whoever is in a new plan was found alive
        self._given_up.clear()
        roots = {i: root.reducer for root in assignment.roots for i in range(root.first, root.stop)}
        senders = assignment.contributors - self._dropped - {self._me}
        self._known.update(run)
        for place, index in enumerate(run):
            fed_by = frozenset(feeders.get(index, ()))
            self._open[index] = _OpenPart(
                attempt=assignment.attempt,
                timetable=Timetable(
                    begun_s=now,
                    predicted_s=assignment.predicted_s,
                    grace_s=assignment.grace_s * (2 if fed_by else 1),  # feeders wait for their own contributors first
                ),
                fraction=(place + 1) / len(run),
                is_root=roots.get(index, self._me) == self._me,
                contributors=assignment.contributors,
                feeders=fed_by,
                outstanding=set(senders) | (fed_by - self._dropped),
            )
            self._advance(index)

    def _feeders_of(self, assignment: Assignment) -> dict[int, list[PeerId]]:
        feeders: dict[int, list[PeerId]] = {}
        for feeder in assignment.feeders:
            for index in range(feeder.first, feeder.stop):
                feeders.setdefault(index, []).append(feeder.peer)
                self._fed_samples[feeder.peer, index] = feeder.samples
        return feeders

    def give_up(self, indexes: Iterable[int]) -> list[int]:
        """These parts are no longer this peer's to close. Returns those that were open."""
        return [index for index in indexes if self._open.pop(index, None) is not None]

    def is_mine(self, index: int) -> bool:
        """Whether the part is, or in an earlier attempt was, this peer's."""
        return index in self._known

    def open_parts(self) -> tuple[int, ...]:
        return tuple(self._open)

    # --- deliveries

    def expects(self, peer: PeerId) -> bool:
        """Whether `peer` may give anything here."""
        return peer in self._samples or any(peer in part.feeders for part in self._open.values())

    def wanted_from(self, peer: PeerId, indexes: Iterable[int]) -> list[int]:
        """Those of `indexes` to which `peer` may still deliver."""
        return [i for i in indexes if (part := self._open.get(i)) and not part.is_ready and peer in part.outstanding]

    def deliver(self, sender: PeerId, index: int, coded: Buffer, now: float) -> None:
        """Adds `sender`'s mean gradient of a part. What comes too late or twice is ignored: honest peers whose stream
        broke do that. Raises `ProtocolViolation` if the part is not this peer's, the sender no contributor, or the
        content invalid; nothing is added then."""
        if index not in self._known:
            raise ProtocolViolation(f"part {index} is not reduced here")
        if sender not in self._samples:
            raise ProtocolViolation(f"{sender} is no contributor")
        start, stop = self._layout.part(index)
        values = self._codec.decode(coded, stop - start)
        part = self._part_for(sender, index, now)
        if part is not None:
            self._add(part, values, self._samples[sender])
            self._take(part, sender, index, now)

    def deliver_partial(self, sender: PeerId, partial: PartialSum, now: float) -> None:
        """Adds what another group has summed up. Raises `ProtocolViolation` as `deliver` does."""
        limit = self._fed_samples.get((sender, partial.index))
        if limit is None:
            raise ProtocolViolation(f"{sender} feeds no part {partial.index} here")
        start, stop = self._layout.part(partial.index)
        values = np.frombuffer(partial.content, "<f8")
        if not 0 <= partial.samples <= limit or values.size != (stop - start) * (partial.samples > 0):
            raise ProtocolViolation(f"a partial sum of {values.size} values over {partial.samples} samples")
        if not np.isfinite(values).all():
            raise ProtocolViolation("a value is not finite")
        part = self._part_for(sender, partial.index, now)
        if part is None:
            return
        if partial.samples:
            self._add_sum(part, values, partial.samples)
            part.missing_below.extend(partial.missing)
        self._take(part, sender, partial.index, now, is_empty=not partial.samples)

    def _part_for(self, sender: PeerId, index: int, now: float) -> _OpenPart | None:
        """The part to which `sender` may add, if it may."""
        self._heard_s = now
        self._misses.pop(sender, None)
        self._given_up.discard(sender)
        part = self._open.get(index)
        if part is None or part.is_ready or sender not in part.outstanding:
            return None
        return part

    def _take(self, part: _OpenPart, sender: PeerId, index: int, now: float, *, is_empty: bool = False) -> None:
        part.outstanding.discard(sender)
        if not is_empty:
            part.delivered.add(sender)
        if part.half_s is None and len(part.outstanding - self._given_up) <= len(part.delivered):
            part.half_s = now
        self._advance(index)

    def _add(self, part: _OpenPart, values: Vector, samples: int) -> None:
        weighted = self._scratch[: values.size]
        np.multiply(values, samples, out=weighted, dtype=np.float64)
        self._add_sum(part, weighted, samples)

    def _add_sum(self, part: _OpenPart, values: npt.NDArray[np.float64], samples: int) -> None:
        if part.total is None:
            part.total = self._spare.pop() if self._spare else np.empty(self._layout.part_elements)
            np.copyto(part.total[: values.size], values)
        else:
            total = part.total[: values.size]
            np.add(total, values, out=total)
        part.samples += samples

    # --- those who do not deliver

    def drop(self, peer: PeerId) -> None:
        """Waits no longer for `peer` and takes nothing more from it; what it delivered stays."""
        self._dropped.add(peer)
        for index, part in tuple(self._open.items()):
            if peer in part.outstanding:
                part.outstanding.discard(peer)
                self._advance(index)

    def is_dropped(self, peer: PeerId) -> bool:
        return peer in self._dropped

    def expire_due(self, now: float) -> float:
        """Closes the parts whose deadline has passed to those who have not delivered. Returns when to call again at
        the latest; infinity while no part is open."""
        next_s = math.inf
        for index, part in tuple(self._open.items()):
            if part.is_ready:
                continue
            due_s = self._due_s(part, now)
            if due_s <= now:
                self._expire(index, part)
            else:
                next_s = min(next_s, due_s)
        return next_s

    def _due_s(self, part: _OpenPart, now: float) -> float:
        """When the part is due by what is known now; while most are behind, when to look again."""
        due_s = part.timetable.due_s(part.fraction, part.half_s)
        if due_s is not None:
            return due_s
        planned_s = part.timetable.planned_s(part.fraction)
        silent_s = max(self._heard_s, part.timetable.begun_s) + part.timetable.silence_s
        return max(planned_s, min(silent_s, now + LOOK_EVERY_S))

    def _expire(self, index: int, part: _OpenPart) -> None:
        part.is_expired = True
        late = part.outstanding - self._given_up
        self._misses.update(late)
        if any(self._misses[peer] >= MISSES for peer in late):
            self._given_up.update(peer for peer in late if self._misses[peer] >= MISSES)
            for other in self._open:
                self._advance(other)
        self._advance(index)

    def _advance(self, index: int) -> None:
        part = self._open[index]
        if not part.is_ready and (part.is_expired or part.outstanding <= self._given_up):
            part.is_ready = True
            self._ready.append(index)

    # --- closing

    def close_next(self) -> ClosedPart | PartialSum | LostPart | None:
        """Averages and codes the next part that is ready, or sums it up for its root. None if no part is ready."""
        while self._ready:
            index = self._ready.popleft()
            part = self._open.get(index)
            if part is not None and part.is_ready:  # else it was given up, and perhaps taken on anew
                del self._open[index]
                return self._close(index, part)
        return None

    def _close(self, index: int, part: _OpenPart) -> ClosedPart | PartialSum | LostPart:
        start, stop = self._layout.part(index)
        is_alone = not part.delivered and bool(part.outstanding)
        if self._me in part.contributors and self._me not in self._dropped:
            coded = self.own_part(index)
            if coded is not None:
                self._add(part, self._codec.decode(coded, stop - start), self._samples[self._me])
                part.delivered.add(self._me)
        missing = sorted([*(part.contributors - part.delivered), *part.missing_below])
        if not part.is_root:
            return self._partial(index, part, stop - start, tuple(missing))
        if part.total is None or is_alone:
            return LostPart(index)
        mean = np.empty(stop - start, dtype=np.float32)
        np.divide(part.total[: mean.size], part.samples, out=mean, casting="same_kind")
        if len(self._spare) < SPARE_TOTALS:
            self._spare.append(part.total)
        gaps = Gaps(part.attempt, tuple(missing), tuple(sorted(part.feeders - part.delivered)))
        return ClosedPart(index, gaps, self._average_feedback.code(start, stop, mean, part.samples))

    @staticmethod
    def _partial(index: int, part: _OpenPart, elements: int, missing: tuple[PeerId, ...]) -> PartialSum:
        if part.total is None:
            return PartialSum(index, 0, missing, b"")
        content = part.total[:elements].astype("<f8", copy=False).data.cast("B")
        return PartialSum(index, part.samples, missing, content)

    def own_part(self, index: int) -> Buffer | None:
        """Code of this peer's mean gradient of a part, whoever reduces it; None if it has nothing (valid) to give."""
        samples = self._samples.get(self._me)
        if self._gradient is None or not samples or self._me in self._dropped:
            return None
        start, stop = self._layout.part(index)
        try:
            return self._feedback.code(start, stop, self._gradient, samples)
        except ValueError:
            logger.warning("own gradient is not finite in part %d and is withheld", index)
            self._gradient = None
            return None
