import hashlib
import os
import subprocess
import sys
from pathlib import Path

import exact_step
import msgspec
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.identity.manifest import AdamW, Lamb, Schedule
from core.training.layout import layout_of, moments_of
from core.training.optimizers import apply_step
from core.training.optimizers.exact import BLOCK, clip_factor, square_roots, sum_of_squares, tree_sum
from core.training.schedule import scalars

SCHEDULE = Schedule(kind="linear", warmup_steps=3, total_steps=50)
SMALL = layout_of([("x.weight", (7, 5)), ("x.bias", (5,)), ("zero.weight", (4,))])

DIGESTS = {
    "lamb": "d46b58544d3a5a387f6f84c1319d64fe270a89100c804a7a93afaf88a7ea550a",
    "adamw": "ace2efa085860d50bb3853e4ea2f2553523a8f9bd1ac9e03b87e1c8fad38060f",
    "larc_sgd": "03f28a549027d94737282d2819d2118df5b5e0ba7c6a153cd3f3039c5e8c34ec",
}
"""Of `exact_step.result`. They are part of the protocol: if they change, old and new peers cannot train together."""


def reference(optimizer, layout, state, average, step, clip_norm):
    """The formulas of the two papers as the docstrings have them, tensor by tensor in float64."""
    w, m, v = (part.copy() for part in state.reshape(3, -1))
    g = average.copy()
    norm = np.sqrt((g * g).sum())
    if clip_norm is not None and norm > clip_norm:
        g *= clip_norm / norm
    rate = scalars(optimizer, SCHEDULE, step).learning_rate
    c1, c2 = 1 - optimizer.beta1**step, 1 - optimizer.beta2**step
    m = optimizer.beta1 * m + (1 - optimizer.beta1) * g
    v = optimizer.beta2 * v + (1 - optimizer.beta2) * g * g
    for tensor in layout.tensors:
        span = slice(tensor.offset, tensor.offset + tensor.size)
        decay = optimizer.weight_decay if tensor.decays else 0.0
        if isinstance(optimizer, Lamb):
            update = m[span] / (np.sqrt(v[span]) + optimizer.epsilon) + decay * w[span]
            norms = min(np.linalg.norm(w[span]), optimizer.clamp), np.linalg.norm(update)
            trust = norms[0] / norms[1] if all(norms) else 1.0
            w[span] -= rate * np.sqrt(c2) / c1 * trust * update
        else:
            w[span] -= rate * decay * w[span]
            w[span] -= rate * (m[span] / c1) / (np.sqrt(v[span] / c2) + optimizer.epsilon)
    return np.concatenate([w, m, v])


optimizers = st.builds(
    lambda kind, rate, beta1, beta2, decay: kind(learning_rate=rate, beta1=beta1, beta2=beta2, weight_decay=decay),
    st.sampled_from([Lamb, AdamW]),
    st.floats(1e-4, 0.1),
    st.floats(0.0, 0.99),
    st.floats(0.5, 0.9999),
    st.sampled_from([0.0, 0.01, 0.3]),
)


@settings(max_examples=60, deadline=None)
@given(optimizers, st.integers(0, 2**32), st.sampled_from([None, 0.1, 100.0]), st.sampled_from([10_000.0, 0.5]))
def test_steps_follow_the_formulas(optimizer, seed, clip_norm, clamp):
    if isinstance(optimizer, Lamb):
        optimizer = msgspec.structs.replace(optimizer, clamp=clamp)
    chance = np.random.default_rng(seed)
    state = np.zeros(3 * SMALL.elements, np.float32)
    state[: SMALL.elements - 4] = chance.normal(size=SMALL.elements - 4)
    expected = state.astype(np.float64)
    for step in range(1, 6):
        average = (chance.normal(size=SMALL.elements) * 0.3).astype(np.float32)
        expected = reference(optimizer, SMALL, expected, average.astype(np.float64), step, clip_norm)
        apply_step(
            optimizer,
            SMALL,
            torch.from_numpy(state),
            torch.from_numpy(average),
            scalars(optimizer, SCHEDULE, step),
            clip_norm,
        )
    assert np.abs(state - expected).max() <= 2e-5 * max(1.0, np.abs(expected).max())


