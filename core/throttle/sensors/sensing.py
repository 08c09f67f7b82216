"""All sensors of this computer: probes in threads of their own, and the newest of what they say."""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence

from core.throttle.readings import Readings
from core.throttle.sensors.board import Board
from core.throttle.sensors.choice import ORDER, Surroundings, choose
from core.throttle.sensors.probe import Maker
from core.throttle.sensors.processor import CpuOfOthers
from core.throttle.sensors.runner import Runner

logger = logging.getLogger(__name__)

CHECK_EVERY_S = 5.0
CLOSING_S = 2.0
LATELY_S = 0.05
"""As little time as processor time can be measured in at all."""


class Sensors:
    """Threads run from `start` to `close`; one that hangs is left behind and holds nothing up."""

    def __init__(
        self,
        own_pids: Callable[[], Iterable[int]],
        on_input: Callable[[], None],
        programs_wanted: Callable[[], bool],
        *,
        makers: Sequence[Maker] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """`own_pids`: processes of this program beside this one, whose use of the computer is nobody else's.
        `on_input`: called from a sensor's thread when somebody begins to type or to move the mouse, at most ten times
        a second. `programs_wanted`: whether the owner lists programs at all. All three are called from any thread.
        `makers`: the probes, instead of those that this system may have."""
        self._own_pids = own_pids
        self._known_pids: tuple[int, ...] = ()
        self._others = CpuOfOthers(lambda: self._known_pids, shortest_s=LATELY_S)
        self._board = Board(on_input, ORDER)
        self._is_close = False
        if makers is None:
            surroundings = Surroundings(
                environment=os.environ if environment is None else environment,
                own_pids=self._find_pids,
                programs_wanted=programs_wanted,
                find=self._board.find,
                is_close=lambda: self._is_close,
            )
            makers = choose(surroundings)
        self._lock = threading.Lock()
        self._runners = [Runner(maker, self._board) for maker in makers]
        self._closing = threading.Event()
        self._watchdog = threading.Thread(target=self._watch, name="sensors", daemon=True)

    def start(self) -> None:
        with self._lock:
            for runner in self._runners:
                runner.start()
        self._watchdog.start()

    def close(self) -> None:
        """Takes two seconds at the longest."""
        self._closing.set()
        until_s = time.monotonic() + CLOSING_S
        with self._lock:
            for runner in self._runners:
                runner.close()
            for runner in self._runners:
                runner.join(until_s - time.monotonic())
        if self._watchdog.is_alive():
            self._watchdog.join(max(0.0, until_s - time.monotonic()))

    def read(self) -> Readings:
        """The newest of everything; never blocks."""
        return self._board.read()

    def sources(self) -> Mapping[str, str]:
        """Field of `Readings` to the name of who says so; without those that nobody can tell."""
        return self._board.sources()

    def others_of_late(self) -> float | None:
        """Use of the whole processor (0 to 100) by everything but this program since this was asked last; one thread
        asks. A process of this program that has just begun counts as another's until a probe has found it."""
        return self._others.percent()

    def watch_closely(self, is_close: bool) -> None:
        """True while training, when the first input after a rest must be noticed within 50 ms."""
        self._is_close = is_close
        with self._lock:
            for runner in self._runners:
                runner.hurry(is_close)

    def _find_pids(self) -> tuple[int, ...]:
        self._known_pids = tuple(self._own_pids())
        return self._known_pids

    def _watch(self) -> None:
        while not self._closing.wait(CHECK_EVERY_S):
            with self._lock:
                for runner in () if self._closing.is_set() else self._runners:
                    runner.check(time.monotonic())
