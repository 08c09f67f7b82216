"""What the trainer asks of the place where it computes. All that differs between backends is behind `Device`."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import torch

from core.errors import LocalFault
from core.saying import Saying, say

_RESERVE_BYTES = 1 << 30


class Precision(StrEnum):
    """What matrix products are computed in. Parameters, gradients and losses are float32 in any case."""

    FP32 = "fp32"
    BF16 = "bf16"
    FP16 = "fp16"
    """Overflows at 65,504, so losses are scaled, and what overflows nevertheless is done again (`passes.py`)."""

    @property
    def dtype(self) -> torch.dtype:
        return {"fp32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}[self.value]


@dataclass(frozen=True, slots=True)
class Memory:
    """Of a device, at one moment."""

    used_bytes: int
    """Taken by this process."""
    free_bytes: int
    """Taken by nobody."""
    total_bytes: int
    limit_bytes: int | None = None
    """What its owner allows this process."""

    @property
    def budget_bytes(self) -> int:
        """What this process may take in all, so that a tenth of the whole or 1 GiB, whichever is more, stays free for
        the desktop and its programs; where the whole is small, a quarter. Its owner may allow less."""
        reserve = max(self.total_bytes // 10, min(_RESERVE_BYTES, self.total_bytes // 4))
        budget = max(0, self.used_bytes + self.free_bytes - reserve)
        return budget if self.limit_bytes is None else min(budget, self.limit_bytes)

    @property
    def is_beyond_limit(self) -> bool:
        return self.limit_bytes is not None and self.used_bytes > self.limit_bytes


class Device(Protocol):
    """One processor or card."""

    @property
    def place(self) -> torch.device: ...

    @property
    def name(self) -> str:
        """As on the command line, such as `cuda:0`."""
        ...

    @property
    def label(self) -> Saying:
        """What its maker calls it; for people."""
        ...

    @property
    def has_own_memory(self) -> bool:
        """Whether it is a card: the vectors need twins there, and what it can do is found by trying."""
        ...

    @property
    def best_precision(self) -> Precision:
        """The one that pays there."""
        ...

    @property
    def compiles(self) -> bool:
        """Whether `torch.compile` works and pays there."""
        ...

    def memory(self) -> Memory: ...

    def peak_bytes_of(self, work: Callable[[], None]) -> int:
        """Does `work` and waits for its end: the most bytes that this process had taken meanwhile."""
        ...

    def limit(self, size_bytes: int) -> None:
        """From now on the allocator refuses to take more than `size_bytes` for this process, where it can."""
        ...

    def synchronize(self) -> None:
        """Returns when all that was begun there is done."""
        ...

    def empty_cache(self) -> None:
        """Gives back what the allocator keeps for later."""
        ...

    def is_out_of_memory(self, error: BaseException) -> bool: ...


class NoRoom(LocalFault):
    """Not even one sample fits into the memory that is free."""


def no_room(device: Device, needed_bytes: int | None = None) -> NoRoom:
    """`needed_bytes`: for one sample, where that is known."""
    other = say("let a computer with more memory train it")
    if device.has_own_memory:
        other = say("train on the processor (--device cpu)")
    if needed_bytes is None:
        return NoRoom(
            say(
                "{device} has too little free memory for this model; close other programs or {other}.",
                device=device.label,
                other=other,
            )
        )
    return NoRoom(
        say(
            "{device} has too little free memory for this model, which needs {needed_bytes} for one sample; close "
            "other programs or {other}.",
            device=device.label,
            needed_bytes=needed_bytes,
            other=other,
        )
    )


def cannot_compute(device: Device, error: BaseException) -> LocalFault:
    reason = " ".join(str(error).split())[:200].rstrip(".") or type(error).__name__
    return LocalFault(
        say("{device} cannot compute this model ({reason}); use --device cpu.", device=device.label, reason=reason)
    )
