"""Where the log goes, and what becomes of errors that nobody foresaw."""

import datetime
import logging
import tempfile
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path

from core.errors import LocalFault
from core.paths import Home
from core.version import VERSION

LOG_BYTES = 5_000_000
LOGS_KEPT = 2
_FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def log_to(home: Path) -> None:
    """Sends this process's log to the home's file. A disk that is full or forbidden costs the log, nothing else."""
    logging.raiseExceptions = False
    handler = RotatingFileHandler(
        Home(home).log_file, maxBytes=LOG_BYTES, backupCount=LOGS_KEPT, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter(_FORM))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    logging.captureWarnings(True)


def fault_in(error: BaseException) -> BaseException:
    """The one error that says what happened: of a group from concurrent tasks, a bug before an interruption before
    the first fault."""
    leaves = list(_leaves(error))
    bugs = [leaf for leaf in leaves if not isinstance(leaf, LocalFault | KeyboardInterrupt)]
    stops = [leaf for leaf in leaves if isinstance(leaf, KeyboardInterrupt)]
    return [*bugs, *stops, *leaves][0]


def _leaves(error: BaseException) -> list[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        return [leaf for inner in error.exceptions for leaf in _leaves(inner)]
    return [error]


def report_bug(error: BaseException, home: Path) -> Path:
    """Writes the traceback to the home's log, or to a file of its own where that is impossible. Returns which."""
    now = datetime.datetime.now().astimezone().isoformat(timespec="seconds")
    text = f"{now} idlewild {VERSION} failed\n{''.join(traceback.format_exception(error))}"
    log = Home(home).log_file
    try:
        with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
    except OSError:
        with tempfile.NamedTemporaryFile(
            "w", prefix="idlewild-", suffix=".log", delete=False, encoding="utf-8", errors="backslashreplace"
        ) as own:
            own.write(text)
        return Path(own.name)
    return log
