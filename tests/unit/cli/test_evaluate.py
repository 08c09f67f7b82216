import dataclasses
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from core.cli import evaluate as verb
from core.cli.evaluate import options_of
from core.cli.main import main
from core.cli.parser import parse
from core.errors import UsageError
from core.evaluation.options import ImageOptions, OnProgress, Progress, TextOptions
from core.evaluation.results import Data, Evaluation, Run, Score, summarise

TEXT = ["ner", "/m", "--train", "/t", "--dev", "/d"]
IMAGES = ["knn", "/m", "--train", "/t", "--test", "/e"]


def test_without_more_words_the_options_are_the_defaults() -> None:
    plain = TextOptions(model=Path("/m"), train=Path("/t"), dev=Path("/d"))
    assert options_of(TextOptions, parse(["evaluate", *TEXT])) == plain
    assert options_of(TextOptions, parse(["evaluate", "classify", *TEXT[1:]])) == plain
    pictures = ImageOptions(model=Path("/m"), train=Path("/t"), test=Path("/e"))
    assert options_of(ImageOptions, parse(["evaluate", *IMAGES])) == pictures
    assert options_of(ImageOptions, parse(["evaluate", "probe", *IMAGES[1:]])) == pictures
    assert (plain.learning_rate, plain.length, plain.epochs, plain.patience) == (1e-5, 128, 20, 3)


def test_every_option_arrives() -> None:
    common = ["--seeds", "5", "--device", "cuda:1", "--from-random", "--limit", "9", "--threads", "2", "--batch", "7"]
    words = [
        "--epochs",
        "4",
        "--learning-rate",
        "2e-4",
        "--length",
        "64",
        "--patience",
        "1",
        "--precision",
        "bf16",
        "--test",
        "/e",
    ]
    shared = {"seeds": 5, "device": "cuda:1", "from_random": True, "limit": 9, "threads": 2, "batch": 7}
    assert options_of(TextOptions, parse(["evaluate", *TEXT, *common, *words])) == TextOptions(
        model=Path("/m"),
        train=Path("/t"),
        dev=Path("/d"),
        test=Path("/e"),
        epochs=4,
        learning_rate=2e-4,
        length=64,
        patience=1,
        precision="bf16",
        **shared,
    )
    words = ["--size", "32", "--neighbours", "3", "--temperature", "0.5"]
    options = options_of(ImageOptions, parse(["evaluate", *IMAGES, *common, *words]))
    assert (options.size, options.neighbours, options.temperature, options.limit) == (32, 3, 0.5, 9)


def test_paths_are_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    options = options_of(TextOptions, parse(["evaluate", "ner", "m", "--train", "t", "--dev", "~/d"]))
    assert (options.model, options.train, options.dev) == (tmp_path / "m", tmp_path / "t", Path.home() / "d")


def test_home_may_stand_before_the_verb_after_it_and_after_the_task() -> None:
    for words in (
        ["--home", "/h", "evaluate", *TEXT],
        ["evaluate", "--home", "/h", *TEXT],
        ["evaluate", *TEXT, "--home", "/h"],
    ):
        assert parse(words).home == Path("/h")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "required: TASK"),
        (["sing", "/m"], "invalid choice"),
        (["ner"], "MODEL_DIR, --train, --dev"),
        (["probe", "/m", "--train", "/t"], "--test"),
        ([*TEXT, "--seeds", "0"], "no whole number from 1"),
        ([*TEXT, "--length", "3"], "no whole number from 4"),
        ([*TEXT, "--batch", "x"], "no whole number"),
        ([*TEXT, "--learning-rate", "0"], "no positive number"),
        ([*TEXT, "--learning-rate", "nan"], "no positive number"),
        ([*IMAGES, "--temperature", "-1"], "--temperature"),
        ([*IMAGES, "--epochs", "3"], "Unrecognized"),
        ([*TEXT, "--device", "gpu"], "none of cpu"),
    ],
)
def test_wrong_words_are_named(words: list[str], says: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(["evaluate", *words])
    assert says in str(caught.value)


def result() -> Evaluation:
    runs = [
        Run(seed, [Score("all", "all", 1234, 0.5 + seed / 10), Score("source", "", 4, 0.25)], 90.0, best_epoch=1)
        for seed in range(2)
    ]
    return Evaluation(
        task="ner",
        metric="span_f1",
        model="/m\x1b",
        weights="random",
        parameters=18_000_000,
        device="cpu",
        data=[Data("train", "/t", 20_000, words_left_out=7), Data("dev", "/d", 300)],
        scored="dev",
        settings={"learning_rate": 1e-5, "limit": None},
        scores=summarise(runs),
        runs=runs,
    )


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[TextOptions]:
    """Puts an evaluation in place that is done at once, and says what it was asked."""
    heard: list[TextOptions] = []

    def evaluate_text(kind: str, options: TextOptions, on_progress: OnProgress) -> Evaluation:
        heard.append(options)
        on_progress(Progress("run 1 of 1, epoch 1", 3, 9, "loss 0.5"))
        on_progress(Progress("run 1 of 1, epoch 1", 9, 9, "loss 0.4"))
        return result()

    module = ModuleType("core.evaluation.text")  # the real one loads torch
    module.evaluate_text = evaluate_text  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(verb, "check_folder", lambda folder, from_random: None)
    return heard


def test_a_table_goes_to_standard_output_and_progress_to_standard_error(
    asked: list[TextOptions], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", *TEXT]) == 0
    told = capsys.readouterr()
    assert told.err == "run 1 of 1, epoch 1: loss 0.4\n"
    assert [line.split() for line in told.out.splitlines()] == [
        ["Model", "/m"],
        ["18,000,000", "parameters,", "random", "weights,", "on", "cpu"],
        ["Train", "/t,", "20,000", "samples,", "without", "7", "words"],
        ["Dev", "/d,", "300", "samples"],
        ["Settings", "learning", "rate", "1e-05"],
        ["Scored", "dev"],
        [],
        ["Span", "F1", "±", "Entities"],
        ["all", "0.5500", "0.0707", "1,234"],
        ["source", "(none)", "0.2500", "0.0000", "4"],
        [],
        ["Seed", "0:", "0.5000,", "epoch", "1", "of", "0,", "2", "min"],
        ["Seed", "1:", "0.6000,", "epoch", "1", "of", "0,", "2", "min"],
    ]
    assert len(asked) == 1


def test_json_is_one_document(asked: list[TextOptions], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", *TEXT, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["scores"][0] == {
        "group": "all",
        "name": "all",
        "count": 1234,
        "mean": 0.55,
        "deviation": pytest.approx(0.0707, abs=1e-4),
    }
    assert document["runs"][1]["scores"][0]["value"] == 0.6
    assert tuple(document) == Evaluation.__struct_fields__


def test_an_interruption_and_a_missing_folder_end_it_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["ner", str(tmp_path / "none"), *TEXT[2:]]
    assert main(["evaluate", *words]) == 2
    assert capsys.readouterr().err.startswith(f"idlewild: There is no folder {tmp_path / 'none'}; ")

    def interrupt(*words: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(verb, "_evaluation", interrupt)
    assert main(["evaluate", *words]) == 130
    assert capsys.readouterr() == ("", "")


def test_options_have_a_word_each() -> None:
    """That a field of the options can be set from the command line."""
    for kind, words in ((TextOptions, TEXT), (ImageOptions, IMAGES)):
        assert {field.name for field in dataclasses.fields(kind)} <= set(vars(parse(["evaluate", *words])))
