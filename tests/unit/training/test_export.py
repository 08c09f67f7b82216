import json

import numpy as np
import pytest
import tokenizers
import torch
from transformers import AutoModelForPreTraining, AutoTokenizer

from core.data.objects import ObjectStore
from core.data.tokenizer import train_tokenizer
from core.errors import LocalFault
from core.identity.ids import Digest
from core.identity.manifest import Lamb, Manifest, MlmSop, Schedule
from core.training.building import bind
from core.training.export import export
from core.training.layout import read_layout, read_weights
from core.training.tasks import plug_of
from core.training.weights import make_initial_weights

TEXT = [f"sentence number {number} says that {number * 7} is not {number + 3}" for number in range(200)]
MODEL = {
    "model_type": "albert",
    "hidden_size": 32,
    "embedding_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Manifest, objects, layout, parameters."""
    objects = tmp_path_factory.mktemp("objects")
    store = ObjectStore(objects)
    content = train_tokenizer(TEXT, 80)
    vocabulary = tokenizers.Tokenizer.from_str(content.decode()).get_vocab_size()
    task = MlmSop(model=MODEL | {"vocab_size": vocabulary}, sequence_tokens=64)
    weights = store.add_bytes(make_initial_weights(task, 3).content)
    layout = read_layout(store.path(weights))
    manifest = Manifest(
        name="",
        description="",
        language="",
        licence="",
        organiser=bytes(32),
        task=task,
        tokenizer=store.add_bytes(content),
        initial_weights=weights,
        elements=layout.elements,
        shards=(),
        seed=0,
        optimizer=Lamb(learning_rate=1),
        schedule=Schedule(kind="constant", warmup_steps=0, total_steps=1),
        target_batch=1,
    )
    parameters = np.empty(layout.elements, np.float32)
    read_weights(store.path(weights), parameters)
    parameters += np.random.default_rng(0).normal(size=layout.elements).astype(np.float32) * 0.05
    return manifest, objects, layout, parameters, vocabulary


def test_transformers_loads_it_with_the_same_loss(run, tmp_path):
    manifest, _objects, layout, parameters, vocabulary = run
    export(*run[:4], tmp_path / "model")
    ours = plug_of(manifest.task).learning(manifest.task).build()
    bind(ours, layout, torch.from_numpy(parameters))
    theirs, report = AutoModelForPreTraining.from_pretrained(tmp_path / "model", output_loading_info=True)
    assert not any(report.values()), report
    assert type(theirs) is type(ours)
    ids = torch.arange(40).view(2, 20) % vocabulary
    given = {"input_ids": ids, "labels": ids.roll(1), "sentence_order_label": torch.tensor([0, 1])}
    assert ours.eval()(**given).loss.item() == theirs.eval()(**given).loss.item()


def test_the_tokenizer_is_the_same(run, tmp_path):
    manifest, objects, *_ = run
    export(*run[:4], tmp_path / "model")
    theirs = AutoTokenizer.from_pretrained(tmp_path / "model")
    ours = tokenizers.Tokenizer.from_file(str(ObjectStore(objects).path(manifest.tokenizer)))
    assert theirs("sentence number 7")["input_ids"] == ours.encode("sentence number 7").ids
    encoded = theirs("one", "two")
    assert theirs.mask_token == "[MASK]"
    assert (theirs.cls_token_id, theirs.sep_token_id, theirs.pad_token_id) == (2, 3, 0)
    assert encoded["input_ids"][0] == theirs.cls_token_id
    assert theirs.model_max_length == 64


def test_an_earlier_export_is_replaced_and_nothing_is_left_beside_it(run, tmp_path):
    folder = tmp_path / "deep" / "model"
    export(*run[:4], folder)
    (folder / "config.json").write_text("old")
    export(*run[:4], folder)
    assert json.loads((folder / "config.json").read_text())["model_type"] == "albert"
    assert [entry.name for entry in folder.parent.iterdir()] == ["model"]
    (tmp_path / "empty").mkdir()
    export(*run[:4], tmp_path / "empty")


def test_other_peoples_files_are_not_touched(run, tmp_path):
    (tmp_path / "letters.txt").write_text("dear")
    with pytest.raises(LocalFault, match="holds other files"):
        export(*run[:4], tmp_path)
    with pytest.raises(LocalFault, match="holds other files"):
        export(*run[:4], tmp_path / "letters.txt")
    with pytest.raises(LocalFault, match="could not be written"):
        export(*run[:4], tmp_path / "letters.txt" / "model")
    assert [entry.name for entry in tmp_path.iterdir()] == ["letters.txt"]


def test_a_full_disk_leaves_the_earlier_export(run, tmp_path, monkeypatch):
    folder = tmp_path / "model"
    export(*run[:4], folder)
    before = (folder / "model.safetensors").read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(LocalFault, match="No space left"):
        export(*run[:4], folder)
    assert (folder / "model.safetensors").read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["model"]


def test_weights_are_the_same_for_the_same_seed():
    task = MlmSop(model=MODEL | {"vocab_size": 80}, sequence_tokens=64)
    state = torch.random.get_rng_state()
    first, again, other = (make_initial_weights(task, seed).content for seed in (1, 1, 2))
    assert Digest.of(first) == Digest.of(again) != Digest.of(other)
    assert (torch.random.get_rng_state() == state).all()
