"""Linux and other free desktops: a desktop entry in the autostart folder (Autostart Specification 0.5)."""

import os
from collections.abc import Mapping, Sequence

from app import desktop_entry
from app.own_command import is_of_home


class XdgAutostart:
    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str] = os.environ,
        make: desktop_entry.MakeFolder = desktop_entry.make_folder,
    ) -> None:
        self.path = (
            desktop_entry.folder("XDG_CONFIG_HOME", ".config", environment) / "autostart" / desktop_entry.FILE_NAME
        )
        self._command = list(command)
        self._make = make

    def is_on(self) -> bool:
        values = desktop_entry.values_of(self.path)
        if values is None or not desktop_entry.is_ours(values):
            return False
        # GNOME's and KDE's settings turn an entry off by these and leave the file where it is.
        return values.get("Hidden") != "true" and values.get("X-GNOME-Autostart-enabled") != "false"

    def turn_on(self) -> None:
        values = {
            "Name": "Idlewild",
            "Comment": "Trains a neural network together with others while this computer has nothing to do",
            "Exec": desktop_entry.exec_line(self._command),
            "Icon": "idlewild",
            "Terminal": "false",
            "StartupNotify": "false",
            # after the panel, whose tray takes the icon
            "X-GNOME-Autostart-Delay": "5",
            "X-KDE-autostart-phase": "2",
        }
        desktop_entry.write_own(self.path, values, self._make)

    def forget(self) -> None:
        values = desktop_entry.values_of(self.path) or {}
        if is_of_home(values.get("Exec", ""), self._command, desktop_entry.exec_line):
            self.turn_off()

    def turn_off(self) -> None:
        desktop_entry.remove_own(self.path)
