"""Against services on a message bus of the test's own, which carries the session's and the system's alike."""

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from desktop import Watched, message_bus, until, watched
from services import Login, Service, Shell

from core.throttle.readings import Readings
from core.throttle.sensors import bus
from core.throttle.sensors.choice import Surroundings, choose
from core.throttle.sensors.probe import Maker, Said
from core.throttle.sensors.session_services import LockScreen

OTHER_USER = 54_321


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with message_bus(tmp_path) as address:
        yield address


@pytest.fixture
def services(address: str) -> Iterator["Services"]:
    one = Services(address)
    yield one
    for service in one.running:
        service.close()


class Services:
    def __init__(self, address: str) -> None:
        self.address = address
        self.running: list[Service] = []

    def add(self, service: Service) -> Any:
        self.running.append(service)
        return service

    def start(self, name: str) -> Service:
        return self.add(Service(self.address, name))


def probes(address: str, *names: str, own_pids: tuple[int, ...] = ()) -> list[Maker]:
    """Those of this name which such a desktop would have."""
    known: dict[str, Said] = {}
    environment = {"DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address, "WAYLAND_DISPLAY": "none"}
    around = Surroundings(environment, lambda: own_pids, lambda: False, known.get, lambda: False)
    return [maker for maker in choose(around) if maker.name in names]


@pytest.fixture
def session(address: str) -> Iterator[Watched]:
    with watched(probes(address, "session bus")) as one:
        yield one


@pytest.fixture
def system(address: str) -> Iterator[Watched]:
    with watched(probes(address, "system bus", own_pids=(77,))) as one:
        yield one


def soon(one: Watched, **wanted: object) -> None:
    """Signals are followed at once, and without any it would take half a minute."""

    def are_read() -> bool:
        readings: Readings = one.sensors.read()
        return {name: getattr(readings, name) for name in wanted} == wanted

    until(are_read)


# ---- Mutter


def test_mutter_tells_idle_time_and_the_first_input(services: Services) -> None:
    shell = services.add(Shell(services.address))
    with watched(probes(services.address, "Mutter")) as one:
        until(lambda: one.idle_s() == 0.0)
        shell.rest(1000)
        fell_s = time.monotonic()
        until(lambda: (one.idle_s() or 0.0) >= 1.0)
        assert one.sensors.sources() == {"idle_s": "Mutter"}
        time.sleep(0.3)
        assert one.idle_s() == pytest.approx(1.0 + time.monotonic() - fell_s, abs=0.2)
        for _ in range(3):
            until(lambda: shell.active_watches and one.idle_s())  # else nobody was away, and no input ends that
            one.forget()
            before_s = time.monotonic()
            shell.type()
            assert one.next_input() - before_s < 0.3
            assert one.idle_s() == 0.0
            time.sleep(0.15)
            shell.rest(1000)
        assert list(shell.idle_watches.values()) == [1000]


def test_mutter_is_asked_how_long_nobody_was_here_before(services: Services) -> None:
    shell = services.add(Shell(services.address))
    shell.idle_ms = 240_000
    with watched(probes(services.address, "Mutter")) as one:
        until(lambda: (one.idle_s() or 0.0) >= 240.0)
        assert shell.active_watches


def test_shell_that_ends_cannot_tell_and_comes_back(services: Services) -> None:
    shell = Shell(services.address)
    with watched(probes(services.address, "Mutter")) as one:
        until(lambda: one.idle_s() is not None)
        shell.close()
        until(lambda: one.idle_s() is None, 2.0)
        services.add(Shell(services.address)).idle_ms = 30_000
        until(lambda: (one.idle_s() or 0.0) >= 30.0)


# ---- the session


@pytest.mark.parametrize("desktop", ["gnome", "mate", "freedesktop"])
def test_screen_saver_tells_of_the_lock(services: Services, session: Watched, desktop: str) -> None:
    name, path = f"org.{desktop}.ScreenSaver", f"/org/{desktop}/ScreenSaver"
    service = services.start(name)
    state = {"is_active": False}
    service.methods[path, "GetActive"] = ("b", lambda: (state["is_active"],))
    service.appear()
    soon(session, is_locked=False)
    state["is_active"] = True
    service.emit(path, name, "ActiveChanged", "b", True)
    soon(session, is_locked=True)
    service.close()
    services.running.remove(service)
    soon(session, is_locked=None)


def test_lock_told_of_while_another_question_is_answered(address: str, services: Services) -> None:
    """Nothing comes afterwards that would wake who reads it."""
    service = services.start("org.mate.ScreenSaver")
    path = "/org/mate/ScreenSaver"
    answers = [False]

    def lock_while_answering() -> tuple[bool]:
        is_active = answers[-1]
        if not is_active:
            answers.append(True)
            service.emit(path, "org.mate.ScreenSaver", "ActiveChanged", "b", True)
        return (is_active,)

    service.methods[path, "GetActive"] = ("b", lock_while_answering)
    service.appear()
    with contextlib.closing(bus.Services(address, [LockScreen("mate")])) as probe:
        first = until(lambda: list(probe.look()))
        assert [said.value for said in first] == [True]


def test_idle_time_of_the_screen_saver_is_the_last_resort(services: Services, session: Watched) -> None:
    began_s = time.monotonic()
    service = services.start("org.freedesktop.ScreenSaver")
    path = "/org/freedesktop/ScreenSaver"
    service.methods[path, "GetActive"] = ("b", lambda: (False,))
    service.methods[path, "GetSessionIdleTime"] = ("u", lambda: (round(300_000 + (time.monotonic() - began_s) * 1000),))
    service.appear()
    until(lambda: (session.idle_s() or 0.0) >= 300.0)
    assert session.sensors.sources()["idle_s"] == "ScreenSaver"


@pytest.mark.parametrize(
    ("name", "method", "signal"),
    [
        ("org.gnome.SessionManager", "IsInhibited", "InhibitorAdded"),
        ("org.kde.Solid.PowerManagement.PolicyAgent", "HasInhibition", "InhibitionsChanged"),
        ("org.freedesktop.PowerManagement.Inhibit", "HasInhibit", "HasInhibitChanged"),
    ],
)
def test_program_that_keeps_the_screen_on(
    services: Services, session: Watched, name: str, method: str, signal: str
) -> None:
    service = services.start(name)
    path = "/" + name.replace(".", "/")
    asked: list[tuple[int, ...]] = []
    state = {"is_inhibited": False}

    def answer(*arguments: int) -> tuple[bool]:
        asked.append(arguments)
        return (state["is_inhibited"],)

    service.methods[path, method] = ("b", answer)
    service.appear()
    soon(session, is_full_screen=False)
    state["is_inhibited"] = True
    service.emit(path, name, signal)
    soon(session, is_full_screen=True)
    assert asked[0] == {"IsInhibited": (8,), "HasInhibition": (4,), "HasInhibit": ()}[method]


def test_game(services: Services, session: Watched) -> None:
    service = services.start("com.feralinteractive.GameMode")
    path = "/com/feralinteractive/GameMode"
    service.change(path, "com.feralinteractive.GameMode", ClientCount=1)
    service.appear()
    soon(session, is_full_screen=True)
    assert session.sensors.sources()["is_full_screen"] == "GameMode"
    service.change(path, "com.feralinteractive.GameMode", ClientCount=0)
    soon(session, is_full_screen=None)


def test_service_that_does_not_answer_holds_up_no_other(services: Services, session: Watched) -> None:
    mute = services.start("org.gnome.ScreenSaver")
    mute.is_mute = True
    mute.appear()
    service = services.start("com.feralinteractive.GameMode")
    service.change("/com/feralinteractive/GameMode", "com.feralinteractive.GameMode", ClientCount=2)
    service.appear()
    until(lambda: session.sensors.read().is_full_screen is True, 4.0)
    assert session.sensors.read().is_locked is None


# ---- the system


def test_battery(services: Services, system: Watched) -> None:
    upower = services.start("org.freedesktop.UPower")
    path, battery, mouse = (
        "/org/freedesktop/UPower",
        "/org/freedesktop/UPower/devices/b",
        "/org/freedesktop/UPower/devices/m",
    )
    device = "org.freedesktop.UPower.Device"
    upower.methods[path, "EnumerateDevices"] = ("ao", lambda: ([battery, mouse],))
    upower.properties[path, "org.freedesktop.UPower"] = {"OnBattery": False, "LidIsPresent": True, "LidIsClosed": False}
    upower.properties[mouse, device] = {"PowerSupply": False, "Type": 5, "State": 2}
    upower.properties[battery, device] = {"PowerSupply": True, "Type": 2, "State": 4}
    upower.appear()
    soon(system, on_battery=False, is_lid_closed=False)
    upower.change(battery, device, State=2)  # the charger is too weak
    soon(system, on_battery=True)
    upower.change(battery, device, State=1, Type=3)  # a UPS that is being charged
    soon(system, on_battery=False)
    upower.change(path, "org.freedesktop.UPower", OnBattery=True)
    soon(system, on_battery=True)
    assert system.sensors.sources()["on_battery"] == "UPower"


@pytest.mark.parametrize(("code", "wanted"), [(0, None), (1, True), (2, False), (3, True), (4, False)])
def test_metered_network(services: Services, system: Watched, code: int, wanted: bool | None) -> None:
    path = "/org/freedesktop/NetworkManager"
    service = services.start("org.freedesktop.NetworkManager")
    service.change(path, "org.freedesktop.NetworkManager", Metered=2 if wanted is not False else 1)
    service.appear()
    soon(system, is_metered=wanted is False)
    service.change(path, "org.freedesktop.NetworkManager", Metered=code)
    soon(system, is_metered=wanted)


@pytest.mark.parametrize("name", ["org.freedesktop.UPower.PowerProfiles", "net.hadess.PowerProfiles"])
def test_power_profile(services: Services, system: Watched, name: str) -> None:
    service = services.start(name)
    path = "/" + name.replace(".", "/")
    service.change(path, name, ActiveProfile="balanced")
    service.appear()
    soon(system, is_saving_energy=False)
    service.change(path, name, ActiveProfile="power-saver")
    soon(system, is_saving_energy=True)


def test_locked_session(services: Services, system: Watched) -> None:
    login = services.add(Login(services.address))
    soon(system, is_lid_closed=False, is_locked=None)
    path = login.log_in("c1", os.getuid())
    login.log_in("c2", os.getuid(), Type="tty")
    login.log_in("c3", 120, Class="greeter")
    soon(system, is_locked=False)
    login.change(path, f"{Login.NAME}.Session", LockedHint=True)
    soon(system, is_locked=True)
    assert system.sensors.sources()["is_locked"] == "logind"


def test_somebody_else_at_the_computer(services: Services, system: Watched) -> None:
    login = services.add(Login(services.address))
    login.log_in("c1", os.getuid(), Active=False)
    other = login.log_in("c2", OTHER_USER)
    soon(system, idle_s=0.0)
    login.change(other, f"{Login.NAME}.Session", LockedHint=True)
    soon(system, idle_s=None)  # whether anybody is here is for others to say


def test_lid(services: Services, system: Watched) -> None:
    login = services.add(Login(services.address))
    login.change(Login.PATH, f"{Login.NAME}.Manager", LidClosed=True)
    soon(system, is_lid_closed=True)
    login.change(Login.PATH, f"{Login.NAME}.Manager", Docked=True)
    soon(system, is_lid_closed=False)


def test_idle_inhibitors_but_not_our_own(services: Services, system: Watched) -> None:
    login = services.add(Login(services.address))
    path = login.PATH
    own = [("idle", "idlewild", "", "block", os.getuid(), pid) for pid in (77, os.getpid())]
    others = [("sleep:shutdown", "packages", "", "block", 0, 5), ("idle", "screen", "", "delay", 0, 6)]
    login.inhibitors = own + others
    soon(system, is_lid_closed=False)
    assert system.sensors.read().is_full_screen is None
    login.inhibitors = [*login.inhibitors, ("sleep:idle", "film", "", "block", os.getuid(), 8)]
    login.change(path, f"{Login.NAME}.Manager", BlockInhibited="idle")
    soon(system, is_full_screen=True)


def test_bus_that_ends_cannot_tell_and_comes_back(tmp_path: Path) -> None:
    path = "/org/freedesktop/NetworkManager"
    (tmp_path / "a").mkdir()
    with watched(probes(f"unix:path={tmp_path}/a/bus", "system bus")) as one:
        for is_metered in (True, False):
            with message_bus(tmp_path / "a") as address:
                service = Service(address, "org.freedesktop.NetworkManager")
                service.change(path, "org.freedesktop.NetworkManager", Metered=1 if is_metered else 2)
                service.appear()
                until(lambda is_metered=is_metered: one.sensors.read().is_metered is is_metered)
            until(lambda: one.sensors.read().is_metered is None, 2.0)
            service.close()
