import json
from pathlib import Path
from typing import Any

import pytest
import tokenizers
import torch
from PIL import Image
from tiny_checkpoints import word_tokenizer, write_albert, write_resnet
from tokenizers import models, pre_tokenizers
from transformers import AutoModel, AutoModelForSequenceClassification, AutoModelForTokenClassification

from core.errors import LocalFault, UsageError
from core.evaluation.checkpoint import Checkpoint, longest, parameters_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_albert(tmp_path / "model")


def change(path: Path, **keys: Any) -> None:
    content = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps(content | keys))


def build(folder: Path, seed: int = 0, *, from_random: bool = False, labels: int = 3) -> torch.nn.Module:
    checkpoint = Checkpoint.open(folder, from_random=from_random)
    return checkpoint.build(AutoModelForTokenClassification, checkpoint.config(num_labels=labels), seed)


def test_weights_are_the_folder_s_and_the_head_is_the_seed_s(folder: Path) -> None:
    first, same, other = build(folder, 1), build(folder, 1), build(folder, 2)
    assert all(torch.equal(value, same.state_dict()[name]) for name, value in first.state_dict().items())
    differing = [name for name, value in first.state_dict().items() if not torch.equal(value, other.state_dict()[name])]
    assert differing == ["classifier.weight"]
    assert first.classifier.weight.shape == (3, 16)
    assert parameters_of(first) == sum(value.numel() for value in first.state_dict().values())


def test_random_weights_are_random_by_the_seed_and_need_no_file(folder: Path) -> None:
    stored = build(folder).albert.embeddings.word_embeddings.weight
    (folder / "model.safetensors").unlink()
    first, same, other = (build(folder, seed, from_random=True).albert.embeddings for seed in (1, 1, 2))
    assert torch.equal(first.word_embeddings.weight, same.word_embeddings.weight)
    assert not torch.equal(first.word_embeddings.weight, other.word_embeddings.weight)
    assert not torch.equal(first.word_embeddings.weight, stored)
    with pytest.raises(UsageError, match="no weights as safetensors"):
        build(folder)


def test_a_head_of_another_size_is_made_anew(folder: Path) -> None:
    build(folder, labels=5).save_pretrained(folder)
    assert build(folder, labels=3).classifier.weight.shape == (3, 16)
    assert build(folder, labels=5).classifier.weight.shape == (5, 16)


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"model_type": "bert"}, "not those of its config.json"),
        ({"hidden_size": 32, "intermediate_size": 64}, "not those of its config.json"),
        ({"model_type": "nothing"}, "cannot be loaded"),
        ({"model_type": "resnet"}, "cannot be loaded"),
        ({"hidden_size": "wide"}, "cannot be loaded"),
        ({"num_attention_heads": 0}, "cannot be loaded"),
        ({"hidden_act": "zigzag"}, "cannot be loaded"),
        ({"auto_map": {"AutoModel": "mine.Model"}}, "code of its own"),
    ],
)
def test_configurations_that_do_not_fit_are_refused(folder: Path, keys: dict[str, Any], says: str) -> None:
    change(folder / "config.json", **keys)
    with pytest.raises(UsageError, match=says) as caught:
        build(folder)
    assert str(folder) in str(caught.value)


def test_code_is_refused_wherever_it_is_named(folder: Path) -> None:
    change(folder / "tokenizer_config.json", auto_map={"AutoTokenizer": ["x.Y", None]})
    with pytest.raises(UsageError, match="code of its own"):
        Checkpoint.open(folder)


@pytest.mark.parametrize("content", [b"", b"[]", b"3", b"{", b"\xff", b"[" * 100_000])
def test_what_is_no_configuration_is_told(folder: Path, content: bytes) -> None:
    (folder / "config.json").write_bytes(content)
    with pytest.raises(UsageError, match=r"config\.json"):
        build(folder)


