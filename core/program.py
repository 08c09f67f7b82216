"""How this program starts itself again: as its own child, and in its own place.

Installed, it is one executable file for everything (`sys.frozen`); from its sources, modules of one interpreter.
"""

import sys


def is_installed() -> bool:
    """Whether this is a bundle of its own, without a Python that others could use too."""
    return bool(getattr(sys, "frozen", False))


def command_line() -> list[str]:
    """What verbs are put after; works in every folder that `core` is found from."""
    return [sys.executable] if is_installed() else [sys.executable, "-m", "core.cli"]


def window() -> list[str]:
    """What opens the app; its options and a link come after it."""
    return [sys.executable] if is_installed() else [sys.executable, "-m", "app"]
