"""Something changed; look again."""

import asyncio


class Signal:
    """Wakes its one waiter at each change, or at a deadline of the event loop's clock."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def set(self) -> None:
        self._event.set()

    async def wait(self, deadline: float | None = None) -> bool:
        """Whether a change came before `deadline` (None: wait for ever)."""
        try:
            async with asyncio.timeout_at(deadline):
                await self._event.wait()
        except TimeoutError:
            return False
        self._event.clear()
        return True
