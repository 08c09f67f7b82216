"""Use of the processor by everything but this program."""

import logging
import os
import time
from collections.abc import Callable, Iterable

import psutil

logger = logging.getLogger(__name__)

SHORTEST_SAMPLE_S = 0.5
"""Processor time is counted in ticks of 10 ms or more: shorter samples are noisy."""

CANNOT_TELL = (psutil.Error, OSError, NotImplementedError, RuntimeError, ValueError)
"""What psutil raises where /proc, /sys or a counter is missing or malformed."""


def children_of_this() -> list[int]:
    """Processes this one has started, and theirs. Looks at every process of the machine: milliseconds."""
    try:
        return [child.pid for child in psutil.Process().children(recursive=True)]
    except CANNOT_TELL:
        return []


class CpuOfOthers:
    """Use of the processor by everything but this program.

    The trainer has idle priority, so the machine's load says nothing about its owner: what counts is what others take
    while they have the right of way. Measured between two calls; call it about once a second.
    """

    def __init__(
        self,
        own_pids: Callable[[], Iterable[int]] = children_of_this,
        clock: Callable[[], float] = time.monotonic,
        shortest_s: float = SHORTEST_SAMPLE_S,
    ) -> None:
        """`own_pids`: the program's processes beside this one (trainer, app), asked for at each sample. `shortest_s`:
        less time than this is no sample."""
        self._own_pids = own_pids
        self._clock = clock
        self._shortest_s = shortest_s
        self._time_s = float("-inf")
        self._machine: tuple[float, float] | None = None
        self._processes: dict[int, psutil.Process] = {}
        self._own_s: dict[int, float] = {}
        self._percent: float | None = None

    def percent(self) -> float | None:
        """0 to 100 of the whole machine since the last sample; None at the first."""
        now_s = self._clock()
        if now_s - self._time_s < self._shortest_s:
            return self._percent
        try:
            machine = _machine_s()
        except CANNOT_TELL as error:
            logger.debug("processor: %s", error)
            return None
        own_s = {pid: used for pid in {os.getpid(), *self._own_pids()} if (used := self._process_s(pid)) is not None}
        self._processes = {pid: process for pid, process in self._processes.items() if pid in own_s}
        if self._machine is not None:
            busy_s, total_s = (new - old for new, old in zip(machine, self._machine, strict=True))
            # A process that is new in this sample has used all its time since the last one.
            own_delta_s = sum(max(0.0, used - self._own_s.get(pid, 0.0)) for pid, used in own_s.items())
            if total_s > 0:
                self._percent = min(100.0, max(0.0, 100.0 * (busy_s - own_delta_s) / total_s))
        self._time_s, self._machine, self._own_s = now_s, machine, own_s
        return self._percent

    def _process_s(self, pid: int) -> float | None:
        """Processor seconds a process has used; None if it has ended."""
        try:
            process = self._processes.get(pid) or self._processes.setdefault(pid, psutil.Process(pid))
            times = process.cpu_times()
        except CANNOT_TELL:
            return None
        return float(times.user + times.system)


def _machine_s() -> tuple[float, float]:
    """Processor seconds since boot: in use, and in all. Time stolen by other virtual machines is nobody's use here,
    and Linux counts guests in `user` and `nice` already."""
    times = psutil.cpu_times()._asdict()
    guests_s = times.get("guest", 0.0) + times.get("guest_nice", 0.0)
    total_s = sum(times.values()) - guests_s
    idle_s = times["idle"] + times.get("iowait", 0.0) + times.get("steal", 0.0)
    return total_s - idle_s, total_s
