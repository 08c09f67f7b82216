"""Documents of a release as they travel: a line with the signature, then JSON that people can read.

    idlewild-release 1 <Ed25519 signature in base64>
    {"version": …

Whose keys count was built into the program, so a mirror needs no trust: what it changes is refused, and what it keeps
back is asked for elsewhere.
"""

import base64
import binascii
from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from core.errors import IdlewildError
from core.identity.keys import Identity, is_signed
from core.identity.wire import from_json, to_json
from core.release.checks import wrong_in_needs, wrong_in_release
from core.release.documents import Needs, Release
from core.saying import Saying, say

LONGEST_BYTES = 16 << 20
FIRST_LINE_BYTES = 200

T = TypeVar("T", Needs, Release)

_MARKS: dict[type[Needs | Release], bytes] = {Needs: b"idlewild-needs 1 ", Release: b"idlewild-release 1 "}


class ReleaseFault(IdlewildError):
    """A document that must not be used; `saying` is one sentence for the volunteer."""

    def __init__(self, saying: Saying) -> None:
        self.saying = saying
        super().__init__(str(saying))


class WrongSeal(ReleaseFault):
    """Nobody whose key was built in has signed it."""


def seal(identity: Identity, document: Needs | Release) -> bytes:
    """Raises `ValueError` where `opened` would refuse it."""
    for what in _wrong(document):
        raise ValueError(what)
    content = to_json(document, canonical=True)
    mark = _MARKS[type(document)]
    return mark + base64.b64encode(identity.sign(mark + content)) + b"\n" + content


def opened(kind: type[T], data: bytes, keys: Sequence[bytes]) -> T:
    """The document in `data`, once its signature and everything in it was found good. `keys`: 32 bytes each, of those
    who may sign. Raises `ReleaseFault`."""
    mark, (line, found, content) = _MARKS[kind], data[:LONGEST_BYTES].partition(b"\n")
    if len(data) > LONGEST_BYTES or not found or len(line) > FIRST_LINE_BYTES or not line.startswith(mark):
        raise ReleaseFault(say("What was received is no description of a release of Idlewild that this one can read."))
    try:
        signature = base64.b64decode(line.removeprefix(mark), validate=True)
    except (binascii.Error, ValueError):
        signature = b""
    if not any(is_signed(key, mark + content, signature) for key in keys):
        raise WrongSeal(say("The description of the release is not signed by those who make Idlewild."))
    try:
        document = from_json(kind, content)
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise ReleaseFault(
            say("The description of the release is malformed ({what}).", what=str(error)[:200])
        ) from error
    for what in _wrong(document):
        raise ReleaseFault(say("The description of the release cannot be used: {what}.", what=what))
    return document


def _wrong(document: Needs | Release) -> Iterator[str]:
    return wrong_in_needs(document) if isinstance(document, Needs) else wrong_in_release(document)
