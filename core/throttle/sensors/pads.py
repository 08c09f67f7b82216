"""Game pads and joysticks, which no desktop counts as input: Linux' joystick devices."""

import os
import struct
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from core.throttle.sensors.probe import PAD_INPUT, Said

SOURCE = "game pads"
LIST_EVERY_S = 5.0
TREMOR = 6_000
"""Of 32,767: a stick that nobody touches moves by less."""

_EVENT = struct.Struct("=IhBB")
"""Milliseconds, value, kind, which button or axis (linux/joystick.h)."""
_BUTTON, _AXIS, _INITIAL = 1, 2, 0x80


class Sticks:
    """Tells what a person does with one pad from the noise of its sticks."""

    def __init__(self) -> None:
        self._resting: dict[int, int] = {}

    def is_input(self, data: bytes) -> bool:
        """Whether these events, as they were read, show somebody's hand."""
        found = False
        for _, value, kind, which in _EVENT.iter_unpack(data[: len(data) - len(data) % _EVENT.size]):
            if kind == _BUTTON:
                found = True
            elif kind & ~_INITIAL == _AXIS:
                rest = self._resting.setdefault(which, value)
                if kind == _AXIS and abs(value - rest) > TREMOR:
                    self._resting[which] = value
                    found = True
        return found


class Pads:
    every_s = LIST_EVERY_S
    closely_every_s = LIST_EVERY_S
    holds_s = 3 * LIST_EVERY_S

    def __init__(self, folder: Path = Path("/dev/input")) -> None:
        self._folder = folder
        self._open: dict[Path, int] = {}
        self._sticks: dict[Path, Sticks] = {}
        self._last_s: float | None = None
        self._listed_s = -float("inf")

    def look(self) -> Iterator[Said]:
        now_s = time.monotonic()
        if now_s - self._listed_s >= LIST_EVERY_S:
            self._listed_s = now_s
            self._open_new()
        for path in list(self._open):
            if self._has_input(path):
                self._last_s = now_s
        if self._open and self._last_s is None:
            self._last_s = -float("inf")
        if self._last_s is not None:
            yield Said(PAD_INPUT, self._last_s, SOURCE)

    def files(self) -> Sequence[int]:
        return tuple(self._open.values())

    def close(self) -> None:
        for path in list(self._open):
            self._forget(path)

    def _open_new(self) -> None:
        for path in self._folder.glob("js*"):
            if path not in self._open:
                try:
                    self._open[path] = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
                except OSError:
                    continue  # somebody else's
                self._sticks[path] = Sticks()

    def _has_input(self, path: Path) -> bool:
        found = False
        try:
            while data := os.read(self._open[path], 64 * _EVENT.size):
                found |= self._sticks[path].is_input(data)
        except BlockingIOError:
            return found
        except OSError:
            pass
        self._forget(path)  # unplugged
        return found

    def _forget(self, path: Path) -> None:
        os.close(self._open.pop(path))
        del self._sticks[path]
