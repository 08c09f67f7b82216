import ctypes
import socket
import sys
from pathlib import Path

import pytest

from core import screen
from core.screen import APT_LINE, display_problem, qt_problem, window_problem

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="displays of Linux")


def test_no_display_is_said() -> None:
    assert display_problem({}) == "There is no display here"


def test_a_display_that_is_only_named_is_none(tmp_path: Path) -> None:
    assert "':4799' does not answer" in display_problem({"DISPLAY": ":4799"})
    gone = {"WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert "'wayland-7' does not answer" in display_problem(gone)


def test_displays_that_answer_are_used(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as compositor:
        compositor.bind(str(tmp_path / "w"))
        compositor.listen()
        assert display_problem({"WAYLAND_DISPLAY": "w", "XDG_RUNTIME_DIR": str(tmp_path)}) == ""
        assert display_problem({"WAYLAND_DISPLAY": str(tmp_path / "w")}) == ""


def test_an_abstract_x_socket_is_found() -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("\0/tmp/.X11-unix/X4798")
        server.listen()
        assert display_problem({"DISPLAY": ":4798.0"}) == ""
        assert display_problem({"DISPLAY": "unix:4798"}) == ""


def test_remote_displays_and_chosen_platforms_are_trusted() -> None:
    assert display_problem({"DISPLAY": "localhost:10.0"}) == ""
    assert display_problem({"QT_QPA_PLATFORM": "offscreen"}) == ""


@pytest.mark.parametrize("platform", ["xcb", "wayland-egl", "wayland;xcb"])
def test_platforms_that_show_windows_need_a_display(platform: str) -> None:
    assert "':4799' does not answer" in display_problem({"DISPLAY": ":4799", "QT_QPA_PLATFORM": platform})


def test_a_missing_system_library_names_the_apt_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> None:
        raise OSError("libEGL.so.1: cannot open shared object file: No such file or directory")

    monkeypatch.setattr(ctypes, "CDLL", refuse)
    problem = window_problem({"QT_QPA_PLATFORM": "offscreen"})
    assert "libEGL.so.1" in problem
    assert APT_LINE in problem


def test_a_missing_pyside_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen.importlib.util, "find_spec", lambda name: None)
    assert "PySide6 is not installed" in qt_problem({})
