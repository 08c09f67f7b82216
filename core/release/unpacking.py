"""Wheels to folders, as `pip` would, but without running anything of them.

All wheels of a runtime share one folder, so that packages whose modules come in several wheels work. Files come to
their names whole; two wheels may bring the same file, but not different ones under one name.
"""

import base64
import binascii
import csv
import hashlib
import os
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import installer
from installer.destinations import WheelDestination
from installer.exceptions import InstallerError
from installer.records import Hash, InvalidRecordEntry, RecordEntry, parse_record_file
from installer.sources import WheelFile
from installer.utils import Scheme, construct_record_file

from core.release.checks import is_inside
from core.release.disk import on_disk, put
from core.release.seal import ReleaseFault
from core.saying import say

_CHUNK_BYTES = 1 << 20
_HASHES = {"sha256", "sha384", "sha512"}
_IMPORTED: dict[str, Scheme] = {"purelib": Scheme("purelib"), "platlib": Scheme("platlib")}
"""What a wheel brings beside these (scripts, headers, data) is for other programs."""
_RECORD = "RECORD"
INSTALLER = b"idlewild\n"
_BAD = (
    *(InstallerError, InvalidRecordEntry, csv.Error, ValueError, KeyError),
    *(zipfile.BadZipFile, zlib.error, EOFError),
    *(NotImplementedError, RuntimeError),  # packed in an unknown way, or with a password
)


class BadWheel(ReleaseFault):
    """A wheel that cannot be used although it is the one that was signed; `what` is half a sentence, for the log."""

    def __init__(self, wheel: str, what: str) -> None:
        super().__init__(
            say(
                "{wheel} cannot be unpacked ({what}). Try again; if it stays so, tell those who make Idlewild.",
                wheel=wheel,
                what=what[:300],
            )
        )


def unpack(
    wheel: Path, folder: Path, scratch: Path, *, left_bytes: int, go_on: Callable[[int], None] = lambda _: None
) -> str:
    """Unpacks `wheel` into `folder`; the name of its record there, a path from `folder` on. Blocks.

    `scratch`: a file on the same disk that is written and renamed, one per call under way. `left_bytes`: that must fit
    on the disk, for people. `go_on` is told how many bytes more are written, and stops it by raising. Done again, it
    does no harm. Raises `ReleaseFault`.
    """
    try:
        with on_disk(folder, lambda: left_bytes), WheelFile.open(wheel) as source:
            source.validate_record(validate_contents=False)
            destination = _Folder(folder, scratch, source, go_on)
            installer.install(source, destination, {"INSTALLER": INSTALLER})
            return destination.record
    except _BAD as error:
        raise BadWheel(wheel.name, str(error)) from error


