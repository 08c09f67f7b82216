"""When packets may leave: in bursts that a coarse timer and a scripting language can keep up with."""

import sys

from aioquic.quic.recovery import K_MICRO_SECOND, K_SECOND, QuicPacketPacer

BURST_S = 0.02 if sys.platform == "win32" else 0.004
"""Worth of the current rate that may leave at once; no less than the grain of the event loop's timer."""
RATE_GAIN = 1.25
"""Pacing rate over congestion window per round trip (RFC 9002, section 7.7), so that pacing is never the limit."""
TURN_PACKETS = 32
"""Packets of one connection per turn of the event loop, so that acknowledgements are read in between."""


class BurstPacer(QuicPacketPacer):
    """As shipped, a burst is at most 16 packets, which with timers of 1 ms grain caps the rate at 19 MB/s."""

    def __init__(self, *, max_datagram_size: int) -> None:
        super().__init__(max_datagram_size=max_datagram_size)
        self.left_this_turn = TURN_PACKETS

    def limit_datagrams(self, length_bytes: int) -> None:
        self._max_datagram_size = length_bytes

    def begin_turn(self) -> None:
        self.left_this_turn = TURN_PACKETS

    def next_send_time(self, now: float) -> float | None:  # type: ignore[override]
        """When the next packet may leave; None means now. `now` itself means: in the next turn of the event loop."""
        if self.left_this_turn <= 0:
            return now
        return super().next_send_time(now)

    def update_after_send(self, now: float) -> None:
        self.left_this_turn -= 1
        super().update_after_send(now)

    def update_rate(self, congestion_window: int, smoothed_rtt: float) -> None:
        rate_bytes_per_s = RATE_GAIN * congestion_window / max(smoothed_rtt, K_MICRO_SECOND)
        self.packet_time = max(K_MICRO_SECOND, min(self._max_datagram_size / rate_bytes_per_s, K_SECOND))
        self.bucket_max = max(16 * self._max_datagram_size / rate_bytes_per_s, BURST_S)
        self.bucket_time = min(self.bucket_time, self.bucket_max)
