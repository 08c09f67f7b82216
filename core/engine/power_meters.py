"""The machine's own meters of power, where Linux shows them to this user; elsewhere they say nothing."""

import logging
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from core.engine.power import Meters

logger = logging.getLogger(__name__)

POWERCAP = Path("/sys/class/powercap")
"""https://docs.kernel.org/power/powercap/powercap.html. Many systems let root alone read it (CVE-2020-8694)."""
POWER_SUPPLY = Path("/sys/class/power_supply")
"""https://docs.kernel.org/power/power_supply_class.html."""

_CANNOT_TELL = (psutil.Error, OSError, NotImplementedError, RuntimeError, ValueError)
"""What psutil raises where a counter is missing or malformed."""


class PowerMeters:
    """`read` gives means since it was last called."""

    def __init__(
        self,
        card_w: Callable[[], float | None] = lambda: None,
        *,
        powercap: Path = POWERCAP,
        power_supply: Path = POWER_SUPPLY,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`card_w`: who knows what the graphics cards take now."""
        self._card_w = card_w
        self._clock = clock
        self._packages = [_Counter(folder) for folder in sorted(powercap.glob("intel-rapl:*")) if _is_package(folder)]
        self._power_supply = power_supply
        self._looked_s: float | None = None

    def read(self) -> Meters:
        return Meters(processor_w=self._processor_w(), card_w=self._card_w(), battery_w=battery_w(self._power_supply))

    def _processor_w(self) -> float | None:
        before_s, self._looked_s = self._looked_s, self._clock()
        spent_uj = [package.advance() for package in self._packages]
        if before_s is None or not spent_uj or self._looked_s <= before_s:
            return None
        known_uj = [spent for spent in spent_uj if spent is not None]
        return sum(known_uj) / 1e6 / (self._looked_s - before_s) if len(known_uj) == len(spent_uj) else None


class _Counter:
    """Energy of one processor in microjoules, which begins anew at a limit."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "energy_uj"
        self._range_uj = _number(folder / "max_energy_range_uj") or 0.0
        self._before_uj: float | None = None

    def advance(self) -> float | None:
        """Since the last call; None where it cannot be told."""
        before_uj, self._before_uj = self._before_uj, _number(self._file)
        if before_uj is None or self._before_uj is None:
            return None
        spent_uj = self._before_uj - before_uj
        return spent_uj if spent_uj >= 0 else spent_uj + self._range_uj if self._range_uj else None


def _is_package(folder: Path) -> bool:
    """A whole processor: its parts are folders `intel-rapl:0:1`, and what covers the board is named otherwise."""
    try:
        return folder.name.count(":") == 1 and (folder / "name").read_text().startswith("package")
    except (OSError, ValueError):
        return False


def battery_w(power_supply: Path = POWER_SUPPLY) -> float | None:
    """What the computer draws from its batteries now; None on mains, and where they do not say."""
    drawn_w = [_drawn_w(folder) for folder in sorted(power_supply.glob("BAT*")) if _says(folder, "Discharging")]
    known_w = [one for one in drawn_w if one]
    return sum(known_w) if known_w else None


def _drawn_w(folder: Path) -> float | None:
    power_uw = _number(folder / "power_now")
    if power_uw is not None:
        return abs(power_uw) / 1e6  # some drivers say what leaves as less than nothing
    current_ua, voltage_uv = _number(folder / "current_now"), _number(folder / "voltage_now")
    return abs(current_ua * voltage_uv) / 1e12 if current_ua is not None and voltage_uv is not None else None


def _says(folder: Path, status: str) -> bool:
    try:
        return (folder / "status").read_text().strip() == status
    except (OSError, ValueError):
        return False


def _number(file: Path) -> float | None:
    try:
        return float(file.read_text())
    except (OSError, ValueError):
        return None


class ProcessorTime:
    """Seconds that one process, and all of them together, have kept cores busy since the last call."""

    def __init__(self) -> None:
        self._pid: int | None = None
        self._own_s, self._all_s = 0.0, _seconds_of_all()

    def advance(self, pid: int | None) -> tuple[float, float]:
        """Of process `pid` and of all. A process that was not asked of the last time has begun since then."""
        known_own_s = self._own_s if pid == self._pid else 0.0
        known_all_s = self._all_s
        self._pid, self._own_s, self._all_s = pid, _seconds_of(pid), _seconds_of_all()
        return max(0.0, self._own_s - known_own_s), max(0.0, self._all_s - known_all_s)


def _seconds_of(pid: int | None) -> float:
    if pid is None:
        return 0.0
    try:
        times = psutil.Process(pid).cpu_times()
    except _CANNOT_TELL as error:
        logger.debug("processor time of %d: %s", pid, error)
        return 0.0
    return float(times.user + times.system)


def _seconds_of_all() -> float:
    try:
        times = psutil.cpu_times()
    except _CANNOT_TELL as error:
        logger.debug("processor time: %s", error)
        return 0.0
    waits = {"idle", "iowait", "guest", "guest_nice"}  # guests are in `user` already
    return float(sum(getattr(times, name) for name in times._fields if name not in waits))
