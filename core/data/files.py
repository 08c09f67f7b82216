"""Files that are whole or absent: written under a temporary name, synced, then renamed."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import LocalFault, reason_of
from core.saying import say

TEMPORARY = ".part"
"""Ending of the names of files that are not finished."""

_FULL = {errno.ENOSPC, errno.EDQUOT}


class DiskFull(LocalFault):
    """No room is left where this peer keeps its files."""


def disk_fault(error: OSError, folder: Path) -> LocalFault:
    """What to tell the user when writing in `folder` failed with `error`."""
    if error.errno in _FULL:
        return DiskFull(
            say("The disk that holds {folder} is full: free some space there and start again.", folder=str(folder))
        )
    return LocalFault(
        say(
            "{folder} cannot be used ({reason}): check the folder and its permissions.",
            folder=str(folder),
            reason=reason_of(error),
        )
    )


@contextmanager
def guarded(folder: Path) -> Iterator[None]:
    """Turns an `OSError` of the block into a `LocalFault` about `folder`."""
    try:
        yield
    except OSError as error:
        raise disk_fault(error, folder) from error


def sync_folder(folder: Path) -> None:
    """Makes renames in `folder` last through a power cut, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_whole(path: Path, data: bytes) -> None:
    """Creates or replaces `path`. Raises `LocalFault`, and then leaves what was there before."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}{TEMPORARY}")
    with guarded(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
        sync_folder(path.parent)
