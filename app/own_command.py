"""How the system is told to start this program: for login, for links and for the launcher."""

import os
import sys
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from core.paths import Home, default_home
from core.program import command_line as verbs
from core.program import is_installed

_ROOT = Path(__file__).resolve().parent.parent
_FROM_SOURCE = "import sys; sys.path.insert(0, {root!r}); from app.__main__ import main; sys.exit(main())"


def own_command(home: Home, *options: str, environment: Mapping[str, str] = os.environ) -> list[str]:
    """Works from any folder. The home is named where it is not the usual one."""
    words = [*(_windowed(_installed(environment)) or _from_source()), *options]
    if home.root != default_home().expanduser().resolve():
        words += ["--home", str(home.root)]
    return words


def is_of_home(line: str, command: Sequence[str], written: Callable[[Sequence[str]], str]) -> bool:
    """Whether `line`, a command as `written` writes them, starts this program in the same home as `command`."""
    if "--home" not in command:
        return written(["--home"]) not in line
    return written(command[command.index("--home") :]) in line


def command_line(home: Home, *words: str, environment: Mapping[str, str] = os.environ) -> list[str]:
    """`idlewild` with a verb."""
    return [*(_installed(environment) or verbs()), *words, "--home", str(home.root)]


def _installed(environment: Mapping[str, str]) -> list[str]:
    """What was installed, and starts newer versions of itself; empty where this runs from its source."""
    # An AppImage's file, not where it is mounted at the moment.
    for variable in ("IDLEWILD_LAUNCHER", "APPIMAGE"):
        if named := environment.get(variable):
            return [named]
    return [sys.executable] if is_installed() else []


def _windowed(program: list[str]) -> list[str]:
    """On Windows there are two of them, and the one for terminals opens a black window."""
    for path in map(Path, program):
        quiet = path.with_name(f"{path.stem}-app{path.suffix}")
        if path.suffix == ".exe" and quiet.exists():
            return [str(quiet)]
    return program


def _from_source() -> list[str]:
    python = _without_console(Path(sys.executable))
    if _ROOT in {Path(sysconfig.get_path(kind)).resolve() for kind in ("purelib", "platlib")}:
        return [str(python), "-m", "app"]
    return [str(python), "-c", _FROM_SOURCE.format(root=str(_ROOT))]


def _without_console(python: Path) -> Path:
    """On Windows `python.exe` opens a black window."""
    quiet = python.with_name("pythonw.exe")
    return quiet if sys.platform == "win32" and quiet.exists() else python
