import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from core.data.prepared import prepare_shard
from core.data.ranges import SampleRange
from core.data.tokenizer import TextTokenizer, train_byte_pairs
from core.errors import UsageError
from core.identity.ids import Digest
from core.identity.manifest import CausalLm
from core.training.tasks import plug_of
from core.training.tasks.causal_lm.config import fault_of
from core.training.tasks.causal_lm.learning import CausalLmLearning
from core.training.tasks.causal_lm.recipe import PackedBatch, PackedRecipe, _pieces

CPU = torch.device("cpu")
LENGTH, VOCABULARY = 12, 300
GPT2 = {"model_type": "gpt2", "vocab_size": VOCABULARY, "n_embd": 32, "n_layer": 2, "n_head": 2, "n_positions": 32}
GPT2 |= {"resid_pdrop": 0.0, "embd_pdrop": 0.0, "attn_pdrop": 0.0}
LLAMA = {
    "model_type": "llama",
    "vocab_size": VOCABULARY,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 64,
}
QWEN = LLAMA | {"model_type": "qwen3", "head_dim": 8, "tie_word_embeddings": True}
MODELS = [GPT2, LLAMA, QWEN]
DOCUMENTS = [f"Document {n} says that {n * 7} is not {n}.\nIts second line is here." for n in range(40)]


def task(model: dict[str, Any]) -> CausalLm:
    return CausalLm(model=model, sequence_tokens=LENGTH)


def batch(samples: int) -> PackedBatch:
    return PackedBatch(np.random.default_rng(3).integers(0, VOCABULARY, (samples, LENGTH + 1)))


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model["model_type"])
def test_the_loss_is_transformers_loss_sample_by_sample(model: dict[str, Any]) -> None:
    torch.manual_seed(1)
    learning, rows = CausalLmLearning(task(model)), batch(5)
    made = learning.build(initialised=True)
    loss = learning.loss_sum(made, learning.inputs(rows, CPU))
    expected = 0.0
    for row in rows.tokens:
        ids = torch.from_numpy(row)[None]
        expected += made(input_ids=ids, labels=ids).loss.item()
    assert loss.item() == pytest.approx(expected, rel=1e-5)
    assert learning.metrics(made, learning.inputs(rows, CPU))["loss"] == (pytest.approx(expected, rel=1e-5), 5)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model["model_type"])
def test_gradients_do_not_depend_on_grouping(model: dict[str, Any]) -> None:
    torch.manual_seed(1)
    learning, rows = CausalLmLearning(task(model)), batch(6)
    made = learning.build(initialised=True)
    found = []
    for cuts in ([0, 6], [0, 1, 4, 6]):
        made.zero_grad()
        for start, stop in itertools.pairwise(cuts):
            learning.loss_sum(made, learning.inputs(PackedBatch(rows.tokens[start:stop]), CPU)).backward()
        found.append(torch.cat([p.grad.reshape(-1) for p in made.parameters() if p.grad is not None]))
    assert (found[0] - found[1]).abs().max() < 1e-5 * found[0].abs().max()


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model["model_type"])
def test_nothing_is_left_to_defaults_and_work_stops_within_layers(model: dict[str, Any]) -> None:
    learning = CausalLmLearning(task(model))
    written = learning.written_out()
    assert written.model | model == written.model, "what was said stays"
    assert len(written.model) > len(model)
    assert fault_of(written.model) == ""
    assert CausalLmLearning(written).written_out() == written
    made = learning.build()
    assert len(learning.stages(made)) == 2 * 3, "each layer, its attention and what follows that"
    assert learning.cpu_micro_batch(made) >= 1


@pytest.mark.parametrize(
    ("model", "says"),
    [
        (GPT2 | {"model_type": "albert"}, "no causal language model “albert”"),
        (GPT2 | {"model_type": "nonsense"}, "no causal language model “nonsense”"),
        (GPT2 | {"n_lair": 3}, "no key `n_lair`"),
        (GPT2 | {"n_embd": "wide"}, "cannot be used"),
        (GPT2 | {"n_head": 5}, "cannot be used"),
        (LLAMA | {"hidden_size": 33}, "cannot be used"),
    ],
)
def test_what_transformers_does_not_know_is_refused_in_one_sentence(model: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError, match=says) as caught:
        CausalLmLearning(task(model)).build()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("model", "says"),
    [
        ({"n_embd": 8}, "no `model_type`"),
        ({"model_type": "../gpt2"}, "no `model_type`"),
        (GPT2 | {"auto_map": {"AutoModel": "evil.py"}}, "auto_map"),
        (GPT2 | {"rope": {"trust_remote_code": True}}, "trust_remote_code"),
        (GPT2 | {"_name_or_path": "evil/model"}, "_name_or_path"),
        (GPT2 | {"quantization_config": {}}, "quantization_config"),
        (GPT2 | {"n_embd": 10**15}, "beyond all sizes"),
        (GPT2 | {"layers": ["full"] * 70_000}, "longer than"),
        (GPT2 | {"a": {"b": {"c": {"d": {"e": {"f": {}}}}}}}, "nested"),
    ],
)
def test_what_could_lead_to_code_or_ruin_is_refused_without_torch(model: dict[str, Any], says: str) -> None:
    assert says in fault_of(model)
    assert [key for key, _ in plug_of(CausalLm).faults(task(model))] == ["task.model"]


@pytest.fixture(scope="module")
def tokenizer() -> TextTokenizer:
    return TextTokenizer.load(train_byte_pairs(DOCUMENTS, VOCABULARY))


def test_packing_loses_no_token_but_the_last_few(tmp_path: Path, tokenizer: TextTokenizer) -> None:
    path = tmp_path / "shard.txt"
    path.write_text("\n\n\n".join(DOCUMENTS))
    recipe = PackedRecipe(tokenizer, Digest(bytes(32)), LENGTH)
    shard = prepare_shard(path, "text", recipe, tmp_path / "it")
    end = tokenizer.id_of("end")
    expected = [token for ids in tokenizer.encode(DOCUMENTS) for token in [*ids, end]]
    assert shard.samples == (len(expected) - 1) // LENGTH
    made = recipe.batch([shard.sample(item) for item in range(shard.samples)], SampleRange(0, shard.samples))
    assert made.tokens.shape == (shard.samples, LENGTH + 1)
    assert made.tokens[:, :-1].reshape(-1).tolist() == expected[: shard.samples * LENGTH]
    assert (made.tokens[1:, 0] == made.tokens[:-1, -1]).all(), "what follows one sample begins the next"
    (tmp_path / "it" / "tokens.npy").write_bytes(b"x")
    assert recipe.open(tmp_path / "it") is None


@given(st.text(alphabet="ab\n", max_size=300))
def test_pieces_are_the_document(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.training.tasks.causal_lm.recipe._PIECE_CHARACTERS", 20)
        pieces = list(_pieces(text))
    assert "".join(pieces) == text
    assert all(len(piece) <= 20 for piece in pieces)
    assert pieces


def test_an_export_is_what_transformers_loads(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_bytes(train_byte_pairs(DOCUMENTS, VOCABULARY))
    plug, draft = plug_of(CausalLm), task({"model_type": "gpt2", "n_embd": 32, "n_layer": 1, "n_head": 2})
    done = plug.completed(draft, TextTokenizer.open(path))
    files = plug.export(CausalLmLearning(done).written_out(), path)
    config = json.loads(files["config.json"])
    assert config["architectures"] == ["GPT2LMHeadModel"]
    assert config["vocab_size"] == TextTokenizer.open(path).vocabulary
    assert set(files) == {"config.json", "tokenizer.json", "tokenizer_config.json"}
