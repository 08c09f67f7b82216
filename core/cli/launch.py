"""Opens the app; and puts a newer version of this program in its place."""

import os
import subprocess
import sys
from pathlib import Path

from core.errors import LocalFault, reason_of
from core.ipc.restart import RESTART
from core.options import RunOptions
from core.program import window
from core.release.launching import start_anew
from core.saying import say


def app_command(home: Path, *words: str) -> list[str]:
    """Starts the app of this very version; `words` are its options and a link."""
    return [*window(), "--home", str(home), *words]


def open_app(home: Path, link: str | None) -> int:
    """Runs the app in the place of this process. Returns its exit status only where the system cannot replace one."""
    command = app_command(home, *([link] if link else []))
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        if sys.platform == "win32":
            return subprocess.run(command, check=False).returncode  # noqa: S603 - our own program
        else:  # noqa: RET505 - mypy follows platforms by branch
            os.execv(command[0], command)  # noqa: S606 - our own program
    except OSError as fault:
        raise LocalFault(f"The window cannot be opened ({fault.strerror}); install Idlewild again.") from fault


def renewed(status: int, options: RunOptions) -> int:
    """The exit status of an engine that has ended with `status`: where that was for a newer version, that one takes
    the place of this process, unless it is the app that has started it. Raises `LocalFault`."""
    if status != RESTART or options.exit_with_parent:
        return status
    try:
        return start_anew(sys.argv[1:])
    except OSError as fault:
        raise LocalFault(
            say("Idlewild cannot start itself anew ({reason}): start it again.", reason=reason_of(fault))
        ) from fault
