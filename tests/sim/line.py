"""What a peer's access line does to bytes: they queue, and streams take turns."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from tests.sim.clock import VirtualLoop

TURN_S = 0.01
"""How long one stream may hold the line before the next one's turn."""
TURN_BYTES = 1500


class Agenda:
    """Calls to come, in order of time and then of asking."""

    @property
    def now_s(self) -> float:
        return asyncio.get_running_loop().time()

    def at(self, when_s: float, call: Callable[..., None], *args: Any) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        loop.at(when_s, call, *args)

    def later(self, delay_s: float, call: Callable[..., None], *args: Any) -> None:
        self.at(self.now_s + delay_s, call, *args)


class Line:
    """One direction of one peer's line. Flows with something to send share it evenly."""

    def __init__(self, agenda: Agenda, bytes_per_s: float | None = None) -> None:
        """`bytes_per_s` None: nothing ever queues."""
        self.bytes_per_s = bytes_per_s
        self.carried_bytes = 0
        self._agenda = agenda
        self._flows: dict[object, deque[list[Any]]] = {}
        self._is_busy = False

    def carry(self, flow: object, size: int, then: Callable[..., None], *args: Any) -> None:
        """Calls `then(*args)` once `size` bytes have passed; those of one flow in order."""
        if self.bytes_per_s is None and not self._is_busy:
            self.carried_bytes += size
            then(*args)
            return
        self._flows.setdefault(flow, deque()).append([size, then, args])
        if not self._is_busy:
            self._next()

    def forget(self, flow: object) -> None:
        """What waits of that flow is not sent any more."""
        self._flows.pop(flow, None)

    def _next(self) -> None:
        flow, queue = next(iter(self._flows.items()))
        rate = self.bytes_per_s or 1e12
        take = min(queue[0][0], max(TURN_BYTES, int(rate * TURN_S)))
        self._is_busy = True
        self._agenda.later(take / rate, self._passed, flow, queue, take)

    def _passed(self, flow: object, queue: deque[list[Any]], take: int) -> None:
        done = None
        self.carried_bytes += take
        if self._flows.get(flow) is queue:
            del self._flows[flow]
            queue[0][0] -= take
            if queue[0][0] <= 0:
                done = queue.popleft()
            if queue:
                self._flows[flow] = queue  # at the end: the others come first
        self._is_busy = False
        if self._flows:
            self._next()
        if done is not None:
            done[1](*done[2])
