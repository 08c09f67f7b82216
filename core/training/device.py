"""Which device trains, and how many samples it takes at once."""

import logging
import time
from collections.abc import Callable

import torch

from core.errors import LocalFault

logger = logging.getLogger(__name__)

_PROBE_SECONDS = 0.25
_PROBE_SAMPLES_MAX = 1024


def choose(name: str) -> torch.device:
    """`auto` is CUDA where there is some, else the CPU. Raises `LocalFault` if the named device is not there."""
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        raise LocalFault(f"The device “{name}” cannot be used on this machine; use cpu, cuda:N or mps.") from error
    return device


def probed_micro_batch(work: Callable[[int], None]) -> int:
    """The largest power of two of samples for which `work`, a whole forward/backward, takes at most a quarter of a
    second and half of the memory that is free. Raises `LocalFault` if not even one sample fits."""
    size = 1
    try:
        work(size)  # the first run compiles and loads kernels
        while size < _PROBE_SAMPLES_MAX and _seconds(work, 2 * size) <= _PROBE_SECONDS:
            size *= 2
    except torch.OutOfMemoryError as error:
        if size == 1:
            raise LocalFault(
                "The graphics card has too little free memory for this model; close other programs or use --device cpu."
            ) from error
        size //= 2
    finally:
        if torch.cuda.is_available():
            torch.cuda.empty_cache()
    return size


def _seconds(work: Callable[[int], None], size: int) -> float:
    begun = time.perf_counter()
    work(size)
    return time.perf_counter() - begun
