"""A process that is in nobody's way, and that never outlives its parent."""

import ctypes
import functools
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import wait
from pathlib import Path

import psutil

logger = logging.getLogger(__name__)

_PR_SET_PDEATHSIG = 1  # prctl(2)
_MODEST = 10
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # mallopt(3)


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


def stand_back() -> None:
    """Behind programs that do something for their user, ahead of what only fills idle time: nice 10, or below normal.
    For good, as `lower_priority`, which can still follow."""
    process = psutil.Process()
    if sys.platform == "win32":
        _try("priority class", lambda: process.nice(psutil.BELOW_NORMAL_PRIORITY_CLASS))
    elif sys.platform == "linux":
        for thread in Path("/proc/self/task").iterdir():
            _try("nice", functools.partial(os.setpriority, os.PRIO_PROCESS, int(thread.name), _MODEST))
    else:
        _try("nice", lambda: process.nice(_MODEST))


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


def keep_freed_memory() -> None:
    """Lets the C library reuse large temporaries instead of giving them back to the system after each use, where it is
    glibc. Every micro-batch frees and takes the same ones, and the page faults cost a tenth of the processor time
    (ALBERT, vocabulary 32,000: 2.1 s became 1.85 s)."""
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "mallopt"):
        libc.mallopt(_M_MMAP_THRESHOLD, 1 << 30)
        libc.mallopt(_M_TRIM_THRESHOLD, (1 << 31) - 1)


def give_freed_memory_back() -> None:
    """What `keep_freed_memory` kept."""
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "malloc_trim"):
        libc.malloc_trim(0)


def die_with_parent() -> None:
    """Ends this process as soon as its parent is gone, however that ended and whatever runs here."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    parent = multiprocessing.parent_process()
    assert parent is not None, "this process was not started by multiprocessing"
    threading.Thread(target=_watch, args=(parent.sentinel,), daemon=True).start()


def _watch(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
