"""How far a build is, kept so that one that was interrupted goes on."""

import shutil
from pathlib import Path
from typing import TypeVar

import msgspec
import psutil

from core.data.building.report import ShardReport
from core.data.files import guarded, write_whole
from core.errors import LocalFault

T = TypeVar("T")


class Counted(msgspec.Struct, frozen=True):
    """What is left of what was gathered, before it is written."""

    part_bytes: list[int]
    """Of each part of the spool, without duplicates."""
    held_bytes: int
    """The first of them, which are held out."""
    documents: int
    held_shards: int
    shards: int


class Written(msgspec.Struct, frozen=True):
    """A shard that is whole."""

    report: ShardReport
    stop: int
    """Bytes of payloads up to its end, of all that is left."""


class State(msgspec.Struct):
    """All that is known, for the plan of this name."""

    plan: str
    inputs: int = 0
    """Those that are gathered."""
    sizes: list[int] = []
    """Of the spool's files at that point."""
    read: int = 0
    too_short: int = 0
    counted: Counted | None = None
    written: list[Written] = []


class WorkFolder:
    """The folder of a build under way. Used by one process at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.spool = path / "spool"
        self.shards = path / "shards"
        self._state = path / "state.json"
        self._process = path / "process.json"

    def take(self) -> None:
        """Raises `LocalFault` where another process is at it."""
        mine = psutil.Process()
        other = _read(self._process, tuple[int, float])
        if other is not None and other[0] != mine.pid and _lives(*other):
            raise LocalFault(f"Process {other[0]} builds in {self.path.parent} already: wait for it, or end it.")
        write_whole(self._process, msgspec.json.encode((mine.pid, mine.create_time())))

    def load(self, plan: str) -> State:
        """What is known of this plan; of another one all is removed."""
        state = _read(self._state, State)
        if state is None or state.plan != plan:
            state = self.clear(plan)
        with guarded(self.path):
            self.spool.mkdir(parents=True, exist_ok=True)
            self.shards.mkdir(parents=True, exist_ok=True)
        return state

    def clear(self, plan: str) -> State:
        """Begins anew."""
        with guarded(self.path):
            for folder in (self.spool, self.shards):
                if folder.exists():
                    shutil.rmtree(folder)
                folder.mkdir(parents=True)
        state = State(plan)
        self.save(state)
        return state

    def save(self, state: State) -> None:
        write_whole(self._state, msgspec.json.encode(state))

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)


def _read(path: Path, kind: type[T]) -> T | None:
    """None for a file that is absent or not what it should be."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def _lives(pid: int, created: float) -> bool:
    try:
        return bool(abs(psutil.Process(pid).create_time() - created) < 1.0)
    except psutil.Error:
        return False
