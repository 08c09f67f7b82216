"""Versions come whole, and go without anything that is not ours."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.release.pointer import FILE, SILENT, Pointer, TakenBack, change_pointer, read_pointer
from core.release.seal import ReleaseFault
from core.release.versions import DESCRIPTION, Versions
from tests.program_folders import Published, program, published, read_program, write_program

MIRROR = "https://mirror.example.org/"


@pytest.fixture
def versions(tmp_path: Path) -> Versions:
    return Versions(tmp_path / "versions", "0.2.0")


def release(version: str, sequence: int = 1, **parts: bytes) -> Published:
    return published(version, program(version, **parts), MIRROR, sequence=sequence)


def add(versions: Versions, version: str, **parts: bytes) -> Path:
    offer = release(version, **parts).offer
    versions.begin(offer)
    write_program(versions.part(offer), program(version, **parts))
    versions.finish(offer)
    return versions.folder / version


def names(versions: Versions) -> set[str]:
    return {path.name for path in versions.folder.iterdir()} - {".lock", FILE}


def choose(versions: Versions, pointer: Pointer) -> None:
    change_pointer(versions.folder, lambda _: pointer)


def test_a_new_version_is_tried_next(versions: Versions) -> None:
    assert versions.ready == ""
    folder = add(versions, "0.3.0", new=b"new")
    assert read_program(folder) == program("0.3.0", new=b"new")
    assert versions.ready == "0.3.0"
    assert versions.pointer == Pointer(trial="0.3.0", sequence=1)


def test_the_sequence_only_grows(versions: Versions) -> None:
    for sequence, expected in ((3, 3), (2, 3), (5, 5)):
        versions.see(release("0.3.0", sequence).release)
        assert Versions(versions.folder, "0.2.0").pointer.sequence == expected


def test_a_version_once_taken_back_is_tried_again_when_it_comes_again(versions: Versions) -> None:
    choose(versions, Pointer(bad={"0.3.0": TakenBack(SILENT)}, sequence=4))
    assert versions.taken_back() == "0.3.0"
    add(versions, "0.3.0")
    assert versions.taken_back() == ""
    assert versions.pointer == Pointer(trial="0.3.0", sequence=4)


def test_only_what_is_older_than_the_one_before_goes(versions: Versions) -> None:
    for version in ("0.0.9", "0.1.0", "0.2.0", "0.3.0"):
        add(versions, version)
    choose(versions, Pointer(chosen="0.2.0", before="0.1.0", trial="0.3.0"))
    versions.tidy()
    assert names(versions) == {"0.1.0", "0.2.0", "0.3.0"}
    versions.run_well()
    assert names(versions) == {"0.2.0", "0.3.0"}
    assert versions.pointer.before == ""


def test_who_runs_is_not_removed_whatever_the_page_says(versions: Versions) -> None:
    add(versions, "0.2.0")
    choose(versions, Pointer())
    versions.tidy()
    assert names(versions) == {"0.2.0"}


def test_another_version_than_the_chosen_one_says_nothing_of_it(versions: Versions) -> None:
    add(versions, "0.3.0")
    add(versions, "0.1.0")
    choose(versions, Pointer(chosen="0.3.0", before="0.1.0"))
    versions.run_well()
    assert versions.pointer.before == "0.1.0"


def test_an_installed_version_that_has_overtaken_the_others_clears_them(versions: Versions) -> None:
    add(versions, "0.1.0")
    add(versions, "0.1.5")
    choose(versions, Pointer(chosen="0.1.5", before="0.1.0", trial="0.1.5", sequence=7))
    versions.tidy()
    assert names(versions) == set()
    assert versions.pointer == Pointer(sequence=7)


def test_what_a_killed_update_left_is_kept_while_it_can_go_on(versions: Versions) -> None:
    parts = {version: release(version).offer for version in ("0.1.0", "0.3.0", "0.4.0")}
    for offer in parts.values():
        versions.begin(offer)
        (versions.part(offer) / "idlewild").write_bytes(b"half")
    fetched = versions.fetched / next(iter(release("0.3.0").files))
    fetched.parent.mkdir()
    fetched.with_name(fetched.name + ".part").write_bytes(b"half")
    choose(versions, Pointer(bad={"0.4.0": TakenBack(SILENT)}))
    versions.tidy()
    assert names(versions) == {".part-0.3.0", ".fetched"}
    write_program(versions.part(parts["0.3.0"]), program("0.3.0"))
    versions.finish(parts["0.3.0"])
    versions.tidy()
    assert names(versions) == {"0.3.0"}


def test_what_is_not_ours_stays(versions: Versions, tmp_path: Path) -> None:
    folder = add(versions, "0.1.0", deep=b"ours")
    (folder / "_internal" / "mine").write_bytes(b"mine")
    (versions.folder / "0.0.1").mkdir()
    (versions.folder / "0.0.1" / "mine").write_bytes(b"mine")
    (versions.folder / "letters").mkdir()
    (versions.fetched).mkdir()
    (versions.fetched / "mine.zst").write_bytes(b"mine")
    elsewhere = tmp_path / "elsewhere"
    write_program(elsewhere, program("0.0.2"))
    (versions.folder / "0.0.2").symlink_to(elsewhere)
    choose(versions, Pointer())
    versions.tidy()
    left = {path.relative_to(versions.folder).as_posix() for path in versions.folder.rglob("mine*")}
    assert left == {"0.1.0/_internal/mine", "0.0.1/mine", ".fetched/mine.zst"}
    assert not (folder / "idlewild").exists()
    assert (versions.folder / "letters").is_dir()
    assert read_program(elsewhere) == program("0.0.2")


def test_a_folder_that_is_in_the_way_is_told(versions: Versions) -> None:
    (versions.folder / "0.3.0").mkdir(parents=True)
    (versions.folder / "0.3.0" / "mine").write_bytes(b"mine")
    with pytest.raises(ReleaseFault, match="is in the way"):
        add(versions, "0.3.0")
    assert versions.ready == ""
    (versions.folder / "0.3.0" / "mine").unlink()
    offer = release("0.3.0").offer
    versions.finish(offer)
    assert versions.ready == "0.3.0"


def test_another_release_of_the_same_version_leaves_no_files_behind(versions: Versions) -> None:
    first, second = release("0.3.0", old=b"old"), release("0.3.0", 2, new=b"new")
    versions.begin(first.offer)
    write_program(versions.part(first.offer), program("0.3.0", old=b"old"))
    versions.begin(second.offer)
    write_program(versions.part(second.offer), program("0.3.0", new=b"new"))
    versions.finish(second.offer)
    assert read_program(versions.folder / "0.3.0") == program("0.3.0", new=b"new")


def test_the_latest_release_may_take_a_newer_one_back_that_nobody_has_tried(versions: Versions) -> None:
    add(versions, "0.4.0")
    offer = release("0.3.0", 2).offer
    versions.begin(offer)
    write_program(versions.part(offer), program("0.3.0"))
    versions.finish(offer)
    assert versions.pointer.trial == "0.3.0"
    versions.tidy()
    assert names(versions) == {"0.3.0"}


def test_a_description_that_names_files_elsewhere_removes_none(versions: Versions, tmp_path: Path) -> None:
    folder = add(versions, "0.1.0")
    outside = tmp_path / "outside"
    outside.write_bytes(b"mine")
    text = (folder / DESCRIPTION).read_bytes().replace(b'"_internal/release/needs"', b'"../../outside"')
    (folder / DESCRIPTION).write_bytes(text)
    choose(versions, Pointer())
    versions.tidy()
    assert outside.exists()
    assert (folder / "idlewild").exists()


def test_a_disk_that_cannot_be_written_is_told(versions: Versions) -> None:
    versions.folder.parent.mkdir(exist_ok=True)
    versions.folder.write_bytes(b"no folder")
    with pytest.raises(ReleaseFault, match="cannot be used"):
        versions.see(release("0.3.0").release)


@pytest.mark.parametrize("why", ["silent", "ended", "unfinished", "no_start"])
def test_why_a_version_was_taken_back_is_told(versions: Versions, why: str) -> None:
    choose(versions, replace(Pointer(), bad={"0.3.0": TakenBack(why, 5)}))
    words = str(versions.why_not("0.3.0"))
    assert "0.3.0" in words
    assert "The one before it runs again." in words
    assert not versions.why_not("0.4.0")
    assert read_pointer(versions.folder).bad["0.3.0"].why == why
