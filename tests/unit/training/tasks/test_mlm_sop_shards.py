import errno
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data.files import DiskFull
from core.data.prepared import cache_folder, prepare_shard
from core.data.text import BrokenShard
from core.data.tokenizer import TextTokenizer, train_tokenizer
from core.identity.ids import Digest
from core.training.tasks.mlm_sop.batches import MlmSopBatches
from core.training.tasks.mlm_sop.recipe import MlmSopRecipe
from core.training.tasks.mlm_sop.shards import MINIMUM_TOKENS, SentenceShard, pack

SENTENCES = [f"Sentence number {n} of this {word} text is here." for n in range(120) for word in ("small", "plain")]
TOKENS = 96
SOME = Digest(bytes(32))


@pytest.fixture(scope="module")
def tokenizer() -> TextTokenizer:
    return TextTokenizer.load(train_tokenizer(SENTENCES, 150))


def recipe_of(tokenizer: TextTokenizer, digest: Digest = SOME, tokens: int = TOKENS) -> MlmSopRecipe:
    make = MlmSopBatches(
        seed=0, vocabulary=tokenizer.vocabulary, special=(), cls=2, sep=3, mask=4, pad=0, sequence_tokens=tokens
    )
    return MlmSopRecipe(tokenizer, digest, tokens, make)


@pytest.fixture(scope="module")
def recipe(tokenizer: TextTokenizer) -> MlmSopRecipe:
    return recipe_of(tokenizer)


@pytest.fixture
def shard(tmp_path: Path) -> Path:
    path = tmp_path / "shard.txt"
    path.write_text("\n\n\n".join("\n".join(SENTENCES[start : start + 30]) for start in range(0, 240, 30)))
    return path


@given(st.lists(st.integers(0, 60), max_size=30), st.integers(MINIMUM_TOKENS, 50))
def test_packing(lengths: list[int], budget: int) -> None:
    total = sum(lengths)
    numbers = iter(range(total))
    sentences = [[next(numbers) for _ in range(length)] for length in lengths]
    samples = list(pack(sentences, budget))
    assert all(len(sample) >= 2 for sample in samples)
    assert all(piece for sample in samples for piece in sample)
    sizes = [sum(map(len, sample)) for sample in samples]
    assert all(MINIMUM_TOKENS <= size <= budget for size in sizes)
    flat = [token for sample in samples for piece in sample for token in piece]
    assert flat == sorted(flat), "tokens keep their order"
    assert len(set(flat)) == len(flat), "and appear once"
    ends = np.cumsum(lengths).tolist()
    for sample in samples:
        for piece in sample:
            cut = any(piece[0] < end <= piece[-1] for end in ends)
            assert not cut, "no piece reaches over the end of a sentence"


def test_packing_is_greedy_and_splits_a_lone_sentence() -> None:
    ones, twos, long = [1] * 10, [2] * 10, [3] * 25
    assert list(pack([ones, twos, [4] * 5, ones], 25)) == [[ones, twos, [4] * 5], [[1] * 5, [1] * 5]]
    assert list(pack([[6] * MINIMUM_TOKENS], 25)) == [[[6] * 4, [6] * 4]]
    assert list(pack([ones, twos, long], 25)) == [[ones, twos], [[3] * 12, [3] * 13]]
    assert list(pack([[5] * 60], 25)) == [[[5] * 12, [5] * 13]] * 2 + [[[5] * 5, [5] * 5]]
    assert list(pack([ones, [7] * (MINIMUM_TOKENS - 1), long], 25)) == [[ones, [7] * 7], [[3] * 12, [3] * 13]]
    assert list(pack([long, [7] * (MINIMUM_TOKENS - 1)], 25)) == [[[3] * 12, [3] * 13]]


