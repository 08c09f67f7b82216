"""A new version's folder out of files that are on this computer already and those that were fetched.

What an update leaves as it is need not travel: that is most of it. Everything is known by its digest, so it does not
matter where a file comes from, nor how far an attempt before this one got. Everything here blocks.
"""

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from core.data.files import sync_folder
from core.identity.ids import Digest
from core.release.documents import ProgramFile, Release

Transfer = Callable[[ProgramFile, BinaryIO, BinaryIO | None], bool]
"""As `core.release.packing.copy` and `unpack`."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What there is of a release here."""

    release: Release
    here: Mapping[Digest, Path]
    missing: tuple[ProgramFile, ...]
    """One for each content that has to be fetched."""

    @property
    def fetch_bytes(self) -> int:
        """To be fetched, packed as it is."""
        return sum(file.packed_bytes for file in self.missing)

    def room_bytes(self, folder: Path) -> int:
        """That the disk must have for the new version in `folder`, beside what is there of it already."""
        paths = (folder / file.path for file in self.release.files)
        there = sum(path.stat().st_size for path in paths if path.is_file() and not path.is_symlink())
        return max(0, self.release.size_bytes + max((file.packed_bytes for file in self.missing), default=0) - there)


def make_plan(release: Release, files: Iterable[Path]) -> Plan:
    """Looks whether any of `files` are what is needed. Only those are read that have the size of one; it takes about a
    second."""
    wanted = {file.digest: file for file in release.files if file.digest is not None}
    sizes = {file.size_bytes for file in wanted.values()}
    here: dict[Digest, Path] = {}
    for path in files:
        with contextlib.suppress(OSError):  # it is just being removed, or may not be read
            if path.stat().st_size in sizes:
                here.setdefault(_digest_of(path), path)
    missing = tuple(file for digest, file in wanted.items() if digest not in here)
    return Plan(release, {digest: path for digest, path in here.items() if digest in wanted}, missing)


def files_in(folder: Path) -> Iterator[Path]:
    """Of a program's folder; links are none."""
    for parent, _, names in os.walk(folder):
        for name in names:
            path = Path(parent, name)
            if not path.is_symlink():
                yield path


def is_right(file: ProgramFile, path: Path) -> bool:
    """Whether `path` is `file`, and no link to it. Raises `OSError`."""
    if not path.is_file() or path.is_symlink() or path.stat().st_size != file.size_bytes:
        return False
    return _digest_of(path) == file.digest


def put(file: ProgramFile, source: Path, folder: Path, transfer: Transfer) -> bool:
    """Brings `file` to its place in `folder`; whether `source` is what it is taken for. Raises `OSError`."""
    path = folder / file.path
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink():
        path.unlink()
    with source.open("rb") as readable, path.open("wb") as writable:
        found = transfer(file, readable, writable)
        writable.flush()
        os.fsync(writable.fileno())
    set_mode(file, path)
    return found


def set_mode(file: ProgramFile, path: Path) -> None:
    path.chmod(0o755 if file.is_executable else 0o644)


def link(file: ProgramFile, folder: Path) -> None:
    """Raises `OSError`."""
    path = folder / file.path
    if path.is_symlink() and os.readlink(path) == file.target:  # noqa: PTH115 - a path would lose the spelling
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(file.target)


def sync_all(folder: Path) -> None:
    """What `folder` names, and the folders in it, last through a power cut; files were synced by `put`. Raises
    `OSError`."""
    for parent, _, _ in os.walk(folder):
        sync_folder(Path(parent))


def _digest_of(path: Path) -> Digest:
    with path.open("rb") as file:
        return Digest(hashlib.file_digest(file, "sha256").digest())
