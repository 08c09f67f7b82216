"""One step's averaging at one peer: what it owns, what it gives to whom, and the tasks that do it.

Reducing and closing own parts is here; streams that others open are in `serving`, those that this peer opens in
`visiting`. Parts flow through without waiting for each other: a contribution is coded when its stream has room for it,
a part is closed when it has all, and passed on and received part by part.
"""

import asyncio
import logging
import math
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from core.averaging.assignment import Assignment
from core.averaging.codec import codec_named
from core.averaging.feedback import AverageFeedback, Feedback
from core.averaging.messages import OpenExchange
from core.averaging.part_book import Gaps, PartBook
from core.averaging.reduction import ClosedPart, LostPart, PartialSum, Reduction
from core.averaging.serving import Serving, Settled
from core.averaging.uplink import Uplink
from core.averaging.visiting import LinkTo, Source, Visit
from core.errors import PeerFault
from core.identity.ids import Digest, PeerId
from core.training.api import Vector
from core.transport.api import Buffer, Stream

logger = logging.getLogger(__name__)


def _ignore(*_: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class ExchangeEvents:
    """Callbacks, all called on the event loop, only for the step under way."""

    on_part_closed: Callable[[int, Gaps, Digest], None] = _ignore
    """This peer closed a part for all, or holds it already when it is told to: index, whose gradients are not in it,
    hash of its code."""
    on_part_held: Callable[[int], None] = _ignore
    """A part is in the book, own ones included."""
    on_part_lost: Callable[[int], None] = _ignore
    """Nobody delivered this own part before its deadline: it needs a new attempt."""
    on_reducer_lost: Callable[[PeerId, str], None] = _ignore
    """This peer could not get through to a reducer, with the reason; its parts stay missing here."""


@dataclass(frozen=True, slots=True)
class Giving:
    """What this peer brings to a step. The vectors are the caller's; see `Exchange.begin`."""

    gradient: Vector | None
    average: Vector
    feedback: Feedback | None = None
    average_feedback: AverageFeedback | None = None


class Round:
    """Owns its tasks: they end with `end` (work) and `stop_serving` (streams that others opened)."""

    def __init__(
        self, me: PeerId, link_to: LinkTo, events: ExchangeEvents, assignment: Assignment, giving: Giving
    ) -> None:
        codec = codec_named(assignment.codec)
        self.book = PartBook(assignment.step, assignment.layout, codec, giving.average, self._on_held)
        self.assignment = assignment
        self.beginning = assignment.attempt
        """The attempt that this round began with: other peers' rounds of earlier ones are not its."""
        self._me = me
        self._link_to = link_to
        self._events = events
        self._reduction = Reduction(
            me, assignment.layout, codec, giving.gradient, giving.feedback, giving.average_feedback
        )
        self._owner: dict[int, PeerId] = {}
        """Who reduces each part in this peer's group, by the latest attempt that names it."""
        self._source: dict[int, Source] = {}
        self.closed: dict[int, Digest] = {}
        """Parts that this peer closed for all, with the hash of its result."""
        self.uplink = Uplink(me, 0.0 if assignment.is_guess else assignment.predicted_s)
        self._settled = Settled()
        self._serving = Serving(
            self.book, self._reduction, self._settled, self.uplink, on_delivery=self._wake, drop=self.drop
        )
        self._partials: dict[int, asyncio.Future[PartialSum | None]] = {}
        self._work = asyncio.Event()
        self._has_deadlines = asyncio.Event()
        self._is_decided = asyncio.Event()
        """The book is complete, or the round over."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._visits: dict[asyncio.Task[None], Visit] = {}
        self._is_over = False
        self._fault: BaseException | None = None

    # --- the life of it

    @property
    def series(self) -> int:
        return self.assignment.series

    @property
    def attempt(self) -> int:
        return self.assignment.attempt

    def is_asked_by(self, first: OpenExchange) -> bool:
        """Whether `first` is of this round, from a member that knows no later plan than this peer does."""
        is_same = (first.step, first.series) == (self.book.step, self.series)
        return is_same and self.beginning <= first.attempt <= self.attempt

    def is_successor(self, assignment: Assignment) -> bool:
        mine = self.assignment
        same = (assignment.step, assignment.series) == (mine.step, mine.series)
        alike = (assignment.layout, assignment.codec) == (mine.layout, mine.codec)
        return same and alike and assignment.attempt > mine.attempt and not self._is_over

    def assign(self, assignment: Assignment) -> None:
        """Takes up the parts that `assignment` names: in the first one all."""
        if not self._tasks:
            self._spawn(self._close_parts())
            self._spawn(self._mind_deadlines())
        self.assignment = assignment
        changed = self._redirect(assignment)
        given_up = self._reduction.give_up(i for i in self._reduction.open_parts() if self._owner[i] != self._me)
        gone_elsewhere = [i for i in changed if self._reduction.is_mine(i) and self._owner[i] != self._me]
        self._settled.settle([*given_up, *gone_elsewhere])
        self._forget_partials([*given_up, *changed])
        self._take_on(assignment, [index for index in changed if self._owner[index] == self._me])
        self._leave_idle_visits()
        self._tell_of_held(assignment)
        visits: dict[Source, list[int]] = {}
        for index in changed:
            visits.setdefault(self._source[index], []).append(index)
        for source in sorted(visits):
            if source.peer != self._me:
                self._start_visit(source, visits[source])

    def _redirect(self, assignment: Assignment) -> list[int]:
        """Parts that `assignment` names and that are not held yet, ascending: they are exchanged anew, even where their
        owner is the same, since others are counted on now."""
        roots = {i: root.reducer for root in assignment.roots for i in range(root.first, root.stop)}
        changed: list[int] = []
        for owner in assignment.owners:
            for index in range(owner.first, owner.stop):
                is_mine = owner.reducer == self._me
                peer = roots.get(index, self._me) if is_mine else owner.reducer
                self._owner[index] = owner.reducer
                self._source[index] = Source(peer, is_mine and peer != self._me, assignment.attempt)
                if not self.book.has(index):
                    changed.append(index)
        return sorted(changed)

    def _tell_of_held(self, assignment: Assignment) -> None:
        """Parts that this peer is to close and holds already: whoever planned did not know."""
        for index in assignment.parts_of(self._me):
            if self.book.has(index) and not self._source[index].feeds:
                self._events.on_part_closed(index, self.book.gaps_of(index), self.book.hash_of(index))

    def drop(self, peer: PeerId) -> None:
        self.stop_waiting_for(peer)
        for task, visit in tuple(self._visits.items()):
            if visit.source.peer == peer:
                task.cancel()

    def stop_waiting_for(self, peer: PeerId) -> None:
        """Takes nothing more from `peer`, which may still be given averages and asked for them."""
        self._reduction.drop(peer)
        self._wake()

    async def complete(self) -> None:
        """Raises `PeerFault` if the round ends before, and a bug of one of its tasks as it is."""
        await self._is_decided.wait()
        if self._fault is not None:
            raise self._fault
        if not self.book.is_complete:
            raise PeerFault(f"averaging of step {self.book.step} was ended before it was complete")

    def end(self) -> None:
        """Gradient and average are not touched any more; parts held are still served."""
        self._is_over = True
        self._is_decided.set()
        self.book.detach()
        for task in self._tasks - {asyncio.current_task()}:
            task.cancel()
        self._reduction.give_up(self._reduction.open_parts())
        self._settled.close()
        self._forget_partials([*self._partials])

    def stop_serving(self) -> None:
        self._serving.stop()

    async def serve(self, stream: Stream, peer: PeerId, first: OpenExchange) -> None:
        await self._serving.serve(stream, peer, first)

    async def wait_ended(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def parts_without(self, peer: PeerId) -> list[int]:
        """Parts that are held and known to be averaged without `peer`, a member of this group."""
        book = self.book
        parts = range(book.layout.parts)
        return [i for i in parts if book.has(i) and book.gaps_of(i).concern(peer, self._owner.get(i))]

    # --- own parts

    def _take_on(self, assignment: Assignment, indexes: Sequence[int]) -> None:
        self._reduction.take_on(assignment, indexes, asyncio.get_running_loop().time())
        if not indexes:
            return
        self._settled.reopen(indexes)
        loop = asyncio.get_running_loop()
        self._partials.update((i, loop.create_future()) for i in indexes if self._source[i].feeds)
        self._wake()
        self._has_deadlines.set()

    def _wake(self) -> None:
        self._work.set()

    async def _close_parts(self) -> None:
        while not self._is_over:
            await self._work.wait()
            self._work.clear()
            while (done := self._reduction.close_next()) is not None:
                self._take_result(done)
                await asyncio.sleep(0)  # a part takes about a millisecond: let others in between

    def _take_result(self, done: ClosedPart | PartialSum | LostPart) -> None:
        match done:
            case LostPart():
                logger.info("step %d: nobody delivered part %d", self.book.step, done.index)
                self._settled.settle([done.index])
                self._events.on_part_lost(done.index)
            case PartialSum():
                future = self._partials.get(done.index)
                if future is not None and not future.done():
                    future.set_result(done)
            case ClosedPart():
                if self.book.put(done.index, done.coded, done.gaps):
                    digest = self.closed[done.index] = self.book.hash_of(done.index)
                    self._events.on_part_closed(done.index, done.gaps, digest)

    async def _mind_deadlines(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        while not self._is_over:
            self._has_deadlines.clear()
            next_s = self._reduction.expire_due(now)
            self._wake()
            try:
                async with asyncio.timeout_at(next_s if next_s < math.inf else None):
                    await self._has_deadlines.wait()
                now = loop.time()
            except TimeoutError:
                now = max(loop.time(), next_s)  # timers may be early by the clock's resolution, 16 ms on Windows

    # --- visits

    def is_due(self, index: int, source: Source) -> bool:
        return self._source[index] == source and not self.book.has(index)

    def own_part(self, index: int) -> Buffer | None:
        return self._reduction.own_part(index)

    async def partial(self, index: int) -> PartialSum | None:
        future = self._partials.get(index)
        return await asyncio.shield(future) if future is not None else None

    def _forget_partials(self, indexes: Iterable[int]) -> None:
        for index in indexes:
            future = self._partials.pop(index, None)
            if future is not None and not future.done():
                future.set_result(None)

    def _start_visit(self, source: Source, indexes: Sequence[int]) -> None:
        visit = Visit(source, indexes, self._link_to, self)
        task = self._spawn(self._visit(visit))
        self._visits[task] = visit
        task.add_done_callback(self._visits.pop)

    async def _visit(self, visit: Visit) -> None:
        reason = await visit.run()
        if reason:
            self._events.on_reducer_lost(visit.source.peer, reason)

    def _leave_idle_visits(self) -> None:
        for task, visit in tuple(self._visits.items()):
            if visit.is_over and task is not asyncio.current_task():
                task.cancel()

    # --- what all of them share

    def _on_held(self, index: int) -> None:
        self._reduction.give_up([index])
        self._forget_partials([index])
        self._settled.settle([index])
        self._events.on_part_held(index)
        if self.book.is_complete:
            self._is_decided.set()
            self._leave_idle_visits()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_done)
        return task

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or task.exception() is None:
            return
        self._fault = task.exception()
        logger.error("averaging step %d failed", self.book.step, exc_info=self._fault)
        self.end()
