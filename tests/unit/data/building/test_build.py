"""Whole builds from folders: what they make, that it is always the same, and what they say of broken input."""

import dataclasses
import hashlib
import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import psutil
import pyarrow as pa
import pytest
import zstandard
from pyarrow import parquet

from core.data.building import gathering, spool, writers
from core.data.building.build import WORK, build
from core.data.building.options import BuildOptions
from core.data.building.report import BuildReport
from core.data.building.state import State
from core.data.text import read_documents, split_sentences
from core.data.tokenizer import TextTokenizer, train_tokenizer
from core.data.tokens import read_token_documents
from core.errors import LocalFault, UsageError
from core.identity.ids import Digest

JPEG = b"\xff\xd8\xff\xe0 picture %d \xff\xd9"
PNG = b"\x89PNG\r\n\x1a\n picture %d IEND\xae\x42\x60\x82"


def texts(count: int, seed: int = 0) -> list[str]:
    chance = random.Random(seed)
    words = ["আমি", "তুমি", "one", "two", "three", "four", "five", "six", "seven"]
    return [f"{seed} {n}. " + " ".join(chance.choices(words, k=chance.randint(5, 60))) + "." for n in range(count)]


def write_jsonl(path: Path, documents: list[str], column: str = "text") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    content = b"".join(msgspec.json.encode({"id": 1, column: text}) + b"\n" for text in documents)
    path.write_bytes(zstandard.ZstdCompressor().compress(content) if path.name.endswith(".zst") else content)


def write_all_kinds(folder: Path) -> list[str]:
    """The same documents for each call: in files of all kinds, some in folders of their own."""
    parts = [texts(60, seed) for seed in range(4)]
    write_jsonl(folder / "a.jsonl", parts[0])
    write_jsonl(folder / "deep" / "er" / "b.jsonl.zst", parts[1])
    (folder / "c.txt").write_text("\n\n\n".join(parts[2]), encoding="utf-8")
    parquet.write_table(pa.table({"text": [*parts[3], None]}), folder / "d.parquet")
    return [text for part in parts for text in part]


def built(folder: Path, source: Path, **options: object) -> BuildReport:
    return build(BuildOptions(source=str(source), folder=folder, name="it", **{"shard_bytes": 2000} | options))


def documents_of(folder: Path, report: BuildReport, *, held_out: bool = False) -> list[str]:
    files = [folder / shard.file for shard in report.shards if shard.held_out == held_out]
    return [text for file in files for text in read_documents(file, "jsonl.zst")]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_all_documents_of_all_kinds_of_files_are_there_once(tmp_path: Path) -> None:
    expected = write_all_kinds(tmp_path / "in")
    (tmp_path / "in" / "README.md").write_text("not data")
    (tmp_path / "in" / ".hidden.txt").write_text("not data")
    report = built(tmp_path / "out", tmp_path / "in")
    assert sorted(documents_of(tmp_path / "out", report)) == sorted(expected)
    assert (report.read, report.documents, report.duplicates, report.too_short) == (240, 240, 0, 0)
    assert report.characters == sum(map(len, expected))
    assert report.ignored == ("README.md",)
    assert len(report.shards) > 2
    assert max(shard.bytes for shard in report.shards) < 1.5 * min(shard.bytes for shard in report.shards)
    for shard in report.shards:
        content = (tmp_path / "out" / shard.file).read_bytes()
        assert (shard.bytes, shard.sha256) == (len(content), hashlib.sha256(content).hexdigest())
    assert msgspec.json.decode((tmp_path / "out" / "report.json").read_bytes(), type=BuildReport) == report
    assert sorted(contents(tmp_path / "out")) == sorted([*(s.file for s in report.shards), "data.toml", "report.json"])


def test_the_same_documents_give_the_same_bytes(tmp_path: Path) -> None:
    expected = write_all_kinds(tmp_path / "in")
    options = {"held_out": 0.1}
    built(tmp_path / "a", tmp_path / "in", **options)
    random.Random(1).shuffle(expected)
    # elsewhere, in other files and in another order, and some of them twice
    write_jsonl(tmp_path / "other" / "z.jsonl", expected[:200])
    write_jsonl(tmp_path / "other" / "b.jsonl", expected[150:])
    built(tmp_path / "b", tmp_path / "other", **options)
    first, second = contents(tmp_path / "a"), contents(tmp_path / "b")
    for name in ("report.json", "data.toml"):  # say where from
        first.pop(name)
        second.pop(name)
    assert first == second
    assert len(first) > 3


