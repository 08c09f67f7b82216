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
    """`signals_passed_on`, and within it `start` and `watch`."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], up_file: Path, *, limit_s: float = LIMIT_S
    ) -> None:
        """`up_file`: appears once it is up."""
        self._command, self._environment = command, environment
        self._up_file = up_file
        self._limit_s = limit_s
        self._told: int | None = None
        """Signal by which it is to end."""
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Raises `OSError`."""
        # A group of its own, so that it can be ended with all its children.
        group: dict[str, Any] = {} if sys.platform == "win32" else {"process_group": 0}
        self._process = subprocess.Popen(self._command, env=dict(self._environment), **group)  # noqa: S603 - another of our versions
        if self._told is not None:
            self._tell(self._told)

    def watch(self, on_up: Callable[[], None]) -> tuple[Verdict, int]:
        """Until it has ended: what became of it, and its exit status as shells count. `on_up` is called as soon as it
        is up."""
        assert self._process is not None, "it was not started"
        verdict = self._first_minute(self._process)
        if verdict is Verdict.UP:
            on_up()
            self._process.wait()
        elif verdict is not Verdict.LEFT:
            _end_all(self._process)
        status = self._process.returncode
        return verdict, status if status >= 0 else 128 - status

    def _first_minute(self, process: "subprocess.Popen[bytes]") -> Verdict:
        give_up_s = time.monotonic() + self._limit_s
        while time.monotonic() < give_up_s:
            with contextlib.suppress(subprocess.TimeoutExpired):
                status = process.wait(_LOOK_S)
                if self._up_file.exists():
                    return Verdict.UP
                return Verdict.LEFT if status == 0 or self._told is not None else Verdict.ENDED
            if self._up_file.exists():
                return Verdict.UP
        return Verdict.SILENT

    def _tell(self, number: int) -> None:
        if sys.platform != "win32" and self._process is not None:  # Ctrl-C on Windows reaches both
            self._process.send_signal(number)

    @contextlib.contextmanager
    def signals_passed_on(self) -> Iterator[None]:
        """What this process is told by signals it is told too, if need be as soon as it is there."""

        def take(number: int, _: object) -> None:
            self._told = number
            self._tell(number)

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


def _end_all(process: "subprocess.Popen[bytes]") -> None:
    if sys.platform == "win32":
        tool = Path(os.environ.get("SYSTEMROOT", r"C:\Windows")) / "System32" / "taskkill.exe"
        words = [str(tool), "/T", "/F", "/PID", str(process.pid)]
        subprocess.run(words, check=False, capture_output=True)  # noqa: S603 - the system's own
        process.kill()
    else:
        _tell_group(process, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(ENDING_S)
        _tell_group(process, signal.SIGKILL)
    process.wait()


def _tell_group(process: "subprocess.Popen[bytes]", number: int) -> None:
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)
