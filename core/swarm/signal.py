"""Something changed; look again."""

import asyncio


class Signal:
    """Wakes all who wait at each change, or each at a deadline of the event loop's clock. Nothing is remembered: who
    waits has looked just before, with no `await` in between."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def set(self) -> None:
        self._event.set()
        self._event = asyncio.Event()

    async def wait(self, deadline: float | None = None) -> bool:
        """Whether a change came before `deadline` (None: wait for ever)."""
        event = self._event
        try:
            async with asyncio.timeout_at(deadline):
                await event.wait()
        except TimeoutError:
            return False
        return True
