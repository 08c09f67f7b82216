"""Graphics cards whose backends count memory alike: NVIDIA's and AMD's (`torch.cuda`), Intel's (`torch.xpu`)."""

import importlib.util
import sys
from collections.abc import Callable
from typing import Any

import torch

from core.saying import Saying, quote
from core.training.device.api import Memory, Precision

_BF16_CAPABILITY = (8, 0)
_FP16_CAPABILITY = (7, 0)
_BF16_AMD = ("gfx90a", "gfx94", "gfx95", "gfx11", "gfx12")
"""MI200 and later, RX 7000 and later: they have matrix units for it."""


class _Card:
    """Most of a `core.training.device.api.Device`, said with the functions that both backends have."""

    has_own_memory = True

    def __init__(self, backend: Any, place: torch.device, limit_percent: int) -> None:
        """`backend` is `torch.cuda` or `torch.xpu`; `place` has an index. `limit_percent`: of the card's memory, that
        this process may take."""
        self._backend, self._limit_percent = backend, limit_percent
        self.place = place

    @property
    def name(self) -> str:
        return str(self.place)

    @property
    def label(self) -> Saying:
        return quote(str(self._backend.get_device_name(self.place)))

    @property
    def compiles(self) -> bool:
        """Triton, which writes the kernels, exists for Linux."""
        return sys.platform == "linux" and importlib.util.find_spec("triton") is not None

    def memory(self) -> Memory:
        free, total = self._backend.mem_get_info(self.place)
        return Memory(self._backend.memory_reserved(self.place), free, total, total * self._limit_percent // 100)

    def peak_bytes_of(self, work: Callable[[], None]) -> int:
        self._backend.empty_cache()
        self._backend.reset_peak_memory_stats(self.place)
        work()
        self.synchronize()
        return int(self._backend.max_memory_reserved(self.place))

    def limit(self, size_bytes: int) -> None:
        total = self._backend.mem_get_info(self.place)[1]
        self._backend.set_per_process_memory_fraction(min(1.0, size_bytes / total), self.place)

    def synchronize(self) -> None:
        self._backend.synchronize(self.place)

    def empty_cache(self) -> None:
        self._backend.empty_cache()

    def is_out_of_memory(self, error: BaseException) -> bool:
        return isinstance(error, torch.OutOfMemoryError)


class Cuda(_Card):
    """NVIDIA's, and AMD's, which PyTorch calls by the same names."""

    def __init__(self, index: int, limit_percent: int = 100) -> None:
        super().__init__(torch.cuda, torch.device("cuda", index), limit_percent)

    @property
    def best_precision(self) -> Precision:
        """What the card has matrix units for; bfloat16 before float16, as it needs no scaling."""
        if torch.version.hip:
            architecture = str(torch.cuda.get_device_properties(self.place).gcnArchName)
            return Precision.BF16 if architecture.startswith(_BF16_AMD) else Precision.FP16
        capability = torch.cuda.get_device_capability(self.place)
        if capability >= _BF16_CAPABILITY:
            return Precision.BF16
        return Precision.FP16 if capability >= _FP16_CAPABILITY else Precision.FP32


class Xpu(_Card):
    """Intel's."""

    best_precision = Precision.BF16

    def __init__(self, index: int, limit_percent: int = 100) -> None:
        super().__init__(torch.xpu, torch.device("xpu", index), limit_percent)
