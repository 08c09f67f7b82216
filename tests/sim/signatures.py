"""Signatures and commits at a fraction of their cost: what one simulated peer has checked, others need not."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from core.identity import keys
from core.identity.ids import Digest
from core.swarm import log_sync, records
from core.swarm.records import Contribution

REMEMBERED = 20_000
REMEMBERED_COMMITS = 64


@contextmanager
def remembered_signatures() -> Iterator[None]:
    """Within it, `core.identity.keys.is_signed` checks each signature once. The answer is the real one."""
    known: dict[tuple[bytes, bytes, bytes], bool] = {}

    class Remembering:
        def __init__(self, key: bytes) -> None:
            self._key = key

        @classmethod
        def from_public_bytes(cls, key: bytes) -> "Remembering":
            return cls(key)

        def verify(self, signature: bytes, content: bytes) -> None:
            asked = (self._key, signature, content)
            if asked not in known:
                if len(known) >= REMEMBERED:
                    known.clear()
                try:
                    Ed25519PublicKey.from_public_bytes(self._key).verify(signature, content)
                    known[asked] = True
                except (InvalidSignature, ValueError):
                    known[asked] = False
            if not known[asked]:
                raise InvalidSignature

    real = keys.Ed25519PublicKey
    keys.Ed25519PublicKey = Remembering  # type: ignore[misc,assignment]
    try:
        yield
    finally:
        keys.Ed25519PublicKey = real  # type: ignore[misc]


@contextmanager
def remembered_commits() -> Iterator[None]:
    """Within it, contributions that many peers fetch are decoded once, and hashed once."""
    real_digest, real_decode = records.contributions_digest, log_sync._decode
    digests: dict[int, tuple[object, Digest]] = {}
    decoded: dict[tuple[object, bytes], Any] = {}

    def digest(contributions: Sequence[Contribution]) -> Digest:
        known = digests.get(id(contributions))
        if known is None:
            while len(digests) >= REMEMBERED_COMMITS:
                del digests[next(iter(digests))]
            known = digests[id(contributions)] = (contributions, real_digest(contributions))
        return known[1]

    def decode(kind: Any, data: bytes) -> Any:
        asked = (kind, bytes(data))
        if asked not in decoded:
            while len(decoded) >= REMEMBERED_COMMITS:
                del decoded[next(iter(decoded))]
            decoded[asked] = real_decode(kind, data)
        return decoded[asked]

    records.contributions_digest, log_sync._decode = digest, decode
    try:
        yield
    finally:
        records.contributions_digest, log_sync._decode = real_digest, real_decode