def test_the_bytes_are_these(tmp_path: Path) -> None:
    """Fails when the rules for shards change: `_VERSION` in `build.py` is to rise then."""
    write_all_kinds(tmp_path / "in")
    report = built(tmp_path / "out", tmp_path / "in", held_out=0.2, shard_bytes=10**6)
    assert [(shard.documents, shard.content_sha256[:8]) for shard in report.shards] == [
        (47, "abb184fe"),
        (193, "5b6df778"),
    ]


def test_what_is_held_out_stays_so(tmp_path: Path) -> None:
    write_all_kinds(tmp_path / "in")
    report = built(tmp_path / "a", tmp_path / "in", held_out=0.1)
    held = set(documents_of(tmp_path / "a", report, held_out=True))
    trained = set(documents_of(tmp_path / "a", report))
    assert 8 <= report.held_out == len(held) <= 40
    assert not held & trained
    assert len(held | trained) == 240
    write_jsonl(tmp_path / "in" / "more.jsonl", texts(200, 9))
    report = built(tmp_path / "b", tmp_path / "in", held_out=0.1)
    assert held < set(documents_of(tmp_path / "b", report, held_out=True))
    assert not held & set(documents_of(tmp_path / "b", report))


def test_duplicates_and_short_documents(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "in" / "a.jsonl", ["same thing", "same thing", "  ", "", "tiny", "another thing"])
    write_jsonl(tmp_path / "in" / "b.jsonl", ["same thing"])
    report = built(tmp_path / "a", tmp_path / "in", minimum_characters=5)
    assert sorted(documents_of(tmp_path / "a", report)) == ["another thing", "same thing"]
    assert (report.read, report.too_short, report.duplicates, report.documents) == (7, 3, 2, 2)
    report = built(tmp_path / "b", tmp_path / "in", keep_duplicates=True)
    assert sorted(documents_of(tmp_path / "b", report)) == ["another thing"] + ["same thing"] * 3 + ["tiny"]
    assert (report.too_short, report.duplicates) == (2, 0)


def test_another_column(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "in" / "a.jsonl", ["one"], "content")
    parquet.write_table(pa.table({"content": ["two"], "text": ["not this"]}), tmp_path / "in" / "b.parquet")
    report = built(tmp_path / "out", tmp_path / "in", column="content")
    assert sorted(documents_of(tmp_path / "out", report)) == ["one", "two"]


def test_a_single_file(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("a whole book")
    report = build(BuildOptions(source=str(tmp_path / "book.txt"), folder=tmp_path / "out"))
    assert [shard.file for shard in report.shards] == ["book-00000.jsonl.zst"]
    assert documents_of(tmp_path / "out", report) == ["a whole book"]


def test_documents_larger_than_a_shard(tmp_path: Path) -> None:
    large = [str(n) + "".join(random.Random(n).choices("abcdefghijklmnop", k=20_000)) for n in range(3)]
    write_jsonl(tmp_path / "in" / "a.jsonl", [*large, *texts(20)])
    report = built(tmp_path / "out", tmp_path / "in", shard_bytes=1000)
    assert sorted(documents_of(tmp_path / "out", report)) == sorted([*large, *texts(20)])
    assert [shard.file for shard in report.shards] == [f"it-{n:05d}.jsonl.zst" for n in range(len(report.shards))]


def test_token_shards(tmp_path: Path) -> None:
    expected = write_all_kinds(tmp_path / "in")
    content = train_tokenizer(expected, 120)
    (tmp_path / "tokenizer.json").write_bytes(content)
    options = {"tokenizer": tmp_path / "tokenizer.json", "held_out": 0.1}
    report = built(tmp_path / "a", tmp_path / "in", **options)
    tokenizer = TextTokenizer.load(content)
    read = [
        document
        for shard in report.shards
        for document in read_token_documents(tmp_path / "a" / shard.file, tokenizer=Digest.of(content))
    ]
    assert sorted(read) == sorted(tokenizer.encode(split_sentences(text)) for text in expected)
    assert (report.format, report.tokenizer) == ("tokens", hashlib.sha256(content).hexdigest())
    built(tmp_path / "b", tmp_path / "in", **options)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_row_groups_of_token_shards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writers, "_ROW_GROUP_TOKENS", 500)
    monkeypatch.setattr(writers, "_BATCH_CHARACTERS", 300)
    expected = write_all_kinds(tmp_path / "in")
    (tmp_path / "tokenizer.json").write_bytes(train_tokenizer(expected, 120))
    report = built(tmp_path / "out", tmp_path / "in", tokenizer=tmp_path / "tokenizer.json", shard_bytes=10**6)
    (shard,) = report.shards
    assert parquet.ParquetFile(tmp_path / "out" / shard.file).num_row_groups > 3
    assert len(list(read_token_documents(tmp_path / "out" / shard.file))) == 240


