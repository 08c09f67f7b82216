"""A short run of what `tests.bench.step_digest` does at length."""

import pytest
import torch

from tests.bench.step_digest import digest, start

STEPS, ELEMENTS = 10, 1_048_577


def test_many_steps_on_a_million_values_are_the_same_everywhere() -> None:
    others = [start("lamb", STEPS, ELEMENTS, "default", 1, "cpu"), start("lamb", STEPS, ELEMENTS, "avx512", 2, "cpu")]
    here = digest("lamb", STEPS, ELEMENTS)
    found = [other.communicate(timeout=240)[0].split() for other in others]
    assert [digest_ for _, digest_ in found] == [here, here]
    assert found[0][0] == "DEFAULT"


def test_other_values_have_another_digest() -> None:
    assert digest("lamb", 1, 5000) != digest("lamb", 2, 5000)
    assert len({digest(name, 1, 5000) for name in ("lamb", "adamw", "larc_sgd")}) == 3


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
@pytest.mark.parametrize("name", ["lamb", "adamw", "larc_sgd"])
def test_steps_on_a_gpu_are_those_of_a_processor(name: str) -> None:
    assert digest(name, STEPS, ELEMENTS, "cuda") == digest(name, STEPS, ELEMENTS)
