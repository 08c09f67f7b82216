"""The real compiler, short of writing machine code: it takes tens of seconds."""

import pytest
import torch

from core.identity.manifest import CausalLm
from tests.unit.training.test_stages import DROPOUT, GPT2, LENGTH, TASKS, Model, assert_same

PLAIN_GPT2 = CausalLm(model=GPT2 | dict.fromkeys(DROPOUT, 0.0), sequence_tokens=LENGTH)
"""What a compiler does with random numbers is its own affair."""


@pytest.mark.parametrize(("task", "keeps_inputs_alone"), [(TASKS[0], False), (PLAIN_GPT2, True)])
def test_compiled_stages_give_the_same_gradients_for_any_number_of_samples(task, keeps_inputs_alone):
    torch._dynamo.reset()
    model = Model(task)
    plain = {samples: model.gradient(samples) for samples in (4, 3, 1)}
    model.stages.compile("aot_eager")
    if keeps_inputs_alone:
        assert model.stages.keep_inputs_alone()
    calls = count_calls(model)
    for samples, expected in plain.items():
        assert_same(model.gradient(samples), expected)
    layers = 3
    assert calls[0] >= 3 * layers, "hooks run between compiled layers"


def count_calls(model):
    calls = [0]

    def count(*_):
        calls[0] += 1

    for stage in model.stages.watched:
        stage.register_forward_pre_hook(count)
    return calls
