"""Lines that wait for one client to read."""

import asyncio
from collections import OrderedDict


class Outbox:
    """A bounded queue in which a newer line can take the place of one that is out of date.

    `put` never waits: the engine's work must not depend on how fast somebody reads. `limit_lines` and `limit_bytes`
    bound what waits; one more line than that is refused and the reader has to be given up. Answers are taken beyond
    the bounds, as `wait_half_empty` keeps their number low.
    """

    def __init__(self, limit_lines: int = 1000, limit_bytes: int = 32 << 20) -> None:
        self._limit_lines = limit_lines
        self._limit_bytes = limit_bytes
        self._lines: OrderedDict[str | int, bytes] = OrderedDict()
        self._bytes = 0
        self._next_key = 0
        self._is_closed = False
        self._filled = asyncio.Event()
        self._emptied = asyncio.Event()

    def put(self, line: bytes, *, replaces: str | None = None, is_bounded: bool = True) -> bool:
        """Appends `line`; a waiting line with the same `replaces` is dropped. False if there is no room for it."""
        if replaces is None:
            self._next_key += 1
        key = self._next_key if replaces is None else replaces
        self._bytes -= len(self._lines.pop(key, b""))
        is_full = len(self._lines) >= self._limit_lines or self._bytes + len(line) > self._limit_bytes
        if is_full and is_bounded:
            return False
        self._lines[key] = line
        self._bytes += len(line)
        self._filled.set()
        return True

    def close(self) -> None:
        """Nothing more will be put; what waits can still be taken."""
        self._is_closed = True
        self._filled.set()

    async def take(self) -> bytes | None:
        """The oldest line; None once closed and empty."""
        while not self._lines:
            if self._is_closed:
                return None
            self._filled.clear()
            await self._filled.wait()
        _, line = self._lines.popitem(last=False)
        self._bytes -= len(line)
        self._emptied.set()
        return line

    async def wait_half_empty(self) -> None:
        """Returns once at most half of each bound is in use: back-pressure on who asks more than they read."""
        while len(self._lines) > self._limit_lines // 2 or self._bytes > self._limit_bytes // 2:
            self._emptied.clear()
            await self._emptied.wait()
