"""What becomes of the process itself: it gives way to a newer version, and ends when it is removed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from toy_engine import ToyEngine, wait_until

from app.__main__ import STILL_RUNS
from app.qt import QLockFile
from core.ipc.address import control_address
from core.ipc.messages import Method

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="scripts")

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent


def environment(tmp_path, **more):
    desktop = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_DATA_HOME": str(tmp_path / "data")}
    return {**os.environ, **desktop, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT), **more}


@pytest.mark.parametrize("hidden", [True, False])
def test_an_update_puts_what_was_installed_in_the_place_of_this_process(qt, home, tmp_path, hidden):
    hiding = ["--hidden"] if hidden else []
    told = tmp_path / "told"
    launcher = tmp_path / "idle wild"
    launcher.write_text(f'#!/bin/sh\nprintf "%s\\n" "$$" "$IDLEWILD_LAUNCHED$IDLEWILD_TRIAL" "$@" > "{told}"\n')
    launcher.chmod(0o700)
    process = subprocess.Popen(
        [sys.executable, str(FOLDER / "restarted_app.py"), "--home", str(home.root), *hiding],
        env=environment(tmp_path, IDLEWILD_LAUNCHER=str(launcher), IDLEWILD_LAUNCHED="1", IDLEWILD_TRIAL="/x/UP"),
    )
    wait_until(lambda: process.poll() is not None, 30)
    assert process.returncode == 0
    pid, left, *options = told.read_text().split("\n")[:-1]
    assert int(pid) == process.pid
    assert left == ""
    assert options == [*hiding, "--home", str(home.root)]
    lock = QLockFile(str(home.root / "app.lock"))
    assert lock.tryLock(0)
    lock.unlock()


@pytest.fixture
def running(home, tmp_path):
    """The app as a process, with a toy engine that somebody else runs."""
    engine = ToyEngine(control_address(home.root))
    engine.listen()
    command = [sys.executable, "-m", "app", "--home", str(home.root), "--hidden"]
    process = subprocess.Popen(command, cwd=ROOT, env=environment(tmp_path))
    wait_until(lambda: engine.count(Method.SUBSCRIBE), 30)
    yield process
    process.kill()
    process.wait()
    engine.close()


def apart(home, tmp_path, word):
    return subprocess.Popen(
        [sys.executable, "-m", "app", "--home", str(home.root), word],
        cwd=ROOT,
        env=environment(tmp_path),
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("word", ["--unregister", "--end"])
def test_who_removes_or_replaces_the_program_ends_the_one_that_runs(running, home, tmp_path, word):
    with apart(home, tmp_path, word) as other:
        wait_until(lambda: other.poll() is not None, 30)
        assert other.stderr.read() == ""
        assert other.returncode == 0
    assert running.wait(10) == 0


def test_one_that_does_not_end_is_told(qt, home, tmp_path):
    lock = QLockFile(str(home.root / "app.lock"))
    assert lock.tryLock(0)
    with apart(home, tmp_path, "--end") as other:
        wait_until(lambda: other.poll() is not None, 30)
        assert other.returncode == STILL_RUNS
        assert "does not end" in other.stderr.read()
    lock.unlock()
