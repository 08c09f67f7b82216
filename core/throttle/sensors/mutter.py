"""GNOME's idle monitor: tells when there has been no input for a second, and of the next input."""

import time
from collections.abc import Iterator, Sequence

from jeepney.low_level import HeaderFields

from core.throttle.sensors.bus import Bus, Place
from core.throttle.sensors.idle_clock import IdleClock
from core.throttle.sensors.probe import INPUT, Said

SOURCE = "Mutter"
REST_S = 1.0
ASK_EVERY_S = 5.0

_SERVICE = "org.gnome.Mutter.IdleMonitor"
_PLACE = Place(_SERVICE, "/org/gnome/Mutter/IdleMonitor/Core", _SERVICE)


class Mutter:
    """A watch for idleness fires each time anew, one for activity only once: it is set whenever idleness begins."""

    every_s = 2.5
    closely_every_s = 2.5
    holds_s = 6.0

    def __init__(self, address: str) -> None:
        self._bus = Bus(address)
        self._clock = IdleClock(REST_S)
        self._asked_s = 0.0
        self._active_watch: int | None = None
        try:
            self._bus.watch(_SERVICE, _PLACE.path)
            self._idle_watch = self._bus.call(_PLACE, "AddIdleWatch", "t", (round(REST_S * 1000),))
        except BaseException:
            self._bus.close()
            raise

    def look(self) -> Iterator[Said]:
        now_s = time.monotonic()
        if now_s - self._asked_s >= ASK_EVERY_S:
            self._ask(now_s)
        # Following one asks the shell, and what it tells before its answer wakes nobody.
        while signals := self._bus.take_signals():
            for signal in signals:
                if signal.header.fields.get(HeaderFields.member) == "NameOwnerChanged":
                    raise ConnectionResetError("the desktop's shell has ended or begun anew")
                self._follow(signal.body[0] if signal.body else None, now_s)
        yield Said(INPUT, self._clock.last_input_s, SOURCE)

    def files(self) -> Sequence[int]:
        return (self._bus.fileno(),)

    def close(self) -> None:
        self._bus.close()

    def _ask(self, now_s: float) -> None:
        """Whether it is alive, what has been missed, and at the beginning since when nobody types."""
        self._clock.set(self._bus.call(_PLACE, "GetIdletime") / 1000, now_s)
        self._asked_s = now_s
        if self._clock.is_idle and self._active_watch is None:
            self._watch_activity()

    def _follow(self, watch: int | None, now_s: float) -> None:
        if watch == self._idle_watch:
            self._clock.fall_idle(now_s)
            if self._active_watch is None:
                self._watch_activity()
        elif watch is not None and watch == self._active_watch:
            self._active_watch = None
            self._clock.resume()

    def _watch_activity(self) -> None:
        self._active_watch = self._bus.call(_PLACE, "AddUserActiveWatch")
        # Input that came before the watch was set will not fire it.
        self._clock.set(self._bus.call(_PLACE, "GetIdletime") / 1000, time.monotonic())
