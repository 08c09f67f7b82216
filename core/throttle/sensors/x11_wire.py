"""Enough of the X11 protocol to ask a display server, without a library: one that was written in C could hang or end
this process, and the protocol has not changed since 1987.

Numbers and layouts: X.Org's "X Window System Protocol" and the protocol texts of its extensions. All of it in the byte
order of this machine.
"""

import contextlib
import os
import re
import socket
import struct
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.throttle.sensors.probe import CannotTell

ANSWER_S = 1.0
"""A display server that takes longer is taken to be hung."""
LONGEST_REPLY_BYTES = 1 << 20

_SOCKETS = "/tmp/.X11-unix/X"  # noqa: S108 (where every X server listens)
_TCP_PORT = 6000
_ORDER = b"l" if struct.pack("=H", 1) == b"\x01\x00" else b"B"
_LOCAL, _WILD = 256, 65535
"""Families of an entry of the authority file: this computer, any."""
_COOKIE = b"MIT-MAGIC-COOKIE-1"
_ERROR, _REPLY, _GENERIC_EVENT = 0, 1, 35


@dataclass(frozen=True, slots=True)
class Display:
    """`host:number.screen`; the host is empty for this computer."""

    host: str
    number: int


def parse_display(text: str) -> Display:
    """Raises `CannotTell` for what is none."""
    found = re.fullmatch(r"(?:unix)?(?:([^:/]*)):(\d{1,5})(?:\.\d+)?", text)
    if found is None:
        raise CannotTell(f"no display is called {text!r}")
    return Display(found[1] or "", int(found[2]))


def find_cookie(authority: bytes, display: Display, hostname: str) -> bytes:
    """The secret for this display in an authority file (`man Xsecurity`); empty where there is none."""
    at = 0

    def take(size: int) -> bytes:
        nonlocal at
        at += size
        if at > len(authority):
            raise EOFError
        return authority[at - size : at]

    def take_counted() -> bytes:
        return take(int.from_bytes(take(2), "big"))

    with contextlib.suppress(EOFError):
        while at < len(authority):
            family = int.from_bytes(take(2), "big")
            address, number, name, secret = (take_counted() for _ in range(4))
            is_here = family == _WILD or (family == _LOCAL and address == hostname.encode()) or bool(display.host)
            if name == _COOKIE and is_here and number in {b"", str(display.number).encode()}:
                return secret
    return b""


def _read_cookie(environment: Mapping[str, str], display: Display) -> bytes:
    path = Path(environment.get("XAUTHORITY") or Path(environment.get("HOME", "/")) / ".Xauthority")
    try:
        return find_cookie(path.read_bytes(), display, socket.gethostname())
    except OSError:
        return b""  # the server may let us in without


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)


