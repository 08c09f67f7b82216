"""Whole evaluations by the command line: of real texts and images, with tiny models."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import tokenizers
import torch
from transformers import AlbertConfig, AlbertForPreTraining, ResNetConfig, ResNetModel

from core.cli.main import main
from core.evaluation.checkpoint import Checkpoint

SHARED = Path(__file__).parents[2].parent / "shared" / "data"
END_S = 30.0


@pytest.fixture(scope="module")
def albert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Random weights, sahajBERT's tokenizer."""
    if not SHARED.is_dir():
        pytest.skip("no shared data")
    folder = tmp_path_factory.mktemp("models") / "albert"
    torch.manual_seed(0)
    config = AlbertConfig(
        vocab_size=32_000,
        hidden_size=64,
        embedding_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=128,
    )
    AlbertForPreTraining(config).save_pretrained(folder)
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copyfile(SHARED / "sahajbert_tokenizer" / name, folder / name)
    return folder


@pytest.mark.shared
def test_bengali_words_keep_their_vowel_signs(albert: Path) -> None:
    tokenizer = Checkpoint.open(albert).tokenizer()
    assert tokenizer.tokenize("অবস্থায় পরীক্ষার্থীই") == ["▁অবস্থায়", "▁পরীক্ষার্থী", "ই"]


@pytest.mark.shared
def test_topics_of_bengali_sentences(albert: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [SHARED / "bn_topics" / name for name in ("train.jsonl", "dev.jsonl")]
    words = ["--train", str(files[0]), "--dev", str(files[1]), "--limit", "200", "--epochs", "1", "--seeds", "1"]
    assert main(["evaluate", "classify", str(albert), *words, "--json"]) == 0
    told = capsys.readouterr()
    result = json.loads(told.out)
    assert [data["samples"] for data in result["data"]] == [200, 99]
    assert result["scores"][0]["count"] == 99
    assert [score["group"] for score in result["scores"]] == ["all"] + ["label"] * 7
    assert 1.5 < result["runs"][0]["epochs"][0]["dev_loss"] < 2.2, "it begins at log 7"
    assert any(line.startswith("run 1 of 1, epoch 1: loss ") for line in told.err.splitlines())


@pytest.mark.shared
def test_entities_of_bengali_sentences_by_source(albert: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [SHARED / "bn_ner" / name for name in ("train.jsonl", "dev.jsonl")]
    words = ["--train", str(files[0]), "--dev", str(files[1]), "--limit", "200", "--epochs", "1", "--seeds", "1"]
    assert main(["evaluate", "ner", str(albert), *words, "--learning-rate", "1e-3"]) == 0
    table = capsys.readouterr().out
    for name in ("LOC", "ORG", "PER"):
        assert f"\nlabel {name} " in table
    for name in ("banglakit", "neon-p", "rifat1493"):
        assert f"\nsource {name} " in table


@pytest.mark.shared
def test_neighbours_and_probe_of_small_images(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not SHARED.is_dir():
        pytest.skip("no shared data")
    torch.manual_seed(0)
    config = ResNetConfig(embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1], layer_type="basic")
    ResNetModel(config).save_pretrained(tmp_path)
    files = [str(SHARED / "images" / f"cifar10_{part}.parquet") for part in ("train", "test")]
    words = [str(tmp_path), "--train", files[0], "--test", files[1], "--limit", "200", "--size", "32", "--seeds", "1"]
    for task in ("knn", "probe"):
        assert main(["evaluate", task, *words, "--json"]) == 0
        result = json.loads(capsys.readouterr().out)
        assert [data["samples"] for data in result["data"]] == [200, 200]
        assert 0.1 < result["scores"][0]["mean"] < 0.6, "better than chance"
        assert {"airplane", "truck"} <= {score["name"] for score in result["scores"]}


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_an_interruption_ends_training_at_once_and_without_a_word(tmp_path: Path) -> None:
    samples = tmp_path / "samples.jsonl"
    rows = [{"tokens": ["a", "b"], "ner_tags": ["B-X", "O"]}] * 8
    samples.write_text("\n".join(json.dumps(row) for row in rows))
    words = ["ner", str(write_letters(tmp_path / "model")), "--train", str(samples), "--dev", str(samples)]
    forever = ["--epochs", "1000000", "--patience", "1000000"]
    command = [sys.executable, "-m", "core.cli", "evaluate", *words, *forever, "--home", str(tmp_path)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=listen_to_ctrl_c,  # noqa: PLW1509  # nothing else runs in the child yet
    ) as process:
        try:
            assert process.stderr is not None
            assert any(line.startswith("run 1 of 3, epoch 1: loss ") for line in process.stderr), "it trains"
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=END_S)
        finally:
            process.kill()
    assert (process.returncode, out) == (130, "")
    assert all(line.startswith("run 1 of 3, epoch ") for line in err.splitlines())


def listen_to_ctrl_c() -> None:
    """What a shell starts in the background is deaf to it, and its children too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def write_letters(folder: Path) -> Path:
    """A model that knows two letters."""
    config = AlbertConfig(
        vocab_size=8,
        hidden_size=8,
        embedding_size=8,
        num_hidden_layers=1,
        num_attention_heads=1,
        intermediate_size=8,
    )
    AlbertForPreTraining(config).save_pretrained(folder)
    letters = tokenizers.Tokenizer(tokenizers.models.WordLevel({"<unk>": 0, "a": 1, "b": 2}, unk_token="<unk>"))
    letters.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    letters.save(str(folder / "tokenizer.json"))
    return folder
