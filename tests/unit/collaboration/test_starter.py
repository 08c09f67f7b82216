import sys
from pathlib import Path

import pytest

from core.collaboration import starter
from core.collaboration.hosting import draft_digest
from core.collaboration.starter import starter_draft
from core.data.text import read_documents
from core.errors import LocalFault


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text of a size for tests."""
    monkeypatch.setattr(starter, "TEXT_CHARACTERS", 120_000)


@pytest.mark.usefixtures("little")
def test_the_starter_is_a_sound_draft(tmp_path: Path) -> None:
    draft = starter_draft(tmp_path / "a")
    assert [file.path.name for file in draft.files] == ["1-manual.jsonl.zst", "2-library.jsonl.zst"]
    texts = [text for file in draft.files for text in read_documents(file.path, file.format)]
    assert 150_000 < sum(map(len, texts)) <= 240_000
    assert any("exception" in text for text in texts)
    assert draft_digest(starter_draft(tmp_path / "b")) == draft_digest(draft)
    assert "\n" not in draft.description, "windows break lines where they are wide"


@pytest.mark.usefixtures("little")
def test_a_run_that_was_begun_keeps_its_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digest = draft_digest(starter_draft(tmp_path))
    monkeypatch.setattr(starter, "_manual", lambda: iter(["the manual of another Python"] * 9999))
    assert draft_digest(starter_draft(tmp_path)) == digest


@pytest.mark.usefixtures("little")
def test_without_sources_docstrings_are_read_from_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(tmp_path / "nowhere"))
    (tmp_path / "nowhere").mkdir()
    monkeypatch.setitem(sys.modules, "pydoc_data.topics", None)
    monkeypatch.setattr(starter, "_WITHOUT_SOURCES", "asyncio argparse decimal no_such_module")
    monkeypatch.setattr(starter, "_LEAST_CHARACTERS", 10_000)
    draft = starter_draft(tmp_path / "starter")
    assert [file.path.name for file in draft.files] == ["2-library.jsonl.zst"]
    monkeypatch.undo()
    assert draft_digest(starter_draft(tmp_path / "starter")) == draft_digest(draft)


def test_an_installation_without_any_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starter, "_manual", lambda: iter(()))
    monkeypatch.setattr(starter, "_library", lambda: iter(["little"]))
    with pytest.raises(LocalFault, match="join a collaboration"):
        starter_draft(tmp_path / "starter")


def test_prose_is_made_to_flow() -> None:
    text = "Title\n=====\n\nA sentence\nthat goes on.\n\n    code = 1\n    more = 2\n"
    assert starter._flowing(text) == "Title\n\nA sentence that goes on.\n\ncode = 1 more = 2"
    assert starter._flowing(">>> f(1)\n2") == ">>> f(1)\n2"