def test_preparing(tmp_path: Path, shard: Path, tokenizer: TextTokenizer, recipe: MlmSopRecipe) -> None:
    folder = tmp_path / "prepared" / "it"
    assert SentenceShard.open(folder) is None
    made = prepare_shard(shard, "text", recipe, folder)
    whole: list[int] = []
    for item in range(made.samples):
        sample = made.sample(item)
        assert len(sample.starts) >= 1
        assert (np.diff(np.concatenate(([0], sample.starts, [len(sample.tokens)]))) > 0).all()
        assert len(sample.tokens) <= TOKENS - 3
        whole += sample.tokens.tolist()
    assert whole == [token for ids in tokenizer.encode(SENTENCES) for token in ids]
    assert sorted(path.name for path in folder.parent.iterdir()) == ["it"]
    again = SentenceShard.open(folder)
    assert again is not None
    assert again.samples == made.samples


def test_preparing_twice_gives_the_same_files(tmp_path: Path, shard: Path, recipe: MlmSopRecipe) -> None:
    for name in ("a", "b"):
        prepare_shard(shard, "text", recipe, tmp_path / name)
    for name in ("tokens.npy", "sentences.npy", "samples.npy"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


@pytest.mark.parametrize("name", ["tokens.npy", "sentences.npy", "samples.npy"])
@pytest.mark.parametrize("damage", ["cut", "empty", "gone", "garbage"])
def test_damaged_caches_are_made_anew(
    tmp_path: Path, shard: Path, recipe: MlmSopRecipe, name: str, damage: str
) -> None:
    folder = tmp_path / "it"
    samples = prepare_shard(shard, "text", recipe, folder).samples
    whole = (folder / name).read_bytes()
    (folder / name).unlink()
    if damage != "gone":
        (folder / name).write_bytes({"cut": whole[:-2], "empty": b"", "garbage": b"x" * 200}[damage])
    assert SentenceShard.open(folder) is None
    assert prepare_shard(shard, "text", recipe, folder).samples == samples
    assert (folder / name).read_bytes() == whole


def test_a_broken_shard_leaves_nothing(tmp_path: Path, recipe: MlmSopRecipe) -> None:
    path = tmp_path / "shard.txt"
    path.write_bytes(b"fine line of text\n" * 10 + b"\xff")
    with pytest.raises(BrokenShard):
        prepare_shard(path, "text", recipe, tmp_path / "prepared" / "it")
    assert list((tmp_path / "prepared").iterdir()) == []


def test_a_full_disk_leaves_nothing(
    tmp_path: Path, shard: Path, recipe: MlmSopRecipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DiskFull):
        prepare_shard(shard, "text", recipe, tmp_path / "prepared" / "it")
    assert list((tmp_path / "prepared").iterdir()) == []


def test_what_a_killed_process_left_is_removed(tmp_path: Path, shard: Path, recipe: MlmSopRecipe) -> None:
    folder = tmp_path / "prepared" / "it"
    (folder.parent / f"it.{2**22 + 1}.part").mkdir(parents=True)
    (folder.parent / f"it.{os.getppid()}.part").mkdir()
    prepare_shard(shard, "text", recipe, folder)
    assert sorted(path.name for path in folder.parent.iterdir()) == ["it", f"it.{os.getppid()}.part"]


def test_a_shard_without_text_has_no_samples(tmp_path: Path, recipe: MlmSopRecipe) -> None:
    path = tmp_path / "shard.txt"
    path.write_text("\n")
    assert prepare_shard(path, "text", recipe, tmp_path / "it").samples == 0


def test_caches_are_told_apart(tmp_path: Path, tokenizer: TextTokenizer) -> None:
    a, b = Digest(bytes(32)), Digest(bytes([1]) * 32)
    folders = {
        cache_folder(tmp_path, shard, kind, recipe_of(tokenizer, digest, tokens))
        for shard in (a, b)
        for kind in ("text", "parquet")
        for digest in (a, b)
        for tokens in (64, 128)
    }
    assert len(folders) == 16
