"""macOS' own functions, called with `ctypes`: nothing is decided here.

What they return is turned into Python's values by way of a property list, which spares a wrapper for each type.
"""

import ctypes
import plistlib
from collections.abc import Mapping, Sequence
from typing import Any

from core.throttle.sensors.macos import Window

_FRAMEWORKS = "/System/Library/Frameworks"
_HARDWARE = 1
"""kCGEventSourceStateHIDSystemState: what people do; programs that press keys do not count."""
_ANY_INPUT = 0xFFFFFFFF
_ON_SCREEN_WITHOUT_DESKTOP = 1 | 16
_BINARY = 200
_INT = 9
_MOST_DISPLAYS = 16
_AUDIO_SYSTEM = 1


class _Rectangle(ctypes.Structure):
    _fields_ = (("x", ctypes.c_double), ("y", ctypes.c_double), ("width", ctypes.c_double), ("height", ctypes.c_double))


class _AudioProperty(ctypes.Structure):
    _fields_ = (("selector", ctypes.c_uint32), ("scope", ctypes.c_uint32), ("element", ctypes.c_uint32))


class Quartz:
    """The `System` of `macos.py`. Raises `OSError` where a framework is missing."""

    def __init__(self) -> None:
        self._core = _load("CoreFoundation")
        self._graphics = _load("CoreGraphics")
        self._power = _load("IOKit")
        self._audio = _load("CoreAudio")
        self._foundation = _load("Foundation")
        self._runtime = ctypes.CDLL("/usr/lib/libobjc.A.dylib")
        self._declare()

    def seconds_since_input(self) -> float | None:
        seconds = float(self._graphics.CGEventSourceSecondsSinceLastEventType(_HARDWARE, _ANY_INPUT))
        return seconds if seconds >= 0 else None

    def is_locked(self) -> bool | None:
        session = self._session()
        return None if session is None else bool(session.get("CGSSessionScreenIsLocked", False))

    def is_in_front(self) -> bool | None:
        session = self._session()
        return None if session is None else bool(session.get("kCGSSessionOnConsoleKey", False))

    def windows(self) -> Sequence[Window]:
        rows = self._take(self._graphics.CGWindowListCopyWindowInfo(_ON_SCREEN_WITHOUT_DESKTOP, 0)) or []
        return [_window(row) for row in rows]

    def displays(self) -> Sequence[tuple[float, float, float, float]]:
        found, count = (ctypes.c_uint32 * _MOST_DISPLAYS)(), ctypes.c_uint32()
        if self._graphics.CGGetActiveDisplayList(_MOST_DISPLAYS, found, ctypes.byref(count)) != 0:
            return []
        places = [self._graphics.CGDisplayBounds(found[at]) for at in range(count.value)]
        return [(place.x, place.y, place.width, place.height) for place in places]

    def assertions(self) -> Mapping[int, Sequence[str]]:
        """What processes ask the power management for. Its keys are numbers, which no property list has."""
        dictionary = ctypes.c_void_p()
        if self._power.IOPMCopyAssertionsByProcess(ctypes.byref(dictionary)) != 0 or not dictionary.value:
            return {}
        try:
            count = self._core.CFDictionaryGetCount(dictionary)
            keys, values = (ctypes.c_void_p * count)(), (ctypes.c_void_p * count)()
            self._core.CFDictionaryGetKeysAndValues(dictionary, keys, values)
            return {
                self._integer(key): [str(row.get("AssertType", "")) for row in self._convert(value) or []]
                for key, value in zip(keys, values, strict=True)
            }
        finally:
            self._core.CFRelease(dictionary)

    def is_microphone_running(self) -> bool | None:
        """Of the default one, by any program."""
        device = self._audio_number(_AUDIO_SYSTEM, b"dIn ")
        running = self._audio_number(device, b"gone") if device else None
        return None if running is None else running != 0

    def is_low_power(self) -> bool | None:
        information = self._send(self._runtime.objc_getClass(b"NSProcessInfo"), b"processInfo")
        selector = self._runtime.sel_registerName(b"isLowPowerModeEnabled")
        if not information or not self._send(information, b"respondsToSelector:", selector):
            return None
        return bool(self._send(information, b"isLowPowerModeEnabled") & 0xFF)

    def _declare(self) -> None:
        """Types that `ctypes` does not guess: whatever is wider than an int."""
        pointer = ctypes.c_void_p
        graphics, core, runtime = self._graphics, self._core, self._runtime
        graphics.CGEventSourceSecondsSinceLastEventType.restype = ctypes.c_double
        graphics.CGEventSourceSecondsSinceLastEventType.argtypes = (ctypes.c_int32, ctypes.c_uint32)
        graphics.CGSessionCopyCurrentDictionary.restype = pointer
        graphics.CGWindowListCopyWindowInfo.restype = pointer
        graphics.CGDisplayBounds.restype = _Rectangle
        core.CFPropertyListCreateData.restype = pointer
        core.CFPropertyListCreateData.argtypes = (pointer, pointer, ctypes.c_long, ctypes.c_ulong, pointer)
        core.CFDataGetBytePtr.restype = pointer
        core.CFDataGetBytePtr.argtypes = (pointer,)
        core.CFDataGetLength.restype = ctypes.c_long
        core.CFDataGetLength.argtypes = (pointer,)
        core.CFDictionaryGetCount.restype = ctypes.c_long
        core.CFDictionaryGetCount.argtypes = (pointer,)
        core.CFDictionaryGetKeysAndValues.argtypes = (pointer, pointer, pointer)
        core.CFNumberGetValue.argtypes = (pointer, ctypes.c_long, pointer)
        core.CFRelease.argtypes = (pointer,)
        runtime.objc_getClass.restype = pointer
        runtime.sel_registerName.restype = pointer

    def _session(self) -> dict[str, Any] | None:
        """None where nobody is logged in to a desktop."""
        found: dict[str, Any] | None = self._take(self._graphics.CGSessionCopyCurrentDictionary())
        return found

    def _take(self, thing: int | None) -> Any:
        """Converts and releases it."""
        if not thing:
            return None
        try:
            return self._convert(thing)
        finally:
            self._core.CFRelease(thing)

    def _convert(self, thing: int | None) -> Any:
        data = self._core.CFPropertyListCreateData(None, thing, _BINARY, 0, None)
        if not data:
            return None
        try:
            return plistlib.loads(ctypes.string_at(self._core.CFDataGetBytePtr(data), self._core.CFDataGetLength(data)))
        finally:
            self._core.CFRelease(data)

    def _integer(self, thing: int | None) -> int:
        value = ctypes.c_int()
        self._core.CFNumberGetValue(thing, _INT, ctypes.byref(value))
        return value.value

    def _audio_number(self, thing: int, selector: bytes) -> int | None:
        what = _AudioProperty(int.from_bytes(selector, "big"), int.from_bytes(b"glob", "big"), 0)
        value, size = ctypes.c_uint32(), ctypes.c_uint32(4)
        outcome = self._audio.AudioObjectGetPropertyData(
            ctypes.c_uint32(thing), ctypes.byref(what), 0, None, ctypes.byref(size), ctypes.byref(value)
        )
        return int(value.value) if outcome == 0 else None

    def _send(self, target: int | None, message: bytes, *arguments: int) -> int:
        """A message of Objective-C whose arguments and answer are as wide as pointers."""
        kinds = (ctypes.c_void_p,) * (2 + len(arguments))
        call = ctypes.CFUNCTYPE(ctypes.c_void_p, *kinds)(("objc_msgSend", self._runtime))
        return call(target, self._runtime.sel_registerName(message), *arguments) or 0


def _window(row: Mapping[str, Any]) -> Window:
    place = row.get("kCGWindowBounds", {})
    left, top, width, height = (float(place.get(name, 0)) for name in ("X", "Y", "Width", "Height"))
    return Window(int(row.get("kCGWindowOwnerPID", 0)), int(row.get("kCGWindowLayer", 0)), (left, top, width, height))


def _load(framework: str) -> ctypes.CDLL:
    return ctypes.CDLL(f"{_FRAMEWORKS}/{framework}.framework/{framework}")
