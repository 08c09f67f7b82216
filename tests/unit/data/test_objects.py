import errno
import shutil
from pathlib import Path
from typing import Any

import pytest

from core.data.files import DiskFull, write_whole
from core.data.objects import ObjectStore
from core.errors import LocalFault, ProtocolViolation
from core.identity.ids import Digest

CONTENT = bytes(range(256)) * 5000


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


class FullFile:
    """A file on a disk that has just run full."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def write(self, data: bytes) -> int:
        self._file.write(data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def test_what_is_added_is_found_under_its_hash(tmp_path: Path) -> None:
    store = ObjectStore(tmp_path / "objects")
    digest = store.add_bytes(CONTENT)
    assert digest == Digest.of(CONTENT)
    assert store.has(digest)
    assert store.read(digest) == CONTENT
    assert store.size_bytes(digest) == len(CONTENT)
    assert store.add_bytes(CONTENT) == digest
    assert not store.has(Digest.of(b"other"))


def test_a_file_is_copied(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.write_bytes(CONTENT)
    store = ObjectStore(tmp_path / "objects")
    digest = store.add_file(source)
    source.write_bytes(b"changed later")
    assert store.read(digest) == CONTENT
    with pytest.raises(LocalFault, match="nowhere"):
        store.add_file(tmp_path / "nowhere")


def test_the_empty_object(tmp_path: Path) -> None:
    store = ObjectStore(tmp_path)
    assert store.read(store.add_bytes(b"")) == b""


def test_a_rotten_object_is_removed(tmp_path: Path) -> None:
    store = ObjectStore(tmp_path)
    digest = store.add_bytes(CONTENT)
    store.path(digest).write_bytes(CONTENT[:-1] + b"x")
    with pytest.raises(LocalFault, match="damaged"):
        store.read(digest)
    assert not store.has(digest)
    with pytest.raises(LocalFault):
        store.read(digest)


def test_a_writer_continues_where_the_last_one_stopped(tmp_path: Path) -> None:
    store = ObjectStore(tmp_path)
    digest = Digest.of(CONTENT)
    with store.writer(digest) as writer:
        writer.expect(len(CONTENT))
        writer.write(CONTENT[:1000])
        with pytest.raises(RuntimeError, match="already"):
            store.writer(digest)
    assert not store.has(digest)
    with ObjectStore(tmp_path).writer(digest) as writer:
        assert writer.offset == 1000
        writer.expect(len(CONTENT))
        writer.write(memoryview(CONTENT)[1000:])
        writer.finish()
    assert store.read(digest) == CONTENT


@pytest.mark.parametrize("wrong", [CONTENT[:-1] + b"x", CONTENT[:-1], b""])
def test_wrong_bytes_are_not_stored(tmp_path: Path, wrong: bytes) -> None:
    store = ObjectStore(tmp_path)
    with store.writer(Digest.of(CONTENT)) as writer:
        writer.expect(len(CONTENT))
        writer.write(wrong)
        with pytest.raises(ProtocolViolation, match="not object"):
            writer.finish()
    assert files_in(tmp_path) == []


def test_more_than_announced_is_refused(tmp_path: Path) -> None:
    store = ObjectStore(tmp_path)
    with store.writer(Digest.of(CONTENT)) as writer:
        with pytest.raises(ProtocolViolation, match="longer"):
            writer.write(b"x")
        writer.expect(10)
        writer.write(b"12345")
        with pytest.raises(ProtocolViolation, match="longer"):
            writer.write(b"678901")
        with pytest.raises(ProtocolViolation, match="fewer"):
            writer.expect(4)


def test_a_disk_that_runs_full_leaves_nothing(tmp_path: Path) -> None:
    store = ObjectStore(tmp_path)
    with store.writer(Digest.of(CONTENT)) as writer:
        writer.expect(len(CONTENT))
        writer.write(CONTENT[:1000])
        writer._file = FullFile(writer._file)  # type: ignore[assignment]
        with pytest.raises(DiskFull, match="free some space"):
            writer.write(CONTENT[1000:])
    assert files_in(tmp_path) == []


def test_no_room_is_said_before_anything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: shutil._ntuple_diskusage(10**6, 10**6, 999))  # type: ignore[attr-defined]
    with pytest.raises(DiskFull, match="no room"):
        ObjectStore(tmp_path).add_bytes(bytes(1000))
    ObjectStore(tmp_path).add_bytes(bytes(999))


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "objects").write_text("a file is in the way")
    with pytest.raises(LocalFault, match="check the folder"):
        ObjectStore(tmp_path / "objects").add_bytes(b"x")


def test_a_failed_rewrite_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_whole(path, b"old")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(DiskFull):
        write_whole(path, b"new")
    assert files_in(tmp_path) == [path]
    assert path.read_bytes() == b"old"
