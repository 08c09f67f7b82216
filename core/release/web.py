"""One file from several web folders: begun where it was broken off, and kept only if it is the file that was signed.

Which folders are asked is known from the build, and what they give is known by its hash. So any host will do, in a home
network too, with or without encryption.
"""

import hashlib
import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from core.data.files import TEMPORARY, sync_folder
from core.data.mirrors import Mirror
from core.data.web import Part, Unreachable, Web, WebFault, WebPorts, WrongFile
from core.identity.ids import Digest
from core.release.disk import on_disk, put
from core.release.seal import ReleaseFault
from core.saying import say
from core.tasks import in_thread
from core.transport.budget import TokenBucket
from core.transport.meter import Meter

_BLOCK_BYTES = 256 << 10
_MOST_THROWN = 4
"""So often a file that turns out wrong is begun anew; that is more than two folders need to be found out."""


class NotFetched(ReleaseFault):
    """No folder gave it; another try goes on from what has come."""


class Hasher(Protocol):
    """As those of `hashlib`."""

    def update(self, data: bytes, /) -> None:
        """May raise `ValueError` for what cannot be right."""
        ...

    def digest(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class WebFile:
    """A file as a signed document tells of it."""

    name: str
    folders: tuple[str, ...]
    """Where it may lie, in the order in which they are asked; with slashes at their ends."""
    size_bytes: int
    digest: Digest
    hasher: Callable[[], Hasher] = hashlib.sha256
    """Makes what yields `digest` of what comes: of a packed file it can be that of the content."""


def release_web(download: TokenBucket, meter: Meter | None = None) -> Web:
    """`download`: what the owner allows. `meter`: counts what comes."""
    ports = WebPorts(is_allowed=lambda _: True, is_host=bool, schemes=("https", "http"))
    return Web(ports, download, meter)


async def read_document(web: Web, folder: str, name: str, most_bytes: int) -> bytes:
    """A small file of unknown size. Raises `NotFetched`."""
    place = _place(folder)
    try:
        return await web.read_whole(place, name, most_bytes)
    except WebFault as fault:
        raise _nobody_gives(name, {place.place: fault}) from fault


async def fetch(web: Web, file: WebFile, path: Path, on_progress: Callable[[int], None] = lambda _: None) -> None:
    """Brings `file` to `path`, which is then whole and right. Cancelled or failed, it leaves `PATH.part`, from where
    the next call goes on. `on_progress` is told how many bytes are here; fewer than before if some were wrong.

    A file that is at `path` already was checked when it came. Raises `NotFetched`, `NoSpace` or another `ReleaseFault`.
    """
    part = _PartFile(path, file)
    if not await in_thread(part.recall):
        on_progress(part.here_bytes)
        await _Fetch(web, file, part, on_progress).run()
    on_progress(file.size_bytes)


class _Fetch:
    def __init__(self, web: Web, file: WebFile, part: "_PartFile", on_progress: Callable[[int], None]) -> None:
        self._web = web
        self._file = file
        self._part = part
        self._on_progress = on_progress
        self._places = [_place(folder) for folder in dict.fromkeys(file.folders)]
        self._faults: dict[str, WebFault] = {}
        self._since: Mirror | None = None
        """Who gave everything that is here; None if that is not one alone."""
        self._thrown = 0

    async def run(self) -> None:
        has_come = True
        while has_come and self._places:
            has_come = False
            for place in list(self._places):
                before = self._part.here_bytes
                if await self._try(place):
                    return
                has_come |= self._part.here_bytes > before
        raise _nobody_gives(self._file.name, self._faults)

    async def _try(self, place: Mirror) -> bool:
        """Whether the file is here now."""
        try:
            while self._thrown < _MOST_THROWN:
                await self._take_rest(place)
                if await in_thread(self._part.finish):
                    return True
                await self._throw_away(place)
            self._places.clear()
        except WrongFile as fault:
            self._faults[place.place] = fault
            self._places.remove(place)
        except WebFault as fault:
            self._faults[place.place] = fault
        return False

    async def _throw_away(self, place: Mirror) -> None:
        is_its_fault = self._since is place
        await in_thread(self._part.forget)
        self._on_progress(0)
        self._thrown += 1
        wrong = WrongFile(say("has another file than the one that was signed"))
        self._faults[place.place] = wrong
        if is_its_fault:
            raise wrong

    async def _take_rest(self, place: Mirror) -> None:
        start, size_bytes = self._part.here_bytes, self._file.size_bytes
        if start == 0:
            self._since = place
        elif self._since is not place:
            self._since = None
        if start < size_bytes:
            async with self._web.open(place, self._file.name, slice(start, size_bytes), size_bytes) as part:
                await self._take(part, start)

    async def _take(self, part: Part, start: int) -> None:
        """`start`: what comes before it is here already. What has come is kept however it ends."""
        at, block = part.start, bytearray()
        try:
            while at < part.stop:
                data = await part.read(_BLOCK_BYTES)
                block += data[max(0, start - at) :]
                at += len(data)
                if len(block) >= _BLOCK_BYTES:
                    full, block = block, bytearray()
                    await self._keep(full)
        finally:
            if block:
                await self._keep(block)

    async def _keep(self, block: bytearray) -> None:
        await in_thread(lambda: self._part.write(bytes(block)))
        self._on_progress(self._part.here_bytes)


class _PartFile:
    """What has come of one file. Everything here blocks, and raises `ReleaseFault` if the disk fails."""

    def __init__(self, path: Path, file: WebFile) -> None:
        self.here_bytes = 0
        self._path = path
        self._part = path.with_name(path.name + TEMPORARY)
        self._file = file
        self._hasher = file.hasher()
        self._is_sound = True

    def _guarded(self) -> AbstractContextManager[None]:
        return on_disk(self._path.parent, lambda: self._file.size_bytes - self.here_bytes)

    def recall(self) -> bool:
        """Whether it is whole already."""
        with self._guarded():
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self._path.is_file() and self._path.stat().st_size == self._file.size_bytes:
                return True
            if self._part.is_file() and self._part.stat().st_size > self._file.size_bytes:
                self._part.unlink()
            if self._part.is_file():
                with self._part.open("rb") as part:
                    while block := part.read(_BLOCK_BYTES):
                        self._hash(block)
        return False

    def write(self, block: bytes) -> None:
        with self._guarded():
            with self._part.open("ab") as part:
                part.write(block)
            self._hash(block)

    def _hash(self, block: bytes) -> None:
        self.here_bytes += len(block)
        try:
            if self._is_sound:
                self._hasher.update(block)
        except ValueError:
            self._is_sound = False

    def finish(self) -> bool:
        """Whether it is right; then it has its own name."""
        if not self._is_sound or self._hasher.digest() != self._file.digest.raw:
            return False
        with self._guarded():
            with self._part.open("rb+") as part:
                os.fsync(part.fileno())
            put(self._part, self._path)
            sync_folder(self._path.parent)
        return True

    def forget(self) -> None:
        with self._guarded():
            self._part.unlink(missing_ok=True)
        self.here_bytes, self._hasher, self._is_sound = 0, self._file.hasher(), True


def _place(folder: str) -> Mirror:
    return Mirror(folder, is_on_hub=False)


def _nobody_gives(name: str, faults: dict[str, WebFault]) -> NotFetched:
    """`faults`: by place, the last of each."""
    if not faults:
        return NotFetched(say("No web server is known that has {file}: install Idlewild again.", file=name))
    place, fault = next(reversed(faults.items()))
    why = say("{place} {what}", place=place, what=fault.what)
    if any(isinstance(one, WrongFile) for one in faults.values()):
        place, fault = next(item for item in faults.items() if isinstance(item[1], WrongFile))
        return NotFetched(
            say(
                "{file} was not taken, since {place} {what}. Try again later; if it stays so, tell those who make "
                "Idlewild.",
                file=name,
                place=place,
                what=fault.what,
            )
        )
    if all(isinstance(one, Unreachable) for one in faults.values()):
        return NotFetched(
            say(
                "{file} cannot be fetched, since {why}. Check this computer's connection to the internet and try "
                "again: what has come already stays.",
                file=name,
                why=why,
            )
        )
    return NotFetched(
        say("{file} cannot be fetched, since {why}. Try again later: what has come already stays.", file=name, why=why)
    )
