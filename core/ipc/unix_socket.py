"""The Unix half of the control socket: opening it for this user alone."""

import errno
import os
import socket
import stat
import struct
import sys
from pathlib import Path

from core.errors import LocalFault
from core.ipc.address import prepare_folder
from core.saying import say

assert sys.platform != "win32"

PROBE_S = 1.0
ROOT = 0


def open_listening(address: str) -> socket.socket:
    """A bound socket, mode 0600, on which nobody listens yet. Raises `LocalFault` or `OSError`."""
    prepare_folder(address)
    _remove_stale(address)
    bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        # Nobody can connect before `listen`, so the socket is never open to others, whatever the umask.
        bound.bind(address)
        Path(address).chmod(0o600)
    except OSError:
        bound.close()
        raise
    return bound


def remove(address: str) -> None:
    Path(address).unlink(missing_ok=True)


def is_stranger(connected: socket.socket) -> bool:
    """Whether the kernel says that the other side belongs to another user; root may do everything anyway."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return False
    credentials = struct.Struct("3i")
    try:
        _, uid, _ = credentials.unpack(connected.getsockopt(socket.SOL_SOCKET, option, credentials.size))
    except OSError:
        return True
    return uid not in (os.getuid(), ROOT)


def _remove_stale(address: str) -> None:
    """Removes the socket of an engine that was killed. Raises `LocalFault` if somebody answers or it is no socket."""
    path = Path(address)
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise LocalFault(
            say("{path} is in the way of the control socket; move it elsewhere and start again.", path=str(path))
        )
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(PROBE_S)
        try:
            probe.connect(address)
        except OSError as fault:
            if fault.errno in (errno.ECONNREFUSED, errno.ENOENT):
                path.unlink(missing_ok=True)
                return
            # Anything else, such as a full backlog, means that somebody holds it.
    raise LocalFault(
        say("Idlewild already answers for this home; end it with `idlewild quit`, or choose another with --home.")
    )
