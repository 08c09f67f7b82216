"""The last lines of a home's log, read from its end."""

from pathlib import Path

READ_BYTES = 1 << 20
"""Of each file, at most."""


def log_files(log: Path) -> list[Path]:
    """The log and those that took their turn before it, the newest first."""
    older = sorted(log.parent.glob(f"{log.name}.*"))
    return [path for path in (log, *older) if path.is_file()]


def end_of(path: Path, most_bytes: int = READ_BYTES) -> str:
    """Whole lines from the end of the file; empty where it cannot be read."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - most_bytes))
            data = file.read(most_bytes)
    except OSError:
        return ""
    if size > most_bytes:
        data = data.partition(b"\n")[2]
    return data.decode("utf-8", errors="replace")


def last_lines(log: Path, lines: int) -> list[str]:
    """Without line ends, the oldest first; also of the file before, where the log has just begun anew."""
    found: list[str] = []
    for path in log_files(log)[:2]:
        if len(found) < lines:
            found = [*end_of(path).splitlines()[-(lines - len(found)) :], *found]
    return found
