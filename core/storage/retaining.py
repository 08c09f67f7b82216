"""What is kept of a home's database by a volunteer who removes Idlewild: the own contributions, and nothing else."""

import time
from pathlib import Path

from core.storage.database import Database

_KEPT = {"history", "runs"}


def keep_only_history(path: Path) -> None:
    """Leaves the history and the names of its collaborations in the database, as of one who has left them all: a later
    installation goes on with it. One file remains, without a log beside it. For a database that nobody else has open.

    Settings, logs of steps, addresses and secrets go, also from the file's free pages. Nor is it kept by which steps
    samples were credited: another key will come, by which the same log would take them back. Raises `LocalFault`.
    """
    with Database.open(path) as database:
        tables = database.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        with database.transaction():
            for (table,) in tables:
                if table not in _KEPT:
                    database.run(f'DELETE FROM "{table}"')  # noqa: S608 - a name of our own schema
            database.run(
                """UPDATE runs SET token = NULL, draft = NULL, is_host = 0, is_active = 0, given_s = 0, given_at_s = 0,
                left_s = coalesce(left_s, ?)""",
                (int(time.time()),),
            )
        database.run("VACUUM")
        database.row("PRAGMA journal_mode = DELETE")
