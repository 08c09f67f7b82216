"""What training may do now: one pure function from facts and preferences to a decision."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

import msgspec

from core.ipc.messages import Reason
from core.ipc.preferences import ALL_DAY, Preferences
from core.saying import Saying
from core.throttle.conditions import CONDITIONS, Seen, temperature
from core.throttle.facts import Situation
from core.throttle.latch import EMPTY, Latch, Mean, turned
from core.throttle.presence import when
from core.throttle.schedule import LocalHour, is_allowed, next_allowed_s
from core.throttle.warmth import COLD, Warmth, heeded, metered
from core.throttle.words import why_paused

LONGEST_LOOK_S = 3.0
"""More time than this does not count as having passed between two looks: the computer slept, or its clock was set."""
MOST_CORES = 1024
FREE_AFTER_S = 60.0
"""Of a pause for somebody who is here, after which the graphics card's memory is given back."""

_FOR_SOMEBODY = {
    *(Reason.PAUSED_BY_USER, Reason.IN_USE, Reason.IN_CALL, Reason.FULL_SCREEN),
    *(Reason.PROGRAM_RUNS, Reason.GPU_BUSY),
}
_RUNS = (Reason.NONE, Reason.FINISHING_STEP)
_NO_BULK = (Reason.METERED, Reason.DATA_BUDGET)


class Act(Enum):
    RUN = "run"
    FINISH = "finish"
    """Run until the step is committed, then pause."""
    PAUSE = "pause"
    FREE = "free"
    """Pause, and give the device's memory back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What the next decision has to know."""

    at_s: float
    """Unix time of the last look."""
    latches: Mapping[Reason, Latch] = field(default_factory=dict)
    cpu: Mean = EMPTY
    gpu: Mean = EMPTY
    warmth: Warmth = COLD
    paused_for_somebody_s: float = 0.0
    has_freed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    act: Act
    reason: Reason
    """`NONE` where nothing stands against running."""
    saying: Saying
    """Nothing with `NONE`."""
    until_s: float | None = None
    """Unix time when the reason will be gone, where that is known."""
    duty: float = 0.0
    """Part of the time that the device computes, 0 to 1; 0 in a pause."""
    cores: int = 0
    """Of the processor, where that is what computes; 0 in a pause."""
    bulk: bool = True
    """Whether more may cross the network than what keeps in touch."""
    yields_to_input: bool = False
    """A key or a movement of the mouse ends this; nobody needs to be asked for it."""
    stands_aside_percent: int | None = None
    """Others' use of the processor above which what is computed there rests at once; None: none is in the way."""
    memory: Memory = field(repr=False)

    @property
    def may_run(self) -> bool:
        return self.act in (Act.RUN, Act.FINISH)


def decide(
    situation: Situation, preferences: Preferences, previous: Memory | None, unix_s: float, local: LocalHour
) -> Decision:
    """Next decision, about once a second. `previous`: None where nothing is known of what was, at a start or for a
    preview: then all facts count at once.

    In this order: consent, the owner's pause, what is never allowed, hours, hazards, power, network, calls and films,
    presence, load, a last step under way.
    """
    before = previous or Memory(at_s=unix_s)
    passed_s = min(LONGEST_LOOK_S, max(0.0, unix_s - before.at_s))
    seen = _seen(situation, preferences, before, passed_s)
    latches = {
        row.reason: turned(before.latches.get(row.reason), row.pull(seen), passed_s)
        for row in CONDITIONS
        if row.matters(situation, preferences)
    }
    reason, until_s = _verdict(situation, preferences, latches, unix_s, local)
    runs = reason in _RUNS
    on_processor = runs and situation.device == "cpu"
    is_felt = on_processor and preferences.pause_when_busy
    memory = _remembered(before, seen, latches, reason, unix_s)
    return Decision(
        act=_act(reason, has_freed=memory.has_freed),
        reason=reason,
        saying=why_paused(reason, situation, preferences, until_s),
        until_s=until_s,
        duty=memory.warmth.duty(_most_duty(situation, preferences)) if runs else 0.0,
        cores=cores_for(preferences, situation.cores) if on_processor else 0,
        bulk=_bulk(situation, preferences, latches, runs=runs),
        yields_to_input=runs and when(situation.device, preferences) == "away",
        stands_aside_percent=preferences.cpu_busy_limit_percent if is_felt else None,
        memory=memory,
    )


def forgetful(memory: Memory) -> Memory:
    """For rules that have just been changed: their owner waits for nothing."""
    return replace(memory, latches={})


