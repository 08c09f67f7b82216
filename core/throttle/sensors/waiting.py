"""Waiting for descriptors, and waking who waits."""

import contextlib
import select
import socket
import sys
from collections.abc import Sequence


def wait_readable(files: Sequence[int], seconds: float) -> None:
    """Until one of them can be read or has been closed by its other end, at most for so long."""
    if sys.platform == "win32":
        select.select(files, [], [], seconds)
        return
    poll = select.poll()  # where descriptors may be above the 1024 that `select` takes
    for file in files:
        poll.register(file, select.POLLIN)
    poll.poll(seconds * 1000)


class Bell:
    """Wakes the thread that waits for its descriptor."""

    def __init__(self) -> None:
        self._heard, self._rung = socket.socketpair()
        self._heard.setblocking(False)
        self._rung.setblocking(False)

    def fileno(self) -> int:
        return self._heard.fileno()

    def ring(self) -> None:
        with contextlib.suppress(OSError):  # full: it rings already; closed: nobody waits any more
            self._rung.send(b".")

    def silence(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._heard.recv(4096)

    def close(self) -> None:
        self._heard.close()
        self._rung.close()
