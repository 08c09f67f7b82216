"""Learning rate and bias corrections of a step. No torch: the coordinator computes them once, for everybody."""

import math
import struct

from core.errors import UsageError
from core.identity.manifest import LarcSgd, Optimizer, Schedule
from core.saying import say
from core.training.api import Scalars

KINDS = ("linear", "cosine", "constant")


def scalars(optimizer: Optimizer, schedule: Schedule, step: int) -> Scalars:
    """Values for `step`, counted from 1, each rounded to float32.

    Raises `UsageError` if the schedule's kind is unknown.
    """
    if step < 1:
        raise ValueError(f"steps are counted from 1, not {step}")
    rate = _float32(optimizer.learning_rate * rate_factor(schedule, step))
    if isinstance(optimizer, LarcSgd):
        return Scalars(learning_rate=rate, correction1=1.0, correction2=1.0)
    return Scalars(
        learning_rate=rate,
        correction1=_float32(1.0 - optimizer.beta1**step),
        correction2=_float32(1.0 - optimizer.beta2**step),
    )


def rate_factor(schedule: Schedule, step: int) -> float:
    """Share of the full learning rate at `step`, in [0, 1].

    Step `warmup_steps` is the first at the full rate, so that no step is lost to a rate of zero at the start; `linear`
    and `cosine` reach zero at `total_steps` and stay there.
    """
    if schedule.kind not in KINDS:
        raise UsageError(
            say("The schedule “{kind}” is unknown; use one of {known}.", kind=schedule.kind, known=", ".join(KINDS))
        )
    if step <= schedule.warmup_steps:
        return step / schedule.warmup_steps
    if schedule.kind == "constant":
        return 1.0
    if step >= schedule.total_steps:
        return 0.0
    progress = (step - schedule.warmup_steps) / (schedule.total_steps - schedule.warmup_steps)
    if schedule.kind == "linear":
        return 1.0 - progress
    return 0.5 * (1.0 + math.cos(math.pi * progress))


def _float32(value: float) -> float:
    rounded: float = struct.unpack("<f", struct.pack("<f", value))[0]
    return rounded
