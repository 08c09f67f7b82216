"""An engine of the app's."""

import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil

from core.ipc.address import control_address
from core.ipc.client import ControlClient, NoEngine
from core.ipc.messages import Method, Status
from tests.integration.processes import command_of, is_worker

PATIENCE_S = 120.0
"""With both cores busy with other things."""


class AppEngine:
    """As `app/engine_process.py` starts it."""

    def __init__(self, home: Path, program: Sequence[str] = (), *more: str) -> None:
        """`more`: words for the engine."""
        self.home = home
        command = [
            *(program or command_of("core.cli")),
            "run",
            "--headless",
            "--home",
            str(home),
            "--exit-with-parent",
            *more,
        ]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.client = self._connected()

    def _connected(self) -> ControlClient:
        end_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                return ControlClient.connect(control_address(self.home))
            except NoEngine:
                assert time.monotonic() < end_s, "no engine answers"
                time.sleep(0.05)

    def ask(self, kind: Any, method: Method, **params: Any) -> Any:
        return self.client.call_as(kind, method, **params)

    def until(self, holds: Callable[[Status], bool]) -> Status:
        end_s = time.monotonic() + PATIENCE_S
        while not holds(status := self.ask(Status, Method.STATUS)):
            assert time.monotonic() < end_s, status
            time.sleep(0.1)
        return status

    def footprint(self) -> tuple[int, int]:
        """Sockets that reach other computers, and processes that could compute."""
        process = psutil.Process(self.process.pid)
        children = [child for child in process.children(recursive=True) if is_worker(child.cmdline())]
        return len(process.net_connections("inet")), len(children)

    def end(self) -> int:
        self.client.close()
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(PATIENCE_S)

    def destroy(self) -> None:
        """Whatever state it is in."""
        self.client.close()
        if self.process.stdin is not None:
            self.process.stdin.close()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
