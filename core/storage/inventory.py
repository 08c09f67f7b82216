"""What a database holds, for whoever is asked for help."""

from core.storage.database import Database


def rows_by_table(database: Database) -> dict[str, int]:
    """Counting takes a second for millions of rows. Raises `LocalFault`."""
    names = [row[0] for row in database.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    counts = {}
    for name in names:
        quoted = '"' + name.replace('"', '""') + '"'
        counted = database.row(f"SELECT count(*) FROM {quoted}")  # noqa: S608  # tables have no parameters
        counts[name] = int(counted[0]) if counted else 0
    return counts


def kept_settings(database: Database) -> dict[str, str]:
    """Key to value as it is kept, those of other versions included. Raises `LocalFault`."""
    return dict(database.rows("SELECT key, value FROM settings ORDER BY key"))
