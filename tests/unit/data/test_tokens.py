from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from core.data.text import BrokenShard, Limits
from core.data.tokens import TOKENIZER, read_token_documents
from core.identity.ids import Digest

SOME = Digest(bytes(range(32)))
NESTED = pa.list_(pa.list_(pa.int32()))


def shard(path: Path, documents: Any, kind: pa.DataType = NESTED, column: str = "tokens") -> Path:
    schema = pa.schema([pa.field(column, kind)], metadata={TOKENIZER: SOME.text.encode()})
    parquet.write_table(pa.table([pa.array(documents, kind)], schema=schema), path, row_group_size=50)
    return path


@given(st.lists(st.lists(st.lists(st.integers(0, 99), max_size=6), max_size=5), max_size=200))
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, documents: list[list[list[int]]]) -> None:
    path = shard(tmp_path_factory.mktemp("tokens") / "x", documents)
    assert list(read_token_documents(path, tokenizer=SOME, vocabulary=100)) == documents


def test_progress_reaches_the_end(tmp_path: Path) -> None:
    seen: list[float] = []
    list(read_token_documents(shard(tmp_path / "x", [[[1]]] * 500), on_fraction=seen.append))
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


@pytest.mark.parametrize(
    ("documents", "kind", "says"),
    [
        ([[[1, 100]]], NESTED, "tokens that its tokenizer does not know"),
        ([[[1, -1]]], NESTED, "tokens that its tokenizer does not know"),
        ([None], NESTED, "is missing"),
        ([[None]], NESTED, "is missing"),
        ([[[None]]], NESTED, "is missing"),
        ([[[1]]], pa.list_(pa.list_(pa.int64())), "no column"),
        ([[1]], pa.list_(pa.int32()), "no column"),
        (["a"], pa.string(), "no column"),
        ([[[1] * 3000]], NESTED, "a document of more than"),
        ([[[]] * 3000], NESTED, "a document of more than"),
        ([[[1] * 900]] * 50, NESTED, "a row group unpacks to more than"),
        ([[[1]] * 900] * 50, NESTED, "a row group unpacks to more than"),
    ],
)
def test_what_is_no_token_shard(tmp_path: Path, documents: Any, kind: pa.DataType, says: str) -> None:
    limits = Limits(document_bytes=4000, row_group_bytes=40_000)
    with pytest.raises(BrokenShard, match=says):
        list(read_token_documents(shard(tmp_path / "x", documents, kind), limits, vocabulary=100))


def test_another_column_another_tokenizer_no_file(tmp_path: Path) -> None:
    with pytest.raises(BrokenShard, match="no column `tokens`"):
        list(read_token_documents(shard(tmp_path / "x", [[[1]]], column="other")))
    with pytest.raises(BrokenShard, match="another tokenizer"):
        list(read_token_documents(shard(tmp_path / "x", [[[1]]]), tokenizer=Digest(bytes(32))))
    with pytest.raises(BrokenShard, match="No such file"):
        list(read_token_documents(tmp_path / "none"))


@given(st.binary(max_size=300))
def test_any_bytes_are_a_fault(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "x"
    path.write_bytes(content)
    with pytest.raises(BrokenShard):
        list(read_token_documents(path))
