"""Which versions of the program there are to choose from: one page, `HOME/versions/chosen.json`, written whole.

It is read before everything else at each start, by the program that was installed, and written by versions yet to come.
So the standard library does for it, and what cannot be understood of it counts as not written.
"""

import contextlib
import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from core.ipc.locking import try_lock
from core.version import version_key

FILE, LOCK, TRIAL_LOCK = "chosen.json", ".lock", ".trial.lock"
SILENT, ENDED, UNFINISHED, NO_START = "silent", "ended", "unfinished", "no_start"
"""Why a version was taken back: it was not up in time, ended by itself, left no word when the computer went off, or
the system could not start it."""

_WHYS = (SILENT, ENDED, UNFINISHED, NO_START)
_MOST_BAD, _MOST_LEFT = 20, 3
_PATIENCE_S = 10.0


@dataclass(frozen=True, slots=True)
class TakenBack:
    why: str
    status: int = 0
    """With which it ended, if it did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointer:
    """All versions are folders' names in `HOME/versions`; empty where there is none."""

    chosen: str = ""
    """The newest that has proved good."""
    before: str = ""
    """The one until then, kept until the chosen one has run well."""
    trial: str = ""
    """Whole, and to be tried at the next start."""
    has_begun: bool = False
    """The trial."""
    left: int = 0
    """How often the version on trial ended in order before it was up."""
    bad: dict[str, TakenBack] = field(default_factory=dict)
    """The newest last."""
    sequence: int = 0
    """The highest seen on any release that was signed."""

    def confirmed(self, version: str) -> "Pointer":
        """Its trial went well."""
        after = replace(self, chosen=version, before=self.chosen)
        return after.without_trial() if version == self.trial else after

    def left_early(self) -> "Pointer":
        """The version on trial ended in order before it was up, as the app does that finds another one running: that
        is no proof of anything, unless it happens again and again."""
        if self.left + 1 >= _MOST_LEFT:
            return self.taken_back(self.trial, TakenBack(ENDED))
        return replace(self, has_begun=False, left=self.left + 1)

    def without_trial(self) -> "Pointer":
        return replace(self, trial="", has_begun=False, left=0)

    def taken_back(self, version: str, why: TakenBack) -> "Pointer":
        """`version` is not started again."""
        bad = {known: one for known, one in self.bad.items() if known != version} | {version: why}
        bad = dict(list(bad.items())[-_MOST_BAD:])
        if version == self.trial:
            return replace(self, bad=bad).without_trial()
        if version == self.chosen:
            return replace(self, bad=bad, chosen=self.before, before="")
        return replace(self, bad=bad)


def read_pointer(folder: Path) -> Pointer:
    """`folder`: `HOME/versions`, which need not exist."""
    try:
        told = json.loads((folder / FILE).read_bytes())
    except (OSError, ValueError, RecursionError):
        return Pointer()
    return _understood(told) if isinstance(told, dict) else Pointer()


def change_pointer(folder: Path, change: Callable[[Pointer], Pointer]) -> Pointer:
    """What it is then. Raises `OSError`, and then it is what it was before."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _alone(folder):
        before = read_pointer(folder)
        after = change(before)
        if after != before:
            _write(folder, after)
    return after


def _write(folder: Path, pointer: Pointer) -> None:
    new = folder / f".{FILE}.new"  # one writer at a time, so what a killed one left is overwritten
    with new.open("wb") as file:
        file.write(json.dumps(asdict(pointer), indent=1).encode())
        file.flush()
        os.fsync(file.fileno())
    new.replace(folder / FILE)
    if os.name != "nt":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """While nobody else writes; whoever does is done in milliseconds."""
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        give_up_s = time.monotonic() + _PATIENCE_S
        while not try_lock(descriptor):
            if time.monotonic() > give_up_s:
                raise TimeoutError("another process holds the list of versions")
            time.sleep(0.01)
        yield
    finally:
        os.close(descriptor)


def _understood(told: dict[str, Any]) -> Pointer:
    bad = told.get("bad")
    found = bad.items() if isinstance(bad, dict) else ()
    return Pointer(
        chosen=_version(told.get("chosen")),
        before=_version(told.get("before")),
        trial=_version(told.get("trial")),
        has_begun=told.get("has_begun") is True,
        left=_count(told.get("left")),
        bad={version: _taken_back(one) for version, one in found if _version(version)},
        sequence=_count(told.get("sequence")),
    )


def _version(told: object) -> str:
    """Nothing else may become part of a path."""
    try:
        version_key(told if isinstance(told, str) else "")
    except ValueError:
        return ""
    return str(told)


def _count(told: object) -> int:
    return told if isinstance(told, int) and told > 0 else 0


def _taken_back(told: object) -> TakenBack:
    if not isinstance(told, dict):
        return TakenBack(UNFINISHED)
    why, status = told.get("why"), told.get("status")
    return TakenBack(why if why in _WHYS else UNFINISHED, status if isinstance(status, int) else 0)
