"""Who is given a piece next, of all who take from this peer.

If all were given to at once, each would get a trickle: congestion control cannot steer trickles over one line, and the
first whole piece that somebody could pass on would be late for everybody. So a few get a piece each, and the next turn
is the most useful one's.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from core.data.pieces import PIECE_BYTES

ACTIVE = 4
"""Pieces that leave at a time: so many that one fills the line while another begins or ends."""
SLOW = 2.0
"""A turn that takes so many times as long as this peer's line would need is held up by the taker's line. It counts no
more, and another taker uses what it leaves."""
UNKNOWN_BYTES_PER_S = 500_000.0
"""A line that was not measured yet."""
LEAST_BYTES_PER_S = 10_000.0

Rank = Callable[[], tuple[int, ...]]
"""How useful a turn would be now; the least is next."""


class Turns:
    """Of one peer, on the event loop's clock."""

    def __init__(self, upload_bytes_per_s: Callable[[], float]) -> None:
        """`upload_bytes_per_s`: of this peer's line; 0.0 while unknown."""
        self._upload_bytes_per_s = upload_bytes_per_s
        self._waiting: list[tuple[Rank, asyncio.Future[None]]] = []
        self._began_s: dict[object, float] = {}
        self._look: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def turn(self, rank: Rank) -> AsyncIterator[None]:
        """Waits until it is this one's turn; inside a piece is sent, and has left when the turn ends."""
        loop = asyncio.get_running_loop()
        granted: asyncio.Future[None] = loop.create_future()
        entry = (rank, granted)
        self._waiting.append(entry)
        self._settle()
        try:
            await granted
            yield
        finally:
            if entry in self._waiting:
                self._waiting.remove(entry)
            self._began_s.pop(granted, None)
            self._settle()

    def _settle(self) -> None:
        now_s = asyncio.get_running_loop().time()
        rate = max(self._upload_bytes_per_s() or UNKNOWN_BYTES_PER_S, LEAST_BYTES_PER_S)
        slow_s = SLOW * ACTIVE * PIECE_BYTES / rate
        active = sum(now_s - began_s < slow_s for began_s in self._began_s.values())
        while self._waiting and active < ACTIVE:
            entry = min(self._waiting, key=lambda entry: entry[0]())
            self._waiting.remove(entry)
            self._began_s[entry[1]] = now_s
            entry[1].set_result(None)
            active += 1
        if self._look is not None:
            self._look.cancel()
            self._look = None
        if self._waiting:
            soonest_s = min(at_s for began_s in self._began_s.values() if (at_s := began_s + slow_s) > now_s)
            self._look = asyncio.get_running_loop().call_at(soonest_s, self._settle)
