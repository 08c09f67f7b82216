"""Windows and macOS behind what asks them, which runs on neither here."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from core.throttle.sensors import macos, windows
from core.throttle.sensors.macos import Mac, MacSettings, fills_screen, keeps_display_on
from core.throttle.sensors.probe import Said
from core.throttle.sensors.windows import (
    Foreground,
    Pad,
    Windows,
    WindowsPads,
    WindowsSettings,
    idle_s,
    is_full_screen,
    is_moved,
)

SCREEN = (0, 0, 1920, 1080)


def values(said: Iterable[Said]) -> dict[str, Any]:
    return {one.fact: one.value for one in said}


# ---- Windows


@dataclass
class ToyWindows:
    now: int = 100_000
    input_at: int | None = 40_000
    who: windows.Session | None = field(default_factory=lambda: windows.Session(is_active=True, is_locked=False))
    state: int | None = 5
    window: Foreground | None = None
    is_saving: bool | None = False
    cost: int | None = 1
    stops: dict[str, list[int]] = field(default_factory=dict)
    hands: dict[int, Pad] = field(default_factory=dict)

    def tick(self) -> int:
        return self.now

    def last_input_tick(self) -> int | None:
        return self.input_at

    def session(self) -> windows.Session | None:
        return self.who

    def notification_state(self) -> int | None:
        return self.state

    def foreground(self) -> Foreground | None:
        return self.window

    def is_energy_saver_on(self) -> bool | None:
        return self.is_saving

    def connection_cost(self) -> int | None:
        return self.cost

    def last_used_stops(self, device: str) -> Sequence[int]:
        return self.stops.get(device, [])

    def pads(self, places: Iterable[int]) -> Mapping[int, Pad]:
        return {at: self.hands[at] for at in places if at in self.hands}


def test_clock_of_32_bits_begins_anew() -> None:
    assert idle_s(5_000, 3_000) == 2.0
    assert idle_s(1_000, (1 << 32) - 1_000) == 2.0


def test_windows_idle_time_and_lock() -> None:
    found = values(Windows(ToyWindows()).look())
    assert time.monotonic() - found["idle_s"] == pytest.approx(60.0, abs=0.5)
    assert found["is_locked"] is False
    assert values(Windows(ToyWindows(who=windows.Session(is_active=True, is_locked=True))).look())["is_locked"] is True


def test_another_user_has_the_screen_of_windows() -> None:
    found = values(Windows(ToyWindows(who=windows.Session(is_active=False, is_locked=True))).look())
    assert "idle_s" not in found
    assert "is_locked" not in found
    assert "idle_s" not in values(Windows(ToyWindows(who=None)).look())
    assert "idle_s" not in values(Windows(ToyWindows(input_at=None)).look())


@pytest.mark.parametrize(
    ("state", "name", "rectangle", "has_title_bar", "wanted"),
    [
        (5, "Game", SCREEN, False, True),  # without a border
        (2, "Film", SCREEN, True, True),
        (2, "Editor", (0, 0, 900, 700), True, False),  # the overlay of a driver says busy
        (5, "Editor", (-8, -8, 1928, 1048), True, False),  # maximised
        (5, "Editor", SCREEN, True, False),
        (5, "Progman", SCREEN, False, False),  # the desktop
        (3, "Game", (0, 0, 10, 10), True, True),  # Direct3D
        (4, "Slides", (0, 0, 10, 10), True, True),
        (None, "Game", SCREEN, False, True),
    ],
)
def test_full_screen_on_windows(
    state: int | None, name: str, rectangle: tuple[int, int, int, int], has_title_bar: bool, wanted: bool
) -> None:
    assert is_full_screen(state, Foreground(rectangle, SCREEN, name, has_title_bar)) is wanted


def test_no_window_in_front() -> None:
    assert is_full_screen(5, None) is False
    assert is_full_screen(None, None) is None


@pytest.mark.parametrize(
    ("stops", "wanted"),
    [
        ({}, None),
        ({"microphone": [133, 134]}, False),
        ({"microphone": [133, 0]}, True),
        ({"microphone": [133], "webcam": [0]}, True),
        ({"webcam": [0]}, True),
    ],
)
def test_recording_on_windows(stops: dict[str, list[int]], wanted: bool | None) -> None:
    assert values(WindowsSettings(ToyWindows(stops=stops)).look()).get("is_in_call") is wanted


@pytest.mark.parametrize(
    ("cost", "wanted"), [(None, None), (0, None), (1, False), (2, True), (4, True), (0x10001, True), (0x40001, True)]
)
def test_metered_on_windows(cost: int | None, wanted: bool | None) -> None:
    assert values(WindowsSettings(ToyWindows(cost=cost)).look()).get("is_metered") is wanted


def test_energy_saver_of_windows() -> None:
    assert values(WindowsSettings(ToyWindows(is_saving=True)).look())["is_saving_energy"] is True
    assert "is_saving_energy" not in values(WindowsSettings(ToyWindows(is_saving=None)).look())


def a_pad(buttons: int = 0, trigger: int = 0, stick: int = 0) -> Pad:
    return Pad(buttons, (trigger, 0), (0, stick, 0, 0))


@pytest.mark.parametrize(
    ("now", "wanted"),
    [
        (a_pad(), False),
        (a_pad(1), True),
        (a_pad(trigger=100), True),
        (a_pad(stick=-9_000), True),
        (a_pad(stick=900), False),
    ],
)
def test_hand_on_a_pad(now: Pad, wanted: bool) -> None:
    assert is_moved(a_pad(), now) is wanted


def test_pads_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    system = ToyWindows()
    probe = WindowsPads(system)
    assert list(probe.look()) == []
    system.hands = {0: a_pad(stick=3_000)}
    assert list(probe.look()) == []  # places without a pad are asked seldom
    monkeypatch.setattr(windows, "_LIST_PADS_EVERY_S", 0.0)
    assert values(probe.look()) == {"pad input": float("-inf")}
    system.hands = {0: a_pad(stick=3_400)}
    assert values(probe.look()) == {"pad input": float("-inf")}
    system.hands = {0: a_pad(buttons=4)}
    assert values(probe.look())["pad input"] == pytest.approx(time.monotonic(), abs=0.5)


# ---- macOS


@dataclass
class ToyMac:
    idle: float | None = 60.0
    locked: bool | None = False
    front: bool | None = True
    shown: list[macos.Window] = field(default_factory=list)
    wishes: dict[int, list[str]] = field(default_factory=dict)
    microphone: bool | None = False
    low_power: bool | None = False

    def seconds_since_input(self) -> float | None:
        return self.idle

    def is_locked(self) -> bool | None:
        return self.locked

    def is_in_front(self) -> bool | None:
        return self.front

    def windows(self) -> Sequence[macos.Window]:
        return self.shown

    def displays(self) -> Sequence[tuple[float, float, float, float]]:
        return [SCREEN]

    def assertions(self) -> Mapping[int, Sequence[str]]:
        return self.wishes

    def is_microphone_running(self) -> bool | None:
        return self.microphone

    def is_low_power(self) -> bool | None:
        return self.low_power


def test_mac_idle_time_and_lock() -> None:
    found = values(Mac(ToyMac(locked=True)).look())
    assert time.monotonic() - found["idle_s"] == pytest.approx(60.0, abs=0.5)
    assert found["is_locked"] is True


@pytest.mark.parametrize("mac", [ToyMac(front=False), ToyMac(front=None, locked=None), ToyMac(idle=None)])
def test_mac_that_does_not_know_who_is_here(mac: ToyMac) -> None:
    assert "idle_s" not in values(Mac(mac).look())


def test_full_screen_on_macs() -> None:
    menu = macos.Window(1, 24, (0, 0, 1920, 24))
    film, editor = macos.Window(7, 0, SCREEN), macos.Window(8, 0, (0, 25, 1920, 1055))
    assert fills_screen([menu, film, editor], [SCREEN])
    assert not fills_screen([menu, editor, film], [SCREEN])
    assert not fills_screen([menu], [SCREEN])
    assert fills_screen([film], [(1920, 0, 800, 600), SCREEN])


def test_programs_that_keep_a_macs_display_on() -> None:
    assert keeps_display_on({5: ["PreventUserIdleSystemSleep", "PreventUserIdleDisplaySleep"]}, own=[7])
    assert not keeps_display_on({5: ["PreventUserIdleSystemSleep"]}, own=[7])
    assert not keeps_display_on({7: ["NoDisplaySleepAssertion"]}, own=[7])


def test_settings_of_a_mac() -> None:
    mac = ToyMac(wishes={7: ["NoDisplaySleepAssertion"]}, microphone=True, low_power=None)
    assert values(MacSettings(mac, lambda: [7]).look()) == {"is_full_screen": False, "is_in_call": True}
    assert values(MacSettings(mac, list).look())["is_full_screen"] is True
    assert values(MacSettings(ToyMac(low_power=True), list).look())["is_saving_energy"] is True
