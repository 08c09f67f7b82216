"""Who records sound, told by the sound server: PulseAudio, or PipeWire, which speaks the same protocol. Unlike sound
cards it knows Bluetooth headsets, and it tells meters from recordings.

The protocol is that of libpulse (`protocol-native`): packets of a header and of values that each begin with their kind.
"""

import socket
import struct
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.throttle.sensors.probe import CannotTell, Said

SOURCE = "PulseAudio"
ANSWER_S = 1.0
ASK_AGAIN_S = 30.0
LONGEST_PACKET_BYTES = 1 << 20

_VERSION = 19
"""Of the protocol: the first in which a stream tells whether it is held."""
_ERROR, _REPLY, _AUTH, _SET_NAME = 0, 2, 8, 9
_SOURCE_INFO, _RECORDINGS, _SUBSCRIBE = 23, 32, 35
_RECORDING_CHANGES = 0x08
_HEADER = struct.Struct(">IIIII")
_CONTROL = 0xFFFFFFFF
_COOKIE_BYTES = 256
_VALUES_OF_A_RECORDING = 13
_CONSTANTS = {"0": False, "1": True, "N": None}
_COUNTED = {"m": 1, "v": 4}
"""Channel maps and volumes: how many bytes each channel takes."""
_FIXED = {"L": ">I", "B": ">B", "U": ">Q", "r": ">q", "R": ">Q", "T": ">Q", "V": ">I", "a": ">BBI"}


def read_values(data: bytes) -> list[Any]:
    """All values of a packet. Raises `CannotTell` for a kind that is none, or one that is cut."""
    found: list[Any] = []
    at = 0
    try:
        while at < len(data):
            value, at = _read_value(data, at)
            found.append(value)
    except (struct.error, IndexError, ValueError) as error:
        raise CannotTell("the sound server sends a packet that is cut") from error
    return found


def _read_value(data: bytes, at: int) -> tuple[Any, int]:
    kind, at = chr(data[at]), at + 1
    if kind in _CONSTANTS:
        return _CONSTANTS[kind], at
    if kind in _FIXED:
        values = struct.unpack_from(_FIXED[kind], data, at)
        return (values[0] if len(values) == 1 else values), at + struct.calcsize(_FIXED[kind])
    if kind == "P":
        return _read_properties(data, at)
    if kind == "t":
        end = data.index(0, at)
        return data[at:end].decode(errors="replace"), end + 1
    if kind == "x":
        at, size = at + 4, struct.unpack_from(">I", data, at)[0]
    elif kind in _COUNTED:
        at, size = at + 1, data[at] * _COUNTED[kind]
    else:
        raise CannotTell(f"the sound server sends a value of kind {kind!r}")
    return data[at : at + size], at + size


def _read_properties(data: bytes, at: int) -> tuple[dict[str, str], int]:
    found: dict[str, str] = {}
    while True:
        name, at = _read_value(data, at)
        if name is None:
            return found, at
        _, at = _read_value(data, at)  # the length once more
        value, at = _read_value(data, at)
        found[str(name)] = bytes(value).rstrip(b"\0").decode(errors="replace")


def number(value: int) -> bytes:
    return b"L" + struct.pack(">I", value)


def text(value: str | None) -> bytes:
    return b"N" if value is None else b"t" + value.encode() + b"\0"


def blob(value: bytes) -> bytes:
    return b"x" + struct.pack(">I", len(value)) + value


def find_sources(values: Sequence[Any]) -> list[int]:
    """What is recorded from, of the list of recordings: without those that are held, and without meters, which look at
    the peaks alone."""
    rows = [values[at : at + _VALUES_OF_A_RECORDING] for at in range(0, len(values), _VALUES_OF_A_RECORDING)]
    if any(len(row) < _VALUES_OF_A_RECORDING for row in rows):
        raise CannotTell("the sound server's list is cut")
    return [int(row[4]) for row in rows if not row[12] and row[9] != "peaks"]


