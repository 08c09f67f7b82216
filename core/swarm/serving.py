"""Answers to peers that want manifest, log, state or averages: open to all whom the run's access policy lets in."""

import asyncio

from core.errors import LinkLost, ProtocolViolation
from core.identity.manifest import SignedManifest
from core.identity.wire import pack
from core.swarm.messages import (
    AverageAnswer,
    FetchAverage,
    FetchChunk,
    FetchLog,
    FetchManifest,
    FetchState,
    LogAnswer,
    ManifestAnswer,
    StateOffer,
)
from core.swarm.replica import Replica
from core.training.state_digest import CHUNK_BYTES
from core.transport.api import Message, Refusal, Stream

LOG_LIMIT = 256
SNAPSHOT_IDLE_S = 20.0


async def serve_manifest(stream: Stream, request: FetchManifest, signed: SignedManifest) -> None:
    if request.run != signed.run:
        await stream.send(Refusal(reason="this peer takes part in another run"))
        return
    await stream.send(ManifestAnswer(content=signed.content, signature=signed.signature))


class Donor:
    """Gives a replica's log, state and averages to peers that catch up."""

    def __init__(self, replica: Replica) -> None:
        self._replica = replica
        self._downloads = 0

    async def serve_log(self, stream: Stream, request: FetchLog) -> None:
        limit = max(0, min(request.limit, LOG_LIMIT))
        commits = self._replica.log.commits(max(0, request.after_step), limit)
        await stream.send(LogAnswer(count=len(commits), head_step=self._replica.head_step))
        for commit in commits:
            await stream.send_payload(pack(commit))

    async def serve_average(self, stream: Stream, request: FetchAverage) -> None:
        book = self._replica.history.get(request.step)
        answer: Message = Refusal(reason=f"the average of step {request.step} is no longer held")
        if book is not None and book.is_complete:
            answer = AverageAnswer(parts=tuple(book.hashes()))
        await stream.send(answer)

    async def serve_state(self, stream: Stream, _: FetchState) -> None:
        """One download: an offer, then the chunks that are asked for, until the other side has enough."""
        snapshot = await self._replica.snapshot()
        if snapshot is None:
            await stream.send(Refusal(reason="this peer has no whole state at the moment"))
            return
        digest, content = snapshot
        self._downloads += 1
        try:
            await stream.send(StateOffer(step=digest.step, root=digest.root, chunks=digest.chunks))
            while True:
                async with asyncio.timeout(SNAPSHOT_IDLE_S):
                    request = await stream.receive(FetchChunk)
                if not 0 <= request.index < len(digest.chunks):
                    raise ProtocolViolation(f"there is no chunk {request.index}")
                start = request.index * CHUNK_BYTES
                await stream.send_payload(memoryview(content)[start : start + CHUNK_BYTES])
        except (LinkLost, TimeoutError):
            return
        finally:
            self._downloads -= 1
            if not self._downloads:
                self._replica.drop_snapshot()
