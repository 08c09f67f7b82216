"""Which epoch is the best, and when further ones are not worth their time."""

import math


class Stopping:
    """An epoch is better with a higher score, or with a lower loss at the same score: a model that learns from random
    weights finds no entity for epochs, while its loss falls."""

    def __init__(self, patience: int) -> None:
        self._patience = patience
        self._epochs = 0
        self._best = (-math.inf, -math.inf)
        self.best_epoch = 0
        """From 1; 0 before the first."""

    def is_better(self, score: float, loss: float) -> bool:
        """Takes the next epoch's figures into account."""
        self._epochs += 1
        key = (score, -math.inf if math.isnan(loss) else -loss)
        if self._epochs > 1 and key <= self._best:
            return False
        self._best, self.best_epoch = key, self._epochs
        return True

    @property
    def is_due(self) -> bool:
        """Whether the last `patience` epochs brought nothing better."""
        return self._epochs - self.best_epoch >= self._patience
