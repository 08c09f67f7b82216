"""`idlewild remove`: ends what runs, and takes away all that this program has made for this user."""

import argparse
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from core.cli.inquire import connect
from core.cli.launch import app_command
from core.cli.words import printable
from core.errors import LocalFault, UsageError
from core.identity.keystore import forget_identity
from core.ipc.client import NoEngine
from core.ipc.lock import HomeLock
from core.ipc.messages import Method
from core.paths import Home
from core.program import is_installed
from core.release.removing import Left, is_home, remove_files
from core.saying import say
from core.storage.retaining import keep_only_history

ENDING_S = 60.0
APP_S = 60.0
STILL_RUNS = 3
"""Exit status of an app that was to end the one that runs, and could not."""


def remove(arguments: argparse.Namespace) -> int:
    """The exit status: 0 where nothing of this program is left but what was asked for."""
    home = Home(arguments.home)
    keep_history: bool = arguments.keep_history and home.database.exists()
    if not is_home(home):
        print(f"There is nothing of Idlewild in {home.root}.")
        print(program_left(sys.executable, os.environ))
        return 0
    if not arguments.yes:
        _ask(home, keep_history=keep_history)
    _take_back(home)
    _end_engine(home)
    with HomeLock(home.lock):
        if keep_history:
            keep_only_history(home.database)
        if left_key := forget_identity(home):
            print(f"idlewild: {left_key}", file=sys.stderr)
    left = remove_files(home, keep_history=keep_history)
    _tell(home, left, keep_history=keep_history)
    print(program_left(sys.executable, os.environ))
    return 1 if left.stuck else 0


def _ask(home: Home, *, keep_history: bool) -> None:
    """Raises `UsageError` where nobody can be asked, `KeyboardInterrupt` where the answer is no."""
    kept = "; your contributions stay in its database" if keep_history else ", your contributions among it"
    print(
        f"This ends Idlewild, and removes its start at login, its links, this peer's key and all that Idlewild has "
        f"stored in {home.root}{kept}. The key cannot be brought back."
    )
    if not sys.stdin.isatty():
        raise UsageError("Nobody can be asked here whether that is meant; add --yes.")
    if input("Remove it? [y/N] ").strip().casefold() not in {"y", "yes"}:
        raise KeyboardInterrupt


def _take_back(home: Home) -> None:
    """The app ends, if it runs, and takes back what it has told the desktop; it alone knows what that was."""
    if not any(path.exists() for path in (home.settings_file, home.root / "app.lock")):
        return
    environment = {**os.environ, "IDLEWILD_LAUNCHED": "1"}  # this version, whichever is the newest
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            app_command(home.root, "--unregister"),
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=APP_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as fault:
        print(f"idlewild: What the desktop was told could not be taken back ({fault}).", file=sys.stderr)
        return
    sentence = printable(done.stderr.strip()[-1000:])
    if done.returncode == STILL_RUNS:
        raise LocalFault(say("Idlewild runs and does not end: end its process, and remove it then."))
    if done.returncode:
        print(sentence or "idlewild: What the desktop was told could not be taken back.", file=sys.stderr)


def _end_engine(home: Home) -> None:
    try:
        client = connect(home.root)
    except NoEngine:
        return
    with client:
        client.call(Method.QUIT)
        client.answer_timeout_s = ENDING_S
        for _ in client.notifications():
            pass


def _tell(home: Home, left: Left, *, keep_history: bool) -> None:
    for path, reason in left.stuck:
        print(f"idlewild: {path} cannot be deleted ({reason}).", file=sys.stderr)
    for path in left.foreign:
        print(f"idlewild: {path} was not made by Idlewild, and stays.", file=sys.stderr)
    if left.stuck:
        print(f"idlewild: Close what uses {home.root}, and remove it again.", file=sys.stderr)
    else:
        print(f"All that Idlewild had stored in {home.root} is removed.")
    if keep_history:
        print(f"Your contributions are kept in {home.database}.")


def program_left(executable: str, environment: Mapping[str, str]) -> str:
    """How the program itself is removed, which its package does and not this verb."""
    if not is_installed():
        return f"To remove the program: {shlex.join([executable, '-m', 'pip', 'uninstall', 'idlewild'])}"
    if sys.platform == "win32":
        return "To remove the program: Settings, Apps, Installed apps, Idlewild, Uninstall"
    if sys.platform == "darwin":
        return "To remove the program, drag Idlewild from Applications to the Trash"
    installed = Path(environment.get("IDLEWILD_LAUNCHER") or environment.get("APPIMAGE") or executable)
    if installed.is_relative_to("/usr") or installed.is_relative_to("/opt"):
        return "To remove the program: sudo apt remove idlewild"
    is_image = installed.suffix.casefold() == ".appimage" or "APPIMAGE" in environment
    return f"To remove the program, delete {installed if is_image else installed.parent}"
