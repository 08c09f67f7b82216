import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from core.training.tasks.swav.codes import Codes, Queue, sinkhorn


def by_the_paper(scores: np.ndarray, epsilon: float, iterations: int) -> np.ndarray:
    """Appendix A's pseudo-code in words of its own, in float64: rows are prototypes there."""
    table = np.exp(scores.astype(np.float64).T / epsilon)
    table = table / table.sum()
    prototypes, samples = table.shape
    for _ in range(iterations):
        for row in range(prototypes):
            table[row] *= (1 / prototypes) / table[row].sum()
        for column in range(samples):
            table[:, column] *= (1 / samples) / table[:, column].sum()
    return (table / table.sum(0)).T


def made_up_scores(samples: int, prototypes: int, seed: int) -> torch.Tensor:
    """Cosines."""
    return torch.rand(samples, prototypes, generator=torch.Generator().manual_seed(seed)) * 2 - 1


@given(
    st.integers(1, 12), st.integers(2, 9), st.sampled_from([0.03, 0.05, 0.5]), st.integers(1, 5), st.integers(0, 999)
)
def test_codes_are_the_papers(samples: int, prototypes: int, epsilon: float, iterations: int, seed: int) -> None:
    scores = made_up_scores(samples, prototypes, seed)
    found = sinkhorn(scores, epsilon, iterations)
    assert np.abs(found.numpy() - by_the_paper(scores.numpy(), epsilon, iterations)).max() < 1e-4


@given(st.integers(1, 40), st.integers(2, 9), st.integers(0, 999))
def test_rows_sum_to_one_and_columns_to_their_share(samples: int, prototypes: int, seed: int) -> None:
    codes = sinkhorn(made_up_scores(samples, prototypes, seed), 0.5, 200)
    assert (codes >= 0).all()
    assert torch.allclose(codes.sum(1), torch.ones(samples), atol=1e-5)
    assert torch.allclose(codes.sum(0), torch.full((prototypes,), samples / prototypes), rtol=1e-3)


@pytest.mark.parametrize("epsilon", [0.02, 0.03])
def test_scores_that_underflow_make_no_nonsense(epsilon: float) -> None:
    scores = torch.full((3, 4), -1.0)
    scores[0, 0] = 1.0
    codes = sinkhorn(scores, epsilon, 3)
    assert torch.isfinite(codes).all()
    assert codes.sum() > 0


def test_earlier_vectors_are_as_good_as_the_batchs_own() -> None:
    vectors = torch.nn.functional.normalize(torch.randn(10, 6, generator=torch.Generator().manual_seed(2)), dim=1)
    prototypes = torch.nn.functional.normalize(torch.randn(7, 6, generator=torch.Generator().manual_seed(3)), dim=1)
    scores = vectors @ prototypes.T
    whole = sinkhorn(scores, 0.05, 3)
    part = Codes(0.05, 3)(scores[6:], vectors[:6], prototypes)
    assert torch.allclose(part, whole[6:], atol=1e-6)
    assert not part.requires_grad


def test_a_queue_keeps_the_newest() -> None:
    queue, like = Queue(5), torch.zeros(1, 2)
    assert queue.of_view(1, like).shape == (0, 2)
    rows = torch.arange(32.0).view(2, 8, 2)
    queue.add(rows[:, :3])
    assert torch.equal(queue.of_view(1, like), rows[1, :3])
    queue.add(rows[:, 3:7])
    assert torch.equal(queue.of_view(0, like), rows[0, 2:7])
    queue.add(rows.repeat(1, 3, 1))
    assert torch.equal(queue.of_view(0, like), rows[0, 3:8])
