"""LARC-SGD, and what steps do beside it."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.identity.manifest import AdamW, Lamb, LarcSgd, Optimizer, Schedule
from core.training.layout import Layout, layout_of, moments_of
from core.training.optimizers import apply_step
from core.training.optimizers.beside import make_rows_unit
from core.training.optimizers.exact import BLOCK, stretches_of
from core.training.rules import StepRules
from core.training.schedule import scalars

CONSTANT = Schedule(kind="constant", warmup_steps=0, total_steps=0)
SHAPES = [
    ("a.weight", (9, 5)),
    ("a.bias", (5,)),
    ("prototypes.weight", (6, 3)),
    ("n.running_mean", (4,)),
    ("n.running_var", (4,)),
]
LAYOUT = layout_of(SHAPES)
PROTOTYPES, MEAN, VARIANCE = (
    slice(tensor.offset, tensor.offset + tensor.size) for tensor in LAYOUT.tensors if tensor.name[0] in "pn"
)
STILL = StepRules(still=frozenset(["prototypes.weight"]), unit_rows=frozenset(["prototypes.weight"]))
MOVING = StepRules(unit_rows=frozenset(["prototypes.weight"]))


def state_of(optimizer: Optimizer, layout: Layout, seed: int) -> torch.Tensor:
    state = torch.zeros(1 + moments_of(optimizer), layout.elements)
    state[0] = torch.randn(layout.elements, generator=torch.Generator().manual_seed(seed)) * 0.3
    return state.view(-1)


def step_with(
    optimizer: Optimizer,
    state: torch.Tensor,
    average: torch.Tensor,
    rules: StepRules = MOVING,
    clip_norm: float | None = None,
) -> None:
    apply_step(optimizer, LAYOUT, state, average, scalars(optimizer, CONSTANT, 1), clip_norm, rules)


class HandMadeLarc:
    """The adaptation by hand around torch's own SGD."""

    def __init__(self, optimizer: LarcSgd, tensors: list[torch.nn.Parameter]) -> None:
        self._optimizer, self._tensors = optimizer, tensors
        self._sgd = torch.optim.SGD(tensors, lr=optimizer.learning_rate, momentum=optimizer.momentum)

    def step(self, gradients: list[torch.Tensor]) -> None:
        settings_ = self._optimizer
        for tensor, gradient in zip(self._tensors, gradients, strict=True):
            weight, slope = tensor.norm(), gradient.norm()
            tensor.grad = gradient.clone()
            if weight > 0 and slope > 0:
                rate = settings_.trust * weight / (slope + settings_.weight_decay * weight + settings_.epsilon)
                tensor.grad = rate * (gradient + settings_.weight_decay * tensor.detach())
        self._sgd.step()


@settings(max_examples=40, deadline=None)
@given(
    st.floats(0.01, 10.0),
    st.floats(0.0, 0.99),
    st.sampled_from([0.0, 1e-6, 0.1]),
    st.sampled_from([0.001, 0.02]),
    st.integers(0, 1000),
)
def test_it_is_torchs_sgd_with_adapted_gradients(
    rate: float, momentum: float, decay: float, trust: float, seed: int
) -> None:
    optimizer = LarcSgd(learning_rate=rate, momentum=momentum, weight_decay=decay, trust=trust)
    layout = layout_of([("a.weight", (9, 5)), ("a.bias", (5,)), ("zero.bias", (3,)), ("flat.weight", (2, 2))])
    state, chance = state_of(optimizer, layout, seed), torch.Generator().manual_seed(seed + 1)
    state[50:53] = 0.0
    parts = [slice(tensor.offset, tensor.offset + tensor.size) for tensor in layout.tensors]
    theirs = [torch.nn.Parameter(state[part].clone()) for part in parts]
    by_hand = HandMadeLarc(optimizer, theirs)
    for step in range(1, 6):
        average = torch.randn(layout.elements, generator=chance) * 0.01
        average[parts[-1]] = 0.0
        by_hand.step([average[part] for part in parts])
        apply_step(optimizer, layout, state, average, scalars(optimizer, CONSTANT, step), None)
    expected = torch.cat([tensor.detach() for tensor in theirs])
    assert (state[: layout.elements] - expected).abs().max() <= 2e-5 * max(1.0, expected.abs().max().item())


