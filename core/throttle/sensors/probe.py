"""What a probe is: one way of finding out some facts, asked from a thread of its own."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

IN_USE = float("inf")
"""Value of an input fact while keys or the mouse are in use, without an exact moment."""
INPUT = "idle_s"
"""The fact `Readings.idle_s`. Probes tell the moment of the last input, in seconds of `time.monotonic`, or `IN_USE`."""
PAD_INPUT = "pad input"
"""Likewise of game pads, which only add to what a desktop says."""
DESKTOP = "desktop"
"""Whether somebody is logged in to a desktop of this computer."""


class CannotTell(Exception):
    """This system lacks what the probe asks, or it has stopped answering. Says why, for the log."""


@dataclass(frozen=True, slots=True)
class Said:
    """One fact, and who says so. `fact`: a field of `Readings` or one of the names above."""

    fact: str
    value: float | bool | frozenset[str]
    by: str


class Probe(Protocol):
    """Connected when it is made. Making it and looking raise `CannotTell` or `OSError` where there is nothing to ask;
    it is then closed, and made anew after a while."""

    @property
    def every_s(self) -> float:
        """How often to look where nothing happens."""

    @property
    def closely_every_s(self) -> float:
        """Likewise while the first input has to be noticed at once."""

    @property
    def holds_s(self) -> float:
        """For how long what was said is taken to be true."""

    def look(self) -> Iterable[Said]:
        """What it knows now. May block for a second."""

    def files(self) -> Sequence[int]:
        """Descriptors that become readable when it is time to look; none where it is only asked at intervals."""

    def close(self) -> None: ...


class Asked:
    """A probe that hears of nothing by itself and holds nothing open."""

    every_s = 1.0
    closely_every_s = 1.0
    holds_s = 4.0

    def files(self) -> Sequence[int]:
        return ()

    def close(self) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Maker:
    """A probe that this system may have."""

    name: str
    make: Callable[[], Probe]
