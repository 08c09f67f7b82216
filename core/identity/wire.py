"""How ids travel inside msgspec structs: as bytes in MessagePack, as base32 text in JSON."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from core.identity.ids import Id

T = TypeVar("T")


def _plain(value: Any) -> Any:
    if isinstance(value, Id):
        return value.raw
    raise NotImplementedError(f"{type(value).__name__} has no form on the wire")


def _plain_text(value: Any) -> Any:
    if isinstance(value, Id):
        return value.text
    raise NotImplementedError(f"{type(value).__name__} has no form on the wire")


def _typed(kind: type[Any], value: Any) -> Any:
    if not issubclass(kind, Id):
        raise NotImplementedError(f"{kind.__name__} has no form on the wire")
    return kind.parse(value) if isinstance(value, str) else kind(value)


_packer = msgspec.msgpack.Encoder(enc_hook=_plain)


def pack(value: Any) -> bytes:
    """MessagePack form of a struct that may hold ids; the same bytes for equal values."""
    return _packer.encode(value)


def unpack(kind: type[T], data: bytes | memoryview) -> T:
    """Inverse of `pack`; raises `msgspec.ValidationError` or `msgspec.DecodeError` on anything that is not `kind`."""
    return msgspec.msgpack.decode(data, type=kind, dec_hook=_typed)


def unpacker(kind: type[T]) -> Callable[[bytes | bytearray | memoryview], T]:
    """`unpack` for one `kind`, prepared once: for what is decoded often."""
    return msgspec.msgpack.Decoder(kind, dec_hook=_typed).decode


def to_json(value: Any, *, canonical: bool = False) -> bytes:
    """JSON form; `canonical` sorts keys, so that equal values have equal bytes and can be hashed and signed."""
    return msgspec.json.encode(value, enc_hook=_plain_text, order="deterministic" if canonical else None)


def from_json(kind: type[T], data: bytes | str) -> T:
    """Inverse of `to_json`; raises `msgspec.ValidationError` or `msgspec.DecodeError`."""
    return msgspec.json.decode(data, type=kind, dec_hook=_typed)
