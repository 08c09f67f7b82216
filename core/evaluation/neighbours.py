"""Weighted nearest neighbours (Wu et al., 2018, §3.4; Caron et al., 2021, §4.1)."""

from collections.abc import Callable

import torch
from torch.nn.functional import normalize, one_hot

_ROWS = 1024


def predict_by_neighbours(
    train: torch.Tensor,
    labels: torch.Tensor,
    test: torch.Tensor,
    *,
    neighbours: int,
    temperature: float,
    on_rows: Callable[[int], None] = lambda done: None,
) -> torch.Tensor:
    """For each of `test` [M, D] the label, int64 [M], with the largest sum of exp(cosine / temperature) over its
    nearest among `train` [N, D], labelled int64 [N]. `neighbours` may not exceed N. `on_rows` hears how many of `test`
    are done."""
    known = normalize(train)
    classes = int(labels.max()) + 1
    votes = one_hot(labels, classes).to(known.dtype)
    predicted: list[torch.Tensor] = []
    for rows in torch.split(normalize(test), _ROWS):
        on_rows(_ROWS * len(predicted))
        nearest = (rows @ known.T).topk(neighbours)
        # Relative to the nearest: at a low temperature the plain exponentials do not fit float32.
        weights = ((nearest.values - nearest.values[:, :1]) / temperature).exp()
        predicted.append((weights.unsqueeze(-1) * votes[nearest.indices]).sum(1).argmax(1))
    return torch.cat(predicted)
