"""Where a shard can be had besides from peers, as a manifest names it: a web folder, or a data set on Hugging Face.

Whoever wrote a manifest chooses what volunteers' computers ask for, so a mirror can be little: the public web over TLS
and nothing else. No address of a home network, no password, no query, and on the hub one commit for ever.
"""

import re
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

MIRROR_CHARACTERS = 400
HUB = "https://huggingface.co"

_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])", re.IGNORECASE)
"""A name with a dot whose last label is none of an IPv4 address."""
_PLAIN = re.compile(r"[\x21-\x7e]+")
_DATA_SET = re.compile(
    r"hf://datasets/(?P<name>[\w.-]{1,96}/[\w.-]{1,96})@(?P<commit>[0-9a-f]{40})/(?P<path>.*)", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Mirror:
    """A folder of files by name."""

    text: str
    """As the manifest has it; ends in a slash."""
    is_on_hub: bool

    @property
    def place(self) -> str:
        """Whose it is, for people."""
        found = _DATA_SET.fullmatch(self.text)
        return urlsplit(self.text).netloc if found is None else f"{found['name']} on Hugging Face"

    @property
    def page(self) -> str:
        """Where people ask for access."""
        found = _DATA_SET.fullmatch(self.text)
        return self.text if found is None else f"{HUB}/datasets/{found['name']}"

    def url(self, name: str, hub: str = HUB) -> str | None:
        """Where the file `name` lies; None for a name that no file in a folder has."""
        if name in ("", ".", "..") or "/" in name:
            return None
        return self.folder(hub) + quote(name, safe="")

    def folder(self, hub: str = HUB) -> str:
        """The mirror as a web address. `hub`: without a slash at its end."""
        found = _DATA_SET.fullmatch(self.text)
        if found is None:
            return self.text
        return f"{hub}/datasets/{found['name']}/resolve/{found['commit']}/{found['path']}"


def is_host_name(host: str) -> bool:
    """Whether it may be one on the public internet; an address never is."""
    return len(host) <= 253 and _HOST.fullmatch(host) is not None


def parse_mirror(text: str) -> Mirror:
    """`https://host/path/` or `hf://datasets/OWNER/NAME@COMMIT/path/`. Raises `ValueError` with half a sentence."""
    if len(text) > MIRROR_CHARACTERS:
        raise ValueError(f"a mirror has more than {MIRROR_CHARACTERS} characters")
    if not _PLAIN.fullmatch(text) or "\\" in text:
        raise ValueError("a mirror has characters that no web address has")
    if text.startswith("hf://"):
        return _on_hub(text)
    if not text.startswith("https://"):
        raise ValueError(f"{text[:60]!r} is no mirror; it begins with https:// or hf://datasets/")
    return _on_web(text)


def _on_hub(text: str) -> Mirror:
    found = _DATA_SET.fullmatch(text)
    if found is None:
        raise ValueError(
            f"{text[:120]!r} is not of the form hf://datasets/OWNER/NAME@COMMIT/folder/ with a commit of 40 digits"
        )
    _check_path("/" + found["path"])
    return Mirror(text, is_on_hub=True)


def _on_web(text: str) -> Mirror:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise ValueError(f"{text[:60]!r} is no web address") from None
    if parts.username is not None or parts.password is not None:
        raise ValueError("a mirror has a user's name or password in it")
    if "?" in text or "#" in text:
        raise ValueError("a mirror has a query or a fragment; it is a folder")
    host = parts.hostname or ""
    if not is_host_name(host) or port == 0:
        raise ValueError(f"{host[:60]!r} is no name of a host on the public internet")
    _check_path(parts.path)
    return Mirror(text, is_on_hub=False)


def _check_path(path: str) -> None:
    if not path.endswith("/"):
        raise ValueError("a mirror is a folder; it ends in a slash")
    if {".", ".."} & set(path.split("/")) or "%2e" in path.lower():
        raise ValueError("a mirror's path goes up or in a circle")
