"""The store of engine runtimes: which are here, which one computes, and which did before.

    HOME/runtimes/
      chosen.json           which one counts, written whole
      cpu-0123…/            one that is whole: wheels unpacked, and RUNTIME.json, which came last
      .part-cpu-4567…/      one that is being unpacked; may stop and go on at any file
      .downloads/           wheels on their way

One that came with the program (the all-in-one variant) is used where it is. Everything here blocks.
"""

import contextlib
import importlib
import logging
import os
import re
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from core.data.files import sync_folder, write_whole
from core.program import is_installed
from core.release.disk import on_disk, put
from core.release.documents import DEVICES, Runtime, Wheel
from core.release.unpacking import entries, is_unpacked, records

log = logging.getLogger(__name__)

MARK, CHOSEN = "RUNTIME.json", "chosen.json"
BUNDLED = "runtime"
"""Folder of those that came with the program, in `Origin.folder`."""
_PART, _DOWNLOADS = ".part-", ".downloads"
_ID = re.compile(rf"(?:{'|'.join(DEVICES)})-[0-9a-f]{{16}}")


class Mark(msgspec.Struct, frozen=True):
    """`RUNTIME.json`."""

    id: str
    device: str
    wheels: tuple[str, ...]


class Chosen(msgspec.Struct, frozen=True):
    """`chosen.json`."""

    current: str | None = None
    before: str | None = None
    """Stays until `current` has trained, for the case that it cannot."""
    has_trained: bool = False
    bad: dict[str, str] = {}
    """Those that did not work here, and why: English, for the log."""


@dataclass(frozen=True, slots=True)
class Installed:
    """A runtime that is whole."""

    id: str
    device: str
    folder: Path


def activate(installed: Installed, instead_of: Installed | None = None) -> None:
    """From now on this process and those that it spawns import from there what they find nowhere else. Does nothing in
    a program that runs from its sources, which has everything of its own."""
    if not is_installed():
        return
    old = {str(one.folder) for one in (installed, instead_of) if one is not None}
    sys.path[:] = [*(folder for folder in sys.path if folder not in old), str(installed.folder)]
    importlib.invalidate_caches()


def write_mark(folder: Path, runtime: Runtime) -> None:
    """Says that `runtime` is unpacked in `folder`, all of it. Raises `LocalFault`."""
    mark = Mark(runtime.id, runtime.device, tuple(wheel.file for wheel in runtime.wheels))
    write_whole(folder / MARK, msgspec.json.format(msgspec.json.encode(mark)))


class Runtimes:
    """One home's, and those beside the program."""

    def __init__(self, folder: Path, bundled: Path | None = None) -> None:
        """`folder`: need not exist. `bundled`: holds runtimes that came with the program; nothing is written there."""
        self.folder = folder
        self._bundled = bundled

    # --- which are here

    def find(self, runtime_id: str) -> Installed | None:
        """None unless it is whole."""
        for folder in (self.folder, self._bundled):
            if folder is not None and (mark := _mark(folder / runtime_id)) is not None and mark.id == runtime_id:
                return Installed(mark.id, mark.device, folder / runtime_id)
        return None

    def usable(self, fitting: Iterable[str]) -> Installed | None:
        """The one to compute with, of those that are `fitting` this build: the chosen one, else the one before, which a
        program that was rolled back needs."""
        chosen, fitting = self.chosen(), set(fitting)
        for runtime_id in (chosen.current, chosen.before):
            if runtime_id is not None and runtime_id in fitting and runtime_id not in chosen.bad:
                found = self.find(runtime_id)
                if found is not None:
                    return found
        return None

    def chosen(self) -> Chosen:
        try:
            return msgspec.json.decode((self.folder / CHOSEN).read_bytes(), type=Chosen)
        except FileNotFoundError:
            return Chosen()
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            log.warning("%s tells nothing: %s", self.folder / CHOSEN, error)
            return Chosen()

    # --- which one counts. All of these raise `LocalFault` where that cannot be written

    def choose(self, installed: Installed) -> None:
        """It was tested and computes from now on; what did so until now stays until it has trained."""
        old = self.chosen()
        bad = {name: why for name, why in old.bad.items() if name != installed.id}
        if old.current == installed.id:
            self._write(msgspec.structs.replace(old, bad=bad))
            return
        # One that has never trained is no way back; the one before it may be.
        before = old.current if old.has_trained or old.before is None else old.before
        self._write(Chosen(installed.id, before if before != installed.id else None, False, bad))

    def note_trained(self, runtime_id: str) -> bool:
        """Something that `runtime_id` has computed was accepted. Whether others are needed no more: see `tidy`."""
        old = self.chosen()
        if old.current != runtime_id or (old.has_trained and old.before is None):
            return False
        self._write(msgspec.structs.replace(old, before=None, has_trained=True))
        return True

    def spoil(self, runtime_id: str, why: str) -> None:
        """It does not work; if there is one before it, that one counts again."""
        old = self.chosen()
        bad = old.bad | {runtime_id: why[:500]}
        if old.current == runtime_id and old.before is not None:
            old = Chosen(old.before, None, True)
        self._write(msgspec.structs.replace(old, bad=bad))

    def forgive(self) -> None:
        """All are tried again."""
        old = self.chosen()
        if old.bad:
            self._write(msgspec.structs.replace(old, bad={}))

    def _write(self, chosen: Chosen) -> None:
        write_whole(self.folder / CHOSEN, msgspec.json.format(msgspec.json.encode(chosen)))

    # --- what becomes one

    def draft(self, runtime: Runtime) -> "Draft":
        return Draft(self.folder, runtime)

    def download(self, wheel: Wheel) -> Path:
        """Where it lies while it is not unpacked. Wheels are known by name inside, so each has a folder of its own."""
        return self.folder / _DOWNLOADS / wheel.digest.text / wheel.file

    def forget_download(self, wheel: Wheel) -> None:
        folder = self.download(wheel).parent
        with contextlib.suppress(OSError):
            shutil.rmtree(folder)

    def forget_draft(self, runtime: Runtime) -> None:
        """It is whole: what a kill left of its making goes."""
        shutil.rmtree(self.folder / (_PART + runtime.id), ignore_errors=True)
        for wheel in runtime.wheels:
            self.forget_download(wheel)
        with contextlib.suppress(OSError):
            (self.folder / _DOWNLOADS).rmdir()  # if nothing else is on its way

    # --- what is not needed any more

    def tidy(self, fitting: Iterable[Runtime], *, spare: bool = True) -> None:
        """Clears what kills and updates left: halves that nobody wants, and, once the chosen one has trained, others.
        What was begun of those that are `fitting` this build stays, and so do they themselves, unless `spare` is False:
        one that is whole may be about to be tested."""
        fitting = list(fitting)
        chosen = self.chosen()
        ids = {runtime.id for runtime in fitting}
        drafts = {_PART + name for name in ids if self.find(name) is None}
        wheels = {wheel.digest.text for runtime in fitting for wheel in runtime.wheels}
        for path in _children(self.folder):
            if path.name.startswith(_PART) and _ID.fullmatch(path.name.removeprefix(_PART)) and path.name not in drafts:
                shutil.rmtree(path, ignore_errors=True)
            elif _ID.fullmatch(path.name):
                is_spared = spare and path.name in ids
                if _mark(path) is None or (self._is_idle(path.name, chosen) and not is_spared):
                    remove(path)
        for path in _children(self.folder / _DOWNLOADS):
            if path.name not in wheels:
                shutil.rmtree(path, ignore_errors=True)

    @staticmethod
    def _is_idle(name: str, chosen: Chosen) -> bool:
        return chosen.has_trained and name not in (chosen.current, chosen.before)

    def clear_drafts(self) -> None:
        """What was begun is not wanted any more."""
        for path in _children(self.folder):
            if path.name.startswith(_PART) and _ID.fullmatch(path.name.removeprefix(_PART)):
                shutil.rmtree(path, ignore_errors=True)
        shutil.rmtree(self.folder / _DOWNLOADS, ignore_errors=True)

    def discard_if_damaged(self, installed: Installed) -> bool:
        """Whether a file in it is not what it was when it was unpacked; then it is removed, to be fetched anew."""
        if installed.folder.parent != self.folder:
            return False
        if all(is_unpacked(installed.folder, record, thoroughly=True) for record in records(installed.folder)):
            return False
        remove(installed.folder)
        return True