class _Folder(WheelDestination):
    """Where `installer` writes."""

    def __init__(self, folder: Path, scratch: Path, source: WheelFile, go_on: Callable[[int], None]) -> None:
        self.record = ""
        self._folder = folder
        self._scratch = scratch
        self._data = source.data_dir
        lines = source.read_dist_info(_RECORD).splitlines()
        self._told = {path: RecordEntry.from_elements(path, *more) for path, *more in parse_record_file(lines)}
        self._go_on = go_on
        self._made: set[Path] = set()

    def write_script(self, name: str, module: str, attr: str, section: str) -> RecordEntry:
        """None is written: nobody types commands here."""
        return RecordEntry("", None, None)

    def write_file(
        self, scheme: Scheme, path: str | os.PathLike[str], stream: BinaryIO, is_executable: bool
    ) -> RecordEntry:
        name = os.fspath(path)
        if scheme not in _IMPORTED.values():
            return RecordEntry("", None, None)
        if not is_inside(name):
            raise ValueError(f"{name[:80]!r} leads out of the folder")
        digest, size = self._write(stream, is_executable)
        told = self._told.get(f"{self._data}/{scheme}/{name}") or self._told.get(name)
        if told is not None and not _fits(told, digest, size):
            raise ValueError(f"{name[:80]!r} is not what its record says")
        self._give_name(name, digest["sha256"])
        return RecordEntry(name, Hash("sha256", _text(digest["sha256"])), size)

    def _write(self, stream: BinaryIO, is_executable: bool) -> tuple[dict[str, bytes], int]:
        hashers = {name: hashlib.new(name) for name in self._hashes}
        size = 0
        with self._scratch.open("wb") as file:
            while chunk := stream.read(_CHUNK_BYTES):
                file.write(chunk)
                for hasher in hashers.values():
                    hasher.update(chunk)
                size += len(chunk)
                self._go_on(len(chunk))
        if is_executable:
            self._scratch.chmod(0o755)
        return {name: hasher.digest() for name, hasher in hashers.items()}, size

    @property
    def _hashes(self) -> set[str]:
        return {"sha256"} | {told.hash_.name for told in self._told.values() if told.hash_ is not None} & _HASHES

    def _give_name(self, name: str, digest: bytes) -> None:
        target = self._folder / name
        if target.parent not in self._made:
            target.parent.mkdir(parents=True, exist_ok=True)
            self._made.add(target.parent)
        if target.exists() and _digest_of(target) != digest:
            raise ValueError(f"another wheel has a different {name[:80]!r}")
        put(self._scratch, target)

    def finalize_installation(
        self, scheme: Scheme, record_file_path: str, records: Iterable[tuple[Scheme, RecordEntry]]
    ) -> None:
        """The record that is written names what is here, so that it can be checked and removed."""
        written = [(one, entry) for one, entry in records if entry.path]
        with construct_record_file(written, prefix_for_scheme=lambda _: None) as stream:
            self._write(stream, is_executable=False)
        if not is_inside(record_file_path):
            raise ValueError(f"{record_file_path[:80]!r} leads out of the folder")
        put(self._scratch, self._folder / record_file_path)
        self.record = record_file_path


def _fits(told: RecordEntry, digest: dict[str, bytes], size: int) -> bool:
    if told.hash_ is None or told.hash_.name not in digest:
        return False
    try:
        expected = base64.urlsafe_b64decode(told.hash_.value + "==")
    except (binascii.Error, ValueError):
        return False
    return expected == digest[told.hash_.name] and told.size in (None, size)


def _text(digest: bytes) -> str:
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def _digest_of(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


# --- what lies there then


def entries(folder: Path, record: str) -> Iterator[RecordEntry]:
    """Of the wheel whose `record` it is; the record itself is one of them. Raises `OSError`, `ValueError`."""
    lines = (folder / record).read_text(encoding="utf-8").splitlines()
    for elements in parse_record_file(lines):
        try:
            entry = RecordEntry.from_elements(*elements)
        except InvalidRecordEntry as error:
            raise ValueError(str(error)) from error
        if not is_inside(entry.path):
            raise ValueError(f"{entry.path[:80]!r} leads out of the folder")
        yield entry


def is_unpacked(folder: Path, record: str, *, thoroughly: bool = False) -> bool:
    """Whether all files of a wheel are there with their sizes; `thoroughly`: with their hashes too. Blocks."""
    try:
        return all(_is_there(folder / entry.path, entry, thoroughly) for entry in entries(folder, record))
    except (OSError, ValueError, InvalidRecordEntry):
        return False


def _is_there(path: Path, entry: RecordEntry, thoroughly: bool) -> bool:
    if entry.hash_ is None:
        return path.is_file()
    if path.stat().st_size != entry.size:
        return False
    return not thoroughly or _text(_digest_of(path)) == entry.hash_.value


def records(folder: Path) -> list[str]:
    """Of all wheels in `folder`."""
    return sorted(f"{path.parent.name}/{path.name}" for path in folder.glob(f"*.dist-info/{_RECORD}"))
