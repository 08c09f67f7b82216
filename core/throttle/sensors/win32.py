"""Windows' own functions, called with `ctypes`: nothing is decided here. Can be imported on Windows alone."""

import contextlib
import ctypes
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from ctypes import wintypes

from core.throttle.sensors.windows import Foreground, Pad, Session

assert sys.platform == "win32"

import winreg  # noqa: E402 (only there)

CONSENT = r"Software\Microsoft\Windows\CurrentVersion\CapabilityAccessManager\ConsentStore"
"""Where Windows notes which programs use microphone and camera, and since when not any more."""

_GWL_STYLE, _WS_CAPTION = -16, 0x00C00000
_MONITOR_DEFAULT_TO_NEAREST = 2
_CURRENT_SESSION = 0xFFFFFFFF
_WTS_SESSION_INFO_EX = 25
_WTS_ACTIVE = 0
_LOCKED = {0: True, 1: False}
_CLSCTX_ALL = 23


class _LastInput(ctypes.Structure):
    _fields_ = (("size", wintypes.UINT), ("tick", wintypes.DWORD))


class _MonitorInfo(ctypes.Structure):
    _fields_ = (
        ("size", wintypes.DWORD),
        ("monitor", wintypes.RECT),
        ("work", wintypes.RECT),
        ("flags", wintypes.DWORD),
    )


class _PowerStatus(ctypes.Structure):
    _fields_ = (
        ("line", wintypes.BYTE),
        ("flag", wintypes.BYTE),
        ("percent", wintypes.BYTE),
        ("system", wintypes.BYTE),
        ("seconds_left", wintypes.DWORD),
        ("seconds_full", wintypes.DWORD),
    )


class _SessionInfo(ctypes.Structure):
    """The beginning of WTSINFOEXW."""

    _fields_ = (
        ("level", wintypes.DWORD),
        ("aligned", wintypes.DWORD),
        ("session", wintypes.ULONG),
        ("state", ctypes.c_int),
        ("flags", wintypes.LONG),
    )


class _PadState(ctypes.Structure):
    _fields_ = (
        ("packet", wintypes.DWORD),
        ("buttons", wintypes.WORD),
        ("left_trigger", ctypes.c_ubyte),
        ("right_trigger", ctypes.c_ubyte),
        ("left_x", ctypes.c_short),
        ("left_y", ctypes.c_short),
        ("right_x", ctypes.c_short),
        ("right_y", ctypes.c_short),
    )


class _Guid(ctypes.Structure):
    _fields_ = (
        ("first", wintypes.DWORD),
        ("second", wintypes.WORD),
        ("third", wintypes.WORD),
        ("rest", ctypes.c_ubyte * 8),
    )


_REST = (ctypes.c_ubyte * 8)(0x8D, 0x69, 0x19, 0x9F, 0xDB, 0xA5, 0x72, 0x3B)
_NETWORK_LIST_MANAGER = _Guid(0xDCB00C01, 0x570F, 0x4A9B, _REST)
_NETWORK_COST_MANAGER = _Guid(0xDCB00008, 0x570F, 0x4A9B, _REST)


