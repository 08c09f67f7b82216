"""Prepared shards are read in place and never looked at as a whole; a seal tells whether they are still as they were
made."""

import hashlib
import logging
from pathlib import Path

import msgspec

from core.data.files import guarded, write_whole

log = logging.getLogger(__name__)

SEAL = "sums.json"


def seal(folder: Path) -> None:
    """Writes down what every file in `folder` is like. Blocks for the time of reading them; raises `LocalFault`."""
    with guarded(folder):
        sums = _sums(folder)
    write_whole(folder / SEAL, msgspec.json.encode(sums))


def is_sealed(folder: Path) -> bool:
    return (folder / SEAL).is_file()


def is_sound(folder: Path) -> bool:
    """Whether all files are as they were when `folder` was sealed. Blocks for the time of reading them."""
    try:
        kept = msgspec.json.decode((folder / SEAL).read_bytes(), type=dict[str, str])
        return _sums(folder) == kept
    except (OSError, msgspec.MsgspecError) as error:
        log.info("prepared data in %s: %s", folder, error)
        return False


def _sums(folder: Path) -> dict[str, str]:
    """SHA-256 of each file by its name."""
    sums: dict[str, str] = {}
    for path in sorted(folder.iterdir()):
        if path.name != SEAL and path.is_file():
            with path.open("rb") as file:
                sums[path.name] = hashlib.file_digest(file, "sha256").hexdigest()
    return sums


def folder_bytes(folder: Path) -> int:
    """Of all files in it; 0 if it is not there."""
    try:
        return sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
    except OSError:
        return 0
