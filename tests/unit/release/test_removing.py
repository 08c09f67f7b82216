"""What goes from a home by its name, and what stays."""

import os
import sys
from pathlib import Path

import pytest

from core.cli.caching import keep_caches_in
from core.identity.ids import Digest, RunId
from core.identity.keys import Identity
from core.paths import Home
from core.release.documents import ProgramFile, Release
from core.release.removing import _INSIDE, is_home, remove_files
from core.release.seal import seal
from core.release.versions import DESCRIPTION

DIGEST, RUN = Digest(bytes(range(32))).text, RunId(bytes(32)).text
OURS = (
    "engine.lock",
    "identity.key",
    "identity.pub",
    "identity.key.0123456789abcdef.tmp",
    "idlewild.sqlite",
    "idlewild.sqlite-wal",
    "idlewild.log",
    "idlewild.log.2",
    "app.ini",
    "app.ini.lock",
    "app.lock",
    "QtProject.conf",
    "desktop.json",
    ".chosen.json.4711.part",
    f"objects/{DIGEST[:2]}/{DIGEST}",
    f"objects/{DIGEST[:2]}/{DIGEST}.part",
    f"objects/{DIGEST[:2]}/{DIGEST}.hashes",
    f"prepared/{'0' * 32}/tokens.npy",
    f"prepared/{'1' * 32}.4711.part/tokens.npy",
    f"checkpoints/{RUN}/step-000000000012.state",
    f"checkpoints/{RUN}/step-000000000012.damaged",
    f"checkpoints/{RUN}/step-000000000013.part",
    "starter/manifest.toml",
    "starter/1-manual.jsonl.zst",
    "caches/inductor/a/b.so",
    "runtimes/.part-cpu-0123456789abcdef/files/torch.py",
    "runtimes/.downloads/abc/torch.whl.part",
    "runtimes/chosen.json",
    "versions/.up-1.2.3",
    "versions/.lock",
    "versions/.trial.lock",
    "versions/.fetched/abc.zst",
    "versions/chosen.json",
)
FOREIGN = (
    "notes.txt",
    "backup/identity.key",
    "objects/cat.png",
    f"objects/{DIGEST[:2]}/cat.png",
    "prepared/tokens.npy",
    "checkpoints/step-000000000012.state",
    f"checkpoints/{RUN}/README",
    "starter/my own.txt",
    "caches/pictures/cat.png",
    "runtimes/notes.txt",
    "runtimes/cpu-0123456789abcdef/notes.txt",
    "versions/1.2.3/notes.txt",
)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made = Home(tmp_path / "a" / "b" / "idlewild")
    made.make()
    return made


def put(home: Home, *names: str) -> None:
    for name in names:
        path = home.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}


def test_all_that_is_ours_goes_with_the_folders_made_for_it(home: Home, tmp_path: Path) -> None:
    put(home, *OURS)
    left = remove_files(home, keep_history=False)
    assert (left.foreign, left.stuck) == ([], [])
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_ours_stays_and_is_told(home: Home) -> None:
    put(home, *OURS, *FOREIGN)
    left = remove_files(home, keep_history=False)
    assert files(home.root) == set(FOREIGN)
    assert {path.relative_to(home.root).as_posix() for path in left.foreign} == set(FOREIGN) - {
        "backup/identity.key"
    } | {"backup"}


def test_a_folder_in_which_idlewild_never_was_is_no_home(home: Home, tmp_path: Path) -> None:
    assert is_home(home)
    other = Home(tmp_path / "other")
    put(other, "caches/cuda/mine", "app.ini", "notes.txt")
    assert not is_home(other)
    assert not is_home(Home(tmp_path / "none"))


def test_all_caches_are_known() -> None:
    environment: dict[str, str] = {}
    keep_caches_in(Home(Path("/home")), environment)
    for folder in environment.values():
        assert _INSIDE["caches"].fullmatch(f"{Path(folder).relative_to('/home/caches').as_posix()}/a/b")


