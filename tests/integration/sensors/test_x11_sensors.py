"""Against a real X server, with real keys."""

import signal
import struct
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from desktop import Display, Watched, until, watched

from core.throttle.sensors.probe import CannotTell, Maker
from core.throttle.sensors.x11 import X11
from core.throttle.sensors.x11_wire import Connection

CARDINAL_ATOM, WINDOW_ATOM, ATOM_ATOM = 6, 33, 4


@pytest.fixture
def display() -> Iterator[Display]:
    one = Display()
    yield one
    one.kill()


@pytest.fixture
def desk(display: Display) -> Iterator[Watched]:
    with watched([Maker("X11", lambda: X11(display.environment))]) as one:
        until(lambda: one.idle_s() is not None)
        yield one


class Window(Connection):
    """A program with one window, that plays the window manager as well."""

    def show(self, width: int, height: int, *states: str) -> None:
        self.window = self.new_id()
        self.send(1, 0, struct.pack("=IIhhHHHHII", self.window, self.root, 0, 0, width, height, 0, 1, 0, 0))
        self.send(8, 0, struct.pack("=I", self.window))
        self.put("_NET_WM_STATE", ATOM_ATOM, [self.find_atom(name) for name in states], self.window)
        self.put("_NET_ACTIVE_WINDOW", WINDOW_ATOM, [self.window], self.root)

    def put(self, name: str, kind: int, values: list[int], window: int) -> None:
        body = struct.pack(f"=IIIBxxxI{len(values)}I", window, self.find_atom(name), kind, 32, len(values), *values)
        self.send(18, 0, body)
        self.find_atom(name)  # an answer: it has been done


def test_idle_time_is_right_within_a_second(display: Display, desk: Watched) -> None:
    pressed_s = display.press("a")
    until(lambda: (desk.idle_s() or 99.0) < 1.0)
    for _ in range(3):
        time.sleep(0.7)
        found_s = desk.idle_s()
        assert found_s is not None
        assert found_s == pytest.approx(time.monotonic() - pressed_s, abs=1.0)
    assert found_s > 1.5
    assert desk.sensors.sources() == {"idle_s": "XScreenSaver"}


@pytest.mark.parametrize("is_close", [True, False])
def test_first_key_after_a_rest_is_told_at_once(display: Display, desk: Watched, is_close: bool) -> None:
    desk.sensors.watch_closely(is_close)
    delays_s = []
    for _ in range(5):
        time.sleep(0.7)
        desk.forget()
        before_s = display.press("a")
        delays_s.append(desk.next_input() - before_s)
        assert desk.idle_s() == pytest.approx(0.0, abs=0.2)
    assert sorted(delays_s)[2] < 0.2  # of which xdotool takes a part, and other tests the processor


def test_typing_on_is_told_a_few_times_a_second_at_most(display: Display, desk: Watched) -> None:
    time.sleep(0.7)
    desk.forget()
    display.press("a")
    for _ in range(20):
        display.press("b", "c")
    assert 1 <= len(desk.inputs) <= 10


@pytest.mark.parametrize(
    ("states", "size", "wanted"),
    [
        (["_NET_WM_STATE_FULLSCREEN", "_NET_WM_STATE_ABOVE"], (800, 600), True),
        (["_NET_WM_STATE_FULLSCREEN"], (400, 300), False),
        (["_NET_WM_STATE_MAXIMIZED_VERT"], (800, 600), False),
        ([], (800, 600), False),
    ],
)
def test_full_screen(display: Display, desk: Watched, states: list[str], size: tuple[int, int], wanted: bool) -> None:
    assert desk.sensors.read().is_full_screen is None  # no window manager
    window = Window(display.environment)
    window.show(*size, *states)
    started_s = time.monotonic()
    until(lambda: desk.sensors.read().is_full_screen is wanted)
    assert time.monotonic() - started_s < 1.0
    window.close()  # the root window still names it
    until(lambda: desk.sensors.read().is_full_screen is False, 3.0)


def test_no_window_in_front_is_no_full_screen(display: Display, desk: Watched) -> None:
    window = Window(display.environment)
    window.put("_NET_ACTIVE_WINDOW", WINDOW_ATOM, [0], window.root)
    until(lambda: desk.sensors.read().is_full_screen is False)
    window.close()


def test_server_that_dies_cannot_tell_and_comes_back(display: Display, desk: Watched) -> None:
    display.kill()
    killed_s = time.monotonic()
    until(lambda: desk.idle_s() is None, 2.0)
    assert time.monotonic() - killed_s < 2.0
    assert desk.sensors.sources() == {}
    again = Display(display.number)
    until(lambda: desk.idle_s() is not None)
    time.sleep(0.7)
    desk.forget()
    again.press("a")
    desk.next_input()
    again.kill()


def test_server_that_hangs_cannot_tell_and_comes_back(display: Display, desk: Watched) -> None:
    display.signal(signal.SIGSTOP)
    until(lambda: desk.idle_s() is None, 4.0)
    display.signal(signal.SIGCONT)
    until(lambda: desk.idle_s() is not None)


def test_no_server_is_no_sensor() -> None:
    with pytest.raises(CannotTell, match="no display server"):
        X11({"DISPLAY": ":64999"})


def test_server_that_wants_a_secret(tmp_path: Path) -> None:
    authority = tmp_path / "authority"
    name, secret = b"MIT-MAGIC-COOKIE-1", bytes(range(16))
    # Of any computer and any display.
    authority.write_bytes(b"".join([b"\xff\xff", *(struct.pack(">H", len(a)) + a for a in (b"", b"", name, secret))]))
    display = Display(authority=authority)
    try:
        with pytest.raises(CannotTell, match="refuses"):
            X11({**display.environment, "XAUTHORITY": str(tmp_path / "none")})
        probe = X11({**display.environment, "XAUTHORITY": str(authority)})
        assert [said.fact for said in probe.look()] == ["idle_s"]
        probe.close()
    finally:
        display.kill()
