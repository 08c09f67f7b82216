"""The trainer as the engine sees it: vectors in shared memory and a handful of verbs. No torch here.

`core.training.process.TrainerProcess` fulfils `Trainer` with a child process; `tests/sim` with NumPy.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from core.data.ranges import SampleRange
from core.errors import LocalFault
from core.identity.amendment import Joined
from core.saying import Saying


class TrainerBroken(LocalFault):
    """What it needs to compute cannot be imported; half a sentence."""


class TrainerLost(LocalFault):
    """The trainer process ended while something was asked of it; the state is intact unless that was `apply`."""


Vector = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a state's parameters lie in a file, as little-endian float32."""

    path: Path
    offset: int


class Scalars(msgspec.Struct, frozen=True, array_like=True):
    """What an optimizer step needs beside the vectors. Travels in the plan, because `cos` and `pow` differ in the
    last bit between machines; each value is exactly representable in float32."""

    learning_rate: float
    correction1: float
    """1 - beta1^t, of the first moment (1.0 where the optimizer has no bias correction)."""
    correction2: float
    """1 - beta2^t, of the second moment."""


@dataclass(frozen=True, slots=True)
class Progress:
    """One micro-batch is done and is in the gradient."""

    samples: SampleRange
    loss_sum: float
    """Sum over the samples of the per-sample loss."""
    seconds: float
    """Wall time it took, without pauses, but with the rests that the device's duty asks for: it is this peer's pace,
    from which leases and predicted times follow."""


@dataclass(frozen=True, slots=True)
class TrainerEvents:
    """Callbacks, all called on the engine's event loop."""

    on_progress: Callable[[Progress], None]
    on_rejected: Callable[[SampleRange], None]
    """These samples have no finite loss or gradient here; they are not in the gradient and will not be done."""
    on_starved: Callable[[], None]
    """The trainer has no more than one micro-batch left to do: give it more."""
    on_void: Callable[[str], None]
    """The gradient has become void (reason) and is zeroed, and nothing that was assigned will be done; but the process
    lives: assign anew. It may come while `freeze` is under way, which then returns nothing."""
    on_lost: Callable[[Saying], None]
    """The process has died (reason); the gradient is void. State vectors are intact unless `apply` was under way.
    `start` may be called again."""


class Trainer(Protocol):
    """Accumulates gradients and makes optimizer steps.

    The vectors are shared memory owned by the engine. Who may write: `gradient` the trainer until `freeze` returned,
    then nobody until the next `assign`; `average` the engine; `state` the engine while no `apply` is under way.
    """

    @property
    def elements(self) -> int:
        """Length P of the parameter vector."""
        ...

    @property
    def gradient(self) -> Vector:
        """[P] sum over the samples since the last clearing of the gradient of the per-sample loss."""
        ...

    @property
    def average(self) -> Vector:
        """[P] mean gradient per sample, to be applied by `apply`."""
        ...

    @property
    def state(self) -> Vector:
        """[(1 + moments) * P]: parameters, then the optimizer's moments (`core.training.layout.moments_of`)."""
        ...

    @property
    def is_running(self) -> bool: ...

    @property
    def micro_batch(self) -> int:
        """Samples per forward/backward on this device; 0 until known."""
        ...

    @property
    def device(self) -> str: ...

    async def start(self) -> None:
        """Starts the process and returns when it is ready to work. Gradient is cleared. Raises `LocalFault`."""
        ...

    def assign(self, samples: SampleRange) -> None:
        """Queues samples; done in order, micro-batch by micro-batch. Each comes back in one of `on_progress`,
        `on_rejected`, the answer of `freeze`, or with all others by `on_void` and `on_lost`."""
        ...

    def join(self, joined: Sequence[Joined]) -> None:
        """This is all the data that has joined the run by now: it counts for what is assigned from here on."""
        ...

    async def freeze(self) -> list[SampleRange]:
        """Ends accumulation at the next micro-batch boundary, drops the queue and returns what was not done.
        After it no `on_progress` comes, and `gradient` is complete in shared memory."""
        ...

    async def clear(self) -> None:
        """Zeroes the gradient. The trainer must be frozen."""
        ...

    async def apply(self, step: int, scalars: Scalars, *, clear: bool) -> None:
        """Optimizer step number `step`, from 1, on `state` with `average`; with `clear` the gradient is zeroed too.
        Frozen only."""
        ...

    async def reload(self) -> None:
        """The engine has written `state`: take it over (to the device)."""
        ...

    def set_may_run(self, may_run: bool) -> None:
        """Lets go of, or takes, the device between kernels' worth of work; no message needed."""
        ...

    def stand_aside(self, aside: bool) -> None:
        """For a moment in which others need the computer: work rests, commands are obeyed; no message needed."""
        ...

    def set_duty(self, duty: float) -> None:
        """Part of the time that the device computes, above 0 and up to 1; no message needed."""
        ...

    def set_cores(self, cores: int) -> None:
        """Threads of the processor's work, from the next micro-batch on; results do not depend on it."""
        ...

    async def release(self) -> None:
        """Gives the device's memory back. The trainer must be frozen. The gradient gathered so far stays and counts,
        and all but training goes on: `micro_batch` is 0, and what is assigned waits for `reclaim`, or comes back by
        `freeze`. Does nothing where the device has no memory of its own. Raises `TrainerLost`."""
        ...

    async def reclaim(self) -> None:
        """Takes the device again, after `release`. Raises `LocalFault` where it cannot be had now."""
        ...

    @property
    def stuck_s(self) -> float:
        """Seconds since the process has shown a sign of life although it should have; 0.0 while all is well."""
        ...

    def end_stuck(self) -> None:
        """Kills a process of which nothing is to be hoped; `on_lost` follows."""
        ...

    async def export(self, folder: Path, card: str = "", kept: Kept | None = None) -> None:
        """Writes the model of the present state, or a kept one, as a `transformers` folder with the README `card`."""
        ...

    async def stop(self) -> None: ...
