"""A sort that needs little memory: documents are parted by the first byte of their digests on disk, and each part is
sorted by itself."""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import zstandard

from core.data.building.payloads import DIGEST_BYTES
from core.data.files import guarded
from core.errors import LocalFault

PARTS = 256
PART_BYTES = 512 << 20
"""A part with more is parted again by the next byte."""

Record = tuple[bytes, bytes]
"""Digest and payload."""

_BUFFER_BYTES = 256 << 10
_DEEPEST = 3
_CHUNK = struct.Struct("<II")
_RECORD = struct.Struct(f"<{DIGEST_BYTES}sI")


class Spool:
    """256 files that are appended to in packed chunks."""

    def __init__(self, folder: Path, depth: int = 0) -> None:
        """`depth`: which byte of the digests tells the parts apart."""
        self._folder, self._depth = folder, depth
        self._buffers = [bytearray() for _ in range(PARTS)]
        self._pack = zstandard.ZstdCompressor(level=1, write_checksum=True)
        with guarded(folder):
            folder.mkdir(parents=True, exist_ok=True)

    def _path(self, part: int) -> Path:
        return self._folder / f"{part:02x}"

    def add(self, digest: bytes, payload: bytes) -> None:
        part = digest[self._depth]
        buffer = self._buffers[part]
        buffer += _RECORD.pack(digest, len(payload))
        buffer += payload
        if len(buffer) >= _BUFFER_BYTES:
            self._write(part)

    def flush(self) -> list[int]:
        """Writes what is held; returns the bytes of each part's file, for `cut`."""
        for part in range(PARTS):
            self._write(part)
        with guarded(self._folder):
            return [path.stat().st_size if path.exists() else 0 for path in map(self._path, range(PARTS))]

    def _write(self, part: int) -> None:
        buffer = self._buffers[part]
        if buffer:
            packed = self._pack.compress(bytes(buffer))
            with guarded(self._folder), self._path(part).open("ab") as file:
                file.write(_CHUNK.pack(len(packed), len(buffer)) + packed)
            self._buffers[part] = bytearray()

    def cut(self, sizes: list[int]) -> bool:
        """Takes back all that was added after `flush` returned `sizes`; False if something before that is missing."""
        self._buffers = [bytearray() for _ in range(PARTS)]
        with guarded(self._folder):
            for part, size in enumerate(sizes):
                path = self._path(part)
                has = path.stat().st_size if path.exists() else 0
                if has < size:
                    return False
                if has > size:
                    with path.open("r+b") as file:
                        file.truncate(size)
        return True

    def ordered(self, part: int) -> Iterator[Record]:
        """A part's records by digest and payload, after `flush`."""
        path = self._path(part)
        with guarded(self._folder):
            if not path.exists():
                return
        if self._unpacked_bytes(path) > PART_BYTES and self._depth < _DEEPEST:
            yield from self._parted(part)
        else:
            yield from sorted(self._records(path))

    def _parted(self, part: int) -> Iterator[Record]:
        finer = Spool(self._folder / f"{part:02x}.parts", self._depth + 1)
        finer.cut([0] * PARTS)  # of a run that was interrupted
        for digest, payload in self._records(self._path(part)):
            finer.add(digest, payload)
        finer.flush()
        for each in range(PARTS):
            yield from finer.ordered(each)
        finer.cut([0] * PARTS)

    def _unpacked_bytes(self, path: Path) -> int:
        total = 0
        with guarded(self._folder), path.open("rb") as file:
            for packed, unpacked in self._chunks(file):
                total += unpacked
                file.seek(packed, 1)
        return total

    def _records(self, path: Path) -> Iterator[Record]:
        with guarded(self._folder), path.open("rb") as file:
            for packed, unpacked in self._chunks(file):
                try:
                    chunk = memoryview(zstandard.ZstdDecompressor().decompress(file.read(packed), unpacked))
                except zstandard.ZstdError as error:
                    raise self._damaged() from error
                place = 0
                while place < len(chunk):
                    digest, length = _RECORD.unpack_from(chunk, place)
                    place += _RECORD.size
                    yield digest, bytes(chunk[place : place + length])
                    place += length

    def _chunks(self, file: BinaryIO) -> Iterator[tuple[int, int]]:
        """Sizes of each chunk, packed and unpacked; the file stands behind them and is to be moved on by the former."""
        while head := file.read(_CHUNK.size):
            if len(head) < _CHUNK.size:
                raise self._damaged()
            yield _CHUNK.unpack(head)

    def _damaged(self) -> LocalFault:
        return LocalFault(f"The unfinished files in {self._folder} are damaged: delete that folder and build again.")