class Connection:
    """One connection. Every method raises `CannotTell` or `OSError` where the server does not answer in time, refuses,
    or answers nonsense."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        display = parse_display(environment.get("DISPLAY", ""))
        self._socket = _connect(display)
        self._received = b""
        self._sequence = 0
        self._events: deque[bytes] = deque(maxlen=64)
        self._next_id = 0
        try:
            self.root = self._set_up(_read_cookie(environment, display))
        except BaseException:
            self._socket.close()
            raise

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self) -> None:
        self._socket.close()

    def new_id(self) -> int:
        """For a resource that this client creates."""
        self._next_id += 1
        return self._id_base + self._next_id

    def send(self, opcode: int, detail: int, body: bytes = b"") -> int:
        """Sends a request that has no reply. `detail`: its second byte, which in extensions says which request."""
        data = _padded(body)
        self._socket.sendall(struct.pack("=BBH", opcode, detail, 1 + len(data) // 4) + data)
        self._sequence = (self._sequence + 1) & 0xFFFF
        return self._sequence

    def ask(self, opcode: int, detail: int, body: bytes = b"") -> bytes:
        """The reply, of 32 bytes or more. Raises `CannotTell` for an error."""
        wanted = self.send(opcode, detail, body)
        while True:
            message = self._receive()
            kind, sequence = message[0], struct.unpack_from("=H", message, 2)[0]
            if kind == _REPLY and sequence == wanted:
                return message
            if kind == _ERROR and sequence == wanted:
                raise CannotTell(f"X error {message[1]} to request {opcode}.{detail}")
            if kind not in {_ERROR, _REPLY}:
                self._events.append(message)

    def take_events(self) -> list[bytes]:
        """Those that have come, without waiting."""
        while self._has_message():
            message = self._receive()
            if message[0] not in {_ERROR, _REPLY}:  # an error is of a request whose outcome nobody waits for
                self._events.append(message)
        found = list(self._events)
        self._events.clear()
        return found

    def find_extension(self, name: str) -> tuple[int, int]:
        """Its opcode and its first event. Raises `CannotTell` where the server lacks it."""
        text = name.encode()
        reply = self.ask(98, 0, struct.pack("=HH", len(text), 0) + text)
        is_present, opcode, first_event, _ = struct.unpack_from("=BBBB", reply, 8)
        if not is_present:
            raise CannotTell(f"the display server lacks {name}")
        return opcode, first_event

    def find_atom(self, name: str) -> int:
        text = name.encode()
        return int(struct.unpack_from("=I", self.ask(16, 0, struct.pack("=HH", len(text), 0) + text), 8)[0])

    def read_property(self, window: int, atom: int) -> tuple[int, ...] | None:
        """A property that is a list of 32-bit numbers; None where the window has none."""
        reply = self.ask(20, 0, struct.pack("=IIIII", window, atom, 0, 0, 256))
        if reply[1] != 32:
            return None
        count = struct.unpack_from("=I", reply, 16)[0]
        if 32 + 4 * count > len(reply):
            raise CannotTell("a property is shorter than it says")
        return tuple(int(value) for value in struct.unpack_from(f"={count}I", reply, 32))

    def _set_up(self, cookie: bytes) -> int:
        """Says hello. The first screen's root window."""
        name = _COOKIE if cookie else b""
        hello = _ORDER + struct.pack("=xHHHHxx", 11, 0, len(name), len(cookie))
        self._socket.sendall(hello + _padded(name) + _padded(cookie))
        outcome, reason_size, _, _, words = struct.unpack("=BBHHH", self._take(8))
        body = self._take(4 * words)
        if outcome != 1:
            raise CannotTell(f"the display server refuses: {body[:reason_size].decode(errors='replace').strip()}")
        try:
            self._id_base = int(struct.unpack_from("=I", body, 4)[0])
            vendor_size, formats = struct.unpack_from("=H", body, 16)[0], body[21]
            at = 32 + vendor_size + -vendor_size % 4 + 8 * formats
            return int(struct.unpack_from("=I", body, at)[0])
        except (struct.error, IndexError) as error:
            raise CannotTell("the display server's greeting is too short") from error

    def _receive(self) -> bytes:
        message = self._take(32)
        if message[0] in {_REPLY, _GENERIC_EVENT}:
            more = 4 * struct.unpack_from("=I", message, 4)[0]
            if more > LONGEST_REPLY_BYTES:
                raise CannotTell("the display server's reply is too long")
            message += self._take(more)
        return message

    def _has_message(self) -> bool:
        """Takes what has come."""
        self._socket.setblocking(False)
        try:
            more = self._socket.recv(65536)
            if not more:
                raise CannotTell("the display server has closed the connection")
            self._received += more
        except BlockingIOError:
            pass
        finally:
            self._socket.settimeout(ANSWER_S)
        return len(self._received) >= 32

    def _take(self, size: int) -> bytes:
        while len(self._received) < size:
            more = self._socket.recv(max(4096, size - len(self._received)))
            if not more:
                raise CannotTell("the display server has closed the connection")
            self._received += more
        taken, self._received = self._received[:size], self._received[size:]
        return taken


def _connect(display: Display) -> socket.socket:
    if display.host:
        return socket.create_connection((display.host, _TCP_PORT + display.number), ANSWER_S)
    path = f"{_SOCKETS}{display.number}"
    # Linux also has it without a file, which is all that a program in a sandbox with its own /tmp can reach.
    for address in (path, "\0" + path):
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(ANSWER_S)
        try:
            connection.connect(address)
        except OSError:
            connection.close()
        else:
            return connection
    raise CannotTell(f"no display server listens at {os.fspath(path)}")
