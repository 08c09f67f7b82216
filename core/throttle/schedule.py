"""Hours of the week in which computing is allowed, by the local clock with all its leaps."""

import time
from collections.abc import Callable, Sequence

LocalHour = Callable[[float], tuple[int, int]]
"""From a Unix time to the local day of the week (Monday is 0) and hour of the day."""

_QUARTER_S = 900
"""Local hours begin at multiples of it: so the offsets of all time zones in use have it, as do their changes."""
_FURTHEST_S = 15 * 86_400
"""An hour of the week may be left out by the clocks once, and not in two weeks running."""


def local_hour(unix_s: float) -> tuple[int, int]:
    """By this computer's time zone."""
    local = time.localtime(unix_s)
    return local.tm_wday, local.tm_hour


def is_allowed(hours: Sequence[int], unix_s: float, local: LocalHour) -> bool:
    """`hours`: as `Preferences.hours`. An hour that the clocks show twice counts twice."""
    weekday, hour = local(unix_s)
    return bool(hours[weekday] >> hour & 1)


def next_allowed_s(hours: Sequence[int], unix_s: float, local: LocalHour) -> float | None:
    """Unix time of the first allowed moment after `unix_s`; None where no hour is allowed."""
    if not any(hours):
        return None
    first_s = (int(unix_s) // _QUARTER_S + 1) * _QUARTER_S
    for moment_s in range(first_s, first_s + _FURTHEST_S, _QUARTER_S):
        if is_allowed(hours, moment_s, local):
            return float(moment_s)
    return None


def longest_stretch_h(hours: Sequence[int]) -> int:
    """The most allowed hours in a row, over the end of the week too; 168 where all are."""
    week = [bool(day >> hour & 1) for day in hours for hour in range(24)]
    if all(week):
        return len(week)
    longest = current = 0
    for is_on in week + week:
        current = current + 1 if is_on else 0
        longest = max(longest, current)
    return longest
