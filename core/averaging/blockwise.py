"""Block-wise integers: each block of values shares one scale, and a value is a small whole number of scales.

Code of n values: the blocks' scales, then the whole numbers. A scale is the upper half of a float32 (bfloat16,
little-endian). A whole number has 8 bits, or 4 with two in a byte, the first in the lower half; two's complement. The
last block may be shorter; of an odd number of 4-bit values the last byte's upper half counts for nothing.

The scale is the block's peak divided by -2^(bits - 1), so that the peak, whatever its sign, is the lowest number,
which has no opposite; a value of the other sign that is as large becomes the highest, up to one and a half scales less.
All others are at most half a scale off. Without that trick the scale of 4 bits would be a seventh of the peak instead
of an eighth, and the error 14 % larger.

**The same bytes on every machine.** The values go through comparison, multiplication, division and rounding to whole
numbers in float32, each correctly rounded (IEEE 754) and with no sum in it, so neither the order of vector instructions
nor fused operations have a say. Scales are never so small that a subnormal number mattered: processes may treat those
as zero.

**A decoded vector codes to what it came from.** A scale has 8 significant bits, so its products with whole numbers are
exact; and as it is within 2^-8 of the true one, the peak becomes -128.5 at most, which rounds to even, -128: it is
found again.
"""

from typing import final

import numpy as np
import numpy.typing as npt

from core.errors import ProtocolViolation
from core.training.api import Vector
from core.transport.api import Buffer

Bits = npt.NDArray[np.uint16]

CHUNK_ELEMENTS = 1 << 14
"""Worked on at a time, a multiple of every block: temporaries stay in the processor's nearest cache."""
SCALE_MIN = 0x0100
"""2^-125 as bfloat16. A block whose scale would be smaller is zero."""


