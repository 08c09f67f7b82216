"""The way in which this system starts programs at login."""

import sys
from collections.abc import Sequence
from pathlib import Path

from app.autostart.kinds import Autostart
from app.desktop_entry import MakeFolder


def system_autostart(command: Sequence[str], make: MakeFolder) -> Autostart:
    """`command` starts this program without its window; `make` makes the folders of what is written."""
    if sys.platform == "win32":
        from app.autostart.windows import WindowsAutostart
        from app.registry import UserRegistry

        return WindowsAutostart(command, UserRegistry())
    if sys.platform == "darwin":
        from app.autostart.macos import LaunchAgent

        return LaunchAgent(command, Path.home(), make)
    from app.autostart.xdg import XdgAutostart

    return XdgAutostart(command, make=make)
