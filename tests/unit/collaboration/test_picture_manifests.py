"""Manifests of the task that learns from pictures."""

from pathlib import Path

import msgspec
import pytest

from core.collaboration.manifest_file import Draft, read_draft
from core.errors import UsageError
from core.identity.manifest import Crops, LarcSgd, Swav

RESOURCES = Path(__file__).parents[3] / "resources" / "recipes"
READY = ("swav-resnet50.toml", "swav-cifar10.toml")
SMALLEST = """
name = "N"
language = "zxx"
licence = "CC0"
data.files = ["*.parquet"]
optimizer = { kind = "larc_sgd", learning_rate = 2.4 }
schedule.total_steps = 10
[task]
kind = "swav"
"""


def read(folder: Path, text: str) -> Draft:
    (folder / "cifar10_train.parquet").write_bytes(b"x")
    path = folder / "manifest.toml"
    path.write_text(text)
    return read_draft(path)


def test_the_smallest_manifest_is_the_papers(tmp_path: Path) -> None:
    draft = read(tmp_path, SMALLEST)
    ready = read(tmp_path, (RESOURCES / "swav-resnet50.toml").read_text())
    assert draft.tokenizer is None
    assert draft.optimizer == LarcSgd(learning_rate=2.4)
    assert draft.optimizer == ready.optimizer, "defaults are written out"
    beginnings = {"queue": 3840, "queue_from_step": 586, "freeze_prototypes_steps": 39}
    assert msgspec.structs.replace(draft.task, **beginnings) == ready.task


@pytest.mark.parametrize("name", READY)
def test_ready_manifests_can_be_used(tmp_path: Path, name: str) -> None:
    draft = read(tmp_path, (RESOURCES / name).read_text())
    assert isinstance(draft.task, Swav)
    assert [file.format for file in draft.files] == ["parquet"]
    assert draft.task.crops[0].count == 2
    assert draft.task.model["layer_type"] in ("basic", "bottleneck")


def test_views_may_be_tables_of_their_own(tmp_path: Path) -> None:
    views = "[[task.crops]]\ncount = 2\npixels = 28\nleast_area = 0.3\nmost_area = 1.0\n"
    task = read(tmp_path, SMALLEST + views).task
    assert isinstance(task, Swav)
    assert task.crops == (Crops(count=2, pixels=28, least_area=0.3, most_area=1.0),)


VIEW = "count = 2, pixels = 28, least_area = 0.3, most_area = 1.0"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("sequence_tokens = 128", r"task\.sequence_tokens: there is no such key"),
        (f"crops = [{{ {VIEW}, pixel = 3 }}]", r"task\.crops\[0\]\.pixel: there is no such key; did you mean pixels"),
        ("crops = [{ count = 2 }]", r"task\.crops\[0\]\.pixels: it is missing"),
        (f"crops = [{{ {VIEW.replace('28', '2.5')} }}]", r"task\.crops\[0\]\.pixels: it must be a whole number"),
        (f"crops = [{{ {VIEW.replace('28', '2')} }}]", r"task\.crops\.pixels: 2 is not between 8 and 1024"),
        ("crops = []", r"task\.crops: 0 is not between 1 and 8"),
        ("epsilon = 0.001", r"task\.epsilon: 0\.001 is not between"),
        ("model.depth = [2]", r"task\.model: .*unknown field `depth`"),
        ("model.model_type = 'vit'", r"task\.model: .*vit"),
        ("[tokenizer]\ntrain = { vocabulary = 200 }", "the task swav has no use for one"),
        ("[optimizer.x]", r"optimizer"),
    ],
)
def test_faults_name_key_and_remedy(tmp_path: Path, line: str, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence) as caught:
        read(tmp_path, SMALLEST + line)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("change", ["momentum = 1.5", "trust = 0.0", "weight_decay = -1.0", "beta1 = 0.9"])
def test_the_optimizers_numbers_are_checked(tmp_path: Path, change: str) -> None:
    with pytest.raises(UsageError, match=f"optimizer.{change.split()[0]}"):
        read(tmp_path, SMALLEST.replace("learning_rate = 2.4", f"learning_rate = 2.4, {change}"))
