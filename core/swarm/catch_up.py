"""How a peer that is new, or was away, comes to the head of the log.

First the log, every commit checked; then the state: by applying the averages it missed where they can still be had,
else by a download whose every chunk is checked against the digest that the log names.
"""

import logging
from collections.abc import Callable, Sequence

from core.averaging.fetch import fetch_parts
from core.averaging.part_book import PartBook, average_root
from core.dht.directory import Directory
from core.errors import PeerFault, ProtocolViolation
from core.identity.ids import Digest, PeerId
from core.identity.wire import unpack
from core.swarm.messages import (
    AverageAnswer,
    FetchAverage,
    FetchChunk,
    FetchLog,
    FetchState,
    LogAnswer,
    StateOffer,
)
from core.swarm.records import Commit
from core.swarm.replica import Replica
from core.training.state_digest import CHUNK_BYTES, StateDigest, chunk_spans, state_bytes
from core.transport.api import MESSAGE_BYTES, Link, Stream

log = logging.getLogger(__name__)

LOG_BATCH = 256
REPLAY_LIMIT = 16
"""With more steps missed than this, a download of the state is quicker than applying them."""
CHUNKS_UNDER_WAY = 8


class CatchUp:
    """Brings one replica to the head that other peers are at."""

    def __init__(self, replica: Replica, directory: Directory, new_book: Callable[[int], PartBook]) -> None:
        self._replica = replica
        self._directory = directory
        self._new_book = new_book

    async def run(self, sources: Sequence[PeerId]) -> None:
        """Log and state from `sources`, tried in turn. Raises `PeerFault` if none could bring this peer up to date."""
        fault: PeerFault = PeerFault("nobody to catch up from")
        for source in sources:
            try:
                link = await self._directory.link_to(source)
                await self.follow_log(link)
                await self._reach_head(link, sources)
                return
            except PeerFault as caught:
                log.info("could not catch up from %s: %s", source, caught)
                fault = caught
        raise fault

    # --- the log

    async def follow_log(self, link: Link) -> None:
        """Takes over the commits that the peer at `link` has and this one lacks. Where the two logs part, the one
        with more samples wins; with equal ones the peer that is asked does, since it conducts."""
        commits = await self._commits_from_joint(link)
        while commits:
            last = commits[-1].header
            fresh = [c for c in commits if self._replica.log.header(c.header.step) != c.header]
            if fresh and fresh[0].header.step <= self._replica.head_step:
                fresh += await self._rest_of_log(link, last.step)
                self._leave_own_branch(fresh)
                last = fresh[-1].header
            for commit in fresh:
                self._replica.append(commit)
            commits = (await self._fetch_log(link, last.step))[0]

    async def _commits_from_joint(self, link: Link) -> list[Commit]:
        """Their commits from the last step on at which both logs may agree; empty if they have none."""
        after = max(0, self._replica.head_step - 1)
        back = 1
        while True:
            commits, their_head = await self._fetch_log(link, after)
            if their_head == 0 or (commits and is_joint(self._replica, commits[0], after)):
                return commits
            if after == 0:
                raise ProtocolViolation("their log does not begin where this run begins")
            after = max(0, min(after, their_head) - back)
            back *= 2

    async def _rest_of_log(self, link: Link, after: int) -> list[Commit]:
        rest: list[Commit] = []
        while more := (await self._fetch_log(link, rest[-1].header.step if rest else after))[0]:
            rest += more
        return rest

    def _leave_own_branch(self, theirs: list[Commit]) -> None:
        if theirs[-1].header.total_samples < self._replica.total_samples:
            raise PeerFault("their history is the lighter one")
        self._replica.truncate(theirs[0].header.step - 1)

    async def _fetch_log(self, link: Link, after: int) -> tuple[list[Commit], int]:
        stream = await link.open(FetchLog(after_step=after, limit=LOG_BATCH))
        try:
            answer = await stream.receive(LogAnswer)
            if not 0 <= answer.count <= LOG_BATCH:
                raise ProtocolViolation("more commits than were asked for")
            commits = [decode_commit(await stream.receive_payload(MESSAGE_BYTES)) for _ in range(answer.count)]
        finally:
            stream.finish()
        return commits, answer.head_step

    # --- the state

    async def _reach_head(self, link: Link, sources: Sequence[PeerId]) -> None:
        replica = self._replica
        for _ in range(4):
            if replica.is_in_step:
                break
            if not await self._replay(link, sources):
                await self._download(link)
                await self.follow_log(link)
        else:
            raise PeerFault(f"the log outran the state from {link.peer_id}")

    async def _replay(self, link: Link, sources: Sequence[PeerId]) -> bool:
        """Applies the averages missed since the state's step. False if that cannot be done."""
        replica = self._replica
        if not replica.is_on_log or replica.position is None:
            return False
        missed = replica.head_step - replica.position.step
        if not 0 <= missed <= REPLAY_LIMIT:
            return False
        try:
            while (step := replica.position.step + 1) <= replica.head_step:
                await self._replay_step(step, link, sources)
        except PeerFault as fault:
            log.info("cannot replay: %s", fault)
            return False
        return True

    async def _replay_step(self, step: int, link: Link, sources: Sequence[PeerId]) -> None:
        replica = self._replica
        header = replica.log.header(step)
        if header is None:
            raise PeerFault(f"step {step} is not in the log")
        answer = await link.request(FetchAverage(step=step), AverageAnswer)
        if average_root(answer.parts) != header.average:
            raise ProtocolViolation("hashes of the average do not match the log")
        book = self._new_book(step)
        await fetch_parts(self._directory.link_to, sources, step, answer.parts, book, range(len(answer.parts)))
        position = await replica.apply(step, header.scalars, clear=False)
        if position.root != header.state:
            replica.position = None
            raise PeerFault(f"step {step} gave another state than the log names")

    async def _download(self, link: Link) -> None:
        replica = self._replica
        stream = await link.open(FetchState())
        try:
            offer = await stream.receive(StateOffer)
            if offer.step > replica.head_step:
                await self.follow_log(link)
            header = replica.log.header(offer.step)
            if offer.step and (header is None or header.state != offer.root):
                raise ProtocolViolation(f"the state offered is not that of step {offer.step} in the log")
            digest = self._check_offer(offer)
            async with replica.busy:
                replica.position = None
                if replica.trainer.is_running:
                    await replica.trainer.freeze()
                await self._fetch_chunks(stream, digest)
        finally:
            stream.finish()
        position = await replica.take_over(offer.step)
        if position.root != offer.root:
            replica.position = None
            raise PeerFault("the state fetched is damaged")
        await replica.clear_gradient()
        log.info("fetched the state of step %d from %s", offer.step, link.peer_id)

    def _check_offer(self, offer: StateOffer) -> StateDigest:
        digest = StateDigest(offer.step, offer.chunks)
        if not digest.fits(self._replica.trainer.state.size):
            raise ProtocolViolation("the state offered has another size")
        if digest.root != offer.root:
            raise ProtocolViolation("chunk hashes do not match the state's digest")
        return digest

    async def _fetch_chunks(self, stream: Stream, offer: StateDigest) -> None:
        """Fills `trainer.state`; chunks that are right already (a broken download, resumed) are not fetched again."""
        state = self._replica.trainer.state
        content = state_bytes(state)
        spans = chunk_spans(state.size)
        wanted = [i for i, span in enumerate(spans) if not offer.is_chunk(i, content[span])]
        for asked in wanted[:CHUNKS_UNDER_WAY]:
            await stream.send(FetchChunk(index=asked))
        for turn, index in enumerate(wanted):
            data = await stream.receive_payload(CHUNK_BYTES)
            if not offer.is_chunk(index, data):
                raise ProtocolViolation(f"chunk {index} of the state is wrong")
            content[spans[index]] = data
            if turn + CHUNKS_UNDER_WAY < len(wanted):
                await stream.send(FetchChunk(index=wanted[turn + CHUNKS_UNDER_WAY]))


def decode_commit(data: bytes | bytearray) -> Commit:
    """A commit from the wire. Raises `ProtocolViolation`."""
    try:
        return unpack(Commit, bytes(data))
    except ValueError as fault:
        raise ProtocolViolation(f"not a commit: {fault}") from fault


def is_joint(replica: Replica, first: Commit, after: int) -> bool:
    """Whether `first`, said to follow step `after`, joins this peer's log there."""
    header = replica.log.header(after) if after else None
    expected = header.digest if header else Digest(replica.run.raw)
    return first.header.step == after + 1 and first.header.previous == expected
