"""What is here of one object, piece by piece: a file on disk that grows in any order and becomes an object in the end.

Files are opened for each piece and closed again, so that an object can be finished, given to others and removed at any
moment, and a program that is killed leaves nothing that the next one could not use.
"""

import asyncio
import logging
import os
import shutil
from pathlib import Path

import msgspec
import numpy as np

from core.data.bitmap import Pieces
from core.data.files import DiskFull, guarded, sync_folder, write_whole
from core.data.objects import ObjectStore, file_digest
from core.data.pieces import PieceHashes, hash_pieces, piece_count, piece_span
from core.errors import LocalFault, reason_of
from core.identity.ids import Digest
from core.identity.wire import pack, unpack
from core.saying import say

log = logging.getLogger(__name__)

RESERVE_BYTES, RESERVE = 512 << 20, 0.02
"""Of the disk so much is left to the user, or that part of it where that is less."""
UNFINISHED, HASHES = ".pieces", ".hashes"


class WrongObject(LocalFault):
    """All pieces are right, and yet they are not the object: whoever made the manifest must mend it."""


class Rotten(LocalFault):
    """A piece that was verified once is not here as it was."""


class Stock:
    """Of one object. What is marked as blocking may be called from any thread, all else on the event loop."""

    def __init__(self, store: ObjectStore, digest: Digest, size_bytes: int, root: Digest) -> None:
        """`root`: what the hashes of its pieces must lead to."""
        self.digest = digest
        self.size_bytes = size_bytes
        self.root = root
        self.hashes: PieceHashes | None = None
        """None until they are known."""
        self.have: Pieces = np.zeros(piece_count(size_bytes), np.bool_)
        self.is_growing = False
        """Whether it is being fetched."""
        self._store = store
        self._whole = store.path(digest)
        self._unfinished = self._whole.with_name(self._whole.name + UNFINISHED)
        self._changed = asyncio.Event()

    @property
    def is_whole(self) -> bool:
        """Whether the object is here, and not only all its pieces."""
        return self._store.has(self.digest)

    @property
    def bytes_here(self) -> int:
        spans = (piece_span(self.size_bytes, int(index)) for index in np.flatnonzero(self.have))
        return sum(span.stop - span.start for span in spans)

    # --- on the event loop

    def note(self, index: int) -> None:
        """Piece `index` has been put: others may have it from now on."""
        self.have[index] = True
        self._tell()

    async def changed(self) -> None:
        """Returns when there is a piece more, or all are gone."""
        await self._changed.wait()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def forget(self) -> None:
        """The object was removed from this disk."""
        self.have[:] = False
        self._tell()

    # --- blocking: the hashes

    def recall(self) -> None:
        """Finds the hashes on this disk: written down once, or made anew from the whole object."""
        if self.hashes is not None:
            return
        found = self._kept_hashes()
        if found is None and self.is_whole:
            with guarded(self._store.folder):
                found = hash_pieces(self._whole)
            if not self.fits(found):
                log.warning("object %s is not what the manifest says", self.digest)
                return
            self._keep(found)
        self.hashes = found
        if found is not None and self.is_whole:
            self.have[:] = True

    def fits(self, hashes: PieceHashes) -> bool:
        """Whether these are the hashes that the manifest speaks of."""
        return hashes.size_bytes == self.size_bytes and hashes.fits and hashes.root == self.root

    def _kept_hashes(self) -> PieceHashes | None:
        try:
            kept = unpack(PieceHashes, self._hashes_path.read_bytes())
        except (OSError, msgspec.MsgspecError, ValueError):
            return None
        return kept if self.fits(kept) else None

    @property
    def _hashes_path(self) -> Path:
        return self._whole.with_name(self._whole.name + HASHES)

    def learn(self, hashes: PieceHashes) -> None:
        """Takes hashes that lead to `root`, and keeps them, even when the object is removed."""
        assert self.fits(hashes)
        self._keep(hashes)
        self.hashes = hashes

    def _keep(self, hashes: PieceHashes) -> None:
        write_whole(self._hashes_path, pack(hashes))

    # --- blocking: the pieces

    def begin(self) -> Pieces:
        """Which pieces are here already: every one is read and hashed. The hashes must be known.

        Raises `LocalFault` where the folder cannot be used, `DiskFull` where there is no room for the rest.
        """
        hashes = self.hashes
        assert hashes is not None
        right = np.zeros(len(hashes), np.bool_)
        with guarded(self._store.folder):
            self._unfinished.parent.mkdir(parents=True, exist_ok=True)
            with self._unfinished.open("ab"):
                pass
            with self._unfinished.open("rb") as file:
                for index in range(len(hashes)):
                    span = hashes.span(index)
                    file.seek(span.start)
                    data = file.read(span.stop - span.start)
                    if not data:
                        break
                    right[index] = hashes.is_piece(index, data)
        self._check_room(sum(span.stop - span.start for span in map(hashes.span, np.flatnonzero(~right).tolist())))
        return right

    def put(self, index: int, data: bytes | bytearray) -> bool:
        """Keeps piece `index` if `data` is it; False if it is not. Raises `DiskFull`, `LocalFault`."""
        hashes = self.hashes
        assert hashes is not None
        if not hashes.is_piece(index, data):
            return False
        self.write(hashes.span(index).start, data)
        return True

    def write(self, start: int, data: bytes | bytearray | memoryview) -> None:
        """What nobody has verified yet. Raises `DiskFull`, `LocalFault`."""
        self._check_room(len(data))
        with guarded(self._store.folder):
            self._unfinished.parent.mkdir(parents=True, exist_ok=True)
            with self._unfinished.open("r+b" if self._unfinished.exists() else "w+b") as file:
                file.seek(start)
                file.write(data)

    def hash_unfinished(self) -> PieceHashes:
        """Of what `write` has written, all of it."""
        with guarded(self._store.folder):
            return hash_pieces(self._unfinished)

    @property
    def unfinished_bytes(self) -> int:
        """How long what is not finished is on disk."""
        try:
            status = self._unfinished.stat()
        except OSError:
            return 0
        # a file with gaps takes less than it is long, where the system tells
        return min(status.st_size, 512 * status.st_blocks) if hasattr(status, "st_blocks") else status.st_size

    def discard(self) -> None:
        """Removes what is not finished."""
        self._unfinished.unlink(missing_ok=True)

    def _check_room(self, needed_bytes: int) -> None:
        with guarded(self._store.folder):
            self._store.folder.mkdir(parents=True, exist_ok=True)
            disk = shutil.disk_usage(self._store.folder)
        missing = needed_bytes + min(RESERVE_BYTES, RESERVE * disk.total) - disk.free
        if missing > 0:
            raise DiskFull(
                say(
                    "The disk that holds {folder} is nearly full: free {missing_bytes} there, and fetching goes on by "
                    "itself.",
                    folder=str(self._store.folder),
                    missing_bytes=missing,
                )
            )

    def finish(self) -> None:
        """All pieces are here: the file becomes the object. Raises `WrongObject`, `DiskFull`, `LocalFault`."""
        with guarded(self._store.folder):
            if file_digest(self._unfinished) != self.digest:
                self.discard()
                raise WrongObject(
                    say("The collaboration's manifest contradicts itself about a file of its data: tell its organiser.")
                )
            with self._unfinished.open("r+b") as file:  # Windows syncs only what may be written
                os.fsync(file.fileno())
            self._unfinished.replace(self._whole)
            sync_folder(self._whole.parent)

    def read(self, index: int) -> bytes:
        """Piece `index`, verified. Raises `Rotten` if it is here no more as it was."""
        hashes = self.hashes
        assert hashes is not None
        span = hashes.span(index)
        for path in (self._whole, self._unfinished):
            try:
                with path.open("rb") as file:
                    file.seek(span.start)
                    data = file.read(span.stop - span.start)
            except FileNotFoundError:
                continue
            except OSError as error:
                raise Rotten(
                    say("{path} cannot be read ({reason})", path=str(path), reason=reason_of(error))
                ) from error
            if hashes.is_piece(index, data):
                return data
            raise Rotten(say("{path} is damaged at byte {place}", path=str(path), place=str(span.start)))
        raise Rotten(say("object {object} was removed", object=str(self.digest)))

    def is_sound(self) -> bool:
        """Whether the whole object is here as it was. Reads all of it."""
        with guarded(self._store.folder):
            return file_digest(self._whole) == self.digest

    def lose(self) -> None:
        """The object on disk is damaged: it becomes unfinished again, and what is right of it stays."""
        with guarded(self._store.folder):
            if self.is_whole:
                self._whole.replace(self._unfinished)

    def remove(self) -> None:
        """From this disk, but for the hashes."""
        self._whole.unlink(missing_ok=True)
        self.discard()
