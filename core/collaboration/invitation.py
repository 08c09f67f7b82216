"""An invitation is one link that fits a chat message and a QR code:

    idlewild://join/<run>?o=<organiser>&b=<place,place>&t=<token>&c=<check>

Places are `host:port`, `tls/host:port` or `via/<peer>/host:port`. Everything is lower case; ids, token and check are
base32. The check (20 bits of a hash over all that stands before it) tells a typing error from a run that nobody knows.
"""

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass
from typing import Self
from urllib.parse import parse_qsl, quote

from core.errors import UsageError
from core.identity.ids import Digest, PeerId, RunId
from core.saying import say
from core.transport.api import Place, parse_place

SCHEME = "idlewild://join/"
LINK_CHARACTERS = 2000
TOKEN_BYTES = 16

_WRAPPING = "<>()[]{}\"'`*“”‘’«»„.,;!"
_UNSEEN = re.compile(r"[\s\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]+")


@dataclass(frozen=True, slots=True)
class Invitation:
    """Where a collaboration is found, and what opens its door."""

    run: RunId
    organiser: PeerId
    bootstrap: tuple[Place, ...] = ()
    token: bytes | None = None
    """For collaborations by invitation: what `Access.token_digest` is the hash of."""

    @property
    def token_digest(self) -> Digest | None:
        return None if self.token is None else Digest.of(self.token)

    @property
    def link(self) -> str:
        parts = [f"o={self.organiser.text}"]
        if self.bootstrap:
            parts.append("b=" + quote(",".join(map(str, self.bootstrap)), safe=":,/").lower())
        if self.token is not None:
            parts.append("t=" + _base32(self.token))
        body = f"{SCHEME}{self.run.text}?{'&'.join(parts)}"
        return f"{body}&c={_check(body)}"

    def __str__(self) -> str:
        return self.link

    @classmethod
    def parse(cls, text: str) -> Self:
        """Inverse of `link`; forgives what chat and mail programs do to links: line breaks, quotes, angle brackets,
        `&amp;`, capitals. Raises `UsageError`, one sentence that says what is wrong."""
        link = _unwrap(text)
        if not link.startswith(SCHEME):
            raise UsageError(
                say(
                    "This is not an invitation: an invitation begins with {scheme}; copy the whole link.", scheme=SCHEME
                )
            )
        body, separator, check = link.rpartition("&c=")
        if not separator or "?" not in body:
            raise UsageError(say("The invitation is not complete, its end is missing: copy the whole link."))
        if _check(body) != check[:4]:  # words may follow a pasted link
            raise UsageError(say("The invitation has a typing error or is not complete: copy the whole link again."))
        run, _, query = body.removeprefix(SCHEME).partition("?")
        try:
            fields = dict(parse_qsl(query, strict_parsing=True, max_num_fields=16))
            return cls(
                RunId(_unbase32(run)),
                PeerId(_unbase32(fields["o"])),
                tuple(map(parse_place, fields["b"].split(","))) if "b" in fields else (),
                _unbase32(fields["t"]) if "t" in fields else None,
            )
        except (ValueError, KeyError, binascii.Error) as error:
            raise UsageError(
                say("The invitation was made by another version of Idlewild: update it, or ask for a new invitation.")
            ) from error


def _unwrap(text: str) -> str:
    """The bare link, in lower case."""
    link = _UNSEEN.sub("", text[: 2 * LINK_CHARACTERS]).lower().replace("&amp;", "&").strip(_WRAPPING)
    return link[max(0, link.find(SCHEME)) :][:LINK_CHARACTERS]


def _check(body: str) -> str:
    return _base32(hashlib.sha256(b"idlewild invitation 1\0" + body.encode()).digest())[:4]


def _base32(data: bytes) -> str:
    return base64.b32encode(data).decode().rstrip("=").lower()


def _unbase32(text: str) -> bytes:
    data = base64.b32decode(text.upper() + "=" * (-len(text) % 8))
    if _base32(data) != text:
        raise ValueError("spare bits")
    return data
