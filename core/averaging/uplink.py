"""In which order one peer's parts leave, over all its streams of a round.

The plan (design §7) is a fluid one: every stream carries its whole span in the same time. Taken literally, all streams
would send at once, each a trickle. Congestion control cannot steer trickles (the smallest windows of thirty links fill
a slow line's queue for seconds), and what they give each receiver to pass on comes late. So streams take turns: at any
moment some of them send, a part each, at a good share of the line; next is whoever has sent the least of its span,
so that all are through together as planned.

- Peers begin with the one next to them in a ring and go round, so that they do not all send to the same one (as in the
  pairwise exchange of MPI's all-to-all).
- A stream far ahead of one that is sending waits for it, so that a span wider than most gets the greater part of the
  line that it needs. What is given and what is passed on are compared apart: averages begin later.
- A stream waits as well while it is far ahead of the plan: who has little to send could fill the lines of its receivers
  with what nobody needs yet, and hold up those whose parts are waited for. It may be half as fast again as planned, so
  that a line of which too little is known shows what it can do.
- A turn that takes longer than planned is held up at the receiver's end. It counts no more, and another stream uses
  what it leaves of the line.
"""

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from core.identity.ids import PeerId

ACTIVE = 6
"""Streams that send at a time, at least: so many that the smallest windows of some fill the line while others are held
up at their receivers' ends or go on to the next part. With eight, or ten, slow lines among fast ones are late with what
is waited for. Lines of 2 Mbit/s, whose receivers have queues of 0.2 s, would like ten: a hundredth of the time."""
WINDOW_BYTES, WINDOWS_S = 5000, 0.004
"""More send on a fast line, on which a part is gone before its receiver's line has been found free or not: as many as
have their smallest windows, of so many bytes each, on the line in so short a time."""
SLOW = 1.5
"""A turn that has taken so many times as long as planned counts no more: however long turns take, streams get theirs
at no less than the planned pace over this."""
LEAD = 0.05
"""Share of its span by which a stream may be ahead of one that is sending, or of the plan; and by which gradients go
before averages, which are made of them."""
HASTE = 1.5
"""Speed that a stream may have, over that of the plan."""
_GRAIN_S = 0.001


class Flow:
    """One stream's place in the order. Made by `Uplink.flow`; `close` it when the stream is over."""

    def __init__(self, uplink: "Uplink", place: tuple[bool, PeerId], parts: int, done: int, *, passes_on: bool) -> None:
        self.place = place
        self.passes_on = passes_on
        self.parts = parts
        self.turn_of: asyncio.Future[None] | None = None
        """While it waits for its turn."""
        self.sending_since_s: float | None = None
        """While it has its turn."""
        self._uplink = uplink
        self._done = done

    @property
    def lead(self) -> float:
        """By how much it may be ahead of another: a part at least."""
        return max(LEAD, 1 / self.parts)

    @property
    def rank(self) -> float:
        """Whoever has the least of it is next."""
        return self.share + LEAD if self.passes_on else self.share

    @property
    def share(self) -> float:
        """Of its span that it has sent."""
        return self._done / self.parts

    def begun_s(self, now_s: float) -> float:
        """When its turn began; minus infinity if it is not its turn."""
        if self.turn_of is not None and self.turn_of.done():
            return now_s
        return -math.inf if self.sending_since_s is None else self.sending_since_s

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Waits until the next part may leave; inside it is sent, and has left when the turn ends."""
        loop = asyncio.get_running_loop()
        await self._uplink.admit(self)
        self.sending_since_s = loop.time()
        try:
            yield
            self._done = min(self._done + 1, self.parts)
        finally:
            self.sending_since_s = None
            self._uplink.changed()

    def close(self) -> None:
        self._uplink.remove(self)


class Uplink:
    """Of one peer in one round, on the event loop's clock."""

    def __init__(self, me: PeerId, predicted_s: float) -> None:
        """`predicted_s`: the plan's time for the exchange; 0 where no rate is known, and then nobody waits."""
        self._me = me
        self._predicted_s = predicted_s
        self._flows: dict[Flow, None] = {}
        self._planned_parts = self._planned_bytes = 0
        self._is_due = False
        self._look: asyncio.TimerHandle | None = None
        self._began_s: float | None = None
        """When somebody first asked."""

    def flow(self, peer: PeerId, parts: int, size_bytes: int, *, done: int = 0, passes_on: bool = False) -> Flow:
        """For a stream that is to carry `parts` to `peer`, of which `done` have gone before (over a stream that broke,
        say), and `size_bytes` with the others. `passes_on`: averages, as they are made."""
        flow = Flow(self, (peer < self._me, peer), max(parts, 1), done, passes_on=passes_on)
        self._flows[flow] = None
        self._planned_parts += flow.parts - done
        self._planned_bytes += size_bytes
        return flow

    async def admit(self, flow: Flow) -> None:
        """Returns when it is the turn of `flow`."""
        if not self._predicted_s:
            return
        flow.turn_of = asyncio.get_running_loop().create_future()
        try:
            self.changed()
            await flow.turn_of
        finally:
            flow.turn_of = None

    def changed(self) -> None:
        """A flow has moved, begun or ended. What follows from it is seen to when the flow's task has gone on to wait
        for its next turn: between two parts it is as busy as before."""
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._settle)

    def remove(self, flow: Flow) -> None:
        """Its stream is over."""
        self._flows.pop(flow, None)
        self.changed()

    def _settle(self) -> None:
        self._is_due = False
        waiting = [flow for flow in self._flows if flow.turn_of is not None and not flow.turn_of.done()]
        if not waiting:
            return
        now_s = asyncio.get_running_loop().time()
        most = max(ACTIVE, int(self._planned_bytes / self._predicted_s * WINDOWS_S / WINDOW_BYTES))
        slow_s = SLOW * most * self._predicted_s / self._planned_parts
        active = {flow: end_s for flow in self._flows if (end_s := flow.begun_s(now_s) + slow_s) > now_s}
        if self._began_s is None:
            self._began_s = now_s
        due = HASTE * (now_s - self._began_s) / self._predicted_s + LEAD
        waiting.sort(key=lambda flow: (flow.rank, flow.place))
        for flow in waiting:
            if len(active) >= most:
                break
            others = (other.share for other in active if other.passes_on == flow.passes_on)
            if flow.share <= due and flow.share - min(others, default=1.0) <= flow.lead:
                assert flow.turn_of is not None
                flow.turn_of.set_result(None)
                active[flow] = now_s + slow_s
        early = [
            now_s + (flow.share - due) / HASTE * self._predicted_s + _GRAIN_S for flow in waiting if flow.share > due
        ]
        self._look_again_at(min((*active.values(), *early)))

    def _look_again_at(self, when_s: float) -> None:
        """Somebody waits, and a turn may by then have become slow."""
        if self._look is not None:
            self._look.cancel()
        self._look = asyncio.get_running_loop().call_at(when_s, self._looked)

    def _looked(self) -> None:
        self._look = None
        self._settle()
