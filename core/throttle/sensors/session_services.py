"""What the services of a desktop's bus say: whether the screen is locked, who asks that it stays on, games."""

import time
from collections.abc import Callable, Iterator

from core.throttle.sensors.bus import ASK_AGAIN_S, Bus, Place, Refused
from core.throttle.sensors.probe import INPUT, Said

FREEDESKTOP_SCREEN_SAVER = "ScreenSaver"

_INHIBIT_IDLE = 8
"""GNOME's flag for "the session is not idle"."""
_CHANGE_SCREEN = 4
"""KDE's for "the screen is neither dimmed nor switched off"."""
_MEASURED_AFTER_S = 3.0


class LockScreen:
    """GNOME's, Cinnamon's, MATE's and Xfce's are called alike."""

    every_s = ASK_AGAIN_S

    def __init__(self, desktop: str) -> None:
        """`desktop`: as in `org.gnome.ScreenSaver`."""
        self.service = f"org.{desktop}.ScreenSaver"
        self.path = f"/org/{desktop}/ScreenSaver"

    def ask(self, bus: Bus) -> Iterator[Said]:
        yield Said("is_locked", bus.call(Place(self.service, self.path, self.service), "GetActive"), self.service)


class IdleUnit:
    """What a desktop counts its idle time in: the specification says seconds, KDE counts milliseconds. Taken to be
    milliseconds, which is the shorter time, until it has been seen how fast it grows."""

    def __init__(self) -> None:
        self._first: tuple[int, float] | None = None
        self._per_s = 1000.0

    def seconds(self, value: int, now_s: float) -> float:
        if self._first is None or value < self._first[0]:
            self._first = (value, now_s)
        elif now_s - self._first[1] >= _MEASURED_AFTER_S:
            grown_per_s = (value - self._first[0]) / (now_s - self._first[1])
            if grown_per_s > 0.5:
                self._per_s = 1000.0 if grown_per_s > 30 else 1.0
            self._first = (value, now_s)
        return value / self._per_s


class ScreenSaver:
    """KDE, Xfce, Cinnamon, MATE. Its idle time is the last resort, and asked for only then."""

    service = "org.freedesktop.ScreenSaver"
    path = "/org/freedesktop/ScreenSaver"

    def __init__(self, is_idle_wanted: Callable[[], bool]) -> None:
        self._is_idle_wanted = is_idle_wanted
        self._place = Place(self.service, self.path, self.service)
        self._unit = IdleUnit()

    @property
    def every_s(self) -> float:
        return 1.0 if self._is_idle_wanted() else 10.0

    def ask(self, bus: Bus) -> Iterator[Said]:
        yield Said("is_locked", bus.call(self._place, "GetActive"), FREEDESKTOP_SCREEN_SAVER)
        if self._is_idle_wanted():
            try:
                value = bus.call(self._place, "GetSessionIdleTime")
            except Refused:
                return
            now_s = time.monotonic()
            yield Said(INPUT, now_s - self._unit.seconds(value, now_s), FREEDESKTOP_SCREEN_SAVER)


class GnomeSession:
    service = "org.gnome.SessionManager"
    path = "/org/gnome/SessionManager"
    every_s = ASK_AGAIN_S

    def ask(self, bus: Bus) -> Iterator[Said]:
        is_inhibited = bus.call(Place(self.service, self.path, self.service), "IsInhibited", "u", (_INHIBIT_IDLE,))
        yield Said("is_full_screen", is_inhibited, "GNOME")


class KdePower:
    service = "org.kde.Solid.PowerManagement.PolicyAgent"
    path = "/org/kde/Solid/PowerManagement/PolicyAgent"
    every_s = ASK_AGAIN_S

    def ask(self, bus: Bus) -> Iterator[Said]:
        is_inhibited = bus.call(Place(self.service, self.path, self.service), "HasInhibition", "u", (_CHANGE_SCREEN,))
        yield Said("is_full_screen", is_inhibited, "KDE")


class PowerInhibit:
    """Xfce, and KDE beside its own."""

    service = "org.freedesktop.PowerManagement.Inhibit"
    path = "/org/freedesktop/PowerManagement/Inhibit"
    every_s = ASK_AGAIN_S

    def ask(self, bus: Bus) -> Iterator[Said]:
        is_inhibited = bus.call(Place(self.service, self.path, self.service), "HasInhibit")
        yield Said("is_full_screen", is_inhibited, "PowerManagement")


class GameMode:
    service = "com.feralinteractive.GameMode"
    path = "/com/feralinteractive/GameMode"
    every_s = ASK_AGAIN_S

    def ask(self, bus: Bus) -> Iterator[Said]:
        """Most games do not announce themselves: that none has says nothing."""
        if bus.get(Place(self.service, self.path, self.service), "ClientCount") > 0:
            yield Said("is_full_screen", True, "GameMode")
