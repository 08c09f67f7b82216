"""Peers as the hash table sees them, and signatures that are checked once."""

from dataclasses import dataclass
from typing import TypeVar

from core.dht.records import PeerRecord, is_genuine, is_member
from core.dht.values import Value, fault_of
from core.identity.ids import PeerId, RunId

T = TypeVar("T")

CACHED_CHECKS = 8192


@dataclass(frozen=True, slots=True, eq=False)
class Contact:
    """A peer whose record is genuine."""

    record: PeerRecord
    peer: PeerId
    position: int
    """`peer` as a number: the exclusive or of two positions is their distance."""
    is_member: bool
    """Whether it may stand in a table and store values."""


def position_of(raw: bytes) -> int:
    return int.from_bytes(raw, "big")


class Notary:
    """Checks records and values of one run. A check costs about 100 µs, so what has passed is remembered by content."""

    def __init__(self, run: RunId, limit: int = CACHED_CHECKS) -> None:
        self.run = run
        self._limit = limit
        self._contacts: dict[bytes, Contact] = {}
        self._values: dict[bytes, Value] = {}

    def contact(self, record: PeerRecord) -> Contact | None:
        """None where the record is not genuine."""
        known = self._contacts.get(record.signature)
        if known is not None and (known.record is record or known.record == record):
            return known
        if not is_genuine(record, self.run):
            return None
        peer = record.peer
        contact = Contact(record, peer, position_of(peer.raw), is_member(record))
        _remember(self._contacts, record.signature, contact, self._limit)
        return contact

    def is_genuine(self, value: Value) -> bool:
        """Whether `value` is well-formed and signed by its writer."""
        known = self._values.get(value.signature)
        if known is not None and (known is value or known == value):
            return True
        if fault_of(value, self.run):
            return False
        _remember(self._values, value.signature, value, self._limit)
        return True


def _remember(cache: dict[bytes, T], key: bytes, entry: T, limit: int) -> None:
    while len(cache) >= limit:
        del cache[next(iter(cache))]
    cache[key] = entry
