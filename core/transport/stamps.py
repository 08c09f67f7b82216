"""When a packet arrived, told with its acknowledgement.

RFC 9000 (section 19.3) has a field for how long an acknowledgement was kept back and none for the time of arrival,
which `delays` needs. Between two peers of this program, whose protocol has a name of its own (ALPN), the field says
both: the delay, less than `STAMP_S`, and so many whole `STAMP_S` as the arrival has grains on the clock there.
"""

from typing import Any

from aioquic.quic.recovery import QuicPacketRecovery, QuicPacketSpace

from core.transport.congestion import Considerate

STAMP_S = 0.25
GRAIN_S = 64e-6
STAMPS = 1 << 31
"""The clock begins anew after 38 hours. All of it fits a float and the field."""


def stamped(delay_s: float, arrived_s: float) -> float:
    """For the field of an acknowledgement."""
    # Clear of both ends: it is rounded on its way.
    return max(2e-5, min(delay_s, 0.9 * STAMP_S)) + STAMP_S * (int(arrived_s / GRAIN_S) % STAMPS)


def unstamped(field_s: float) -> tuple[float, float | None]:
    """The delay, and the time of arrival by the peer's clock, if it was told."""
    grains, delay_s = divmod(field_s, STAMP_S)
    return delay_s, grains * GRAIN_S if grains else None


class StampedRecovery(QuicPacketRecovery):
    """Tells the congestion controller what goes by delay must know, and is patient where many links share a line."""

    def get_probe_timeout(self, **what: Any) -> float:
        """Links that begin together meet in queues that no round trip so far says anything of. (TCP's timeout is never
        below 0.2 s or a second for the like of it: RFC 6298, section 2.4.)"""
        timeout_s = float(super().get_probe_timeout(**what))
        return timeout_s + self._cc.crowd_s if isinstance(self._cc, Considerate) else timeout_s

    def on_ack_received(self, *, ack_delay: float, space: QuicPacketSpace, **what: Any) -> None:
        ack_delay, arrived_s = unstamped(ack_delay)
        if isinstance(self._cc, Considerate):
            self._cc.delays.ack_delay_s = min(ack_delay, self.max_ack_delay)
            self._cc.delays.arrived_s = arrived_s
        super().on_ack_received(ack_delay=ack_delay, space=space, **what)
