"""The computer itself, read with `psutil`: processor and memory, battery, temperature, lid, programs."""

import logging
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import psutil

from core.throttle.sensors.probe import Asked, Said
from core.throttle.sensors.processor import CANNOT_TELL, CpuOfOthers

logger = logging.getLogger(__name__)

SOURCE = "system"
MEAN_OVER_S = 3.0

_PROCESSOR_CHIPS = ("coretemp", "k10temp", "zenpower", "cpu_thermal", "cpu-thermal", "soc_thermal", "acpitz")
"""Names that Linux' drivers give to the sensors of processors, the most exact first."""
_NO_LIMIT_BYTES = 1 << 60
"""Control groups write a number beyond all memories where there is no limit."""


class Mean:
    """Of what was measured in the last seconds, each value weighted by how long it took."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._samples: list[tuple[float, float]] = []

    def add(self, value: float, now_s: float) -> float:
        """The mean with `value`, which is that of the time since the last one."""
        self._samples.append((now_s, value))
        # One sample from before stays: from its time on the next one counts.
        while len(self._samples) > 2 and self._samples[1][0] <= now_s - self._seconds:
            self._samples.pop(0)
        weights = [later[0] - sooner[0] for sooner, later in zip(self._samples, self._samples[1:], strict=False)]
        if sum(weights) <= 0:
            return value
        values = [value for _, value in self._samples[1:]]
        return math.fsum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)


class Load(Asked):
    """What others take of the processor, and the memory that is left."""

    every_s = 3.0
    closely_every_s = 1.0
    holds_s = 8.0

    def __init__(self, own_pids: Callable[[], Iterable[int]]) -> None:
        self._cpu = CpuOfOthers(own_pids)
        self._mean = Mean(MEAN_OVER_S)
        self._groups = find_memory_groups()

    def look(self) -> Iterator[Said]:
        percent = self._cpu.percent()
        if percent is not None:
            yield Said("others_cpu_percent", self._mean.add(percent, time.monotonic()), SOURCE)
        try:
            memory = psutil.virtual_memory()
        except CANNOT_TELL as error:
            logger.debug("memory: %s", error)
            return
        parts = [memory.available / memory.total]
        parts += [free for group in self._groups if (free := free_of_group(group)) is not None]
        yield Said("free_memory_percent", 100 * min(parts), SOURCE)


def find_memory_groups(proc: Path = Path("/proc/self/cgroup"), root: Path = Path("/sys/fs/cgroup")) -> list[Path]:
    """Folders of the control groups that this process is in and that may limit its memory; the innermost first."""
    try:
        lines = proc.read_text(encoding="utf-8").splitlines()
    except OSError:
        return []
    # Lines are `number:controllers:path`; number 0 is the one hierarchy of today's kernels.
    paths = [line.removeprefix("0::") for line in lines if line.startswith("0::")]
    inner = [root / path.lstrip("/") for path in paths]
    return [folder for group in inner for folder in (group, *group.parents) if (folder / "memory.max").is_file()]


def free_of_group(folder: Path) -> float | None:
    """Part of a control group's memory that is left, 0 to 1; None where it has no limit."""
    try:
        limit = (folder / "memory.max").read_text(encoding="ascii").strip()
        if not limit.isdecimal() or not 0 < int(limit) < _NO_LIMIT_BYTES:
            return None
        used = int((folder / "memory.current").read_text(encoding="ascii"))
        statistics = (folder / "memory.stat").read_text(encoding="ascii")
    except (OSError, ValueError):
        return None
    # Files that were read once and can be read again stand in nobody's way.
    cached = sum(int(line.split()[1]) for line in statistics.splitlines() if line.startswith("inactive_file "))
    return min(1.0, max(0.0, 1 - (used - cached) / int(limit)))


class Body(Asked):
    """What changes slowly, and may take a while to ask: battery, lid, temperature."""

    every_s = 10.0
    closely_every_s = 3.0
    holds_s = 30.0

    def __init__(self, lids: Path = Path("/proc/acpi/button/lid")) -> None:
        self._lids = lids

    def look(self) -> Iterator[Said]:
        is_on = on_battery()
        if is_on is not None:
            yield Said("on_battery", is_on, SOURCE)
        temperature = cpu_temperature_c()
        if temperature is not None:
            yield Said("cpu_temperature_c", temperature, SOURCE)
        if self._lids.is_dir() and not is_a_lid_closed(self._lids):
            # One that is closed may belong to a computer on a desk with another screen; logind knows.
            yield Said("is_lid_closed", False, SOURCE)


def on_battery() -> bool | None:
    """Whether the computer runs on battery. One without a battery (a desktop) runs on mains: False."""
    read = getattr(psutil, "sensors_battery", None)  # absent on systems that psutil cannot ask
    if read is None:
        return None
    try:
        battery = read()
    except CANNOT_TELL as error:
        logger.debug("battery: %s", error)
        return None
    if battery is None:
        return False
    return None if battery.power_plugged is None else not battery.power_plugged


def cpu_temperature_c() -> float | None:
    read = getattr(psutil, "sensors_temperatures", None)
    if read is None:
        return None
    try:
        return choose_temperature(read())
    except CANNOT_TELL as error:
        logger.debug("temperature: %s", error)
        return None


def choose_temperature(chips: Mapping[str, Sequence[Any]]) -> float | None:
    """The hottest of the processor's. `chips`: driver to its sensors, as psutil gives them."""
    for name in _PROCESSOR_CHIPS:
        found = [float(sensor.current) for sensor in chips.get(name, ()) if 0 < sensor.current < 150]
        if found:
            return max(found)
    return None


def is_a_lid_closed(lids: Path) -> bool:
    for state in lids.glob("*/state"):
        try:
            if "closed" in state.read_text(encoding="ascii", errors="replace"):
                return True
        except OSError:
            continue
    return False


class Programs(Asked):
    """Names of what runs. Asks for those of new processes alone, and only where the owner lists any."""

    every_s = 5.0
    closely_every_s = 2.0
    holds_s = 15.0

    def __init__(self, are_wanted: Callable[[], bool]) -> None:
        self._are_wanted = are_wanted
        self._names: dict[int, str] = {}
        self._looks = 0

    def look(self) -> Iterator[Said]:
        if not self._are_wanted():
            self._names.clear()
            return
        if self._looks % 10 == 0:
            self._names.clear()  # a process may have become another program under the same number
        self._looks += 1
        pids = set(psutil.pids())
        known = {pid: name for pid, name in self._names.items() if pid in pids}
        known |= {pid: name for pid in pids - known.keys() if (name := name_of(pid))}
        self._names = known
        yield Said("programs", frozenset(known.values()), SOURCE)


def name_of(pid: int) -> str:
    """In lower case and without `.exe`; empty if it has ended or is not to be asked."""
    try:
        return str(psutil.Process(pid).name()).lower().removesuffix(".exe")
    except CANNOT_TELL:
        return ""
