"""The process that started this one."""

import asyncio
import contextlib
import logging
import os
import threading
from collections.abc import Callable, MutableMapping
from pathlib import Path

from core.release.launching import TRIAL

log = logging.getLogger(__name__)


def watch_parent(on_gone: Callable[[], None]) -> None:
    """Calls `on_gone` on this event loop when standing input ends: that is when the process that started this one does,
    however it ends."""
    loop = asyncio.get_running_loop()

    def wait() -> None:
        # Not through `sys.stdin`, whose lock a thread that still waits would hold while Python shuts down.
        with contextlib.suppress(OSError):
            while os.read(0, 4096):
                pass
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(on_gone)

    threading.Thread(target=wait, daemon=True, name="watch parent").start()


def say_up(environment: MutableMapping[str, str] = os.environ) -> None:
    """Tells the launcher that this version works, if it waits for that; once, and no child of this process does."""
    path = environment.pop(TRIAL, "")
    if path:
        try:
            Path(path).touch()
        except OSError as error:  # it is then taken back, although it runs
            log.warning("the launcher cannot be told that this version is up: %s", error)
