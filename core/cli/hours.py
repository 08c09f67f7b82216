"""Hours of the week as they are typed and shown: `mon-fri 18-24, sat-sun all`."""

import re

from core.errors import UsageError
from core.ipc.preferences import ALL_DAY

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

_PART = re.compile(r"(?:(?P<days>[a-z]{3}(?:-[a-z]{3})?)\s+)?(?P<hours>all|none|\d{1,2}-\d{1,2}(?:\+\d{1,2}-\d{1,2})*)")


def hours_of(text: str) -> tuple[int, ...]:
    """Masks as of `Preferences.hours`; days that are not named are not allowed. Over midnight, `22-6` means the late
    and the early hours of each named day. Raises `UsageError`."""
    week = [0] * 7
    for part in text.lower().split(","):
        found = _PART.fullmatch(part.strip())
        if found is None:
            raise _misunderstood(text)
        mask = _mask(found["hours"], text)
        for day in _days(found["days"], text):
            week[day] |= mask
    return tuple(week)


def _days(span: str | None, text: str) -> list[int]:
    if span is None:
        return list(range(7))
    first, _, last = span.partition("-")
    if first not in DAYS or (last and last not in DAYS):
        raise _misunderstood(text)
    begin, count = DAYS.index(first), (DAYS.index(last or first) - DAYS.index(first)) % 7 + 1
    return [(begin + step) % 7 for step in range(count)]


def _mask(spans: str, text: str) -> int:
    if spans in ("all", "none"):
        return ALL_DAY if spans == "all" else 0
    mask = 0
    for span in spans.split("+"):
        first, last = (int(hour) for hour in span.split("-"))
        if first > 23 or last > 24:
            raise _misunderstood(text)
        length = (last - first) % 24 or 24
        for step in range(length):
            mask |= 1 << (first + step) % 24
    return mask


def hours_in_words(hours: tuple[int, ...]) -> str:
    """What `hours_of` reads; days with the same hours together."""
    if len(set(hours)) == 1:
        return _spans(hours[0])
    parts, first = [], 0
    for day in range(1, 8):
        if day == 7 or hours[day] != hours[first]:
            named = DAYS[first] if day - 1 == first else f"{DAYS[first]}-{DAYS[day - 1]}"
            if hours[first]:
                parts.append(f"{named} {_spans(hours[first])}")
            first = day
    return ", ".join(parts)


def _spans(mask: int) -> str:
    if mask in (0, ALL_DAY):
        return "all" if mask else "none"
    spans, hour = [], 0
    while hour < 24:
        if mask >> hour & 1:
            end = next((later for later in range(hour, 24) if not mask >> later & 1), 24)
            spans.append(f"{hour}-{end}")
            hour = end
        hour += 1
    return "+".join(spans)


def _misunderstood(text: str) -> UsageError:
    return UsageError(
        f"{text[:60]!r} says no hours of the week; write them like `all`, `18-24` or `mon-fri 22-6, sat 8-12+14-24`."
    )
