"""Matrix products in half the bits, where that pays."""

from contextlib import AbstractContextManager, nullcontext

import torch

from core.training.device.api import Device, Precision

AUTO = "auto"


def chosen(wish: str, device: Device) -> Precision:
    """`wish`: `auto`, or a `Precision`'s value."""
    return device.best_precision if wish == AUTO else Precision(wish)


def computing_in(precision: Precision, place: torch.device) -> AbstractContextManager[object]:
    """Around a forward pass; backward follows by itself."""
    if precision is Precision.FP32:
        return nullcontext()
    return torch.autocast(place.type, dtype=precision.dtype)
