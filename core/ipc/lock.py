"""One engine per home: a lock that the operating system takes back when its holder dies, however it dies."""

import contextlib
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from core.errors import LocalFault, reason_of
from core.ipc.locking import try_lock
from core.paths import Home
from core.saying import Saying, say


class HomeLock:
    """Held from `acquire` until `release` or the end of the process. Children do not inherit it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def acquire(self) -> None:
        """Makes the home if need be. Raises `LocalFault` where another engine holds it or it cannot be written."""
        home = self._path.parent
        try:
            Home(home).make()
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as fault:
            raise _unwritable(home, fault) from fault
        try:
            if not try_lock(descriptor):
                raise LocalFault(self._occupied(home))
            os.ftruncate(descriptor, 0)
            os.lseek(descriptor, 0, os.SEEK_SET)
            os.write(descriptor, b"%d\n" % os.getpid())
        except OSError as fault:
            os.close(descriptor)
            raise _unwritable(home, fault) from fault
        except LocalFault:
            os.close(descriptor)
            raise
        self._descriptor = descriptor

    def release(self) -> None:
        """The file stays: removing it would let two engines lock two files of one name."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _occupied(self, home: Path) -> Saying:
        pid = holder_pid(self._path)
        if pid is None:
            return say(
                "Idlewild already runs in {home}; end it with `idlewild quit`, or choose another folder with --home.",
                home=str(home),
            )
        return say(
            "Idlewild already runs in {home} (process {pid}); end it with `idlewild quit`, or choose another folder "
            "with --home.",
            home=str(home),
            pid=str(pid),
        )

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.release()


def holder_pid(path: Path) -> int | None:
    """Process number that the last engine wrote; whether it still lives is not looked at."""
    with contextlib.suppress(OSError, ValueError):
        return int(path.read_text("ascii"))
    return None


def _unwritable(home: Path, fault: OSError) -> LocalFault:
    return LocalFault(
        say(
            "The home {home} cannot be written ({reason}); free space or permissions there, or choose another folder "
            "with --home.",
            home=str(home),
            reason=reason_of(fault),
        )
    )
