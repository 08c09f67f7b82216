"""When packets may leave: in bursts that a coarse timer and a scripting language can keep up with."""

import sys

from aioquic.quic.recovery import K_MICRO_SECOND, K_SECOND, QuicPacketPacer

from core.transport.budget import TokenBucket
from core.transport.congestion import Considerate
from core.transport.shaping import STALE_S, Pace

BURST_S = 0.02 if sys.platform == "win32" else 0.004
"""Worth of the current rate that may leave at once; no less than the grain of the event loop's timer."""
_BURST_DATAGRAMS = 4
REST_S, _REST_DATAGRAMS = BURST_S / 2, 2
"""How long, and for how many datagrams at least, a link that has used up its share waits: each time it wakes costs both
ends far more than a datagram does."""
RATE_GAIN = 1.25
"""Pacing rate over congestion window per round trip (RFC 9002, section 7.7) for a controller that names no rate, so
that pacing is never the limit."""
TURN_PACKETS = 32
"""Packets of one connection per turn of the event loop, so that acknowledgements are read in between."""


class BurstPacer(QuicPacketPacer):
    """As shipped, a burst is at most 16 packets, which with timers of 1 ms grain caps the rate at 19 MB/s."""

    def __init__(self, *, max_datagram_size: int) -> None:
        super().__init__(max_datagram_size=max_datagram_size)
        self.left_this_turn = TURN_PACKETS
        self.control: Considerate | None = None
        """Names the rate, where there is one."""
        self.budget = TokenBucket()
        """Of all links together."""
        self.pace = Pace()
        """The same, at which the line carries them."""
        self._turn_s, self._turn_bytes = 0.0, 0
        """When this link's turn is or was, and what is left of it."""
        self.charged_bytes = 0
        """Taken from the budget for datagrams whose length is not yet known."""

    def limit_datagrams(self, length_bytes: int) -> None:
        self._max_datagram_size = length_bytes

    def begin_turn(self) -> None:
        self.left_this_turn = TURN_PACKETS

    def next_send_time(self, now: float) -> float | None:  # type: ignore[override]
        """When the next packet may leave; None means now. `now` itself means: in the next turn of the event loop."""
        if self.left_this_turn <= 0:
            return now
        pause_until = None if self.pace.bytes_per_s is not None else self._rest(now)
        if pause_until is None and self.budget.bytes_per_s is not None:
            pause_until = self.budget.ready_at(now)
            if pause_until is not None and self.control is not None:
                self.control.on_application_limited()
        if pause_until is None and self.pace.bytes_per_s is not None:
            pause_until = self._turn(now)
        return pause_until

    def _rest(self, now: float) -> float | None:
        """Until when this link has used up its own share."""
        pause_until: float | None = super().next_send_time(now)
        if pause_until is None or self.packet_time is None:
            return pause_until
        return now + max(REST_S, _REST_DATAGRAMS * self.packet_time)

    def _turn(self, now: float) -> float | None:
        """When this link's turn at the line's pace is; None if it is."""
        if self._turn_bytes <= 0 or now - self._turn_s > STALE_S:
            self._turn_s, self._turn_bytes = self.pace.reserve(now)
        return self._turn_s if self._turn_s > now else None

    def update_after_send(self, now: float) -> None:
        self.left_this_turn -= 1
        self._turn_bytes -= self._max_datagram_size
        self.budget.take(now, self._max_datagram_size)
        self.charged_bytes += self._max_datagram_size
        super().update_after_send(now)

    def settle_budget(self, now: float, sent_bytes: int) -> int:
        """So much was really sent since the last call. Returns what of it left without a turn: acknowledgements."""
        rest, self.charged_bytes = sent_bytes - self.charged_bytes, 0
        self.budget.take(now, rest)
        self.pace.charge(rest)
        return rest

    def update_rate(self, congestion_window: int, smoothed_rtt: float) -> None:
        rate_bytes_per_s = self.control.pacing_bytes_per_s if self.control is not None else 0.0
        if not rate_bytes_per_s:
            rate_bytes_per_s = RATE_GAIN * congestion_window / max(smoothed_rtt, K_MICRO_SECOND)
        self.packet_time = max(K_MICRO_SECOND, min(self._max_datagram_size / rate_bytes_per_s, K_SECOND))
        self.bucket_max = max(_BURST_DATAGRAMS * self._max_datagram_size / rate_bytes_per_s, BURST_S)
        self.bucket_time = min(self.bucket_time, self.bucket_max)
