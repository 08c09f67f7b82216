"""Streams that others open to this reducer: their gradients and partial sums in, averages out."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence

from core.averaging.assignment import indexes_of, runs_of
from core.averaging.messages import AveragedPart, ContributedPart, OpenExchange, PartialPart, WantedParts
from core.averaging.part_book import PartBook
from core.averaging.reduction import PartialSum, Reduction
from core.averaging.uplink import Uplink
from core.errors import LinkLost, ProtocolViolation
from core.identity.ids import PeerId
from core.tasks import bare_faults
from core.transport.api import Refusal, Stream

logger = logging.getLogger(__name__)


class Settled:
    """Parts of which it is known that they are held, or that they will not be closed here. Each news wakes those who
    wait for that part and nobody else: with many members on many parts anything more would be felt."""

    def __init__(self) -> None:
        self._settled: set[int] = set()
        self._waiting: dict[int, list[asyncio.Queue[int]]] = {}

    def watch(self, indexes: Iterable[int]) -> asyncio.Queue[int]:
        """Gives each of `indexes` once it is settled."""
        news: asyncio.Queue[int] = asyncio.Queue()
        for index in indexes:
            if index in self._settled:
                news.put_nowait(index)
            else:
                self._waiting.setdefault(index, []).append(news)
        return news

    def leave(self, news: asyncio.Queue[int], indexes: Iterable[int]) -> None:
        """`indexes` as given to `watch`."""
        for index in indexes:
            waiting = self._waiting.get(index)
            if waiting is not None and news in waiting:
                waiting.remove(news)

    def settle(self, indexes: Iterable[int]) -> None:
        for index in indexes:
            self._settled.add(index)
            for news in self._waiting.pop(index, ()):
                news.put_nowait(index)

    def close(self) -> None:
        """Nothing more will come."""
        self.settle(tuple(self._waiting))

    def reopen(self, indexes: Iterable[int]) -> None:
        """Parts given up before that are reduced here after all."""
        self._settled.difference_update(indexes)


def _ignore(*_: object) -> None:
    pass


class Serving:
    """Of one step, at one reducer."""

    def __init__(
        self,
        book: PartBook,
        reduction: Reduction,
        settled: Settled,
        uplink: Uplink,
        *,
        on_delivery: Callable[[], None],
        drop: Callable[[PeerId], None],
    ) -> None:
        """`on_delivery`: a part may have become ready. `drop`: a contributor broke the rules."""
        self._book = book
        self._reduction = reduction
        self._settled = settled
        self._uplink = uplink
        self._on_delivery = on_delivery
        self._drop = drop
        self._streams: set[Stream] = set()

    def stop(self) -> None:
        for stream in tuple(self._streams):
            stream.reset("the step is over")
        # no cycle is left: the book that hangs on it is large, and the garbage collector comes seldom
        self._on_delivery = self._drop = _ignore

    async def serve(self, stream: Stream, peer: PeerId, first: OpenExchange) -> None:
        try:
            wanted = indexes_of(first.runs)
        except ValueError as error:
            raise ProtocolViolation(str(error)) from error
        if not all(self._reduction.is_mine(index) or self._book.has(index) for index in wanted):
            await stream.send(Refusal(reason="not all of these parts are reduced here"))
            return
        self._streams.add(stream)
        news = self._settled.watch(wanted)
        try:
            if first.resumes:
                await stream.send(WantedParts(runs=runs_of(self._reduction.wanted_from(peer, wanted))))
            due = wanted if self._reduction.expects(peer) else ()
            with bare_faults():
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._pass_on(stream, peer, news, wanted))
                    group.create_task(self._take_in(stream, peer, set(due), feeds=first.feeds))
        except ProtocolViolation as fault:
            logger.info("dropping contributor %s: %s", peer, fault)
            self._drop(peer)
            raise
        finally:
            self._streams.discard(stream)
            self._settled.leave(news, wanted)

    async def _pass_on(self, stream: Stream, peer: PeerId, news: asyncio.Queue[int], wanted: Sequence[int]) -> None:
        """Each part as soon as it is closed. Waits for this one receiver alone: parts are shared, not copied."""
        flow = self._uplink.flow(peer, len(wanted), self._book.bytes_of(wanted), passes_on=True)
        try:
            for _ in wanted:
                index = await news.get()
                async with flow.turn():
                    await self._pass_on_part(stream, index)
        finally:
            flow.close()

    async def _pass_on_part(self, stream: Stream, index: int) -> None:
        if not self._book.has(index):
            await stream.send(AveragedPart(index=index, is_lost=True))
            return
        await stream.send(AveragedPart(index=index, gaps=self._book.gaps_of(index)))
        await stream.send_payload(self._book.coded(index))
        await stream.drain()

    async def _take_in(self, stream: Stream, peer: PeerId, due: set[int], *, feeds: bool) -> None:
        """Reads on after parts are closed without this sender, so that it is never left stuck half-way. What belongs to
        a plan that is not this peer's (a part that it held already when it was to reduce it, say) is read and left."""
        try:
            while due:
                if feeds:
                    await self._take_partial(stream, peer, due)
                else:
                    await self._take_part(stream, peer, due)
                self._on_delivery()
                await asyncio.sleep(0)  # what has arrived already is read without waiting: let others in between
        except LinkLost:
            return  # it has the rest from elsewhere, or it is gone: then it resumes, is dropped, or the deadline passes

    async def _take_part(self, stream: Stream, peer: PeerId, due: set[int]) -> None:
        index = _expected((await stream.receive(ContributedPart)).index, due)
        coded = await stream.receive_payload(self._book.part_bytes(index))
        if self._reduction.is_mine(index):
            self._reduction.deliver(peer, index, coded, _now_s())

    async def _take_partial(self, stream: Stream, peer: PeerId, due: set[int]) -> None:
        head = await stream.receive(PartialPart)
        index = _expected(head.index, due)
        start, stop = self._book.layout.part(index)
        content = await stream.receive_payload(8 * (stop - start)) if head.samples else b""
        if len(content) % 8:
            raise ProtocolViolation(f"a partial sum of {len(content)} bytes")
        self._reduction.deliver_partial(peer, PartialSum(index, head.samples, head.missing, content), _now_s())


def _expected(index: int, due: set[int]) -> int:
    if index not in due:
        raise ProtocolViolation(f"part {index} was not to come on this stream, or came twice")
    due.discard(index)
    return index


def _now_s() -> float:
    return asyncio.get_running_loop().time()
