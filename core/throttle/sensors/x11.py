"""An X display: time since the last input and the moment of the next, and whether a window fills a screen."""

import struct
import time
from collections.abc import Iterator, Mapping, Sequence

from core.throttle.sensors.probe import INPUT, CannotTell, Said
from core.throttle.sensors.x11_wire import Connection

IDLE_SOURCE = "XScreenSaver"
WINDOW_SOURCE = "X11"
REST_MS = 500
"""The server tells of input that comes after so much quiet; while somebody types it tells nothing."""
WINDOWS_EVERY_S = 1.5
"""That another window is in front is told; that the same one fills the screen now is not."""

_PROPERTY_CHANGES = 0x400000
_EVENT_MASK = 0x800
_NEGATIVE_TRANSITION = 1
_ALARM_FIELDS = 0x01 | 0x04 | 0x08 | 0x10 | 0x20  # counter, value, kind of test, delta, events

Rectangle = tuple[int, int, int, int]
"""Left, top, width, height in pixels."""


class X11:
    """Extensions MIT-SCREEN-SAVER for the time, SYNC to be woken, RANDR for the monitors; EWMH for windows."""

    every_s = 1.0
    holds_s = 2.5

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._x = Connection(environment)
        self._windows_asked_s = -float("inf")
        self._is_full: bool | None = None
        try:
            self._screen_saver, _ = self._x.find_extension("MIT-SCREEN-SAVER")
            self._wants_polling = not self._set_alarm()
            self._randr = self._find_randr()
            self._watch_windows()
        except BaseException:
            self._x.close()
            raise

    @property
    def closely_every_s(self) -> float:
        return 0.03 if self._wants_polling else self.every_s

    def look(self) -> Iterator[Said]:
        if self._x.take_events():
            self._windows_asked_s = -float("inf")
        reply = self._x.ask(self._screen_saver, 1, struct.pack("=I", self._x.root))
        yield Said(INPUT, time.monotonic() - struct.unpack_from("=I", reply, 16)[0] / 1000, IDLE_SOURCE)
        if time.monotonic() - self._windows_asked_s >= WINDOWS_EVERY_S:
            self._windows_asked_s = time.monotonic()
            self._is_full = self._is_full_screen()
        if self._is_full is not None:
            yield Said("is_full_screen", self._is_full, WINDOW_SOURCE)

    def files(self) -> Sequence[int]:
        return (self._x.fileno(),)

    def close(self) -> None:
        self._x.close()

    def _set_alarm(self) -> bool:
        """Whether the server will tell of the first input after a rest."""
        try:
            sync, _ = self._x.find_extension("SYNC")
        except CannotTell:
            return False
        self._x.ask(sync, 0, struct.pack("=BBxx", 3, 1))
        counter = find_counter(self._x.ask(sync, 1), "IDLETIME")
        if counter is None:
            return False
        # Value, then delta, each in two halves; a delta of 0 keeps the alarm where it is.
        body = struct.pack("=IiIIiII", counter, 0, REST_MS, _NEGATIVE_TRANSITION, 0, 0, 1)
        self._x.send(sync, 8, struct.pack("=II", self._x.new_id(), _ALARM_FIELDS) + body)
        return True

    def _find_randr(self) -> int | None:
        try:
            opcode, _ = self._x.find_extension("RANDR")
        except CannotTell:
            return None
        major, minor = struct.unpack_from("=II", self._x.ask(opcode, 0, struct.pack("=II", 1, 5)), 8)
        return opcode if (major, minor) >= (1, 5) else None

    def _watch_windows(self) -> None:
        self._active = self._x.find_atom("_NET_ACTIVE_WINDOW")
        self._state = self._x.find_atom("_NET_WM_STATE")
        self._full = self._x.find_atom("_NET_WM_STATE_FULLSCREEN")
        # That another window is active is told by a property of the root window.
        self._x.send(2, 0, struct.pack("=III", self._x.root, _EVENT_MASK, _PROPERTY_CHANGES))

    def _is_full_screen(self) -> bool | None:
        """None where no window manager says which window is active."""
        active = self._x.read_property(self._x.root, self._active)
        if not active:
            return None
        if active[0] == 0:
            return False
        try:
            if self._full not in (self._x.read_property(active[0], self._state) or ()):
                return False
            window = self._place_of(active[0])
        except CannotTell:
            return False  # closed while we asked
        return any(covers(window, monitor) for monitor in self._monitors())

    def _place_of(self, window: int) -> Rectangle:
        width, height = struct.unpack_from("=HH", self._x.ask(14, 0, struct.pack("=I", window)), 16)
        moved = self._x.ask(40, 0, struct.pack("=IIhh", window, self._x.root, 0, 0))
        left, top = struct.unpack_from("=hh", moved, 12)
        return left, top, width, height

    def _monitors(self) -> list[Rectangle]:
        if self._randr is not None:
            monitors = parse_monitors(self._x.ask(self._randr, 42, struct.pack("=IBxxx", self._x.root, 1)))
            if monitors:
                return monitors
        return [self._place_of(self._x.root)]


def covers(window: Rectangle, monitor: Rectangle) -> bool:
    return (
        window[0] <= monitor[0]
        and window[1] <= monitor[1]
        and window[0] + window[2] >= monitor[0] + monitor[2]
        and window[1] + window[3] >= monitor[1] + monitor[3]
    )


def find_counter(reply: bytes, name: str) -> int | None:
    """In SYNC's list of the server's counters."""
    count = struct.unpack_from("=i", reply, 8)[0]
    at = 32
    for _ in range(count):
        if at + 14 > len(reply):
            break
        counter, _, _, size = struct.unpack_from("=IiIH", reply, at)
        if reply[at + 14 : at + 14 + size] == name.encode():
            return int(counter)
        at += 14 + size + -(14 + size) % 4
    return None


def parse_monitors(reply: bytes) -> list[Rectangle]:
    """RANDR's list of them."""
    count = struct.unpack_from("=I", reply, 12)[0]
    at = 32
    found: list[Rectangle] = []
    for _ in range(count):
        if at + 24 > len(reply):
            break
        outputs, left, top, width, height = struct.unpack_from("=HhhHH", reply, at + 6)
        found.append((left, top, width, height))
        at += 24 + 4 * outputs
    return found
