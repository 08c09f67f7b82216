"""What nobody but the owner is to read, taken out of texts: keys, invitations, addresses, names, paths. Pure.

The same secret gets the same placeholder wherever it stands, so that a reader can still tell two peers apart. In doubt
it is taken out: a version number that looks like an address is no loss.
"""

import ipaddress
import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

_GROUPS_MOST = 64
"""Of a run of hexadecimal digits and colons, in which addresses are looked for."""
_LETTERS = 4
"""A name with so many is taken out inside words too."""
_KEPT_HOSTS = frozenset({"localhost", "root", "user"})
"""Names that name nobody."""

_LINK = re.compile(r"idlewild://[^\s\"'<>]+", re.IGNORECASE)
_KEY = re.compile(
    r"-----BEGIN [A-Z ]*KEY-----.*?-----END [A-Z ]*KEY-----|idlewild-key-1 \S+ \S+|\bhf_[A-Za-z0-9]{16,}"
    r"|(?<![0-9A-Fa-f])[0-9A-Fa-f]{64}(?![0-9A-Fa-f])",
    re.DOTALL,
)
_LOGIN = re.compile(r"(?<=://)[^/\s@\"']+(?=@)")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_HARDWARE = re.compile(
    r"(?<![0-9A-Fa-f:-])[0-9A-Fa-f]{2}([:-])[0-9A-Fa-f]{2}(?:\1[0-9A-Fa-f]{2}){4}(?![0-9A-Fa-f:-])"
    r"|(?<![0-9A-Fa-f.])[0-9A-Fa-f]{4}(?:\.[0-9A-Fa-f]{4}){2}(?![0-9A-Fa-f.])"
)
_V6 = re.compile(r"[0-9A-Fa-f]*:[0-9A-Fa-f.:]*:[0-9A-Fa-f.:]*")
_V4 = re.compile(r"(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)|(?<!\d)\d{1,3}(?:-\d{1,3}){3}(?!\d)")
_OTHERS_HOME = re.compile(r"([/\\]+(?:home|Users)[/\\]+)([^/\\:\"'<>\n]+(?=[/\\])|[^/\\\s:\"'<>]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Known:
    """One secret that is known by its text."""

    kind: str
    """What the placeholder says, such as `user name`."""
    text: str
    """Taken out whatever its case."""


class Redactor:
    """Of one bundle: numbers its placeholders."""

    def __init__(self, known: Iterable[Known]) -> None:
        self.removed = 0
        """Places in which a secret stood."""
        self._numbers: dict[tuple[str, str], int] = {}
        kinds = {one.text.casefold(): one.kind for one in known if one.text.strip() and one.text not in _KEPT_HOSTS}
        self._kinds: Mapping[str, str] = kinds
        # The longest first: a path before the name in it.
        words = sorted(kinds, key=len, reverse=True)
        self._known = re.compile("|".join(map(_word, words)), re.IGNORECASE) if words else None

    def clean(self, text: str) -> str:
        """Without secrets."""
        text = _KEY.sub(lambda found: self._placed("key", found[0]), text)
        text = _LINK.sub(lambda found: self._placed("invitation", found[0]), text)
        if self._known is not None:
            text = self._known.sub(lambda found: self._placed(self._kinds[found[0].casefold()], found[0]), text)
        text = _LOGIN.sub(lambda found: self._placed("login", found[0]), text)
        text = _MAIL.sub(lambda found: self._placed("mail address", found[0]), text)
        text = _HARDWARE.sub(lambda found: self._placed("hardware address", found[0]), text)
        text = _V6.sub(lambda found: self._without_v6(found[0]), text)
        text = _V4.sub(lambda found: self._without_v4(found[0]), text)
        return _OTHERS_HOME.sub(lambda found: found[1] + self._placed("user name", found[2]), text)

    def cleaned(self, document: Any) -> Any:
        """Plain values of JSON, with all their texts cleaned."""
        if isinstance(document, str):
            return self.clean(document)
        if isinstance(document, dict):
            return {self.clean(str(key)): self.cleaned(value) for key, value in document.items()}
        return [self.cleaned(value) for value in document] if isinstance(document, list | tuple) else document

    def _placed(self, kind: str, secret: str) -> str:
        self.removed += 1
        if kind in ("~", "home"):
            return "~" if kind == "~" else "<home>"
        key = (kind, secret.casefold())
        number = self._numbers.setdefault(key, 1 + sum(of == kind for of, _ in self._numbers))
        return f"<{kind} {number}>"

    def _without_v4(self, text: str) -> str:
        return text if text.startswith(("127.", "0.")) else self._placed("address", text)

    def _without_v6(self, text: str) -> str:
        """The longest parts that are addresses are taken out; a port after one, or a colon before it, stays."""
        groups = text.split(":")
        if len(groups) > _GROUPS_MOST:
            return self._placed("address", text)
        for length in range(len(groups), 2, -1):
            for start in range(len(groups) - length + 1):
                found = _v6_in(":".join(groups[start : start + length]))
                if found is not None:
                    return self._spliced(groups, start, length, found)
        return text

    def _spliced(self, groups: list[str], start: int, length: int, found: ipaddress.IPv6Address) -> str:
        before, after = groups[:start], groups[start + length :]
        is_own = found.is_loopback or found.is_unspecified
        middle = ":".join(groups[start : start + length]) if is_own else self._placed("address", str(found))
        # What stands beside it may hold another one.
        rest = [self._without_v6(":".join(part)) for part in (before, after)]
        return ":".join(itertools.chain(rest[:1] if before else [], [middle], rest[1:] if after else []))


def _v6_in(text: str) -> ipaddress.IPv6Address | None:
    try:
        return ipaddress.IPv6Address(text.rstrip("."))
    except ValueError:
        return None


def _word(text: str) -> str:
    """A pattern for it. Short names are words of their own, or half of the text would go with them."""
    pattern = re.escape(text)
    return pattern if len(text) >= _LETTERS else rf"(?<![^\W_]){pattern}(?![^\W_])"
