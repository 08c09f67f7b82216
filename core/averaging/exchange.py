"""Averaging as one peer takes part in it, in all roles: contributor, reducer, receiver (design §5)."""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from core.averaging.assignment import Assignment
from core.averaging.feedback import AverageFeedback, Feedback, Span
from core.averaging.messages import OpenExchange
from core.averaging.part_book import PartBook
from core.averaging.round import ExchangeEvents, Giving, Round
from core.averaging.visiting import LinkTo
from core.errors import PeerFault
from core.identity.ids import Digest, PeerId
from core.training.api import Vector
from core.transport.api import Link, Refusal, Stream

logger = logging.getLogger(__name__)

__all__ = ["Exchange", "ExchangeEvents", "LinkTo"]

MAX_STREAMS_PER_PEER = 8


class Exchange:
    """Lives as long as the engine and averages one step after the other: `begin`, `complete`, `begin`, …

    Must be closed (`close` or `async with`). All callbacks and methods belong to the event loop.
    """

    def __init__(self, me: PeerId, link_to: LinkTo, events: ExchangeEvents, *, patience_s: float = 10.0) -> None:
        """`link_to` dials if need be and raises `PeerFault`. `patience_s`: how long a member that knows of a plan
        before this peer does is kept waiting."""
        self._me = me
        self._link_to = link_to
        self._events = events
        self._patience_s = patience_s
        self._round: Round | None = None
        self._before: Round | None = None
        """Still serves receivers that are one step behind."""
        self._begun = asyncio.Event()
        self._streams: Counter[PeerId] = Counter()

    @property
    def book(self) -> PartBook | None:
        """Of the step last begun."""
        return self._round.book if self._round is not None else None

    @property
    def assignment(self) -> Assignment | None:
        """The latest one."""
        return self._round.assignment if self._round is not None else None

    @property
    def latest_attempt(self) -> int:
        """Number of the latest plan; 0 before the first."""
        return self._round.attempt if self._round is not None else 0

    def begin(
        self,
        assignment: Assignment,
        gradient: Vector | None,
        average: Vector,
        feedback: Feedback | None = None,
        average_feedback: AverageFeedback | None = None,
    ) -> PartBook:
        """Starts to average a step; what was left of the one before is given up.

        `gradient` [elements]: sum over this peer's samples, read until the book is complete or `end` was called;
        None, or no entry in `assignment.weights`, for a peer that does not contribute. If a value in it is not finite,
        this peer contributes nothing from that part on. `average` [elements] is written until `end`, and is valid
        once `complete` returned. `feedback` and `average_feedback` add what earlier codes fell short of; the caller
        settles them once the step is committed, with `missed_spans` and `closed_spans`.

        Starts with any attempt that is newer than the last, whatever the step: where a history was given up for
        another, or for want of its state, steps count from an earlier one again. Raises `ValueError` if it is not
        newer, sizes differ, or a part has no owner.
        """
        if not assignment.is_whole:
            raise ValueError("a part has no owner")
        if assignment.attempt <= self.latest_attempt:
            raise ValueError(f"step {assignment.step}, attempt {assignment.attempt} is not newer than the last")
        if gradient is not None and gradient.size != assignment.layout.elements:
            raise ValueError(f"a gradient of {gradient.size} for {assignment.layout.elements} elements")
        giving = Giving(gradient, average, feedback, average_feedback)
        fresh = Round(self._me, self._link_to, self._events, assignment, giving)
        self.end()
        if self._before is not None:
            self._before.stop_serving()
        self._before, self._round = self._round, fresh
        fresh.assign(assignment)
        self._tell_begun()
        return fresh.book

    def reassign(self, assignment: Assignment) -> None:
        """Next attempt at the step under way: parts held are kept, the others that it names are exchanged
        anew, all others go on as they were. Raises `ValueError` if it is of another step or series, or not newer."""
        if self._round is None or not self._round.is_successor(assignment):
            raise ValueError(f"step {assignment.step}, attempt {assignment.attempt} follows nothing under way")
        self._round.assign(assignment)
        self._tell_begun()

    def drop(self, peer: PeerId) -> None:
        """`peer` is gone for this step: reducers wait for it no more and take nothing more from it, and exchanges
        with it are cancelled."""
        if self._round is not None:
            self._round.drop(peer)

    def stop_waiting_for(self, peer: PeerId) -> None:
        """Of a contributor that cannot get through to this reducer: takes nothing more from it in this step."""
        if self._round is not None:
            self._round.stop_waiting_for(peer)

    def missed_spans(self) -> list[Span]:
        """Elements of the step last begun whose average has not this peer's gradient in it, for `Feedback.settle`. Of
        parts that did not come from their reducer nothing may be known: they are not among them, since what is given
        twice does more harm than what is lost."""
        if self._round is None:
            return []
        layout = self._round.book.layout
        return [layout.part(index) for index in self._round.parts_without(self._me)]

    def closed_spans(self, hashes: Sequence[Digest]) -> list[Span]:
        """Elements that this peer averaged for all in the step last begun, where its result is the one that counts
        (`hashes`: of all parts, from the seal): for `AverageFeedback.settle`."""
        if self._round is None or len(hashes) != self._round.book.layout.parts:
            return []
        layout = self._round.book.layout
        return [layout.part(i) for i, digest in self._round.closed.items() if digest == hashes[i]]

    async def complete(self) -> None:
        """Returns once every part of the step under way is held, be it by exchange or because others put it in the
        book. Raises `PeerFault` if the step ends before."""
        if self._round is None:
            raise PeerFault("no step is being averaged")
        await self._round.complete()

    def end(self) -> None:
        """Ends the step under way, complete or not: gradient and average are the caller's again. Averages held are
        still served until the step after the next one begins."""
        if self._round is not None:
            self._round.end()

    async def close(self) -> None:
        """Ends everything and returns when no task is left."""
        rounds = [one for one in (self._before, self._round) if one is not None]
        for one in rounds:
            one.end()
            one.stop_serving()
        for one in rounds:
            await one.wait_ended()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def serve(self, link: Link, stream: Stream, first: OpenExchange) -> None:
        """Reducer's side of a member's stream; returns when it is done. Raises `PeerFault`: `ProtocolViolation` if the
        member sent what it may not send, after which nothing more is taken from it in this step."""
        peer = link.peer_id
        if self._streams[peer] >= MAX_STREAMS_PER_PEER:
            await stream.send(Refusal(reason="too many streams"))
            return
        self._streams[peer] += 1
        try:
            found = await self._round_of(first)
            if found is None:
                await stream.send(Refusal(reason=f"step {first.step}, attempt {first.attempt} is not under way here"))
            else:
                await found.serve(stream, peer, first)
        finally:
            self._streams[peer] -= 1
            if not self._streams[peer]:
                del self._streams[peer]

    async def _round_of(self, first: OpenExchange) -> Round | None:
        """The round that `first` asks for, waited for if it is ahead of this peer."""
        try:
            async with asyncio.timeout(self._patience_s):
                while True:
                    begun = self._begun
                    for one in (self._round, self._before):
                        if one is not None and one.is_asked_by(first):
                            return one
                    if first.attempt <= self.latest_attempt:
                        return None  # whatever begins here is newer: this is another coordinator's, or over
                    await begun.wait()
        except TimeoutError:
            return None

    def _tell_begun(self) -> None:
        self._begun.set()
        self._begun = asyncio.Event()
