"""Identifiers are types, so that a peer is never mistaken for a run, nor either for a string."""

import base64
import hashlib
from functools import lru_cache
from typing import Self, final

REMEMBERED_KEYS = 8192
"""Ids of keys are asked for at each look at a peer's record."""


class Id:
    """32 bytes that identify something. Hashable, ordered, printed short in logs and whole by `text`."""

    __slots__ = ("raw",)
    raw: bytes

    def __init__(self, raw: bytes) -> None:
        if len(raw) != 32:
            raise ValueError(f"{type(self).__name__} takes 32 bytes, not {len(raw)}")
        self.raw = bytes(raw)

    @property
    def text(self) -> str:
        """Whole id in lower-case base32 without padding, 52 characters."""
        return base64.b32encode(self.raw).decode().rstrip("=").lower()

    @property
    def short(self) -> str:
        """First seven characters of `text`: enough for logs, too few to trust."""
        return self.text[:7]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Inverse of `text`, in either case; raises `ValueError` on anything else."""
        return cls(base64.b32decode(text.strip().upper() + "===="))

    def __str__(self) -> str:
        return self.short

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.short})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.raw == self.raw

    def __lt__(self, other: Self) -> bool:
        return self.raw < other.raw

    def __hash__(self) -> int:
        return hash(self.raw)


@final
class PeerId(Id):
    """Hash of a peer's Ed25519 public key."""

    __slots__ = ()

    @staticmethod
    @lru_cache(REMEMBERED_KEYS)
    def of_key(public_key: bytes) -> "PeerId":
        """`public_key`: the 32 raw bytes of RFC 8032."""
        return PeerId(hashlib.sha256(b"idlewild peer 1\0" + public_key).digest())


@final
class RunId(Id):
    """Hash of a manifest's canonical form: names one collaboration."""

    __slots__ = ()


@final
class Digest(Id):
    """SHA-256 of content: an object, a commit, a state."""

    __slots__ = ()

    @classmethod
    def of(cls, content: bytes | bytearray | memoryview) -> "Digest":
        return cls(hashlib.sha256(content).digest())