class Draft:
    """A runtime on its way: which of its wheels are unpacked. Each of `note`, `finish` may be the last thing done."""

    def __init__(self, folder: Path, runtime: Runtime) -> None:
        self._runtime = runtime
        self._final = folder / runtime.id
        self._root = folder / (_PART + runtime.id)
        self.files = self._root / "files"
        self._done = self._root / "done"

    def begin(self) -> None:
        """Raises `ReleaseFault`."""
        with on_disk(self._root.parent, lambda: self._runtime.unpacked_bytes):
            self.files.mkdir(parents=True, exist_ok=True)
            self._done.mkdir(exist_ok=True)

    def scratch(self, wheel: Wheel) -> Path:
        return self._root / wheel.digest.text

    def has(self, wheel: Wheel) -> bool:
        """Whether it is unpacked. Sizes are looked at too: after a power cut, files may be shorter than they were."""
        try:
            record = (self._done / wheel.digest.text).read_text(encoding="utf-8")
        except OSError:
            return False
        return bool(record) and is_unpacked(self.files, record)

    def note(self, wheel: Wheel, record: str) -> None:
        """It is unpacked. Raises `LocalFault`."""
        write_whole(self._done / wheel.digest.text, record.encode())

    def finish(self) -> Installed:
        """All of it is: it comes to its own name. Raises `ReleaseFault`."""
        write_mark(self.files, self._runtime)
        with on_disk(self._root.parent, lambda: 0):
            if hasattr(os, "sync"):
                os.sync()
            remove(self._final)
            put(self.files, self._final)
            sync_folder(self._final.parent)
            shutil.rmtree(self._root, ignore_errors=True)
        return Installed(self._runtime.id, self._runtime.device, self._final)


def remove(folder: Path) -> None:
    """All that was unpacked in `folder`, and `folder` where nothing else is in it. Broken off, it can be done again:
    the list of a wheel's files goes after them."""
    (folder / MARK).unlink(missing_ok=True)
    for record in records(folder):
        try:
            for entry in list(entries(folder, record)):
                if entry.path != record:
                    _remove_file(folder / entry.path)
            (folder / record).unlink()
        except (OSError, ValueError) as error:
            log.warning("%s is not removed: %s", folder / record, error)
    for path, _, _ in os.walk(folder, topdown=False):
        with contextlib.suppress(OSError):
            Path(path).rmdir()  # what has something of others in it stays


def _remove_file(path: Path) -> None:
    path.unlink(missing_ok=True)
    if path.suffix == ".py":
        for compiled in path.parent.glob(f"__pycache__/{path.stem}.cpython-*.pyc"):
            compiled.unlink(missing_ok=True)


def _mark(folder: Path) -> Mark | None:
    try:
        return msgspec.json.decode((folder / MARK).read_bytes(), type=Mark)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _children(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.is_dir() and not path.is_symlink()]
    except OSError:
        return []
