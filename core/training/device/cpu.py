"""The processor, which computes in the shared memory itself."""

import platform
import threading
from collections.abc import Callable

import psutil
import torch

from core.background import give_freed_memory_back
from core.saying import Saying, say
from core.training.device.api import Memory, Precision

_LOOK_EVERY_S = 0.005
_MULTIPLY_BF16 = ("amx_bf16", "avx512_bf16")
"""Sapphire Rapids and later; Cooper Lake and Zen 4 and later."""


class Cpu:
    """A `core.training.device.api.Device`."""

    place = torch.device("cpu")
    name = "cpu"
    has_own_memory = False
    compiles = False
    """It takes minutes to compile, and the big matrix products are the same."""

    def __init__(self, limit_bytes: int | None = None) -> None:
        """`limit_bytes`: that this process may take, beside what is shared."""
        self._limit_bytes = limit_bytes
        self._process = psutil.Process()

    @property
    def label(self) -> Saying:
        processor = str(torch.cpu.get_capabilities().get("cpu_name") or platform.machine())
        return say("This computer ({processor})", processor=processor)

    @property
    def best_precision(self) -> Precision:
        """bfloat16 where the processor has instructions that multiply it; elsewhere it is emulated, and slow."""
        able = torch.cpu.get_capabilities()
        return Precision.BF16 if any(able.get(name) for name in _MULTIPLY_BF16) else Precision.FP32

    def memory(self) -> Memory:
        whole = psutil.virtual_memory()
        return Memory(self._own_bytes(), whole.available, whole.total, self._limit_bytes)

    def _own_bytes(self) -> int:
        """Without pages that are shared, as the vectors are: they are taken already."""
        info = self._process.memory_info()
        return int(info.rss - getattr(info, "shared", 0))

    def peak_bytes_of(self, work: Callable[[], None]) -> int:
        peak, is_done = self._own_bytes(), threading.Event()

        def look() -> None:
            nonlocal peak
            while not is_done.wait(_LOOK_EVERY_S):
                peak = max(peak, self._own_bytes())

        looking = threading.Thread(target=look, name="memory")
        looking.start()
        try:
            work()
        finally:
            is_done.set()
            looking.join()
        return max(peak, self._own_bytes())

    def limit(self, size_bytes: int) -> None:
        """Nothing here could."""

    def synchronize(self) -> None:
        pass

    def empty_cache(self) -> None:
        give_freed_memory_back()

    def is_out_of_memory(self, error: BaseException) -> bool:
        """torch has no class for it: its allocator's name is in the text."""
        return isinstance(error, MemoryError) or (
            isinstance(error, RuntimeError) and "DefaultCPUAllocator" in str(error)
        )
