"""Signed values: what a peer leaves in the hash table for others to find.

Each kind of value has its key: one per writer (`is_own`), or one for the whole run, under which every writer has an
entry of its own: a dictionary whose sub-keys are the writers' ids. Nothing else can be stored.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from core.identity.ids import PeerId, RunId
from core.identity.keys import Identity, is_signed
from core.identity.wire import pack

VALUE_TAG = b"idlewild value 1\0"
KEY_TAG = b"idlewild dht key 1\0"


@dataclass(frozen=True, slots=True)
class Kind:
    """What a value is about."""

    name: str
    is_own: bool
    """Whether each writer has a key of its own, instead of an entry under one key of the run."""
    content_bytes: int
    """The longest content."""

    def key(self, run: RunId, writer: PeerId) -> bytes:
        """Where such a value of `writer` is stored, 32 bytes."""
        owner = writer.raw if self.is_own else b""
        return hashlib.sha256(KEY_TAG + self.name.encode() + b"\0" + run.raw + owner).digest()


PEER = Kind("peer", is_own=True, content_bytes=4096)
"""A peer's record, for those who look for that peer."""
PEERS = Kind("peers", is_own=False, content_bytes=4096)
"""Records of the run's peers."""
RELAYS = Kind("relays", is_own=False, content_bytes=4096)
"""Records of those that forward for others."""
HEADS = Kind("heads", is_own=False, content_bytes=128)
"""Heads of the peers' logs."""
KINDS = {kind.name: kind for kind in (PEER, PEERS, RELAYS, HEADS)}


class Value(msgspec.Struct, frozen=True, array_like=True, kw_only=True):
    """Of two values of one kind and writer the higher sequence holds."""

    kind: str
    writer: bytes
    """Public key, 32 bytes."""
    sequence: int
    """Unix time in ms at which it was made."""
    expires_s: int
    """Unix time by the writer's clock."""
    content: bytes
    signature: bytes = b""

    @property
    def peer(self) -> PeerId:
        """The writer."""
        return PeerId.of_key(self.writer)


def _signed_content(value: Value, run: RunId) -> bytes:
    unsigned = (value.kind, run, value.writer, value.sequence, value.expires_s, value.content)
    return VALUE_TAG + pack(unsigned)


def make_value(identity: Identity, run: RunId, kind: Kind, content: bytes, now_s: float, life_s: float) -> Value:
    value = Value(
        kind=kind.name,
        writer=identity.public_key,
        sequence=int(now_s * 1000),
        expires_s=int(now_s + life_s),
        content=content,
    )
    return msgspec.structs.replace(value, signature=identity.sign(_signed_content(value, run)))


def fault_of(value: Value, run: RunId) -> str:
    """Why `value` is none of this run; empty if it is well-formed and signed."""
    kind = KINDS.get(value.kind)
    if kind is None:
        return "its kind is unknown"
    if len(value.writer) != 32 or len(value.content) > kind.content_bytes:
        return "it is malformed or too long"
    if not is_signed(value.writer, _signed_content(value, run), value.signature):
        return "its signature is wrong"
    return ""


def newest(values: Iterable[Value]) -> dict[bytes, Value]:
    """Of each writer (by key) the value with the highest sequence."""
    best: dict[bytes, Value] = {}
    for value in values:
        known = best.get(value.writer)
        if known is None or value.sequence > known.sequence:
            best[value.writer] = value
    return best
