"""A task's batch as bytes and back. Nothing in them names a type or runs code.

Batches are frozen dataclasses of arrays, plain numbers, and tuples of such. Both sides know the task, so what is sent
are the leaves alone, in order; their places follow from an example (`core.training.tasks.api.Learning.example`).
"""

import dataclasses
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from core.errors import LocalFault
from core.saying import say

Bytes = npt.NDArray[np.uint8]

_ALIGNMENT_BYTES = 64
_LENGTH_BYTES = 8
_KINDS = "biuf"
"""NumPy's letters for truth values, whole numbers and floating point."""


class _Array(msgspec.Struct, frozen=True, array_like=True, tag="array"):
    dtype: str
    shape: tuple[int, ...]


_Leaf = _Array | bool | int | float
_decode = msgspec.msgpack.Decoder(list[_Leaf]).decode


class Unfit(LocalFault):
    """The bytes are no batch of this task: the two programs differ."""


def pack(batch: Any) -> Bytes:
    """[n] uint8, the caller's."""
    leaves = list(_leaves(batch))
    arrays = [_plain(leaf) for leaf in leaves if isinstance(leaf, np.ndarray)]
    head = msgspec.msgpack.encode([_said(leaf) for leaf in leaves])
    starts = _starts(_LENGTH_BYTES + len(head), [array.nbytes for array in arrays])
    parcel = np.zeros(starts[-1], np.uint8)
    parcel[:_LENGTH_BYTES] = np.frombuffer(len(head).to_bytes(_LENGTH_BYTES, "little"), np.uint8)
    parcel[_LENGTH_BYTES : _LENGTH_BYTES + len(head)] = np.frombuffer(head, np.uint8)
    for start, array in zip(starts, arrays, strict=False):
        parcel[start : start + array.nbytes] = array.reshape(-1).view(np.uint8)
    return parcel


def unpack(parcel: Bytes, example: Any) -> Any:
    """What `pack` was given, of the form of `example`. Its arrays lie in `parcel`. Raises `Unfit`."""
    length = int.from_bytes(parcel[:_LENGTH_BYTES].tobytes(), "little")
    try:
        said = _decode(parcel[_LENGTH_BYTES : _LENGTH_BYTES + length].data)
        sizes = [_size_bytes(leaf) for leaf in said if isinstance(leaf, _Array)]
        starts = iter(_starts(_LENGTH_BYTES + length, sizes))
        leaves = [_at(parcel, next(starts), leaf) if isinstance(leaf, _Array) else leaf for leaf in said]
    except (msgspec.DecodeError, ValueError, TypeError, OverflowError) as error:
        raise Unfit(say("it cannot read a batch from rank 0; install the same program everywhere")) from error
    return _rebuilt(example, leaves)


def _leaves(batch: Any) -> Iterator[Any]:
    if isinstance(batch, np.ndarray | int | float):
        yield batch
    else:
        for part in _parts(batch):
            yield from _leaves(part)


def _parts(batch: Any) -> list[Any]:
    if isinstance(batch, tuple):
        return list(batch)
    return [getattr(batch, field.name) for field in dataclasses.fields(batch)]


def _plain(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Without gaps, and little-endian."""
    return np.ascontiguousarray(array, array.dtype.newbyteorder("<"))


def _said(leaf: Any) -> _Leaf:
    if not isinstance(leaf, np.ndarray):
        return leaf  # type: ignore[no-any-return]
    assert leaf.dtype.kind in _KINDS, f"an array of {leaf.dtype} does not travel"
    return _Array(leaf.dtype.newbyteorder("<").str, leaf.shape)


def _dtype(leaf: _Array) -> np.dtype[Any]:
    dtype = np.dtype(leaf.dtype)
    if dtype.kind not in _KINDS:
        raise ValueError(f"an array of {dtype} does not travel")
    return dtype


def _size_bytes(leaf: _Array) -> int:
    size = _dtype(leaf).itemsize
    for length in leaf.shape:
        if length < 0:
            raise ValueError("an array of negative length")
        size *= length
    return size


def _at(parcel: Bytes, start: int, leaf: _Array) -> npt.NDArray[Any]:
    values = parcel[start : start + _size_bytes(leaf)].view(_dtype(leaf))
    return values.reshape(leaf.shape)


def _starts(head_bytes: int, sizes: list[int]) -> list[int]:
    """Where each array begins, and the end."""
    starts = [_aligned(head_bytes)]
    for size in sizes:
        starts.append(_aligned(starts[-1] + size))
    return starts


def _aligned(position: int) -> int:
    return -(-position // _ALIGNMENT_BYTES) * _ALIGNMENT_BYTES


def _rebuilt(example: Any, leaves: list[Any]) -> Any:
    expected = list(_leaves(example))
    if len(leaves) != len(expected) or any(_differ(one, two) for one, two in zip(leaves, expected, strict=True)):
        raise Unfit(say("a batch from rank 0 is of another kind; install the same program everywhere"))
    return _filled(example, iter(leaves))


def _differ(leaf: Any, example: Any) -> bool:
    if not isinstance(leaf, np.ndarray) or not isinstance(example, np.ndarray):
        return type(leaf) is not type(example)
    return leaf.dtype.kind != example.dtype.kind or leaf.ndim != example.ndim


def _filled(example: Any, leaves: Iterator[Any]) -> Any:
    if isinstance(example, np.ndarray | int | float):
        return next(leaves)
    parts = [_filled(part, leaves) for part in _parts(example)]
    return tuple(parts) if isinstance(example, tuple) else type(example)(*parts)
