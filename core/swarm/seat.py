"""A member's place at the coordinator's table: its stream, and where it is in the step."""

import asyncio
from collections.abc import Callable
from typing import Any

from core.dht.records import PeerRecord
from core.errors import LinkLost, PeerFault
from core.identity.ids import Digest, PeerId
from core.swarm import messages as say
from core.transport.api import Stream

OUTBOX_LIMIT = 4096
"""Messages that may wait for a member that does not read, before it is taken for dead."""


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
        self.is_ready = False
        self.frozen: say.Frozen | None = None
        self.holding: say.Holding | None = None
        self.collected = 0
        """Step of which the member has every part."""
        self.applied: tuple[int, Digest] | None = None
        self._stream = stream
        self._is_dismissed = False
        self._outbox: asyncio.Queue[say.CoordinatorMessage] = asyncio.Queue(OUTBOX_LIMIT)

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
