"""What the build put beside the program: whose releases count, where they are looked for, and which runtimes fit."""

import base64
import binascii
import sys
from dataclasses import dataclass
from pathlib import Path

import msgspec

from core.errors import LocalFault
from core.program import is_installed
from core.saying import say

FOLDER = "release"


@dataclass(frozen=True, slots=True)
class Origin:
    """Of an installed program. Nothing of it comes from the web."""

    keys: tuple[bytes, ...]
    """Ed25519 public keys, 32 bytes each: who may sign releases and needs."""
    feeds: tuple[str, ...]
    """Web folders with a slash at their ends; none where nobody publishes newer versions."""
    needs: bytes
    """`core.release.documents.Needs`, sealed."""
    folder: Path
    """Where the program's parts lie: `_internal`."""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """`origin.json`."""

    keys: list[str]
    """In base64."""
    feeds: list[str]


def built() -> Origin | None:
    """None in a program that runs from its sources. Raises `LocalFault` if the installation is damaged."""
    if not is_installed():
        return None
    return read_origin(Path(sys._MEIPASS))  # type: ignore[attr-defined]


def read_origin(folder: Path) -> Origin:
    """`folder`: as `Origin.folder`. Raises `LocalFault`."""
    try:
        told = msgspec.json.decode((folder / FOLDER / "origin.json").read_bytes(), type=_File)
        keys = tuple(base64.b64decode(key, validate=True) for key in told.keys)
        needs = (folder / FOLDER / "needs").read_bytes()
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, binascii.Error) as error:
        raise _damaged(folder, str(error)) from error
    if not keys or any(len(key) != 32 for key in keys) or not all(_is_folder(feed) for feed in told.feeds):
        raise _damaged(folder, "origin.json")
    return Origin(keys, tuple(told.feeds), needs, folder)


def _is_folder(address: str) -> bool:
    return address.startswith(("https://", "http://")) and address.endswith("/")


def _damaged(folder: Path, what: str) -> LocalFault:
    return LocalFault(
        say(
            "The installation of Idlewild in {folder} is damaged ({what}): install it again.",
            folder=str(folder),
            what=what[:200],
        )
    )
