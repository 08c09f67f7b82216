"""Too little memory is the machine's fault, and a sentence."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from core.errors import LocalFault

_CPU_ALLOCATOR = "DefaultCPUAllocator"
"""What PyTorch's processor allocator calls itself in its `RuntimeError`s, which have no type of their own."""


@contextmanager
def enough_memory(remedy: str) -> Iterator[None]:
    """Turns running out of memory in the block into a `LocalFault` that ends in the `remedy`."""
    try:
        yield
    except RuntimeError as error:
        if not isinstance(error, torch.OutOfMemoryError) and _CPU_ALLOCATOR not in str(error):
            raise
        raise _fault(remedy) from error
    except MemoryError as error:
        raise _fault(remedy) from error


def _fault(remedy: str) -> LocalFault:
    return LocalFault(f"There is too little free memory for this evaluation; close other programs, or {remedy}.")
