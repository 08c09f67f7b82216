import pytest
import torch

from core.evaluation.neighbours import predict_by_neighbours


def predict(
    train: list[list[float]], labels: list[int], test: list[list[float]], k: int, temperature: float
) -> list[int]:
    return predict_by_neighbours(
        torch.tensor(train), torch.tensor(labels), torch.tensor(test), neighbours=k, temperature=temperature
    ).tolist()


def test_the_nearest_outvotes_more_distant_ones_at_a_low_temperature() -> None:
    """Cosines with the test: 1 for label 1, 0.8 twice for label 0. By hand: e^10 > 2 e^8, but e < 2 e^0.8."""
    train, labels = [[5.0, 0.0], [0.8, 0.6], [0.8, -0.6]], [1, 0, 0]
    assert predict(train, labels, [[2.0, 0.0]], 3, 0.1) == [1]
    assert predict(train, labels, [[2.0, 0.0]], 3, 1.0) == [0]
    assert predict(train, labels, [[2.0, 0.0]], 1, 1.0) == [1]


def test_as_the_definition_says_and_at_any_temperature() -> None:
    source = torch.Generator().manual_seed(0)
    train, test = torch.randn(200, 6, generator=source), torch.randn(1500, 6, generator=source)
    labels = torch.randint(0, 4, (200,), generator=source)
    found = predict_by_neighbours(train, labels, test, neighbours=7, temperature=0.2)
    for row, said in zip(test[::50], found[::50].tolist(), strict=True):
        cosines = torch.nn.functional.cosine_similarity(row, train).double()
        nearest = cosines.argsort(descending=True)[:7]
        votes = [sum((cosines[n] / 0.2).exp().item() for n in nearest if labels[n] == c) for c in range(4)]
        assert votes[said] == pytest.approx(max(votes))
    coldest = predict_by_neighbours(train, labels, test, neighbours=7, temperature=1e-5)
    assert torch.equal(coldest, predict_by_neighbours(train, labels, test, neighbours=1, temperature=1.0))
