"""What a process that computes sets before it imports anything heavy."""

import os
import signal

from core.background import die_with_parent, keep_freed_memory

_ENVIRONMENT = {
    "HF_HUB_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    # OpenMP's threads sleep while they wait for each other. By default they spin, and on a processor that others use
    # too, as it is here by design, that took 2.8 times the processor time and twice the wall time for the same work.
    "OMP_WAIT_POLICY": "passive",
}


def settle_in() -> None:
    """In a process that multiprocessing has started."""
    die_with_parent()
    keep_freed_memory()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the engine decides what it means
    os.environ |= _ENVIRONMENT
