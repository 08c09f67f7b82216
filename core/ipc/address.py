"""Where an engine listens for its own user: computed from the home alone, so that app, command line and engine agree
without telling each other, whatever environment each was started in."""

import os
import stat
import sys
from pathlib import Path

from core.errors import LocalFault, reason_of
from core.saying import NOTHING, Saying, say

SOCKET_NAME = "control.sock"
PATH_BYTES = 103
"""Longest socket path that every Unix takes: with the NUL, `sun_path` holds 104 bytes on macOS and 108 on Linux."""


def control_address(home: Path) -> str:
    r"""Unix: path of a socket, inside the home where that is short enough. Windows: `\\.\pipe\idlewild-…`.

    Both forms suit `QLocalSocket.connectToServer`. Nothing is created. The socket of a home with a long path goes to
    a private folder under /tmp and not under `XDG_RUNTIME_DIR` or `TMPDIR`, because a service, a remote shell and a
    desktop session of one user see different values of those and would miss each other.
    """
    root = home.expanduser().resolve()
    if sys.platform == "win32":
        return rf"\\.\pipe\idlewild-{_short_name(root)}"
    inside = root / SOCKET_NAME
    if len(os.fsencode(inside)) <= PATH_BYTES:
        return str(inside)
    return str(Path("/tmp") / f"idlewild-{os.getuid()}" / f"{_short_name(root)}.sock")  # noqa: S108 - checked by untrusted_reason


def _short_name(root: Path) -> str:
    # Loads OpenSSL, 3 MB that the app does without where the socket lies in the home.
    import hashlib

    return hashlib.sha256(os.path.normcase(root).encode("utf-8", "surrogateescape")).hexdigest()[:16]


def prepare_folder(address: str) -> None:
    """Makes the folder of a Unix socket, open to this user only. Raises `LocalFault` where that is impossible."""
    folder = Path(address).parent
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise LocalFault(
            say(
                "{folder} cannot be made ({reason}); choose another folder with --home.",
                folder=str(folder),
                reason=reason_of(fault),
            )
        ) from fault
    if reason := untrusted_reason(address):
        raise LocalFault(
            say("{reason}; remove {folder} or choose a shorter path with --home.", reason=reason, folder=str(folder))
        )


def untrusted_reason(address: str) -> Saying:
    """Why what answers at `address` may not be this user's engine, as a clause; `NOTHING` if there is no such doubt.

    Only the folder under /tmp is doubted, where anybody could have been first; who owns a home was the user's choice.
    """
    folder = Path(address).parent
    if sys.platform == "win32" or Path(address).name == SOCKET_NAME:
        return NOTHING
    try:
        info = folder.lstat()
    except FileNotFoundError:
        return NOTHING
    if not stat.S_ISDIR(info.st_mode):
        return say("{folder} is not a folder", folder=str(folder))
    if info.st_uid != os.getuid():
        return say("{folder} belongs to another user", folder=str(folder))
    return say("{folder} is open to other users", folder=str(folder)) if info.st_mode & 0o077 else NOTHING
