"""Idlewild comes to an account and goes from it, and the account is as it was."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from processes import END_S, ROOT, START_S, until

from core.paths import Home
from core.storage.database import Database
from core.storage.history import History, Spent
from core.storage.runs import Runs

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="where Linux keeps such files")

UNSET = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "IDLEWILD_LAUNCHER")
MIMEAPPS = "[Added Associations]\nimage/png=gimp.desktop"


@pytest.fixture
def account(tmp_path: Path) -> Path:
    """The folder of somebody who has never had this program."""
    folder = tmp_path / "ada"
    folder.mkdir()
    return folder


@pytest.fixture
def fonts(tmp_path: Path) -> Path:
    """Set up for fonts that no cache of all users knows."""
    folder = tmp_path / "fonts"
    folder.mkdir()
    for font in sorted(Path("/usr/share/fonts").rglob("*.[to]tf"))[:1]:
        shutil.copy(font, folder)
    file = tmp_path / "fonts.conf"
    places = f'<dir>{folder}</dir><cachedir prefix="xdg">fontconfig</cachedir>'
    file.write_text(f"<?xml version='1.0'?><fontconfig>{places}</fontconfig>", encoding="utf-8")
    return file


@pytest.fixture
def environment(account: Path, fonts: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in UNSET}
    own = {"HOME": str(account), "IDLEWILD_KEY_FILE": "1", "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    own["FONTCONFIG_FILE"] = str(fonts)
    return {**kept, **own, "LANG": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}


@pytest.fixture
def home(account: Path) -> Home:
    return Home(account / ".local/share/idlewild")


def everything(folder: Path) -> dict[str, bytes | None]:
    """Path to content; None for folders."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
        if not path.is_socket()
    }


class Driven:
    """The app with its engine, set up by clicks."""

    def __init__(self, environment: Mapping[str, str], told: Path) -> None:
        self._told = told
        with told.open("wb") as out, told.with_suffix(".err").open("wb") as err:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.integration.driven_app"],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=err,
            )

    def order(self, *words: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(words).encode() + b"\n")
        self.process.stdin.flush()

    def until(self, **wanted: str) -> None:
        def look() -> bool:
            assert self.process.poll() is None, self._told.with_suffix(".err").read_text()
            lines = self._told.read_text().splitlines()
            return bool(lines) and wanted.items() <= json.loads(lines[-1]).items()

        until(look, f"the window shows {wanted}", START_S)

    def set_up(self) -> None:
        """Everything that can be told to the desktop is."""
        self.until(link="READY", step="CONSENT")
        self.order("go_on")
        self.until(step="ALLOW")
        self.order("tick_login")
        self.order("go_on")
        self.until(step="JOIN")
        self.order("look_at_files")

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(END_S)
        assert self.process.stdin is not None
        self.process.stdin.close()


@pytest.fixture
def driven(environment: dict[str, str], tmp_path: Path) -> Iterator[Driven]:
    made = Driven(environment, tmp_path / "told.jsonl")
    yield made
    made.end()


def remove(environment: Mapping[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "core.cli", "remove", *words],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def has_contributed(home: Home) -> None:
    """As the engine notes it; nobody waits for a step here."""
    with Database.open(home.database) as database:
        run = Runs(database).all()[0].run
        History(database).spend(run, Spent(training_s=60.0), 1_700_000_000.0)


def test_nothing_is_left_of_it(account: Path, environment: dict[str, str], home: Home, driven: Driven) -> None:
    before = everything(account)
    driven.set_up()
    until((home.root / "QtProject.conf").exists, "Qt remembers the dialog", START_S)
    written = everything(account)
    assert {".config/autostart/idlewild.desktop", ".config/mimeapps.list"} < set(written)
    assert {".local/share/applications/idlewild.desktop", ".local/share/idlewild/identity.key"} < set(written)
    done = remove(environment, "--yes")
    assert done.returncode == 0, done.stderr
    assert driven.process.wait(END_S) == 0
    assert "pip uninstall idlewild" in done.stdout
    assert everything(account) == before == {}


def test_what_others_have_written_stays_as_it_is(
    account: Path, environment: dict[str, str], home: Home, driven: Driven
) -> None:
    (account / ".config").mkdir()
    (account / ".config/mimeapps.list").write_text(MIMEAPPS)
    before = everything(account)
    driven.set_up()
    mine = [home.root / "notes.txt", home.objects / "pictures" / "cat.png", home.checkpoints / "old.state"]
    for path in mine:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine")
    done = remove(environment, "--yes")
    assert done.returncode == 0, done.stderr
    after = everything(account)
    kept = {path.relative_to(account).as_posix(): b"mine" for path in mine}
    assert {name: content for name, content in after.items() if content is not None} == {
        **{name: content for name, content in before.items() if content is not None},
        **kept,
    }
    for path in mine:
        assert f"{path} was not made by Idlewild, and stays" in done.stderr


def test_the_window_removes_it_and_keeps_the_history(account: Path, home: Home, driven: Driven) -> None:
    driven.set_up()
    driven.order("host_starter")
    driven.until(step="")
    until(lambda: _has_joined(home), "the starter is joined", START_S)
    has_contributed(home)
    driven.order("remove", True)
    assert driven.process.wait(START_S) == 0
    kept = {".local", ".local/share", ".local/share/idlewild", ".local/share/idlewild/idlewild.sqlite"}
    until(lambda: _names(account) == kept, "only the history is there", END_S)
    with Database.open(home.database, read_only=True) as database:
        rows = History(database).rows()
        assert rows[0].training_s == 60.0
        assert "starter" in rows[0].name.casefold()
        assert not Runs(database).all()
        assert database.rows("SELECT * FROM commits") == database.rows("SELECT * FROM settings") == []


def _names(account: Path) -> set[str]:
    """None while some are just going."""
    try:
        return set(everything(account))
    except FileNotFoundError:
        return set()


def _has_joined(home: Home) -> bool:
    if not home.database.exists():
        return False
    with Database.open(home.database, read_only=True) as database:
        return bool(Runs(database).all())


def test_nobody_is_surprised(account: Path, environment: dict[str, str], home: Home) -> None:
    home.make()
    home.database.write_bytes(b"")
    done = remove(environment)
    assert done.returncode == 2
    assert "add --yes" in done.stderr
    assert home.database.exists()


def test_where_nothing_is_nothing_is_done(account: Path, environment: dict[str, str]) -> None:
    done = remove(environment, "--yes")
    assert done.returncode == 0
    assert "There is nothing of Idlewild in" in done.stdout
    assert everything(account) == {}
