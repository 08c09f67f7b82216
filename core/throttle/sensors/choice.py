"""Which probes a system gets, and whom to believe where several know the same."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from core.throttle.sensors import bus, session_services, system_services
from core.throttle.sensors.computer import Body, Load, Programs
from core.throttle.sensors.mutter import SOURCE as MUTTER
from core.throttle.sensors.mutter import Mutter
from core.throttle.sensors.nvidia import Nvidia
from core.throttle.sensors.pads import Pads
from core.throttle.sensors.probe import INPUT, Maker, Said
from core.throttle.sensors.pulse import Pulse
from core.throttle.sensors.recording import Recording
from core.throttle.sensors.terminals import SOURCE as TERMINALS
from core.throttle.sensors.terminals import Terminals
from core.throttle.sensors.wayland import SOURCE as WAYLAND
from core.throttle.sensors.wayland import Wayland
from core.throttle.sensors.x11 import IDLE_SOURCE as X_SCREEN_SAVER
from core.throttle.sensors.x11 import X11

if sys.platform == "win32":
    from core.throttle.sensors.win32 import Win32
    from core.throttle.sensors.windows import Windows, WindowsPads, WindowsSettings
if sys.platform == "darwin":
    from core.throttle.sensors.macos import Mac, MacSettings
    from core.throttle.sensors.quartz import Quartz

ORDER = (
    system_services.LOGIND,  # about input it speaks only where somebody else sits here
    WAYLAND,
    X_SCREEN_SAVER,
    MUTTER,
    session_services.FREEDESKTOP_SCREEN_SAVER,
    TERMINALS,
)
"""Of the sources of a fact the first that answers counts; where it is yes or no, any that says yes."""
_LAST_RESORTS = frozenset({session_services.FREEDESKTOP_SCREEN_SAVER, TERMINALS})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What probes get to know of this program and its user's session."""

    environment: Mapping[str, str]
    own_pids: Callable[[], Iterable[int]]
    """Beside this process."""
    programs_wanted: Callable[[], bool]
    find: Callable[[str], Said | None]
    """What is known of a fact now."""
    is_close: Callable[[], bool]
    """Whether the first input has to be noticed at once."""

    def all_pids(self) -> set[int]:
        return {os.getpid(), *self.own_pids()}

    def is_wayland(self) -> bool:
        return bool(self.environment.get("WAYLAND_DISPLAY")) or self.environment.get("XDG_SESSION_TYPE") == "wayland"

    def is_x11(self) -> bool:
        """Of a display that Wayland's compositor offers to old programs the idle time is wrong: it sees their windows'
        input alone."""
        return bool(self.environment.get("DISPLAY")) and not self.is_wayland()

    def may_wake_cards(self) -> bool:
        """On battery a laptop lets a card sleep that nobody uses."""
        said = self.find("on_battery")
        return self.is_close() or said is None or said.value is not True

    def lacks_idle_time(self) -> bool:
        said = self.find(INPUT)
        return said is None or said.by in _LAST_RESORTS


def choose(around: Surroundings) -> list[Maker]:
    return [
        Maker("load", lambda: Load(around.own_pids)),
        Maker("body", Body),
        Maker("programs", lambda: Programs(around.programs_wanted)),
        Maker("NVIDIA", lambda: Nvidia(around.all_pids, around.may_wake_cards)),
        *_choose_by_system(around),
    ]


def _choose_by_system(around: Surroundings) -> Iterator[Maker]:
    if sys.platform == "win32":
        yield Maker("Windows", lambda: Windows(Win32()))
        yield Maker("Windows settings", lambda: WindowsSettings(Win32()))
        yield Maker("game pads", lambda: WindowsPads(Win32()))
        return
    if sys.platform == "darwin":
        yield Maker("macOS", lambda: Mac(Quartz()))
        yield Maker("macOS settings", lambda: MacSettings(Quartz(), around.all_pids))
        return
    if around.is_wayland():
        yield Maker("Wayland", lambda: Wayland(around.environment))
    elif around.is_x11():
        yield Maker("X11", lambda: X11(around.environment))
    else:
        yield Maker("terminals", lambda: Terminals(around.find))
    yield Maker("Mutter", lambda: Mutter(bus.session_address(around.environment)))
    yield Maker("session bus", lambda: _ask_session(around))
    yield Maker("system bus", lambda: _ask_system(around))
    yield Maker("recording", Recording)
    yield Maker("PulseAudio", lambda: Pulse(around.environment))
    yield Maker("game pads", Pads)


def _ask_session(around: Surroundings) -> bus.Services:
    topics: list[bus.Topic] = [
        *(session_services.LockScreen(desktop) for desktop in ("gnome", "cinnamon", "mate", "xfce")),
        session_services.ScreenSaver(around.lacks_idle_time),
        session_services.GnomeSession(),
        session_services.KdePower(),
        session_services.PowerInhibit(),
        session_services.GameMode(),
    ]
    return bus.Services(bus.session_address(around.environment), topics)


def _ask_system(around: Surroundings) -> bus.Services:
    topics: list[bus.Topic] = [
        system_services.Logind(around.own_pids),
        system_services.UPower(),
        system_services.NetworkManager(),
        system_services.PowerProfiles("org.freedesktop.UPower.PowerProfiles"),
        system_services.PowerProfiles("net.hadess.PowerProfiles"),
    ]
    return bus.Services(bus.system_address(around.environment), topics)
