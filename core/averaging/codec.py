"""How vectors travel: what a float32 array looks like as bytes. One codec per run, named in the manifest."""

from typing import Protocol, final

import numpy as np

from core.errors import ProtocolViolation
from core.training.api import Vector
from core.transport.api import Buffer

FLOAT16_MAX = 65504.0


class Codec(Protocol):
    """Element-wise coding of float32 vectors; the same bytes for equal values on every machine."""

    @property
    def name(self) -> str: ...

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

    def coded_bytes(self, elements: int) -> int:
        return 2 * elements

    def encode(self, values: Vector) -> Buffer:
        largest = max(float(values.max()), -float(values.min()))
        if not np.isfinite(largest):
            raise ValueError("a value is not finite")
        if largest > FLOAT16_MAX:
            values = np.clip(values, -FLOAT16_MAX, FLOAT16_MAX)
        return values.astype("<f2").data.cast("B")

    def decode(self, data: Buffer, elements: int) -> Vector:
        return _values(data, "<f2", elements).astype(np.float32)

    def decode_into(self, data: Buffer, out: Vector) -> None:
        np.copyto(out, _values(data, "<f2", out.size))


CODECS: dict[str, Codec] = {codec.name: codec for codec in (Float32(), Float16())}


def codec_named(name: str) -> Codec:
    """Raises `ValueError` for a name that this program does not know."""
    if name not in CODECS:
        raise ValueError(f"unknown codec {name[:40]!r}; known are {', '.join(sorted(CODECS))}")
    return CODECS[name]
