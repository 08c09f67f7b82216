"""Since when nobody has typed, told by events that come some time after the last input and at the next one."""

from core.throttle.sensors.probe import IN_USE


class IdleClock:
    """`rest_s`: after how long without input it is told that there is none. Until then somebody is here."""

    def __init__(self, rest_s: float) -> None:
        self._rest_s = rest_s
        self.last_input_s = IN_USE
        """Of the clock that the methods are given the time of; `IN_USE` while input comes."""

    @property
    def is_idle(self) -> bool:
        return self.last_input_s < IN_USE

    def fall_idle(self, now_s: float) -> None:
        self.last_input_s = now_s - self._rest_s

    def resume(self) -> None:
        self.last_input_s = IN_USE

    def set(self, idle_s: float, now_s: float) -> None:
        """Where the time can be asked for, too."""
        self.last_input_s = now_s - idle_s if idle_s >= self._rest_s else IN_USE
