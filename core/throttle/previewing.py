"""What other preferences would do right now, and where they contradict each other or this computer."""

from collections.abc import Iterator

from core.ipc.preferences import Preferences
from core.ipc.records import Preview
from core.saying import Saying, say
from core.throttle.facts import Situation
from core.throttle.policy import decide
from core.throttle.schedule import LocalHour, longest_stretch_h
from core.throttle.words import would

COLDEST_TARGET_C = 45
"""A computer that rests may be as warm."""
LEAST_MONTH_BYTES = 1_000_000_000
"""Less is used up in a day or two."""


def preview(situation: Situation, preferences: Preferences, unix_s: float, local: LocalHour) -> Preview:
    """By the policy itself; waiting times are left out."""
    decision = decide(situation, preferences, None, unix_s, local)
    duty_percent = round(100 * decision.duty)
    saying = would(decision.reason, situation, duty_percent, decision.cores)
    return Preview(
        runs=decision.may_run,
        duty_percent=duty_percent,
        cores=decision.cores,
        reason=decision.reason,
        sentence=str(saying),
        saying=saying,
        warnings=list(contradictions(situation, preferences)),
    )


def contradictions(situation: Situation, preferences: Preferences) -> Iterator[Saying]:
    """Sentences, the gravest first."""
    yield from _of_devices(situation, preferences)
    yield from _of_time(preferences)
    yield from _of_limits(situation, preferences)


def _of_devices(situation: Situation, preferences: Preferences) -> Iterator[Saying]:
    if preferences.cpu_when == preferences.gpu_when == "never":
        yield say("Neither the processor nor a graphics card may train, so nothing is ever computed.")
    elif situation.device == "cpu" and preferences.cpu_when == "never":
        yield say("The processor is what trains on this computer, and it may not.")
    elif situation.device == "gpu" and preferences.gpu_when == "never":
        yield say("The graphics card is what trains on this computer, and it may not.")
    if preferences.cpu_cores > situation.cores:
        yield say(
            "This computer has no more than {cores} processor cores; all of them are used.", cores=situation.cores
        )


def _of_time(preferences: Preferences) -> Iterator[Saying]:
    stretch_h = longest_stretch_h(preferences.hours)
    if stretch_h == 0:
        yield say("The schedule allows no hour at all, so nothing is ever computed.")
    elif "away" in (preferences.cpu_when, preferences.gpu_when) and preferences.away_after_s >= 3600 * stretch_h:
        yield say(
            "Training while you are away begins {wait_s} after the last input, and the schedule allows no more than "
            "{stretch_s} in a row.",
            wait_s=preferences.away_after_s,
            stretch_s=3600 * stretch_h,
        )


def _of_limits(situation: Situation, preferences: Preferences) -> Iterator[Saying]:
    targets = (preferences.cpu_temperature_limit_c, preferences.gpu_temperature_limit_c)
    coldest = min((target for target in targets if target > 0), default=COLDEST_TARGET_C)
    if coldest < COLDEST_TARGET_C:
        yield say(
            "Computers may be warmer than {limit_c} degrees even when they rest; training would hardly run.",
            limit_c=coldest,
        )
    limit_bytes = preferences.monthly_limit_bytes
    if 0 < limit_bytes <= situation.month_bytes:
        yield say("{month_bytes} have been sent and received in this month already.", month_bytes=situation.month_bytes)
    elif 0 < limit_bytes < LEAST_MONTH_BYTES:
        yield say("{limit_bytes} in a month may be used up in a day or two.", limit_bytes=limit_bytes)
