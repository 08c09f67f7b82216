"""What the governor asks, and whom it tells."""

from collections.abc import Callable, Mapping
from typing import Protocol

from core.throttle.policy import Decision
from core.throttle.readings import Readings


class Sensing(Protocol):
    """The sensors of this computer (`core.throttle.sensors`)."""

    def start(self) -> None: ...

    def close(self) -> None: ...

    def read(self) -> Readings:
        """The newest; never blocks."""
        ...

    def sources(self) -> Mapping[str, str]:
        """Fact to who says so."""
        ...

    def others_of_late(self) -> float | None:
        """Use of the whole processor by others since this was asked last, 0 to 100."""
        ...

    def watch_closely(self, closely: bool) -> None:
        """True: input is noticed within 50 ms."""
        ...


MakeSensors = Callable[[Callable[[], None], Callable[[], bool]], Sensing]
"""From what is called at each input, in a thread of the sensors', and whether the owner lists any programs."""


class Crew(Protocol):
    """Who works, while anybody does: a session's trainer and its part in the network."""

    @property
    def device(self) -> str:
        """Such as `cpu` or `cuda:0`."""
        ...

    @property
    def trains(self) -> bool:
        """False where it only serves."""
        ...

    @property
    def committed_step(self) -> int: ...

    def set_may_run(self, may_run: bool) -> None:
        """Takes effect at once; called in any thread."""
        ...

    def stand_aside(self, aside: bool) -> None:
        """While it may run: it rests for as long as others need the computer."""
        ...

    def obey(self, decision: Decision) -> None:
        """After each look, changed or not."""
        ...
