"""Whether much may cross the network now."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class BulkGate:
    """Open, or closed while the network charges by volume, the month's limit is reached, or a pause is to be quiet."""

    def __init__(self) -> None:
        self._opened, self._closed = asyncio.Event(), asyncio.Event()
        self._opened.set()

    @property
    def is_open(self) -> bool:
        return self._opened.is_set()

    def change(self, is_open: bool) -> None:
        gone, come = (self._closed, self._opened) if is_open else (self._opened, self._closed)
        gone.clear()
        come.set()

    async def during(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Does `work` to its end while the gate is open; closed, it is broken off, and begun anew later."""
        while True:
            await self._opened.wait()
            working = asyncio.create_task(work())
            closing = asyncio.create_task(self._closed.wait())
            try:
                await asyncio.wait({working, closing}, return_when=asyncio.FIRST_COMPLETED)
                if working.done():
                    return working.result()
            finally:
                for task in (working, closing):
                    task.cancel()
                await asyncio.gather(working, closing, return_exceptions=True)
