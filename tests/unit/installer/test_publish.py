"""What is published is what programs take, and nothing that they would not."""

from pathlib import Path

import keys
import publish
import pytest
from keys import make_key, public_text, read_key
from publish import NotPublished, Publication

from core.release.documents import Release, this_platform
from core.release.packing import packed_name
from core.release.packing import unpack as unpacked
from core.release.seal import opened
from core.version import PROTOCOL
from tests.program_folders import STRANGER, program, write_program

MIRRORS = ("https://mirror.example.org/",)


@pytest.fixture
def key(tmp_path: Path) -> Path:
    make_key(tmp_path / "key")
    return tmp_path / "key"


def bundle_of(tmp_path: Path, version: str, **parts: bytes) -> Path:
    bundle = tmp_path / version
    write_program(bundle, program(version, **parts))
    return bundle


def run(bundle: Path, key: Path, out: Path, version: str, *more: str) -> int:
    return publish.main([str(bundle), str(key), str(out), "--version", version, "--mirror", MIRRORS[0][:-1], *more])


def read(out: Path, key: Path) -> Release:
    return opened(Release, (out / this_platform()).read_bytes(), [read_key(key).public_key])


def test_a_release_and_its_files(tmp_path: Path, key: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bundle, out = bundle_of(tmp_path, "0.2.0", a=b"same", b=b"same", link=b"-> a", empty=b""), tmp_path / "out"
    assert run(bundle, key, out, "0.2.0", "--notes", "https://example.org/new") == 0
    release = read(out, key)
    assert (release.version, release.sequence, release.protocol) == ("0.2.0", 1, PROTOCOL)
    assert (release.platform, release.mirrors, release.notes) == (this_platform(), MIRRORS, "https://example.org/new")
    files = {file.path: file for file in release.files}
    assert set(files) == set(program("", a=b"", b=b"", link=b"", empty=b""))
    assert files["_internal/link"].target == "a"
    assert [path for path, file in files.items() if file.is_executable] == ["idlewild"]
    for path, file in files.items():
        if file.digest is not None:
            packed = out / packed_name(file.digest)
            assert packed.stat().st_size == file.packed_bytes
            with packed.open("rb") as opened_file, (tmp_path / "unpacked").open("wb") as into:
                assert unpacked(file, opened_file, into)
            assert (tmp_path / "unpacked").read_bytes() == (bundle / path).read_bytes()
    assert len(list(out.iterdir())) == 1 + 4, "one file for what is the same"
    assert "sequence 1" in capsys.readouterr().out


def test_the_next_one_has_a_higher_sequence_and_keeps_what_is_there(tmp_path: Path, key: Path) -> None:
    out = tmp_path / "out"
    assert run(bundle_of(tmp_path, "0.2.0", same=b"same"), key, out, "0.2.0") == 0
    before = {path: path.stat().st_mtime_ns for path in out.glob("*.zst")}
    assert run(bundle_of(tmp_path, "0.3.0", same=b"same"), key, out, "0.3.0") == 0
    assert read(out, key).sequence == 2
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_nobody_is_sent_back(tmp_path: Path, key: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert run(bundle_of(tmp_path, "0.3.0"), key, out, "0.3.0") == 0
    assert run(bundle_of(tmp_path, "0.2.0"), key, out, "0.2.0") == 1
    assert "0.3.0 is published already" in capsys.readouterr().err
    assert read(out, key).version == "0.3.0"


def test_another_key_cannot_follow(tmp_path: Path, key: Path) -> None:
    out, bundle = tmp_path / "out", bundle_of(tmp_path, "0.2.0")
    assert run(bundle, key, out, "0.2.0") == 0
    with pytest.raises(NotPublished, match="cannot be followed"):
        publish.publish(bundle, STRANGER, out, Publication("0.3.0", MIRRORS))


@pytest.mark.parametrize(
    ("parts", "version"), [({"link": b"-> ../../../etc/passwd"}, "0.2.0"), ({}, "0.2"), ({"a:b": b""}, "0.2.0")]
)
def test_what_no_program_would_take_is_not_published(
    tmp_path: Path, key: Path, parts: dict[str, bytes], version: str
) -> None:
    assert run(bundle_of(tmp_path, version, **parts), key, tmp_path / "out", version) == 1
    assert not (tmp_path / "out" / this_platform()).exists()


def test_a_key_is_made_once_and_for_its_owner_alone(tmp_path: Path, key: Path) -> None:
    assert key.stat().st_mode & 0o777 == 0o600
    before = key.read_bytes()
    with pytest.raises(FileExistsError):
        make_key(key)
    assert key.read_bytes() == before
    assert len(public_text(read_key(key))) == 44


@pytest.mark.parametrize("content", [b"", b"no key", b"AAAA", b"\xff" * 32])
def test_what_is_no_key_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "no").write_bytes(content)
    with pytest.raises(ValueError, match="holds no key"):
        keys.read_key(tmp_path / "no")
