import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import LocalFault
from core.ipc.lock import HomeLock, holder_pid


def test_the_second_engine_is_told_who_the_first_is(tmp_path: Path) -> None:
    path = tmp_path / "home" / "engine.lock"
    with HomeLock(path):
        assert holder_pid(path) == os.getpid()
        with pytest.raises(LocalFault, match=rf"already runs in .*home \(process {os.getpid()}\).*idlewild quit"):
            HomeLock(path).acquire()
    with HomeLock(path):
        pass


def test_a_new_home_is_private(tmp_path: Path) -> None:
    with HomeLock(tmp_path / "home" / "engine.lock"):
        assert (tmp_path / "home").stat().st_mode & 0o777 == 0o700


def test_release_twice_is_fine(tmp_path: Path) -> None:
    lock = HomeLock(tmp_path / "engine.lock")
    lock.acquire()
    lock.release()
    lock.release()


def test_the_lock_dies_with_its_process(tmp_path: Path) -> None:
    path = tmp_path / "engine.lock"
    code = f"""
from pathlib import Path
from core.ipc.lock import HomeLock
HomeLock(Path({str(path)!r})).acquire()
print("held", flush=True)
input()
"""
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(LocalFault, match=f"process {holder.pid}"):
            HomeLock(path).acquire()
        holder.kill()
        holder.wait()
        with HomeLock(path):
            assert holder_pid(path) == os.getpid()


def test_a_home_that_cannot_be_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LocalFault, match="cannot be written"):
        HomeLock(tmp_path / "file" / "engine.lock").acquire()


def test_no_holder_has_no_number(tmp_path: Path) -> None:
    assert holder_pid(tmp_path / "none") is None
    (tmp_path / "junk").write_bytes(b"\xff?")
    assert holder_pid(tmp_path / "junk") is None
