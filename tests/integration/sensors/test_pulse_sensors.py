"""Against a sound server that speaks the protocol as far as recordings go."""

import socket
import struct
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from desktop import Watched, until, watched

from core.throttle.sensors.probe import CannotTell, Maker
from core.throttle.sensors.pulse import Pulse, blob, find_socket, find_sources, number, read_cookie, read_values, text

ERROR, REPLY, AUTH, SOURCE_INFO, RECORDINGS, EVENT = 0, 2, 8, 23, 32, 66
COOKIE = bytes(range(256))


class SoundServer:
    """Recordings: from which source, whether held, and how resampled."""

    def __init__(self, path: Path) -> None:
        self.recordings: list[tuple[int, bool, str | None]] = []
        self.sources = {1: "alsa_input.usb", 2: "alsa_output.hdmi.monitor", 3: "bluez_input.head"}
        self.cookies: list[bytes] = []
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self._client: socket.socket | None = None
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def record(self, *recordings: tuple[int, bool, str | None]) -> None:
        self.recordings = list(recordings)
        self._send(number(EVENT) + number(0xFFFFFFFF) + number(3) + number(7))

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        if self._client is not None:
            self._client.close()

    def hang_up(self) -> None:
        assert self._client is not None
        self._client.shutdown(socket.SHUT_RDWR)

    def _serve(self) -> None:
        while True:
            try:
                self._client, _ = self._listener.accept()
                while header := self._client.recv(20, socket.MSG_WAITALL):
                    packet = self._client.recv(struct.unpack_from(">I", header)[0], socket.MSG_WAITALL)
                    command, tag, *rest = read_values(packet)
                    self._answer(command, tag, rest)
                self._client.close()
            except OSError:
                if self._listener.fileno() < 0:
                    return

    def _answer(self, command: int, tag: int, rest: list[object]) -> None:
        body = b""
        if command == AUTH:
            assert rest[0] == 19
            self.cookies.append(rest[1])  # type: ignore[arg-type]
            body = number(35)
        if command == RECORDINGS:
            body = b"".join(self._recording(*one) for one in self.recordings)
        if command == SOURCE_INFO:
            name = self.sources.get(rest[0])  # type: ignore[call-overload]
            if name is None:
                self._send(number(ERROR) + number(tag) + number(5))
                return
            body = number(3) + text(name) + text("description")
        self._send(number(REPLY) + number(tag) + body)

    def _recording(self, source: int, is_held: bool, resampling: str | None) -> bytes:
        properties = b"P" + text("media.name") + number(5) + blob(b"call\0") + text(None)
        return b"".join(
            [
                number(9) + text("call") + number(0) + number(4) + number(source),
                b"a" + struct.pack(">BBI", 3, 2, 44_100) + b"m\2\1\2",
                b"U" + struct.pack(">Q", 5) + b"U" + struct.pack(">Q", 6),
                text(resampling) + text("driver") + properties,
                b"1" if is_held else b"0",
            ]
        )

    def _send(self, packet: bytes) -> None:
        assert self._client is not None
        data = struct.pack(">IIIII", len(packet), 0xFFFFFFFF, 0, 0, 0) + packet
        self._client.sendall(data[:7])
        self._client.sendall(data[7:])


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "pulse").mkdir()
    (tmp_path / "cookie").write_bytes(COOKIE)
    return {"XDG_RUNTIME_DIR": str(tmp_path), "PULSE_COOKIE": str(tmp_path / "cookie")}


@pytest.fixture
def server(tmp_path: Path, environment: dict[str, str]) -> Iterator[SoundServer]:
    one = SoundServer(tmp_path / "pulse" / "native")
    yield one
    one.close()


@pytest.fixture
def desk(server: SoundServer, environment: dict[str, str]) -> Iterator[Watched]:
    with watched([Maker("PulseAudio", lambda: Pulse(environment))]) as one:
        until(lambda: one.sensors.read().is_in_call is False)
        yield one


def test_call_is_told_when_it_begins_and_ends(server: SoundServer, desk: Watched) -> None:
    assert server.cookies == [COOKIE]
    server.record((3, False, "speex-float-1"))
    until(lambda: desk.sensors.read().is_in_call is True, 2.0)
    assert desk.sensors.sources() == {"is_in_call": "PulseAudio"}
    server.record()
    until(lambda: desk.sensors.read().is_in_call is False, 2.0)


@pytest.mark.parametrize(
    "recording", [(1, True, None), (1, False, "peaks"), (2, False, None), (99, False, None)]
)  # held, a meter, of what is played, just gone
def test_what_is_no_call(server: SoundServer, desk: Watched, recording: tuple[int, bool, str | None]) -> None:
    server.record((1, False, None))
    until(lambda: desk.sensors.read().is_in_call is True, 2.0)
    server.record(recording)
    until(lambda: desk.sensors.read().is_in_call is False, 2.0)
    server.record(recording, (1, False, None))
    until(lambda: desk.sensors.read().is_in_call is True, 2.0)


def test_server_that_ends_cannot_tell_and_comes_back(server: SoundServer, desk: Watched) -> None:
    server.hang_up()
    until(lambda: desk.sensors.read().is_in_call is None, 2.0)
    until(lambda: desk.sensors.read().is_in_call is False)


@pytest.mark.parametrize("data", [b"L\0\0", b"tabc", b"?", b"P", b"x\0\0\0", b"a\1"])
def test_packets_that_are_cut(data: bytes) -> None:
    with pytest.raises(CannotTell, match="sound server"):
        read_values(data)


def test_list_that_is_cut() -> None:
    with pytest.raises(CannotTell, match="cut"):
        find_sources([1, "a", 2])


def test_where_the_server_listens(tmp_path: Path) -> None:
    assert str(find_socket({"PULSE_SERVER": "unix:/a/b"})) == "/a/b"
    assert str(find_socket({"PULSE_RUNTIME_PATH": "/r"})) == "/r/native"
    assert str(find_socket({"XDG_RUNTIME_DIR": "/x"})) == "/x/pulse/native"
    with pytest.raises(CannotTell, match="this computer"):
        find_socket({"PULSE_SERVER": "tcp:far.example.org"})
    with pytest.raises(CannotTell, match="no session"):
        find_socket({})
    assert read_cookie({"HOME": str(tmp_path)}) == bytes(256)
