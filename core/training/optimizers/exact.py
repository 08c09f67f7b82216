"""Sums in a fixed order, and the blocks that keep an optimizer's temporaries in the processor's cache."""

from collections.abc import Iterator, Sequence

import numpy as np
import torch

from core.training.layout import Tensor

BLOCK = 1 << 17
"""Elements worked on at a time; part of the definition of every sum, so it can never change within a run."""

Vectors = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]
"""Parameters, first moments, second moments, mean gradient; each [P] or the same span of each."""


def tree_sum(values: torch.Tensor) -> np.float32:
    """Sum of a vector of at least one value, which is used up."""
    return np.float32(fold(values).item())


def fold(values: torch.Tensor) -> torch.Tensor:
    """Sums along the last axis, which has at least one value; `values` is used up, the result a view of it. The upper
    half is added onto the lower until one is left; of an odd number the middle one waits."""
    length = values.shape[-1]
    while length > 1:
        kept = (length + 1) // 2
        values[..., : length - kept].add_(values[..., kept:length])
        length = kept
    return values[..., 0]


def sum_of_squares(vector: torch.Tensor) -> np.float32:
    """Of a non-empty vector: tree sums of its blocks' squares, then of those."""
    scratch = torch.empty(min(BLOCK, vector.numel()), device=vector.device)
    return total([tree_sum(torch.mul(part, part, out=scratch[: part.numel()])) for part in torch.split(vector, BLOCK)])


def total(block_sums: list[np.float32]) -> np.float32:
    """Tree sum of the blocks' sums."""
    return tree_sum(torch.from_numpy(np.array(block_sums, np.float32)))


def square_roots(values: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """Of each value, rounded once, in `out`. Not torch's on a CPU: MKL takes those, differently on each kind of
    processor, and not all of them are the nearest float32 (with AVX-512 all but one in 160)."""
    if values.is_cpu:
        np.sqrt(values.numpy(), out=out.numpy())
        return out
    return torch.sqrt(values, out=out)


def clip_factor(
    average: torch.Tensor, clip_norm: float, stretches: Sequence[slice] = (slice(None),)
) -> np.float32 | None:
    """What to multiply `average` with so that the norm of its `stretches` is at most `clip_norm`; None if it already
    is."""
    norm = np.sqrt(total([sum_of_squares(average[stretch]) for stretch in stretches]))
    bound = np.float32(clip_norm)
    return bound / norm if norm > bound else None


def stretches_of(tensors: Sequence[Tensor]) -> list[slice]:
    """What `tensors`, which are in the vector's order, cover: neighbours make one stretch."""
    stretches: list[slice] = []
    for tensor in tensors:
        start, stop = tensor.offset, tensor.offset + tensor.size
        if stretches and stretches[-1].stop == start:
            start = stretches.pop().start
        stretches.append(slice(start, stop))
    return stretches


def spans(tensor: Tensor) -> Iterator[slice]:
    """The blocks of a tensor; they begin anew with each."""
    end = tensor.offset + tensor.size
    for start in range(tensor.offset, end, BLOCK):
        yield slice(start, min(start + BLOCK, end))


def blocks(vectors: Vectors, tensor: Tensor) -> Iterator[Vectors]:
    """The tensor's span of each vector, block by block."""
    for span in spans(tensor):
        a, b, c, d = vectors
        yield a[span], b[span], c[span], d[span]


class Scratch:
    """Three temporaries for one block, where the vectors are."""

    def __init__(self, vectors: Sequence[torch.Tensor]) -> None:
        self._rows = torch.empty(3, BLOCK, device=vectors[0].device)

    def for_block(self, block: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        a, b, c = self._rows[:, : block.numel()]
        return a, b, c


def update_moments(
    block: Vectors, betas: tuple[float, float], factor: np.float32 | None, scratch: torch.Tensor, other: torch.Tensor
) -> None:
    """m = β₁ m + (1 - β₁) g and v = β₂ v + (1 - β₂) g², with g the gradient times `factor`."""
    _, first, second, gradient = block
    if factor is not None:
        gradient = torch.mul(gradient, float(factor), out=other)
    beta1, beta2 = betas
    first.mul_(rounded(beta1)).add_(torch.mul(gradient, rounded(1.0 - beta1), out=scratch))
    second.mul_(rounded(beta2))
    second.add_(torch.mul(gradient, gradient, out=scratch).mul_(rounded(1.0 - beta2)))


def rounded(value: float) -> float:
    """The nearest float32."""
    return float(np.float32(value))
