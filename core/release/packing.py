"""Files of the program as they travel: one Zstandard frame each, named by the content's digest."""

import hashlib
from typing import BinaryIO

import zstandard

from core.identity.ids import Digest
from core.release.documents import ProgramFile

WINDOW_BYTES = 128 << 20
"""More memory is taken by no file that was packed as ours are."""
_BLOCK_BYTES = 1 << 20


def packed_name(digest: Digest) -> str:
    return f"{digest.text}.zst"


class Unpacker:
    """Hashes what unpacks to a file, while it comes (`core.release.web.Hasher`), and writes it if there is where."""

    def __init__(self, file: ProgramFile, into: BinaryIO | None = None) -> None:
        self._sink = _Sink(file.size_bytes, into)
        unpacking = zstandard.ZstdDecompressor(max_window_size=WINDOW_BYTES)
        self._writer = unpacking.stream_writer(self._sink)  # type: ignore[arg-type]  # all it needs is `write`

    def update(self, data: bytes) -> None:
        """Raises `ValueError` where it is not packed, or too much comes out."""
        try:
            self._writer.write(data)
        except zstandard.ZstdError as error:
            raise ValueError(str(error)) from error

    def digest(self) -> bytes:
        return self._sink.hash.digest()


class _Sink:
    """Takes what is unpacked block by block, however much a block of the packed file makes."""

    def __init__(self, most_bytes: int, into: BinaryIO | None) -> None:
        self.hash = hashlib.sha256()
        self._left = most_bytes
        self._into = into

    def write(self, block: bytes) -> int:
        self._left -= len(block)
        if self._left < 0:
            raise ValueError("more is in the packed file than was signed")
        self.hash.update(block)
        if self._into is not None:
            self._into.write(block)
        return len(block)


def unpack(file: ProgramFile, packed: BinaryIO, into: BinaryIO | None = None) -> bool:
    """Whether what `packed` holds is `file`; only then is it all in `into`. Raises `OSError`."""
    unpacker = Unpacker(file, into)
    try:
        while block := packed.read(_BLOCK_BYTES):
            unpacker.update(block)
    except ValueError:
        return False
    return file.digest is not None and unpacker.digest() == file.digest.raw


def copy(file: ProgramFile, source: BinaryIO, into: BinaryIO | None = None) -> bool:
    """Whether `source` is `file`; then it is all in `into`, if there is one. Raises `OSError`."""
    sink = _Sink(file.size_bytes, into)
    try:
        while block := source.read(_BLOCK_BYTES):
            sink.write(block)
    except ValueError:
        return False
    return file.digest is not None and sink.hash.digest() == file.digest.raw
