"""Whether a process has been killed that has not ended yet.

Ending takes a turn of the processor, for which one of the lowest class may wait many seconds while others are at work;
until then it is a process like any other. Linux alone says so before.
"""

import signal
import sys
from pathlib import Path

_PENDING = ("SigPnd:", "ShdPnd:")


def is_killed(pid: int) -> bool:
    if not sys.platform.startswith("linux"):
        return False
    try:
        return tells_of_kill(Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace"))
    except OSError:  # it has ended
        return False


def tells_of_kill(status: str) -> bool:
    """`status`: as in `/proc/PID/status`, where signals that wait are a mask in hexadecimal digits (proc(5))."""
    masks = [int(line.split()[1], 16) for line in status.splitlines() if line.startswith(_PENDING)]
    return any(mask >> (signal.SIGKILL - 1) & 1 for mask in masks)
