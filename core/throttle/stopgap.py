"""The sensors' interface over the few that `core/throttle/sensors.py` has.

The package `core/throttle/sensors` takes the place of both files; then this one goes, with its import in the engine.
"""

from collections.abc import Callable, Iterable, Mapping

from core.throttle.readings import Readings
from core.throttle.sensors import CpuOfOthers, on_battery


class Sensors:
    """Battery and processor; it cannot tell anything else."""

    def __init__(
        self,
        own_pids: Callable[[], Iterable[int]],
        on_input: Callable[[], None],
        programs_wanted: Callable[[], bool],
    ) -> None:
        self._cpu = CpuOfOthers(own_pids)

    def start(self) -> None:
        self._cpu.percent()

    def close(self) -> None:
        """Nothing is held."""

    def watch_closely(self, closely: bool) -> None:
        """Input is not noticed at all."""

    def read(self) -> Readings:
        return Readings(on_battery=on_battery(), others_cpu_percent=self._cpu.percent())

    def sources(self) -> Mapping[str, str]:
        return {"on_battery": "psutil", "others_cpu_percent": "psutil"}
