"""How this program starts itself again: as its own child, and in its own place.

Installed, it is one executable file for everything (`sys.frozen`); from its sources, modules of one interpreter.
"""

import sys
from pathlib import Path

_QUIET = "-app"


def is_installed() -> bool:
    """Whether this is a bundle of its own, without a Python that others could use too."""
    return bool(getattr(sys, "frozen", False))


def command_line() -> list[str]:
    """What verbs are put after; works in every folder that `core` is found from."""
    return [for_terminals(sys.executable)] if is_installed() else [sys.executable, "-m", "core.cli"]


def window() -> list[str]:
    """What opens the app; its options and a link come after it."""
    return [for_windows(sys.executable)] if is_installed() else [sys.executable, "-m", "app"]


def for_terminals(program: str) -> str:
    """On Windows there are two of them, `idlewild.exe` and `idlewild-app.exe`: only this one has streams to say
    something on."""
    path = Path(program)
    return _other(path, path.stem.removesuffix(_QUIET))


def for_windows(program: str) -> str:
    """Only this one opens no black window."""
    path = Path(program)
    return _other(path, f"{path.stem.removesuffix(_QUIET)}{_QUIET}")


def _other(path: Path, stem: str) -> str:
    other = path.with_name(f"{stem}{path.suffix}")
    return str(other) if path.suffix == ".exe" and other.exists() else str(path)
