"""Which pieces somebody has: an array of truth values here, one bit each on the way."""

import numpy as np
import numpy.typing as npt

Pieces = npt.NDArray[np.bool_]
"""[pieces]"""


def to_bits(pieces: Pieces) -> bytes:
    """The first piece is the highest bit of the first byte; what is over in the last is zero."""
    return np.packbits(pieces).tobytes()


def from_bits(bits: bytes, count: int) -> Pieces:
    """Inverse of `to_bits` for `count` pieces. Raises `ValueError` if it is not of that length."""
    if len(bits) != -(-count // 8):
        raise ValueError(f"{len(bits)} bytes are not {count} bits")
    flat = np.unpackbits(np.frombuffer(bits, np.uint8))
    if flat[count:].any():
        raise ValueError(f"bits beyond the {count} that there are")
    return flat[:count].astype(np.bool_)
