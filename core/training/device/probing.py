"""How many samples a device takes at once: found by trying ever more, and never by trying too many.

What the next size needs is reckoned from what the last ones took. Only where that leaves the desktop its share of the
memory that is free now is it tried at all, and the allocator is told that share as its limit.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from core.training.device.api import Device, no_room

SECONDS = 0.25
"""Work on a card stops between micro-batches and layers, but what was begun there has to end."""
SAMPLES_MAX = 1024

Work = Callable[[int], None]
"""A whole forward/backward of so many samples."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What `samples` at once took."""

    samples: int
    peak_bytes: int
    seconds: float


def micro_batch(work: Work, device: Device, most: int | None) -> int:
    """Samples that suit the device: `most` where memory allows, a power of two below it where it does not. With None
    it is a card, where more are tried for as long as they take no longer than a quarter of a second.

    Raises `NoRoom` if not even one sample fits.
    """
    device.empty_cache()
    memory = device.memory()
    device.limit(memory.budget_bytes)
    probe = _Probe(work, device, memory.budget_bytes, is_timed=most is None)
    before, last = Reading(0, memory.used_bytes, 0.0), probe.first()
    if most is None or forecast(last, before, most) > memory.budget_bytes:
        most = probe.grow(before, last, most or SAMPLES_MAX)
    device.empty_cache()
    return most


def forecast(last: Reading, before: Reading, samples: int) -> int:
    """Bytes that `samples` at once will take: in line with two readings, of which `last` has more samples."""
    each = max(0, last.peak_bytes - before.peak_bytes) / (last.samples - before.samples)
    return round(last.peak_bytes + each * (samples - last.samples))


class _Probe:
    def __init__(self, work: Work, device: Device, budget_bytes: int, *, is_timed: bool) -> None:
        self._work, self._device, self._budget_bytes, self._is_timed = work, device, budget_bytes, is_timed

    def first(self) -> Reading:
        """Of one sample. Raises `NoRoom`."""
        reading = self._read(1)
        if reading is None or reading.peak_bytes > self._budget_bytes:
            self._device.empty_cache()
            raise no_room(self._device, reading.peak_bytes if reading else None)
        return reading

    def grow(self, before: Reading, last: Reading, most: int) -> int:
        """From `last` on, doubling."""
        while 2 * last.samples <= most and forecast(last, before, 2 * last.samples) <= self._budget_bytes:
            now = self._read(2 * last.samples)
            if now is None or now.peak_bytes > self._budget_bytes or now.seconds > SECONDS:
                break
            before, last = last, now
        return last.samples

    def _read(self, samples: int) -> Reading | None:
        """None if it did not fit though it should have: something else took memory meanwhile."""
        try:
            peak = self._device.peak_bytes_of(lambda: self._work(samples))
            return Reading(samples, peak, self._seconds(samples) if self._is_timed else 0.0)
        except (RuntimeError, MemoryError) as error:
            if not self._device.is_out_of_memory(error):
                raise
            return None

    def _seconds(self, samples: int) -> float:
        """Of another run, as the first of a size compiles kernels and asks the driver for memory."""
        begun = time.perf_counter()
        self._work(samples)
        self._device.synchronize()
        return time.perf_counter() - begun
