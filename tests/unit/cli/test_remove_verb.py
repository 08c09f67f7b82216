"""What `idlewild remove` asks, says and leaves; what it does to a whole account is an integration test's."""

import subprocess
import sys
from pathlib import Path

import pytest

from core.cli import removing
from core.cli.main import INTERRUPTED, main
from core.cli.removing import STILL_RUNS, program_left
from core.identity.keystore import load_identity
from core.ipc.lock import HomeLock
from core.paths import Home
from core.storage.database import Database


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made = Home(tmp_path / "home")
    load_identity(made, environment={"IDLEWILD_KEY_FILE": "1"})
    Database.open(made.database).close()
    return made


def remove(home: Home, *words: str) -> int:
    return main(["remove", *words, "--home", str(home.root)])


def answer(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _: text)


@pytest.mark.parametrize(("text", "status"), [("y", 0), ("Yes ", 0), ("n", INTERRUPTED), ("", INTERRUPTED)])
def test_it_is_asked_and_only_a_yes_counts(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, status: int
) -> None:
    answer(monkeypatch, text)
    assert remove(home) == status
    assert home.root.exists() == bool(status)
    assert "The key cannot be brought back" in capsys.readouterr().out


def test_the_history_is_kept_and_can_be_read(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    assert remove(home, "--yes", "--keep-history") == 0
    assert [path.name for path in home.root.iterdir()] == ["idlewild.sqlite"]
    assert f"kept in {home.database}" in capsys.readouterr().out
    assert main(["history", "--home", str(home.root)]) == 0


def test_a_history_that_cannot_be_kept_ends_it_before_anything_is_gone(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    home.database.write_bytes(b"no database" * 1_000)
    assert remove(home, "--yes", "--keep-history") == 1
    assert str(home.database) in capsys.readouterr().err
    assert home.key_file.exists()
    assert remove(home, "--yes") == 0
    assert not home.root.exists()


def test_a_home_that_is_in_use_stays(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    with HomeLock(home.lock):
        assert remove(home, "--yes") == 1
    assert "already runs" in capsys.readouterr().err
    assert home.key_file.exists()


@pytest.mark.parametrize(("status", "is_removed"), [(0, True), (1, True), (STILL_RUNS, False)])
def test_an_app_that_was_here_is_asked_to_take_back_what_it_told(
    home: Home,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    status: int,
    is_removed: bool,
) -> None:
    home.settings_file.touch()
    asked: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        return subprocess.CompletedProcess(command, status, "", "idlewild: no desktop\n" if status else "")

    monkeypatch.setattr(removing.subprocess, "run", run)
    assert remove(home, "--yes") == (0 if is_removed else 1)
    assert asked == [[sys.executable, "-m", "app", "--home", str(home.root), "--unregister"]]
    assert home.root.exists() != is_removed
    assert ("idlewild: no desktop" in capsys.readouterr().err) == (status == 1)


def test_a_folder_that_is_no_home_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "app.ini").touch()
    (tmp_path / "idlewild.log").touch()
    assert main(["remove", "--yes", "--home", str(tmp_path)]) == 0
    assert "There is nothing of Idlewild" in capsys.readouterr().out
    assert len(list(tmp_path.iterdir())) == 2


def test_where_no_app_was_none_is_asked(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(removing.subprocess, "run", run)
    assert remove(home, "--yes") == 0


@pytest.mark.parametrize(
    ("executable", "environment", "platform", "says"),
    [
        ("/usr/lib/idlewild/idlewild", {}, "linux", "sudo apt remove idlewild"),
        ("/tmp/.mount_x/idlewild", {"APPIMAGE": "/home/ada/Idlewild.AppImage"}, "linux", "/home/ada/Idlewild.AppImage"),
        ("/h/versions/2.0.0/idlewild", {"IDLEWILD_LAUNCHER": "/usr/lib/idlewild/idlewild"}, "linux", "apt remove"),
        ("/h/versions/2.0.0/idlewild", {"IDLEWILD_LAUNCHER": "/a/I.AppImage"}, "linux", "delete /a/I.AppImage"),
        ("/home/ada/idlewild/idlewild", {}, "linux", "delete /home/ada/idlewild"),
        ("C:/idlewild.exe", {}, "win32", "Uninstall"),
        ("/Applications/Idlewild.app/Contents/MacOS/idlewild", {}, "darwin", "Trash"),
    ],
)
def test_what_is_left_to_do_is_said(
    monkeypatch: pytest.MonkeyPatch, executable: str, environment: dict[str, str], platform: str, says: str
) -> None:
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.platform", platform)
    assert says in program_left(executable, environment)
