"""The four lengths of a pause, the same in the window's button, its menu bar and the tray."""

from collections.abc import Callable
from datetime import datetime

from app.qt import QMenu
from app.words import translate
from core.ipc.durations import pause_seconds

Pause = Callable[[float | None], None]
"""Takes seconds, or None for 'until I resume'."""


def fill_pause_menu(menu: QMenu, pause: Pause) -> None:
    menu.addAction(translate("words", "For &15 minutes"), lambda: pause(15 * 60.0))
    menu.addAction(translate("words", "For 1 &hour"), lambda: pause(3_600.0))
    menu.addAction(
        translate("words", "Until &tomorrow morning"),
        lambda: pause(pause_seconds("tomorrow", datetime.now().astimezone())),
    )
    menu.addAction(translate("words", "Until I &resume"), lambda: pause(None))
