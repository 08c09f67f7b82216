"""Wheels come out as they were packed, or not at all."""

import os
import stat
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from core.release.disk import NoSpace
from core.release.seal import ReleaseFault
from core.release.unpacking import BadWheel, is_unpacked, records, unpack
from tests.wheels import written_wheel

FILES = {"shared/one.py": b"ONE = 1\n", "shared/data/a b.bin": bytes(range(256)) * 5_000, "run.sh": b"#!/bin/sh\n"}


def unpacked(wheel: Path, folder: Path, **options: Callable[[int], None]) -> str:
    folder.mkdir(exist_ok=True)
    return unpack(wheel, folder, folder.parent / "scratch", left_bytes=1000, **options)


def test_everything_is_there_and_known_again(tmp_path: Path) -> None:
    told: list[int] = []
    record = unpacked(written_wheel(tmp_path, "one", FILES), tmp_path / "to", go_on=told.append)
    assert record == "one-1.0.dist-info/RECORD"
    for name, content in FILES.items():
        assert (tmp_path / "to" / name).read_bytes() == content
    assert (tmp_path / "to/run.sh").stat().st_mode & stat.S_IXUSR
    assert not (tmp_path / "to/shared/one.py").stat().st_mode & stat.S_IXUSR
    assert (tmp_path / "to/one-1.0.dist-info/INSTALLER").read_bytes() == b"idlewild\n"
    assert sum(told) >= sum(map(len, FILES.values()))
    assert is_unpacked(tmp_path / "to", record, thoroughly=True)
    assert records(tmp_path / "to") == [record]


def test_what_is_missing_cut_or_changed_is_noticed(tmp_path: Path) -> None:
    record = unpacked(written_wheel(tmp_path, "one", FILES), tmp_path / "to")
    file = tmp_path / "to/shared/one.py"
    file.write_bytes(b"ONE = 2\n")
    assert is_unpacked(tmp_path / "to", record)
    assert not is_unpacked(tmp_path / "to", record, thoroughly=True)
    file.write_bytes(b"")
    assert not is_unpacked(tmp_path / "to", record)
    file.unlink()
    assert not is_unpacked(tmp_path / "to", record)
    assert not is_unpacked(tmp_path / "to", "two-1.0.dist-info/RECORD")


def test_several_wheels_share_a_package_and_the_same_file(tmp_path: Path) -> None:
    same = {"shared/__init__.py": b"", "shared/x.py": b"same"}
    first = unpacked(written_wheel(tmp_path, "one", {**FILES, **same}), tmp_path / "to")
    second = unpacked(written_wheel(tmp_path, "two", {"shared/two.py": b"TWO = 2\n", **same}), tmp_path / "to")
    assert is_unpacked(tmp_path / "to", first, thoroughly=True)
    assert is_unpacked(tmp_path / "to", second, thoroughly=True)
    with pytest.raises(BadWheel, match=r"another wheel has a different 'shared/x.py'"):
        unpacked(written_wheel(tmp_path, "three", {"shared/x.py": b"other"}), tmp_path / "to")
    assert (tmp_path / "to/shared/x.py").read_bytes() == b"same"


def test_it_can_be_stopped_and_done_again(tmp_path: Path) -> None:
    wheel = written_wheel(tmp_path, "one", FILES)

    class Enough(Exception):
        pass

    def stop(count: int) -> None:
        if count > 100:
            raise Enough

    with pytest.raises(Enough):
        unpacked(wheel, tmp_path / "to", go_on=stop)
    assert records(tmp_path / "to") == []
    record = unpacked(wheel, tmp_path / "to")
    assert is_unpacked(tmp_path / "to", record, thoroughly=True)


def test_data_of_a_wheel_goes_where_it_is_imported_from_or_nowhere(tmp_path: Path) -> None:
    files = {
        "one-1.0.data/purelib/pure.py": b"1",
        "one-1.0.data/platlib/plat/form.py": b"2",
        "one-1.0.data/scripts/tool": b"#!python\n",
        "one-1.0.data/headers/one.h": b"3",
        "one-1.0.data/data/share/one.txt": b"4",
        "one-1.0.dist-info/entry_points.txt": b"[console_scripts]\ntool = pure:main\n",
    }
    record = unpacked(written_wheel(tmp_path, "one", files), tmp_path / "to")
    assert is_unpacked(tmp_path / "to", record, thoroughly=True)
    there = {path.relative_to(tmp_path / "to").as_posix() for path in (tmp_path / "to").rglob("*") if path.is_file()}
    assert {name for name in there if not name.startswith("one-1.0.dist-info/")} == {"pure.py", "plat/form.py"}


@pytest.mark.parametrize(
    "name", ["../out.py", "a/../../out.py", "/tmp/out.py", "a//b.py", "a/./b.py", "C:/out.py", "a\\b.py", "nul\x01.py"]
)
def test_no_file_leaves_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadWheel):
        unpacked(written_wheel(tmp_path, "one", {name: b"out"}), tmp_path / "to")
    assert not list(tmp_path.rglob("out.py"))


@pytest.mark.parametrize(
    "change",
    [
        lambda record: record.replace("shared/one.py,sha256=", "shared/one.py,sha256=A"),
        lambda record: record.replace("shared/one.py,sha256=", "shared/one.py,md5="),
        lambda record: record.replace(",8\n", ",9\n", 1),
        lambda record: record.replace("shared/one.py", "shared/two.py"),
        lambda record: "x",
        lambda record: '"' + record,
    ],
)
def test_a_record_that_does_not_fit_is_refused(tmp_path: Path, change: Callable[[str], str]) -> None:
    with pytest.raises(BadWheel, match="cannot be unpacked"):
        unpacked(written_wheel(tmp_path, "one", FILES, change_record=change), tmp_path / "to")


def test_what_is_no_wheel_is_refused(tmp_path: Path) -> None:
    wheel = written_wheel(tmp_path, "one", FILES)
    content = wheel.read_bytes()
    for bad in (b"", b"PK", content[:-100], content[: len(content) // 2], content.replace(b"WHEEL", b"WHEAL")):
        wheel.write_bytes(bad)
        with pytest.raises(BadWheel):
            unpacked(wheel, tmp_path / "to")
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("one.py", b"")
    with pytest.raises(BadWheel):
        unpacked(wheel, tmp_path / "to")


@pytest.mark.skipif(sys.platform != "linux" or not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "to").mkdir()
    (tmp_path / "scratch").symlink_to("/dev/full")
    with pytest.raises(NoSpace, match="must be free on the disk that holds"):
        unpacked(written_wheel(tmp_path, "one", FILES), tmp_path / "to")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "to").mkdir(mode=0o500)
    with pytest.raises(ReleaseFault, match="check the folder and its permissions"):
        unpacked(written_wheel(tmp_path, "one", FILES), tmp_path / "to")
