"""Windows: a value under the user's Run key, and what the Task Manager says about it."""

import subprocess
from collections.abc import Sequence

from app.own_command import is_of_home
from app.registry import Registry

RUN = r"Software\Microsoft\Windows\CurrentVersion\Run"
APPROVED = r"Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"
NAME = "Idlewild"


class WindowsAutostart:
    def __init__(self, command: Sequence[str], registry: Registry) -> None:
        self._command = list(command)
        self._line = subprocess.list2cmdline(command)
        self._registry = registry

    def is_on(self) -> bool:
        """The Task Manager turns a program off by an odd first byte under another key."""
        verdict = self._registry.data(APPROVED, NAME)
        return self._registry.text(RUN, NAME) is not None and not (verdict and verdict[0] % 2)

    def turn_on(self) -> None:
        self._registry.set_text(RUN, NAME, self._line)
        self._registry.forget(APPROVED, NAME)

    def forget(self) -> None:
        if is_of_home(self._registry.text(RUN, NAME) or "", self._command, subprocess.list2cmdline):
            self.turn_off()

    def turn_off(self) -> None:
        self._registry.forget(RUN, NAME)
        self._registry.forget(APPROVED, NAME)
