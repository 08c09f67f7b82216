"""What is on the disk already is found by what is in it, and only by that."""

from pathlib import Path

import pytest

from core.identity.ids import Digest
from core.release.assembling import files_in, is_right, link, make_plan, put
from core.release.documents import ProgramFile
from core.release.packing import copy
from tests.program_folders import program, published, write_program

CONTENT = program("0.2.0", same=b"as before", new=b"new", copy=b"as before", link=b"-> same")
RELEASE = published("0.2.0", CONTENT, "https://mirror.example.org/").release


def file_of(path: str) -> ProgramFile:
    return next(file for file in RELEASE.files if file.path == path)


def test_what_is_missing_is_what_no_file_has(tmp_path: Path) -> None:
    here = {"a": b"as before", "b": b"AS BEFORE", "c": b"something else"}
    write_program(tmp_path, here)
    (tmp_path / "link").symlink_to("a")
    plan = make_plan(RELEASE, [*files_in(tmp_path), tmp_path / "gone"])
    assert plan.here == {Digest.of(b"as before"): tmp_path / "a"}
    missing = {file.path for file in plan.missing}
    assert missing == {"idlewild", "_internal/release/needs", "_internal/new"}
    assert plan.fetch_bytes == sum(file_of(path).packed_bytes for path in missing)


def test_room_is_asked_for_what_is_not_there(tmp_path: Path) -> None:
    plan = make_plan(RELEASE, [])
    whole = plan.room_bytes(tmp_path)
    assert whole == RELEASE.size_bytes + max(file.packed_bytes for file in RELEASE.files)
    write_program(tmp_path, {"_internal/same": b"as before"})
    assert plan.room_bytes(tmp_path) == whole - len(b"as before")


@pytest.mark.parametrize("there", [b"", b"new!", b"mew"])
def test_a_torn_file_is_written_anew(tmp_path: Path, there: bytes) -> None:
    file, source = file_of("_internal/new"), tmp_path / "source"
    source.write_bytes(b"new")
    write_program(tmp_path, {"_internal/new": there})
    assert not is_right(file, tmp_path / file.path)
    assert put(file, source, tmp_path, copy)
    assert is_right(file, tmp_path / file.path)
    assert (tmp_path / file.path).stat().st_mode & 0o777 == 0o644


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    outside, file = tmp_path / "outside", file_of("idlewild")
    outside.write_bytes(b"mine")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "idlewild").symlink_to(outside)
    source = tmp_path / "source"
    source.write_bytes(CONTENT["idlewild"])
    assert put(file, source, folder, copy)
    assert outside.read_bytes() == b"mine"
    assert (folder / "idlewild").stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("there", [None, b"-> elsewhere", b"a file"])
def test_a_link_is_what_the_release_says(tmp_path: Path, there: bytes | None) -> None:
    if there is not None:
        write_program(tmp_path, {"_internal/link": there})
    link(file_of("_internal/link"), tmp_path)
    assert str((tmp_path / "_internal" / "link").readlink()) == "same"
    link(file_of("_internal/link"), tmp_path)
