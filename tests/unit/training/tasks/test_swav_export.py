import json
from pathlib import Path

import numpy as np
import pytest
import torch
from picture_files import pixels
from PIL import Image
from safetensors.numpy import load_file
from transformers import AutoImageProcessor, AutoModel, ResNetForImageClassification, ResNetModel

from core.data.objects import ObjectStore
from core.identity.manifest import Crops, LarcSgd, Manifest, Schedule, Swav
from core.training.api import Vector
from core.training.building import bind
from core.training.export import export
from core.training.layout import Layout, read_layout, read_weights
from core.training.tasks import plug_of
from core.training.weights import make_initial_weights

TASK = Swav(
    model={"embedding_size": 8, "hidden_sizes": [16, 32], "depths": [2, 1]},
    crops=(Crops(count=2, pixels=28, least_area=0.3, most_area=1.0),),
    prototypes=5,
    projection_hidden=6,
    projection=4,
)
Made = tuple[Manifest, Path, Layout, Vector]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """With parameters that training could have come to: variances are not negative."""
    objects = tmp_path_factory.mktemp("objects")
    store = ObjectStore(objects)
    initial = make_initial_weights(TASK, 3)
    weights = store.add_bytes(initial.content)
    layout = read_layout(store.path(weights))
    manifest = Manifest(
        name="",
        description="",
        language="",
        licence="",
        organiser=bytes(32),
        task=initial.task,
        initial_weights=weights,
        elements=layout.elements,
        shards=(),
        seed=0,
        optimizer=LarcSgd(learning_rate=1),
        schedule=Schedule(kind="constant", warmup_steps=0, total_steps=1),
        target_batch=1,
    )
    parameters = np.empty(layout.elements, np.float32)
    read_weights(store.path(weights), parameters)
    parameters += np.abs(np.random.default_rng(0).normal(size=layout.elements)).astype(np.float32) * 0.05
    return manifest, objects, layout, parameters


def test_initial_prototypes_are_unit_vectors_and_statistics_those_of_nothing(made: Made) -> None:
    manifest, objects, layout, _ = made
    parameters = np.empty(layout.elements, np.float32)
    read_weights(ObjectStore(objects).path(manifest.initial_weights), parameters)
    values = {tensor.name: parameters[tensor.offset : tensor.offset + tensor.size] for tensor in layout.tensors}
    assert np.allclose(np.linalg.norm(values["prototypes.weight"].reshape(5, 4), axis=1), 1)
    assert all(not values[name].any() for name in values if name.endswith("running_mean"))
    assert all((values[name] == 1).all() for name in values if name.endswith("running_var"))


def test_transformers_loads_it_with_the_same_features(made: Made, tmp_path: Path) -> None:
    manifest, _objects, layout, parameters = made
    export(*made, tmp_path / "model")
    ours = plug_of(Swav).learning(manifest.task).build().eval()
    bind(ours, layout, torch.from_numpy(parameters))
    theirs, report = AutoModel.from_pretrained(tmp_path / "model", output_loading_info=True)
    assert isinstance(theirs, ResNetModel)
    assert not any(report.values()), report
    given = torch.randn(3, 3, 28, 28, generator=torch.Generator().manual_seed(2))
    with torch.no_grad():
        expected = ours.resnet(given)
        found = theirs.eval()(given)
    assert torch.equal(found.pooler_output, expected.pooler_output)
    assert torch.equal(found.last_hidden_state, expected.last_hidden_state)
    assert not torch.equal(theirs.train()(given).pooler_output, found.pooler_output), "statistics are used"


def test_a_classifier_can_be_put_on_it(made: Made, tmp_path: Path) -> None:
    export(*made, tmp_path / "model")
    classifier, report = ResNetForImageClassification.from_pretrained(
        tmp_path / "model", num_labels=3, output_loading_info=True
    )
    assert report["missing_keys"] == {"classifier.1.weight", "classifier.1.bias"}
    given = torch.randn(2, 3, 28, 28, generator=torch.Generator().manual_seed(2))
    plain = ResNetModel.from_pretrained(tmp_path / "model").eval()
    with torch.no_grad():
        assert torch.equal(classifier.eval().resnet(given).pooler_output, plain(given).pooler_output)


def test_pictures_are_prepared_as_they_were_in_training(made: Made, tmp_path: Path) -> None:
    export(*made, tmp_path / "model")
    prepare = AutoImageProcessor.from_pretrained(tmp_path / "model")
    image = Image.fromarray(pixels(2, 32, 32))
    given = prepare(image, return_tensors="pt")["pixel_values"]
    assert given.shape == (1, 3, 28, 28)
    middle = np.asarray(image, np.float64)[2:30, 2:30] / 255
    expected = (middle - np.array([0.485, 0.456, 0.406])) / np.array([0.229, 0.224, 0.225])
    assert np.abs(given[0].permute(1, 2, 0).numpy() - expected).max() < 1e-4


def test_the_head_lies_beside_it_and_an_export_can_be_replaced(made: Made, tmp_path: Path) -> None:
    _, _, layout, parameters = made
    export(*made, tmp_path / "model")
    export(*made, tmp_path / "model")
    assert {entry.name for entry in (tmp_path / "model").iterdir()} == {
        *("config.json", "model.safetensors", "head.safetensors", "preprocessor_config.json"),
    }
    head = load_file(tmp_path / "model" / "head.safetensors")
    network = load_file(tmp_path / "model" / "model.safetensors")
    prototypes = next(tensor for tensor in layout.tensors if tensor.name == "prototypes.weight")
    span = slice(prototypes.offset, prototypes.offset + prototypes.size)
    assert (head["prototypes.weight"].reshape(-1) == parameters[span]).all()
    counters = {name for name in (*head, *network) if name.endswith(".num_batches_tracked")}
    assert len(counters) == sum(name.endswith(".running_mean") for name in (*head, *network))
    values = {f"resnet.{name}": value for name, value in network.items()} | head
    named = {name: value for name, value in values.items() if name.removeprefix("resnet.") not in counters}
    assert set(named) == {tensor.name for tensor in layout.tensors}
    assert sum(value.size for value in named.values()) == layout.elements
    assert json.loads((tmp_path / "model" / "config.json").read_text())["architectures"] == ["ResNetModel"]
