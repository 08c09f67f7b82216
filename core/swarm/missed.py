"""The averages of the steps that a peer has missed, and of those made while it catches up.

Other peers keep an average for a step or two only, so each is fetched as soon as its step is committed, while the state
from which they lead on is still being downloaded.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from core.averaging.assignment import Layout
from core.averaging.fetch import fetch_parts
from core.averaging.part_book import PartBook, average_root
from core.errors import PeerFault, ProtocolViolation
from core.identity.ids import Digest, PeerId
from core.swarm.download import Liars
from core.swarm.log_sync import LogSync
from core.swarm.messages import FetchLog, LogAnswer
from core.swarm.records import Header
from core.swarm.replica import Replica
from core.swarm.state_messages import AverageAnswer, FetchAverage
from core.transport.api import Buffer, Link

log = logging.getLogger(__name__)

GIVERS = 3
"""Asked for parts of one average at a time."""
BATCH_BYTES = 4 << 20
LISTEN_S = 20.0
TRIES = 4
AGAIN_S = 0.5
FLOWING_S = 2.0
"""An average of which nothing came for so long does not have the line for itself any more."""


class AverageGone(PeerFault):
    """Nobody has the average of a step any more: a state is needed that is at least of that step."""

    def __init__(self, step: int, reason: str) -> None:
        super().__init__(f"the average of step {step}: {reason}")
        self.step = step


class CodedAverage:
    """The coded parts of one average, whose hashes the log names; not decoded yet."""

    def __init__(self, book: PartBook, hashes: Sequence[Digest]) -> None:
        """`book` is empty, of the same step and layout: it is what will decode them."""
        self.came_s = asyncio.get_running_loop().time()
        """When the last part came."""
        self._book = book
        self._expected = hashes
        self._coded: dict[int, Buffer] = {}
        self._gaps: dict[int, tuple[Any, ...]] = {}

    @property
    def layout(self) -> Layout:
        return self._book.layout

    @property
    def bytes(self) -> int:
        return self._book.whole_bytes

    def part_bytes(self, index: int) -> int:
        return self._book.part_bytes(index)

    def has(self, index: int) -> bool:
        return index in self._coded

    def hash_of(self, index: int) -> Digest:
        if index not in self._coded:
            raise KeyError(index)
        return self._expected[index]

    def replace(self, index: int, coded: Buffer, *gaps: Any) -> None:
        """`coded` has the right hash."""
        self._coded[index] = coded
        self._gaps[index] = gaps
        self.came_s = asyncio.get_running_loop().time()

    @property
    def missing(self) -> list[int]:
        return [index for index in range(self.layout.parts) if index not in self._coded]

    def decode(self) -> PartBook:
        """Fills the book, and with it the vector that it writes. Raises `ProtocolViolation` if that cannot be done."""
        for index, coded in sorted(self._coded.items()):
            self._book.put(index, coded, *self._gaps[index])
        return self._book


@dataclass(frozen=True, slots=True)
class MissedPorts:
    """What `Missed` is plugged into."""

    log_sync: LogSync
    link_to: Callable[[PeerId], Awaitable[Link]]
    sources: Callable[[], Sequence[PeerId]]
    """Whom to ask; the first is whose log is followed."""
    new_book: Callable[[int, Layout], PartBook]
    liars: Liars
    limit_bytes: int
    """Of averages that wait to be applied; one may always wait."""


class Missed:
    """Averages of the steps after `after_step`, in order, for as long as `run` runs."""

    def __init__(self, replica: Replica, after_step: int, ports: MissedPorts) -> None:
        self._replica = replica
        self._ports = ports
        self._next_step = after_step + 1
        self._ready: dict[int, CodedAverage] = {}
        self._coming: CodedAverage | None = None
        self._changed = asyncio.Event()

    async def run(self) -> None:
        """Never returns. Raises `AverageGone`, or another `PeerFault` if there is nobody left to ask."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._listen())
            tasks.create_task(self._collect())

    @property
    def needs_line(self) -> bool:
        """Whether an average is coming now. It must be here before the others drop it; a state waits."""
        coming = self._coming
        return coming is not None and asyncio.get_running_loop().time() - coming.came_s < FLOWING_S

    async def take(self, step: int) -> CodedAverage:
        """The average of `step`, as soon as it is here; it is the caller's."""
        while step not in self._ready:
            await self._changed.wait()
        average = self._ready.pop(step)
        self._tell()
        return average

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    # --- which steps there are

    async def _listen(self) -> None:
        """Takes commits over as they are made."""
        while True:
            fault = PeerFault("nobody to hear of steps from")
            for source in self._sources():
                try:
                    await self._listen_to(await self._ports.link_to(source))
                except PeerFault as caught:
                    log.debug("%s tells of no steps: %s", source, caught)
                    fault = caught
            await asyncio.sleep(AGAIN_S)
            log.info("hearing of no more steps: %s", fault)

    async def _listen_to(self, link: Link) -> None:
        while True:
            began_s = asyncio.get_running_loop().time()
            head_step = self._replica.head_step
            question = FetchLog(after_step=head_step, limit=0, headers=True, wait_s=LISTEN_S)
            answer = await link.request(question, LogAnswer, timeout_s=2 * LISTEN_S)
            if answer.head_step > head_step:
                await self._ports.log_sync.follow(link)
            elif asyncio.get_running_loop().time() - began_s < LISTEN_S / 2:
                raise PeerFault("it does not wait")

    # --- their averages

    def _sources(self) -> list[PeerId]:
        return [peer for peer in self._ports.sources() if peer not in self._ports.liars]

    async def _collect(self) -> None:
        while True:
            step = self._next_step
            while self._replica.head_step < step:
                await self._replica.changed()
            while self._ready and sum(one.bytes for one in self._ready.values()) >= self._ports.limit_bytes:
                await self._changed.wait()
            header = self._replica.log.header(step)
            if header is None:
                continue
            if header.amendment is not None:  # it has no average
                self._next_step += 1
                continue
            self._ready[step] = await self._fetch(header)
            self._next_step += 1
            self._tell()

    async def _fetch(self, header: Header) -> CodedAverage:
        fault = PeerFault("nobody to ask")
        is_fresh = header.step >= self._replica.head_step - 1
        for turn in range(TRIES if is_fresh else 1):
            if turn:
                await asyncio.sleep(AGAIN_S * turn)
            for source in self._sources():
                try:
                    return await self._fetch_as_told_by(source, header)
                except PeerFault as caught:
                    fault = caught
        raise AverageGone(header.step, str(fault))

    async def _fetch_as_told_by(self, source: PeerId, header: Header) -> CodedAverage:
        link = await self._ports.link_to(source)
        answer = await link.request(FetchAverage(step=header.step, average=header.average), AverageAnswer)
        if average_root(answer.layout, answer.parts) != header.average or len(answer.parts) != answer.layout.parts:
            fault = ProtocolViolation(f"hashes of the average of step {header.step} do not match the log")
            self._ports.liars.denounce(link, fault)
            raise fault
        average = CodedAverage(self._ports.new_book(header.step, answer.layout), answer.parts)
        self._coming = average
        try:
            await self._fetch_parts(source, header.step, answer.parts, average)
        finally:
            self._coming = None
        return average

    async def _fetch_parts(self, first: PeerId, step: int, hashes: Sequence[Digest], average: CodedAverage) -> None:
        """From several peers, a few parts at a time; what is left over from each of them in turn."""
        batches: deque[list[int]] = deque()
        size = max(1, BATCH_BYTES // max(1, average.part_bytes(0)))
        missing = average.missing
        batches.extend(missing[start : start + size] for start in range(0, len(missing), size))

        async def draw(peer: PeerId) -> None:
            while batches:
                try:
                    await fetch_parts(self._ports.link_to, [peer], step, hashes, average, batches.popleft())
                except PeerFault as fault:
                    log.debug("parts of step %d from %s: %s", step, peer, fault)
                    return

        sources = [first, *(peer for peer in self._sources() if peer != first)]
        async with asyncio.TaskGroup() as tasks:
            for peer in sources[:GIVERS]:
                tasks.create_task(draw(peer))
        await fetch_parts(self._ports.link_to, sources, step, hashes, average, average.missing)