@final
class Blockwise:
    """Whole numbers of `bits` (8 or 4) in blocks of `block` elements, a power of two up to `CHUNK_ELEMENTS`."""

    needs_feedback = True

    def __init__(self, name: str, bits: int, block: int) -> None:
        self.name = name
        self._block = block
        self._packs = bits == 4
        self._lowest = -(1 << (bits - 1))
        """The whole number that a block's peak becomes."""
        self._scale_max = (0x7F + 129 - bits << 7) - 1
        """The largest bfloat16 below 2^(129 - bits): all its products are finite."""

    def coded_bytes(self, elements: int) -> int:
        return 2 * self._blocks(elements) + self._number_bytes(elements)

    def encode(self, values: Vector) -> Buffer:
        elements, block = values.size, self._block
        coded = np.empty(self.coded_bytes(elements), np.uint8)
        if not elements:
            return coded.data
        scales = self._scales(values)
        coded[: 2 * scales.size].view("<u2")[:] = scales
        inverse = np.zeros((scales.size, 1), np.float32)
        np.divide(np.float32(1), _widened(scales)[:, None], out=inverse, where=scales[:, None] != 0)
        numbers = coded[2 * scales.size :]
        whole = elements - elements % block
        for start in range(0, whole, CHUNK_ELEMENTS):
            stop = min(start + CHUNK_ELEMENTS, whole)
            span = slice(self._number_bytes(start), self._number_bytes(stop))
            rows = values[start:stop].reshape(-1, block)
            self._encode_rows(rows, inverse[start // block : stop // block], numbers[span])
        if whole < elements:
            last, row = np.zeros((1, block), np.float32), np.empty(self._number_bytes(block), np.uint8)
            last[0, : elements - whole] = values[whole:]
            self._encode_rows(last, inverse[-1:], row)
            numbers[self._number_bytes(whole) :] = row[: self._number_bytes(elements - whole)]
        return coded.data

    def decode(self, data: Buffer, elements: int) -> Vector:
        out = np.empty(elements, np.float32)
        self.decode_into(data, out)
        return out

    def decode_into(self, data: Buffer, out: Vector) -> None:
        elements, block = out.size, self._block
        coded = np.frombuffer(data, np.uint8)
        if coded.size != self.coded_bytes(elements):
            raise ProtocolViolation(
                f"{coded.size} bytes for {elements} values, {self.coded_bytes(elements)} are expected"
            )
        numbers = coded[2 * self._blocks(elements) :]
        scales = self._checked(coded[: 2 * self._blocks(elements)].view("<u2"))
        whole = elements - elements % block
        for start in range(0, whole, CHUNK_ELEMENTS):
            stop = min(start + CHUNK_ELEMENTS, whole)
            span = slice(self._number_bytes(start), self._number_bytes(stop))
            self._decode_rows(numbers[span], scales[start // block : stop // block], out[start:stop].reshape(-1, block))
        if whole < elements:
            last, row = np.empty((1, block), np.float32), np.zeros(self._number_bytes(block), np.uint8)
            row[: self._number_bytes(elements - whole)] = numbers[self._number_bytes(whole) :]
            self._decode_rows(row, scales[-1:], last)
            out[whole:] = last[0, : elements - whole]

    def _blocks(self, elements: int) -> int:
        return -(-elements // self._block)

    def _number_bytes(self, elements: int) -> int:
        return (elements + 1) // 2 if self._packs else elements

    def _scales(self, values: Vector) -> Bits:
        starts = np.arange(0, values.size, self._block)
        high, low = np.maximum.reduceat(values, starts), np.minimum.reduceat(values, starts)
        peaks = np.where(high >= -low, high, low)
        if not np.isfinite(peaks).all():
            raise ValueError("a value is not finite")
        bits = (peaks / np.float32(self._lowest)).view(np.uint32)
        bits += 0x7FFF + ((bits >> 16) & 1)  # to nearest, ties to even
        scales = (bits >> 16).astype(np.uint16)
        sign, size = scales & 0x8000, scales & 0x7FFF
        return np.where(size < SCALE_MIN, 0, sign | np.minimum(size, self._scale_max)).astype(np.uint16)

    def _encode_rows(
        self, rows: npt.NDArray[np.float32], inverse: npt.NDArray[np.float32], numbers: npt.NDArray[np.uint8]
    ) -> None:
        """Codes whole blocks, [rows, block], by their scales' reciprocals, [rows, 1]."""
        scaled = rows * inverse
        np.rint(scaled, out=scaled)
        # Values of the sign that the peak has not may be one too high; both ends may where a scale was held down.
        whole = scaled.astype(np.int8 if self._packs else np.int16).reshape(-1)
        np.clip(whole, self._lowest, -self._lowest - 1, out=whole)
        if not self._packs:
            np.copyto(numbers.view(np.int8), whole, casting="unsafe")
            return
        pairs = whole.view("<u2")
        np.bitwise_and(pairs, 0x0F0F, out=pairs)
        np.bitwise_or(pairs, pairs >> 4, out=pairs)
        np.copyto(numbers, pairs, casting="unsafe")  # the lower byte

    def _checked(self, scales: Bits) -> Vector:
        """As float32. Raises `ProtocolViolation` unless each is one that an encoder makes: all products are finite."""
        size = scales & 0x7FFF
        if not ((scales == 0) | ((size >= SCALE_MIN) & (size <= self._scale_max))).all():
            raise ProtocolViolation("a block's scale is out of bounds")
        return _widened(scales)

    def _decode_rows(self, numbers: npt.NDArray[np.uint8], scales: Vector, out: npt.NDArray[np.float32]) -> None:
        if self._packs:
            np.take(_PAIRS, numbers, out=out.reshape(-1).view(np.complex64), mode="clip")
        else:
            np.copyto(out, numbers.view(np.int8).reshape(out.shape))
        np.multiply(out, scales[:, None], out=out)


def _pairs() -> npt.NDArray[np.complex64]:
    """[256] the two 4-bit numbers in each byte, side by side as what NumPy can look up at once."""
    byte = np.arange(256)
    lower, upper = ((byte & 15) ^ 8) - 8, ((byte >> 4) ^ 8) - 8
    return np.stack([lower, upper], axis=1).astype(np.float32).reshape(-1).view(np.complex64)


_PAIRS = _pairs()


def _widened(scales: Bits) -> Vector:
    return (scales.astype(np.uint32) << 16).view(np.float32)
