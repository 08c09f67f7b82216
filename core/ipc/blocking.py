"""A blocking connection to an engine's address, as a socket or as a Windows named pipe."""

import sys
from typing import Protocol

READ_BYTES = 1 << 16


class Wire(Protocol):
    def send(self, data: bytes) -> None: ...

    def receive(self, timeout_s: float | None) -> bytes:
        """What has arrived; empty at the end of the connection. Raises `TimeoutError` or `OSError`."""
        ...

    def close(self) -> None: ...


if sys.platform == "win32":
    import errno
    import time

    _RETRY_S = 0.05

    class _PipeWire:
        """Reads of a pipe opened as a file cannot be given a time limit; the engine's side answers promptly."""

        def __init__(self, address: str, timeout_s: float) -> None:
            deadline_s = time.monotonic() + timeout_s
            while True:
                try:
                    self._file = open(address, "r+b", buffering=0)  # noqa: PTH123, SIM115 - a pipe, kept open
                except OSError as fault:
                    # ERROR_PIPE_BUSY comes as EINVAL: all instances are taken for a moment.
                    if fault.errno != errno.EINVAL or time.monotonic() > deadline_s:
                        raise
                    time.sleep(_RETRY_S)
                else:
                    return

        def send(self, data: bytes) -> None:
            view = memoryview(data)
            while view:
                view = view[self._file.write(view) or 0 :]

        def receive(self, timeout_s: float | None) -> bytes:
            return self._file.read(READ_BYTES) or b""

        def close(self) -> None:
            self._file.close()

    def open_wire(address: str, timeout_s: float) -> Wire:
        """Raises `OSError`, `TimeoutError` included."""
        return _PipeWire(address, timeout_s)

else:
    import socket

    class _SocketWire:
        def __init__(self, address: str, timeout_s: float) -> None:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._socket.settimeout(timeout_s)
            try:
                self._socket.connect(address)
            except BaseException:
                self._socket.close()
                raise

        def send(self, data: bytes) -> None:
            self._socket.sendall(data)

        def receive(self, timeout_s: float | None) -> bytes:
            self._socket.settimeout(timeout_s)
            return self._socket.recv(READ_BYTES)

        def close(self) -> None:
            self._socket.close()

    def open_wire(address: str, timeout_s: float) -> Wire:
        """Raises `OSError`, `TimeoutError` included."""
        return _SocketWire(address, timeout_s)
