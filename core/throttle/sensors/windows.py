"""Windows: input, the lock screen, games and full screen, recording, energy saver, metered networks, game pads."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from core.throttle.sensors.in_front import InFront
from core.throttle.sensors.probe import PAD_INPUT, Asked, Said

SOURCE = "Windows"
TICKS_PER_CYCLE = 1 << 32
"""The moment of the last input is of a clock of 32 bits, which begins anew after 49.7 days."""

_BUSY, _FULL_SCREEN_3D, _PRESENTATION = 2, 3, 4
"""Of QUERY_USER_NOTIFICATION_STATE. "Busy" is any full-screen window; the overlay of a graphics driver raises it
falsely, which is why the window itself is asked as well."""
_DESKTOP_CLASSES = frozenset({"Progman", "WorkerW", "Shell_TrayWnd", "Windows.UI.Core.CoreWindow"})
_METERED_COSTS = 0x2 | 0x4 | 0x10000 | 0x40000
"""Of NLM_CONNECTION_COST: a fixed allowance, paid by use, over the allowance, roaming."""
_PADS = 4
_LIST_PADS_EVERY_S = 5.0
_STICK_TREMOR, _TRIGGER_TREMOR = 6_000, 24
"""Of 32,767 and of 255: what nobody touches moves by less."""


@dataclass(frozen=True, slots=True)
class Foreground:
    """The window in front, and the monitor that it is on: left, top, right, bottom in pixels."""

    rectangle: tuple[int, int, int, int]
    monitor: tuple[int, int, int, int]
    class_name: str
    has_title_bar: bool


@dataclass(frozen=True, slots=True)
class Session:
    is_active: bool
    """In front; not so while another user has the screen, or nobody."""
    is_locked: bool | None


@dataclass(frozen=True, slots=True)
class Pad:
    buttons: int
    triggers: tuple[int, int]
    sticks: tuple[int, int, int, int]


class System(Protocol):
    """What Windows is asked. None: it does not say."""

    def tick(self) -> int: ...
    def last_input_tick(self) -> int | None: ...
    def session(self) -> Session | None: ...
    def notification_state(self) -> int | None: ...
    def foreground(self) -> Foreground | None: ...
    def is_energy_saver_on(self) -> bool | None: ...
    def connection_cost(self) -> int | None: ...
    def last_used_stops(self, device: str) -> Sequence[int]: ...
    def pads(self, places: Iterable[int]) -> Mapping[int, Pad]: ...


def idle_s(tick_now: int, tick_of_input: int) -> float:
    """Both in milliseconds of that clock."""
    return ((tick_now - tick_of_input) % TICKS_PER_CYCLE) / 1000


def is_full_screen(state: int | None, window: Foreground | None) -> bool | None:
    """`state`: what the shell says; None where it cannot."""
    if state in {_FULL_SCREEN_3D, _PRESENTATION}:
        return True
    if window is None:
        return None if state is None else False
    fills = window.rectangle == window.monitor and window.class_name not in _DESKTOP_CLASSES
    return fills and (state == _BUSY or not window.has_title_bar)


class Windows(InFront):
    """What is asked often."""

    def __init__(self, system: System) -> None:
        super().__init__(SOURCE)
        self._system = system

    def seconds_since_input(self) -> float | None:
        tick_of_input = self._system.last_input_tick()
        return None if tick_of_input is None else idle_s(self._system.tick(), tick_of_input)

    def look_at_session(self) -> Iterator[Said]:
        session = self._system.session()
        self._is_in_front = session is not None and session.is_active
        if session is not None and session.is_locked is not None and session.is_active:
            yield Said("is_locked", session.is_locked, SOURCE)
        is_full = is_full_screen(self._system.notification_state(), self._system.foreground())
        if is_full is not None:
            yield Said("is_full_screen", is_full, SOURCE)


class WindowsSettings(Asked):
    """What changes seldom, or is looked up in the registry."""

    every_s = 3.0
    closely_every_s = 3.0
    holds_s = 12.0

    def __init__(self, system: System) -> None:
        self._system = system

    def look(self) -> Iterator[Said]:
        recording = [self._is_recording(device) for device in ("microphone", "webcam")]
        if any(found is not None for found in recording):
            yield Said("is_in_call", any(recording), SOURCE)
        is_saving = self._system.is_energy_saver_on()
        if is_saving is not None:
            yield Said("is_saving_energy", is_saving, SOURCE)
        cost = self._system.connection_cost()
        if cost:
            yield Said("is_metered", bool(cost & _METERED_COSTS), SOURCE)

    def _is_recording(self, device: str) -> bool | None:
        """Each program's entry tells when it last stopped; 0 while it has not. None where there are no entries."""
        stops = self._system.last_used_stops(device)
        return 0 in stops if stops else None


class WindowsPads(Asked):
    """Game pads by XInput, which Windows does not count as input."""

    every_s = 1.0
    closely_every_s = 0.05

    def __init__(self, system: System) -> None:
        self._system = system
        self._resting: dict[int, Pad] = {}
        self._last_s = -float("inf")
        self._listed_s = -float("inf")

    def look(self) -> Iterator[Said]:
        now_s = time.monotonic()
        # Windows takes milliseconds to find that there is no pad.
        is_due = now_s - self._listed_s >= _LIST_PADS_EVERY_S
        self._listed_s = now_s if is_due else self._listed_s
        pads = self._system.pads(range(_PADS) if is_due else tuple(self._resting))
        self._resting = {at: self._resting.get(at, pad) for at, pad in pads.items()}
        for at, pad in pads.items():
            if is_moved(self._resting[at], pad):
                self._resting[at] = pad
                self._last_s = now_s
        if pads:
            yield Said(PAD_INPUT, self._last_s, "XInput")


def is_moved(before: Pad, now: Pad) -> bool:
    """By a hand."""
    return (
        before.buttons != now.buttons
        or any(abs(a - b) > _TRIGGER_TREMOR for a, b in zip(before.triggers, now.triggers, strict=True))
        or any(abs(a - b) > _STICK_TREMOR for a, b in zip(before.sticks, now.sticks, strict=True))
    )
