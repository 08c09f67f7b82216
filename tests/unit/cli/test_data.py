import json
from pathlib import Path

import pytest

from core.cli.main import main


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("one\n\n\none\n\n\nanother document\n\n\nx")
    return tmp_path / "in"


def test_a_build_is_summed_up(tmp_path: Path, texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = tmp_path / "out"
    status = main(
        ["data", "build", str(texts), "--to", str(to), "--filter-min-characters", "2", "--home", str(tmp_path)]
    )
    out, err = capsys.readouterr()
    assert (status, err) == (0, "")
    assert out.splitlines()[:2] == ["2 documents, 19 characters of in", "Dropped: 1 double, 1 too short"]
    assert out.splitlines()[2].startswith("1 shard of 0.0 MB in all, report.json and data.toml in ")
    assert (to / "in-00000.jsonl.zst").is_file()


def test_json_is_the_report(tmp_path: Path, texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--json", "--keep-duplicates", "--name", "mine", "--weight", "0.5", "--shard-mb", "0.01"]
    assert main(["data", "build", str(texts), "--to", str(tmp_path / "out"), *words]) == 0
    out = capsys.readouterr().out
    assert out == (tmp_path / "out" / "report.json").read_text()
    assert [json.loads(out)[key] for key in ("name", "documents", "duplicates")] == ["mine", 4, 0]
    assert "weight = 0.5" in (tmp_path / "out" / "data.toml").read_text()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "--to"),
        (["--to", "x", "--held-out", "0.9"], "0.9 is not between 0 and 0.5"),
        (["--to", "x", "--held-out", "nan"], "nan is not between"),
        (["--to", "x", "--shard-mb", "0"], "0 is not between"),
        (["--to", "x", "--weight", "-1"], "-1 is not between"),
        (["--to", "x", "--filter-min-characters", "many"], "'many' is no whole number"),
        (["--to", "x", "--name", "../x"], "is no name"),
    ],
)
def test_wrong_words(texts: Path, capsys: pytest.CaptureFixture[str], words: list[str], says: str) -> None:
    assert main(["data", "build", str(texts), *words]) == 2
    assert says in capsys.readouterr().err


def test_broken_files_and_addresses(tmp_path: Path, texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (texts / "b.jsonl").write_text("no")
    assert main(["data", "build", str(texts), "--to", str(tmp_path / "out")]) == 1
    assert "b.jsonl cannot be used: line 1 is no JSON object" in capsys.readouterr().err
    assert main(["data", "build", "hf://datasets/nobody", "--to", str(tmp_path / "out")]) == 2
    assert "names no data set" in capsys.readouterr().err
    assert main(["data"]) == 2
    assert "WHAT" in capsys.readouterr().err