def test_pictures_in_folders(tmp_path: Path) -> None:
    for label, kind in (("dog", JPEG), ("cat", PNG)):
        (tmp_path / "in" / label).mkdir(parents=True)
        for number in range(1500):
            (tmp_path / "in" / label / f"{number}.{'JPG' if kind is JPEG else 'png'}").write_bytes(kind % number)
    (tmp_path / "in" / "dog" / "again.png").write_bytes(PNG % 7)
    report = built(tmp_path / "out", tmp_path / "in", shard_bytes=10**7)
    (shard,) = report.shards
    assert (report.format, report.documents, report.duplicates, report.characters) == ("images", 3000, 1, None)
    file = parquet.ParquetFile(tmp_path / "out" / shard.file)
    assert json.loads(file.schema_arrow.metadata[b"label_names"]) == ["cat", "dog"]
    assert [file.metadata.row_group(n).num_rows for n in range(file.num_row_groups)] == [1000] * 3
    rows = {row["image"]: row["label"] for row in file.read().to_pylist()}
    assert rows == {kind % n: label for label, kind in enumerate((PNG, JPEG)) for n in range(1500)}
    # built from what was built, it is the same
    again = built(tmp_path / "again", tmp_path / "out", shard_bytes=10**7)
    assert (again.shards, again.label_names) == (report.shards, ("cat", "dog"))


def test_pictures_as_datasets_writes_them(tmp_path: Path) -> None:
    column = pa.array([{"bytes": JPEG % n, "path": f"{n}.jpg"} for n in range(5)])
    info = {"info": {"features": {"label": {"names": ["a", "b"], "_type": "ClassLabel"}, "img": {"_type": "Image"}}}}
    table = pa.table({"img": column, "label": [0, 1, 0, 1, None]})
    (tmp_path / "in").mkdir()
    metadata = {b"huggingface": json.dumps(info).encode()}
    parquet.write_table(table.replace_schema_metadata(metadata), tmp_path / "in" / "x.parquet")
    report = built(tmp_path / "out", tmp_path / "in")
    rows = parquet.read_table(tmp_path / "out" / report.shards[0].file).to_pylist()
    assert {row["image"]: row["label"] for row in rows} == {JPEG % n: (0, 1, 0, 1, None)[n] for n in range(5)}
    assert report.label_names == ("a", "b")


class Stopped(Exception):
    pass


def stopping(after: int) -> Iterator[None]:
    """Raises at the `after`-th call."""
    for _ in range(after):
        yield
    raise Stopped


@pytest.mark.parametrize("tokens", [False, True])
def test_interrupted_anywhere_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, tokens: bool) -> None:
    expected = write_all_kinds(tmp_path / "in")
    monkeypatch.setattr(gathering, "SAVE_EVERY_S", 0.0)
    (tmp_path / "tokenizer.json").write_bytes(train_tokenizer(expected, 120))
    options = BuildOptions(
        source=str(tmp_path / "in"),
        folder=tmp_path / "whole",
        shard_bytes=1000,
        held_out=0.1,
        tokenizer=tmp_path / "tokenizer.json" if tokens else None,
    )
    calls: list[str] = []
    build(options, lambda what, part: calls.append(what))
    assert len(calls) > 200
    firsts = [calls.index(what) for what in dict.fromkeys(calls)]
    for after in (1, 40, *firsts[2:8:2], firsts[-3], len(calls) - 2):
        options = dataclasses.replace(options, folder=tmp_path / f"{after}")
        stop = stopping(after)
        with pytest.raises(Stopped):
            build(options, lambda what, part, stop=stop: next(stop))
        assert [path.name for path in options.folder.iterdir()] in ([], [WORK]), "nothing half is shown"
        seen: list[str] = []
        build(options, lambda what, part, seen=seen: seen.append(what))
        again = sum(what.startswith("Reading") for what in dict.fromkeys(seen))
        assert again == sum(end > after for end in firsts[2:6]), "what was read whole is not read again"
        assert contents(options.folder) == contents(tmp_path / "whole")