def test_a_clipped_gradient_is_a_shorter_one() -> None:
    optimizer = LarcSgd(learning_rate=1.0, epsilon=0.5)
    average = torch.randn(LAYOUT.elements, generator=torch.Generator().manual_seed(1))
    average[MEAN] = 1e6  # no gradient, and so no part of the norm
    moved = average[: MEAN.start]
    clipped, scaled = (state_of(optimizer, LAYOUT, 3) for _ in range(2))
    step_with(optimizer, clipped, average, clip_norm=0.5)
    step_with(optimizer, scaled, torch.cat([moved * (0.5 / moved.norm()), average[MEAN.start :]]))
    assert (clipped - scaled).abs().max() < 1e-6


@pytest.mark.parametrize("optimizer", [Lamb(learning_rate=0.1), AdamW(learning_rate=0.1), LarcSgd(learning_rate=0.1)])
def test_statistics_follow_by_a_tenth_and_have_no_moments(optimizer: Optimizer) -> None:
    state, average = state_of(optimizer, LAYOUT, 5), torch.full((LAYOUT.elements,), 0.25)
    state[VARIANCE] = torch.tensor([1.0, 0.5, 0.01, 0.0])
    expected_mean, expected_variance = state[MEAN] - 0.025, (state[VARIANCE] - 0.025).clamp(min=0)
    step_with(optimizer, state, average, clip_norm=0.001)
    assert torch.allclose(state[MEAN], expected_mean)
    assert torch.allclose(state[VARIANCE], expected_variance)
    moments = state.view(-1, LAYOUT.elements)[1:]
    assert not moments[:, MEAN.start :].any()
    assert moments[:, : MEAN.start].all()


@pytest.mark.parametrize("optimizer", [Lamb(learning_rate=0.1), LarcSgd(learning_rate=0.1)])
def test_what_stands_still_is_left_alone_with_its_moments(optimizer: Optimizer) -> None:
    state, average = state_of(optimizer, LAYOUT, 6), torch.full((LAYOUT.elements,), 0.5)
    average[PROTOTYPES] = 1e6
    before = state.clone()
    quiet = average.clone()
    quiet[PROTOTYPES] = 0.0
    other = state.clone()
    step_with(optimizer, state, average, STILL, clip_norm=0.1)
    step_with(optimizer, other, quiet, STILL, clip_norm=0.1)
    assert torch.equal(state, other), "its gradient has a say in the norm"
    for vector, old in zip(state.view(-1, LAYOUT.elements), before.view(-1, LAYOUT.elements), strict=True):
        assert torch.equal(vector[PROTOTYPES], old[PROTOTYPES])
    step_with(optimizer, state, average, MOVING)
    assert torch.allclose(state[PROTOTYPES].view(6, 3).norm(dim=1), torch.ones(6))


@given(st.integers(1, 40), st.integers(1, 50), st.integers(0, 2**32))
def test_rows_become_unit_vectors_of_the_same_direction(rows: int, columns: int, seed: int) -> None:
    layout = layout_of([("before", (3,)), ("it", (rows, columns))])
    values = torch.from_numpy(np.random.default_rng(seed).normal(size=layout.elements).astype(np.float32))
    values[3 : 3 + columns] = 0.0
    before = values.clone()
    make_rows_unit(layout.tensors[1], values)
    assert torch.equal(values[:3], before[:3])
    expected = torch.nn.functional.normalize(before[3:].view(rows, columns), dim=1)
    assert (values[3:].view(rows, columns) - expected).abs().max() < 1e-6


def test_rows_of_many_blocks_are_each_their_own() -> None:
    layout = layout_of([("it", (700, 400))])
    assert layout.elements > 2 * BLOCK
    values = torch.randn(layout.elements, generator=torch.Generator().manual_seed(0))
    whole, alone = values.clone(), values[400 * 400 : 401 * 400].clone()
    make_rows_unit(layout.tensors[0], whole)
    make_rows_unit(layout_of([("it", (1, 400))]).tensors[0], alone)
    assert torch.equal(whole[400 * 400 : 401 * 400], alone)


def test_neighbours_make_one_stretch() -> None:
    assert stretches_of(LAYOUT.tensors) == [slice(0, LAYOUT.elements)]
    without = [tensor for tensor in LAYOUT.tensors if tensor.name != "a.bias"]
    assert stretches_of(without) == [slice(0, 45), slice(50, LAYOUT.elements)]


def test_it_keeps_one_vector() -> None:
    assert [moments_of(kind(learning_rate=1)) for kind in (Lamb, AdamW, LarcSgd)] == [2, 2, 1]
    made = scalars(LarcSgd(learning_rate=2.4), Schedule(kind="linear", warmup_steps=2, total_steps=9), 1)
    assert (made.learning_rate, made.correction1, made.correction2) == (float(np.float32(1.2)), 1.0, 1.0)
