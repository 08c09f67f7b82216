"""This computer's processor, and which processes on it are this program's."""

import os

import psutil


def usable_cores() -> int:
    """As many as this program may use; hardware threads of one core count once."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(psutil.cpu_count(logical=False) or usable, usable))


def own_processes(*, with_parent: bool) -> list[int]:
    """This one, those it has started, and theirs; with the app that has started it. Looks at every process of the
    machine: milliseconds."""
    own = [os.getpid(), os.getppid()] if with_parent else [os.getpid()]
    try:
        return own + [child.pid for child in psutil.Process().children(recursive=True)]
    except (psutil.Error, OSError):
        return own
