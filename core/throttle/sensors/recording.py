"""Whether a microphone or a camera is being recorded, as Linux' drivers tell it: whichever sound server, program and
sandbox is at work, and without asking any of them."""

import time
from collections.abc import Iterator
from pathlib import Path

from core.throttle.sensors.probe import Asked, CannotTell, Said

MICROPHONE = "ALSA"
CAMERA = "camera"
LIST_EVERY_S = 30.0

_CAMERA_DRIVER = Path("/sys/module/uvcvideo/refcnt")
"""How many have opened a USB camera. Other drivers, of cameras that are built in, count things of their own there."""


def is_running(status: str) -> bool:
    """The status file of one stream of a sound card: `closed`, or `state: RUNNING` and more."""
    return status.startswith("state:") and "RUNNING" in status.split("\n", 1)[0]


class Recording(Asked):
    every_s = 3.0
    closely_every_s = 2.0
    holds_s = 10.0

    def __init__(self, cards: Path = Path("/proc/asound"), camera: Path = _CAMERA_DRIVER) -> None:
        self._cards = cards
        self._camera = camera
        self._streams: list[Path] = []
        self._listed_s = -float("inf")
        if not cards.is_dir() and not camera.is_file():
            raise CannotTell("there is neither a sound card nor a camera")

    def look(self) -> Iterator[Said]:
        now_s = time.monotonic()
        if now_s - self._listed_s >= LIST_EVERY_S:
            self._listed_s = now_s
            self._streams = sorted(self._cards.glob("card*/pcm*c/sub*/status"))
        if self._streams:
            yield Said("is_in_call", any(is_running(_read(path)) for path in self._streams), MICROPHONE)
        users = _read(self._camera).strip()
        if users.lstrip("-").isdecimal():
            yield Said("is_in_call", int(users) > 0, CAMERA)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""  # unplugged
