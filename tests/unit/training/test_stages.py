"""What is done to stages changes no gradient, and work still stops between them."""

import logging

import numpy as np
import pytest
import torch
from torch import nn

from core.identity.manifest import CausalLm, MlmSop
from core.training.stages import Stages, outermost
from core.training.tasks import plug_of

LENGTH, VOCABULARY = 16, 64
ALBERT = {"model_type": "albert", "vocab_size": VOCABULARY, "hidden_size": 32, "embedding_size": 16}
ALBERT |= {"num_hidden_layers": 3, "num_attention_heads": 2, "intermediate_size": 64, "max_position_embeddings": 32}
BERT = {key: value for key, value in ALBERT.items() if key != "embedding_size"} | {"model_type": "bert"}
GPT2 = {"model_type": "gpt2", "vocab_size": VOCABULARY, "n_embd": 32, "n_layer": 3, "n_head": 2, "n_positions": 32}
DROPOUT = {"resid_pdrop": 0.1, "embd_pdrop": 0.1, "attn_pdrop": 0.0}
TASKS = [
    MlmSop(model=ALBERT, sequence_tokens=LENGTH),
    MlmSop(model=BERT, sequence_tokens=LENGTH),
    CausalLm(model=GPT2 | DROPOUT, sequence_tokens=LENGTH),
]
CPU = torch.device("cpu")


class Model:
    def __init__(self, task):
        torch.manual_seed(1)
        self.learning = plug_of(task).learning(task)
        self.module = self.learning.build(initialised=True)
        self.stages = Stages(self.learning.stages(self.module))

    def gradient(self, samples=3):
        """After a pass over samples that depend on their number alone."""
        self.module.zero_grad()
        given = self.learning.inputs(self.learning.example(samples), CPU)
        torch.manual_seed(2)
        loss = self.learning.loss_sum(self.module, given)
        loss.backward()
        gradients = [parameter.grad.reshape(-1) for parameter in self.module.parameters() if parameter.grad is not None]
        return loss.item(), torch.cat(gradients)


def assert_same(found, expected):
    assert found[0] == pytest.approx(expected[0], rel=1e-6)
    assert (found[1] - expected[1]).abs().max() <= 1e-5 * expected[1].abs().max()


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.model["model_type"])
def test_what_is_not_kept_is_computed_again_and_is_the_same(task):
    """Dropout included. That less is kept is seen by what autograd saves."""
    model = Model(task)
    plain, before = model.gradient(), kept_bytes(model)
    assert model.stages.keep_inputs_alone()
    assert_same(model.gradient(), plain)
    assert kept_bytes(model) < 0.6 * before
    assert not model.stages.keep_inputs_alone(), "once is all"


def kept_bytes(model):
    kept = [0]

    def pack(tensor):
        kept[0] += tensor.nbytes
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        given = model.learning.inputs(model.learning.example(2), CPU)
        model.learning.loss_sum(model.module, given)
    return kept[0]


def broken(graph, inputs):
    raise ValueError("no code for that")


def test_what_cannot_be_compiled_is_done_without(caplog):
    torch._dynamo.reset()
    model = Model(TASKS[0])
    plain = model.gradient()
    assert len(model.stages.watched) == 3, "a layer, its attention, and the head"
    model.stages.compile(broken)
    assert len(model.stages.watched) == 2, "no hook inside what is compiled"
    with pytest.raises(Exception, match="no code for that") as caught:
        model.gradient()
    with caplog.at_level(logging.INFO):
        assert model.stages.gives_up_compiling(caught.value)
    assert "no code for that" in caplog.text
    assert "\n" not in caplog.messages[0]
    assert_same(model.gradient(), plain)
    assert not model.stages.gives_up_compiling(caught.value), "it is not compiled any more"
    assert not Model(TASKS[0]).stages.gives_up_compiling(ValueError())


def test_the_outermost_stages():
    inner, other = nn.Linear(2, 2), nn.Linear(2, 2)
    outer = nn.Sequential(inner, nn.ReLU())
    assert outermost([inner, outer, other, outer]) == [outer, other]


def test_stages_with_batch_statistics_are_computed_once():
    plain, normed = nn.Linear(4, 4), nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))
    stages = Stages([normed])
    assert not stages.keep_inputs_alone()
    stages = Stages([plain, normed])
    assert stages.keep_inputs_alone()
    values = torch.from_numpy(np.random.default_rng(1).standard_normal((8, 4), np.float32))
    normed(plain(values)).sum().backward()
    assert normed[1].num_batches_tracked == 1


def test_attention_is_fused():
    for task in TASKS:
        assert Model(task).module.config._attn_implementation == "sdpa"
