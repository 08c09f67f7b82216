"""When a link that begins has filled its path."""

_GROWTH, _ROUNDS = 1.25, 3
"""A rate that has not grown by so much in so many rounds is the path's (BBR: startup_full_bw)."""
_DELAY_SAMPLES = 8
"""Acknowledgements that must all be late (RFC 9406)."""


class Startup:
    """Of one path."""

    def __init__(self) -> None:
        self._rate = 0.0
        self._rounds = 0
        self._late_acks = 0

    def has_met_queue(self, *, is_late: bool) -> bool:
        """An acknowledgement came, late or not; whether all of the last ones were."""
        self._late_acks = self._late_acks + 1 if is_late else 0
        return self._late_acks >= _DELAY_SAMPLES

    def has_met_limit(self, rate_bytes_per_s: float) -> bool:
        """A round in which all was used has ended; whether it brings no more than those before."""
        if rate_bytes_per_s > _GROWTH * self._rate:
            self._rate, self._rounds = rate_bytes_per_s, 0
        else:
            self._rounds += 1
        return self._rounds >= _ROUNDS
