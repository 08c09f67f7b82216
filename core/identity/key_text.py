"""A private key as one line of text, in a keyring or a file."""

import hashlib
import re

from core.identity.keys import Identity

_KEY = re.compile(r"idlewild-key-1 ([0-9a-f]{64}) ([0-9a-f]{16})\s*")


def _checksum(seed: bytes) -> str:
    return hashlib.sha256(b"idlewild key check 1\0" + seed).hexdigest()[:16]


def key_text(identity: Identity) -> str:
    """With a checksum: a flipped digit would otherwise be another valid key."""
    return f"idlewild-key-1 {identity.seed.hex()} {_checksum(identity.seed)}\n"


def parsed_key(text: str) -> Identity | None:
    match = _KEY.fullmatch(text)
    if match is None or _checksum(bytes.fromhex(match[1])) != match[2]:
        return None
    return Identity.from_seed(bytes.fromhex(match[1]))
