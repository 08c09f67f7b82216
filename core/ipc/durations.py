"""How long to pause, in the words of the tray menu and the command line."""

import datetime
import re

from core.errors import UsageError
from core.ipc.requests import LONGEST_PAUSE_S

MORNING_HOUR = 6
"""`tomorrow` ends at this hour, local time: late enough that nobody is still up."""

_UNITS_S = {"d": 86400, "h": 3600, "m": 60, "s": 1}
_FORM = re.compile(r"(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?")


def pause_seconds(text: str, now: datetime.datetime) -> float:
    """`90s`, `15m`, `1h`, `2h30m`, `1d` or `tomorrow`. `now` is aware and in local time. Raises `UsageError`."""
    plain = text.strip().lower()
    if plain == "tomorrow":
        return (_next_morning(now) - now).total_seconds()
    if not plain or not plain.isascii() or not _FORM.fullmatch(plain):
        raise UsageError(f"{text[:40]!r} is no time to pause for; write it like 15m, 1h, 2h30m or tomorrow.")
    seconds = sum(int(count) * _UNITS_S[unit] for count, unit in re.findall(r"(\d{1,12})([dhms])", plain))
    if not 0 < seconds <= LONGEST_PAUSE_S:
        raise UsageError(
            f"A pause lasts from one second to a year, not {text[:40]!r}; without a time it lasts until resumed."
        )
    return float(seconds)


def _next_morning(now: datetime.datetime) -> datetime.datetime:
    """By the calendar, so that a change to summer time in the night does not move it."""
    day = now.date() + datetime.timedelta(days=1)
    return datetime.datetime.combine(day, datetime.time(MORNING_HOUR)).astimezone()
