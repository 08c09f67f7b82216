"""How a training state lies in a file: a head that is checked, then the state's own bytes."""

import os
import struct
import threading
from io import FileIO
from pathlib import Path
from typing import Self

from core.identity.ids import Digest, RunId
from core.training.state_digest import StateDigest, chunk_spans

_HEAD = struct.Struct("<16s32sQ32sQ")
"""Magic, run, step, digest of the state, elements; then SHA-256 of these; then float32 values, little-endian."""
HEAD_BYTES = _HEAD.size + 32
_MAGIC = b"idlewild state 1"


class DamagedError(Exception):
    """Why a file is no state."""


def packed_head(run: RunId, step: int, digest: Digest, elements: int) -> bytes:
    head = _HEAD.pack(_MAGIC, run.raw, step, digest.raw, elements)
    return head + Digest.of(head).raw


def checked_head(file: FileIO, run: RunId, step: int, *, chunk_hashes: bool = False) -> tuple[int, Digest]:
    """Elements and digest that the head of `file` names. With `chunk_hashes`, 32 bytes for each chunk must follow the
    values. Raises `DamagedError`."""
    head = file.read(HEAD_BYTES)
    if len(head) != HEAD_BYTES or Digest.of(head[: _HEAD.size]).raw != head[_HEAD.size :]:
        raise DamagedError("its head is damaged")
    _, of_run, of_step, digest, elements = _HEAD.unpack_from(head)
    if (of_run, of_step) != (run.raw, step):
        raise DamagedError("it belongs elsewhere")
    tail_bytes = 32 * len(chunk_spans(elements)) if chunk_hashes else 0
    if os.fstat(file.fileno()).st_size != HEAD_BYTES + 4 * elements + tail_bytes:
        raise DamagedError("its length is wrong")
    return elements, Digest(digest)


class StateFile:
    """A file with a state in it, read and written by chunks from any thread."""

    def __init__(self, file: FileIO, step: int, root: Digest, elements: int) -> None:
        """Owns `file`, which is positioned anywhere."""
        self.step = step
        self.root = root
        self.elements = elements
        self._file = file
        self._spans = chunk_spans(elements)
        self._turn = threading.Lock()

    @classmethod
    def open(cls, path: Path, run: RunId, step: int) -> Self:
        """A whole state, to be read. Raises `DamagedError` or `OSError`."""
        file = FileIO(path, "rb")
        try:
            elements, root = checked_head(file, run, step)
        except BaseException:
            file.close()
            raise
        return cls(file, step, root, elements)

    @property
    def is_open(self) -> bool:
        return not self._file.closed

    def read(self, index: int) -> bytes:
        """Chunk `index`, whatever it holds. Raises `OSError`."""
        span = self._spans[index]
        with self._turn:
            self._file.seek(HEAD_BYTES + span.start)
            data = self._file.read(span.stop - span.start)
        if len(data) != span.stop - span.start:
            raise OSError(f"the file of step {self.step} ends early")
        return data

    def write(self, index: int, data: bytes | bytearray | memoryview) -> None:
        """Raises `OSError`."""
        with self._turn:
            self._file.seek(HEAD_BYTES + self._spans[index].start)
            write_all(self._file, memoryview(data))

    def rehash(self) -> StateDigest:
        """Of what the file holds, which is read for it: half a second per GB, or the disk's time."""
        return StateDigest(self.step, tuple(Digest.of(self.read(index)) for index in range(len(self._spans))))

    def close(self) -> None:
        with self._turn:
            self._file.close()


def write_all(file: FileIO, data: memoryview) -> None:
    """One call of `write` may take less than it is given (2 GiB on Linux)."""
    done = 0
    while done < len(data):
        done += file.write(data[done:])
