"""Whether the engine still speaks: it says its status twice a second, so silence tells that it is stuck.

Silence is counted in this program's own looks, and one that comes late counts for half a second at most. A computer
that slept, or a window that was busy itself, therefore suspects nobody for the time in which it did not look. While
words come in time, nobody looks: an app that wakes up for nothing takes part of a core.
"""

LOOK_EVERY_S = 0.25
FIRST_LOOK_S = 0.75
"""After a word; the next one should have come by then."""
SILENT_AFTER_S = 1.5
"""Three statuses have not come."""
SILENT_AT_START_S = 8.0
"""An engine that accepts connections already may have much to load before its first word."""
HOPELESS_AFTER_S = 60.0
"""An engine of our own is ended and started again then."""
_LATE_S = LOOK_EVERY_S
_LATE_LOOK_S = 2 * LOOK_EVERY_S


class Heartbeat:
    """Pure: `now_s` is any clock that goes forward."""

    def __init__(self) -> None:
        self.silence_s = 0.0
        """Since the last word, as far as it was looked for."""
        self._looked_s: float | None = None
        self._has_spoken = False

    @property
    def is_watching(self) -> bool:
        return self._looked_s is not None

    @property
    def is_silent(self) -> bool:
        return self.silence_s >= (SILENT_AFTER_S if self._has_spoken else SILENT_AT_START_S)

    @property
    def next_look_s(self) -> float:
        """From the last word or look."""
        return LOOK_EVERY_S if self.silence_s else FIRST_LOOK_S

    @property
    def is_hopeless(self) -> bool:
        return self.silence_s >= HOPELESS_AFTER_S

    def begin(self, now_s: float) -> None:
        """A connection is open; whether anybody is alive behind it is not known yet."""
        if not self.is_watching:
            self._looked_s, self.silence_s, self._has_spoken = now_s, 0.0, False

    def heard(self, now_s: float) -> None:
        self._looked_s, self.silence_s, self._has_spoken = now_s, 0.0, True

    def look(self, now_s: float) -> None:
        if self._looked_s is not None:
            passed_s = max(0.0, now_s - self._looked_s)
            self.silence_s += passed_s if passed_s <= self.next_look_s + _LATE_S else _LATE_LOOK_S
            self._looked_s = now_s

    def end(self) -> None:
        """There is no connection, which says more than silence."""
        self._looked_s, self.silence_s, self._has_spoken = None, 0.0, False
