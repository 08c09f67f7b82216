"""Answers to peers that want manifest, log, state or averages: open to all whom the run's access policy lets in."""

import asyncio
import logging

from core.errors import LinkLost, ProtocolViolation
from core.identity.manifest import SignedManifest
from core.identity.wire import pack
from core.swarm import messages as say
from core.swarm import state_messages as state
from core.swarm.replica import Replica
from core.swarm.shelf import DOWNLOADS, LentState, Shelf
from core.swarm.state_files import StateFiles
from core.transport.api import Message, Refusal, Stream

log = logging.getLogger(__name__)

LOG_LIMIT = 256
LOG_WAIT_S = 30.0
COMMIT_WAIT_S = 6.0
DOWNLOAD_IDLE_S = 60.0
"""A download that asks for nothing for so long is over."""


async def serve_manifest(stream: Stream, request: say.FetchManifest, signed: SignedManifest) -> None:
    if request.run != signed.run:
        await stream.send(Refusal(reason="this peer takes part in another run"))
        return
    await stream.send(say.ManifestAnswer(content=signed.content, signature=signed.signature))


class Donor:
    """Gives a replica's log, state and averages to peers that catch up."""

    def __init__(self, replica: Replica, files: StateFiles | None) -> None:
        self._replica = replica
        self.shelf = Shelf(replica, files)

    async def run(self) -> None:
        """Until cancelled: what giving leaves to be done."""
        await self.shelf.run()

    # --- the log

    async def serve_log(self, stream: Stream, request: say.FetchLog) -> None:
        after, limit = max(0, request.after_step), max(0, min(request.limit, LOG_LIMIT))
        if request.wait_s > 0:
            await self._wait_for_step(after + 1, min(request.wait_s, LOG_WAIT_S))
        commits = self._replica.log.commits(after, limit)
        await stream.send(say.LogAnswer(count=len(commits), head_step=self._replica.head_step))
        for commit in commits:
            await stream.send_payload(pack(commit.brief if request.headers else commit))

    async def serve_commit(self, stream: Stream, request: say.FetchCommit) -> None:
        await self._wait_for_step(request.step, COMMIT_WAIT_S)
        commits = self._replica.log.commits(max(0, request.step - 1), 1)
        if not commits or commits[0].header.digest != request.head:
            await stream.send(Refusal(reason=f"that commit of step {request.step} is not here"))
            return
        await stream.send(say.CommitAnswer())
        await stream.send_payload(pack(commits[0]))

    async def _wait_for_step(self, step: int, patience_s: float) -> None:
        try:
            async with asyncio.timeout(patience_s):
                while self._replica.head_step < step:
                    await self._replica.changed()
        except TimeoutError:
            return

    async def serve_average(self, stream: Stream, request: state.FetchAverage) -> None:
        book = self._replica.history.get(request.step)
        answer: Message = Refusal(reason=f"the average of step {request.step} is no longer held")
        if book is not None and book.is_complete and book.root() == request.average:
            answer = state.AverageAnswer(layout=book.layout, parts=book.hashes())
        await stream.send(answer)

    # --- the state

    async def serve_offer(self, stream: Stream, request: state.AskState) -> None:
        lent = await self.shelf.newest(request) if self._has_time else None
        await stream.send(self._offer(lent))

    async def serve_state(self, stream: Stream, request: state.FetchState) -> None:
        """One download: an offer, then what is asked for, until the other side has enough."""
        lent = await self.shelf.exactly(request.step, request.root) if self._has_time else None
        await stream.send(self._offer(lent))
        if lent is None:
            return
        try:
            with self.shelf.using(lent):
                await self._give(stream, lent)
        except (LinkLost, TimeoutError):
            return
        except OSError as error:
            log.warning("the state of step %d cannot be given: %s", lent.digest.step, error)
            stream.reset("the state cannot be read")

    @property
    def _has_time(self) -> bool:
        return self.shelf.downloads < DOWNLOADS

    def _offer(self, lent: LentState | None) -> Message:
        if lent is not None:
            return state.StateOffer(step=lent.digest.step, root=lent.digest.root)
        return Refusal(reason="no such state is here" if self._has_time else "enough others download from this peer")

    async def _give(self, stream: Stream, lent: LentState) -> None:
        chunks = lent.digest.chunks
        while True:
            async with asyncio.timeout(DOWNLOAD_IDLE_S):
                request = await stream.receive(state.StateRequest)
            match request:
                case state.FetchHashes():
                    await stream.send(state.StateHashes(chunks=chunks))
                case state.FetchChunk(index=index) if 0 <= index < len(chunks):
                    await stream.send_payload(await self._replica.offload(lambda index=index: lent.read(index)))  # type: ignore[misc]
                case _:
                    raise ProtocolViolation("there is no such chunk")