@pytest.mark.parametrize("kept", [0, 9, 100, -50])
def test_broken_weights_are_told(folder: Path, kept: int) -> None:
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:kept])
    with pytest.raises(UsageError, match="cannot be loaded"):
        build(folder)


def test_what_is_no_folder_of_a_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="There is no folder"):
        Checkpoint.open(tmp_path / "none")
    with pytest.raises(UsageError, match=r"no config\.json"):
        Checkpoint.open(tmp_path)


def test_too_little_memory_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*words: object, **keys: object) -> None:
        raise RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes.")

    checkpoint = Checkpoint.open(folder)
    monkeypatch.setattr(AutoModelForTokenClassification, "from_pretrained", fail)
    with pytest.raises(LocalFault, match="too little free memory"):
        checkpoint.build(AutoModelForTokenClassification, checkpoint.config(), 0)


def test_the_tokenizer_is_that_of_its_file_and_not_the_usual_one(folder: Path) -> None:
    """ALBERT's usual one takes accents off, which Bengali vowel signs are to it."""
    tokenizer = Checkpoint.open(folder).tokenizer()
    assert tokenizer.tokenize("ঢাকা ঢক ami") == ["ঢাকা", "<unk>", "ami"]
    assert tokenizer.pad_token_id == 0
    (folder / "tokenizer.json").write_text("{}")
    with pytest.raises(UsageError, match="cannot be loaded"):
        Checkpoint.open(folder).tokenizer()


def test_words_begin_with_a_space_where_spaces_belong_to_tokens(folder: Path) -> None:
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {letter: number for number, letter in enumerate([*alphabet, "Ġa"])}
    bytewise = tokenizers.Tokenizer(models.BPE(vocabulary, [("Ġ", "a")]))
    bytewise.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytewise.save(str(folder / "tokenizer.json"))
    tokenizer = Checkpoint.open(folder).tokenizer()
    ids = tokenizer(["a", "a"], is_split_into_words=True)["input_ids"]
    assert tokenizer.convert_ids_to_tokens(ids) == ["Ġa", "Ġa"]


def test_the_longest_sample_is_what_model_and_tokenizer_allow(folder: Path) -> None:
    checkpoint = Checkpoint.open(folder)
    assert longest(checkpoint.config(), checkpoint.tokenizer()) == 24
    change(folder / "tokenizer_config.json", model_max_length=int(1e30))
    assert longest(checkpoint.config(), checkpoint.tokenizer()) == 32


def test_images_are_prepared_as_the_folder_says(tmp_path: Path) -> None:
    folder = write_resnet(tmp_path / "model")
    assert not Checkpoint.open(folder).has_preprocessor
    change(
        folder / "preprocessor_config.json",
        image_processor_type="ViTImageProcessor",
        size={"height": 8, "width": 6},
        image_mean=[0.0, 0.0, 0.5],
        image_std=[1.0, 0.5, 1.0],
    )
    checkpoint = Checkpoint.open(folder)
    assert checkpoint.has_preprocessor
    pixels = checkpoint.preprocessor()([Image.new("RGB", (20, 30), (255, 0, 255))] * 2)
    assert pixels.shape == (2, 3, 8, 6)
    assert pixels[0, :, 3, 3].tolist() == pytest.approx([1.0, 0.0, 0.5])
    change(folder / "preprocessor_config.json", image_processor_type="NoSuchThing")
    with pytest.raises(UsageError, match="cannot be loaded"):
        Checkpoint.open(folder).preprocessor()


def test_any_kind_of_head_is_built(folder: Path) -> None:
    checkpoint = Checkpoint.open(folder)
    model = checkpoint.build(AutoModelForSequenceClassification, checkpoint.config(num_labels=4), 0)
    ids = torch.tensor([word_tokenizer().encode("ami boi pori").ids])
    assert model(input_ids=ids).logits.shape == (1, 4)
    assert checkpoint.build(AutoModel, checkpoint.config(), 0).config.hidden_size == 16
