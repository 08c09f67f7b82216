"""A Wayland compositor without pictures: a seat, and who is told that nobody uses it."""

import contextlib
import socket
import struct
import threading
from pathlib import Path

GLOBALS = {1: ("wl_compositor", 5), 2: ("wl_seat", 7), 3: ("ext_idle_notifier_v1", 2)}


def text(value: str) -> bytes:
    data = value.encode() + b"\0"
    return struct.pack("=I", len(data)) + data + bytes(-len(data) % 4)


class Compositor:
    """Serves one client at a time. `version`: of the idle notifier; 0 is none."""

    def __init__(self, path: Path, version: int = 2) -> None:
        self.version = version
        self.timeouts_ms: list[int] = []
        self.notifications: dict[str, int] = {}
        """`any` (held up by programs) and `input` to the object's number."""
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self._client: socket.socket | None = None
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def idled(self, *which: str) -> None:
        for name in which or self.notifications:
            self._send(self.notifications[name], 0)

    def resumed(self, *which: str) -> None:
        for name in which or self.notifications:
            self._send(self.notifications[name], 1)

    def fail(self) -> None:
        self._send(1, 0, struct.pack("=II", 3, 0) + text("out of ideas"))

    def close(self) -> None:
        for end in (self._listener, self._client):
            with contextlib.suppress(OSError):  # closed already
                if end is not None:
                    end.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(5)

    def _serve(self) -> None:
        while True:
            try:
                self._client, _ = self._listener.accept()
            except OSError:
                return
            self._names: dict[int, str] = {}
            try:
                while header := self._client.recv(8, socket.MSG_WAITALL):
                    target, word = struct.unpack("=II", header)
                    body = self._client.recv((word >> 16) - 8, socket.MSG_WAITALL) if word >> 16 > 8 else b""
                    self._obey(target, word & 0xFFFF, body)
            except OSError:
                pass
            self._client.close()

    def _obey(self, target: int, opcode: int, body: bytes) -> None:
        numbers = struct.unpack_from(f"={len(body) // 4}I", body)
        if (target, opcode) == (1, 0):  # sync
            self._send(numbers[0], 0, struct.pack("=I", 0))
            self._send(1, 1, struct.pack("=I", numbers[0]))
        elif (target, opcode) == (1, 1):  # get_registry
            self._registry = numbers[0]
            for name, (interface, version) in GLOBALS.items():
                offered = self.version if interface.startswith("ext_idle") else version
                if offered:
                    self._send(
                        self._registry, 0, struct.pack("=I", name) + text(interface) + struct.pack("=I", offered)
                    )
        elif (target, opcode) == (self._registry, 0):  # bind
            interface, version = GLOBALS[numbers[0]]
            assert body[4:].startswith(text(interface))
            assert numbers[-2] <= (self.version if interface.startswith("ext_idle") else version)
            self._names[numbers[-1]] = interface
            if interface == "wl_seat":
                self._send(numbers[-1], 0, struct.pack("=I", 3))
        elif self._names.get(target) == "ext_idle_notifier_v1":
            assert self._names[numbers[2]] == "wl_seat"
            self.timeouts_ms.append(numbers[1])
            self.notifications[{1: "any", 2: "input"}[opcode]] = numbers[0]

    def _send(self, sender: int, opcode: int, body: bytes = b"") -> None:
        assert self._client is not None
        data = struct.pack("=II", sender, (8 + len(body)) << 16 | opcode) + body
        # In two pieces: a client must not count on whole messages.
        self._client.sendall(data[:5])
        self._client.sendall(data[5:])
