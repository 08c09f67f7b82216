"""What messages and the bytes that belong to them travel on between two ranks."""

from multiprocessing.connection import Connection
from typing import Protocol

import numpy as np

from core.training.ranks.parcel import Bytes

NOTHING: Bytes = np.empty(0, np.uint8)
_CHUNK_BYTES = 4 << 20
_LENGTH_BYTES = 8


class WireLost(Exception):
    """The other side is gone."""


class Wire(Protocol):
    """One thread sends and one receives, at the same time. Both raise `WireLost`."""

    def send(self, message: bytes, content: Bytes) -> None: ...

    def receive(self) -> tuple[bytes, Bytes]:
        """Waits however long it takes. The content is the caller's."""
        ...


class PipeWire:
    """To another process of this machine."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    def send(self, message: bytes, content: Bytes) -> None:
        try:
            self._pipe.send_bytes(content.nbytes.to_bytes(_LENGTH_BYTES, "little") + message)
            for start in range(0, content.nbytes, _CHUNK_BYTES):
                self._pipe.send_bytes(content[start : start + _CHUNK_BYTES].data)
        except OSError as error:
            raise WireLost from error

    def receive(self) -> tuple[bytes, Bytes]:
        try:
            head = self._pipe.recv_bytes()
            content = np.empty(int.from_bytes(head[:_LENGTH_BYTES], "little"), np.uint8)
            start = 0
            while start < content.nbytes:
                start += self._pipe.recv_bytes_into(content[start:].data)
        except (OSError, EOFError) as error:
            raise WireLost from error
        return head[_LENGTH_BYTES:], content
