"""How long a path takes, and how much of that is a queue: measured on the way there alone where the peer helps.

On the way back acknowledgements wait in queues of the peer's own, which its other links fill. A link that took these
for its own would yield to them: where everybody sends to everybody, all would (RFC 6817, section 2.3, for that reason
measures one way). The difference of the two clocks is in each one-way delay; only what exceeds the least one counts.
"""

import math

from core.transport.rates import WindowedMin

BASE_WINDOW_S = 30.0
"""How long the smallest delay is believed. Not shorter: somebody else's queue would become the path's own. Meanwhile
clocks drift apart by a millisecond or two; a queue is never thought longer than the round trip says."""


class Delays:
    """Of one path, fed by acknowledgements."""

    def __init__(self) -> None:
        self.ack_delay_s = 0.0
        """How long the peer says it has kept the next acknowledgement back (RFC 9000, section 13.2.5)."""
        self.arrived_s: float | None = None
        """When the newest packet that it acknowledges arrived, by the peer's clock; None if it does not say."""
        self.crowd_s = 0.0
        """How long the peer's line takes for the smallest windows of all that send to it, this link among them; 0.0 for
        this link alone."""
        self._base = WindowedMin(BASE_WINDOW_S)
        self._forward = WindowedMin(BASE_WINDOW_S)
        self.clear()

    def clear(self) -> None:
        """Nothing is known of the path."""
        self._base.clear()
        self._forward.clear()
        self.round_trip_s = 0.0
        """Smoothed; 0.0 while unknown."""
        self.mean_queue_s = 0.0
        self.low_at_s = 0.0
        """When the delay was last as short as it was ever seen to be, or in a look."""
        self._low_s = math.inf
        self.begin_round()

    def begin_round(self) -> None:
        self.queue_s = math.inf
        """The least in this round."""
        self._shortest_s = math.inf

    @property
    def base_s(self) -> float:
        """The smallest round trip; 0.0 while unknown."""
        return self._base.best

    @property
    def empty_s(self) -> float:
        """The round trip as it would be without a queue on the way there."""
        return max(self._base.best, self.round_trip_s - self.mean_queue_s)

    def add(self, now: float, sent_s: float, rtt_s: float) -> float:
        """The queue on the way there that the newest packet acknowledged met, in seconds."""
        rtt_s = max(rtt_s - self.ack_delay_s, min(rtt_s, self._base.best))
        self._base.add(now, rtt_s)
        delay_s = rtt_s if self.arrived_s is None else self.arrived_s - sent_s
        self._forward.add(now, delay_s)
        queue_s = min(delay_s - self._forward.best, rtt_s - self._base.best)
        self.round_trip_s += (rtt_s - self.round_trip_s) / 8 if self.round_trip_s else rtt_s
        self.mean_queue_s += (queue_s - self.mean_queue_s) / 8
        self.queue_s = min(self.queue_s, queue_s)
        self._shortest_s = min(self._shortest_s, delay_s)
        if delay_s <= self._low_s:
            self._low_s, self.low_at_s = delay_s, now
        return queue_s

    def note_low(self, now: float) -> None:
        """This round's delay is as low as this link could make it."""
        self._low_s, self.low_at_s = self._shortest_s, now
