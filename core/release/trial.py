"""One start of a new version, watched until it says that it is up; or is ended, with everything it has started."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

LIMIT_S = 60.0
ENDING_S = 5.0
"""For a version that is ended to close its files."""
_LOOK_S = 0.05


class Verdict(Enum):
    UP = "up"
    SILENT = "silent"
    ENDED = "ended"
    LEFT = "left"
    """It ended in order, or because it was told to, before it was up: that says nothing."""


class Trial:
    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], up_file: Path, *, limit_s: float = LIMIT_S
    ) -> None:
        """Started at once. `up_file`: appears once it is up. Raises `OSError`."""
        self._up_file = up_file
        self._limit_s = limit_s
        self._is_told_to_end = False
        # A group of its own, so that it can be ended with all its children.
        group: dict[str, Any] = {} if sys.platform == "win32" else {"process_group": 0}
        self._process = subprocess.Popen(command, env=dict(environment), **group)  # noqa: S603 - another of our versions

    def watch(self, on_up: Callable[[], None]) -> tuple[Verdict, int]:
        """Until it has ended: what became of it, and its exit status as shells count. `on_up` is called as soon as it
        is up. What this process is told by signals it is told too."""
        with self._signals_passed_on():
            verdict = self._first_minute()
            if verdict is Verdict.UP:
                on_up()
                self._process.wait()
            elif verdict is not Verdict.LEFT:
                self._end_all()
        status = self._process.returncode
        return verdict, status if status >= 0 else 128 - status

    def _first_minute(self) -> Verdict:
        give_up_s = time.monotonic() + self._limit_s
        while time.monotonic() < give_up_s:
            with contextlib.suppress(subprocess.TimeoutExpired):
                status = self._process.wait(_LOOK_S)
                if self._up_file.exists():
                    return Verdict.UP
                return Verdict.LEFT if status == 0 or self._is_told_to_end else Verdict.ENDED
            if self._up_file.exists():
                return Verdict.UP
        return Verdict.SILENT

    def _end_all(self) -> None:
        if sys.platform == "win32":
            tool = Path(os.environ.get("SYSTEMROOT", r"C:\Windows")) / "System32" / "taskkill.exe"
            words = [str(tool), "/T", "/F", "/PID", str(self._process.pid)]
            subprocess.run(words, check=False, capture_output=True)  # noqa: S603 - the system's own
            self._process.kill()
        else:
            self._tell_group(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(ENDING_S)
            self._tell_group(signal.SIGKILL)
        self._process.wait()

    def _tell_group(self, number: int) -> None:
        if sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, number)

    @contextlib.contextmanager
    def _signals_passed_on(self) -> Iterator[None]:
        def take(number: int, _: object) -> None:
            self._is_told_to_end = True
            if sys.platform != "win32":  # where Ctrl-C reaches both
                self._process.send_signal(number)

        names = ("SIGINT", "SIGTERM", "SIGHUP")
        numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
        before = {number: signal.getsignal(number) for number in numbers}
        for number, handler in before.items():
            if handler is not signal.SIG_IGN:
                signal.signal(number, take)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
