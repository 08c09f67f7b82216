"""Packed files are unpacked to what was signed, or to nothing."""

import hashlib
import io
import tracemalloc

import pytest
import zstandard

from core.identity.ids import Digest
from core.release.documents import ProgramFile
from core.release.packing import Unpacker, copy, packed_name, unpack

CONTENT = bytes(range(256)) * 5_000
PACKED = zstandard.ZstdCompressor().compress(CONTENT)
FILE = ProgramFile(path="a", size_bytes=len(CONTENT), digest=Digest.of(CONTENT), packed_bytes=len(PACKED))


def test_the_name_is_the_contents_digest() -> None:
    assert packed_name(Digest.of(CONTENT)) == f"{Digest(hashlib.sha256(CONTENT).digest()).text}.zst"


@pytest.mark.parametrize("block", [1, 7, 1000, len(PACKED)])
def test_it_is_hashed_while_it_comes(block: int) -> None:
    unpacker = Unpacker(FILE)
    for start in range(0, len(PACKED), block):
        unpacker.update(PACKED[start : start + block])
    assert unpacker.digest() == Digest.of(CONTENT).raw


def test_it_is_unpacked_and_copied() -> None:
    for transfer, source in ((unpack, PACKED), (copy, CONTENT)):
        into = io.BytesIO()
        assert transfer(FILE, io.BytesIO(source), into)
        assert into.getvalue() == CONTENT


@pytest.mark.parametrize("packed", [b"", b"no frame", PACKED[:-1], PACKED[:-20] + bytes(20), PACKED + PACKED])
def test_anything_else_is_refused(packed: bytes) -> None:
    assert not unpack(FILE, io.BytesIO(packed))


@pytest.mark.parametrize("content", [b"", CONTENT[:-1], CONTENT + b"!", b"!" + CONTENT[1:]])
def test_another_file_is_no_copy(content: bytes) -> None:
    assert not copy(FILE, io.BytesIO(content))


def test_a_frame_that_would_fill_the_memory_is_refused() -> None:
    bomb = zstandard.ZstdCompressor().compress(bytes(200_000_000))
    assert len(bomb) < 20_000
    tracemalloc.start()
    into = io.BytesIO()
    try:
        assert not unpack(FILE, io.BytesIO(bomb), into)
        assert len(into.getvalue()) <= FILE.size_bytes, "nor the disk"
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_a_frame_that_wants_too_large_a_window_is_refused() -> None:
    wide = zstandard.ZstdCompressionParameters(window_log=30, enable_ldm=True)
    stream = zstandard.ZstdCompressor(compression_params=wide).compressobj()
    assert not unpack(FILE, io.BytesIO(stream.compress(CONTENT) + stream.flush()))
