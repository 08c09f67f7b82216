"""When a process used the processor, to a few milliseconds: its threads' run times (`schedstat`), read all the time."""

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

EVERY_S = 0.005
LEAST_NS = 1_000_000
"""Within `EVERY_S`, of all threads together. Less is a heartbeat (twice a second, up to half of this after a while of
silence), or somebody who looked whether there was work."""
_LOOK_FOR_THREADS_S = 0.1


class Activity:
    """Of one process, from `start` to `stop`; Linux only."""

    def __init__(self, pid: int) -> None:
        self._tasks = Path(f"/proc/{pid}/task")
        self._samples: list[tuple[float, int]] = []
        """Monotonic time of the end of the use, and nanoseconds of processor time since the sample before."""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def start(self) -> "Activity":
        self._thread.start()
        return self

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()

    def used_s(self, since_s: float) -> float:
        """Processor time used after `since_s`."""
        return sum(used for _, used in self._after(since_s)) / 1e9

    def last_use_s(self, since_s: float) -> float:
        """Time of the end of the last use after `since_s`; that itself if there was none."""
        return max((now for now, used in self._after(since_s) if used > LEAST_NS), default=since_s)

    def _after(self, since_s: float) -> Iterator[tuple[float, int]]:
        for now, used in reversed(self._samples):
            if now <= since_s:
                return
            yield now, used

    def _watch(self) -> None:
        known: dict[str, int] = {}
        looked_s, before_s = 0.0, time.monotonic()
        while not self._ended.wait(EVERY_S):
            now = time.monotonic()
            if now - looked_s > _LOOK_FOR_THREADS_S:
                looked_s = now
                with suppress(OSError):
                    for task in self._tasks.iterdir():
                        known.setdefault(task.name, -1)
            used = 0
            for name, before in list(known.items()):
                try:
                    ran = int((self._tasks / name / "schedstat").read_text().split()[0])
                except OSError:
                    del known[name]
                    continue
                used += ran - before if before >= 0 else 0
                known[name] = ran
            # Where this thread came late, the use ended before: no later than if it went on alone without a break.
            now = time.monotonic()
            self._samples.append((min(now, before_s + EVERY_S + used / 1e9), used))
            before_s = now
