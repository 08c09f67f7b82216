"""Where training work stops to ask whether it may go on: before every micro-batch, and at every layer within."""

import time
from typing import Protocol

import torch

from core.training.inbox import Stopped


class Flag(Protocol):
    """`core.training.vectors.SharedVectors`, to a gate."""

    @property
    def may_run(self) -> bool: ...


class Hints(Protocol):
    """`core.training.inbox.Channel`, to a gate."""

    @property
    def freeze_waits(self) -> bool: ...

    @property
    def command_waits(self) -> bool: ...

    @property
    def stop_waits(self) -> bool: ...

    def wait(self) -> None: ...


class Abandoned(Exception):
    """This micro-batch shall not be finished. Raised before its backward pass only: the gradient is untouched."""


class Gate:
    """Reads the shared flag `may_run`; costs under a microsecond while it is set."""

    def __init__(self, vectors: Flag, channel: Hints) -> None:
        self._vectors, self._channel = vectors, channel
        self.paused_s = 0.0
        """Time spent waiting here since the process began."""

    @property
    def is_open(self) -> bool:
        return self._vectors.may_run

    @property
    def is_hurried(self) -> bool:
        """Whether what has not gone backward yet would be abandoned here. Raises `Stopped`."""
        self._check_stop()
        return self._channel.freeze_waits or (not self._vectors.may_run and self._channel.command_waits)

    def pass_forward(self, *_: object) -> None:
        """Raises `Abandoned` if the engine wants to freeze, or anything else while it lets nothing run."""
        self._check_stop()
        if self._channel.freeze_waits:
            raise Abandoned
        if not self._vectors.may_run:
            self._wait()
            if self._channel.command_waits:
                raise Abandoned

    def pass_backward(self, _: torch.Tensor | None = None) -> None:
        """A backward pass that has begun must end before a command can be obeyed, be it paused or not."""
        self._check_stop()
        if not self._vectors.may_run:
            self._wait()

    def _wait(self) -> None:
        begun = time.perf_counter()
        while not self._vectors.may_run and not self._channel.command_waits:
            self._channel.wait()
            self._check_stop()
        self.paused_s += time.perf_counter() - begun

    def _check_stop(self) -> None:
        if self._channel.stop_waits:
            raise Stopped
