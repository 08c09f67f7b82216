"""Where there is no desktop: when somebody last typed at a terminal, a console or over SSH, as `w` tells it.

The kernel notes it as the time at which a terminal was last read from, in steps of eight seconds.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import psutil

from core.throttle.sensors.probe import DESKTOP, INPUT, Asked, CannotTell, Said

SOURCE = "terminals"
DESKTOPS_ARE_KNOWN_AFTER_S = 3.0
"""By then logind has answered, or it never will."""


def list_terminals(root: Path = Path("/dev")) -> list[Path]:
    """Consoles and what stands in for them over the network. Serial lines have other names: machines talk there."""
    pseudo = [path for path in root.glob("pts/*") if path.name.isdecimal()]
    return pseudo + [path for path in root.glob("tty[0-9]*") if path.name[3:].isdecimal() and path.name != "tty0"]


def last_read_s(paths: Iterable[Path]) -> float | None:
    """Unix time of the latest; None where there are none."""
    times = []
    for path in paths:
        try:
            times.append(path.stat().st_atime)
        except OSError:
            continue  # closed meanwhile
    return max(times, default=None)


class Terminals(Asked):
    closely_every_s = 0.03

    def __init__(
        self, find: Callable[[str], Said | None], list_all: Callable[[], Iterable[Path]] = list_terminals
    ) -> None:
        """`find`: what is known of `DESKTOP`."""
        self._find = find
        self._list = list_all
        self._began_s = time.monotonic()
        self._paths: list[Path] = []
        self._listed_s = -float("inf")

    def look(self) -> Iterator[Said]:
        now_s = time.monotonic()
        desktop = self._find(DESKTOP)
        if desktop is None and now_s - self._began_s < DESKTOPS_ARE_KNOWN_AFTER_S:
            return
        if desktop is not None and desktop.value:
            raise CannotTell("somebody is logged in to a desktop that cannot be asked")
        if now_s - self._listed_s >= 1.0:
            self._paths, self._listed_s = list(self._list()), now_s
        last_s = last_read_s(self._paths)
        if last_s is None:
            last_s = psutil.boot_time()  # nobody has logged in
        yield Said(INPUT, now_s - max(0.0, time.time() - last_s), SOURCE)
