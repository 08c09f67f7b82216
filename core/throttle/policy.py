"""Whether training may run now: one pure function from facts to a decision."""

import time
from dataclasses import dataclass

from core.ipc.messages import Reason
from core.throttle.facts import Facts, Rules


@dataclass(frozen=True, slots=True)
class Latch:
    """A condition that changes only after its opposite has held for a while."""

    is_on: bool = False
    turning_since_s: float | None = None
    """Since when the opposite holds without a break; None while it does not."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do, why, and what the next decision has to know of this one."""

    may_run: bool
    reason: Reason
    """`NONE` where nothing stands against running."""
    sentence: str
    """For people; empty with `NONE`. The same while the reason lasts."""
    busy: Latch = Latch()
    battery: Latch = Latch()


FREE = Decision(may_run=True, reason=Reason.NONE, sentence="")
"""To begin with."""


def decide(facts: Facts, rules: Rules, previous: Decision, now_s: float) -> Decision:
    """Next decision. `now_s`: Unix time; if the clock is set back, waiting times start anew.

    In this order: the user's pause, a finished last step, battery, a busy computer, a last step under way.
    Not knowing (None) stands for mains power and an idle computer: a sensor that a machine lacks must not keep it
    from ever taking part.
    """
    battery = _turn(
        previous.battery,
        wants_on=facts.on_battery is True,
        wants_off=facts.on_battery is not True,
        waits_s=(0.0, rules.calm_s),
        now_s=now_s,
    )
    use = facts.others_cpu_percent or 0.0
    busy = _turn(
        previous.busy,
        wants_on=use > rules.cpu_busy_limit_percent,
        wants_off=use < rules.cpu_calm_limit_percent,
        waits_s=(rules.busy_s, rules.calm_s),
        now_s=now_s,
    )
    may_run, reason, sentence = _verdict(facts, rules, busy.is_on, battery.is_on, now_s)
    return Decision(may_run, reason, sentence, busy, battery)


def _verdict(facts: Facts, rules: Rules, is_busy: bool, is_on_battery: bool, now_s: float) -> tuple[bool, Reason, str]:
    pause = _pause_by_user(facts, now_s)
    if pause:
        return False, Reason.PAUSED_BY_USER, pause
    if rules.pause_on_battery and is_on_battery:
        return False, Reason.ON_BATTERY, "Paused while the computer runs on battery."
    if rules.pause_when_busy and is_busy:
        limit = f"{rules.cpu_busy_limit_percent:g} %"
        return False, Reason.COMPUTER_BUSY, f"Paused while other programs use more than {limit} of the processor."
    if facts.finish_step is not None:
        return True, Reason.FINISHING_STEP, "Finishing this step, then pausing."
    return True, Reason.NONE, ""


def _pause_by_user(facts: Facts, now_s: float) -> str:
    """The sentence for it; empty where the user did not pause."""
    if facts.paused_by_user:
        return "Paused until you resume."
    if facts.paused_until_s is not None and now_s < facts.paused_until_s:
        return f"Paused until {_clock(facts.paused_until_s, now_s)}."
    if facts.finish_step is not None and facts.committed_step >= facts.finish_step:
        return "The step is finished; paused until you resume."
    return ""


def _turn(latch: Latch, *, wants_on: bool, wants_off: bool, waits_s: tuple[float, float], now_s: float) -> Latch:
    """`waits_s`: how long it must be wanted before it turns on, and off."""
    is_wanted = wants_off if latch.is_on else wants_on
    if not is_wanted:
        return Latch(latch.is_on)
    since_s = latch.turning_since_s
    if since_s is None or since_s > now_s:
        since_s = now_s
    if now_s - since_s >= waits_s[latch.is_on]:
        return Latch(not latch.is_on)
    return Latch(latch.is_on, since_s)


def _clock(time_s: float, now_s: float) -> str:
    """Local time; with the date unless it is today."""
    try:
        then, today = time.localtime(time_s), time.localtime(now_s)
    except (OverflowError, ValueError, OSError):
        return "you resume"  # a time beyond all calendars
    return time.strftime("%H:%M" if then[:3] == today[:3] else "%Y-%m-%d %H:%M", then)
