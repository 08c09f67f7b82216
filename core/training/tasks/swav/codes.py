"""Codes: how much of each prototype a view is, with all prototypes equally in use (Caron et al., 2020, section 3.1)."""

import torch
from torch import nn
from torch.nn import functional


@torch.no_grad()
def sinkhorn(scores: torch.Tensor, epsilon: float, iterations: int) -> torch.Tensor:
    """[B, K] codes from [B, K] scores: rows that sum to 1, columns that nearly sum to B / K, more nearly with more
    iterations (Sinkhorn and Knopp; Cuturi, 2013)."""
    least = torch.finfo(torch.float32).tiny  # what underflows everywhere must not divide by zero
    codes = torch.exp((scores - scores.max()) / epsilon)
    for _ in range(iterations):
        # Each prototype alike, then each sample; to what sum is all the same to the next.
        codes /= codes.sum(0, keepdim=True).clamp_(min=least)
        codes /= codes.sum(1, keepdim=True).clamp_(min=least)
    return codes


class Codes(nn.Module):
    """Makes codes. A module without parameters, so that work can be paused before it."""

    def __init__(self, epsilon: float, iterations: int) -> None:
        super().__init__()
        self._epsilon, self._iterations = epsilon, iterations

    @torch.no_grad()
    def forward(self, scores: torch.Tensor, earlier: torch.Tensor, prototypes: torch.Tensor) -> torch.Tensor:
        """[n, K] from scores [n, K]; the vectors `earlier` [m, D] take part, with `prototypes` [K, D] as they are now,
        as if they stood in the batch."""
        everything = torch.cat((functional.linear(earlier, prototypes), scores))
        return sinkhorn(everything.float(), self._epsilon, self._iterations)[len(earlier) :]


class Queue:
    """The vectors of the last samples, for each of the large views, on the device where they were made."""

    def __init__(self, samples: int) -> None:
        self._samples = samples
        self._held: torch.Tensor | None = None

    def of_view(self, view: int, like: torch.Tensor) -> torch.Tensor:
        """[m, D], m at most `samples`; empty, but as `like` [·, D], while nothing is held."""
        return like.new_empty(0, like.shape[1]) if self._held is None else self._held[view]

    def add(self, vectors: torch.Tensor) -> None:
        """[large views, n, D]; the oldest go."""
        held = vectors if self._held is None else torch.cat((self._held, vectors), 1)
        self._held = held[:, -self._samples :].clone()
