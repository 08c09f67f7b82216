"""A state that is put together from chunks: in the trainer's memory and, so that it survives the program, in a file."""

import logging
import threading

from core.errors import LocalFault
from core.swarm.state_files import StateFiles, UnfinishedState
from core.training.api import Vector
from core.training.state_digest import StateDigest, chunk_spans, state_bytes

log = logging.getLogger(__name__)


class Assembly:
    """Everything blocks for the time of hashing and of the disk, and may be called from any thread. Nothing is written
    after `close`."""

    def __init__(self, digest: StateDigest, state: Vector, files: StateFiles | None) -> None:
        """`state` ([elements] float32, contiguous) is the caller's again after `close`."""
        self.digest = digest
        self._content = state_bytes(state)
        self._spans = chunk_spans(state.size)
        self._elements = state.size
        self._files = files
        self._unfinished: UnfinishedState | None = None
        self._is_closed = False
        self._turn = threading.Lock()

    def begin(self) -> set[int]:
        """Which chunks are here already, from a download that was broken off."""
        right = {index for index, span in enumerate(self._spans) if self.digest.is_chunk(index, self._content[span])}
        files = self._files
        if files is None:
            return right
        unfinished = files.unfinished(self._elements)
        if unfinished is not None and unfinished.digest == self.digest:
            self._unfinished = unfinished
            return self._reconcile(right)
        if unfinished is not None:
            unfinished.close()
        try:
            self._unfinished = files.begin(self.digest, self._elements)
        except LocalFault as fault:
            log.warning("a download that is broken off will begin anew: %s", fault)
        return self._reconcile(right)

    def _reconcile(self, right: set[int]) -> set[int]:
        """Has in memory and file what either of them has."""
        for index, span in enumerate(self._spans):
            unfinished = self._unfinished
            if unfinished is None:
                break
            if index in right:
                self._write(index, self._content[span])
                continue
            try:
                data = unfinished.read(index)
            except OSError as error:
                self._give_up_file(error)
                break
            if self.digest.is_chunk(index, data):
                self._content[span] = data
                right.add(index)
        return right

    def put(self, index: int, data: bytes | bytearray) -> bool:
        """Takes chunk `index` if `data` is it; False if it is not."""
        if not self.digest.is_chunk(index, data):
            return False
        with self._turn:
            if not self._is_closed:
                self._content[self._spans[index]] = data
                self._write(index, data)
        return True

    def _write(self, index: int, data: bytes | bytearray | memoryview) -> None:
        if self._unfinished is not None:
            try:
                self._unfinished.write(index, data)
            except OSError as error:
                self._give_up_file(error)

    def _give_up_file(self, error: OSError) -> None:
        log.warning("a download that is broken off will begin anew: %s", error)
        unfinished, self._unfinished = self._unfinished, None
        if unfinished is not None:
            unfinished.discard()

    def close(self) -> None:
        """Without `finish` what is in the file stays for the next try."""
        with self._turn:
            self._is_closed = True
            if self._unfinished is not None:
                self._unfinished.close()

    def finish(self) -> None:
        """All chunks are here: the file becomes a checkpoint. Waits for the disk."""
        with self._turn:
            self._is_closed = True
            unfinished, self._unfinished = self._unfinished, None
            if unfinished is not None:
                try:
                    unfinished.finish()
                except LocalFault as fault:
                    log.warning("the state fetched is not saved: %s", fault)
                    unfinished.close()
