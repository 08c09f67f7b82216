"""Signatures and commits at a fraction of their cost: what one simulated peer has checked, others need not."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from core.dht.contacts import Contact, Notary
from core.dht.records import PeerRecord
from core.identity import keys
from core.swarm import log_sync, records, replica, serving
from core.swarm.records import Commit

REMEMBERED = 20_000
REMEMBERED_COMMITS = 4096


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
def remembered_records() -> Iterator[None]:
    """Within it, a peer record that went from peer to peer is checked once."""
    real = Notary.contact
    known: dict[int, tuple[PeerRecord, Contact | None]] = {}

    def contact(notary: Notary, record: PeerRecord) -> Contact | None:
        entry = known.get(id(record))
        if entry is None:
            if len(known) >= REMEMBERED:
                known.clear()
            entry = known[id(record)] = (record, real(notary, record))
        return entry[1]

    Notary.contact = contact  # type: ignore[method-assign]
    try:
        yield
    finally:
        Notary.contact = real  # type: ignore[method-assign]


@contextmanager
def remembered_commits() -> Iterator[None]:
    """Within it, a commit that many peers have is coded, decoded, checked and hashed once. Commits are the same object
    at most peers, since messages are shared; what is another object is dealt with anew."""
    real_pack, real_decode, real_digest = serving.pack, log_sync._decode, records.contributions_digest
    real_fault, real_header_digest = records.fault_of, records.Header.digest
    coded: dict[tuple[bytes, int], tuple[object, bytes]] = {}
    decoded: dict[tuple[object, int], tuple[object, Any]] = {}

    def pack(what: Any) -> bytes:
        if not isinstance(what, Commit):
            return real_pack(what)
        asked = (what.signature, id(what.contributions))
        if asked not in coded:
            _make_room(coded)
            coded[asked] = (what.contributions, real_pack(what))
        return coded[asked][1]

    def decode(kind: Any, data: bytes) -> Any:
        asked = (kind, id(data))
        if asked not in decoded:
            _make_room(decoded)
            decoded[asked] = (data, real_decode(kind, data))
        return decoded[asked][1]

    fault_of = _remembered(real_fault)
    serving.pack, log_sync._decode, records.contributions_digest = pack, decode, _remembered(real_digest)
    log_sync.fault_of = replica.fault_of = fault_of
    records.Header.digest = property(_remembered(real_header_digest.fget))  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        serving.pack, log_sync._decode, records.contributions_digest = real_pack, real_decode, real_digest
        log_sync.fault_of = replica.fault_of = real_fault
        records.Header.digest = real_header_digest  # type: ignore[method-assign]


def _remembered(function: Any) -> Any:
    """`function` of one frozen object, called once for each."""
    known: dict[int, tuple[object, Any]] = {}

    def answer(of: object) -> Any:
        entry = known.get(id(of))
        if entry is None:
            _make_room(known)
            entry = known[id(of)] = (of, function(of))
        return entry[1]

    return answer


def _make_room(known: dict[Any, Any]) -> None:
    while len(known) >= REMEMBERED_COMMITS:
        del known[next(iter(known))]