@pytest.mark.parametrize("after", [30, 100])
def test_interrupted_within_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    write_all_kinds(tmp_path / "in")
    monkeypatch.setattr(gathering, "SAVE_EVERY_S", 0.0)
    monkeypatch.setattr(spool, "_BUFFER_BYTES", 100)
    built(tmp_path / "whole", tmp_path / "in", keep_duplicates=True)
    stop = stopping(after)
    add = spool.Spool.add

    def add_or_stop(self: spool.Spool, digest: bytes, payload: bytes) -> None:
        next(stop)
        add(self, digest, payload)

    with monkeypatch.context() as patch:
        patch.setattr(spool.Spool, "add", add_or_stop)
        with pytest.raises(Stopped):
            built(tmp_path / "out", tmp_path / "in", keep_duplicates=True)
    built(tmp_path / "out", tmp_path / "in", keep_duplicates=True)
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


def test_shards_that_are_done_are_not_made_again(tmp_path: Path) -> None:
    write_all_kinds(tmp_path / "in")

    def stop_at_third(what: str, part: float) -> None:
        if "00002" in what:
            raise Stopped

    with pytest.raises(Stopped):
        build(BuildOptions(str(tmp_path / "in"), tmp_path / "out", "it", 1000), stop_at_third)
    done = tmp_path / "out" / WORK / "shards" / "it-00000.jsonl.zst"
    before = done.stat().st_mtime_ns
    built(tmp_path / "out", tmp_path / "in", shard_bytes=1000)
    assert (tmp_path / "out" / done.name).stat().st_mtime_ns == before
    assert not (tmp_path / "out" / WORK).exists()


def test_what_is_damaged_is_begun_anew(tmp_path: Path) -> None:
    write_all_kinds(tmp_path / "in")
    built(tmp_path / "whole", tmp_path / "in")

    def stop_at_second(what: str, part: float) -> None:
        if "00001" in what:
            raise Stopped

    for mend in (
        lambda: shutil.rmtree(tmp_path / "out" / WORK / "spool"),
        lambda: (tmp_path / "out" / WORK / "state.json").write_text("{"),
        (tmp_path / "out" / WORK / "shards" / "it-00000.jsonl.zst").unlink,
    ):
        with pytest.raises(Stopped):
            build(BuildOptions(str(tmp_path / "in"), tmp_path / "out", "it", 2000), stop_at_second)
        mend()
    built(tmp_path / "out", tmp_path / "in")
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


def test_what_was_begun_of_other_data_is_begun_anew(tmp_path: Path) -> None:
    write_all_kinds(tmp_path / "in")

    def stop_at_second(what: str, part: float) -> None:
        if "00001" in what:
            raise Stopped

    with pytest.raises(Stopped):
        build(BuildOptions(str(tmp_path / "in"), tmp_path / "out", "it", 2000), stop_at_second)
    write_jsonl(tmp_path / "in" / "0.jsonl", ["more"])
    report = built(tmp_path / "out", tmp_path / "in")
    assert report.read == 241
    assert "more" in documents_of(tmp_path / "out", report)


def test_interrupted_while_it_is_put_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_all_kinds(tmp_path / "in")
    built(tmp_path / "whole", tmp_path / "in")

    def fail(*_: object) -> None:
        raise Stopped

    with monkeypatch.context() as patch:
        patch.setattr("core.data.building.build.as_toml", fail)
        with pytest.raises(Stopped):
            built(tmp_path / "out", tmp_path / "in")
    built(tmp_path / "out", tmp_path / "in")
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


def test_one_process_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_all_kinds(tmp_path / "in")
    work = tmp_path / "out" / WORK
    work.mkdir(parents=True)
    other = psutil.Process(psutil.Process().ppid())
    (work / "process.json").write_bytes(msgspec.json.encode((other.pid, other.create_time())))
    with pytest.raises(LocalFault, match=rf"Process {other.pid} builds in .*out already"):
        built(tmp_path / "out", tmp_path / "in")
    (work / "process.json").write_bytes(msgspec.json.encode((other.pid, other.create_time() - 100)))
    built(tmp_path / "out", tmp_path / "in")


