"""Apple's graphics processors, which share the computer's memory."""

from collections.abc import Callable

import psutil
import torch

from core.saying import say
from core.training.device.api import Memory, Precision


class Mps:
    """A `core.training.device.api.Device`."""

    place = torch.device("mps")
    name = "mps"
    label = say("This computer's graphics processor")
    has_own_memory = True
    compiles = False
    best_precision = Precision.FP16

    def __init__(self, limit_percent: int = 100) -> None:
        """`limit_percent`: of what Metal recommends to take at most."""
        self._limit_percent = limit_percent

    def memory(self) -> Memory:
        """Of what Metal recommends to take at most, and no more than is free in the computer."""
        used, total = torch.mps.driver_allocated_memory(), torch.mps.recommended_max_memory()
        limit = total * self._limit_percent // 100
        return Memory(used, max(0, min(total - used, psutil.virtual_memory().available)), total, limit)

    def peak_bytes_of(self, work: Callable[[], None]) -> int:
        """Its allocator keeps what was freed, so what it has taken afterwards is the most that it had."""
        self.empty_cache()
        work()
        self.synchronize()
        return torch.mps.driver_allocated_memory()

    def limit(self, size_bytes: int) -> None:
        share = size_bytes / max(1, torch.mps.recommended_max_memory())
        torch.mps.set_per_process_memory_fraction(min(1.0, max(share, 1e-3)))  # 0 would be no limit

    def synchronize(self) -> None:
        torch.mps.synchronize()

    def empty_cache(self) -> None:
        torch.mps.empty_cache()

    def is_out_of_memory(self, error: BaseException) -> bool:
        """torch raises a bare RuntimeError here."""
        is_said = isinstance(error, RuntimeError) and "MPS backend out of memory" in str(error)
        return is_said or isinstance(error, torch.OutOfMemoryError)
