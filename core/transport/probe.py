"""Datagrams that ask whether a path carries, and the answers: below QUIC, sealed with a key that both peers have.

    kind: 1    key: 8    nonce: 8    sender: 1    length: 2    seal: 16    padding

QUIC's own PATH_CHALLENGE cannot serve here: only a client may move to another address (RFC 9000, section 9), and of two
peers behind routers either may have to.
"""

import hmac
import os
import struct
from dataclasses import dataclass
from enum import IntEnum
from hashlib import blake2s

KEY_BYTES = 32
KEY_ID_BYTES = 8
NONCE_BYTES = 8
_HEAD = struct.Struct("!B8s8sBH")
_SEAL_BYTES = 16
PROBE_BYTES = _HEAD.size + _SEAL_BYTES
"""Of the shortest probe, and of every answer: nobody gets more bytes than they have sent."""


class ProbeKind(IntEnum):
    """First byte of the datagram; QUIC's begin with 0x40 or more (RFC 9443)."""

    PROBE = 0x02
    ANSWER = 0x03


@dataclass(frozen=True, slots=True)
class Probe:
    """What such a datagram says."""

    kind: ProbeKind
    nonce: bytes
    from_dialer: bool
    """Of the peer that made the datagram: its own, sent back to it by somebody, proves nothing."""
    length_bytes: int
    """Of the probe as a whole; in an answer, of the probe that is answered."""


def new_key() -> bytes:
    return os.urandom(KEY_BYTES)


def new_nonce() -> bytes:
    return os.urandom(NONCE_BYTES)


def key_id(key: bytes) -> bytes:
    """Names the key to those who have it."""
    return blake2s(key, digest_size=KEY_ID_BYTES, person=b"probe id").digest()


def key_id_of(datagram: bytes) -> bytes:
    """Of the key that `datagram` is said to be sealed with; empty if it is too short for any."""
    return datagram[1 : 1 + KEY_ID_BYTES] if len(datagram) >= PROBE_BYTES else b""


def encode(probe: Probe, key: bytes) -> bytes:
    head = _HEAD.pack(probe.kind, key_id(key), probe.nonce, probe.from_dialer, probe.length_bytes)
    sealed = head + _seal(head, key)
    return sealed.ljust(probe.length_bytes, b"\0") if probe.kind is ProbeKind.PROBE else sealed


def decode(datagram: bytes, key: bytes) -> Probe | None:
    """None for whatever was not made with `key`, or did not arrive whole."""
    if len(datagram) < PROBE_BYTES:
        return None
    head, seal = datagram[: _HEAD.size], datagram[_HEAD.size : PROBE_BYTES]
    if not hmac.compare_digest(_seal(head, key), seal):
        return None
    kind, _, nonce, from_dialer, length_bytes = _HEAD.unpack(head)
    arrived_bytes = length_bytes if kind == ProbeKind.PROBE else PROBE_BYTES
    if kind not in ProbeKind.__members__.values() or len(datagram) != arrived_bytes:
        return None
    return Probe(ProbeKind(kind), nonce, bool(from_dialer), length_bytes)


def _seal(head: bytes, key: bytes) -> bytes:
    return blake2s(head, key=key, digest_size=_SEAL_BYTES, person=b"probe").digest()
