"""Enough of the Wayland protocol for a client without windows: objects, requests, events. No library is needed: the
wire format is a header of two words and arguments of whole words, in the byte order of this machine.
"""

import socket
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.throttle.sensors.probe import CannotTell

ANSWER_S = 1.0
"""A compositor that takes longer is taken to be hung."""
DISPLAY = 1
"""The object that every connection begins with."""

_HEADER_BYTES = 8
_ERROR = 0
_DONE = 0
_GLOBAL = 0


@dataclass(frozen=True, slots=True)
class Event:
    sender: int
    """The object that it is about."""
    opcode: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Global:
    """Something that the compositor offers."""

    name: int
    version: int


def number(value: int) -> bytes:
    return struct.pack("=I", value)


def text(value: str) -> bytes:
    data = value.encode() + b"\0"
    return number(len(data)) + data + bytes(-len(data) % 4)


def read_text(body: bytes, at: int) -> tuple[str, int]:
    """The string that begins there, and where the next argument does. Raises `CannotTell`."""
    size = read_number(body, at)
    if size < 1 or at + 4 + size > len(body):
        raise CannotTell("the compositor sends a string that is shorter than it says")
    return body[at + 4 : at + 3 + size].decode(errors="replace"), at + 4 + size + -size % 4


def read_number(body: bytes, at: int) -> int:
    """Raises `CannotTell` where the message ends before."""
    if at + 4 > len(body):
        raise CannotTell("the compositor sends a message that is too short")
    return int(struct.unpack_from("=I", body, at)[0])


def find_socket(environment: Mapping[str, str]) -> Path:
    """As Wayland's own library looks for it. Raises `CannotTell`."""
    name = environment.get("WAYLAND_DISPLAY") or "wayland-0"
    folder = environment.get("XDG_RUNTIME_DIR", "")
    if not folder and not name.startswith("/"):
        raise CannotTell("XDG_RUNTIME_DIR is not set")
    return Path(folder) / name


class Connection:
    """One connection. Every method raises `CannotTell` or `OSError` where the compositor does not answer in time,
    refuses, or answers nonsense."""

    def __init__(self, path: Path) -> None:
        self._received = b""
        self._events: list[Event] = []
        self._last_id = DISPLAY
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(ANSWER_S)
        try:
            self._socket.connect(str(path))
            self._registry = self.new_id()
            self.send(DISPLAY, 1, number(self._registry))
            self.globals = self._read_globals()
        except BaseException:
            self._socket.close()
            raise

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self) -> None:
        self._socket.close()

    def new_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def send(self, target: int, opcode: int, body: bytes = b"") -> None:
        self._socket.sendall(number(target) + number((_HEADER_BYTES + len(body)) << 16 | opcode) + body)

    def bind(self, interface: str, version: int) -> int:
        """A new object for what is offered under that name. Raises `CannotTell` where it is not."""
        found = self.globals.get(interface)
        if found is None:
            raise CannotTell(f"the compositor lacks {interface}")
        new = self.new_id()
        version = min(version, found.version)
        self.send(self._registry, 0, number(found.name) + text(interface) + number(version) + number(new))
        return new

    def synchronise(self) -> None:
        """Returns when all requests so far have been worked on."""
        callback = self.new_id()
        self.send(DISPLAY, 0, number(callback))
        while not self._pop_done(callback):
            self._receive()

    def take_events(self) -> list[Event]:
        """Those that have come, without waiting."""
        self._socket.setblocking(False)
        try:
            self._receive()
        except BlockingIOError:
            pass
        finally:
            self._socket.settimeout(ANSWER_S)
        found, self._events = self._events, []
        return found

    def _read_globals(self) -> dict[str, Global]:
        self.synchronise()
        found: dict[str, Global] = {}
        for event in self._events:
            if (event.sender, event.opcode) == (self._registry, _GLOBAL):
                interface, at = read_text(event.body, 4)
                # Of several seats the first is meant.
                found.setdefault(interface, Global(read_number(event.body, 0), read_number(event.body, at)))
        self._events.clear()
        return found

    def _pop_done(self, callback: int) -> bool:
        for event in self._events:
            if (event.sender, event.opcode) == (callback, _DONE):
                self._events.remove(event)
                return True
        return False

    def _receive(self) -> None:
        more = self._socket.recv(65536)
        if not more:
            raise CannotTell("the compositor has closed the connection")
        self._received += more
        while (event := self._cut()) is not None:
            if event.sender != DISPLAY:
                self._events.append(event)
            elif event.opcode == _ERROR:
                raise CannotTell(f"the compositor says: {read_text(event.body, 8)[0]}")

    def _cut(self) -> Event | None:
        """The first whole message of what has come."""
        if len(self._received) < _HEADER_BYTES:
            return None
        size = read_number(self._received, 4) >> 16
        if size < _HEADER_BYTES:
            raise CannotTell("the compositor sends a message without a header")
        if len(self._received) < size:
            return None
        event = Event(
            read_number(self._received, 0), read_number(self._received, 4) & 0xFFFF, self._received[_HEADER_BYTES:size]
        )
        self._received = self._received[size:]
        return event
