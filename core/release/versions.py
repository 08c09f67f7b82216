"""The store of newer versions of the program: `HOME/versions`.

    VERSION/            a whole program's folder, with the signed description of its files in `.release`
    .part-VERSION/      one that is being put together
    .fetched/           packed files that have come and are not unpacked yet
    chosen.json         which of them is used (`core.release.pointer`)

What is removed is what a description names: a file that somebody else put there stays, and its folder with it.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath

import msgspec

from core.data.files import TEMPORARY, sync_folder, write_whole
from core.errors import LocalFault
from core.identity.ids import Digest
from core.identity.wire import from_json
from core.release import pointer as page
from core.release.assembling import files_in, sync_all
from core.release.checks import wrong_in_release
from core.release.disk import on_disk
from core.release.documents import Release
from core.release.feed import Offer
from core.release.pointer import Pointer, TakenBack, change_pointer, read_pointer
from core.release.seal import ReleaseFault
from core.saying import NOTHING, Saying, say
from core.version import version_key

DESCRIPTION, FETCHED = ".release", ".fetched"
_PART, _UP = ".part-", ".up-"


class Versions:
    """Everything blocks; methods raise `ReleaseFault` where the disk fails."""

    def __init__(self, folder: Path, running: str) -> None:
        """`running`: the version of this process, which is never removed."""
        self.folder = folder
        self._running = running

    @property
    def pointer(self) -> Pointer:
        return read_pointer(self.folder)

    @property
    def ready(self) -> str:
        """The version that the next start uses in the place of this one; empty where there is none."""
        pointer = self.pointer
        found = [one for one in (pointer.chosen, pointer.trial) if one and one not in pointer.bad]
        newer = [one for one in found if self._is_newer(one) and (self.folder / one / DESCRIPTION).is_file()]
        return max(newer, key=version_key, default="")

    @property
    def fetched(self) -> Path:
        return self.folder / FETCHED

    def why_not(self, version: str) -> Saying:
        """Why `version` is not used any more; `NOTHING` where nothing is known against it."""
        one = self.pointer.bad.get(version)
        return _words(version, one) if one is not None else NOTHING

    def taken_back(self) -> str:
        """The newest version that is newer than this one and did not prove good; empty where there is none."""
        return max(filter(self._is_newer, self.pointer.bad), key=version_key, default="")

    # --- a new one

    def sources(self) -> Iterator[Path]:
        """Files that a new version can be made of."""
        for folder, _, _ in self._folders():
            yield from files_in(folder)

    def part(self, offer: Offer) -> Path:
        """Where a new version is put together."""
        return self.folder / f"{_PART}{offer.release.version}"

    def begin(self, offer: Offer) -> None:
        """What an earlier attempt has left stays."""
        part, paths = self.part(offer), {file.path for file in offer.release.files}
        with self._on_disk():
            part.mkdir(mode=0o755, parents=True, exist_ok=True)
            former = _described(part / DESCRIPTION)
            if former is not None:
                _remove_files(part, [file.path for file in former.files if file.path not in paths])
            write_whole(part / DESCRIPTION, offer.sealed)

    def finish(self, offer: Offer) -> None:
        """The folder in the making is whole: the next start tries it."""
        part, place = self.part(offer), self.folder / offer.release.version
        with self._on_disk():
            sync_all(part)
            if place.exists():
                remove(place)
            if not place.exists():
                part.rename(place)
                sync_folder(self.folder)
                self._change(lambda now: _with_trial(now, offer.release))
                return
        raise ReleaseFault(say("{folder} is in the way of the new version: remove it.", folder=str(place)))

    def see(self, release: Release) -> None:
        """From now on nothing older is believed."""
        self._change(lambda now: replace(now, sequence=max(now.sequence, release.sequence)))

    def forgive(self, version: str) -> None:
        """The owner wants it tried once more."""
        self._change(lambda now: replace(now, bad={known: one for known, one in now.bad.items() if known != version}))

    def run_well(self) -> None:
        """The version that runs has proved good in use: the one before is no longer needed."""
        self._change(lambda now: replace(now, before="") if now.chosen in ("", self._running) else now)
        self.tidy()

    # --- what is left over

    def tidy(self) -> None:
        """Removes what a killed process left, and versions that are no longer needed."""
        if not self.folder.is_dir():
            return
        pointer = self._change(self._without_older)
        kept = {self._running, pointer.chosen, pointer.before, pointer.trial}
        with self._on_disk():
            for folder, version, is_part in self._folders():
                goes_on = is_part and self._is_newer(version) and version not in kept | set(pointer.bad)
                if not goes_on and (is_part or version not in kept):
                    remove(folder)
            for file in self.folder.glob(f"{_UP}*"):
                if file.name.removeprefix(_UP) != pointer.trial:
                    file.unlink(missing_ok=True)
            if not any(is_part for _, _, is_part in self._folders()):
                self._forget_fetched()

    def _without_older(self, pointer: Pointer) -> Pointer:
        """What was installed may have been brought up to date by other means."""
        if not self._is_newer(pointer.trial):
            pointer = pointer.without_trial()
        is_older = pointer.chosen != self._running and not self._is_newer(pointer.chosen)
        return replace(pointer, chosen="", before="") if is_older else pointer

    def _is_newer(self, version: str) -> bool:
        return bool(version) and version_key(version) > version_key(self._running)

    def _folders(self) -> list[tuple[Path, str, bool]]:
        """Ours, with their versions, and whether they are in the making."""
        found = []
        for folder in self.folder.iterdir() if self.folder.is_dir() else ():
            version = folder.name.removeprefix(_PART)
            with contextlib.suppress(ValueError):
                version_key(version)
                if folder.is_dir() and not folder.is_symlink():
                    found.append((folder, version, version != folder.name))
        return found

    def _forget_fetched(self) -> None:
        for file in self.fetched.glob("*") if self.fetched.is_dir() else ():
            with contextlib.suppress(ValueError):
                Digest.parse(file.name.removesuffix(TEMPORARY).removesuffix(".zst"))
                file.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self.fetched.rmdir()

    def _change(self, change: Callable[[Pointer], Pointer]) -> Pointer:
        with self._on_disk():
            return change_pointer(self.folder, change)

    @contextlib.contextmanager
    def _on_disk(self) -> Iterator[None]:
        try:
            with on_disk(self.folder, lambda: 0):
                yield
        except LocalFault as fault:
            raise ReleaseFault(fault.saying) from fault


def remove(folder: Path) -> None:
    """One version, or one in the making. Nothing chooses it any more, so it may be found half gone by the next one who
    tidies."""
    description = folder / DESCRIPTION
    release = _described(description)
    if release is not None:
        _remove_files(folder, [file.path for file in release.files])
        description.unlink()
    with contextlib.suppress(OSError):  # what else is in it is not ours
        folder.rmdir()


def _with_trial(pointer: Pointer, release: Release) -> Pointer:
    bad = {version: why for version, why in pointer.bad.items() if version != release.version}
    sequence = max(pointer.sequence, release.sequence)
    return replace(pointer.without_trial(), trial=release.version, bad=bad, sequence=sequence)


def _described(description: Path) -> Release | None:
    """Signed or not: it is for removing files of a folder in it, and names none elsewhere."""
    try:
        release = from_json(Release, description.read_bytes().partition(b"\n")[2])
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, ValueError, RecursionError):
        return None
    return None if any(wrong_in_release(release)) else release


def _remove_files(folder: Path, paths: Iterable[str]) -> None:
    """And the folders that are empty then."""
    parents: set[PurePosixPath] = set()
    for path in paths:
        parents.update(parent for parent in PurePosixPath(path).parents if parent.name)
        with contextlib.suppress(FileNotFoundError, NotADirectoryError, IsADirectoryError, PermissionError):
            (folder / path).unlink()
    for parent in sorted(parents, key=lambda one: len(one.parts), reverse=True):
        with contextlib.suppress(OSError):
            (folder / parent).rmdir()


def _words(version: str, one: TakenBack) -> Saying:
    what = say("The first start of version {version} was cut short before it was up.", version=version)
    if one.why == page.SILENT:
        what = say("Version {version} was not up within a minute of its first start.", version=version)
    elif one.why == page.ENDED:
        what = say(
            "Version {version} ended at its first start (exit status {status}).",
            version=version,
            status=str(one.status),
        )
    elif one.why == page.NO_START:
        what = say("The system could not start version {version}.", version=version)
    return say(
        "{what} The one before it runs again. It is tried once more when you look for updates; a newer one is tried "
        "by itself.",
        what=what,
    )
