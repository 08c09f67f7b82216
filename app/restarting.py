"""Starting this program anew, after an update: what was installed then chooses the newest version."""

import os
import sys
from collections.abc import Mapping, Sequence

from app.engine_process import child_environment
from app.qt import QProcess, QProcessEnvironment
from core.program import is_installed

_OF_THIS_VERSION = ("IDLEWILD_LAUNCHED", "IDLEWILD_TRIAL", "XDG_ACTIVATION_TOKEN")
_OF_ITS_LIBRARIES = ("LD_LIBRARY_PATH", "LIBPATH", "DYLD_LIBRARY_PATH")


def environment_anew(environment: Mapping[str, str], *, is_frozen: bool) -> dict[str, str]:
    """For another version: without what was said to this one, and what PyInstaller has put in for its libraries."""
    kept = {name: value for name, value in environment.items() if name not in _OF_THIS_VERSION}
    if not is_frozen:
        return kept
    kept["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    for name in _OF_ITS_LIBRARIES:
        original = kept.pop(f"{name}_ORIG", None)
        kept.pop(name, None)
        if original is not None:
            kept[name] = original
    return kept


def environment_of_removal() -> dict[str, str]:
    """On Windows what was installed does it itself: a newer version could not delete its own files."""
    is_frozen = is_installed()
    environment = environment_anew(os.environ, is_frozen=is_frozen)
    if not is_frozen:
        environment["PYTHONPATH"] = child_environment().value("PYTHONPATH")
    return environment | ({"IDLEWILD_LAUNCHED": "1"} if sys.platform == "win32" else {})


def start_anew(command: Sequence[str]) -> int:
    """Puts `command` in the place of this process, which has ended everything else already; where the system cannot
    do that, starts it and returns the exit status of this one. Raises `OSError`."""
    environment = environment_anew(os.environ, is_frozen=is_installed())
    if sys.platform != "win32":
        os.execve(command[0], list(command), environment)  # noqa: S606 - our own program
    return 0 if start_detached(command, environment) else 1


def start_detached(command: Sequence[str], environment: Mapping[str, str]) -> bool:
    """As a process that outlives this one and has no part in its streams; whether it was started."""
    values = QProcessEnvironment()
    for name, value in environment.items():
        values.insert(name, value)
    process = QProcess()
    process.setProgram(command[0])
    process.setArguments(list(command[1:]))
    process.setProcessEnvironment(values)
    process.setStandardInputFile(QProcess.nullDevice())
    process.setStandardOutputFile(QProcess.nullDevice())
    process.setStandardErrorFile(QProcess.nullDevice())
    started: object = process.startDetached()
    return bool(started[0] if isinstance(started, tuple) else started)  # which of them depends on PySide's version
