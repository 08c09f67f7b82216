"""One step's averaging: the tasks that send, reduce, pass on and receive parts."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from core.averaging.assignment import Assignment, indexes_of, runs_of
from core.averaging.codec import codec_named
from core.averaging.messages import AveragedPart, ContributedPart, OpenExchange, WantedParts
from core.averaging.part_book import PartBook
from core.averaging.reduction import Reduction
from core.errors import LinkLost, PeerFault, ProtocolViolation, Refused
from core.identity.ids import Digest, PeerId
from core.tasks import bare_faults
from core.training.api import Vector
from core.transport.api import Link, Refusal, Stream

logger = logging.getLogger(__name__)

LinkTo = Callable[[PeerId], Awaitable[Link]]
"""Finds or dials a peer; raises `PeerFault`."""


def _ignore(*_: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class ExchangeEvents:
    """Callbacks, all called on the event loop, only for the step under way."""

    on_part_closed: Callable[[int, tuple[PeerId, ...], Digest], None] = _ignore
    """This peer closed a part: index, whose gradients are in it (in order of id), hash of its code."""
    on_part_held: Callable[[int], None] = _ignore
    """A part is in the book, own ones included."""
    on_part_lost: Callable[[int], None] = _ignore
    """Nobody delivered this own part before its deadline: it needs a new attempt."""
    on_reducer_lost: Callable[[PeerId, str], None] = _ignore
    """This peer could not get through to a reducer, with the reason; its parts stay missing here."""


class Round:
    """Owns its tasks: they end with `end` (work) and `stop_serving` (streams that others opened)."""

    def __init__(
        self,
        me: PeerId,
        link_to: LinkTo,
        events: ExchangeEvents,
        assignment: Assignment,
        gradient: Vector | None,
        average: Vector,
    ) -> None:
        codec = codec_named(assignment.codec)
        self.book = PartBook(assignment.step, assignment.layout, codec, average, self._on_held)
        self.assignment = assignment
        self.beginning = (assignment.step, assignment.attempt)
        """Step and attempt that this round began with: other peers' rounds of earlier attempts are not its."""
        self._me = me
        self._link_to = link_to
        self._events = events
        self._reduction = Reduction(me, assignment.layout, codec, gradient)
        self._owner: dict[int, PeerId] = {}
        """Who reduces each part by the latest attempt that names it."""
        self._settled: list[int] = []
        """Parts in the order in which it became known that they are held, or that they will not be closed here."""
        self._news = asyncio.Event()
        self._work = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._visits: dict[asyncio.Task[None], tuple[PeerId, Sequence[int]]] = {}
        self._timers: list[asyncio.TimerHandle] = []
        self._served: set[Stream] = set()
        self._over = asyncio.Event()
        self._fault: BaseException | None = None

    @property
    def attempt(self) -> int:
        return self.assignment.attempt

    def is_asked_by(self, first: OpenExchange) -> bool:
        """Whether `first` is of this round, from a member that knows no later plan than this peer does."""
        return self.beginning <= (first.step, first.attempt) <= (self.book.step, self.attempt)

    def is_successor(self, assignment: Assignment) -> bool:
        mine = self.assignment
        same = (assignment.step, assignment.layout, assignment.codec) == (mine.step, mine.layout, mine.codec)
        return same and assignment.attempt > mine.attempt and not self._over.is_set()

    def assign(self, assignment: Assignment) -> None:
        """Takes up the parts that `assignment` gives to another reducer than before; the first one gives all."""
        if not self._tasks:
            self._spawn(self._close_parts())
        self.assignment = assignment
        fresh: dict[PeerId, list[int]] = {}
        for owner in assignment.owners:
            for index in range(owner.first, owner.stop):
                if self._owner.get(index) != owner.reducer and not self.book.has(index):
                    fresh.setdefault(owner.reducer, []).append(index)
                self._owner[index] = owner.reducer
        self._settle(self._reduction.give_up(i for i in self._reduction.open_parts() if self._owner[i] != self._me))
        self._take_on(sorted(fresh.pop(self._me, ())))
        self._leave_idle_visits()
        for reducer in sorted(fresh):
            self._start_visit(reducer, sorted(fresh[reducer]))

    def drop(self, peer: PeerId) -> None:
        self._reduction.drop(peer)
        self._work.set()
        for task, (reducer, _) in tuple(self._visits.items()):
            if reducer == peer:
                task.cancel()

    async def complete(self) -> None:
        """Raises `PeerFault` if the round ends before, and a bug of one of its tasks as it is."""
        while not self.book.is_complete and not self._over.is_set():
            await self._next_news()
        if self._fault is not None:
            raise self._fault
        if not self.book.is_complete:
            raise PeerFault(f"averaging of step {self.book.step} was ended before it was complete")

    def end(self) -> None:
        """Gradient and average are not touched any more; parts held are still served."""
        self._over.set()
        self.book.detach()
        for timer in self._timers:
            timer.cancel()
        for task in self._tasks - {asyncio.current_task()}:
            task.cancel()
        self._settle(self._reduction.give_up(self._reduction.open_parts()))

    def stop_serving(self) -> None:
        for stream in tuple(self._served):
            stream.reset("the step is over")

    async def wait_ended(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Own parts

    def _take_on(self, indexes: Sequence[int]) -> None:
        self._reduction.take_on(self.assignment, indexes)
        self._work.set()
        if indexes:
            timer = asyncio.get_running_loop().call_later(self.assignment.deadline_s, self._expire, indexes)
            self._timers.append(timer)

    def _expire(self, indexes: Sequence[int]) -> None:
        self._reduction.expire(indexes)
        self._work.set()

    async def _close_parts(self) -> None:
        while not self._over.is_set():
            await self._work.wait()
            self._work.clear()
            while (closed := self._reduction.close_next()) is not None:
                if isinstance(closed, int):
                    logger.info("step %d: nobody delivered part %d", self.book.step, closed)
                    self._settle([closed])
                    self._events.on_part_lost(closed)
                elif self.book.put(closed.index, closed.coded):
                    self._events.on_part_closed(closed.index, closed.included, self.book.hash_of(closed.index))
                await asyncio.sleep(0)  # a part takes about a millisecond: let others in between

    # Streams that members opened to this reducer

    async def serve(self, stream: Stream, peer: PeerId, first: OpenExchange) -> None:
        try:
            wanted = indexes_of(first.runs)
        except ValueError as error:
            raise ProtocolViolation(str(error)) from error
        if not all(self._reduction.is_mine(index) or self.book.has(index) for index in wanted):
            await stream.send(Refusal(reason="not all of these parts are reduced here"))
            return
        self._served.add(stream)
        try:
            due = self._reduction.wanted_from(peer, wanted)
            if first.resumes:
                await stream.send(WantedParts(runs=runs_of(due)))
            with bare_faults():
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._pass_on(stream, set(wanted)))
                    group.create_task(self._take_in(stream, peer, set(due)))
        except ProtocolViolation as fault:
            logger.info("dropping contributor %s: %s", peer, fault)
            self.drop(peer)
            raise
        finally:
            self._served.discard(stream)

    async def _pass_on(self, stream: Stream, wanted: set[int]) -> None:
        """Each part as soon as it is closed. Waits for this one receiver alone: parts are shared, not copied."""
        position = 0
        while wanted:
            while position < len(self._settled):
                index = self._settled[position]
                position += 1
                if index in wanted:
                    wanted.discard(index)
                    await self._pass_on_part(stream, index)
            if wanted:
                await self._next_news()

    async def _pass_on_part(self, stream: Stream, index: int) -> None:
        if not self.book.has(index):
            await stream.send(AveragedPart(index=index, is_lost=True))
            return
        await stream.send(AveragedPart(index=index))
        await stream.send_payload(self.book.coded(index))

    async def _take_in(self, stream: Stream, peer: PeerId, due: set[int]) -> None:
        """Reads on after parts are closed without this sender, so that it is never left stuck half-way."""
        try:
            while due:
                index = (await stream.receive(ContributedPart)).index
                if index not in due:
                    raise ProtocolViolation(f"part {index} was not to come on this stream, or came twice")
                due.discard(index)
                self._reduction.deliver(peer, index, await stream.receive_payload(self.book.part_bytes(index)))
                self._work.set()
        except LinkLost:
            return  # it has the rest from elsewhere, or it is gone: then it resumes, is dropped, or the deadline passes

    # Streams that this member opens to reducers

    def _start_visit(self, reducer: PeerId, indexes: Sequence[int]) -> None:
        task = self._spawn(self._visit(reducer, indexes))
        self._visits[task] = (reducer, indexes)
        task.add_done_callback(self._visits.pop)

    def _leave_idle_visits(self) -> None:
        for task, (reducer, indexes) in tuple(self._visits.items()):
            if not self._still_due(reducer, indexes) and task is not asyncio.current_task():
                task.cancel()

    def _still_due(self, reducer: PeerId, indexes: Collection[int]) -> list[int]:
        return [index for index in indexes if self._owner[index] == reducer and not self.book.has(index)]

    async def _visit(self, reducer: PeerId, indexes: Sequence[int]) -> None:
        """Everything between this member and one reducer; a stream that breaks is opened once more."""
        reason = ""
        for resumes in (False, True):
            due = self._still_due(reducer, indexes)
            if not due:
                return
            try:
                await self._exchange(reducer, due, resumes)
                return
            except Refused as fault:
                reason = str(fault)
                break
            except PeerFault as fault:
                reason = str(fault)
                logger.info("exchange with reducer %s broke: %s", reducer, fault)
        self._events.on_reducer_lost(reducer, reason)

    async def _exchange(self, reducer: PeerId, due: Sequence[int], resumes: bool) -> None:
        link = await self._link_to(reducer)
        stream = await link.open(
            OpenExchange(step=self.book.step, attempt=self.attempt, runs=runs_of(due), resumes=resumes)
        )
        is_done = False
        try:
            wanted_up = await self._wanted(stream, due) if resumes else due
            with bare_faults():
                async with asyncio.TaskGroup() as group:
                    upload = group.create_task(self._send_gradient(stream, reducer, wanted_up))
                    await self._receive_averages(stream, reducer, set(due))
                    is_done = upload.done()
                    upload.cancel()
        except ProtocolViolation as fault:
            link.close(str(fault))
            raise
        finally:
            if not is_done:
                stream.reset("nothing more is needed")

    async def _wanted(self, stream: Stream, due: Sequence[int]) -> list[int]:
        runs = (await stream.receive(WantedParts)).runs
        try:
            return sorted(set(indexes_of(runs)) & set(due))
        except ValueError as error:
            raise ProtocolViolation(str(error)) from error

    async def _send_gradient(self, stream: Stream, reducer: PeerId, indexes: Sequence[int]) -> None:
        for index in indexes:
            if not self._still_due(reducer, (index,)):
                continue
            coded = self._reduction.own_part(index)
            if coded is None:
                break
            await stream.send(ContributedPart(index=index))
            await stream.send_payload(coded)
        stream.finish()

    async def _receive_averages(self, stream: Stream, reducer: PeerId, wanted: set[int]) -> None:
        while self._still_due(reducer, wanted):
            head = await stream.receive(AveragedPart)
            if head.index not in wanted:
                raise ProtocolViolation(f"part {head.index} was not asked for, or came twice")
            wanted.discard(head.index)
            if head.is_lost:
                continue
            coded = await stream.receive_payload(self.book.part_bytes(head.index))
            if self._owner[head.index] == reducer:
                self.book.put(head.index, coded)

    # What all of them share

    def _on_held(self, index: int) -> None:
        self._reduction.give_up([index])
        self._settle([index])
        self._events.on_part_held(index)
        if self.book.is_complete:
            self._leave_idle_visits()

    def _settle(self, indexes: Collection[int]) -> None:
        self._settled.extend(indexes)
        self._tell_news()

    def _tell_news(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def _next_news(self) -> None:
        await self._news.wait()

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
