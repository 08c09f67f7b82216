"""When a packet arrived, and how crowded the line is there, told with its acknowledgement.

RFC 9000 (section 19.3) has a field for how long an acknowledgement was kept back and none for the time of arrival,
which `delays` needs, or for the crowd there (`crowd`). Between two peers of this program, whose protocol has a name of
its own (ALPN), the field says all three: the delay, less than `STAMP_S`; so many whole `STAMP_S` as the arrival has
grains on the clock there; and above those, in half powers of two, the crowd.
"""

import math
from typing import Any, NamedTuple

from aioquic.quic.recovery import QuicPacketRecovery, QuicPacketSpace

from core.transport.congestion import Considerate

STAMP_S = 0.25
GRAIN_S = 64e-6
STAMPS = 1 << 31
"""The clock begins anew after 38 hours."""
CROWD_S, CROWDS = 0.004, 16
"""The least crowd that is told, and how many; the greatest is of 0.51 s. All of it fits a float and the field."""


class Stamp(NamedTuple):
    """What the field says."""

    delay_s: float
    arrived_s: float | None = None
    """By the peer's clock; None if it was not told."""
    crowd_s: float = 0.0


def stamped(delay_s: float, arrived_s: float, crowd_s: float = 0.0) -> float:
    """For the field of an acknowledgement."""
    crowd = min(CROWDS - 1, 1 + round(2 * math.log2(crowd_s / CROWD_S))) if crowd_s >= CROWD_S else 0
    stamps = int(arrived_s / GRAIN_S) % STAMPS + STAMPS * crowd
    # Clear of both ends: it is rounded on its way.
    return max(2e-5, min(delay_s, 0.9 * STAMP_S)) + STAMP_S * stamps


def unstamped(field_s: float) -> Stamp:
    """Inverse of `stamped`; what a peer may send besides is brought into range."""
    stamps, delay_s = divmod(field_s, STAMP_S)
    crowd, grains = divmod(stamps, STAMPS)
    crowd_s = CROWD_S * 2.0 ** ((min(crowd, CROWDS - 1) - 1) / 2) if crowd else 0.0
    return Stamp(delay_s, grains * GRAIN_S if grains else None, crowd_s)


class StampedRecovery(QuicPacketRecovery):
    """Tells the congestion controller what goes by delay must know, and is patient where many links share a line."""

    def get_probe_timeout(self, **what: Any) -> float:
        """Links that begin together meet in queues that no round trip so far says anything of. (TCP's timeout is never
        below 0.2 s or a second for the like of it: RFC 6298, section 2.4.)"""
        timeout_s = float(super().get_probe_timeout(**what))
        return timeout_s + self._cc.crowd_s if isinstance(self._cc, Considerate) else timeout_s

    def on_ack_received(self, *, ack_delay: float, space: QuicPacketSpace, **what: Any) -> None:
        stamp = unstamped(ack_delay)
        if isinstance(self._cc, Considerate):
            delays = self._cc.delays
            delays.ack_delay_s = min(stamp.delay_s, self.max_ack_delay)
            delays.arrived_s, delays.crowd_s = stamp.arrived_s, stamp.crowd_s
        super().on_ack_received(ack_delay=stamp.delay_s, space=space, **what)