class Win32:
    """The `System` of `windows.py`."""

    def __init__(self) -> None:
        self._user = ctypes.WinDLL("user32")
        self._kernel = ctypes.WinDLL("kernel32")
        self._shell = ctypes.WinDLL("shell32")
        self._ole = ctypes.WinDLL("ole32")
        self._terminal = ctypes.WinDLL("wtsapi32")
        self._pads: ctypes.WinDLL | None = None
        with contextlib.suppress(OSError):
            self._pads = ctypes.WinDLL("xinput1_4")
        # Handles are as wide as pointers, which ctypes does not guess.
        self._user.GetForegroundWindow.restype = wintypes.HWND
        self._user.MonitorFromWindow.restype = wintypes.HMONITOR
        self._user.MonitorFromWindow.argtypes = (wintypes.HWND, wintypes.DWORD)
        self._user.GetMonitorInfoW.argtypes = (wintypes.HMONITOR, ctypes.c_void_p)
        self._user.GetWindowRect.argtypes = (wintypes.HWND, ctypes.c_void_p)
        self._user.GetClassNameW.argtypes = (wintypes.HWND, wintypes.LPWSTR, ctypes.c_int)
        self._user.GetWindowLongW.argtypes = (wintypes.HWND, ctypes.c_int)
        self._kernel.GetTickCount.restype = wintypes.DWORD
        self._terminal.WTSFreeMemory.argtypes = (ctypes.c_void_p,)

    def tick(self) -> int:
        return int(self._kernel.GetTickCount())

    def last_input_tick(self) -> int | None:
        found = _LastInput(size=ctypes.sizeof(_LastInput))
        return int(found.tick) if self._user.GetLastInputInfo(ctypes.byref(found)) else None

    def session(self) -> Session | None:
        data, size = ctypes.c_void_p(), wintypes.DWORD()
        if not self._terminal.WTSQuerySessionInformationW(
            None, wintypes.DWORD(_CURRENT_SESSION), _WTS_SESSION_INFO_EX, ctypes.byref(data), ctypes.byref(size)
        ):
            return None
        try:
            if size.value < ctypes.sizeof(_SessionInfo) or not data.value:
                return None
            found = _SessionInfo.from_address(data.value)
            return Session(is_active=found.state == _WTS_ACTIVE, is_locked=_LOCKED.get(found.flags))
        finally:
            self._terminal.WTSFreeMemory(data)

    def notification_state(self) -> int | None:
        state = ctypes.c_int()
        return int(state.value) if self._shell.SHQueryUserNotificationState(ctypes.byref(state)) == 0 else None

    def foreground(self) -> Foreground | None:
        window = self._user.GetForegroundWindow()
        if not window:
            return None
        place, monitor = wintypes.RECT(), _MonitorInfo(size=ctypes.sizeof(_MonitorInfo))
        handle = self._user.MonitorFromWindow(window, _MONITOR_DEFAULT_TO_NEAREST)
        if not self._user.GetWindowRect(window, ctypes.byref(place)):
            return None
        if not self._user.GetMonitorInfoW(handle, ctypes.byref(monitor)):
            return None
        name = ctypes.create_unicode_buffer(256)
        self._user.GetClassNameW(window, name, len(name))
        style = self._user.GetWindowLongW(window, _GWL_STYLE)
        return Foreground(_corners(place), _corners(monitor.monitor), name.value, style & _WS_CAPTION == _WS_CAPTION)

    def is_energy_saver_on(self) -> bool | None:
        status = _PowerStatus()
        return status.system == 1 if self._kernel.GetSystemPowerStatus(ctypes.byref(status)) else None

    def connection_cost(self) -> int | None:
        """NLM_CONNECTION_COST of the connection to the internet. COM is set up for the thread that asks."""
        self._ole.CoInitializeEx(None, 0)
        manager = ctypes.c_void_p()
        try:
            outcome = self._ole.CoCreateInstance(
                ctypes.byref(_NETWORK_LIST_MANAGER),
                None,
                _CLSCTX_ALL,
                ctypes.byref(_NETWORK_COST_MANAGER),
                ctypes.byref(manager),
            )
            if outcome != 0 or not manager.value:
                return None
            cost = wintypes.DWORD()
            get_cost = _method(manager, 3, ctypes.c_void_p, ctypes.c_void_p)
            is_told = get_cost(manager, ctypes.byref(cost), None) == 0
            _method(manager, 2)(manager)  # Release
            return int(cost.value) if is_told else None
        finally:
            self._ole.CoUninitialize()

    def last_used_stops(self, device: str) -> Sequence[int]:
        """`LastUsedTimeStop` of all programs; those that are not from the store are one level below."""
        found: list[int] = []
        for folder in (f"{CONSENT}\\{device}", f"{CONSENT}\\{device}\\NonPackaged"):
            with contextlib.suppress(OSError), winreg.OpenKey(winreg.HKEY_CURRENT_USER, folder) as key:
                found += _read_stops(key)
        return found

    def pads(self, places: Iterable[int]) -> Mapping[int, Pad]:
        found: dict[int, Pad] = {}
        if self._pads is None:
            return found
        for at in places:
            state = _PadState()
            if self._pads.XInputGetState(at, ctypes.byref(state)) == 0:
                sticks = (state.left_x, state.left_y, state.right_x, state.right_y)
                found[at] = Pad(state.buttons, (state.left_trigger, state.right_trigger), sticks)
        return found


def _method(thing: ctypes.c_void_p, at: int, *kinds: type) -> "ctypes._FuncPointer":
    """A method of a COM object by its place in the table."""
    table = ctypes.cast(thing, ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p)))
    return ctypes.WINFUNCTYPE(ctypes.c_long, ctypes.c_void_p, *kinds)(table.contents[at] or 0)


def _corners(rectangle: wintypes.RECT) -> tuple[int, int, int, int]:
    return rectangle.left, rectangle.top, rectangle.right, rectangle.bottom


def _read_stops(key: winreg.HKEYType) -> Iterator[int]:
    for at in range(winreg.QueryInfoKey(key)[0]):
        with contextlib.suppress(OSError), winreg.OpenKey(key, winreg.EnumKey(key, at)) as program:
            yield int(winreg.QueryValueEx(program, "LastUsedTimeStop")[0])
