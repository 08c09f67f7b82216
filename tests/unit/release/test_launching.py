"""Which version is started; real processes are in tests/integration/test_updating.py."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core.ipc.lock import HomeLock
from core.paths import default_home
from core.release import launching
from core.release.launching import LAUNCHED, LAUNCHER, TRIAL, Launcher, can_try, candidates, home_of, launch, on_trial
from core.release.pointer import SILENT, Pointer, TakenBack, change_pointer, read_pointer

BAD = {"0.3.0": TakenBack(SILENT)}


def there(*versions: str) -> Callable[[str], bool]:
    return lambda version: version in versions


@pytest.mark.parametrize(
    ("words", "tries"),
    [
        ([], True),
        (["--home", "status"], True),
        (["--home=/x"], True),
        (["--home", "/x", "run", "--headless"], True),
        (["host", "a.toml"], True),
        (["open"], True),
        (["--hidden"], True),
        (["IDLEWILD://join/x"], True),
        (["status"], False),
        (["--home", "/x", "status"], False),
        (["--version"], False),
        (["--unregister"], False),
        (["update"], False),
    ],
)
def test_who_takes_part_in_a_trial(words: list[str], tries: bool) -> None:
    assert can_try(words) == tries


def test_the_home_is_the_one_that_the_words_name(tmp_path: Path) -> None:
    assert home_of(["run"]) == default_home()
    assert home_of(["--home", str(tmp_path), "run"]) == tmp_path
    assert home_of(["run", f"--home={tmp_path}"]) == tmp_path
    assert home_of(["--home", "/elsewhere", "run", "--home", str(tmp_path)]) == tmp_path
    assert home_of(["--home", "here"]) == Path.cwd() / "here"
    assert home_of(["--home"]) == default_home()


@pytest.mark.parametrize(
    ("pointer", "own", "versions", "expected"),
    [
        (Pointer(), "0.1.0", (), [""]),
        (Pointer(chosen="0.3.0", before="0.2.0"), "0.1.0", ("0.3.0", "0.2.0"), ["0.3.0", "0.2.0", ""]),
        (Pointer(chosen="0.3.0", before="0.2.0"), "0.1.0", ("0.2.0",), ["0.2.0", ""]),
        (Pointer(chosen="0.3.0", before="0.2.0", bad=BAD), "0.1.0", ("0.3.0", "0.2.0"), ["0.2.0", ""]),
        (Pointer(chosen="0.3.0"), "0.3.0", ("0.3.0",), [""]),
        (Pointer(chosen="0.3.0"), "0.10.0", ("0.3.0",), [""]),
    ],
)
def test_the_newest_good_version_is_started(
    pointer: Pointer, own: str, versions: tuple[str, ...], expected: list[str]
) -> None:
    assert candidates(pointer, own, there(*versions)) == expected


@pytest.mark.parametrize(
    ("pointer", "best", "versions", "expected"),
    [
        (Pointer(trial="0.3.0"), "0.2.0", ("0.3.0",), "0.3.0"),
        (Pointer(trial="0.3.0"), "0.2.0", (), ""),
        (Pointer(trial="0.3.0"), "0.3.0", ("0.3.0",), ""),
        (Pointer(trial="0.3.0", bad=BAD), "0.2.0", ("0.3.0",), ""),
        (Pointer(), "0.2.0", ("0.3.0",), ""),
    ],
)
def test_only_a_better_version_is_tried(pointer: Pointer, best: str, versions: tuple[str, ...], expected: str) -> None:
    assert on_trial(pointer, best, there(*versions)) == expected


def test_from_sources_nothing_is_launched() -> None:
    assert launch(["run"]) is None


def test_what_was_launched_does_not_launch_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(Launcher, "run", lambda self: 7)
    monkeypatch.setenv(LAUNCHED, "/of/another/version")
    assert launch(["run"]) == 7
    for told in (sys.executable, "1"):
        monkeypatch.setenv(LAUNCHED, told)
        assert launch(["run"]) is None


def test_the_installed_version_goes_on_in_this_process(tmp_path: Path) -> None:
    environment = {TRIAL: "of another"}
    assert Launcher(tmp_path, Path("/opt/idlewild/idlewild"), "0.1.0", ["run"], environment).run() is None
    assert environment == {LAUNCHED: "/opt/idlewild/idlewild", LAUNCHER: "/opt/idlewild/idlewild"}
    assert list(tmp_path.iterdir()) == [], "nothing is made where nothing is to be launched"


@pytest.mark.parametrize(
    ("executable", "launcher"),
    [("/tmp/.mount_1/usr/bin/idlewild", "/home/u/Idlewild.AppImage"), ("/opt/idlewild", "/opt/idlewild")],
)
def test_an_appimage_is_named_by_its_file(tmp_path: Path, executable: str, launcher: str) -> None:
    environment = {"APPIMAGE": "/home/u/Idlewild.AppImage", "APPDIR": "/tmp/.mount_1"}
    Launcher(tmp_path, Path(executable), "0.1.0", [], environment).run()
    assert environment[LAUNCHER] == launcher


class Started(Exception):
    pass


def launcher_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str = "idlewild") -> Launcher:
    """Of a home with 0.2.0, where the start of a version raises `Started`."""

    def start(command: list[str], environment: dict[str, str]) -> int:
        raise Started(command, environment)

    monkeypatch.setattr(launching, "replace_process", start)
    executable = tmp_path / "versions" / "0.2.0" / "idlewild"
    executable.parent.mkdir(parents=True)
    executable.touch()
    return Launcher(tmp_path, Path("/opt") / name, "0.1.0", ["run"], {"HOME": "/home/u", TRIAL: "of another"})


def test_what_is_started_knows_who_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    launcher = launcher_of(tmp_path, monkeypatch, "idlewild-app")  # which this version has not
    change_pointer(launcher.folder, lambda _: Pointer(chosen="0.2.0"))
    with pytest.raises(Started) as started:
        launcher.run()
    command, environment = started.value.args
    own = str(tmp_path / "versions" / "0.2.0" / "idlewild")
    assert command == [own, "run"]
    assert environment == {"HOME": "/home/u", LAUNCHER: "/opt/idlewild-app", LAUNCHED: own}


def test_a_trial_whose_launcher_was_killed_counts_as_good_only_if_it_was_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launcher = launcher_of(tmp_path, monkeypatch)
    change_pointer(launcher.folder, lambda _: Pointer(trial="0.2.0", has_begun=True))
    assert launcher.run() is None
    assert read_pointer(launcher.folder).bad["0.2.0"].why == "unfinished"
    change_pointer(launcher.folder, lambda _: Pointer(trial="0.2.0", has_begun=True))
    (launcher.folder / ".up-0.2.0").touch()
    with pytest.raises(Started):
        launcher.run()
    assert read_pointer(launcher.folder) == Pointer(chosen="0.2.0")


def test_two_launchers_do_not_try_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    launcher = launcher_of(tmp_path, monkeypatch)
    pointer = Pointer(trial="0.2.0", has_begun=True)
    change_pointer(launcher.folder, lambda _: pointer)
    with HomeLock(launcher.folder / ".trial.lock"):
        assert launcher.run() is None
    assert read_pointer(launcher.folder) == pointer


def test_it_is_light() -> None:
    """It is imported before everything else, and often only to start another version."""
    heavy = {"asyncio", "msgspec", "logging", "subprocess", "cryptography", "typing_extensions"}
    code = "import sys, core.release.launching; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=False, env=env())
    assert found.returncode == 0, found.stderr
    assert heavy & set(found.stdout.split()) == set()


def env() -> dict[str, str]:
    """With the same modules, without what packages run at each start of Python."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
