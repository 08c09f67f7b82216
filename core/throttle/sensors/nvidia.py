"""NVIDIA's cards, asked through the driver's library.

Of several cards the one that has most to do, least memory left, is hottest and takes most power speaks for all: which
of them training uses is not known here.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pynvml

from core.throttle.sensors.probe import Asked, CannotTell, Said

SOURCE = "NVIDIA"
_SAMPLES_S = 2.0
"""How far back uses by single processes are asked for."""


class Nvidia(Asked):
    every_s = 3.0
    closely_every_s = 1.0
    holds_s = 10.0

    def __init__(
        self, own_pids: Callable[[], Iterable[int]], may_wake: Callable[[], bool], library: Any = pynvml
    ) -> None:
        """`may_wake`: whether the card may be kept from sleeping, which being asked does. `library`: the module
        `pynvml`, or what stands in for it."""
        self._own_pids = own_pids
        self._may_wake = may_wake
        if not may_wake():
            raise CannotTell("the card is left asleep")
        self._library = library
        try:
            library.nvmlInit()
        except library.NVMLError as error:
            raise CannotTell(f"no NVIDIA driver: {error}") from error
        try:
            self._cards = [library.nvmlDeviceGetHandleByIndex(at) for at in range(library.nvmlDeviceGetCount())]
            if not self._cards:
                raise CannotTell("no NVIDIA card")
        except library.NVMLError as error:
            raise CannotTell(str(error)) from error
        finally:
            if not getattr(self, "_cards", None):
                self._shut_down()

    def look(self) -> Iterator[Said]:
        if not self._may_wake():
            raise CannotTell("the card is left to sleep")
        own = frozenset(self._own_pids())
        library = self._library
        for fact, ask, choose in (
            ("others_gpu_percent", lambda card: self._use_by_others(card, own), max),
            ("free_vram_percent", self._free_percent, min),
            ("gpu_temperature_c", self._temperature_c, max),
            ("gpu_power_w", lambda card: library.nvmlDeviceGetPowerUsage(card) / 1000, max),
        ):
            found = [value for card in self._cards if (value := self._try(ask, card)) is not None]
            if found:
                yield Said(fact, float(choose(found)), SOURCE)

    def close(self) -> None:
        self._shut_down()

    def _try(self, ask: Callable[[Any], float | None], card: Any) -> float | None:
        """None where this card does not have what is asked. Raises `CannotTell` when it is lost."""
        try:
            return ask(card)
        except (self._library.NVMLError_GpuIsLost, self._library.NVMLError_Uninitialized) as error:
            raise CannotTell(str(error)) from error
        except self._library.NVMLError:
            return None

    def _use_by_others(self, card: Any, own: frozenset[int]) -> float | None:
        """0 to 100. Where single processes are not counted (Windows' own driver model), the whole use while none of
        ours is on the card."""
        library = self._library
        since_us = round((time.time() - _SAMPLES_S) * 1e6)
        try:
            samples = library.nvmlDeviceGetProcessUtilization(card, since_us)
        except library.NVMLError_NotFound:
            return 0.0  # no process has used it
        except library.NVMLError:
            on_card = {process.pid for process in library.nvmlDeviceGetComputeRunningProcesses(card)}
            return None if on_card & own else float(library.nvmlDeviceGetUtilizationRates(card).gpu)
        newest: dict[int, Any] = {}
        for sample in samples:
            if sample.pid not in newest or sample.timeStamp > newest[sample.pid].timeStamp:
                newest[sample.pid] = sample
        return float(min(100, sum(sample.smUtil for pid, sample in newest.items() if pid not in own)))

    def _free_percent(self, card: Any) -> float | None:
        memory = self._library.nvmlDeviceGetMemoryInfo(card)
        return 100 * memory.free / memory.total if memory.total else None

    def _temperature_c(self, card: Any) -> float:
        return float(self._library.nvmlDeviceGetTemperature(card, self._library.NVML_TEMPERATURE_GPU))

    def _shut_down(self) -> None:
        try:
            self._library.nvmlShutdown()
        except self._library.NVMLError:
            return
