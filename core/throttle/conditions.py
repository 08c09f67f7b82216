"""What can stand against computing besides the owner's orders: one row per reason, in the order in which they count."""

from collections.abc import Callable
from dataclasses import dataclass

from core.ipc.messages import Reason
from core.ipc.preferences import Preferences
from core.throttle.facts import Situation
from core.throttle.latch import EMPTY, Mean, Pull
from core.throttle.presence import is_somebody_here, program_that_runs, when
from core.throttle.warmth import GO_ON_C, STOP_C

CALM_S = 10.0
"""How long what has ended must stay ended before training comes back."""
ROOM_S = 120.0
"""Likewise for memory, since the trainer takes it again."""
AWAY_S = 2.0
"""Likewise for an absence, which has lasted `away_after_s` already: against a sensor that stutters."""
LITTLE_FREE_PERCENT = 5.0
"""Of memory or of a card's."""
ENOUGH_FREE_PERCENT = 15.0


@dataclass(frozen=True, slots=True)
class Seen:
    """What conditions look at."""

    situation: Situation
    preferences: Preferences
    cpu: Mean = EMPTY
    gpu: Mean = EMPTY
    """Others' use of late."""
    is_first: bool = False
    """Nothing is known of what was before."""


@dataclass(frozen=True, slots=True)
class Condition:
    reason: Reason
    matters: Callable[[Situation, Preferences], bool]
    """Whether the owner wants it to stand against computing; looked at anew each time."""
    pull: Callable[[Seen], Pull]


def _while(holds: Callable[[Situation], bool], off_after_s: float = CALM_S) -> Callable[[Seen], Pull]:
    """On at once, off after a while."""

    def pull(seen: Seen) -> Pull:
        is_so = holds(seen.situation)
        return Pull(on=is_so, off=not is_so, off_after_s=off_after_s)

    return pull


def _here(seen: Seen) -> Pull:
    is_here = is_somebody_here(seen.situation, seen.preferences)
    return Pull(on=is_here, off=not is_here, off_after_s=AWAY_S)


def _program(seen: Seen) -> Pull:
    runs = bool(program_that_runs(seen.situation, seen.preferences))
    return Pull(on=runs, off=not runs, off_after_s=CALM_S)


def calm_limit_percent(limit_percent: float) -> float:
    """15 points below the busy limit, and never below a third of it."""
    return max(limit_percent - 15.0, limit_percent / 3)


def _use(mean: Mean, now_percent: float | None, limit_percent: float, *, is_first: bool) -> Pull:
    """A burst shorter than the mean's time stops nothing."""
    is_known = mean.is_whole or is_first
    return Pull(
        on=is_known and mean.value > limit_percent,
        off=(now_percent or 0.0) < calm_limit_percent(limit_percent),
        off_after_s=CALM_S,
    )


def _cpu_use(seen: Seen) -> Pull:
    percent = seen.situation.readings.others_cpu_percent
    return _use(seen.cpu, percent, seen.preferences.cpu_busy_limit_percent, is_first=seen.is_first)


def _gpu_use(seen: Seen) -> Pull:
    percent = seen.situation.readings.others_gpu_percent
    return _use(seen.gpu, percent, seen.preferences.gpu_busy_limit_percent, is_first=seen.is_first)


def _room(seen: Seen) -> Pull:
    readings = seen.situation.readings
    free = [readings.free_memory_percent]
    if seen.situation.device == "gpu":
        free.append(readings.free_vram_percent)
    least = min((percent for percent in free if percent is not None), default=100.0)
    return Pull(on=least < LITTLE_FREE_PERCENT, off=least > ENOUGH_FREE_PERCENT, off_after_s=ROOM_S)


def _heat(seen: Seen) -> Pull:
    read_c, target_c = temperature(seen.situation, seen.preferences)
    if read_c is None:
        return Pull(on=False, off=True, off_after_s=CALM_S)
    return Pull(on=read_c >= target_c + STOP_C, off=read_c <= target_c - GO_ON_C)


def temperature(situation: Situation, preferences: Preferences) -> tuple[float | None, int]:
    """What is read of the device that computes, and its target; 0 is none."""
    if situation.device == "cpu":
        return situation.readings.cpu_temperature_c, preferences.cpu_temperature_limit_c
    return situation.readings.gpu_temperature_c, preferences.gpu_temperature_limit_c


CONDITIONS = (
    Condition(Reason.TOO_HOT, lambda situation, owner: temperature(situation, owner)[1] > 0, _heat),
    Condition(Reason.LOW_MEMORY, lambda _, owner: True, _room),
    # A battery that does not say how it is fed may be in use.
    Condition(
        Reason.ON_BATTERY,
        lambda _, owner: owner.pause_on_battery,
        _while(lambda situation: situation.readings.on_battery is not False),
    ),
    Condition(
        Reason.ENERGY_SAVER,
        lambda _, owner: owner.pause_in_energy_saver,
        _while(lambda situation: situation.readings.is_saving_energy is True),
    ),
    Condition(
        Reason.LID_CLOSED,
        lambda _, owner: owner.pause_with_lid_closed,
        _while(lambda situation: situation.readings.is_lid_closed is True),
    ),
    Condition(
        Reason.METERED,
        lambda _, owner: owner.pause_when_metered,
        _while(lambda situation: situation.readings.is_metered is True),
    ),
    Condition(
        Reason.DATA_BUDGET,
        lambda situation, owner: 0 < owner.monthly_limit_bytes <= situation.month_bytes,
        lambda _: Pull(on=True, off=False),
    ),
    Condition(
        Reason.IN_CALL,
        lambda _, owner: owner.pause_in_calls,
        _while(lambda situation: situation.readings.is_in_call is True),
    ),
    Condition(
        Reason.FULL_SCREEN,
        lambda _, owner: owner.pause_in_full_screen,
        _while(lambda situation: situation.readings.is_full_screen is True),
    ),
    Condition(Reason.PROGRAM_RUNS, lambda _, owner: bool(owner.programs), _program),
    Condition(Reason.IN_USE, lambda situation, owner: when(situation.device, owner) == "away", _here),
    Condition(Reason.COMPUTER_BUSY, lambda _, owner: owner.pause_when_busy, _cpu_use),
    Condition(
        Reason.GPU_BUSY,
        lambda situation, owner: situation.device == "gpu" and owner.pause_when_gpu_busy,
        _gpu_use,
    ),
)
