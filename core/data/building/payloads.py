"""What data sets are made of while they are built: documents and pictures as bytes, told apart by a hash of their
content.

The hash decides everything that might depend on where a document was found: which of several equal ones stays, which
ones are held out, and the order of all. A build is a function of the set of documents alone; and a document that is
held out today is held out of every later build.
"""

import hashlib
import struct

DIGEST_BYTES = 16
_SAME = b"idlewild data 1"
_LABEL = struct.Struct(">I")
_NO_LABEL = 0xFFFFFFFF
"""Sorts behind all labels: of equal pictures one that has a label stays."""

LABEL_BYTES = _LABEL.size


def digest_of(content: bytes | memoryview) -> bytes:
    return hashlib.blake2b(content, digest_size=DIGEST_BYTES, person=_SAME).digest()


def picture(content: bytes, label: int | None) -> bytes:
    """A picture file's bytes as they are, and its class in [0, 2^31)."""
    return _LABEL.pack(_NO_LABEL if label is None else label) + content


def label_of(payload: bytes) -> int | None:
    (label,) = _LABEL.unpack_from(payload)
    return None if label == _NO_LABEL else int(label)


def picture_fault(content: bytes) -> str | None:
    """Why this is no picture, as far as its beginning and end tell; nothing is decoded."""
    if content.startswith(b"\xff\xd8\xff"):
        return None if b"\xff\xd9" in content[-65536:] else "the JPEG picture is cut"
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return None if b"IEND" in content[-64:] else "the PNG picture is cut"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        whole = int.from_bytes(content[4:8], "little") + 8
        return None if len(content) >= whole else "the WebP picture is cut"
    return "it is no JPEG, PNG or WebP picture"
