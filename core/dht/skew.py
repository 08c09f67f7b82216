"""How far this clock is from the others'."""

import statistics

from core.identity.ids import PeerId

SAMPLE_LIMIT = 64
OLD_S = 3600.0
TRUSTED_S = 60.0
"""Differences below this are left alone: they harm nothing."""
SAMPLES_TO_TRUST = 3
CORRECT_EVERY_S = 5.0


class ClockSkew:
    """The median of what peers' answers say: half of them would have to lie together."""

    def __init__(self) -> None:
        self._samples: dict[PeerId, tuple[float, float]] = {}
        self._correction_s = 0.0
        self._corrected_s = -CORRECT_EVERY_S

    def add(self, peer: PeerId, ahead_s: float, now_s: float) -> None:
        """`ahead_s`: unix time here in the middle of an exchange, less what `peer` said; `now_s`: the event loop's."""
        self._samples.pop(peer, None)
        if len(self._samples) >= SAMPLE_LIMIT:
            del self._samples[next(iter(self._samples))]
        self._samples[peer] = (ahead_s, now_s)

    def seconds(self, now_s: float) -> float | None:
        """Positive: this clock is ahead. None while nobody has told."""
        fresh = [ahead_s for ahead_s, at_s in self._samples.values() if now_s - at_s < OLD_S]
        return statistics.median(fresh) if fresh else None

    def correction_s(self, now_s: float) -> float:
        """What to add to this clock so that others take its stamps; 0 unless it is clearly wrong."""
        if now_s - self._corrected_s < CORRECT_EVERY_S:
            return self._correction_s
        seconds = self.seconds(now_s)
        is_clear = seconds is not None and abs(seconds) > TRUSTED_S and len(self._samples) >= SAMPLES_TO_TRUST
        self._correction_s = -seconds if is_clear and seconds is not None else 0.0
        self._corrected_s = now_s
        return self._correction_s
