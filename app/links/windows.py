"""Windows: a class of the user's own for the scheme."""

import subprocess
from collections.abc import Sequence

from app.links.kinds import SCHEME
from app.own_command import is_of_home
from app.registry import Registry

KEY = rf"Software\Classes\{SCHEME}"
_TITLE = "URL:Idlewild invitation"


class WindowsLinkOpener:
    def __init__(self, command: Sequence[str], registry: Registry) -> None:
        self._line = f'{subprocess.list2cmdline(command)} "%1"'
        self._program, self._command = command[0], list(command)
        self._registry = registry

    def is_registered(self) -> bool:
        return self._registry.text(rf"{KEY}\shell\open\command", "") == self._line

    def register(self) -> None:
        if self._registry.text(KEY, "") not in (None, _TITLE):
            return
        self._registry.set_text(KEY, "", _TITLE)
        self._registry.set_text(KEY, "URL Protocol", "")
        self._registry.set_text(rf"{KEY}\DefaultIcon", "", f"{self._program},0")
        self._registry.set_text(rf"{KEY}\shell\open\command", "", self._line)

    def unregister(self) -> None:
        line = self._registry.text(rf"{KEY}\shell\open\command", "") or ""
        if self._registry.text(KEY, "") == _TITLE and is_of_home(line, self._command, subprocess.list2cmdline):
            self._registry.forget_tree(KEY)
