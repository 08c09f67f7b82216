"""Linear probe: multinomial logistic regression on standardised features."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn.functional import cross_entropy, linear

L2_CHOICES = tuple(10.0**power for power in range(1, -6, -1))
"""From strong to weak, so that each solution is near the one before."""
HELD_OUT = 0.1
"""Part of the training samples that chooses among them."""
_ITERATIONS = 300
_GRADIENT = 1e-5
"""Where no entry of the gradient is larger, it is the solution; float32 may stop a little before."""

OnChoice = Callable[[int, int], None]
"""Called before each of so many fits."""


@dataclass(frozen=True, slots=True)
class Probe:
    weight: torch.Tensor
    """[C, D]"""
    bias: torch.Tensor
    """[C]"""
    l2: float


@dataclass(frozen=True, slots=True)
class Scaling:
    """Takes features of the training samples to mean 0 and deviation 1."""

    mean: torch.Tensor
    deviation: torch.Tensor

    @classmethod
    def of(cls, values: torch.Tensor) -> "Scaling":
        """Features that are constant stay so."""
        deviation, mean = torch.std_mean(values, 0, correction=0)
        return cls(mean, torch.where(deviation > 0, deviation, 1.0))

    def __call__(self, values: torch.Tensor) -> torch.Tensor:
        return (values - self.mean) / self.deviation


def train_probe(values: torch.Tensor, labels: torch.Tensor, classes: int, seed: int, on_choice: OnChoice) -> Probe:
    """Of scaled features [N, D] float32, N ≥ 2, and labels int64 [N] below `classes`. `seed` decides which samples are
    held out; then all of them train the probe that is returned."""
    order = torch.from_numpy(np.random.default_rng(seed).permutation(len(values))).to(values.device)
    held = max(1, int(len(values) * HELD_OUT))
    chosen = _choose(values, labels, classes, (order[held:], order[:held]), on_choice)
    on_choice(len(L2_CHOICES), len(L2_CHOICES) + 1)
    return fit(values, labels, chosen.l2, chosen)


def _choose(
    values: torch.Tensor,
    labels: torch.Tensor,
    classes: int,
    split: tuple[torch.Tensor, torch.Tensor],
    on_choice: OnChoice,
) -> Probe:
    """The probe of the first part that errs least on the second; of two as good ones, that of lower loss there."""
    used, held = split
    best, best_key = None, (-1.0, 0.0)
    probe = Probe(values.new_zeros(classes, values.shape[1]), values.new_zeros(classes), L2_CHOICES[0])
    for number, l2 in enumerate(L2_CHOICES):
        on_choice(number, len(L2_CHOICES) + 1)
        probe = fit(values[used], labels[used], l2, probe)
        logits = linear(values[held], probe.weight, probe.bias)
        right = (logits.argmax(1) == labels[held]).double().mean().item()
        key = (right, -cross_entropy(logits, labels[held]).item())
        if best is None or key > best_key:
            best, best_key = probe, key
    assert best is not None
    return best


def fit(values: torch.Tensor, labels: torch.Tensor, l2: float, start: Probe) -> Probe:
    """Minimises mean cross-entropy + l2/2 · |weight|², from `start`, by L-BFGS."""
    weight, bias = start.weight.clone().requires_grad_(), start.bias.clone().requires_grad_()
    solver = torch.optim.LBFGS(
        [weight, bias],
        max_iter=_ITERATIONS,
        tolerance_grad=_GRADIENT,
        tolerance_change=0.0,
        line_search_fn="strong_wolfe",
    )

    def loss() -> torch.Tensor:
        solver.zero_grad()
        value = cross_entropy(linear(values, weight, bias), labels) + l2 / 2 * weight.square().sum()
        value.backward()  # type: ignore[no-untyped-call]
        return value

    solver.step(loss)  # type: ignore[no-untyped-call]
    return Probe(weight.detach(), bias.detach(), l2)


def predict_by_probe(probe: Probe, values: torch.Tensor) -> torch.Tensor:
    """Labels int64 [N] for scaled features [N, D]."""
    return linear(values, probe.weight, probe.bias).argmax(1)
