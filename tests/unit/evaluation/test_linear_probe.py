import pytest
import torch

from core.evaluation.probe import L2_CHOICES, Probe, Scaling, fit, predict_by_probe, train_probe


def blobs(count: int, seed: int, spread: float = 1.0) -> tuple[torch.Tensor, torch.Tensor]:
    """Three classes in six dimensions, of which the first three matter."""
    source = torch.Generator().manual_seed(seed)
    labels = torch.randint(0, 3, (count,), generator=source)
    values = torch.randn(count, 6, generator=source) * spread
    values[torch.arange(count), labels] += 2.0
    return values, labels


def zero() -> Probe:
    return Probe(torch.zeros(3, 6), torch.zeros(3), 0.0)


@pytest.mark.parametrize("l2", [1e-3, 0.1, 10.0])
def test_the_solution_is_where_the_gradient_is_zero(l2: float) -> None:
    """Convex, so that there is no other: Σ (p − y) xᵀ / N + l2 · W = 0, and Σ (p − y) = 0."""
    values, labels = blobs(300, 0)
    probe = fit(values, labels, l2, zero())
    error = torch.softmax(values @ probe.weight.T + probe.bias, 1) - torch.nn.functional.one_hot(labels, 3)
    assert (error.T @ values / 300 + l2 * probe.weight).abs().max() < 5e-4
    assert error.mean(0).abs().max() < 1e-4
    near = fit(values, labels, l2, Probe(torch.ones(3, 6), torch.ones(3), 1.0))
    assert torch.allclose(near.weight, probe.weight, atol=1e-2)


def test_features_are_scaled_by_the_training_ones() -> None:
    values = torch.tensor([[1.0, 5.0, 100.0], [3.0, 5.0, 300.0]])
    scaling = Scaling.of(values)
    assert scaling(values).tolist() == [[-1.0, 0.0, -1.0], [1.0, 0.0, 1.0]]
    assert scaling(torch.tensor([[2.0, 6.0, 0.0]])).tolist() == [[0.0, 1.0, -2.0]]


def test_held_out_samples_choose_the_regularisation() -> None:
    """Sixty noisy features and few samples want a strong one; many samples of few features a weak one."""
    source = torch.Generator().manual_seed(1)
    values, labels = blobs(60, 1, spread=1.5)
    noise = torch.randn(60, 60, generator=source)
    strong = train_probe(torch.cat([values, noise], 1), labels, 3, 0, lambda done, total: None)
    values, labels = blobs(3000, 2, spread=0.3)
    values *= 0.01
    weak = train_probe(values, labels, 3, 0, lambda done, total: None)
    assert strong.l2 >= 0.1
    assert weak.l2 <= 1e-3
    assert {strong.l2, weak.l2} <= set(L2_CHOICES)


def test_it_generalises_says_how_far_it_is_and_repeats_itself() -> None:
    heard: list[tuple[int, int]] = []
    values, labels = blobs(500, 3, spread=0.5)
    probe = train_probe(values, labels, 3, 7, lambda done, total: heard.append((done, total)))
    again = train_probe(values, labels, 3, 7, lambda done, total: None)
    assert torch.equal(probe.weight, again.weight)
    fresh, truth = blobs(500, 4, spread=0.5)
    assert (predict_by_probe(probe, fresh) == truth).double().mean() > 0.9
    assert heard == [(number, len(L2_CHOICES) + 1) for number in range(len(L2_CHOICES) + 1)]
