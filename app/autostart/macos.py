"""macOS: a launch agent of the user (launchd.plist(5)), which is loaded at the next login."""

import plistlib
from collections.abc import Sequence
from pathlib import Path
from xml.parsers.expat import ExpatError

from app.desktop_entry import MakeFolder, make_folder, write_whole
from app.own_command import is_of_home
from app.qt import QCoreApplication
from app.system_fault import SystemFault

LABEL = "org.idlewild.app"
_MARK = "IdlewildWritten"

translate = QCoreApplication.translate


class LaunchAgent:
    def __init__(self, command: Sequence[str], user_folder: Path, make: MakeFolder = make_folder) -> None:
        self.path = user_folder / "Library" / "LaunchAgents" / f"{LABEL}.plist"
        self._command = list(command)
        self._make = make

    def is_on(self) -> bool:
        return self._is_ours() and not self._present().get("Disabled", False)

    def turn_on(self) -> None:
        if self.path.exists() and not self._is_ours():
            text = translate("system", "{file} was not made by Idlewild and is left alone; remove it and try again.")
            raise SystemFault(text.format(file=self.path))
        wanted = {
            "Label": LABEL,
            "ProgramArguments": self._command,
            "RunAtLoad": True,
            "ProcessType": "Interactive",
            "LimitLoadToSessionType": "Aqua",
            _MARK: True,
        }
        write_whole(self.path, plistlib.dumps(wanted).decode(), self._make)

    def forget(self) -> None:
        words = self._present().get("ProgramArguments")
        line = "\0".join(map(str, words)) if isinstance(words, list) else ""
        if is_of_home(line, self._command, "\0".join):
            self.turn_off()

    def turn_off(self) -> None:
        if self._is_ours():
            self.path.unlink(missing_ok=True)

    def _is_ours(self) -> bool:
        return self._present().get(_MARK) is True

    def _present(self) -> dict[str, object]:
        try:
            present = plistlib.loads(self.path.read_bytes())
        except (OSError, plistlib.InvalidFileException, ExpatError, ValueError):
            return {}
        return present if isinstance(present, dict) else {}
