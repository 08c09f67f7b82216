"""Error feedback: what coding and deadlines took from a gradient is given in later steps (design §5).

A codec that spends few bits on a value moves it by an error that need not be zero on average. Each side that codes
therefore keeps the error and adds it to what it codes next (Seide et al., 2014; Karimireddy et al., 2019): contributors
theirs, as `Feedback`, and reducers that of the averages, as `AverageFeedback`. All errors are in units of the *sum* of
gradients, so that a later step may count another number of samples. Both live as long as the peer takes part, neither
survives a restart: what is lost is less than one step's rounding. No input or output here; not to be used by two
threads at once.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import final

import numpy as np

from core.averaging.codec import Codec
from core.training.api import Vector
from core.transport.api import Buffer

Span = tuple[int, int]
"""Elements `start` up to and without `stop`."""

PIECE_ELEMENTS = 1 << 17
"""Worked on at a time, so that temporaries stay small."""
PAGE_ELEMENTS = 1 << 12
"""How finely losses are counted."""
LOSSES_MAX = 4
"""A gradient that missed so many steps in a row is given up: added to one step it would outweigh everybody else's."""


@final
class Feedback:
    """What this contributor owes the others: coding errors, and whole gradients of parts that were closed without it.

    One step: any number of `code`, then `settle` once the step is applied with this peer among its contributors, or
    `keep` if it was skipped, left this peer out, or begins anew with other cuts.

    Memory: one vector once something is owed, and the codes of the step under way. A codec without `needs_feedback`
    owes nothing but what was lost, and until then takes no memory.
    """

    def __init__(self, codec: Codec, elements: int) -> None:
        self._codec = codec
        self._elements = elements
        self._owed: Vector | None = None
        """[elements] in units of the sum; None where nothing is owed."""
        self._losses: np.ndarray[tuple[int], np.dtype[np.uint8]] | None = None
        """[pages] steps in a row in which a page's gradient was lost."""
        self._sent: dict[Span, tuple[int, Buffer]] = {}

    @property
    def owes(self) -> bool:
        return self._owed is not None

    def code(self, start: int, stop: int, gradient: Vector, samples: int) -> Buffer:
        """Code of the mean over `samples` of `gradient` and what is owed, of elements [start, stop).

        `gradient` [elements]: sum over this peer's samples, not to change before `settle` or `keep`. Coding a part
        again in the same step gives the same bytes. Raises `ValueError` if a value is not finite.
        """
        sent = self._sent.get((start, stop))
        if sent is not None and sent[0] == samples:
            return sent[1]
        if self._owed is None:
            mean = gradient[start:stop] / np.float32(samples)
        else:
            mean = gradient[start:stop] + self._owed[start:stop]
            np.divide(mean, np.float32(samples), out=mean)
        coded = self._codec.encode(mean)
        if self._codec.needs_feedback:
            self._sent[start, stop] = (samples, coded)
        return coded

    def settle(self, gradient: Vector, missing: Iterable[Span] = ()) -> None:
        """The step is applied and this peer's gradient is in it, save for the parts `missing`: of those all is owed,
        of the others what their codes fell short of. `gradient` is that given to `code`, not cleared yet. With a codec
        that needs feedback, parts never coded count as missing.

        Takes some 5 ms per million elements: to be called in a thread where vectors are long.
        """
        sent, self._sent = self._sent, {}
        unpaid = set(missing)
        if self._codec.needs_feedback:
            paid = sorted(span for span in sent if span not in unpaid)
        else:
            paid = list(_gaps(sorted(unpaid), self._elements))
        if paid == [(0, self._elements)] and not sent:
            self.clear()
            return
        owed = self._vector()
        lost = list(_gaps(paid, self._elements))
        self._drop_what_is_lost_too_often(lost)
        for start, stop in paid:
            samples, coded = sent.get((start, stop), (0, None))
            if coded is None:
                owed[start:stop] = 0
            else:
                given = self._codec.decode(coded, stop - start) * np.float32(samples)
                _replace(owed[start:stop], owed[start:stop] + gradient[start:stop] - given)
        for start, stop in _pieces(lost):
            _replace(owed[start:stop], owed[start:stop] + gradient[start:stop])

    def keep(self) -> None:
        """Nothing came of the codes made since the last `settle`: what was owed before is owed still."""
        self._sent.clear()

    def clear(self) -> None:
        """Nothing is owed any more; memory is given back."""
        self._sent.clear()
        self._owed = None
        self._losses = None

    def _vector(self) -> Vector:
        if self._owed is None:
            self._owed = np.zeros(self._elements, np.float32)
        return self._owed

    def _drop_what_is_lost_too_often(self, spans: list[Span]) -> None:
        """`spans` were lost in this step."""
        if not spans:
            self._losses = None
            return
        pages = [slice(start // PAGE_ELEMENTS, (stop - 1) // PAGE_ELEMENTS + 1) for start, stop in spans]
        before = 0 if self._losses is None else self._losses
        losses = np.zeros(-(-self._elements // PAGE_ELEMENTS), np.uint8)
        for some in pages:
            losses[some] = 1
        losses += losses * before
        for (start, stop), some in zip(spans, pages, strict=True):
            for page in some.start + np.flatnonzero(losses[some] > LOSSES_MAX):
                low, high = page * PAGE_ELEMENTS, (page + 1) * PAGE_ELEMENTS
                self._vector()[max(start, low) : min(stop, high)] = 0
        losses[losses > LOSSES_MAX] = 1
        self._losses = losses


@dataclass(frozen=True, slots=True)
class _Error:
    """Of coding averages of elements from `start` on."""

    start: int
    values: Vector
    age_steps: int = 0

    @property
    def stop(self) -> int:
        return self.start + self.values.size


@final
class AverageFeedback:
    """Errors of the averages that this reducer coded. Spans move little from step to step: where it reduces the same
    elements again, their error is in the next average; elsewhere it is dropped after `patience_steps`.

    One step: any number of `code`, then `settle` once the step is applied, or `keep` if it was skipped. A peer that
    took over another state calls `clear`: its errors belong to another history. A codec without `needs_feedback` costs
    nothing. Memory: 4 bytes per element reduced.
    """

    def __init__(self, codec: Codec, patience_steps: int = 4) -> None:
        self._codec = codec
        self._patience_steps = patience_steps
        self._errors: list[_Error] = []
        self._fresh: dict[Span, Vector] = {}

    def code(self, start: int, stop: int, mean: Vector, samples: int) -> Buffer:
        """Code of an average over `samples` of elements [start, stop). `mean` [stop - start] is used up: it may be
        changed, and the code may be a view of it. Raises `ValueError` if a value is not finite."""
        if not self._codec.needs_feedback:
            return self._codec.encode(mean)
        for error in self._errors:
            low, high = max(start, error.start), min(stop, error.stop)
            if low < high:
                mean[low - start : high - start] += error.values[low - error.start : high - error.start] / np.float32(
                    samples
                )
        coded = self._codec.encode(mean)
        np.subtract(mean, self._codec.decode(coded, stop - start), out=mean)
        np.multiply(mean, np.float32(samples), out=mean)
        self._fresh[start, stop] = mean
        return coded

    def settle(self, spans: Iterable[Span]) -> None:
        """The step is applied, and the codes last made here of `spans` (as given to `code`) are part of it."""
        taken = {span: self._fresh[span] for span in spans if span in self._fresh}
        self._fresh.clear()
        kept = [replace(error, age_steps=error.age_steps + 1) for error in self._errors]
        for start, stop in taken:
            kept = [rest for error in kept for rest in _without(error, start, stop)]
        self._errors = [error for error in kept if error.age_steps < self._patience_steps]
        self._errors += [_Error(start, values) for (start, _), values in taken.items()]

    def keep(self) -> None:
        """Nothing came of the codes made since the last `settle`."""
        self._fresh.clear()

    def clear(self) -> None:
        self._fresh.clear()
        self._errors.clear()


def _without(error: _Error, start: int, stop: int) -> Iterator[_Error]:
    """What of `error` lies outside [start, stop). Copies, so that no memory is held for what is gone."""
    if stop <= error.start or error.stop <= start:
        yield error
        return
    if error.start < start:
        yield replace(error, values=error.values[: start - error.start].copy())
    if stop < error.stop:
        yield replace(error, start=stop, values=error.values[stop - error.start :].copy())


def _replace(owed: Vector, fresh: Vector) -> None:
    """A gradient that is not finite was not given, and must not be owed for ever."""
    if np.isfinite(fresh).all():
        np.copyto(owed, fresh)


def _gaps(spans: Iterable[Span], elements: int) -> Iterator[Span]:
    """What ascending `spans` leave of [0, elements)."""
    end = 0
    for start, stop in spans:
        if end < start:
            yield end, start
        end = max(end, stop)
    if end < elements:
        yield end, elements


def _pieces(spans: Iterable[Span]) -> Iterator[Span]:
    for start, stop in spans:
        for piece in range(start, stop, PIECE_ELEMENTS):
            yield piece, min(piece + PIECE_ELEMENTS, stop)
