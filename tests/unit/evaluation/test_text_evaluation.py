import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from tiny_checkpoints import WORDS, write_albert

from core.errors import UsageError
from core.evaluation.options import Progress, TextOptions
from core.evaluation.results import Evaluation
from core.evaluation.text import evaluate_text


def sentences(path: Path, count: int, seed: int) -> Path:
    """Two words are entities wherever they stand."""
    source, kinds = np.random.default_rng(seed), {"ঢাকা": "B-LOC", "rahim": "B-PER"}
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            words = source.choice(WORDS, 4).tolist()
            row = {"tokens": words, "ner_tags": [kinds.get(word, "O") for word in words], "source": "ab"[number % 2]}
            print(json.dumps(row, ensure_ascii=False), file=file)
    return path


def passages(path: Path, count: int, seed: int) -> Path:
    """The first word says what it is about."""
    source = np.random.default_rng(seed)
    with path.open("w", encoding="utf-8") as file:
        for _ in range(count):
            label = int(source.integers(2))
            words = [WORDS[label], *source.choice(WORDS[4:], 3).tolist()]
            print(json.dumps({"text": " ".join(words), "label": label}), file=file)
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_albert(tmp_path_factory.mktemp("text") / "model")


@pytest.fixture(scope="module")
def ner(folder: Path) -> TextOptions:
    train, dev = sentences(folder.parent / "train.jsonl", 200, 0), sentences(folder.parent / "dev.jsonl", 40, 1)
    return TextOptions(
        model=folder, train=train, dev=dev, seeds=2, epochs=6, learning_rate=1e-2, batch=16, threads=1, device="cpu"
    )


@pytest.fixture(scope="module", autouse=True)
def threads() -> Any:
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


def silent(made: Progress) -> None:
    pass


def test_entities_are_learned_and_everything_is_told(ner: TextOptions, folder: Path) -> None:
    heard: list[Progress] = []
    result = evaluate_text("ner", ner, heard.append)
    assert [(score.group, score.name) for score in result.scores] == [
        ("all", "all"),
        ("label", "LOC"),
        ("label", "PER"),
        ("source", "a"),
        ("source", "b"),
    ]
    assert result.scores[0].mean > 0.9
    assert (result.task, result.metric, result.weights, result.scored) == ("ner", "span_f1", "checkpoint", "dev")
    assert [(data.role, data.samples, data.words_left_out) for data in result.data] == [
        ("train", 200, 0),
        ("dev", 40, 0),
    ]
    assert result.settings["length"] == 24  # the tokenizer allows no more
    assert [run.seed for run in result.runs] == [0, 1]
    for run in result.runs:
        assert run.best_epoch is not None
        assert run.epochs[run.best_epoch - 1].dev_score == run.scores[0].value
    assert {made.what for made in heard} >= {"run 1 of 2, epoch 1", "run 2 of 2, epoch 1, scoring"}


def test_the_same_options_give_the_same_scores(ner: TextOptions) -> None:
    def figures(result: Evaluation) -> list[Any]:
        return [(run.seed, run.scores, [(one.loss, one.dev_loss) for one in run.epochs]) for run in result.runs]

    options = replace(ner, epochs=2)
    first = figures(evaluate_text("ner", options, silent))
    assert first == figures(evaluate_text("ner", options, silent))
    assert first[0][2] != first[1][2]


def test_half_the_bits_learn_as_well(ner: TextOptions) -> None:
    whole, half = (evaluate_text("ner", replace(ner, precision=name), silent) for name in ("fp32", "bf16"))
    assert half.settings["precision"] == "bf16"
    assert half.scores[0].mean > 0.9
    assert half.runs[0].epochs[0].loss == pytest.approx(whole.runs[0].epochs[0].loss, rel=0.05)
    assert half.runs[0].epochs[0].loss != whole.runs[0].epochs[0].loss


def test_words_that_are_cut_are_counted_and_their_entities_missed(ner: TextOptions) -> None:
    result = evaluate_text("ner", replace(ner, length=4, seeds=1, epochs=1), silent)
    assert [data.words_left_out for data in result.data] == [2 * 200, 2 * 40]
    rows = [json.loads(line) for line in ner.dev.read_text(encoding="utf-8").splitlines()]
    assert result.scores[0].count == sum(tag != "O" for row in rows for tag in row["ner_tags"])
    seen = sum(tag != "O" for row in rows for tag in row["ner_tags"][:2])
    recall = result.runs[0].scores[0].recall
    assert recall is not None
    assert recall <= seen / result.scores[0].count < 0.7


def test_classes_are_learned_and_the_test_is_scored_at_the_best_epoch(folder: Path, tmp_path: Path) -> None:
    options = TextOptions(
        model=folder,
        train=passages(tmp_path / "train.jsonl", 120, 0),
        dev=passages(tmp_path / "dev.jsonl", 30, 1),
        test=passages(tmp_path / "test.jsonl", 50, 2),
        seeds=1,
        epochs=6,
        learning_rate=1e-2,
        batch=16,
        device="cpu",
    )
    result = evaluate_text("classify", options, silent)
    assert result.scores[0].mean > 0.9
    assert result.scores[0].count == 50
    assert (result.scored, [data.role for data in result.data]) == ("test", ["train", "dev", "test"])
    assert [score.name for score in result.scores] == ["all", "0", "1"]
    limited = evaluate_text("classify", replace(options, limit=20, epochs=1, from_random=True), silent)
    assert [data.samples for data in limited.data] == [20, 20, 20]
    assert limited.weights == "random"


def test_wrong_data_is_told_before_anything_is_computed(ner: TextOptions, tmp_path: Path) -> None:
    same = tmp_path / "same.jsonl"
    same.write_text('{"tokens": ["ami"], "ner_tags": ["O"]}\n')
    with pytest.raises(UsageError, match="same label"):
        evaluate_text("ner", replace(ner, train=same, dev=same), silent)
    with pytest.raises(UsageError, match="`text` and `label`"):
        evaluate_text("classify", ner, silent)
    with pytest.raises(UsageError, match="cannot be read"):
        evaluate_text("ner", replace(ner, dev=tmp_path / "none.jsonl"), silent)


def test_whoever_listens_may_end_it(ner: TextOptions) -> None:
    def interrupt(made: Progress) -> None:
        if "epoch 2" in made.what:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate_text("ner", ner, interrupt)
