"""Whether a window can be opened here. Nothing of Qt is imported: its libraries are only asked to load, which takes
milliseconds and finds exactly what the app would miss; Qt itself would abort the process."""

import ctypes
import importlib.util
import os
import re
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

APT_LINE = (
    "apt install libegl1 libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1 libxkbcommon-x11-0 libxcb-cursor0 "
    "libxcb-icccm4 libxcb-keysyms1 libxcb-shape0"
)
_LOCAL_X = re.compile(r"(?:unix)?:(\d+)(?:\.\d+)?")
PROBE_S = 1.0


def window_problem(environment: Mapping[str, str] = os.environ) -> str:
    """Why no window can be opened here, as a clause without its full stop; empty if one can."""
    return display_problem(environment) or qt_problem(environment)


def display_problem(environment: Mapping[str, str] = os.environ) -> str:
    if sys.platform in ("win32", "darwin") or _chooses_other_platform(environment):
        return ""
    if _wayland_answers(environment) or _x_answers(environment.get("DISPLAY", "")):
        return ""
    named = environment.get("WAYLAND_DISPLAY") or environment.get("DISPLAY")
    if named:
        return f"The display {named!r} does not answer: log in to a desktop or correct that variable"
    return "There is no display here"


def qt_problem(environment: Mapping[str, str] = os.environ) -> str:
    """Looks for PySide6 and loads the shared libraries that it would load."""
    spec = importlib.util.find_spec("PySide6")
    if spec is None or not spec.submodule_search_locations:
        return "PySide6 is not installed (`pip install idlewild` brings it)"
    if not sys.platform.startswith("linux"):
        return ""
    folder = Path(spec.submodule_search_locations[0]) / "Qt"
    libraries = [folder / "lib" / "libQt6Widgets.so.6"]
    if not environment.get("QT_QPA_PLATFORM") and not _wayland_answers(environment):
        libraries.append(folder / "plugins" / "platforms" / "libqxcb.so")
    return next((problem for library in libraries if (problem := _load_problem(library))), "")


def _load_problem(library: Path) -> str:
    if not library.exists():
        return ""  # another layout of PySide6, such as a distribution's, which brings what it needs
    try:
        ctypes.CDLL(str(library))
    except OSError as fault:
        missing = str(fault).partition(":")[0]
        return f"Qt cannot load the system library {missing} (on Debian and Ubuntu `{APT_LINE}` as root brings it)"
    return ""


def _chooses_other_platform(environment: Mapping[str, str]) -> bool:
    """One of Qt's that needs no display, such as its `offscreen`."""
    platform = environment.get("QT_QPA_PLATFORM", "")
    return bool(platform) and not platform.startswith(("xcb", "wayland"))


def _wayland_answers(environment: Mapping[str, str]) -> bool:
    name = environment.get("WAYLAND_DISPLAY")
    folder = environment.get("XDG_RUNTIME_DIR", "")
    return bool(name) and _answers(str(Path(folder) / str(name)))


def _x_answers(display: str) -> bool:
    local = _LOCAL_X.fullmatch(display)
    if local is None:
        return bool(display)  # on another machine, over ssh: not worth the wait
    path = f"/tmp/.X11-unix/X{local[1]}"  # noqa: S108 - where X servers listen
    return _answers(path) or (sys.platform.startswith("linux") and _answers(f"\0{path}"))


def _answers(address: str) -> bool:
    if sys.platform == "win32":
        return False
    else:  # noqa: RET505 - mypy follows platforms by branch
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.settimeout(PROBE_S)
            try:
                probe.connect(address)
            except OSError:
                return False
        return True