def test_a_damaged_spool_is_told(tmp_path: Path) -> None:
    write_all_kinds(tmp_path / "in")

    def stop(what: str, part: float) -> None:
        if what == "Sorting":
            raise Stopped

    with pytest.raises(Stopped):
        build(BuildOptions(str(tmp_path / "in"), tmp_path / "out"), stop)
    state = msgspec.json.decode((tmp_path / "out" / WORK / "state.json").read_bytes(), type=State)
    assert (state.inputs, state.read) == (4, 240)
    for path in (tmp_path / "out" / WORK / "spool").iterdir():
        path.write_bytes(path.read_bytes()[:-1] + b"\0")
    with pytest.raises(LocalFault, match="damaged: delete that folder"):
        build(BuildOptions(str(tmp_path / "in"), tmp_path / "out"))


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.jsonl", b'{"text": "fine"}\n{"text": 1}\n', r"a\.jsonl .*line 2 is no JSON object with a field `text`"),
        ("a.jsonl.zst", b"no", r"a\.jsonl\.zst .*zstd"),
        ("a.txt", b"\xff", r"a\.txt .*UTF-8"),
        ("a.parquet", b"no", r"a\.parquet .*parquet"),
        ("a.jsonl", b'{"text": "%s"}' % (b"x" * (9 << 20)), r"a\.jsonl .*more than 8 MiB"),
        ("c/a.jpg", b"no", r"a\.jpg .*no JPEG"),
        ("c/a.png", PNG[:20], r"a\.png .*cut"),
        ("a.md", b"x", "nothing to build from"),
    ],
)
def test_broken_files_are_named(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    path = tmp_path / "in" / name
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with pytest.raises(LocalFault, match=says):
        built(tmp_path / "out", tmp_path / "in")
    path.unlink()
    if not name.startswith("c/"):
        write_jsonl(tmp_path / "in" / "b.jsonl", ["mended"])
        assert built(tmp_path / "out", tmp_path / "in").documents == 1


def test_broken_tables_of_pictures_are_named(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "x.parquet"
    for column, label, says in (
        ([JPEG % 1, b"no"], [0, 1], r"x\.parquet .*row 1: it is no JPEG"),
        ([JPEG % 1, None], [0, 1], r"x\.parquet .*row 1 has no picture"),
        ([JPEG % 1, JPEG % 2], [0, -1], r"x\.parquet .*label of row 1, '-1'"),
        ([JPEG % 1, JPEG % 2], ["a", "b"], r"x\.parquet .*label of row 0, 'a'"),
    ):
        parquet.write_table(pa.table({"image": pa.array(column, pa.binary()), "label": label}), path)
        with pytest.raises(LocalFault, match=says):
            built(tmp_path / "out", tmp_path / "in")


def test_tables_whose_classes_differ(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("x", "y"):
        table = pa.table({"image": pa.array([JPEG % 1], pa.binary()), "label": [0]})
        table = table.replace_schema_metadata({b"label_names": json.dumps([name]).encode()})
        parquet.write_table(table, tmp_path / "in" / f"{name}.parquet")
    with pytest.raises(UsageError, match=r"x\.parquet and y\.parquet do not have the same classes"):
        built(tmp_path / "out", tmp_path / "in")


def test_what_cannot_be_asked(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no folder or file"):
        built(tmp_path / "out", tmp_path / "nowhere")
    write_all_kinds(tmp_path / "in")
    with pytest.raises(UsageError, match="lies in what is built from"):
        built(tmp_path / "in" / "out", tmp_path / "in")
    with pytest.raises(UsageError, match="none is left to train on"):
        built(tmp_path / "out", tmp_path / "in", minimum_characters=10_000)
    with pytest.raises(LocalFault, match="tokenizer"):
        built(tmp_path / "out", tmp_path / "in", tokenizer=tmp_path / "none.json")
    built(tmp_path / "out", tmp_path / "in")
    with pytest.raises(UsageError, match="holds a data set already"):
        built(tmp_path / "out", tmp_path / "in")
    (tmp_path / "in" / "x.png").write_bytes(PNG % 1)
    with pytest.raises(UsageError, match="texts and pictures"):
        built(tmp_path / "more", tmp_path / "in")
