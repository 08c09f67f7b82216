"""Takes away what this program has made in a home, and nothing else.

What a file is called says whether it is of this program: a name that none of its parts writes is somebody else's, and
stays with the folder that it lies in. Engine runtimes and versions of the program say themselves what they are made of.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from core.errors import reason_of
from core.ipc.address import SOCKET_NAME, control_address
from core.paths import Home
from core.release import runtimes, versions

_TEXT_ID = "[a-z2-7]{52}"
_UNFINISHED = r"\..+\.part"
_AT_TOP = re.compile(
    rf"engine\.lock|identity\.(key|pub)(\.[0-9a-f]+\.tmp)?|idlewild\.sqlite(-wal|-shm|-journal)?|idlewild\.log(\.\d+)?"
    rf"|(control|app)\.sock|app\.lock(\..+)?|app\.ini(\..+)?|QtProject\.conf(\..+)?|desktop\.json|folders\.made"
    rf"|{_UNFINISHED}"
)
_INSIDE = {
    "objects": re.compile(rf"[a-z2-7]{{2}}/{_TEXT_ID}(\.\w+)*"),
    "prepared": re.compile(r"[0-9a-f]{32}(\.\d+\.part)?/.+"),
    "checkpoints": re.compile(rf"{_TEXT_ID}/step-\d{{12}}\.\w+"),
    "caches": re.compile(r"(cuda|fontconfig|huggingface|inductor|matplotlib|miopen|neo|triton)/.+", re.DOTALL),
    "runtimes": re.compile(rf"chosen\.json|\.downloads/.+|\.part-[^/]+/.+|{_UNFINISHED}"),
    "versions": re.compile(rf"chosen\.json|\.(trial\.)?lock|\.up-[^/]+|\.fetched/[^/]+|{_UNFINISHED}"),
    "starter": re.compile(rf"manifest\.toml|\d-\w+\.jsonl\.zst|{_UNFINISHED}"),
}
"""Folder to what its files are called, from that folder on."""
_DESCRIBED: dict[str, Callable[[Path], None]] = {"runtimes": runtimes.remove, "versions": versions.remove}
"""Folder to what removes one of the folders in it, except what nobody says to be of it."""
_LATE = ("folders.made", "versions")
"""The record of folders goes after what it tells of, and the program that does this, which may be of these versions,
goes last of all."""


@dataclass(slots=True)
class Left:
    """What is still there, although all was to go."""

    foreign: list[Path] = field(default_factory=list)
    """Not made by this program."""
    stuck: list[tuple[Path, str]] = field(default_factory=list)
    """Could not be deleted, and the system's reason."""


def remove_files(home: Home, *, keep_history: bool) -> Left:
    """Everything of this program in `home`, which nobody uses any more; but the database with `keep_history`. Also the
    sockets elsewhere, and those folders which were made for this program and are empty now. After this nothing more
    can be imported by a program that was one of the home's versions."""
    left = Left()
    made = home.made_folders()
    _delete_sockets(home)
    for path in _in_order(home.root):
        if keep_history and path == home.database:
            continue
        if path.name in _INSIDE and _is_folder(path):
            _delete_described(path)
            _delete_inside(path, _INSIDE[path.name], left)
        elif _AT_TOP.fullmatch(path.name) and not _is_folder(path):
            _delete(path, left)
        else:
            left.foreign.append(path)
    for folder in (home.root, *made):
        _drop_empty(folder)
    return left


def is_home(home: Home) -> bool:
    """Whether Idlewild has ever been there, so that what is called like its files is taken for them."""
    signs = (home.lock, home.key_file, home.key_file.with_suffix(".pub"), home.database, home.folders_file)
    return any(sign.is_file() for sign in signs)


def _in_order(root: Path) -> list[Path]:
    if not root.is_dir():
        return []
    return sorted(root.iterdir(), key=lambda path: (_LATE.index(path.name) if path.name in _LATE else -1, path.name))


def _is_folder(path: Path) -> bool:
    """A link to a folder is its owner's work: what it leads to is not looked into."""
    return path.is_dir() and not path.is_symlink()


def _delete_described(folder: Path) -> None:
    if remove := _DESCRIBED.get(folder.name):
        for inner in filter(_is_folder, sorted(folder.iterdir())):
            remove(inner)


def _delete_inside(folder: Path, ours: re.Pattern[str], left: Left) -> None:
    for path in sorted(_files(folder)):
        if ours.fullmatch(path.relative_to(folder).as_posix()):
            _delete(path, left)
        else:
            left.foreign.append(path)
    for inner, _, _ in os.walk(folder, topdown=False):
        _drop_empty(Path(inner))


def _files(folder: Path) -> Iterator[Path]:
    """Links among them, whatever they lead to."""
    for place, inner, names in os.walk(folder):
        yield from (Path(place, name) for name in names)
        yield from (Path(place, name) for name in inner if Path(place, name).is_symlink())


def _delete(path: Path, left: Left) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as fault:
        left.stuck.append((path, reason_of(fault)))


def _delete_sockets(home: Home) -> None:
    """Those of a home with a long path lie under /tmp: the engine's, and the app's with an `a` before it."""
    if sys.platform == "win32":
        return
    control = Path(control_address(home.root))
    if control.name == SOCKET_NAME:
        return
    for path in (control, control.with_name(f"a{control.name}")):
        _delete(path, Left())
    _drop_empty(control.parent)


def _drop_empty(folder: Path) -> None:
    """Does nothing to one that is not empty, not there, or not a folder."""
    try:
        folder.rmdir()
    except OSError:
        return
