"""What keeps training out of others' way, on systems that are not here: fakes write down what is asked of them."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.background import (
    PowerThrottling,
    idle_in_scope,
    lower_session,
    prefer_economy,
    scope_call,
    stay_in_background_band,
)


def kernel(root: Path, switch: str) -> Path:
    """A /proc of a kernel that divides its time between sessions, or does not."""
    (root / "sys/kernel").mkdir(parents=True)
    (root / "self").mkdir()
    (root / "sys/kernel/sched_autogroup_enabled").write_text(f"{switch}\n")
    (root / "self/autogroup").write_text("/autogroup-7 nice 0\n")
    return root


def test_a_session_of_its_own_gets_the_smallest_share(tmp_path):
    left = []
    assert lower_session(kernel(tmp_path, "1"), lambda: left.append(1))
    assert left == [1]
    assert (tmp_path / "self/autogroup").read_text() == "19"


def test_where_sessions_do_not_count_nobody_leaves_one(tmp_path):
    def leave():
        raise AssertionError("it would lose its terminal for nothing")

    assert not lower_session(kernel(tmp_path, "0"), leave)
    assert not lower_session(tmp_path / "nothing", leave)
    assert (tmp_path / "self/autogroup").read_text() == "/autogroup-7 nice 0\n"


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="no autogroups in this kernel")
def test_the_kernel_here_agrees():
    """In a process of its own, as it cannot be undone; what it started from keeps its share. A kernel where sessions
    do not count, or that is asked too often by others, is left as it is."""
    group = Path("/proc/self/autogroup")
    before = group.read_text()
    script = "from core.background import lower_session; print(lower_session(), open('/proc/self/autogroup').read())"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    is_lower, *group_after = run.stdout.split()  # there may be no group, before and after
    assert (is_lower == "True") == (group_after[1:] == ["nice", "19"])
    assert is_lower == "False" or group_after[0] not in before.split()
    assert group.read_text() == before


class Systemd:
    """Of a version that knows weights from `least` on."""

    def __init__(self, least: int) -> None:
        self.least, self.calls = least, []

    def __call__(self, words, **_):
        self.calls.append(words)
        weight = int(words[words.index("CPUWeight") + 2])
        return SimpleNamespace(returncode=0 if weight >= self.least else 1)


@pytest.fixture
def desktop(tmp_path, monkeypatch):
    (tmp_path / "systemd").mkdir()
    (tmp_path / "systemd/private").touch()
    (tmp_path / "cgroup.controllers").write_text("cpu memory")
    monkeypatch.setattr("core.background.shutil.which", lambda name: f"/bin/{name}")
    return {"XDG_RUNTIME_DIR": str(tmp_path)}, tmp_path


@pytest.mark.parametrize(("least", "weights"), [(0, ["0"]), (1, ["0", "1"])])
def test_systemd_makes_a_scope_that_idles_or_has_a_small_share(desktop, least, weights):
    environment, folder = desktop
    systemd = Systemd(least)
    assert idle_in_scope(environment, systemd, folder)
    assert [words[words.index("CPUWeight") + 2] for words in systemd.calls] == weights
    words = systemd.calls[-1]
    assert words[0] == "/bin/busctl"
    assert words[words.index("PIDs") : words.index("PIDs") + 4] == ["PIDs", "au", "1", str(os.getpid())]


def test_without_systemd_nothing_is_asked(desktop, tmp_path, monkeypatch):
    environment, folder = desktop

    def ask(*_, **__):
        raise AssertionError("there is nobody")

    assert not idle_in_scope({}, ask, folder)
    assert not idle_in_scope(environment, ask, tmp_path / "cgroups of version 1")
    assert not idle_in_scope(environment, Systemd(2), folder), "a refusal is no fault"
    monkeypatch.setattr("core.background.shutil.which", lambda name: None)
    assert not idle_in_scope(environment, ask, folder)


def test_a_systemd_that_does_not_answer_is_left_alone(desktop):
    def hang(*_, **__):
        raise subprocess.TimeoutExpired("busctl", 2.0)

    environment, folder = desktop
    assert not idle_in_scope(environment, hang, folder)


def test_a_scope_has_a_name_of_its_own():
    assert "idlewild-12-0.scope" in scope_call(12, 0)
    assert scope_call(12, 0)[-1] == "0", "no other units"


class Current:
    restype = None

    def __call__(self):
        return (1 << 64) - 1


class Kernel32:
    def __init__(self, answer: int) -> None:
        self.answer, self.asked, self.GetCurrentProcess = answer, [], Current()

    def SetProcessInformation(self, process, kind, state, size):  # noqa: N802  # Windows' name
        said = ctypes.cast(state, ctypes.POINTER(PowerThrottling)).contents
        self.asked.append((process.value, kind, said.version, said.control_mask, said.state_mask, size))
        return self.answer


def test_windows_is_asked_for_low_frequencies():
    kernel32 = Kernel32(1)
    prefer_economy(kernel32)
    assert kernel32.GetCurrentProcess.restype is ctypes.c_void_p, "a handle is as long as a pointer"
    assert kernel32.asked == [((1 << 64) - 1, 4, 1, 1, 1, ctypes.sizeof(PowerThrottling))]
    with pytest.raises(OSError, match="refused"):
        prefer_economy(Kernel32(0))


def test_macos_is_asked_for_the_background_band():
    asked = []
    stay_in_background_band(SimpleNamespace(setpriority=lambda *words: asked.append(words) or 0))
    assert asked == [(4, 0, 0x1000)]
    with pytest.raises(OSError, match="refused"):
        stay_in_background_band(SimpleNamespace(setpriority=lambda *words: -1))
