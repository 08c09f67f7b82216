"""The page of versions survives whatever is written on it, and whoever writes at the same time."""

import json
import tempfile
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.release.pointer import ENDED, FILE, SILENT, UNFINISHED, Pointer, TakenBack, change_pointer, read_pointer

FULL = Pointer(
    chosen="0.3.0",
    before="0.2.0",
    trial="0.4.0",
    has_begun=True,
    left=2,
    bad={"0.3.5": TakenBack(ENDED, 3)},
    sequence=12,
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["0.2.0", "../x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
NAMES = ("chosen", "before", "trial", "has_begun", "left", "bad", "sequence", "of a later version")


def test_what_is_written_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "versions"
    assert read_pointer(folder) == Pointer()
    assert change_pointer(folder, lambda _: FULL) == FULL
    assert read_pointer(folder) == FULL
    assert folder.stat().st_mode & 0o777 == 0o700


@given(st.dictionaries(st.sampled_from(NAMES), anything))
def test_nothing_on_the_page_is_believed_that_makes_no_sense(told: dict[str, object]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / FILE).write_text(json.dumps(told))
        pointer = read_pointer(folder)
        for version in (pointer.chosen, pointer.before, pointer.trial, *pointer.bad):
            assert version in ("", "0.2.0")
        assert pointer.sequence >= 0
        assert change_pointer(folder, lambda now: replace(now, sequence=now.sequence + 1)) == read_pointer(folder)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000, b"null"])
def test_a_broken_page_is_an_empty_one(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert read_pointer(tmp_path) == Pointer()


def test_writers_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    def count() -> None:
        for _ in range(20):
            change_pointer(tmp_path, lambda now: replace(now, sequence=now.sequence + 1))

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert read_pointer(tmp_path).sequence == 80


def test_a_trial_that_went_well() -> None:
    after = FULL.confirmed("0.4.0")
    assert (after.chosen, after.before, after.trial, after.has_begun, after.left) == ("0.4.0", "0.3.0", "", False, 0)


def test_a_trial_that_went_well_after_the_next_one_had_come() -> None:
    after = FULL.confirmed("0.3.9")
    assert (after.chosen, after.before, after.trial, after.has_begun) == ("0.3.9", "0.3.0", "0.4.0", True)


def test_a_version_that_is_taken_back() -> None:
    after = FULL.taken_back("0.4.0", TakenBack(SILENT))
    assert (after.chosen, after.before, after.trial, after.has_begun) == ("0.3.0", "0.2.0", "", False)
    assert list(after.bad) == ["0.3.5", "0.4.0"]
    chosen = FULL.taken_back("0.3.0", TakenBack(UNFINISHED))
    assert (chosen.chosen, chosen.before, chosen.trial) == ("0.2.0", "", "0.4.0")


def test_only_the_newest_bad_ones_are_remembered() -> None:
    pointer = Pointer()
    for number in range(30):
        pointer = pointer.taken_back(f"0.0.{number}", TakenBack(SILENT))
    assert list(pointer.bad) == [f"0.0.{number}" for number in range(10, 30)]


def test_a_version_that_always_leaves_early_is_taken_back_in_the_end() -> None:
    pointer = Pointer(trial="0.4.0", has_begun=True)
    for _ in range(2):
        pointer = replace(pointer.left_early(), has_begun=True)
        assert pointer.trial == "0.4.0"
    pointer = pointer.left_early()
    assert pointer.trial == ""
    assert pointer.bad["0.4.0"] == TakenBack(ENDED)
