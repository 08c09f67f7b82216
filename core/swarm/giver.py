"""One donor of a download: what it owes, and how fast it gives."""

import asyncio
import math
from collections import deque

from core.errors import PeerTimeout
from core.identity.ids import PeerId
from core.swarm.state_messages import FetchChunk
from core.training.state_digest import CHUNK_BYTES
from core.transport.api import Link, Stream

FIRST_PATIENCE_S = 15.0
SHORTEST_PATIENCE_S = 3.0
LONGEST_PATIENCE_S = 60.0
PATIENCE = 5.0
"""Times as long as its chunks take by the mean."""
DROP_S = 90.0
"""A donor that is silent for so long, although its link lives, is left for good."""
AHEAD_S = 0.4
"""Chunks that a donor gives in so long, and in one round trip more, are asked for at a time."""
DEPTH = (2, 24)


class Giver:
    """A stream on which chunks come in the order in which they were asked for."""

    def __init__(self, link: Link, stream: Stream, task: asyncio.Task[None]) -> None:
        self.peer_id: PeerId = link.peer_id
        self.task = task
        """Whoever reads the stream."""
        self.owed: deque[int] = deque()
        self.is_late = False
        """It stalls: what it owes is asked of others too."""
        self._link = link
        self._stream = stream
        self._chunk_s = 0.0
        """How long one takes, smoothed; 0.0 before the first."""
        self._last_s = _now_s()

    @property
    def has_room(self) -> bool:
        """Whether it should be asked for another."""
        if self.is_late:
            return False
        if not self._chunk_s:
            return len(self.owed) < DEPTH[0]
        ahead = 1 + math.ceil((AHEAD_S + self._link.round_trip_s) / self._chunk_s)
        return len(self.owed) < min(max(ahead, DEPTH[0]), DEPTH[1])

    def eta_s(self, place: int, now_s: float) -> float:
        """In how many seconds the chunk at `place` of what it owes will be here."""
        if self.is_late or not self._chunk_s:
            return math.inf
        since_s = now_s - self._last_s if self.owed else 0.0
        # A chunk that is late already is not nearly there.
        return (place + 1) * self._chunk_s + max(0.0, since_s - self._chunk_s) - min(since_s, self._chunk_s)

    async def order(self, index: int) -> None:
        if not self.owed:
            self._last_s = _now_s()
        self.owed.append(index)
        await self._stream.send(FetchChunk(index=index))

    async def receive(self) -> tuple[int, bytes | bytearray]:
        """The next chunk and its index. Raises `PeerFault`."""
        try:
            async with asyncio.timeout(DROP_S):
                data = await self._stream.receive_payload(CHUNK_BYTES)
        except TimeoutError:
            raise PeerTimeout(f"no chunk within {DROP_S:.0f} s") from None
        now_s = _now_s()
        took_s = max(now_s - self._last_s, 1e-3)
        self._chunk_s = 0.7 * self._chunk_s + 0.3 * took_s if self._chunk_s else took_s
        self._last_s = now_s
        self.is_late = False
        return self.owed.popleft(), data

    def note_silence(self, now_s: float) -> bool:
        """Whether it has just become late."""
        patience_s = FIRST_PATIENCE_S
        if self._chunk_s:
            patience_s = min(max(PATIENCE * self._chunk_s, SHORTEST_PATIENCE_S), LONGEST_PATIENCE_S)
        if self.is_late or not self.owed or now_s - self._last_s <= patience_s:
            return False
        self.is_late = True
        return True


def _now_s() -> float:
    return asyncio.get_running_loop().time()
