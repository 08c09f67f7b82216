"""The governor's reasons in words."""

from collections.abc import Callable

from core.ipc.messages import Reason
from core.ipc.preferences import Preferences
from core.saying import NOTHING, Saying, say
from core.throttle.facts import Situation
from core.throttle.presence import program_that_runs


def why_paused(reason: Reason, situation: Situation, preferences: Preferences, until_s: float | None) -> Saying:
    """The same while the reason lasts, as far as its values do not change."""
    return _WORDS[reason](situation, preferences, until_s)


def _by_user(situation: Situation, preferences: Preferences, until_s: float | None) -> Saying:
    orders = situation.orders
    if orders.paused:
        return say("Paused until you resume.")
    if until_s is not None:
        return say("Paused until {until_time}.", until_time=until_s)
    return say("The step is finished; paused until you resume.")


def _out_of_hours(situation: Situation, preferences: Preferences, until_s: float | None) -> Saying:
    if until_s is None:
        return say("Paused, since the schedule allows no hour at all.")
    return say("Paused by the schedule until {until_time}.", until_time=until_s)


def _not_allowed(situation: Situation, preferences: Preferences, until_s: float | None) -> Saying:
    if situation.device == "cpu":
        return say("Training on the processor is not allowed.")
    return say("Training on the graphics card is not allowed.")


def _in_use(situation: Situation, preferences: Preferences, until_s: float | None) -> Saying:
    readings = situation.readings
    if readings.idle_s is None:
        return say("Paused, since this computer cannot tell whether somebody is here.")
    if readings.idle_s >= preferences.away_after_s:
        if readings.is_full_screen is True or readings.is_in_call is True:
            return say("Paused, since somebody may watch or listen.")
        if preferences.programs and readings.programs is None:
            return say("Paused, since this computer cannot tell which programs run.")
    wait_s = preferences.away_after_s
    return say("Paused while you use the computer; it goes on {wait_s} after the last input.", wait_s=wait_s)


def _program(situation: Situation, preferences: Preferences, until_s: float | None) -> Saying:
    program = program_that_runs(situation, preferences)
    if not program:
        return say("Paused while a program of your list runs.")
    return say("Paused while {program} runs.", program=program)


def _battery(situation: Situation, preferences: Preferences, until_s: float | None) -> Saying:
    if situation.readings.on_battery is None:
        return say("Paused, since this computer cannot tell whether it runs on battery.")
    return say("Paused while the computer runs on battery.")


def _heat(situation: Situation, preferences: Preferences, until_s: float | None) -> Saying:
    if situation.device == "cpu":
        return say("Paused until the processor is cooler.")
    return say("Paused until the graphics card is cooler.")


_WORDS: dict[Reason, Callable[[Situation, Preferences, float | None], Saying]] = {
    Reason.NONE: lambda *_: NOTHING,
    Reason.FINISHING_STEP: lambda *_: say("Finishing this step, then pausing."),
    Reason.NEEDS_CONSENT: lambda *_: say("Nothing is computed before you agree to it."),
    Reason.PAUSED_BY_USER: _by_user,
    Reason.NOT_ALLOWED: _not_allowed,
    Reason.OUT_OF_HOURS: _out_of_hours,
    Reason.TOO_HOT: _heat,
    Reason.LOW_MEMORY: lambda *_: say("Paused until there is more free memory."),
    Reason.ON_BATTERY: _battery,
    Reason.ENERGY_SAVER: lambda *_: say("Paused while the energy saver is on."),
    Reason.LID_CLOSED: lambda *_: say("Paused while the lid is closed."),
    Reason.METERED: lambda *_: say("Paused while the network charges by volume."),
    Reason.DATA_BUDGET: lambda _, owner, __: say(
        "Paused until next month, since {limit_bytes} have been sent and received in this one.",
        limit_bytes=owner.monthly_limit_bytes,
    ),
    Reason.IN_CALL: lambda *_: say("Paused while a microphone, a camera or the screen is in use."),
    Reason.FULL_SCREEN: lambda *_: say("Paused while something fills the screen."),
    Reason.PROGRAM_RUNS: _program,
    Reason.IN_USE: _in_use,
    Reason.COMPUTER_BUSY: lambda _, owner, __: say(
        "Paused while other programs use more than {limit_percent} of the processor.",
        limit_percent=owner.cpu_busy_limit_percent,
    ),
    Reason.GPU_BUSY: lambda _, owner, __: say(
        "Paused while other programs use more than {limit_percent} of the graphics card.",
        limit_percent=owner.gpu_busy_limit_percent,
    ),
}
"""Each reason that the policy may give: a test looks."""


def would(reason: Reason, situation: Situation, duty_percent: int, cores: int) -> Saying:
    """What would happen right now."""
    if reason is Reason.FINISHING_STEP:
        return say("Right now this would finish the step, then pause.")
    if reason is not Reason.NONE:
        return _WOULD_PAUSE[reason]
    if situation.device == "gpu":
        return say(
            "Right now this would train on the graphics card for {duty_percent} of the time.", duty_percent=duty_percent
        )
    if cores == 1:
        return say("Right now this would train on one core for {duty_percent} of the time.", duty_percent=duty_percent)
    return say(
        "Right now this would train on {cores} cores for {duty_percent} of the time.",
        cores=cores,
        duty_percent=duty_percent,
    )


_WOULD_PAUSE: dict[Reason, Saying] = {
    Reason.NEEDS_CONSENT: say("Right now this would do nothing, since you have not agreed to it yet."),
    Reason.PAUSED_BY_USER: say("Right now this would change nothing, since you have paused it."),
    Reason.NOT_ALLOWED: say("Right now this would pause, since training on this device is not allowed."),
    Reason.OUT_OF_HOURS: say("Right now this would pause, by the schedule."),
    Reason.TOO_HOT: say("Right now this would pause, since the computer is too hot."),
    Reason.LOW_MEMORY: say("Right now this would pause, since little memory is free."),
    Reason.ON_BATTERY: say("Right now this would pause, since the computer may run on battery."),
    Reason.ENERGY_SAVER: say("Right now this would pause, since the energy saver is on."),
    Reason.LID_CLOSED: say("Right now this would pause, since the lid is closed."),
    Reason.METERED: say("Right now this would pause, since the network charges by volume."),
    Reason.DATA_BUDGET: say("Right now this would pause, since the month's traffic is used up."),
    Reason.IN_CALL: say("Right now this would pause, since a microphone, a camera or the screen is in use."),
    Reason.FULL_SCREEN: say("Right now this would pause, since something fills the screen."),
    Reason.PROGRAM_RUNS: say("Right now this would pause, since a program of the list runs."),
    Reason.IN_USE: say("Right now this would pause, since somebody may use the computer."),
    Reason.COMPUTER_BUSY: say("Right now this would pause, since other programs use the processor."),
    Reason.GPU_BUSY: say("Right now this would pause, since other programs use the graphics card."),
}
"""Likewise."""
