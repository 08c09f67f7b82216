"""Right of way for everything else on the computer."""

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path

import psutil

logger = logging.getLogger(__name__)


def lower_priority() -> None:
    """Gives this process the lowest priority there is, for good: an unprivileged process cannot raise it again.

    Linux: SCHED_IDLE and nice 19 for all threads (new ones inherit it), disk class idle. Windows: idle class and very
    low disk priority. macOS: nice 19. Call it early in a process that computes. What a system refuses is logged and
    left as it is.
    """
    process = psutil.Process()
    if sys.platform == "win32":
        _try("priority class", lambda: process.nice(psutil.IDLE_PRIORITY_CLASS))
        _try("disk priority", lambda: process.ionice(psutil.IOPRIO_VERYLOW))
        return
    if sys.platform == "linux":
        for thread in Path("/proc/self/task").iterdir():
            _lower_thread(int(thread.name))
        # For the main thread; the kernel treats the disk requests of all SCHED_IDLE threads as of this class anyway.
        _try("disk class", lambda: process.ionice(psutil.IOPRIO_CLASS_IDLE))
        return
    _try("nice", lambda: process.nice(19))


def _lower_thread(thread: int) -> None:
    """Linux schedules threads, not processes; one that has just ended is no loss."""
    if sys.platform == "linux":
        _try("nice", lambda: os.setpriority(os.PRIO_PROCESS, thread, 19))
        _try("SCHED_IDLE", lambda: os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0)))


def _try(what: str, change: Callable[[], object]) -> None:
    try:
        change()
    except (OSError, psutil.Error) as error:
        logger.info("%s cannot be lowered: %s", what, error)
