"""A member's place at the coordinator's table: its stream, and where it is in the step."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from core.dht.records import PeerRecord
from core.errors import LinkLost, PeerFault
from core.identity.ids import Digest, PeerId
from core.swarm import messages as say
from core.swarm.records import Header
from core.transport.api import Stream

OUTBOX_LIMIT = 4096
"""Messages that may wait for a member that does not read, before it is taken for dead."""


PASSES_MOST = 63
"""Freezes in a row that do not wait for a member that was late time and again."""


class Seat:
    """Owned by the coordinator; lives as long as the member's stream."""

    def __init__(self, stream: Stream, attend: say.Attend, now_s: float) -> None:
        self.peer: PeerId = stream.peer_id
        self.record: PeerRecord = attend.record
        self.contributes = attend.contributes
        self.may_reduce = attend.may_reduce and attend.record.is_reachable
        self.upload_bytes_per_s = attend.upload_bytes_per_s
        self.download_bytes_per_s = attend.download_bytes_per_s
        self.sealed = attend.sealed
        self.since_s = now_s
        self.has_left = False
        """In order: it will not be back in a moment."""
        self._misses = 0
        """Freezes in a row that waited for it in vain."""
        self._passes_left = 0
        """Freezes that will not wait for it."""
        self.is_ready = False
        self.frozen: say.Frozen | None = None
        self.holding: say.Holding | None = None
        self.collected = 0
        """Step of which the member has every part."""
        self.applied: tuple[int, Digest] | None = None
        self.sealed_whole: Header | None = None
        """Header of the seal that the member was told with its contributions."""
        self.standing_told, self.standing_s = 0, float("-inf")
        """Which standing the member was told last (`core.swarm.standing`), and when."""
        self._told: dict[PeerId, int] = {}
        """Records that the member was told, by sequence."""
        self._stream = stream
        self._is_dismissed = False
        self._outbox: asyncio.Queue[say.CoordinatorMessage] = asyncio.Queue(OUTBOX_LIMIT)

    @property
    def acquaintances(self) -> int:
        """Members whose records this one was told."""
        return len(self._told)

    def news_of(self, others: Iterable["Seat"], limit: int | None = None) -> tuple[PeerRecord, ...]:
        """Records of `others`, the first `limit`, that this member has not been told yet; now they count as told."""
        news = [o for o in others if self._told.get(o.peer) != o.record.sequence and o.peer != self.peer][:limit]
        self._told.update((other.peer, other.record.sequence) for other in news)
        return tuple([other.record for other in news])

    @property
    def is_awaited(self) -> bool:
        """Whether a freeze waits for it. A newcomer that is nearly abreast gets time to come in; who is always late is
        waited for in ever fewer steps, and so costs the others little."""
        return self._passes_left == 0

    def note_freeze(self, *, was_awaited: bool) -> None:
        """A freeze has ended: `frozen` tells whether the member is in time."""
        if self.frozen:
            self._misses = self._passes_left = 0
        elif was_awaited:
            self._misses += 1
            self._passes_left = min(2**self._misses - 1, PASSES_MOST)
        else:
            self._passes_left -= 1

    def take_offer(self, offer: say.Offer) -> None:
        self.contributes = offer.contributes
        self.may_reduce = offer.may_reduce and self.record.is_reachable
        self.upload_bytes_per_s = offer.upload_bytes_per_s
        self.download_bytes_per_s = offer.download_bytes_per_s

    def post(self, message: say.CoordinatorMessage) -> None:
        """Sends in order, without waiting."""
        try:
            self._outbox.put_nowait(message)
        except asyncio.QueueFull:
            self._stream.reset("you do not read what is sent")

    async def attend(self, on_message: Callable[["Seat", say.MemberMessage], Any]) -> None:
        """Carries messages both ways until the stream ends. Raises `PeerFault`, `LinkLost` at an orderly end too."""
        sending = asyncio.create_task(self._send())
        try:
            while True:
                message = await self._stream.receive(say.MemberMessage)
                if isinstance(message, say.Leave):
                    self.has_left = True
                    raise LinkLost("it left")
                on_message(self, message)
        finally:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def _send(self) -> None:
        while True:
            message = await self._outbox.get()
            try:
                await self._stream.send(message)
            except PeerFault:
                return  # the receiving side sees the same and ends the seat

    async def dismiss(self, message: say.Elsewhere) -> None:
        """The last word of a coordinator that steps down; said once, whoever says it first."""
        if self._is_dismissed:
            return
        self._is_dismissed = True
        while not self._outbox.empty():
            self._outbox.get_nowait()
        try:
            await self._stream.send(message)
            self._stream.finish()
        except PeerFault:
            return
