"""The flat float32 vectors and the signals, in one piece of shared memory that engine and trainer both map."""

import os
from contextlib import suppress
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from typing import Self

import numpy as np

from core.errors import LocalFault, reason_of
from core.saying import say
from core.training.api import Vector
from core.training.signals import SIZE_BYTES, Signals

_PAGE_BYTES = 4096
_LINUX_FOLDER = Path("/dev/shm")  # noqa: S108  # where Linux shows POSIX shared memory; nothing is created there


class _Segment(SharedMemory):
    """Lets go of memory that somebody still looks at when the last of them is gone, instead of failing."""

    def close(self) -> None:
        with suppress(BufferError):
            super().close()


class SharedVectors:
    """`gradient` [P], `average` [P], `state` [(1 + moments) P] float32, and the signals.

    The creator owns the memory and calls `close`; after that no vector may be touched.
    """

    gradient: Vector
    average: Vector
    state: Vector

    def __init__(self, segment: _Segment, elements: int, moments: int, *, owned: bool) -> None:
        self._segment, self._owned = segment, owned
        lengths = (elements, elements, (1 + moments) * elements)
        starts = _starts(lengths)
        memory = segment.buf
        assert memory is not None
        self.signals = Signals(memory[:SIZE_BYTES])
        self.gradient, self.average, self.state = (
            np.frombuffer(memory, np.float32, count=length, offset=start)
            for length, start in zip(lengths, starts[:-1], strict=True)
        )

    @classmethod
    def create(cls, elements: int, moments: int) -> Self:
        """Zeroed vectors, and signals by which nothing runs, but without rests as soon as it does. Raises `LocalFault`
        if this machine has not the memory for them."""
        size_bytes = _starts((elements, elements, (1 + moments) * elements))[-1]
        try:
            segment = _Segment(create=True, size=size_bytes)
        except OSError as error:
            raise _no_room(size_bytes, error) from error
        try:
            _reserve(segment, size_bytes)
        except OSError as error:
            segment.close()
            segment.unlink()
            raise _no_room(size_bytes, error) from error
        made = cls(segment, elements, moments, owned=True)
        made.signals.duty = 1.0
        return made

    @classmethod
    def attach(cls, name: str, elements: int, moments: int) -> Self:
        """The vectors that another process created under `name`."""
        return cls(_Segment(name=name), elements, moments, owned=False)

    @property
    def name(self) -> str:
        return self._segment.name

    @property
    def size_bytes(self) -> int:
        """Of all of it."""
        return self._segment.size

    def close(self) -> None:
        """Gives the memory back; may be called twice."""
        if self._segment.buf is None:
            return
        empty = np.empty(0, np.float32)
        self.gradient = self.average = self.state = empty
        self.signals.release()
        self._segment.close()
        if self._owned:
            self._owned = False
            self._segment.unlink()


def _starts(lengths: tuple[int, ...]) -> list[int]:
    """Byte offsets of vectors of `lengths` float32, each on a page of its own after the signals', and the end."""
    starts = [_PAGE_BYTES]
    for length in lengths:
        starts.append(starts[-1] + -(-4 * length // _PAGE_BYTES) * _PAGE_BYTES)
    return starts


def _reserve(segment: _Segment, size_bytes: int) -> None:
    """Takes the memory now. Linux would otherwise kill the process with SIGBUS when /dev/shm is full at first touch."""
    path = _LINUX_FOLDER / segment.name
    if not hasattr(os, "posix_fallocate") or not path.exists():
        return
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.posix_fallocate(descriptor, 0, size_bytes)
    finally:
        os.close(descriptor)


def _no_room(size_bytes: int, error: OSError) -> LocalFault:
    return LocalFault(
        say(
            "There is no room for {size_bytes} of shared memory ({reason}); close other programs, or enlarge /dev/shm "
            "if this is a container.",
            size_bytes=size_bytes,
            reason=reason_of(error),
        )
    )