def test_the_history_alone_is_kept(home: Home) -> None:
    put(home, *OURS)
    home.database.with_name("idlewild.sqlite-wal").unlink()
    remove_files(home, keep_history=True)
    assert files(home.root) == {"idlewild.sqlite"}


def put_described(home: Home) -> None:
    """A runtime and a version, with the lists of their files."""
    wheel = "torch/__init__.py,,\ntorch-1.dist-info/RECORD,,\n"
    put(home, "runtimes/cpu-0123456789abcdef/RUNTIME.json", "runtimes/cpu-0123456789abcdef/torch/__init__.py")
    put(home, "runtimes/cpu-0123456789abcdef/torch/__pycache__/__init__.cpython-311.pyc")
    record = home.runtimes / "cpu-0123456789abcdef/torch-1.dist-info/RECORD"
    record.parent.mkdir()
    record.write_text(wheel)
    put(home, "versions/1.2.3/idlewild", "versions/1.2.3/_internal/lib.so")
    files = (
        ProgramFile(path="idlewild", digest=Digest(bytes(32)), packed_bytes=1),
        ProgramFile(path="_internal/lib.so", digest=Digest(bytes(32)), packed_bytes=1),
    )
    described = Release(
        version="1.2.3", platform="linux-x86_64", sequence=1, issued_s=1, protocol=1, files=files, mirrors=()
    )
    (home.versions / "1.2.3" / DESCRIPTION).write_bytes(seal(Identity.from_seed(bytes(32)), described))


@pytest.mark.parametrize("foreign", [(), ("runtimes/cpu-0123456789abcdef/torch/mine.py", "versions/1.2.3/mine.txt")])
def test_of_what_was_fetched_its_own_list_goes(home: Home, tmp_path: Path, foreign: tuple[str, ...]) -> None:
    put_described(home)
    put(home, *foreign)
    left = remove_files(home, keep_history=False)
    assert files(tmp_path) == {f"a/b/idlewild/{name}" for name in foreign}
    assert {path.relative_to(home.root).as_posix() for path in left.foreign} == set(foreign)
    assert home.root.exists() == bool(foreign)


@pytest.mark.skipif(sys.platform == "win32", reason="links for everybody")
def test_links_lead_nowhere(home: Home, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    put(Home(elsewhere), f"{DIGEST[:2]}/{DIGEST}", "inside/kept")
    home.caches.mkdir()
    (home.root / "objects").symlink_to(elsewhere)
    (home.caches / "inductor").mkdir()
    (home.caches / "inductor" / "lib").symlink_to(elsewhere)
    left = remove_files(home, keep_history=False)
    assert files(elsewhere) == {f"{DIGEST[:2]}/{DIGEST}", "inside/kept"}
    assert left.foreign == [home.root / "objects"]
    assert not home.caches.exists()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may delete everything")
def test_what_cannot_be_deleted_is_told(home: Home) -> None:
    put(home, "caches/inductor/torch.py")
    folder = home.caches / "inductor"
    folder.chmod(0o500)
    left = remove_files(home, keep_history=False)
    folder.chmod(0o700)
    assert folder / "torch.py" in {path for path, _ in left.stuck}


def test_a_folder_that_was_there_before_stays(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    home = Home(tmp_path / "a" / "b" / "idlewild")
    home.make()
    home.make_folder(tmp_path / "a" / "c" / "d")
    home.make_folder(tmp_path / "a" / "full")
    (tmp_path / "a" / "full" / "of somebody else").touch()
    remove_files(home, keep_history=False)
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == ["full"]


@pytest.mark.skipif(sys.platform == "win32", reason="sockets in folders")
def test_sockets_outside_a_home_with_a_long_path_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sockets = tmp_path / "sockets"
    sockets.mkdir()
    for name in ("0123.sock", "a0123.sock", "4567.sock"):
        (sockets / name).touch()
    monkeypatch.setattr("core.release.removing.control_address", lambda _: str(sockets / "0123.sock"))
    home = Home(tmp_path / "idlewild")
    home.make()
    remove_files(home, keep_history=False)
    assert files(sockets) == {"4567.sock"}
