"""How vectors travel: what a float32 array looks like as bytes. One codec per run, named in the manifest.

| name | bytes per value | error, relative to |
|---|---|---|
| float32 | 4 | none |
| float16 | 2 | 2^-11, the value; it is exact to 2^-25 below 2^-14 and ends at 65504 |
| bfloat16 | 2 | 2^-9, the value |
| int8 | 1.008 | 2^-8, the largest of 256 neighbours |
| int4 | 0.531 | 2^-4, the largest of 64 neighbours |

The last two need error feedback (`core.averaging.feedback`).
"""

from typing import Protocol, final

import numpy as np

from core.averaging.blockwise import CHUNK_ELEMENTS, Blockwise
from core.errors import ProtocolViolation
from core.training.api import Vector
from core.transport.api import Buffer

FLOAT16_MAX = 65504.0


class Codec(Protocol):
    """Element-wise coding of float32 vectors; the same bytes for equal values on every machine."""

    @property
    def name(self) -> str: ...

    @property
    def needs_feedback(self) -> bool:
        """Whether values may be lost beside larger ones, so that `core.averaging.feedback` must make up for it."""
        ...

    def coded_bytes(self, elements: int) -> int:
        """Exact length of the code of `elements` values."""
        ...

    def encode(self, values: Vector) -> Buffer:
        """Code of contiguous `values`. May be a view of them: neither is to be written while the other is in use.
        Raises `ValueError` if a value is not finite."""
        ...

    def decode(self, data: Buffer, elements: int) -> Vector:
        """[elements] float32, possibly a read-only view of `data`.
        Raises `ProtocolViolation` if the length is wrong or a value is not finite."""
        ...

    def decode_into(self, data: Buffer, out: Vector) -> None:
        """As `decode`, written into `out`, which is left alone where it raises."""
        ...


def _values(data: Buffer, kind: str, elements: int) -> "np.ndarray[tuple[int], np.dtype[np.floating]]":
    expected_bytes = elements * np.dtype(kind).itemsize
    if memoryview(data).nbytes != expected_bytes:
        raise ProtocolViolation(f"{memoryview(data).nbytes} bytes for {elements} values, {expected_bytes} expected")
    values = np.frombuffer(data, dtype=kind)
    if not np.isfinite(values).all():
        raise ProtocolViolation("a value is not finite")
    return values


@final
class Float32:
    """Little-endian IEEE 754 binary32: exact, and without a copy on little-endian machines."""

    name = "float32"
    needs_feedback = False

    def coded_bytes(self, elements: int) -> int:
        return 4 * elements

    def encode(self, values: Vector) -> Buffer:
        if not np.isfinite(values).all():
            raise ValueError("a value is not finite")
        return values.astype("<f4", copy=False).data.cast("B")

    def decode(self, data: Buffer, elements: int) -> Vector:
        return _values(data, "<f4", elements).astype(np.float32, copy=False)

    def decode_into(self, data: Buffer, out: Vector) -> None:
        np.copyto(out, _values(data, "<f4", out.size))


@final
class Float16:
    """Little-endian IEEE 754 binary16, rounded to nearest (ties to even); what is too large becomes ±65504."""

    name = "float16"
    needs_feedback = False

    def coded_bytes(self, elements: int) -> int:
        return 2 * elements

    def encode(self, values: Vector) -> Buffer:
        largest = max(float(values.max(initial=0.0)), -float(values.min(initial=0.0)))
        if not np.isfinite(largest):
            raise ValueError("a value is not finite")
        if largest > FLOAT16_MAX:
            values = np.clip(values, -FLOAT16_MAX, FLOAT16_MAX)
        return values.astype("<f2").data.cast("B")

    def decode(self, data: Buffer, elements: int) -> Vector:
        return _values(data, "<f2", elements).astype(np.float32)

    def decode_into(self, data: Buffer, out: Vector) -> None:
        np.copyto(out, _values(data, "<f2", out.size))


@final
class Bfloat16:
    """Little-endian upper half of a float32, rounded to nearest (ties to even): 8 significant bits and float32's range.
    What would become infinite becomes the largest finite one."""

    name = "bfloat16"
    needs_feedback = False

    def coded_bytes(self, elements: int) -> int:
        return 2 * elements

    def encode(self, values: Vector) -> Buffer:
        coded = np.empty(values.size, "<u2")
        for start in range(0, values.size, CHUNK_ELEMENTS):  # temporaries stay in the processor's nearest cache
            bits = values[start : start + CHUNK_ELEMENTS].view(np.uint32)
            rounded = np.bitwise_and(bits, 0x7FFFFFFF)
            if rounded.max() >= 0x7F800000:
                raise ValueError("a value is not finite")
            np.minimum(rounded, 0x7F7F7FFF, out=rounded)  # what is above would become infinite
            rounded += ((rounded >> 16) & 1) + np.uint32(0x7FFF)
            rounded |= bits & 0x80000000
            np.right_shift(rounded, 16, out=coded[start : start + CHUNK_ELEMENTS], casting="unsafe")
        return coded.data.cast("B")

    def decode(self, data: Buffer, elements: int) -> Vector:
        out = np.empty(elements, np.float32)
        self.decode_into(data, out)
        return out

    def decode_into(self, data: Buffer, out: Vector) -> None:
        if memoryview(data).nbytes != self.coded_bytes(out.size):
            raise ProtocolViolation(f"{memoryview(data).nbytes} bytes for {out.size} values of 2 bytes each")
        halves = np.frombuffer(data, "<u2")
        if (halves & 0x7FFF).max(initial=0) >= 0x7F80:
            raise ProtocolViolation("a value is not finite")
        np.left_shift(halves, np.uint32(16), out=out.view(np.uint32), dtype=np.uint32)


CODECS: dict[str, Codec] = {
    codec.name: codec
    for codec in (Float32(), Float16(), Bfloat16(), Blockwise("int8", 8, 256), Blockwise("int4", 4, 64))
}
"""All of them, best known first."""


def codec_named(name: str) -> Codec:
    """Raises `ValueError` for a name that this program does not know."""
    if name not in CODECS:
        raise ValueError(f"unknown codec {name[:40]!r}; known are {', '.join(sorted(CODECS))}")
    return CODECS[name]
