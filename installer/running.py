"""Other programs' work."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

_SHOWN_LINES = 12


class Failed(Exception):
    """A program could not do its work; its last words."""


def run(command: Sequence[str], *, folder: Path | None = None, environment: Mapping[str, str] | None = None) -> str:
    """What it prints. Raises `Failed`."""
    try:
        done = subprocess.run(  # noqa: S603 - what this folder's scripts name
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
    except FileNotFoundError as error:
        raise Failed(f"{command[0]} is needed and not installed") from error
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise Failed("\n".join([f"{command[0]} ended with status {done.returncode}:", *lines[-_SHOWN_LINES:]]))
    return done.stdout
