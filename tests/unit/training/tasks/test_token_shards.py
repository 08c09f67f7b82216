"""Shards that were tokenized when the data set was built."""

from pathlib import Path

import numpy as np
import pytest

from core.data.building.build import build
from core.data.building.options import BuildOptions
from core.data.text import BrokenShard
from core.data.tokenizer import TextTokenizer, train_byte_pairs, train_tokenizer
from core.identity.ids import Digest
from core.training.tasks.causal_lm.recipe import PackedRecipe
from core.training.tasks.mlm_sop.batches import MlmSopBatches
from core.training.tasks.mlm_sop.recipe import MlmSopRecipe

DOCUMENTS = ["\n".join(f"Sentence {n} of text {d} is here." for n in range(d + 3)) for d in range(40)]


def prepared(recipe: MlmSopRecipe, folder: Path, kind: str, into: Path) -> list[np.ndarray]:
    (shard,) = folder.glob("*-00000.*")
    into.mkdir()
    recipe.write(shard, kind, into, lambda fraction: None)
    return [np.load(path) for path in sorted(into.iterdir())]


def test_they_make_the_same_samples_as_text(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("\n\n\n".join(DOCUMENTS))
    content = train_tokenizer(DOCUMENTS, 150)
    (tmp_path / "tokenizer.json").write_bytes(content)
    tokenizer = TextTokenizer.load(content)
    build(BuildOptions(str(tmp_path / "in.txt"), tmp_path / "text"))
    build(BuildOptions(str(tmp_path / "in.txt"), tmp_path / "tokens", tokenizer=tmp_path / "tokenizer.json"))
    make = MlmSopBatches(
        seed=0, vocabulary=tokenizer.vocabulary, special=(), cls=2, sep=3, mask=4, pad=0, sequence_tokens=64
    )
    recipe = MlmSopRecipe(tokenizer, Digest.of(content), 64, make)
    ours = prepared(recipe, tmp_path / "tokens", "tokens", tmp_path / "a")
    theirs = prepared(recipe, tmp_path / "text", "jsonl.zst", tmp_path / "b")
    assert len(ours) == 3
    assert all(np.array_equal(a, b) for a, b in zip(ours, theirs, strict=True))
    other = MlmSopRecipe(tokenizer, Digest(bytes(32)), 64, make)
    with pytest.raises(BrokenShard, match="another tokenizer"):
        prepared(other, tmp_path / "tokens", "tokens", tmp_path / "c")


def test_causal_models_need_text(tmp_path: Path) -> None:
    content = train_byte_pairs(DOCUMENTS, 300)
    recipe = PackedRecipe(TextTokenizer.load(content), Digest.of(content), 64)
    with pytest.raises(BrokenShard, match="what stood between them"):
        recipe.write(tmp_path / "x.tokens.parquet", "tokens", tmp_path, lambda fraction: None)
