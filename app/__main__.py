"""Starts the application: `python -m app [--home DIR] [LINK]`."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from core.paths import Home, default_home
from core.version import VERSION

_LIBRARIES = "libegl1 libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1 libxcb-cursor0 libxkbcommon-x11-0"


def arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="idlewild", description="Opens the window and the tray icon of Idlewild.")
    parser.add_argument("link", nargs="?", default="", metavar="LINK", help="an invitation, idlewild://join/…")
    parser.add_argument("--home", type=Path, default=None, metavar="DIR", help="folder of this peer")
    parser.add_argument("--hidden", action="store_true", help="start in the tray, without the window")
    undo = "take back what this program told the desktop (start at login, opening links), and end"
    parser.add_argument("--unregister", action="store_true", help=undo)
    parser.add_argument("--version", action="version", version=VERSION)
    return parser.parse_args(words)


def missing_display() -> str:
    """Why no window can be shown, in one sentence with the remedy; empty if one can, as far as is known beforehand."""
    if sys.platform in {"win32", "darwin"} or os.environ.get("QT_QPA_PLATFORM"):
        return ""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return ""
    return "there is no display to show a window on; use `idlewild run --headless`"


def unregister(home: Home) -> int:
    """For whoever removes the program."""
    from app.system import this_system
    from app.system_fault import SystemFault

    try:
        this_system(home).forget_this_program()
    except SystemFault as fault:
        print(f"idlewild: {fault}", file=sys.stderr)  # noqa: T201 (the user's sentence)
        return 1
    return 0


def main(words: Sequence[str] | None = None) -> int:
    chosen = arguments(sys.argv[1:] if words is None else words)
    home = Home((chosen.home or default_home()).expanduser().resolve())
    if chosen.unregister:
        return unregister(home)
    if reason := missing_display():
        print(f"idlewild: {reason}.", file=sys.stderr)  # noqa: T201 (the user's sentence)
        return 1
    try:
        from app.application import run
    except ImportError as fault:
        remedy = f"on Debian and Ubuntu: sudo apt install {_LIBRARIES}"
        print(f"idlewild: a library for windows is missing ({fault}); {remedy}.", file=sys.stderr)  # noqa: T201
        return 1
    return run(home, chosen.link, hidden=chosen.hidden)


if __name__ == "__main__":
    sys.exit(main())
