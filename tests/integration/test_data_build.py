"""`idlewild data build` as a process: killed and started again; and from a hub of this machine."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from core.data.text import read_documents
from tests.integration.hub_server import COMMIT, hub

JPEG = b"\xff\xd8\xff\xe0 picture %d \xff\xd9"
LABELS = {"names": ["cat", "dog"], "_type": "ClassLabel"}


def run(*words: str | Path, home: Path, endpoint: str = "http://127.0.0.1:9") -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"HF_ENDPOINT": endpoint, "HF_HOME": str(home), "HF_HUB_DISABLE_XET": "1"}
    command = [sys.executable, "-m", "core.cli", "data", "build", *map(str, words)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=240, check=False)


def lines(documents: list[str], column: str = "text") -> bytes:
    return "".join(json.dumps({column: text, "n": 1}) + "\n" for text in documents).encode()


def test_killed_it_goes_on(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    texts = [f"Document {n}. " + f"Word {n * 7919 % 10007} and so on. " * 300 for n in range(4000)]
    for part in range(4):
        (tmp_path / "in" / f"{part}.jsonl").write_bytes(lines(texts[part * 1000 : (part + 1) * 1000]))
    words = (tmp_path / "in", "--shard-mb", "0.02", "--held-out", "0.05")
    assert run(*words, "--to", tmp_path / "whole", home=tmp_path).returncode == 0
    out = tmp_path / "out"
    command = [sys.executable, "-m", "core.cli", "data", "build", *map(str, words), "--to", str(out)]
    shards = out / ".building" / "shards"
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        while not (shards.is_dir() and any(not path.name.endswith(".part") for path in shards.iterdir())):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    assert [path.name for path in out.iterdir()] == [".building"]
    assert run(*words, "--to", out, home=tmp_path).returncode == 0
    made, expected = ({path.name: path.read_bytes() for path in (tmp_path / n).iterdir()} for n in ("out", "whole"))
    assert made == expected
    assert len(made) > 5


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("tables")
    pictures = [pa.array([{"bytes": JPEG % n, "path": None} for n in range(a, a + 5)]) for a in (0, 5)]
    features = {"image": {"_type": "Image"}, "label": LABELS}
    metadata = {b"huggingface": json.dumps({"info": {"features": features}}).encode()}
    for number, column in enumerate(pictures):
        table = pa.table({"image": column, "label": pa.array([0, 1, 0, 1, 0])}).replace_schema_metadata(metadata)
        parquet.write_table(table, folder / f"train-{number:05d}-of-00002.parquet")
    return {f"data/{path.name}": path.read_bytes() for path in folder.iterdir()}


def test_texts_of_the_hub(tmp_path: Path) -> None:
    texts = [f"Text {n} of the hub." for n in range(90)]
    files = {f"data/train-{n:05d}-of-00003.jsonl": lines(texts[n * 30 : n * 30 + 30]) for n in range(3)}
    with hub("me/texts", files) as server:
        endpoint = f"http://127.0.0.1:{server.server_port}"
        done = run("hf://datasets/me/texts@main", "--to", tmp_path / "a", "--json", home=tmp_path, endpoint=endpoint)
        assert done.returncode == 0, done.stderr
        report = json.loads(done.stdout)
        assert report["origin"] == f"hf://datasets/me/texts@{COMMIT}/default/train"
        assert (report["documents"], report["read"]) == (90, 90)
        (shard,) = report["shards"]
        assert sorted(read_documents(tmp_path / "a" / shard["file"], "jsonl.zst")) == sorted(texts)
        missing = run("hf://datasets/me/texts/default/test", "--to", tmp_path / "b", home=tmp_path, endpoint=endpoint)
        assert (missing.returncode, "no split 'test'; it has train" in missing.stderr) == (2, True), missing.stderr
        column = run(
            "hf://datasets/me/texts", "--to", tmp_path / "b", "--column", "n", home=tmp_path, endpoint=endpoint
        )
        assert (column.returncode, "choose one of text, n with --column" in column.stderr) == (2, True), column.stderr
        unknown = run("hf://datasets/me/others", "--to", tmp_path / "b", home=tmp_path, endpoint=endpoint)
        assert unknown.returncode == 1
        assert unknown.stderr.startswith("idlewild: The data set me/others cannot be read (")
        assert "Traceback" not in unknown.stderr
        assert not (tmp_path / "b").exists()
    # the same documents from a folder are the same shards
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "x.jsonl").write_bytes(lines(texts[::-1]))
    run(tmp_path / "in", "--to", tmp_path / "c", "--name", "texts", home=tmp_path)
    assert (tmp_path / "c" / shard["file"]).read_bytes() == (tmp_path / "a" / shard["file"]).read_bytes()


def test_pictures_of_the_hub(tmp_path: Path, tables: dict[str, bytes]) -> None:
    with hub("me/pictures", tables) as server:
        endpoint = f"http://127.0.0.1:{server.server_port}"
        address = f"hf://datasets/me/pictures@{COMMIT}/default/train"
        done = run(address, "--to", tmp_path / "a", "--json", home=tmp_path, endpoint=endpoint)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["origin"], report["label_names"]) == (address, ["cat", "dog"])
    rows = parquet.read_table(tmp_path / "a" / report["shards"][0]["file"]).to_pylist()
    assert {row["image"]: row["label"] for row in rows} == {JPEG % n: n % 5 % 2 for n in range(10)}


def test_a_hub_that_is_not_there(tmp_path: Path) -> None:
    done = run("hf://datasets/me/texts", "--to", tmp_path / "a", home=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("idlewild: The data set me/texts cannot be read (")
    assert "this computer's connection" in done.stderr
