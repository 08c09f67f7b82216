import math

import pytest

from core.evaluation.stopping import Stopping


@pytest.mark.parametrize(
    ("scores", "losses", "better", "epochs"),
    [
        ([0.1, 0.2, 0.3, 0.4], [1, 1, 1, 1], [1, 2, 3, 4], 4),
        ([0.5, 0.4, 0.4, 0.9], [1, 1, 1, 1], [1], 3),  # the good one would come too late
        ([0.5, 0.4, 0.6, 0.4, 0.4, 0.7], [1] * 6, [1, 3], 5),  # progress starts the count anew
        ([0.0, 0.0, 0.0, 0.0], [4, 3, 2, 1], [1, 2, 3, 4], 4),  # no entity yet, but the loss falls
        ([0.5, 0.5, 0.5], [1, 1, 1], [1], 3),  # the same is no progress
        ([0.5, 0.5, 0.6, 0.6], [1, math.nan, math.nan, 9], [1, 3, 4], 4),  # nor is a loss that is no number
        ([0.0, 0.0], [math.nan, math.nan], [1], 2),  # one epoch is the best even so
    ],
)
def test_patience_of_two(scores: list[float], losses: list[float], better: list[int], epochs: int) -> None:
    stopping, found, done = Stopping(2), [], 0
    for score, loss in zip(scores, losses, strict=True):
        if stopping.is_due:
            break
        done += 1
        if stopping.is_better(score, loss):
            found.append(done)
    assert (found, done) == (better, epochs)
    assert stopping.best_epoch == better[-1]
