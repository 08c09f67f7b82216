"""Opens the app."""

import os
import subprocess
import sys
from pathlib import Path

from core.errors import LocalFault


def app_command(home: Path, *words: str) -> list[str]:
    """Starts the app of this very version."""
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "app"]
    return [*program, *words, "--home", str(home)]


def open_app(home: Path, link: str | None) -> int:
    """Runs the app in the place of this process. Returns its exit status only where the system cannot replace one."""
    command = app_command(home, *([link] if link else []))
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        if sys.platform == "win32":
            return subprocess.run(command, check=False).returncode  # noqa: S603 - our own interpreter and module
        else:  # noqa: RET505 - mypy follows platforms by branch
            os.execv(command[0], command)  # noqa: S606 - our own interpreter and module
    except OSError as fault:
        raise LocalFault(f"The window cannot be opened ({fault.strerror}); install Idlewild again.") from fault
