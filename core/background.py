"""A process that is in nobody's way, and that never outlives its parent."""

import ctypes
import functools
import logging
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import psutil

logger = logging.getLogger(__name__)

_PR_SET_PDEATHSIG = 1  # prctl(2)
_MODEST, _LOWEST = 10, 19
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # mallopt(3)
_PROC, _CGROUPS = Path("/proc"), Path("/sys/fs/cgroup")
_AUTOGROUP_TRIES = 10
"""The kernel takes one change of any autogroup in a tenth of a second."""
_PRIO_DARWIN_PROCESS, _PRIO_DARWIN_BG = 4, 0x1000  # sys/resource.h
_PROCESS_POWER_THROTTLING, _EXECUTION_SPEED = 4, 1  # processthreadsapi.h
_SYSTEMD = ("org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager")
_SCOPE_S = 2.0


def lower_priority() -> None:
    """Gives this process the lowest priority there is, for good: an unprivileged process cannot raise it again. It must
    be a child that does nothing but compute.

    Linux: SCHED_IDLE and nice 19 for all threads (new ones inherit it), disk class idle; and, as these count only
    among the processes of one group where the kernel divides its time between groups, a group that stands back as a
    whole: of a session of its own (sched(7), "autogroup"), and of a cgroup that idles, where systemd makes one.
    Windows: idle class, very low disk priority, and the slow frequencies and cores. macOS: background band. What a
    system refuses is logged and left as it is.
    """
    process = psutil.Process()
    if sys.platform == "win32":
        _try("priority class", lambda: process.nice(psutil.IDLE_PRIORITY_CLASS))
        _try("disk priority", lambda: process.ionice(psutil.IOPRIO_VERYLOW))
        _try("power", lambda: prefer_economy(ctypes.WinDLL("kernel32", use_last_error=True)))
        return
    if sys.platform == "linux":
        for thread in Path("/proc/self/task").iterdir():
            _lower_thread(int(thread.name))
        # For the main thread; the kernel treats the disk requests of all SCHED_IDLE threads as of this class anyway.
        _try("disk class", lambda: process.ionice(psutil.IOPRIO_CLASS_IDLE))
        _try("autogroup", lower_session)
        _try("cgroup", lambda: idle_in_scope(os.environ))
        return
    _try("nice", lambda: process.nice(_LOWEST))
    if sys.platform == "darwin":
        _try("band", lambda: stay_in_background_band(ctypes.CDLL(None, use_errno=True)))


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
        _try("nice", lambda: os.setpriority(os.PRIO_PROCESS, thread, _LOWEST))
        _try("SCHED_IDLE", lambda: os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0)))


def _try(what: str, change: Callable[[], object]) -> None:
    try:
        change()
    except (OSError, psutil.Error) as error:
        logger.info("%s cannot be lowered: %s", what, error)


# --- Linux: groups


def lower_session(proc: Path = _PROC, leave: Callable[[], object] | None = None) -> bool:
    """Where the kernel divides its time between sessions, this process gets one of its own, with the smallest share.
    Whether it did. Then it hears nothing of its terminal any more, which a child that its parent looks after need not.
    Raises `OSError`."""
    switch, group = proc / "sys/kernel/sched_autogroup_enabled", proc / "self/autogroup"
    if not (switch.exists() and switch.read_text().strip() == "1" and group.exists()):
        return False
    (leave or _leave_session)()
    for _ in range(_AUTOGROUP_TRIES):
        try:
            group.write_text(str(_LOWEST))
        except BlockingIOError:
            time.sleep(0.1)
        else:
            return True
    return False


def _leave_session() -> None:
    if sys.platform != "win32" and os.getpid() != os.getsid(0):
        os.setsid()


def idle_in_scope(
    environment: Mapping[str, str], run: Callable[..., Any] = subprocess.run, cgroups: Path = _CGROUPS
) -> bool:
    """Where the user's systemd runs, this process moves to a scope of its own that computes only when nobody else of
    its user wants to. Whether it did; systemd before 252 knows small shares only. Raises `OSError`."""
    folder, busctl = environment.get("XDG_RUNTIME_DIR"), shutil.which("busctl")
    if not folder or not busctl or not (Path(folder) / "systemd/private").exists():
        return False
    if not (cgroups / "cgroup.controllers").exists():
        return False
    for weight in (0, 1):
        try:
            done = run([busctl, *scope_call(os.getpid(), weight)], capture_output=True, timeout=_SCOPE_S, check=False)
        except subprocess.TimeoutExpired:
            return False
        if done.returncode == 0:
            return True
    return False


def scope_call(pid: int, weight: int) -> Sequence[str]:
    """For `busctl`: systemd shall put `pid` in a scope of that `CPUWeight`, of which 0 means idle, and forget it when
    it ends."""
    properties = ["PIDs", "au", "1", str(pid), "CPUWeight", "t", str(weight), "CollectMode", "s", "inactive-or-failed"]
    scope = f"idlewild-{pid}-{weight}.scope"
    call = ["--user", "--quiet", "call", *_SYSTEMD, "StartTransientUnit", "ssa(sv)a(sa(sv))"]
    return [*call, scope, "fail", "3", *properties, "0"]


# --- other systems


class PowerThrottling(ctypes.Structure):
    """`PROCESS_POWER_THROTTLING_STATE`, version 1."""

    _fields_ = (
        ("version", ctypes.c_ulong),
        ("control_mask", ctypes.c_ulong),
        ("state_mask", ctypes.c_ulong),
    )


def prefer_economy(kernel32: Any) -> None:
    """Windows 10 1709 and later ("EcoQoS" since 11): this process's threads may run at low frequencies and on small
    cores. Raises `OSError`."""
    state = PowerThrottling(1, _EXECUTION_SPEED, _EXECUTION_SPEED)
    kernel32.GetCurrentProcess.restype = ctypes.c_void_p
    process = ctypes.c_void_p(kernel32.GetCurrentProcess())
    size = ctypes.sizeof(state)
    if not kernel32.SetProcessInformation(process, _PROCESS_POWER_THROTTLING, ctypes.byref(state), size):
        raise OSError("SetProcessInformation refused")


def stay_in_background_band(libc: Any) -> None:
    """macOS: processor and disk behind all else, on the efficient cores. Raises `OSError`."""
    if libc.setpriority(_PRIO_DARWIN_PROCESS, 0, _PRIO_DARWIN_BG) != 0:
        raise OSError(ctypes.get_errno(), "setpriority refused")


# --- memory


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


# --- parents


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
