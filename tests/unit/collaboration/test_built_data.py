"""What `idlewild data build` writes is what a manifest takes."""

from pathlib import Path

import pytest

from core.collaboration.hosting import build_collaboration
from core.collaboration.manifest_file import read_draft
from core.data.building.build import build
from core.data.building.options import BuildOptions
from core.data.objects import ObjectStore
from core.data.tokenizer import train_tokenizer
from core.errors import UsageError
from core.identity.keys import Identity
from core.identity.manifest import Task
from core.training.weights import InitialWeights

MANIFEST = """
name = "N"
language = "en"
licence = "CC0"
optimizer.learning_rate = 1e-3
schedule.total_steps = 10
task.sequence_tokens = 64
task.model.hidden_size = 32
"""
DOCUMENTS = [f"Sentence {n} of this text is here. And another one, number {n}, follows it." for n in range(400)]


def no_weights(task: Task, seed: int) -> InitialWeights:
    raise AssertionError("it did not come so far")


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    path = tmp_path / 'odd "name" \x7f é.txt'
    path.write_text("\n\n\n".join(DOCUMENTS), encoding="utf-8")
    return path


def test_the_table_is_a_manifests(tmp_path: Path, texts: Path) -> None:
    options = BuildOptions(str(texts), tmp_path / "out", "news", 1000, held_out=0.1, weight=0.23)
    report = build(options)
    manifest = tmp_path / "out" / "manifest.toml"
    manifest.write_text(MANIFEST + (tmp_path / "out" / "data.toml").read_text("utf-8"), encoding="utf-8")
    data = read_draft(manifest).data
    assert [(source.name, source.weight, source.mirrors) for source in data.sources] == [("news", 230_000, ())]
    assert [file.path.name for file in data.files] == [s.file for s in report.shards if not s.held_out]
    assert [file.path.name for file in data.held_out] == [s.file for s in report.shards if s.held_out]
    assert len(data.files) > 1
    assert {file.format for file in data.files} == {"jsonl.zst"}


def test_token_shards_need_their_tokenizer(tmp_path: Path, texts: Path) -> None:
    (tmp_path / "tokenizer.json").write_bytes(train_tokenizer(DOCUMENTS, 150))
    build(BuildOptions(str(texts), tmp_path / "out", "news", tokenizer=tmp_path / "tokenizer.json"))
    manifest = tmp_path / "out" / "manifest.toml"
    manifest.write_text(MANIFEST + (tmp_path / "out" / "data.toml").read_text("utf-8"), encoding="utf-8")
    draft = read_draft(manifest)
    assert {file.format for file in draft.data.files} == {"tokens"}
    with pytest.raises(UsageError, match=r"news-00000\.tokens\.parquet is tokenized already"):
        build_collaboration(
            draft,
            identity=Identity.from_seed(bytes(32)),
            objects=ObjectStore(tmp_path / "objects"),
            prepared=tmp_path / "prepared",
            make_weights=no_weights,
        )
