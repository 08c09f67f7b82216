"""What goes wrong on the disk while a release is brought here, told with how much room it takes."""

import errno
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from core.data.files import disk_fault
from core.release.seal import ReleaseFault
from core.saying import say

SPARE_BYTES = 100 << 20
"""Left to others on the disk."""
_PAUSES_S = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
_FULL = {errno.ENOSPC, errno.EDQUOT}


class NoSpace(ReleaseFault):
    """The disk has less room than is needed."""


def free_bytes(folder: Path) -> int:
    """For ordinary users, on the disk that holds `folder` or will hold it. Raises `OSError`."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return shutil.disk_usage(folder).free


def ask_room(folder: Path, needed_bytes: int, free: Callable[[Path], int] = free_bytes) -> None:
    """Raises `NoSpace` unless so much more fits into `folder`."""
    with on_disk(folder, lambda: needed_bytes):
        if needed_bytes > 0 and (there := free(folder)) < needed_bytes + SPARE_BYTES:
            raise _no_space(folder, needed_bytes + SPARE_BYTES, there)


@contextmanager
def on_disk(folder: Path, lacking_bytes: Callable[[], int]) -> Iterator[None]:
    """Turns an `OSError` of the block into a `ReleaseFault`. `lacking_bytes`: what was still to be written."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise _no_space(folder, lacking_bytes() + SPARE_BYTES, _left(folder)) from error
        raise ReleaseFault(disk_fault(error, folder).saying) from error


def put(source: Path, target: Path) -> None:
    """Renames, also where a virus scanner looks at what was just written and Windows refuses meanwhile. Blocks, for
    seconds at the most. Raises `OSError`."""
    for pause_s in _PAUSES_S if os.name == "nt" else ():
        try:
            source.replace(target)
        except PermissionError:
            time.sleep(pause_s)
        else:
            return
    source.replace(target)


def _left(folder: Path) -> int:
    try:
        return free_bytes(folder)
    except OSError:
        return 0


def _no_space(folder: Path, needed_bytes: int, there_bytes: int) -> NoSpace:
    return NoSpace(
        say(
            "{needed_bytes} must be free on the disk that holds {folder}, and {there_bytes} are: free some space there "
            "and try again; what is here already stays.",
            needed_bytes=needed_bytes,
            folder=str(folder),
            there_bytes=there_bytes,
        )
    )
