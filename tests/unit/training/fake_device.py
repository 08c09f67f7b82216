"""A card with made-up memory, which computes on the processor. What a pass takes is said, not measured."""

from collections.abc import Callable
from dataclasses import dataclass, field

import torch

from core.training.device.api import Memory, Precision


@dataclass
class FakeCard:
    """A `core.training.device.api.Device`. `takes(samples)`: bytes of a pass, beside `used_bytes`."""

    total_bytes: int = 10_000_000_000
    used_bytes: int = 0
    others_bytes: int = 0
    limit_bytes: int | None = None
    """What its owner allows."""
    has_own_memory: bool = True
    best_precision: Precision = Precision.FP32
    compiles: bool = False
    place = torch.device("cpu")
    name: str = "fake:0"
    label: str = "The fake card"
    limits: list[int] = field(default_factory=list)
    peak_bytes: int = 0
    most_bytes: int = 0
    """Ever taken."""
    emptied: int = 0
    synchronized: int = 0
    refuses_limits: bool = False

    def memory(self) -> Memory:
        free_bytes = max(0, self.total_bytes - self.used_bytes - self.others_bytes)
        return Memory(self.used_bytes, free_bytes, self.total_bytes, self.limit_bytes)

    def take(self, size_bytes: int) -> None:
        """As an allocation, which is let go again."""
        wanted = self.used_bytes + size_bytes
        limit = self.limits[-1] if self.limits and not self.refuses_limits else self.total_bytes
        if wanted > min(limit, self.total_bytes - self.others_bytes):
            raise torch.OutOfMemoryError(f"tried to take {size_bytes}")
        self.peak_bytes = max(self.peak_bytes, wanted)
        self.most_bytes = max(self.most_bytes, wanted)

    def peak_bytes_of(self, work: Callable[[], None]) -> int:
        self.peak_bytes = self.used_bytes
        work()
        return self.peak_bytes

    def limit(self, size_bytes: int) -> None:
        self.limits.append(size_bytes)

    def synchronize(self) -> None:
        self.synchronized += 1

    def empty_cache(self) -> None:
        self.emptied += 1

    def is_out_of_memory(self, error: BaseException) -> bool:
        return isinstance(error, torch.OutOfMemoryError)
