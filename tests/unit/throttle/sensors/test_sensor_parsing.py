"""What displays, desktops and services send, taken apart."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.throttle.sensors.bus import session_address, system_address
from core.throttle.sensors.idle_clock import IdleClock
from core.throttle.sensors.probe import DESKTOP, IN_USE, INPUT, CannotTell
from core.throttle.sensors.session_services import IdleUnit
from core.throttle.sensors.system_services import Session, judge_sessions, keeps_screen_on
from core.throttle.sensors.wayland_wire import find_socket, read_text
from core.throttle.sensors.wayland_wire import text as wayland_text
from core.throttle.sensors.x11 import covers, find_counter, parse_monitors
from core.throttle.sensors.x11_wire import Display, find_cookie, parse_display

COOKIE = b"MIT-MAGIC-COOKIE-1"


# ---- X11


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (":0", Display("", 0)),
        (":1.0", Display("", 1)),
        ("unix:3", Display("", 3)),
        ("localhost:10.0", Display("localhost", 10)),
        ("far.example.org:2", Display("far.example.org", 2)),
    ],
)
def test_display_names(text: str, wanted: Display) -> None:
    assert parse_display(text) == wanted


@pytest.mark.parametrize("text", ["", "0", ":", ":x", ":123456", "/tmp/launch/org.xquartz:0", "a:b:0"])
def test_what_is_no_display(text: str) -> None:
    with pytest.raises(CannotTell, match="no display"):
        parse_display(text)


def entry(family: int, address: bytes, number: bytes, name: bytes, secret: bytes) -> bytes:
    parts = (struct.pack(">H", len(part)) + part for part in (address, number, name, secret))
    return struct.pack(">H", family) + b"".join(parts)


def test_cookie_of_this_computer_and_display() -> None:
    authority = (
        entry(256, b"elsewhere", b"0", COOKIE, b"wrong host")
        + entry(256, b"here", b"0", b"OTHER-METHOD", b"wrong method")
        + entry(256, b"here", b"1", COOKIE, b"wrong display")
        + entry(256, b"here", b"0", COOKIE, b"right")
    )
    assert find_cookie(authority, Display("", 0), "here") == b"right"
    assert find_cookie(authority, Display("", 2), "here") == b""
    assert find_cookie(entry(65535, b"", b"", COOKIE, b"any"), Display("", 7), "here") == b"any"


@given(st.binary(max_size=200))
def test_authority_file_of_anything(data: bytes) -> None:
    find_cookie(data, Display("", 0), "here")


def test_counters_of_the_server() -> None:
    counters = [(7, b"SERVERTIME"), (8, b"IDLETIME"), (9, b"DEVICEIDLETIME 2")]
    rows = b""
    for number, name in counters:
        row = struct.pack("=IiIH", number, 0, 4, len(name)) + name
        rows += row + bytes(-len(row) % 4)
    reply = struct.pack("=8xi20x", len(counters)) + rows
    assert find_counter(reply, "IDLETIME") == 8
    assert find_counter(reply, "OTHER") is None
    assert find_counter(reply[:50], "DEVICEIDLETIME 2") is None


def test_monitors() -> None:
    rows = b"".join(
        struct.pack("=IBBHhhHHII", 1, 0, 1, outputs, left, 0, 1920, 1080, 500, 300) + bytes(4 * outputs)
        for outputs, left in ((1, -1920), (2, 0))
    )
    reply = struct.pack("=12xI16x", 2) + rows
    assert parse_monitors(reply) == [(-1920, 0, 1920, 1080), (0, 0, 1920, 1080)]
    assert parse_monitors(reply[:60]) == [(-1920, 0, 1920, 1080)]


@pytest.mark.parametrize(
    ("window", "wanted"),
    [
        ((0, 0, 800, 600), True),
        ((-5, -5, 900, 700), True),
        ((0, 0, 800, 599), False),
        ((1, 0, 800, 600), False),
        ((0, 24, 800, 576), False),
    ],
)
def test_covering_a_monitor(window: tuple[int, int, int, int], wanted: bool) -> None:
    assert covers(window, (0, 0, 800, 600)) is wanted


# ---- Wayland


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40))
def test_strings_survive_the_wire(value: str) -> None:
    data = wayland_text(value)
    assert len(data) % 4 == 0
    assert read_text(b"\xff" * 4 + data, 4) == (value, 4 + len(data))


@given(st.binary(max_size=40))
def test_strings_that_are_none(data: bytes) -> None:
    try:
        read_text(data, 0)
    except CannotTell:
        assert (
            len(data) < 4
            or struct.unpack_from("=I", data)[0] in {0}
            or len(data) < 4 + struct.unpack_from("=I", data)[0]
        )


def test_where_the_compositor_listens() -> None:
    assert str(find_socket({"XDG_RUNTIME_DIR": "/run/user/1"})) == "/run/user/1/wayland-0"
    assert str(find_socket({"XDG_RUNTIME_DIR": "/run/user/1", "WAYLAND_DISPLAY": "w-2"})) == "/run/user/1/w-2"
    assert str(find_socket({"WAYLAND_DISPLAY": "/other/w-2"})) == "/other/w-2"


def test_idle_clock() -> None:
    clock = IdleClock(1.0)
    assert clock.last_input_s == IN_USE
    clock.fall_idle(10.0)
    assert clock.last_input_s == 9.0
    clock.resume()
    assert not clock.is_idle
    clock.set(0.4, 20.0)
    assert not clock.is_idle
    clock.set(60.0, 20.0)
    assert clock.last_input_s == -40.0


# ---- D-Bus


def test_where_the_buses_are() -> None:
    assert (
        session_address({"DBUS_SESSION_BUS_ADDRESS": "unix:abstract=x", "XDG_RUNTIME_DIR": "/r"}) == "unix:abstract=x"
    )
    assert session_address({"XDG_RUNTIME_DIR": "/r"}) == "unix:path=/r/bus"
    with pytest.raises(CannotTell, match="session bus"):
        session_address({})
    assert system_address({}) == "unix:path=/run/dbus/system_bus_socket"
    assert system_address({"DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/x"}) == "unix:path=/x"


def test_unit_of_idle_time_is_found_out() -> None:
    milliseconds, seconds = IdleUnit(), IdleUnit()
    for second in range(10):
        assert milliseconds.seconds(5_000 + 1000 * second, second) == pytest.approx(5.0 + second)
        told = seconds.seconds(200 + second, second)
        assert told == pytest.approx(200 + second if second >= 3 else 0.2, abs=0.01)
    assert seconds.seconds(0, 20.0) == 0.0  # somebody typed
    assert seconds.seconds(4, 24.0) == 4.0


def a_session(user_id: int, **values: object) -> Session:
    known = {"kind": "wayland", "role": "user", "is_active": True, "is_locked": False}
    return Session(user_id=user_id, **{**known, **values})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("sessions", "wanted"),
    [
        ([], {DESKTOP: False}),
        ([a_session(1, kind="tty"), a_session(120, role="greeter"), a_session(1, role="manager")], {DESKTOP: False}),
        ([a_session(1)], {DESKTOP: True, "is_locked": False}),
        ([a_session(1, is_locked=True)], {DESKTOP: True, "is_locked": True}),
        ([a_session(1, is_locked=True), a_session(1, kind="x11")], {DESKTOP: True, "is_locked": False}),
        ([a_session(2)], {DESKTOP: True, INPUT: IN_USE}),
        ([a_session(1, is_active=False), a_session(2)], {DESKTOP: True, "is_locked": False, INPUT: IN_USE}),
        ([a_session(1), a_session(2, is_active=False)], {DESKTOP: True, "is_locked": False}),
        ([a_session(2, is_locked=True)], {DESKTOP: True}),
    ],
)
def test_sessions(sessions: list[Session], wanted: dict[str, object]) -> None:
    assert {said.fact: said.value for said in judge_sessions(sessions, user_id=1)} == wanted


@pytest.mark.parametrize(
    ("what", "mode", "pid", "wanted"),
    [
        ("idle", "block", 5, True),
        ("sleep:idle:shutdown", "block", 5, True),
        ("idle", "delay", 5, False),
        ("idle", "block", 7, False),
        ("sleep:shutdown", "block", 5, False),
        ("handle-lid-switch", "block", 5, False),
    ],
)
def test_inhibitors(what: str, mode: str, pid: int, wanted: bool) -> None:
    assert keeps_screen_on([(what, "who", "why", mode, 0, pid)], own=[7, 8]) is wanted
