import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow
import pytest
from PIL import Image
from pyarrow import parquet
from tiny_checkpoints import write_albert, write_resnet

from core.errors import UsageError
from core.evaluation.options import ImageOptions, Progress
from core.evaluation.vision import evaluate_images

COLOURS = {"red": (200, 30, 30), "green": (30, 200, 30), "blue": (30, 30, 200)}


def images(path: Path, count: int, seed: int, broken: int = 0) -> Path:
    """Noisy ones of three colours, after so many `broken` ones."""
    source = np.random.default_rng(seed)
    contents, labels = [b"no image"] * broken, ["red"] * broken
    for number in range(count):
        label = list(COLOURS)[number % 3]
        file = io.BytesIO()
        values = np.array(COLOURS[label]) + source.integers(-30, 30, (12, 12, 3))
        Image.fromarray(values.astype(np.uint8)).save(file, "PNG")
        contents.append(file.getvalue())
        labels.append(label)
    sources = ["even" if number % 2 == 0 else "odd" for number in range(len(labels))]
    parquet.write_table(pyarrow.table({"image": contents, "label": labels, "source": sources}), path)
    return path


@pytest.fixture(scope="module")
def options(tmp_path_factory: pytest.TempPathFactory) -> ImageOptions:
    folder = tmp_path_factory.mktemp("images")
    return ImageOptions(
        model=write_resnet(folder / "model"),
        train=images(folder / "train.parquet", 60, 0, broken=2),
        test=images(folder / "test.parquet", 30, 1, broken=1),
        seeds=2,
        size=12,
        neighbours=5,
        device="cpu",
    )


def silent(made: Progress) -> None:
    pass


@pytest.mark.parametrize(("kind", "runs"), [("knn", 1), ("probe", 2)])
def test_colours_are_told_apart_by_what_even_a_random_network_sees(kind, runs: int, options: ImageOptions) -> None:
    result = evaluate_images(kind, options, silent)
    assert result.scores[0].mean > 0.9
    assert result.scores[0].count == 30
    names = [(score.group, score.name) for score in result.scores]
    assert names == [
        ("all", "all"),
        *(("label", name) for name in sorted(COLOURS)),
        ("source", "even"),
        ("source", "odd"),
    ]
    assert [(data.samples, data.images_left_out) for data in result.data] == [(60, 2), (30, 1)]
    assert len(result.runs) == result.settings["seeds"] == runs
    assert all((run.l2 is None) == (kind == "knn") for run in result.runs)


def test_random_weights_differ_from_run_to_run_and_repeat_themselves(options: ImageOptions) -> None:
    random = replace(options, from_random=True, neighbours=1)
    heard: list[Progress] = []
    first = evaluate_images("knn", random, heard.append)
    assert len(first.runs) == 2
    assert [run.scores for run in first.runs] == [run.scores for run in evaluate_images("knn", random, silent).runs]
    assert {made.what for made in heard} >= {"run 1 of 2, training images", "run 2 of 2, test images"}


def test_wrong_wishes_are_told(options: ImageOptions, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="62 training images; choose no more --neighbours"):
        evaluate_images("knn", replace(options, neighbours=63), silent)
    with pytest.raises(UsageError, match="60 training images; choose no more --neighbours"):
        evaluate_images("knn", replace(options, neighbours=61), silent)
    with pytest.raises(UsageError, match="same label"):
        evaluate_images("probe", replace(options, limit=1), silent)
    with pytest.raises(UsageError, match="does not take images"):
        evaluate_images("knn", replace(options, model=write_albert(tmp_path / "text")), silent)
