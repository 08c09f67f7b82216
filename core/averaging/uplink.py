"""In which order one peer's parts leave, over all its streams of a round.

The plan (design §7) is a fluid one: each stream carries its whole span in the same time, so that a wide span flows
faster than a narrow one. Congestion control knows nothing of that and gives each stream an equal share of the line:
narrow spans would be through early, wide ones late, and whoever reduces a wide span would have little to pass on until
the end. So a stream that has got ahead of the others waits for them, by the share of its own span that it has sent.
What it leaves of the line is taken by those behind.

Nobody waits for a stream that stands still (its peer is dead, or stopped), nor for one far behind the plan (its peer
came late, or its line is slower than the plan thought).
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

LEAD = 0.04
"""Share of its span by which a stream may be ahead of the last one: room for those behind to take what is left."""
STALLED_S = 0.75
STALLED_PARTS = 4.0
"""A stream that takes so long for one part, and so many times its usual, stands still."""
FAR_BEHIND = 0.5
"""A stream slower than so much of the planned pace, by more than `LEAD`, is not waited for."""
LOOK_EVERY_S = 0.25


class Flow:
    """One stream's place in the order. Made by `Uplink.flow`; `close` it when the stream is over."""

    def __init__(self, uplink: "Uplink", parts: int, done: int) -> None:
        self._uplink = uplink
        self._parts = parts
        self._done = done
        self._part_s = 0.0
        """What a part has taken so far, smoothed."""
        self.sending_since_s: float | None = None
        self.turn_of: asyncio.Future[None] | None = None
        """While it waits for its turn."""

    @property
    def share(self) -> float:
        """Of its span that it has sent."""
        return self._done / self._parts

    @property
    def is_busy(self) -> bool:
        """Whether it has something to send now. One that has nothing yet to pass on is not waited for."""
        return self.sending_since_s is not None or self.turn_of is not None

    def is_stalled(self, now_s: float) -> bool:
        since_s = self.sending_since_s
        return since_s is not None and now_s - since_s > max(STALLED_S, STALLED_PARTS * self._part_s)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Waits until the next part may leave; it leaves inside."""
        uplink, loop = self._uplink, asyncio.get_running_loop()
        await uplink.admit(self)
        began_s = self.sending_since_s = loop.time()
        before = self.share
        try:
            yield
            self._done = min(self._done + 1, self._parts)
            took_s = loop.time() - began_s
            self._part_s = took_s if not self._part_s else 0.7 * self._part_s + 0.3 * took_s
        finally:
            self.sending_since_s = None
            uplink.changed(before)

    def close(self) -> None:
        self._uplink.remove(self)


class Uplink:
    """Of one peer in one round, on the event loop's clock."""

    def __init__(self, predicted_s: float) -> None:
        """`predicted_s`: the plan's time for the exchange; 0 where no rate is known, and then nobody waits."""
        self._predicted_s = predicted_s
        self._began_s: float | None = None
        self._flows: dict[Flow, None] = {}
        """In the order in which they began."""
        self._floor = 0.0
        """Share sent by the last of those that are waited for."""
        self._is_stale = False
        """Whether `_floor` is to be found anew."""
        self._is_due = False
        self._look: asyncio.TimerHandle | None = None

    def flow(self, parts: int, *, done: int = 0) -> Flow:
        """For a stream that is to carry `parts`, of which `done` have gone before (over a stream that broke, say)."""
        flow = Flow(self, max(parts, 1), done)
        self._flows[flow] = None
        return flow

    async def admit(self, flow: Flow) -> None:
        """Returns when `flow` is not ahead of the others."""
        if self._began_s is None:
            self._began_s = asyncio.get_running_loop().time()
        if len(self._flows) == 1 or not self._predicted_s:
            return
        flow.turn_of = asyncio.get_running_loop().create_future()
        try:
            self.changed(flow.share)
            await flow.turn_of
        finally:
            flow.turn_of = None

    def changed(self, share: float) -> None:
        """A flow at `share` has moved, begun or ended. What follows from it is seen to when the flow's task has gone on
        to wait for its next turn: between two parts it is as busy as before."""
        self._is_stale = self._is_stale or share <= self._floor or self._floor == 1.0
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._settle)

    def _settle(self) -> None:
        self._is_due = False
        if self._is_stale:
            self._measure()
        self._release()

    def remove(self, flow: Flow) -> None:
        """Its stream is over."""
        self._flows.pop(flow, None)
        self.changed(0.0)

    def _measure(self) -> None:
        """Where the last of those is who are waited for; 1 where nobody is."""
        now_s = asyncio.get_running_loop().time()
        elapsed_s = now_s - (self._began_s if self._began_s is not None else now_s)
        least = FAR_BEHIND * elapsed_s / self._predicted_s - LEAD if self._predicted_s else 0.0
        moving = (flow.share for flow in self._flows if flow.is_busy and not flow.is_stalled(now_s))
        self._is_stale = False
        self._floor = min((share for share in moving if share >= least), default=1.0)

    def _release(self) -> None:
        is_somebody_waiting = False
        for flow in self._flows:
            if flow.turn_of is None or flow.turn_of.done():
                continue
            if flow.share <= self._floor + LEAD:
                flow.turn_of.set_result(None)
            else:
                is_somebody_waiting = True
        if is_somebody_waiting and self._look is None:
            self._look = asyncio.get_running_loop().call_later(LOOK_EVERY_S, self._look_again)

    def _look_again(self) -> None:
        """Whether somebody who is waited for stands still."""
        self._look = None
        self._measure()
        self._release()
