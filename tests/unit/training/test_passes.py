"""No micro-batch poisons a step, whatever the precision: the gradient is that of the others."""

import itertools
import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from core.training.adding import Aside, Direct, GradientVoid, ThroughScratch
from core.training.device.api import Precision
from core.training.layout import layout_of
from core.training.loss_scale import LossScale
from core.training.passes import Passes
from tests.unit.training.fake_device import FakeCard


class Overflowing(torch.autograd.Function):
    """The identity, whose gradient is infinite where it exceeds what float16 holds."""

    @staticmethod
    def forward(ctx, values):
        return values.clone()

    @staticmethod
    def backward(ctx, gradient):
        return gradient.half().float()


class Product(nn.Module):
    """[n, 3] times weights [3]; the loss of a row is their product."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.tensor([1.0, -2.0, 0.5]))


class Bench:
    def __init__(self, precision: Precision, *, is_direct: bool = False, is_aside: bool = False, fails_in=()):
        self.model, self.card = Product(), FakeCard()
        layout = layout_of([("weight", (3,))])
        self.gradient = torch.zeros(3)
        if is_direct:
            self.adding = Direct(self.model, layout, self.gradient, self.card)
        elif is_aside:
            self.adding = Aside(self.model, layout, self.gradient)
        else:
            self.adding = ThroughScratch(self.model, layout, self.gradient)
        self.passes = Passes(self.card, precision)
        self.precisions = []
        self.backwards = itertools.count()
        self.fails_in = fails_in

    def run(self, rows: torch.Tensor) -> float | None:
        def forward():
            dtype = torch.get_autocast_dtype("cpu") if torch.is_autocast_enabled("cpu") else torch.float32
            self.precisions.append(dtype)
            weight = Overflowing.apply(self.model.weight) if dtype is torch.float16 else self.model.weight
            return (rows * weight).sum()

        def backward(loss):
            loss.backward()
            if next(self.backwards) in self.fails_in:
                raise torch.OutOfMemoryError("full")

        return self.passes.run(forward, backward, self.adding)


GOOD = torch.tensor([[1.0, 2.0, 3.0], [0.5, 0.25, 4.0]])
ROWS = st.lists(st.floats(-1e4, 1e4, width=16), min_size=3, max_size=3)
BROKEN = st.sampled_from([math.inf, -math.inf, math.nan])


@given(st.lists(st.tuples(ROWS, st.none() | BROKEN), max_size=12), st.sampled_from(list(Precision)))
def test_the_gradient_is_that_of_the_samples_that_are_finite(batches, precision):
    bench, expected = Bench(precision), torch.zeros(3)
    for values, broken in batches:
        rows = torch.tensor([values])
        if broken is not None:
            rows[0, 1] = broken
        loss = bench.run(rows)
        assert (loss is None) == (broken is not None)
        if broken is None:
            expected += rows[0]
            assert loss == pytest.approx((rows[0] * bench.model.weight).sum().item(), rel=1e-5, abs=1e-2)
    assert torch.isfinite(bench.gradient).all()
    assert torch.allclose(bench.gradient, expected, rtol=2e-3, atol=1e-4)


def test_an_overflow_is_done_again_with_a_smaller_scale_and_then_in_float32():
    bench = Bench(Precision.FP16)
    assert bench.run(GOOD) is not None
    assert bench.precisions == [torch.float16] * 3, "7 times 65,536 or 16,384 is infinite in float16"
    assert torch.equal(bench.gradient, GOOD.sum(0))
    bench.precisions.clear()
    assert bench.run(GOOD) is not None
    assert bench.precisions == [torch.float16], "the scale that worked is kept"
    bench.precisions.clear()
    large = torch.full((1, 3), 1e6)  # not even a scale of 1 holds that
    assert bench.run(large) is not None
    assert bench.precisions == [*[torch.float16] * 5, torch.float32]
    assert torch.allclose(bench.gradient, 2 * GOOD.sum(0) + 1e6)


def test_samples_that_are_to_blame_do_not_lower_the_scale():
    bench = Bench(Precision.FP16)
    bench.run(GOOD)
    scale = bench.passes._scale.value
    assert bench.run(torch.full((1, 3), math.nan)) is None
    assert bench.passes._scale.value == scale
    assert torch.equal(bench.gradient, GOOD.sum(0))


@pytest.mark.parametrize("precision", [Precision.BF16, Precision.FP16])
def test_what_is_not_finite_in_few_bits_gets_a_chance_in_float32(precision):
    bench = Bench(precision)
    assert bench.run(torch.full((1, 3), math.inf)) is None
    assert bench.precisions == [precision.dtype, torch.float32]


@pytest.mark.parametrize("precision", [Precision.BF16, Precision.FP16, Precision.FP32])
def test_memory_that_runs_out_backward_costs_one_micro_batch(precision):
    bench = Bench(precision, fails_in=[2])
    bench.passes._scale.value = 1.0
    for turn in range(4):
        if turn == 2:
            with pytest.raises(torch.OutOfMemoryError):
                bench.run(GOOD)
        else:
            assert bench.run(GOOD) is not None
    assert torch.equal(bench.gradient, 3 * GOOD.sum(0))


def test_what_is_kept_aside_is_added_whole_or_not_at_all():
    bench = Bench(Precision.FP32, is_aside=True, fails_in=[1])
    for turn in range(3):
        if turn == 1:
            with pytest.raises(torch.OutOfMemoryError):
                bench.run(GOOD)
        else:
            assert bench.run(GOOD) is not None
        assert bench.model.weight.grad is None, "and takes no memory meanwhile"
    assert torch.equal(bench.gradient, 2 * GOOD.sum(0))


def test_without_a_scratch_the_whole_gradient_is_void_and_said_to_be():
    bench = Bench(Precision.FP32, is_direct=True, fails_in=[1])
    assert bench.run(GOOD) is not None
    assert torch.equal(bench.gradient, GOOD.sum(0))
    with pytest.raises(GradientVoid):
        bench.run(GOOD)


def test_other_errors_are_passed_on():
    class Broken(Bench):
        def run(self, rows):
            return self.passes.run((rows * self.model.weight).sum, self._fail, self.adding)

        def _fail(self, loss):
            raise RuntimeError("a bug")

    for is_direct in (False, True):
        with pytest.raises(RuntimeError, match="a bug"):
            Broken(Precision.FP32, is_direct=is_direct).run(GOOD)


@given(st.lists(st.booleans(), max_size=3000))
def test_a_scale_is_a_power_of_two_within_bounds(outcomes):
    scale = LossScale()
    for is_good in outcomes:
        before = scale.value
        if is_good:
            scale.note_good()
            assert scale.value in (before, 2 * before)
        else:
            assert scale.note_overflow() == (scale.value < before)
        assert math.frexp(scale.value)[0] == 0.5
        assert 1.0 <= scale.value <= 2.0**24


def test_a_scale_grows_after_a_long_time_without_an_overflow():
    scale = LossScale()
    scale.note_overflow()
    low = scale.value
    for _ in range(499):
        scale.note_good()
    assert scale.value == low
    scale.note_good()
    assert scale.value == 2 * low
