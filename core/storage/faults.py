"""Errors of SQLite and of the file system in the words of the person who has to mend them."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import LocalFault, reason_of
from core.saying import say

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_FORBIDDEN = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


def damaged(path: Path, detail: str) -> LocalFault:
    """The database cannot be read. Nothing deletes it: it may hold what a person wants to rescue."""
    return LocalFault(
        say(
            "The database {path} is damaged ({reason}): move it and the files {name}-wal and {name}-shm beside it to "
            "another place and start again; log, credit and model then come back from the other peers after you open "
            "the invitation again, while settings and recorded training times are lost.",
            path=str(path),
            reason=detail,
            name=path.name,
        )
    )


def disk_full(path: Path) -> LocalFault:
    return LocalFault(
        say(
            "There is no room left on the disk that holds {path}: free some space and start again; what was written "
            "before is safe.",
            path=str(path),
        )
    )


def _forbidden(path: Path) -> LocalFault:
    return LocalFault(
        say(
            "{path} cannot be written: give your account write access to {folder}, or use --home.",
            path=str(path),
            folder=str(path.parent),
        )
    )


def _of_sqlite(path: Path, error: sqlite3.Error) -> LocalFault | None:
    """None where the error is this program's own mistake."""
    extended = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    match sqlite3.SQLITE_FULL if extended == sqlite3.SQLITE_IOERR_SHMSIZE else extended & 0xFF:
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_FORMAT:
            fault = damaged(path, str(error))
        case sqlite3.SQLITE_FULL:
            fault = disk_full(path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            fault = _forbidden(path)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            fault = LocalFault(
                say("Another program holds the database {path}: close that program and try again.", path=str(path))
            )
        case sqlite3.SQLITE_IOERR:
            fault = LocalFault(
                say(
                    "The disk that holds {path} fails ({reason}): check it, then start again.",
                    path=str(path),
                    reason=str(error),
                )
            )
        case _:
            return None
    return fault


@contextmanager
def database_faults(path: Path) -> Iterator[None]:
    """Turns what SQLite says about the file at `path` into a `LocalFault`; other errors pass."""
    try:
        yield
    except sqlite3.Error as error:
        fault = _of_sqlite(path, error)
        if fault is None:
            raise
        raise fault from error


@contextmanager
def file_faults(path: Path) -> Iterator[None]:
    """Turns an `OSError` while writing `path` into a `LocalFault`."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise disk_full(path) from error
        if error.errno in _FORBIDDEN:
            raise _forbidden(path) from error
        reason = reason_of(error)
        raise LocalFault(
            say("{path} cannot be used ({reason}): check that place, or use --home.", path=str(path), reason=reason)
        ) from error
