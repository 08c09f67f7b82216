"""What a peer's access line does to bytes: they queue, and streams take turns."""

import asyncio
import heapq
import itertools
from collections import deque
from collections.abc import Callable
from contextvars import Context
from typing import Any

TURN_S = 0.01
"""How long one stream may hold the line before the next one's turn."""
TURN_BYTES = 1500


class Agenda:
    """Calls to come, in order of time and then of asking; by the loop's clock, at a fraction of its timers' cost."""

    def __init__(self) -> None:
        self._calls: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self._numbers = itertools.count()
        self._wakes_at_s = float("inf")
        self._context = Context()
        """Nobody's: what is on its way goes on when whoever sent it is frozen."""

    @property
    def now_s(self) -> float:
        return asyncio.get_running_loop().time()

    def at(self, when_s: float, call: Callable[..., None], *args: Any) -> None:
        heapq.heappush(self._calls, (when_s, next(self._numbers), call, args))
        if when_s < self._wakes_at_s:
            self._wakes_at_s = when_s
            asyncio.get_running_loop().call_at(when_s, self._run, when_s, context=self._context)

    def later(self, delay_s: float, call: Callable[..., None], *args: Any) -> None:
        self.at(self.now_s + delay_s, call, *args)

    def _run(self, woken_for_s: float) -> None:
        if woken_for_s != self._wakes_at_s:
            return  # an earlier call came in between, and has seen to the rest
        now_s = self.now_s + 1e-9
        calls = self._calls
        self._wakes_at_s = float("-inf")  # what is asked for meanwhile is looked at below
        while calls and calls[0][0] <= now_s:
            _, _, call, args = heapq.heappop(calls)
            call(*args)
        self._wakes_at_s = float("inf")
        if calls:
            self._wakes_at_s = calls[0][0]
            asyncio.get_running_loop().call_at(self._wakes_at_s, self._run, self._wakes_at_s, context=self._context)


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
