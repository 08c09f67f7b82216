from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data.pieces import PIECE_BYTES, PieceHashes, hash_pieces, piece_count


@pytest.mark.parametrize("size_bytes", [1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES + 7])
def test_a_file_in_pieces(tmp_path: Path, size_bytes: int) -> None:
    content = bytes(n % 251 for n in range(1000)) * (size_bytes // 1000 + 1)
    content = content[:size_bytes]
    path = tmp_path / "file"
    path.write_bytes(content)
    hashes = hash_pieces(path)
    assert hashes.size_bytes == size_bytes
    assert hashes.fits
    assert len(hashes) == piece_count(size_bytes)
    pieces = [content[hashes.span(index)] for index in range(len(hashes))]
    assert b"".join(pieces) == content
    for index, piece in enumerate(pieces):
        assert hashes.is_piece(index, piece)
        assert not hashes.is_piece(index, piece[:-1])
        assert not hashes.is_piece(index, bytes([piece[0] ^ 1]) + piece[1:])


def test_the_root_is_of_all_there_is() -> None:
    hashes = PieceHashes(2 * PIECE_BYTES, bytes(64))
    # written down once, so that peers of different versions agree
    assert hashes.root.text == "lj7sgk7zmj5uz2ttx5fd2bppwsahvwqhe5wqah6qgqiny2uup43q"
    assert PieceHashes(2 * PIECE_BYTES - 1, bytes(64)).root != hashes.root
    assert PieceHashes(2 * PIECE_BYTES, bytes(63) + b"\1").root != hashes.root


@given(size_bytes=st.integers(0, 1 << 40), length=st.integers(0, 200))
def test_hashes_that_fit_are_as_many_as_pieces(size_bytes: int, length: int) -> None:
    hashes = PieceHashes(size_bytes, bytes(length))
    assert hashes.fits == (length % 32 == 0 and length // 32 == -(-size_bytes // PIECE_BYTES))
