"""A lock on a file that the operating system takes back when its holder dies, however it dies."""

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    _LOCKED_OFFSET = 1 << 30
    """Far behind what is written into such a file, which others must be able to read while the byte here is locked."""

    def try_lock(descriptor: int) -> bool:
        """Whether it is held from now on, until the file is closed."""
        os.lseek(descriptor, _LOCKED_OFFSET, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def try_lock(descriptor: int) -> bool:
        """Whether it is held from now on, until the file is closed."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def is_held(path: Path) -> bool:
    """Whether anybody holds the lock on `path`, which need not exist. Raises `OSError`."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        return not try_lock(descriptor)
    finally:
        os.close(descriptor)
