"""A state that stands still while training goes on, so that it can be saved and given to others."""

import threading
from collections.abc import Callable

from core.training.api import Vector
from core.training.state_digest import StateDigest, chunk_spans, state_bytes

ReadChunk = Callable[[int], bytes]
"""Chunk by index; any thread may call it. Raises `OSError` where a disk is behind it."""


class StateView:
    """The state of one step, for whoever holds this, from any thread.

    While the step stands, chunks are read from the live vector. Whoever is about to write that calls `leave_live`
    first, which copies the chunks that are not in a file by then (`settle`). So a view costs no memory, unless a step
    is applied between its beginning and the end of its saving.
    """

    def __init__(self, digest: StateDigest, state: Vector) -> None:
        """`state` must be what `digest` is of."""
        self.digest = digest
        self.elements = state.size
        self._live: memoryview | None = state_bytes(state)
        self._spans = chunk_spans(state.size)
        self._copied: list[bytes] = []
        self._read_file: ReadChunk | None = None
        self._turn = threading.Lock()

    @property
    def chunks(self) -> int:
        return len(self._spans)

    @property
    def held_bytes(self) -> int:
        """Memory taken by copies."""
        return sum(map(len, self._copied))

    @property
    def is_settled(self) -> bool:
        """Whether it is read from a file."""
        return self._read_file is not None

    def read(self, index: int) -> bytes:
        """Chunk `index`, copied. Raises `IndexError`, and `OSError` where it is read from a file."""
        with self._turn:
            read_file = self._read_file
            if read_file is None:
                return bytes(self._live[self._spans[index]]) if self._live is not None else self._copied[index]
        return read_file(index)

    def leave_live(self) -> None:
        """The live vector is about to be written. Takes a fifth of a second per GB where the view is in no file."""
        with self._turn:
            if self._live is not None and self._read_file is None:
                self._copied = [bytes(self._live[span]) for span in self._spans]
            self._live = None

    def settle(self, read: ReadChunk) -> None:
        """All chunks can be read with `read` from now on: copies are let go."""
        with self._turn:
            self._read_file = read
            self._copied = []
            self._live = None
