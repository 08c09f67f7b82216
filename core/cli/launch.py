"""Opens the app."""

import os
import subprocess
import sys
from pathlib import Path

from core.errors import LocalFault
from core.program import window


def app_command(home: Path, *words: str) -> list[str]:
    """Starts the app of this very version; `words` are its options and a link."""
    return [*window(), *words, "--home", str(home)]


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
