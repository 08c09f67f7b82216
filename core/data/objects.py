"""Content-addressed files: tokenizers, initial weights and data shards, each named by the SHA-256 of its content."""

import hashlib
import os
import shutil
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from core.data.files import TEMPORARY, DiskFull, guarded, sync_folder
from core.errors import LocalFault, ProtocolViolation
from core.identity.ids import Digest
from core.saying import say

_COPY_BYTES = 1 << 20
_SYNC_BYTES = 8 << 20
"""Synced this often, so that no single sync holds up the event loop for long."""


class ObjectStore:
    """A folder of objects. A name that is there stands for content that was verified when it was written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._being_written: set[Digest] = set()

    def path(self, digest: Digest) -> Path:
        """Where the object lies, or would."""
        return self.folder / digest.text[:2] / digest.text

    def has(self, digest: Digest) -> bool:
        return self.path(digest).is_file()

    def size_bytes(self, digest: Digest) -> int:
        """Raises `LocalFault` if the object is not here."""
        with guarded(self.folder):
            return self.path(digest).stat().st_size

    def read(self, digest: Digest) -> bytes:
        """The verified content. Raises `LocalFault` if it is absent, or has rotted on disk (it is then removed)."""
        path = self.path(digest)
        with guarded(self.folder):
            content = path.read_bytes()
        if Digest.of(content) != digest:
            path.unlink(missing_ok=True)
            raise LocalFault(
                say("The file {path} was damaged and has been removed: start again to fetch it anew.", path=str(path))
            )
        return content

    def add_bytes(self, data: bytes) -> Digest:
        digest = Digest.of(data)
        if not self.has(digest):
            with self.writer(digest) as writer:
                writer.restart()
                writer.expect(len(data))
                writer.write(data)
                writer.finish()
        return digest

    def add_file(self, path: Path) -> Digest:
        """Copies a file in. It is read twice: once for its name, once for its content."""
        with guarded(path):
            digest, size_bytes = file_digest(path), path.stat().st_size
        if self.has(digest):
            return digest
        with self.writer(digest) as writer:
            writer.restart()
            writer.expect(size_bytes)
            try:
                with path.open("rb") as file:
                    while chunk := file.read(_COPY_BYTES):
                        writer.write(chunk)
                writer.finish()
            except ProtocolViolation as error:
                raise LocalFault(
                    say("{path} changed while it was read: start again once it is complete.", path=str(path))
                ) from error
        return digest

    def writer(self, digest: Digest) -> "ObjectWriter":
        """Takes up, or begins, the object's unfinished file; to be used in a `with` block, by one at a time."""
        if digest in self._being_written:
            raise RuntimeError(f"object {digest} is being written already")
        return ObjectWriter(self, digest)

    def remove(self, digest: Digest) -> None:
        self.path(digest).unlink(missing_ok=True)


class ObjectWriter:
    """One object on its way in: `expect`, `write` …, `finish`. Unless `finish` succeeds no object appears; what came so
    far is kept for the next writer of the same object, except after a hash mismatch or on a full disk."""

    def __init__(self, store: ObjectStore, digest: Digest) -> None:
        self._store = store
        self.digest = digest
        self._size_bytes = 0
        self._path = store.path(digest)
        self._partial = self._path.with_name(self._path.name + TEMPORARY)
        self._hash = hashlib.sha256()
        self._since_sync = 0
        self.offset = 0
        """Bytes that are here already; the next `write` continues there."""
        with guarded(store.folder):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = self._partial.open("ab+")
            try:
                self._take_up()
            except BaseException:
                self._file.close()
                raise
        store._being_written.add(digest)

    def _take_up(self) -> None:
        self._file.seek(0)
        while chunk := self._file.read(_COPY_BYTES):
            self._hash.update(chunk)
            self.offset += len(chunk)

    def expect(self, size_bytes: int) -> None:
        """Declares the object's whole size. Raises `ProtocolViolation` if more is here than that, `LocalFault`
        where the disk has no room for the rest."""
        if self.offset > size_bytes:
            self._discard()
            raise ProtocolViolation(f"object {self.digest} is announced with {size_bytes} bytes, fewer than are here")
        self._size_bytes = size_bytes
        missing = size_bytes - self.offset
        if missing > shutil.disk_usage(self._path.parent).free:
            raise DiskFull(
                say(
                    "The disk that holds {folder} has no room for {missing_bytes} more: free some space there and "
                    "start again.",
                    folder=str(self._store.folder),
                    missing_bytes=missing,
                )
            )

    def restart(self) -> None:
        """Forgets what came so far."""
        with guarded(self._store.folder):
            self._file.truncate(0)
        self._hash = hashlib.sha256()
        self.offset = 0

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Appends. Raises `ProtocolViolation` beyond the declared size, `LocalFault` where the disk fails."""
        if self.offset + len(data) > self._size_bytes:
            raise ProtocolViolation(f"object {self.digest} is longer than the {self._size_bytes} bytes announced")
        try:
            with guarded(self._store.folder):
                self._file.write(data)
                self._since_sync += len(data)
                if self._since_sync >= _SYNC_BYTES:
                    self._sync()
        except DiskFull:
            self._discard()
            raise
        self._hash.update(data)
        self.offset += len(data)

    def finish(self) -> Path:
        """Verifies and gives the object its name. Raises `ProtocolViolation` if the content is not what the name
        says; the content is then gone."""
        if self._hash.digest() != self.digest.raw:
            self._discard()
            raise ProtocolViolation(f"the bytes received are not object {self.digest}")
        try:
            with guarded(self._store.folder):
                self._sync()
                self._file.close()
                self._partial.replace(self._path)
                sync_folder(self._path.parent)
        except DiskFull:
            self._discard()
            raise
        return self._path

    def close(self) -> None:
        self._store._being_written.discard(self.digest)
        with suppress(OSError):  # flushing into a full disk; whoever wrote has been told already
            self._file.close()

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._since_sync = 0

    def _discard(self) -> None:
        self.close()
        self._partial.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def file_digest(path: Path) -> Digest:
    """SHA-256 of a file of any size. Raises `OSError`."""
    with path.open("rb") as file:
        return Digest(hashlib.file_digest(file, "sha256").digest())
