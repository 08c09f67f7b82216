"""Training states on disk: the newest few of each collaboration, so that one is whole whatever happens."""

import logging
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import Path

import numpy as np

from core.identity.ids import Digest, RunId
from core.storage.faults import file_faults
from core.storage.state_file import DamagedError, checked_head, packed_head
from core.training.api import Vector
from core.training.state_digest import state_bytes

logger = logging.getLogger(__name__)

KEPT = 2
KEPT_BY_HOSTS = 8
"""A run can be taken back to these."""
_NAME = re.compile(r"step-(\d{12})\.state")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A state in memory, owned by the caller. Whether `state` has this digest is for the caller to check."""

    step: int
    digest: Digest
    """Root of the `StateDigest` when it was saved."""
    state: Vector
    """[elements] float32."""


class CheckpointStore:
    """Files `<folder>/<run>/step-<step>.state`. Methods block for the time of the disk; call them in a thread, one at
    a time for each run. They raise `LocalFault` where the disk is the cause."""

    def __init__(self, folder: Path, kept: int = KEPT) -> None:
        """`kept`: states of each collaboration that stay, the newest ones."""
        self._folder = folder
        self._kept = kept

    def save(self, run: RunId, step: int, digest: Digest, state: Vector) -> None:
        """Writes `state` (contiguous float32; nobody may write it meanwhile) from its own memory, then drops all but
        this one and the newest ones before it. If it fails, what was there stays."""
        self.write(run, step, digest, state.size, [state_bytes(state)])

    def write(  # the fields of a head, and what follows it
        self,
        run: RunId,
        step: int,
        digest: Digest,
        elements: int,
        pieces: Iterable[bytes | memoryview],
        keep: Collection[int] = (),
    ) -> None:
        """As `save`, for bytes that come one piece after the other; files of the steps `keep` are left too."""
        path = self.path(run, step)
        temporary = path.with_suffix(".tmp")
        with file_faults(path):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._remove_leftovers(path.parent)
            try:
                with temporary.open("wb") as file:
                    file.write(packed_head(run, step, digest, elements))
                    for piece in pieces:
                        file.write(piece)
                    file.flush()
                    os.fsync(file.fileno())
                temporary.replace(path)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
            sync_folder(path.parent)
        self.drop_before(run, step, keep)

    def drop_before(self, run: RunId, step: int, keep: Collection[int] = ()) -> None:
        """Removes all but the state of `step`, the newest ones before it, and those of `keep`."""
        # Steps after this one can only be of a history that lost against another.
        before = [other for other in self.steps(run) if other < step]
        self._remove(run, set(self.steps(run)) - {step, *before[: self._kept - 1], *keep})

    def steps(self, run: RunId) -> list[int]:
        """Steps that have a file, newest first."""
        folder = self.path(run, 0).parent
        with file_faults(folder):
            names = [path.name for path in folder.iterdir()] if folder.is_dir() else []
        return sorted((int(match[1]) for name in names if (match := _NAME.fullmatch(name))), reverse=True)

    def load(self, run: RunId, at_most_step: int | None = None) -> Checkpoint | None:
        """The newest readable one (of at most that step) in new memory. A damaged file is renamed `.damaged` and the
        one before it is taken."""
        return self._load(run, at_most_step, lambda elements: np.empty(elements, np.float32))

    def load_into(self, run: RunId, out: Vector, at_most_step: int | None = None) -> Checkpoint | None:
        """As `load`, into `out` (contiguous), which is the result's `state`. With None, `out` may hold part of a file
        that ended early. Raises `ValueError` where a sound checkpoint has another length than `out`."""

        def given(elements: int) -> Vector:
            if elements != out.size:
                raise ValueError(f"the checkpoint has {elements} values, not {out.size}")
            return out

        return self._load(run, at_most_step, given)

    def condemn(self, run: RunId, step: int) -> None:
        """The reader found that the values are not what they should be: renames the file `.damaged`. Only the last
        one so named is kept, as states are large."""
        path = self.path(run, step)
        logger.warning("%s is set aside as damaged", path)
        with file_faults(path), suppress(FileNotFoundError):
            path.replace(path.with_suffix(".damaged"))
            for other in path.parent.glob("*.damaged"):
                if other.stem != path.stem:
                    other.unlink(missing_ok=True)

    def _load(self, run: RunId, at_most_step: int | None, memory: Callable[[int], Vector]) -> Checkpoint | None:
        for step in self.steps(run):
            if at_most_step is not None and step > at_most_step:
                continue
            try:
                with self.path(run, step).open("rb", buffering=0) as file:
                    elements, digest = checked_head(file, run, step)
                    state = memory(elements)
                    _fill(file, state)
            except DamagedError as error:
                logger.warning("checkpoint of step %d: %s", step, error)
                self.condemn(run, step)
            except OSError as error:  # out of reach at this moment, which does not say that it is damaged
                logger.warning("checkpoint of step %d: %s", step, error)
            else:
                return Checkpoint(step, digest, state)
        return None

    def path(self, run: RunId, step: int) -> Path:
        return self._folder / run.text / f"step-{step:012d}.state"

    def _remove(self, run: RunId, steps: set[int]) -> None:
        for step in steps:
            path = self.path(run, step)
            with file_faults(path):
                path.unlink(missing_ok=True)

    @staticmethod
    def _remove_leftovers(folder: Path) -> None:
        for path in folder.glob("*.tmp"):
            path.unlink(missing_ok=True)


def _fill(file: FileIO, out: Vector) -> None:
    view = out.data.cast("B")
    done = 0
    while done < len(view):  # one read gives at most 2 GiB
        count = file.readinto(view[done:])
        if not count:
            raise DamagedError("it ends early")
        done += count
    if sys.byteorder == "big":
        out.byteswap(inplace=True)


def sync_folder(folder: Path) -> None:
    """Makes the new name last; Windows has no such call and does not need it."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
