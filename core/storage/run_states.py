"""The states of one run on this computer's disk: checkpoints, what is given to others from them, and the one that is
being downloaded."""

import logging
import os
import re
import threading
import weakref
from contextlib import suppress
from io import FileIO
from pathlib import Path

from core.errors import LocalFault
from core.identity.ids import Digest, RunId
from core.storage.checkpoints import CheckpointStore, sync_folder
from core.storage.faults import file_faults
from core.storage.state_file import HEAD_BYTES, DamagedError, StateFile, checked_head, packed_head, write_all
from core.training.state_digest import StateDigest, chunk_spans
from core.training.state_view import StateView

logger = logging.getLogger(__name__)

_NAME = re.compile(r"step-(\d{12})\.part")


class RunStates:
    """Fulfils `core.swarm.state_files.StateFiles`. Methods block for the time of the disk; any thread may call them."""

    def __init__(self, store: CheckpointStore, run: RunId) -> None:
        self._store = store
        self._run = run
        self._turn = threading.Lock()
        self._open: weakref.WeakSet[StateFile] = weakref.WeakSet()

    def save(self, view: StateView) -> None:
        """Makes a checkpoint of `view`, which needs no memory any more after that. Raises `LocalFault`."""
        step, root = view.digest.step, view.digest.root
        with self._turn:
            file = self._opened(step, root)
            if file is None:
                pieces = map(view.read, range(view.chunks))
                self._store.write(self._run, step, root, view.elements, pieces, self._lent_steps())
                file = self._opened(step, root)
        if file is not None:
            view.settle(file.read)
            weakref.finalize(view, file.close)

    def open(self, step: int, root: Digest) -> StateFile | None:
        """The checkpoint of `step`, if it is there and was saved as that of `root`; the caller closes it."""
        with self._turn:
            return self._opened(step, root)

    def root_of(self, step: int) -> Digest | None:
        """What the checkpoint of `step` says that its state is; None without a whole one."""
        try:
            file = StateFile.open(self._store.path(self._run, step), self._run, step)
        except (OSError, DamagedError) as error:
            logger.info("checkpoint of step %d: %s", step, error)
            return None
        file.close()
        return file.root

    def _opened(self, step: int, root: Digest) -> StateFile | None:
        try:
            file = StateFile.open(self._store.path(self._run, step), self._run, step)
        except FileNotFoundError:
            return None
        except (OSError, DamagedError) as error:
            logger.warning("checkpoint of step %d: %s", step, error)
            return None
        if file.root != root:
            file.close()
            return None
        self._open.add(file)
        return file

    def _lent_steps(self) -> set[int]:
        return {file.step for file in self._open if file.is_open}

    # --- the one that is being downloaded

    def begin(self, digest: StateDigest, elements: int) -> "PartialState":
        """Room for the state that is to come, in place of one that was not finished. Raises `LocalFault`."""
        path = self._store.path(self._run, digest.step).with_suffix(".part")
        with self._turn, file_faults(path):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            for other in path.parent.glob("*.part"):
                other.unlink(missing_ok=True)
            file = FileIO(path, "xb+")
            try:
                file.write(packed_head(self._run, digest.step, digest.root, elements))
                file.seek(HEAD_BYTES + 4 * elements)
                write_all(file, memoryview(b"".join(chunk.raw for chunk in digest.chunks)))
            except BaseException:
                file.close()
                path.unlink(missing_ok=True)
                raise
        return PartialState(self, path, file, digest, elements)

    def unfinished(self, elements: int) -> "PartialState | None":
        """The download of a state of `elements` values that was broken off, if there is one."""
        with self._turn:
            for path in self._store.path(self._run, 0).parent.glob("*.part"):
                match = _NAME.fullmatch(path.name)
                try:
                    if match is not None:
                        return self._resumed(path, int(match[1]), elements)
                except (OSError, DamagedError) as error:
                    logger.info("the unfinished state %s is of no use: %s", path.name, error)
                with suppress(OSError):
                    path.unlink(missing_ok=True)
        return None

    def _resumed(self, path: Path, step: int, elements: int) -> "PartialState":
        file = FileIO(path, "rb+")
        try:
            of_elements, root = checked_head(file, self._run, step, chunk_hashes=True)
            if of_elements != elements:
                raise DamagedError("it has another length")
            file.seek(HEAD_BYTES + 4 * elements)
            digest = StateDigest(step, tuple(Digest(file.read(32)) for _ in chunk_spans(elements)))
            if digest.root != root:
                raise DamagedError("its hashes are damaged")
        except BaseException:
            file.close()
            raise
        return PartialState(self, path, file, digest, elements)

    def adopt(self, partial: "PartialState") -> None:
        """A download is complete: its file becomes a checkpoint."""
        step = partial.digest.step
        path = self._store.path(self._run, step)
        with self._turn, file_faults(path):
            partial.path.replace(path)
            sync_folder(path.parent)
            self._store.drop_before(self._run, step, self._lent_steps())


class PartialState(StateFile):
    """A state that is being downloaded: a checkpoint with holes, behind it the hashes of all chunks. No chunk is
    trusted before it is hashed."""

    def __init__(self, states: RunStates, path: Path, file: FileIO, digest: StateDigest, elements: int) -> None:
        super().__init__(file, digest.step, digest.root, elements)
        self.digest = digest
        self.path = path
        self._states = states

    def finish(self) -> None:
        """Every chunk is there and right. Raises `LocalFault`."""
        with file_faults(self.path), self._turn:
            self._file.truncate(HEAD_BYTES + 4 * self.elements)
            os.fsync(self._file.fileno())
            self._file.close()
        self._states.adopt(self)

    def discard(self) -> None:
        self.close()
        with suppress(LocalFault), file_faults(self.path):
            self.path.unlink(missing_ok=True)