def cores_for(preferences: Preferences, cores: int) -> int:
    """Of a processor with so many."""
    return min(preferences.cpu_cores, cores) if preferences.cpu_cores else max(1, cores // 2)


def unthrottled(preferences: Preferences) -> Preferences:
    """For a machine that has nothing else to do (`--no-throttle`), and for who computes nothing. The owner's pause,
    the month's limit, and how many cores and how much of the time they have said still count."""
    return msgspec.structs.replace(
        preferences,
        **{name: False for name in preferences.__struct_fields__ if name.startswith("pause_")},
        cpu_when="always",
        gpu_when="always",
        programs=(),
        hours=(ALL_DAY,) * 7,
        cpu_temperature_limit_c=0,
        gpu_temperature_limit_c=0,
        gpu_power_limit_w=0,
        cpu_cores=preferences.cpu_cores or MOST_CORES,
    )


def _seen(situation: Situation, preferences: Preferences, before: Memory, passed_s: float) -> Seen:
    readings, is_first = situation.readings, not before.latches
    cpu, gpu = (EMPTY, EMPTY) if is_first else (before.cpu, before.gpu)
    span_s = 1.0 if is_first else passed_s
    return Seen(
        situation,
        preferences,
        cpu=cpu.joined(readings.others_cpu_percent or 0.0, span_s),
        gpu=gpu.joined(readings.others_gpu_percent or 0.0, span_s),
        is_first=is_first,
    )


def _verdict(
    situation: Situation,
    preferences: Preferences,
    latches: Mapping[Reason, Latch],
    unix_s: float,
    local: LocalHour,
) -> tuple[Reason, float | None]:
    """The reason, and when it will be gone."""
    orders = situation.orders
    if not orders.has_consent:
        return Reason.NEEDS_CONSENT, None
    if _is_paused(situation, unix_s):
        return Reason.PAUSED_BY_USER, None if orders.paused else _end_of_pause_s(situation, unix_s)
    if when(situation.device, preferences) == "never":
        return Reason.NOT_ALLOWED, None
    if not is_allowed(preferences.hours, unix_s, local):
        return Reason.OUT_OF_HOURS, next_allowed_s(preferences.hours, unix_s, local)
    against = next((reason for reason, latch in latches.items() if latch.is_on), None)
    if against is not None:
        return against, None
    return (Reason.NONE if orders.finish_step is None else Reason.FINISHING_STEP), None


def _is_paused(situation: Situation, unix_s: float) -> bool:
    orders = situation.orders
    is_finished = orders.finish_step is not None and orders.committed_step >= orders.finish_step
    return orders.paused or is_finished or _end_of_pause_s(situation, unix_s) is not None


def _end_of_pause_s(situation: Situation, unix_s: float) -> float | None:
    """Of a timed pause that has not ended."""
    until_s = situation.orders.paused_until_s
    return until_s if until_s is not None and unix_s < until_s else None


def _act(reason: Reason, *, has_freed: bool) -> Act:
    if reason in _RUNS:
        return Act.FINISH if reason is Reason.FINISHING_STEP else Act.RUN
    return Act.FREE if has_freed else Act.PAUSE


def _bulk(situation: Situation, preferences: Preferences, latches: Mapping[Reason, Latch], *, runs: bool) -> bool:
    is_charged = any(reason in latches and latches[reason].is_on for reason in _NO_BULK)
    return situation.orders.has_consent and not is_charged and (runs or preferences.network_when_paused)


def _most_duty(situation: Situation, preferences: Preferences) -> float:
    is_cpu = situation.device == "cpu"
    return (preferences.cpu_duty_percent if is_cpu else preferences.gpu_duty_percent) / 100


def _remembered(before: Memory, seen: Seen, latches: Mapping[Reason, Latch], reason: Reason, unix_s: float) -> Memory:
    """What is given back stays so until training runs again, whatever else comes to stand against it."""
    passed_s = min(LONGEST_LOOK_S, max(0.0, unix_s - before.at_s))
    memory = replace(before, at_s=unix_s, latches=latches, cpu=seen.cpu, gpu=seen.gpu)
    if reason in _RUNS:
        warmth = _warmth(before.warmth, seen, passed_s)
        return replace(memory, warmth=warmth, paused_for_somebody_s=0.0, has_freed=False)
    paused_s = before.paused_for_somebody_s + (passed_s if reason in _FOR_SOMEBODY else 0.0)
    is_due = seen.situation.device == "gpu" and paused_s >= FREE_AFTER_S
    has_freed = before.has_freed or is_due or reason is Reason.LOW_MEMORY
    return replace(memory, paused_for_somebody_s=paused_s, has_freed=has_freed)


def _warmth(warmth: Warmth, seen: Seen, passed_s: float) -> Warmth:
    situation, preferences = seen.situation, seen.preferences
    most = _most_duty(situation, preferences)
    read_c, target_c = temperature(situation, preferences)
    warmth = heeded(warmth, read_c, target_c, most, passed_s)
    limit_w = preferences.gpu_power_limit_w if situation.device == "gpu" else 0
    return metered(warmth, situation.readings.gpu_power_w, limit_w, most, passed_s)
