import json
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from toy_engine import a_collaboration, wait_until

from app.__main__ import main
from app.qt import QLocalSocket, QSettings
from app.single_instance import Greeting, SingleInstance, UnwritableHome, app_address
from core.ipc.messages import Method
from core.saying import NOTHING

ROOT = Path(__file__).resolve().parents[2]
LINK = a_collaboration().invitation


@pytest.fixture
def first(home):
    made = SingleInstance(home.root)
    assert made.is_first()
    yield made
    made.close()


def greet(home, line):
    """A greeting as another process would send it, without blocking this one's loop."""
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    client.connect(app_address(home.root))
    client.sendall(line)
    client.setblocking(False)
    return client


def test_one_app_per_home(first, home, tmp_path):
    assert not SingleInstance(home.root).is_first()
    other = tmp_path / "other"
    other.mkdir()
    second = SingleInstance(other)
    assert second.is_first()
    second.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a folder that nobody can write to")
def test_a_home_that_cannot_be_written_is_not_one_that_is_taken(qt, capsys):
    with pytest.raises(UnwritableHome):
        SingleInstance(Path("/proc/self")).is_first()
    assert main(["--home", "/proc/self"]) == 1
    assert "cannot be written; free space or permissions" in capsys.readouterr().err


def test_the_first_hears_the_link_of_the_second(first, home):
    heard = []
    first.greeted.connect(heard.append)
    client = greet(home, json.dumps({"link": LINK, "activation": "token"}).encode() + b"\n")
    wait_until(lambda: heard)
    assert heard == [Greeting(link=LINK, activation="token")]
    assert client.recv(16) == b"ok\n"
    client.close()


@pytest.mark.parametrize("line", [b"nonsense\n", b'{"link":5}\n', b"x" * 20_000])
def test_what_is_no_greeting_is_dropped(first, home, line):
    heard = []
    first.greeted.connect(heard.append)
    client = greet(home, line)

    def is_closed():
        try:
            return client.recv(16) == b""
        except BlockingIOError:
            return False
        except ConnectionResetError:
            return True

    wait_until(is_closed)
    client.close()
    assert heard == []


def test_a_socket_left_by_a_crash_is_in_nobodys_way(home):
    left = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    left.bind(app_address(home.root))
    left.close()
    after = SingleInstance(home.root)
    assert after.is_first()
    client = QLocalSocket()
    client.connectToServer(app_address(home.root))
    assert client.waitForConnected(1_000)
    client.abort()
    after.close()


def test_a_first_one_that_is_silent_is_not_waited_for_for_ever(first, home):
    first._server.close()
    assert not SingleInstance(home.root).greet_first("")


@pytest.mark.skipif(os.name != "posix", reason="permissions of folders")
def test_a_home_that_others_may_read_is_good_enough(home):
    home.root.chmod(0o755)
    assert SingleInstance(home.root).distrust() == NOTHING


@pytest.mark.skipif(os.name != "posix", reason="permissions of folders")
def test_a_shared_folder_that_is_open_to_others_is_not_trusted(home, tmp_path, monkeypatch):
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    monkeypatch.setattr("app.single_instance.app_address", lambda _: str(shared / "a123.sock"))
    second = SingleInstance(home.root)
    assert "open to other users" in str(second.distrust())
    assert not second.greet_first("")


@pytest.mark.skipif(os.name != "posix", reason="permissions of Unix sockets")
def test_only_this_user_may_greet(first, home):
    assert Path(app_address(home.root)).stat().st_mode & 0o077 == 0


def test_long_homes_get_an_address_that_fits(tmp_path):
    deep = tmp_path / ("x" * 90) / ("y" * 60)
    assert len(os.fsencode(app_address(deep))) <= 104
    assert app_address(deep) != app_address(deep / "z")


def test_without_a_display_one_sentence_is_said(monkeypatch, capsys):
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert main([]) == 1
    said = capsys.readouterr().err
    assert said.startswith("idlewild: There is no display here; `idlewild run --headless`")
    assert said.count("\n") == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="displays of Linux")
@pytest.mark.parametrize("platform", [{}, {"QT_QPA_PLATFORM": "xcb"}], ids=["none chosen", "X chosen"])
def test_a_display_that_is_gone_is_said_before_qt_aborts(home, platform):
    named = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    environment = {name: value for name, value in os.environ.items() if name not in named}
    command = [sys.executable, "-m", "app", "--home", str(home.root)]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**environment, **platform, "DISPLAY": ":4799"},
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("idlewild: The display ':4799' does not answer")
    assert "--headless" in done.stderr
    assert done.stderr.count("\n") == 1


@contextmanager
def app_process(home, *words):
    """The whole program as a process of its own; the toy engine of this process answers it."""
    command = [sys.executable, "-m", "app", "--home", str(home.root), *words]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def test_a_second_start_leaves_and_the_first_one_stays(engine, home):
    with app_process(home) as first:
        wait_until(lambda: engine.is_subscribed)
        with app_process(home, LINK) as second:
            wait_until(lambda: second.poll() is not None, 20)
            assert second.returncode == 0
            assert second.stderr.read() == ""
        assert first.poll() is None
        assert engine.count(Method.SUBSCRIBE) == 1
        assert engine.count(Method.JOIN) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_app_and_leaves_an_engine_that_is_not_its_own(engine, home, number):
    with app_process(home) as process:
        wait_until(lambda: engine.is_subscribed)
        process.send_signal(number)
        wait_until(lambda: process.poll() is not None, 20)
        assert process.returncode == 0
        assert not re.search("Traceback|idlewild:|Error", process.stderr.read())
    assert engine.count(Method.QUIT) == 0
    assert QSettings(str(home.root / "app.ini"), QSettings.Format.IniFormat).status() == QSettings.Status.NoError
