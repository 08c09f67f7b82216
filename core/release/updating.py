"""From an offer to a version on trial: what is not here is fetched, and everything is checked before it is used.

It can be cancelled or killed at any moment and goes on from there: files that have come are known by what is in them.
What runs is not touched.
"""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from core.data.web import Web
from core.release.assembling import Plan, files_in, is_right, link, make_plan, put, set_mode
from core.release.disk import ask_room, free_bytes, on_disk
from core.release.documents import Needs, ProgramFile
from core.release.feed import Offer, Standing, judge, newest
from core.release.origin import FOLDER, Origin
from core.release.packing import Unpacker, copy, packed_name, unpack
from core.release.seal import ReleaseFault, opened
from core.release.versions import Versions
from core.release.web import WebFile, fetch
from core.saying import say
from core.tasks import in_thread

NEEDS = f"_internal/{FOLDER}/needs"
"""In a version's folder."""

Prepare = Callable[[Needs], Awaitable[None]]
"""Brings here what a new version needs, before it is tried. Raises `ReleaseFault`."""


async def needs_nothing(_: Needs) -> None:
    return


@dataclass(frozen=True)
class Updating:
    """Of one program. Methods raise `ReleaseFault`, whose sentence says what to do, and then nothing has changed."""

    versions: Versions
    origin: Origin
    running: Standing
    """Without the sequence, which `versions` keeps."""
    free: Callable[[Path], int] = free_bytes

    async def check(self, web: Web) -> Offer | None:
        """The newest release; None where this is that."""
        offer = await newest(web, self.origin, self._standing())
        if offer is not None:
            await in_thread(lambda: self.versions.see(offer.release))
        return offer

    def _standing(self) -> Standing:
        here = self.running
        return Standing(here.version, self.versions.pointer.sequence, here.platform, here.protocol)

    async def plan(self, offer: Offer) -> Plan:
        return await in_thread(lambda: make_plan(offer.release, self._files()))

    def _files(self) -> Iterator[Path]:
        yield from (path for path in self.origin.folder.parent.glob("*") if path.is_file() and not path.is_symlink())
        yield from files_in(self.origin.folder)
        yield from self.versions.sources()

    async def fetch(
        self,
        web: Web,
        offer: Offer,
        on_progress: Callable[[int, int], None] = lambda done, size: None,
        prepare: Prepare = needs_nothing,
    ) -> None:
        """Makes `offer` the version that the next start tries. `on_progress`: fetched bytes, and all that are to be."""
        judge(offer.release, self._standing())
        plan, part = await self.plan(offer), self.versions.part(offer)
        await in_thread(lambda: ask_room(self.versions.folder, plan.room_bytes(part), self.free))
        await in_thread(lambda: self.versions.begin(offer))
        assembly = _Assembly(plan, part, self.versions.fetched)
        await assembly.bring_missing(web, on_progress)
        await in_thread(assembly.put_together)
        await prepare(await in_thread(lambda: self._needs(part)))
        await in_thread(lambda: self.versions.finish(offer))
        await in_thread(self.versions.tidy)

    def _needs(self, part: Path) -> Needs:
        with on_disk(part, lambda: 0):
            return opened(Needs, (part / NEEDS).read_bytes(), self.origin.keys)


class _Assembly:
    """One new version in the making."""

    def __init__(self, plan: Plan, part: Path, fetched: Path) -> None:
        self._plan = plan
        self._part = part
        self._fetched = fetched
        self._unpacked = {file.digest: part / file.path for file in plan.missing}

    async def bring_missing(self, web: Web, on_progress: Callable[[int, int], None]) -> None:
        done_bytes, size_bytes = 0, self._plan.fetch_bytes
        on_progress(0, size_bytes)
        for file in self._plan.missing:
            before_bytes = done_bytes

            def tell(here_bytes: int, before_bytes: int = before_bytes) -> None:
                on_progress(before_bytes + here_bytes, size_bytes)

            await self._bring(web, file, tell)
            done_bytes += file.packed_bytes

    async def _bring(self, web: Web, file: ProgramFile, tell: Callable[[int], None]) -> None:
        assert file.digest is not None
        packed = self._fetched / packed_name(file.digest)
        wanted = WebFile(
            packed.name, self._plan.release.mirrors, file.packed_bytes, file.digest, lambda: Unpacker(file)
        )
        await fetch(web, wanted, packed, tell)
        await in_thread(lambda: self._unpack(file, packed))

    def _unpack(self, file: ProgramFile, packed: Path) -> None:
        with on_disk(self._part, lambda: file.size_bytes):
            is_good = put(file, packed, self._part, unpack)
            packed.unlink()
        if not is_good:
            raise _changed(file)

    def put_together(self) -> None:
        for file in self._plan.release.files:
            with on_disk(self._part, partial(int, file.size_bytes)):
                is_good = self._place(file)
            if not is_good:
                raise _changed(file)

    def _place(self, file: ProgramFile) -> bool:
        if file.digest is None:
            link(file, self._part)
            return True
        if is_right(file, self._part / file.path):
            set_mode(file, self._part / file.path)
            return True
        source = self._plan.here.get(file.digest) or self._unpacked[file.digest]
        return put(file, source, self._part, copy)


def _changed(file: ProgramFile) -> ReleaseFault:
    """It was right when it was looked at a moment ago."""
    return ReleaseFault(
        say("{file} has changed on this computer's disk while it was read: fetch the update again.", file=file.path)
    )
