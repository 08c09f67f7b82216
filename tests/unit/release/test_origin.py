"""What the build put beside the program."""

import base64
import json
import sys
from pathlib import Path

import pytest

from core.errors import LocalFault
from core.release.origin import built, read_origin

KEY = bytes(range(32))


def written(folder: Path, **told: object) -> Path:
    (folder / "release").mkdir()
    (folder / "release/needs").write_bytes(b"sealed")
    (folder / "release/origin.json").write_text(json.dumps(told))
    return folder


def test_from_source_there_is_none() -> None:
    assert built() is None


def test_a_built_program_knows_where_it_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, keys=[base64.b64encode(KEY).decode()], feeds=["https://example.org/idlewild/"])
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    origin = built()
    assert origin is not None
    assert (origin.keys, origin.feeds) == ((KEY,), ("https://example.org/idlewild/",))
    assert (origin.needs, origin.folder) == (b"sealed", tmp_path)


@pytest.mark.parametrize(
    "told",
    [
        {"keys": [], "feeds": []},
        {"keys": ["AAAA"], "feeds": []},
        {"keys": ["?"], "feeds": []},
        {"keys": [base64.b64encode(KEY).decode()], "feeds": ["ftp://example.org/"]},
        {"keys": [base64.b64encode(KEY).decode()], "feeds": ["https://example.org/a"]},
        {"keys": [base64.b64encode(KEY).decode()]},
    ],
)
def test_a_damaged_installation_says_so(tmp_path: Path, told: dict[str, object]) -> None:
    with pytest.raises(LocalFault, match=r"is damaged .*: install it again"):
        read_origin(written(tmp_path, **told))


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(LocalFault, match="is damaged"):
        read_origin(tmp_path)