def test_adamw_agrees_with_torchs():
    layout = layout_of([("x.weight", (50, 30))])
    optimizer = AdamW(learning_rate=0.01, weight_decay=0.1, beta2=0.98)
    chance = torch.Generator().manual_seed(3)
    weight = torch.nn.Parameter(torch.randn(50, 30, generator=chance))
    state = torch.cat([weight.detach().reshape(-1), torch.zeros(3000)])
    theirs = torch.optim.AdamW([weight], lr=0.01, betas=(0.9, 0.98), weight_decay=0.1)
    constant = Schedule(kind="constant", warmup_steps=0, total_steps=0)
    for step in range(1, 21):
        average = torch.randn(1500, generator=chance)
        weight.grad = average.view(50, 30).clone()
        theirs.step()
        apply_step(optimizer, layout, state, average, scalars(optimizer, constant, step), None)
    assert (state[:1500].view(50, 30) - weight).abs().max() < 2e-6


@pytest.mark.parametrize("optimizer", exact_step.OPTIMIZERS, ids=DIGESTS)
def test_the_average_is_left_alone_and_nothing_is_nan(optimizer):
    state, average = torch.zeros((1 + moments_of(optimizer)) * SMALL.elements), torch.ones(SMALL.elements)
    for step in (1, 2):
        apply_step(optimizer, SMALL, state, average, scalars(optimizer, SCHEDULE, step), 0.5)
    assert (average == 1).all()
    assert torch.isfinite(state).all()
    assert (state[: SMALL.elements] < 0).all()


def test_no_gradient_and_no_weights_is_no_step():
    state = torch.zeros(3 * SMALL.elements)
    lamb = Lamb(learning_rate=0.1)
    apply_step(lamb, SMALL, state, torch.zeros(SMALL.elements), scalars(lamb, SCHEDULE, 1), 1.0)
    assert not state.any()


@given(st.integers(1, 2000), st.integers(0, 2**32))
def test_tree_sum_is_the_sum(length, seed):
    values = np.random.default_rng(seed).normal(size=length).astype(np.float32)
    expected = values.astype(np.float64).sum()
    assert float(tree_sum(torch.from_numpy(values.copy()))) == pytest.approx(expected, abs=1e-4)


def test_tree_sum_has_the_shape_it_says():
    big = 2.0**24
    assert float(tree_sum(torch.tensor([big, 1.0, -big, 1.0]))) == 2.0  # (big - big) + (1 + 1)
    assert float(tree_sum(torch.tensor([big, 1.0, 1.0]))) == big  # (big + 1) + 1, the middle one waiting


def test_square_roots_are_the_nearest_numbers():
    values = np.random.default_rng(2).random(BLOCK, np.float32)
    roots = square_roots(torch.from_numpy(values), torch.empty(BLOCK))
    assert (roots.numpy() == np.sqrt(values.astype(np.float64)).astype(np.float32)).all()


def test_sums_span_blocks():
    vector = torch.full((2 * BLOCK + 3,), 0.5)
    assert float(sum_of_squares(vector)) == (2 * BLOCK + 3) / 4
    assert clip_factor(vector, 1000.0) is None
    assert float(clip_factor(vector, 1.0)) == pytest.approx(1 / np.sqrt((2 * BLOCK + 3) / 4))


def digest(optimizer):
    return hashlib.sha256(exact_step.result(optimizer).numpy().tobytes()).hexdigest()


def test_results_are_those_of_every_other_machine():
    assert dict(zip(DIGESTS, map(digest, exact_step.OPTIMIZERS), strict=True)) == DIGESTS


def test_results_do_not_depend_on_instruction_set_or_threads():
    """Three processes, as torch and MKL choose their kernels once."""
    root = Path(__file__).parents[3]
    processes = [
        subprocess.Popen(
            [sys.executable, exact_step.__file__],
            env=os.environ | {"ATEN_CPU_CAPABILITY": capability, "MKL_CBWR": mkl, "PYTHONPATH": str(root)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for capability, mkl in (("default", "COMPATIBLE"), ("avx2", "AVX2"), ("avx512", "AVX512"))
    ]
    lines = [line.split() for process in processes for line in process.communicate(timeout=120)[0].splitlines()]
    assert [line[1] for line in lines] == ["1", "2"] * 3
    assert {tuple(line[2:]) for line in lines} == {tuple(DIGESTS.values())}
    assert len({line[0] for line in lines}) >= 2, "the environment variable has no effect here"
