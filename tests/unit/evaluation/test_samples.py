import json
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from core.errors import UsageError
from core.evaluation.samples import LabelledText, TaggedSentence, draw, read_samples

SENTENCES = [
    {"tokens": ["ঢাকা", "যাই"], "ner_tags": ["B-LOC", "O"], "source": "a", "id": 3},
    {"tokens": ["রবীন্দ্রনাথ", "ঠাকুর"], "ner_tags": ["B-PER", "I-PER"]},
]


def lines(path: Path, *rows: Any) -> Path:
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    return path


def table(path: Path, rows: list[dict[str, Any]]) -> Path:
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    return path


def test_lines_and_tables_hold_the_same(tmp_path: Path) -> None:
    from_lines = read_samples(lines(tmp_path / "s.jsonl", *SENTENCES), TaggedSentence)
    assert from_lines == read_samples(table(tmp_path / "s.parquet", SENTENCES), TaggedSentence)
    assert from_lines[0] == TaggedSentence(["ঢাকা", "যাই"], ["B-LOC", "O"], "a")
    assert from_lines[1].source is None


def test_labels_may_be_numbers_and_blank_lines_are_none(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text('{"text": "x", "label": 3}\n\n{"text": "y", "label": "z"}\n', encoding="utf-8")
    assert [text.label for text in read_samples(path, LabelledText)] == [3, "z"]
    path = table(tmp_path / "t.parquet", [{"text": "x", "label": 3}])
    assert read_samples(path, LabelledText) == [LabelledText("x", 3)]


def test_a_limit_draws_the_same_ones_every_time_in_their_order() -> None:
    drawn = draw(range(1000), 50)
    assert drawn == draw(range(1000), 50) == sorted(set(drawn))
    assert len(drawn) == 50
    assert max(drawn) > 900
    assert draw(range(3), 3) == draw(range(3), 9) == draw(range(3), None) == [0, 1, 2]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "holds no samples"),
        (b'{"tokens": ["a"], "ner_tags": ["O"]}\n{"tokens": ["a"]}', "line 2"),
        (b'{"tokens": ["a"], "ner_tags": ["O", "O"]}', "1 tokens and 2 ner_tags"),
        (b'{"tokens": [], "ner_tags": []}', "0 tokens"),
        (b'{"tokens": ["a"], "ner_tags": ["PER"]}', "'PER' is no tag"),
        (b'{"tokens": ["a"], "ner_tags": [0]}', "Expected `str`"),
        (b'{"tokens": ["\xff"], "ner_tags": ["O"]}', "line 1"),
        (b"PAR1", "line 1"),
        (b"[" * 100_000, "line 1"),
    ],
)
def test_lines_that_do_not_fit_are_named(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(content)
    with pytest.raises(UsageError) as caught:
        read_samples(path, TaggedSentence)
    assert says in str(caught.value)
    assert str(path) in str(caught.value)


def test_tables_that_do_not_fit_are_named(tmp_path: Path) -> None:
    no_label = table(tmp_path / "a.parquet", [{"text": "x"}])
    with pytest.raises(
        UsageError, match=r"no column `label`; it needs `text` and `label` \(and `source` if you like\)"
    ):
        read_samples(no_label, LabelledText)
    with pytest.raises(UsageError, match="row 2"):
        read_samples(table(tmp_path / "b.parquet", [{"text": "x", "label": "y"}, {"text": None}]), LabelledText)
    (tmp_path / "c.parquet").write_bytes(b"PAR1 no")
    for name in ("c.parquet", "none.parquet", "none.jsonl", "."):
        with pytest.raises(UsageError, match="cannot be read"):
            read_samples(tmp_path / name, LabelledText)
