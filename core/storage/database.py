"""One SQLite file per home: log, history, joined collaborations, settings.

One connection writes, owned by the engine's event-loop thread; transactions are short (a commit takes a fraction
of a millisecond), so they run on the loop. WAL lets other processes read meanwhile. `synchronous=NORMAL`: a crash of
the program loses nothing; a power cut may lose the last seconds and never the order, and what is lost is again asked
of the other peers like any other commits that this peer has missed.
"""

import logging
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from core.errors import LocalFault
from core.saying import say
from core.storage.faults import damaged, database_faults, file_faults
from core.storage.hours import hour_of
from core.storage.schema import APPLICATION_ID, MIGRATIONS

logger = logging.getLogger(__name__)

Row = tuple[Any, ...]

CHECK_S = 2.0
"""Longest time spent on checking the file when it is opened."""
CHECKED_BYTES = 256 << 20
"""A larger file is not checked: before SQLite 3.41 a check could not be stopped while it reads the pages."""
BUSY_MS = 2000


class Database:
    """Owns the connection. The stores of this package speak SQL through it, nobody else does.

    All methods raise `LocalFault` where disk, permissions or the file's content are the cause.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """Use `open`."""
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False, check_s: float = CHECK_S) -> Self:
        """Creates or migrates the file where needed and checks it for at most `check_s` seconds.

        `read_only` serves a second process: nothing is created, changed or checked, and an engine that runs is not
        disturbed. Raises `LocalFault`; a damaged or foreign file is left as it is.
        """
        with database_faults(path):
            if read_only:
                return cls(path, _connect_to_read(path))
            connection = _connect_to_write(path)
            try:
                _prepare(connection, path, check_s)
            except BaseException:
                connection.close()
                raise
            return cls(path, connection)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """May be called twice. The last connection to close moves the write-ahead log into the file."""
        self._connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; not nested."""
        with database_faults(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def run(self, sql: str, values: Sequence[object] = ()) -> None:
        with database_faults(self.path):
            self._connection.execute(sql, values)

    def run_many(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        """Inside a `transaction` only, as it is not one by itself."""
        with database_faults(self.path):
            self._connection.executemany(sql, rows)

    def row(self, sql: str, values: Sequence[object] = ()) -> Row | None:
        with database_faults(self.path):
            row: Row | None = self._connection.execute(sql, values).fetchone()
            return row

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        with database_faults(self.path):
            return self._connection.execute(sql, values).fetchall()


def _connect_to_write(path: Path) -> sqlite3.Connection:
    with file_faults(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Created here because SQLite would let others read it, and invitations' tokens lie in it.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    return sqlite3.connect(path, isolation_level=None, timeout=BUSY_MS / 1000)


def _prepare(connection: sqlite3.Connection, path: Path, check_s: float) -> None:
    version = _version(connection, path)
    _check(connection, path, check_s)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    if version < len(MIGRATIONS):
        _migrate(connection, version)


def _version(connection: sqlite3.Connection, path: Path) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    application: int = connection.execute("PRAGMA application_id").fetchone()[0]
    is_empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if application != APPLICATION_ID and not (is_empty and version == 0):
        raise LocalFault(
            say(
                "{path} is another program's database: move it away, or use --home to name another folder.",
                path=str(path),
            )
        )
    if version > len(MIGRATIONS):
        raise LocalFault(
            say(
                "The database {path} was written by a newer Idlewild: install that version or a later one, or use "
                "--home to name another folder.",
                path=str(path),
            )
        )
    return version


def _check(connection: sqlite3.Connection, path: Path, check_s: float) -> None:
    """Looks for damage; a file too large for the time is used unchecked, and damage is then found when it is read."""
    if path.stat().st_size > CHECKED_BYTES:
        logger.info("%s is too large to be checked", path)
        return
    end = time.monotonic() + check_s
    connection.set_progress_handler(lambda: time.monotonic() > end, 1_000)
    try:
        found: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        logger.info("%s is too large to be checked in %.1f s", path, check_s)
        return
    finally:
        connection.set_progress_handler(None, 0)
    if found != "ok":
        raise damaged(path, " ".join(found.split()))


def _migrate(connection: sqlite3.Connection, version: int) -> None:
    connection.create_function("hour_of", 1, hour_of)
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    logger.info("database brought from version %d to %d", version, len(MIGRATIONS))


def _connect_to_read(path: Path) -> sqlite3.Connection:
    if not path.exists():
        raise LocalFault(
            say(
                "Nothing is recorded in {folder} yet: run idlewild there first, or correct --home.",
                folder=str(path.parent),
            )
        )
    try:
        return _opened_to_read(path, "mode=ro")
    except sqlite3.OperationalError as error:
        # Where not even the index of the write-ahead log can be created (a read-only disk), nobody else can write
        # either, so the file may be read as it is, provided that nothing waits in that log.
        wal = path.with_name(path.name + "-wal")
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY) or wal.exists():
            raise
        return _opened_to_read(path, "mode=ro&immutable=1")


def _opened_to_read(path: Path, options: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?{options}", uri=True, isolation_level=None)
    try:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        if _version(connection, path) < len(MIGRATIONS):
            raise LocalFault(
                say("The database {path} is older than this program: run idlewild once to update it.", path=str(path))
            )
    except BaseException:
        connection.close()
        raise
    return connection
