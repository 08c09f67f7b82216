"""Which probes which session gets."""

import sys

import pytest

from core.throttle.sensors.choice import ORDER, Surroundings, choose
from core.throttle.sensors.probe import INPUT, Said

ALWAYS = ["load", "body", "programs", "NVIDIA"]
ON_LINUX = ["Mutter", "session bus", "system bus", "recording", "PulseAudio", "game pads"]


def around(said: Said | None = None, **environment: str) -> Surroundings:
    return Surroundings(environment, lambda: (), lambda: False, lambda _: said, lambda: False)


@pytest.mark.skipif(sys.platform != "linux", reason="desktops of Linux")
@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"DISPLAY": ":0"}, "X11"),
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "x11"}, "X11"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "Wayland"),  # XWayland's idle time is wrong
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "wayland"}, "Wayland"),
        ({"XDG_SESSION_TYPE": "tty"}, "terminals"),
        ({}, "terminals"),
    ],
)
def test_one_display_or_terminals(environment: dict[str, str], wanted: str) -> None:
    names = [maker.name for maker in choose(around(**environment))]
    assert names == [*ALWAYS, wanted, *ON_LINUX]


def test_names_are_different() -> None:
    names = [maker.name for maker in choose(around(DISPLAY=":0"))]
    assert len(set(names)) == len(names)
    assert len(set(ORDER)) == len(ORDER)


@pytest.mark.parametrize(
    ("by", "wanted"), [(None, True), ("ScreenSaver", True), ("terminals", True), ("Mutter", False), ("Wayland", False)]
)
def test_last_resorts_are_asked_where_nobody_better_speaks(by: str | None, wanted: bool) -> None:
    assert around(None if by is None else Said(INPUT, 0.0, by)).lacks_idle_time() is wanted


@pytest.mark.parametrize(
    ("on_battery", "is_close", "wanted"),
    [(None, False, True), (False, False, True), (True, False, False), (True, True, True)],
)
def test_cards_sleep_on_battery_while_nothing_trains(on_battery: bool | None, is_close: bool, wanted: bool) -> None:
    said = None if on_battery is None else Said("on_battery", on_battery, "UPower")
    assert Surroundings({}, lambda: (), lambda: False, lambda _: said, lambda: is_close).may_wake_cards() is wanted
