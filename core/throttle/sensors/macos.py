"""macOS: input, the lock screen, full screen and what keeps the display awake, low-power mode."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from core.throttle.sensors.in_front import InFront
from core.throttle.sensors.probe import Asked, Said

SOURCE = "macOS"
_NORMAL_LAYER = 0
_KEEPS_DISPLAY_ON = frozenset({"PreventUserIdleDisplaySleep", "NoDisplaySleepAssertion"})


@dataclass(frozen=True, slots=True)
class Window:
    """One on the screen; of several the foremost comes first. Left, top, width, height in points."""

    pid: int
    layer: int
    bounds: tuple[float, float, float, float]


class System(Protocol):
    """What macOS is asked. None: it does not say."""

    def seconds_since_input(self) -> float | None: ...
    def is_locked(self) -> bool | None: ...
    def is_in_front(self) -> bool | None: ...
    def windows(self) -> Sequence[Window]: ...
    def displays(self) -> Sequence[tuple[float, float, float, float]]: ...
    def assertions(self) -> Mapping[int, Sequence[str]]: ...
    def is_microphone_running(self) -> bool | None: ...
    def is_low_power(self) -> bool | None: ...


def fills_screen(windows: Sequence[Window], displays: Iterable[tuple[float, float, float, float]]) -> bool:
    """The foremost window of a program covers a whole display, menu bar included."""
    front = next((window for window in windows if window.layer == _NORMAL_LAYER), None)
    return front is not None and front.bounds in set(displays)


def keeps_display_on(assertions: Mapping[int, Sequence[str]], own: Iterable[int]) -> bool:
    """Whether a program of somebody else asks for it. `assertions`: kinds by process."""
    ours = set(own)
    return any(_KEEPS_DISPLAY_ON & set(kinds) for pid, kinds in assertions.items() if pid not in ours)


class Mac(InFront):
    def __init__(self, system: System) -> None:
        super().__init__(SOURCE)
        self._system = system

    def seconds_since_input(self) -> float | None:
        return self._system.seconds_since_input()

    def look_at_session(self) -> Iterator[Said]:
        self._is_in_front = self._system.is_in_front() is True
        is_locked = self._system.is_locked()
        if is_locked is not None:
            yield Said("is_locked", is_locked, SOURCE)


class MacSettings(Asked):
    """What takes longer to ask."""

    every_s = 2.0
    closely_every_s = 2.0
    holds_s = 8.0

    def __init__(self, system: System, own_pids: Callable[[], Iterable[int]]) -> None:
        self._system = system
        self._own_pids = own_pids

    def look(self) -> Iterator[Said]:
        is_full = fills_screen(self._system.windows(), self._system.displays())
        is_kept_on = keeps_display_on(self._system.assertions(), self._own_pids())
        yield Said("is_full_screen", is_full or is_kept_on, SOURCE)
        is_recording = self._system.is_microphone_running()
        if is_recording is not None:
            yield Said("is_in_call", is_recording, SOURCE)
        is_low = self._system.is_low_power()
        if is_low is not None:
            yield Said("is_saving_energy", is_low, SOURCE)
