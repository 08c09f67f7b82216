"""What the services of the system's bus say: sessions, the lid, batteries, the network, the power profile."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from core.throttle.sensors.bus import ASK_AGAIN_S, Bus, Place, Refused
from core.throttle.sensors.probe import DESKTOP, IN_USE, INPUT, Said

LOGIND = "logind"
_DESKTOPS = frozenset({"x11", "wayland", "mir"})
_DISCHARGING = 2
_BATTERY, _UPS = 2, 3
_METERED = {1: True, 2: False, 3: True, 4: False}
"""NetworkManager's yes, no, guessed yes, guessed no; 0 is that it does not know."""


@dataclass(frozen=True, slots=True)
class Session:
    """A login that logind knows of."""

    user_id: int
    kind: str
    """`x11`, `wayland`, `tty`, `unspecified`."""
    role: str
    """`user`, `greeter`, `background`, ..."""
    is_active: bool
    """In front, on its seat."""
    is_locked: bool

    @property
    def is_desktop(self) -> bool:
        return self.kind in _DESKTOPS and self.role.startswith("user")


def judge_sessions(sessions: Sequence[Session], user_id: int) -> Iterator[Said]:
    """Whether there is a desktop; whether this user's is locked; and that somebody else sits at this computer, which no
    idle time of this user's own desktop shows."""
    desktops = [session for session in sessions if session.is_desktop]
    own = [session for session in desktops if session.user_id == user_id]
    yield Said(DESKTOP, bool(desktops), LOGIND)
    if own:
        yield Said("is_locked", all(session.is_locked for session in own), LOGIND)
    if any(session.is_active and not session.is_locked for session in desktops if session.user_id != user_id):
        yield Said(INPUT, IN_USE, LOGIND)


def keeps_screen_on(inhibitors: Iterable[tuple[str, str, str, str, int, int]], own: Iterable[int]) -> bool:
    """Whether a program asks logind that the computer is not taken to be idle. Of each: what, who, why, mode, user,
    process."""
    ours = set(own)
    return any(
        "idle" in what.split(":") and mode == "block" and pid not in ours for what, _, _, mode, _, pid in inhibitors
    )


class Logind:
    service = "org.freedesktop.login1"
    path = "/org/freedesktop/login1"
    every_s = ASK_AGAIN_S

    def __init__(self, own_pids: Callable[[], Iterable[int]]) -> None:
        self._own_pids = own_pids
        self._manager = Place(self.service, self.path, f"{self.service}.Manager")

    def ask(self, bus: Bus) -> Iterator[Said]:
        rows = bus.call(self._manager, "ListSessions")
        sessions = [found for _, user_id, _, _, path in rows if (found := self._session(bus, user_id, path))]
        yield from judge_sessions(sessions, os.getuid())
        if keeps_screen_on(bus.call(self._manager, "ListInhibitors"), {os.getpid(), *self._own_pids()}):
            yield Said("is_full_screen", True, LOGIND)
        is_closed = bus.get(self._manager, "LidClosed") and not bus.get(self._manager, "Docked")
        yield Said("is_lid_closed", is_closed, LOGIND)

    def _session(self, bus: Bus, user_id: int, path: str) -> Session | None:
        """None if it has just ended."""
        place = Place(self.service, path, f"{self.service}.Session")
        try:
            found = bus.call(
                Place(self.service, path, "org.freedesktop.DBus.Properties"), "GetAll", "s", (place.interface,)
            )
        except Refused:
            return None
        values: dict[str, Any] = {name: value for name, (_, value) in found.items()}
        return Session(
            user_id=user_id,
            kind=str(values.get("Type", "")),
            role=str(values.get("Class", "")),
            is_active=values.get("Active") is True,
            is_locked=values.get("LockedHint") is True,
        )


class UPower:
    service = "org.freedesktop.UPower"
    path = "/org/freedesktop/UPower"
    every_s = ASK_AGAIN_S

    def __init__(self) -> None:
        self._manager = Place(self.service, self.path, self.service)

    def ask(self, bus: Bus) -> Iterator[Said]:
        yield Said("on_battery", self._is_on_battery(bus), "UPower")
        if bus.get(self._manager, "LidIsPresent") and not bus.get(self._manager, "LidIsClosed"):
            # Whether another screen is in use with the lid closed it does not say; logind does.
            yield Said("is_lid_closed", False, "UPower")

    def _is_on_battery(self, bus: Bus) -> bool:
        """Any battery that feeds this computer is being emptied, be it that the charger is too weak."""
        if bus.get(self._manager, "OnBattery"):
            return True
        return any(self._is_discharging(bus, path) for path in bus.call(self._manager, "EnumerateDevices"))

    def _is_discharging(self, bus: Bus, path: str) -> bool:
        device = Place(self.service, path, f"{self.service}.Device")
        try:
            return (
                bus.get(device, "PowerSupply") is True
                and bus.get(device, "Type") in {_BATTERY, _UPS}
                and bus.get(device, "State") == _DISCHARGING
            )
        except Refused:
            return False  # unplugged meanwhile


class NetworkManager:
    service = "org.freedesktop.NetworkManager"
    path = "/org/freedesktop/NetworkManager"
    every_s = ASK_AGAIN_S

    def ask(self, bus: Bus) -> Iterator[Said]:
        is_metered = _METERED.get(bus.get(Place(self.service, self.path, self.service), "Metered"))
        if is_metered is not None:
            yield Said("is_metered", is_metered, "NetworkManager")


class PowerProfiles:
    """power-profiles-daemon, or what else takes its name. `service` is of today's name or of the one before 2024."""

    every_s = ASK_AGAIN_S

    def __init__(self, service: str) -> None:
        self.service = service
        self.path = "/" + service.replace(".", "/")

    def ask(self, bus: Bus) -> Iterator[Said]:
        profile = bus.get(Place(self.service, self.path, self.service), "ActiveProfile")
        yield Said("is_saving_energy", profile == "power-saver", "PowerProfiles")