class Pulse:
    every_s = 5.0
    closely_every_s = 5.0
    holds_s = 15.0

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(ANSWER_S)
        self._received = b""
        self._tag = 0
        self._is_news = True
        self._asked_s = 0.0
        self._is_recording = False
        try:
            self._socket.connect(str(find_socket(environment)))
            self._ask(_AUTH, number(_VERSION) + blob(read_cookie(environment)))
            name = text("application.name") + number(9) + blob(b"Idlewild\0")
            self._ask(_SET_NAME, b"P" + name + text(None))
            self._ask(_SUBSCRIBE, number(_RECORDING_CHANGES))
        except BaseException:
            self._socket.close()
            raise

    def look(self) -> Iterator[Said]:
        self._take_news()
        if self._is_news or time.monotonic() - self._asked_s >= ASK_AGAIN_S:
            self._is_news = False
            self._asked_s = time.monotonic()
            sources = find_sources(self._ask(_RECORDINGS))
            self._is_recording = any(not self._is_monitor(source) for source in sources)
        yield Said("is_in_call", self._is_recording, SOURCE)

    def files(self) -> Sequence[int]:
        return (self._socket.fileno(),)

    def close(self) -> None:
        self._socket.close()

    def _is_monitor(self, source: int) -> bool:
        """Of what is played: a visualisation or an equaliser, which says nothing of a microphone."""
        try:
            values = self._ask(_SOURCE_INFO, number(source) + text(None))
        except CannotTell:
            return True  # it has just gone
        return len(values) > 1 and str(values[1]).endswith(".monitor")

    def _ask(self, command: int, body: bytes = b"") -> list[Any]:
        """The values of the reply. What comes in between tells of changes. Raises `CannotTell` for an error."""
        self._tag += 1
        packet = number(command) + number(self._tag) + body
        self._socket.sendall(_HEADER.pack(len(packet), _CONTROL, 0, 0, 0) + packet)
        while True:
            packet = self._receive()
            kind, tag = struct.unpack_from(">xIxI", packet) if len(packet) >= 10 else (None, None)
            if kind in {_REPLY, _ERROR} and tag == self._tag:
                if kind == _ERROR:
                    raise CannotTell(f"the sound server refuses command {command}")
                return read_values(packet[10:])
            self._is_news = True

    def _take_news(self) -> None:
        """Without waiting."""
        self._socket.setblocking(False)
        try:
            more = self._socket.recv(65536)
            if not more:
                raise CannotTell("the sound server has closed the connection")
            self._received += more
        except BlockingIOError:
            return
        finally:
            self._socket.settimeout(ANSWER_S)
        while self._received:
            self._receive()
        self._is_news = True

    def _receive(self) -> bytes:
        size = _HEADER.unpack(self._take(_HEADER.size))[0]
        if size > LONGEST_PACKET_BYTES:
            raise CannotTell("the sound server's packet is too long")
        return self._take(size)

    def _take(self, size: int) -> bytes:
        while len(self._received) < size:
            more = self._socket.recv(65536)
            if not more:
                raise CannotTell("the sound server has closed the connection")
            self._received += more
        taken, self._received = self._received[:size], self._received[size:]
        return taken


def find_socket(environment: Mapping[str, str]) -> Path:
    """Where this user's sound server listens. Raises `CannotTell` where it is another computer's."""
    server = environment.get("PULSE_SERVER", "")
    if server:
        path = server.removeprefix("unix:")
        if not path.startswith("/"):
            raise CannotTell("the sound server is not of this computer")
        return Path(path)
    folder = environment.get("PULSE_RUNTIME_PATH")
    if folder:
        return Path(folder) / "native"
    if not environment.get("XDG_RUNTIME_DIR"):
        raise CannotTell("there is no session with a sound server")
    return Path(environment["XDG_RUNTIME_DIR"]) / "pulse" / "native"


def read_cookie(environment: Mapping[str, str]) -> bytes:
    """The secret of this user; PipeWire wants none."""
    home = Path(environment.get("HOME", "/"))
    config = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
    named = environment.get("PULSE_COOKIE")
    for path in (Path(named) if named else config / "pulse" / "cookie", home / ".pulse-cookie"):
        try:
            cookie = path.read_bytes()[:_COOKIE_BYTES]
        except OSError:
            continue
        if len(cookie) == _COOKIE_BYTES:
            return cookie
    return bytes(_COOKIE_BYTES)
