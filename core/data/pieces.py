"""An object in pieces, each of which is checked by itself, so that it can come from many peers and mirrors at once."""

import hashlib
import struct
from pathlib import Path

import msgspec

from core.identity.ids import Digest

PIECE_BYTES = 1 << 20
_TAG = b"idlewild pieces 1\0"
_HASH_BYTES = 32


class PieceHashes(msgspec.Struct, frozen=True):
    """SHA-256 of each piece of an object of `size_bytes`. All pieces have `PIECE_BYTES`, but for the last, which has
    the rest."""

    size_bytes: int
    raw: bytes
    """The hashes one after the other."""

    @property
    def root(self) -> Digest:
        """SHA-256 over tag, size (64-bit little-endian) and the hashes: what a manifest's shard calls `pieces`."""
        return Digest.of(_TAG + struct.pack("<Q", self.size_bytes) + self.raw)

    @property
    def fits(self) -> bool:
        """Whether it has as many hashes as an object of its size has pieces."""
        return len(self.raw) == _HASH_BYTES * piece_count(self.size_bytes)

    def __len__(self) -> int:
        return len(self.raw) // _HASH_BYTES

    def span(self, index: int) -> slice:
        """Where piece `index` lies in the object."""
        return piece_span(self.size_bytes, index)

    def is_piece(self, index: int, data: bytes | bytearray | memoryview) -> bool:
        """Whether `data` is piece `index`, to the bit."""
        start = _HASH_BYTES * index
        return hashlib.sha256(data).digest() == self.raw[start : start + _HASH_BYTES]


def piece_count(size_bytes: int) -> int:
    return -(-size_bytes // PIECE_BYTES)


def piece_span(size_bytes: int, index: int) -> slice:
    start = PIECE_BYTES * index
    return slice(start, min(start + PIECE_BYTES, size_bytes))


def hash_pieces(path: Path) -> PieceHashes:
    """Of the file `path`, which is read once. Blocks for some two seconds per GB; raises `OSError`."""
    hashes: list[bytes] = []
    size_bytes = 0
    with path.open("rb") as file:
        while piece := file.read(PIECE_BYTES):
            hashes.append(hashlib.sha256(piece).digest())
            size_bytes += len(piece)
    return PieceHashes(size_bytes, b"".join(hashes))
