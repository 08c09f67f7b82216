"""Where training work stops to ask whether it may go on: before every micro-batch, and at every layer within."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from core.training.inbox import Stopped
from core.training.turns import Turns

ASIDE_LOOK_S = 0.05
"""How long at the most it takes to notice that others do not need the computer any more."""


class Signs(Protocol):
    """`core.training.signals.Signals`, to a gate."""

    is_busy: bool
    passes: int

    @property
    def may_run(self) -> bool: ...

    @property
    def stands_aside(self) -> bool: ...

    @property
    def duty(self) -> float: ...


class Hints(Protocol):
    """`core.training.inbox.Channel`, to a gate."""

    @property
    def freeze_waits(self) -> bool: ...

    @property
    def command_waits(self) -> bool: ...

    @property
    def stop_waits(self) -> bool: ...

    def wait(self) -> None: ...

    def rest(self, seconds: float) -> None: ...


class Abandoned(Exception):
    """This micro-batch shall not be finished. Whoever raises it knows that the gradient can do without."""


class Gate:
    """Reads the shared `may_run`, `stands_aside` and `duty`; costs about a microsecond while nothing is in the way."""

    def __init__(self, signs: Signs, channel: Hints, clock: Callable[[], float] = time.perf_counter) -> None:
        self._signs, self._channel, self._clock = signs, channel, clock
        self._turns = Turns()
        self.settle: Callable[[], None] = lambda: None
        """Returns when all work that was begun is done; the rest after it is a rest of the device."""
        self.paused_s = 0.0
        """Time spent waiting here since the process began. Rests are not in it: they belong to this device's pace."""

    @property
    def is_open(self) -> bool:
        return self._signs.may_run

    @property
    def is_hurried(self) -> bool:
        """Whether what has not gone backward yet would be abandoned here. Raises `Stopped`."""
        self._check_stop()
        self._signs.passes += 1
        return self._channel.freeze_waits or (not self._signs.may_run and self._channel.command_waits)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """One micro-batch is computed inside."""
        self._go_on()
        try:
            yield
        finally:
            self._stand_still()

    def pass_forward(self, *_: object) -> None:
        """Raises `Abandoned` if the engine wants to freeze, or anything else while it lets nothing run."""
        self._keep_pace()
        self._check_stop()
        if self._channel.freeze_waits:
            raise Abandoned
        if not self._signs.may_run:
            self._wait()
            if self._channel.command_waits:
                raise Abandoned

    def pass_backward(self, *, can_abandon: bool) -> None:
        """A backward pass that has begun ends before a command is obeyed, as it is half of the work; but not in a
        pause. Raises `Abandoned` there, unless all would be lost: then it has to end even so."""
        self._keep_pace()
        self._check_stop()
        if not self._signs.may_run:
            self._wait()
            if can_abandon and not self._signs.may_run:
                raise Abandoned

    def _keep_pace(self) -> None:
        """Rests, if that is due and nothing more urgent waits."""
        self._signs.passes += 1
        if self._is_in_the_way:
            self._stand_aside()
        duty = self._signs.duty
        if not self._turns.owed_s(self._clock(), duty) or self._channel.command_waits:
            return
        self.settle()
        owed_s = self._turns.owed_s(self._clock(), duty)
        self._stand_still()
        self._channel.rest(owed_s)
        self._go_on()

    @property
    def _is_in_the_way(self) -> bool:
        return self._signs.stands_aside and self._signs.may_run and not self._channel.command_waits

    def _stand_aside(self) -> None:
        self.settle()
        self._stand_still()
        while self._is_in_the_way:
            self._channel.rest(ASIDE_LOOK_S)
        self._go_on()

    def _wait(self) -> None:
        begun = self._clock()
        self._stand_still()
        while not self._signs.may_run and not self._channel.command_waits:
            self._channel.wait()
            self._check_stop()
        self._go_on()
        self.paused_s += self._clock() - begun

    def _go_on(self) -> None:
        self._turns.begin(self._clock(), self._signs.duty)
        self._signs.is_busy = True

    def _stand_still(self) -> None:
        self._signs.is_busy = False
        self._turns.end(self._clock())

    def _check_stop(self) -> None:
        if self._channel.stop_waits:
            raise Stopped
