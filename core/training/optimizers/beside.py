"""What a step does beside the optimizer, by the same rules of arithmetic: statistics and unit vectors."""

import torch

from core.training.layout import Tensor
from core.training.optimizers.exact import BLOCK, fold, rounded, spans, square_roots

STATISTICS_RATE = 0.1
"""Weight of a step in the running average: torch's `BatchNorm` and SwAV's."""


def follow(tensor: Tensor, parameters: torch.Tensor, average: torch.Tensor) -> None:
    """One step of the running average that the statistic `tensor` is: `average` holds how far it is from what the
    step's samples show. Variances are never negative, however coarsely the average was coded."""
    for span in spans(tensor):
        values = parameters[span]
        values.sub_(torch.mul(average[span], rounded(STATISTICS_RATE)))
        if tensor.name.endswith("running_var"):
            values.clamp_(min=0.0)


def make_rows_unit(tensor: Tensor, parameters: torch.Tensor) -> None:
    """Divides each row by its norm; a row of zeros stays."""
    matrix = parameters[tensor.offset : tensor.offset + tensor.size].view(tensor.shape[0], -1)
    for rows in torch.split(matrix, max(1, BLOCK // matrix.shape[1])):
        squares = fold(torch.mul(rows, rows))
        norms = square_roots(squares, torch.empty_like(squares, memory_format=torch.contiguous_format))
        rows.div_(norms.masked_fill_(norms == 0, 1.0)[:, None])
