"""A process that is in nobody's way, and that never outlives its parent."""

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from multiprocessing.connection import wait

import psutil

_PR_SET_PDEATHSIG = 1  # prctl(2)


def yield_to_everything() -> None:
    """Lets every other program go first. On Linux that is a property of threads: those that exist get it now, later
    ones inherit it."""
    process = psutil.Process()
    if sys.platform == "win32":
        process.nice(psutil.IDLE_PRIORITY_CLASS)
        return
    process.nice(19)
    if sys.platform == "linux":
        for thread in process.threads():
            os.setpriority(os.PRIO_PROCESS, thread.id, 19)
            os.sched_setscheduler(thread.id, os.SCHED_IDLE, os.sched_param(0))


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
