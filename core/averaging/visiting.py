"""Streams that this peer opens: to the reducers of its group, whom it gives its gradient, and where it owns parts of a
larger collaboration, to the parts' roots, whom it gives its group's sums. From both it gets averages."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from core.averaging.assignment import indexes_of, runs_of
from core.averaging.messages import AveragedPart, ContributedPart, OpenExchange, PartialPart, WantedParts
from core.averaging.part_book import PartBook
from core.averaging.reduction import PartialSum
from core.averaging.uplink import Flow, Uplink
from core.errors import PeerFault, ProtocolViolation, Refused
from core.identity.ids import PeerId
from core.tasks import bare_faults
from core.transport.api import Buffer, Link, Stream

logger = logging.getLogger(__name__)

LinkTo = Callable[[PeerId], Awaitable[Link]]
"""Finds or dials a peer; raises `PeerFault`."""

TRIES = 2
"""Streams that are opened to a reducer without one more average from it."""


class Giver(Protocol):
    """What the visits of one round share: `core.averaging.round.Round`."""

    @property
    def book(self) -> PartBook: ...

    @property
    def uplink(self) -> Uplink: ...

    @property
    def series(self) -> int: ...

    @property
    def attempt(self) -> int: ...

    def own_part(self, index: int) -> Buffer | None:
        """Code of this peer's own gradient; None if it has nothing (more) to give."""
        ...

    async def partial(self, index: int) -> PartialSum | None:
        """The group's sum, once it is there; None once it is known that there will be none."""
        ...

    def is_due(self, index: int, source: "Source") -> bool:
        """Whether the part is not held yet and still to come from there."""
        ...


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """From whom this peer gets the average of a part."""

    peer: PeerId
    feeds: bool
    """Whether it gives it its group's sum, instead of its own gradient."""
    attempt: int
    """Whose plan said so."""


class Visit:
    """Everything between this peer and one reducer, or root, for some parts of one step. A stream that breaks is opened
    anew as long as that brings something."""

    def __init__(self, source: Source, indexes: Sequence[int], link_to: LinkTo, giver: Giver) -> None:
        self.source = source
        self._indexes = indexes
        self._link_to = link_to
        self._giver = giver
        self._book = giver.book
        self._open: set[int] = set()
        """Parts of which nothing was said yet on the stream under way."""

    def _is_due(self, index: int) -> bool:
        return self._giver.is_due(index, self.source)

    @property
    def is_over(self) -> bool:
        return not any(map(self._is_due, self._indexes))

    async def run(self) -> str:
        """Why it did not get through; empty if it did, or if nothing is due any more."""
        reason, resumes, tries_left = "", False, TRIES
        left = len(self._indexes)
        while due := [index for index in self._indexes if self._is_due(index)]:
            if len(due) < left:
                left, tries_left = len(due), TRIES
            if not tries_left:
                return reason
            tries_left -= 1
            try:
                await self._exchange(due, resumes)
                return ""
            except Refused as fault:
                return str(fault)
            except PeerFault as fault:
                reason, resumes = str(fault), True
                logger.info("exchange with reducer %s broke: %s", self.source.peer, fault)
        return ""

    async def _exchange(self, due: Sequence[int], resumes: bool) -> None:
        link = await self._link_to(self.source.peer)
        first = OpenExchange(
            step=self._book.step,
            series=self._giver.series,
            attempt=self._giver.attempt,
            runs=runs_of(due),
            resumes=resumes,
            feeds=self.source.feeds,
        )
        stream = await link.open(first)
        self._open = set(due)
        is_done = False
        try:
            wanted_up = await self._wanted(stream, due) if resumes else due
            with bare_faults():
                async with asyncio.TaskGroup() as group:
                    is_done = await self._receive_beside(group.create_task(self._give(stream, wanted_up)), stream)
        except ProtocolViolation as fault:
            link.close(str(fault))
            raise
        finally:
            if not is_done:
                stream.reset("nothing more is needed")

    async def _receive_beside(self, upload: asyncio.Task[None], stream: Stream) -> bool:
        """Whether nothing was left to give when all was here. Apart, since a fault of `upload` must not pass through
        the frame that refers to it: that would be a cycle."""
        await self._receive_averages(stream)
        is_done = upload.done()
        upload.cancel()
        return is_done

    async def _wanted(self, stream: Stream, due: Sequence[int]) -> list[int]:
        runs = (await stream.receive(WantedParts)).runs
        try:
            return sorted(set(indexes_of(runs)) & set(due))
        except ValueError as error:
            raise ProtocolViolation(str(error)) from error

    async def _give(self, stream: Stream, indexes: Sequence[int]) -> None:
        """In order: the reducer's deadlines count on it."""
        parts, done = len(self._indexes), len(self._indexes) - len(indexes)
        flow = self._giver.uplink.flow(self.source.peer, parts, self._book.bytes_of(indexes), done=done)
        try:
            for index in indexes:
                if not self._is_due(index):
                    continue
                if self.source.feeds:
                    await self._give_partial(stream, await self._giver.partial(index), flow)
                elif not await self._give_part(stream, index, flow):
                    break
        finally:
            flow.close()
        stream.finish()

    async def _give_part(self, stream: Stream, index: int, flow: Flow) -> bool:
        """Coded when its turn has come, so that little is held in memory. Whether there was anything to give."""
        async with flow.turn():
            coded = self._giver.own_part(index)
            if coded is None:
                return False
            await stream.send(ContributedPart(index=index))
            await stream.send_payload(coded)
            await stream.drain()
        return True

    async def _give_partial(self, stream: Stream, partial: PartialSum | None, flow: Flow) -> None:
        if partial is None:
            return
        async with flow.turn():
            await stream.send(PartialPart(index=partial.index, samples=partial.samples, missing=partial.missing))
            if partial.samples:
                await stream.send_payload(partial.content)
                await stream.drain()

    async def _receive_averages(self, stream: Stream) -> None:
        while self._open and not self._is_over_here():
            head = await stream.receive(AveragedPart)
            if head.index not in self._open:
                raise ProtocolViolation(f"part {head.index} was not asked for, or came twice")
            self._open.discard(head.index)
            if head.is_lost:
                continue
            coded = await stream.receive_payload(self._book.part_bytes(head.index))
            if self._is_due(head.index):
                self._book.put(head.index, coded, head.gaps)
                await asyncio.sleep(0)  # what has arrived already is read without waiting: let others in between

    def _is_over_here(self) -> bool:
        return not any(map(self._is_due, self._open))
