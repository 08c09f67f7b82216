import contextlib
import json
import time
from pathlib import Path

import pyarrow as pa
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from core.data.text import BrokenShard, Limits, format_of, read_documents, split_sentences

SHARED = Path(__file__).parents[3].parent / "shared" / "data"


def packed(*rows: object, level: int = 3) -> bytes:
    lines = (row if isinstance(row, bytes) else json.dumps(row, ensure_ascii=False).encode() for row in rows)
    return zstandard.ZstdCompressor(level=level).compress(b"\n".join(lines) + b"\n")


def documents(folder: Path, content: bytes, kind: str = "jsonl.zst", limits: Limits | None = None) -> list[str]:
    path = folder / "shard"
    path.write_bytes(content)
    return list(read_documents(path, kind, limits))


def test_json_lines(tmp_path: Path) -> None:
    rows = [{"text": "আমি", "title": 1}, b"", {"id": "x", "text": ""}, {"text": "a\nb"}]
    assert documents(tmp_path, packed(*rows)) == ["আমি", "", "a\nb"]


def test_json_lines_across_blocks_and_frames(tmp_path: Path) -> None:
    texts = [str(n) * 300_000 for n in range(10)]
    halves = (packed(*({"text": text} for text in part)) for part in (texts[:5], texts[5:]))
    assert documents(tmp_path, b"".join(halves)) == texts


@pytest.mark.parametrize(
    "row", [b"{", b"[]", {"title": "x"}, {"text": 1}, {"text": None}, b'{"text": "\xff"}', b"[" * 100_000, b"null"]
)
def test_lines_that_are_no_documents(tmp_path: Path, row: object) -> None:
    with pytest.raises(BrokenShard, match="line 2 is no JSON object"):
        documents(tmp_path, packed({"text": "fine"}, row))


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    one_line = packed({"text": "a" * 50_000_000}, level=19)
    assert len(one_line) < 20_000
    with pytest.raises(BrokenShard, match="a line of more than 16 MiB"):
        documents(tmp_path, one_line)
    many_lines = packed(*({"text": "a" * 1000} for _ in range(5000)))
    with pytest.raises(BrokenShard, match="unpacks to more than 1 MiB"):
        documents(tmp_path, many_lines, limits=Limits(text_bytes=1 << 20))


def test_a_frame_that_asks_for_too_much_memory(tmp_path: Path) -> None:
    with pytest.raises(BrokenShard, match="zstd"):
        documents(tmp_path, packed({"text": "x" * 3_000_000}), limits=Limits(window_bytes=1 << 20))


@given(st.binary(max_size=300))
def test_any_bytes_give_documents_or_a_fault(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    folder = tmp_path_factory.mktemp("any")
    for kind in ("jsonl.zst", "parquet", "text"):
        for data in (content, zstandard.ZstdCompressor().compress(content)):
            with contextlib.suppress(BrokenShard):
                assert all(isinstance(text, str) for text in documents(folder, data, kind))


def test_a_cut_file(tmp_path: Path) -> None:
    whole = packed(*({"text": f"document {n}"} for n in range(1000)))
    with pytest.raises(BrokenShard):
        documents(tmp_path, whole[: len(whole) // 2])


def test_parquet(tmp_path: Path) -> None:
    path = tmp_path / "shard"
    parquet.write_table(pa.table({"n": [1, 2, 3], "text": ["আমি", None, "b"]}), path)
    assert list(read_documents(path, "parquet")) == ["আমি", "b"]
    with pytest.raises(BrokenShard, match="more than 0 MiB"):
        list(read_documents(path, "parquet", Limits(row_group_bytes=10)))
    parquet.write_table(pa.table({"text": [1, 2]}), path)
    with pytest.raises(BrokenShard, match="no column `text`"):
        list(read_documents(path, "parquet"))


def test_plain_text(tmp_path: Path) -> None:
    assert documents(tmp_path, b"one\n\nstill one\r\n\n\n\ntwo\n\n\n", "text") == ["one\nstill one\r", "two"]
    long = b"\n\n".join([b"x" * 400] * 10)
    cut = documents(tmp_path, long, "text", Limits(document_bytes=1000))
    assert [len(text) for text in cut] == [801] * 5
    with pytest.raises(BrokenShard, match="UTF-8"):
        documents(tmp_path, b"\xff", "text")


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(BrokenShard, match="No such file"):
        list(read_documents(tmp_path / "nothing", "text"))


def test_progress_reaches_the_end(tmp_path: Path) -> None:
    path = tmp_path / "shard"
    path.write_bytes(packed(*({"text": str(n) * 1000} for n in range(9000))))
    seen: list[float] = []
    list(read_documents(path, "jsonl.zst", on_fraction=seen.append))
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_formats_by_name() -> None:
    assert format_of(Path("a/b.jsonl.zst")) == "jsonl.zst"
    assert format_of(Path("b.parquet")) == "parquet"
    assert format_of(Path("b.txt")) == "text"
    assert format_of(Path("b.json")) is None


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("এটা ভাল।তারপর কী? সে বলল।। শেষ", ["এটা ভাল।", "তারপর কী?", "সে বলল।।", "শেষ"]),
        ("“হ্যাঁ।” তিনি বললেন॥ 'না!' আমি", ["“হ্যাঁ।”", "তিনি বললেন॥", "'না!'", "আমি"]),
        ("ড. খান এলেন। দাম 3.5 টাকা।", ["ড. খান এলেন।", "দাম 3.5 টাকা।"]),
        ("J. K. Rowling wrote e.g. this. Really?! Yes...", ["J. K. Rowling wrote e.g. this.", "Really?!", "Yes..."]),
        ('He said "stop." She (too.) did.', ['He said "stop."', "She (too.) did."]),
        ("def f(x):\n    return x.y\n\n\n# end", ["def f(x):", "return x.y", "# end"]),
        ("a\r\nb\u2028c", ["a", "b", "c"]),
        ("", []),
        ("  \n ", []),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert split_sentences(text) == sentences


@given(st.text(alphabet="aA. \n।॥?!\"')”কখড়্1", max_size=80))
def test_sentences_lose_nothing_but_white_space(text: str) -> None:
    sentences = split_sentences(text)
    assert "".join("".join(sentences).split()) == "".join(text.split())
    assert all(sentence == sentence.strip() != "" for sentence in sentences)


@pytest.mark.parametrize("unit", [".", " ", "। ", '"', "।", '."', "A.", " \t"])
def test_splitting_takes_linear_time(unit: str) -> None:
    began = time.process_time()
    split_sentences(unit * 300_000 + "a")
    assert time.process_time() - began < 5, "quadratic would be hours"


def test_endless_sentences_are_cut() -> None:
    assert [len(piece) for piece in split_sentences("x" * 25_000)] == [10_000, 10_000, 5_000]


@pytest.mark.shared
def test_bengali_news_falls_into_sentences() -> None:
    path = SHARED / "bn_text" / "news.jsonl.zst"
    if not path.exists():
        pytest.skip("no shared data")
    texts = list(read_documents(path, "jsonl.zst"))
    assert len(texts) == 1747
    lengths = [len(sentence) for text in texts for sentence in split_sentences(text)]
    assert 40 < sum(lengths) / len(lengths) < 200
    assert max(lengths) < 3000
