"""Starts the application: `python -m app [--home DIR] [LINK]`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from core.importing import import_for_good
from core.paths import Home, default_home
from core.screen import window_problem
from core.version import VERSION


def arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="idlewild", description="Opens the window and the tray icon of Idlewild.")
    parser.add_argument("link", nargs="?", default="", metavar="LINK", help="an invitation, idlewild://join/…")
    parser.add_argument("--home", type=Path, default=None, metavar="DIR", help="folder of this peer")
    parser.add_argument("--hidden", action="store_true", help="start in the tray, without the window")
    end = "end the app that runs in this home, and its engine with it; for whoever installs another version"
    parser.add_argument("--end", action="store_true", help=end)
    undo = "end the app that runs, and take back what it told the desktop (start at login, opening links)"
    parser.add_argument("--unregister", action="store_true", help=undo)
    parser.add_argument("--version", action="version", version=VERSION)
    return parser.parse_args(words)


STILL_RUNS = 3


def end(home: Home) -> int:
    """The exit status: `STILL_RUNS` where the app of this home does not end."""
    from app.qt import QCoreApplication
    from app.single_instance import SingleInstance

    qt = QCoreApplication(sys.argv[:1])  # which sockets need
    if SingleInstance(home.root, qt).end_first():
        return 0
    print("idlewild: Idlewild runs and does not end; end its process.", file=sys.stderr)  # noqa: T201 (the user's sentence)
    return STILL_RUNS


def unregister(home: Home) -> int:
    """For whoever removes the program: `end`, and the desktop knows nothing of this home any more."""
    from app.system import this_system
    from app.system_fault import SystemFault

    if status := end(home):
        return status
    try:
        this_system(home).forget_this_program()
    except SystemFault as fault:
        print(f"idlewild: {fault}", file=sys.stderr)  # noqa: T201 (the user's sentence)
        return 1
    return 0


def main(words: Sequence[str] | None = None) -> int:
    chosen = arguments(sys.argv[1:] if words is None else words)
    home = Home((chosen.home or default_home()).expanduser().resolve())
    if chosen.end or chosen.unregister:
        try:
            return (unregister if chosen.unregister else end)(home)
        except ImportError as fault:
            print(f"idlewild: {fault}; install Idlewild again, and remove it then.", file=sys.stderr)  # noqa: T201 (the user's sentence)
            return 1
    if problem := window_problem():
        remedy = "`idlewild run --headless` trains without a window"
        print(f"idlewild: {problem}; {remedy}.", file=sys.stderr)  # noqa: T201 (the user's sentence)
        return 1
    try:
        import_for_good("app.application")
        from app.application import run
    except ImportError as fault:
        print(f"idlewild: {fault}; install Idlewild again.", file=sys.stderr)  # noqa: T201 (the user's sentence)
        return 1
    return run(home, chosen.link, hidden=chosen.hidden)


if __name__ == "__main__":
    sys.exit(main())
