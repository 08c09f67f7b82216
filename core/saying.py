"""Sentences for people that can be said in any language: an English template, and the values in it.

The template is the key under which the app finds its translation. How a value is written follows from the end of its
name, so that engine, command line and app say the same in each language's own way:

    _percent                  25 %              _bytes            1.2 GB
    _s                        3 h 05 min        _bytes_per_s      1.2 MB/s
    _time (Unix time)         14:05             anything else     as it is, numbers in the language's form

A value can be a saying itself, where a part of a sentence depends on something.
"""

import time
from collections.abc import Callable, Mapping
from typing import Union

import msgspec

Value = Union[str, int, float, "Saying"]

_LONGEST_S = 1e10
"""Three centuries; what is longer, infinity too, is written as this."""
_UNITS = ("kB", "MB", "GB", "TB")


class Saying(msgspec.Struct, frozen=True):
    """`str()` is the English of it. Made by `say`, which marks the template for translation."""

    template: str = ""
    values: Mapping[str, Value] = {}

    def __bool__(self) -> bool:
        return bool(self.template)

    def __str__(self) -> str:
        return self.template.format_map({name: in_english(name, value) for name, value in self.values.items()})


NOTHING = Saying()


def say(template: str, /, **values: Value) -> Saying:
    """`template` has to be a literal: translations are gathered from calls of this function."""
    return Saying(template, values)


def quote(sentence: str) -> Saying:
    """Words of others, or of a fault, which stay as they are in every language."""
    return Saying("{sentence}", {"sentence": sentence})


def in_english(name: str, value: Value) -> str:
    """One value, as its name says."""
    if isinstance(value, str | Saying):
        return str(value)
    for ending, written in _FORMS.items():
        if name.endswith(ending):
            return written(value)
    return f"{value:g}" if isinstance(value, float) else f"{value:,}"


def clock(time_s: float, now_s: float) -> str:
    """Local time of a Unix time; with the date unless it is today."""
    try:
        then, today = time.localtime(time_s), time.localtime(now_s)
    except (OverflowError, ValueError, OSError):
        return "a day beyond all calendars"
    return time.strftime("%H:%M" if then[:3] == today[:3] else "%Y-%m-%d %H:%M", then)


def _bytes(value: float) -> str:
    if value < 1_000:
        return f"{value:.0f} bytes"
    for unit in _UNITS:
        value /= 1_000
        if value < 999.5 or unit == _UNITS[-1]:
            break
    return f"{value:.1f} {unit}" if value < 10 else f"{value:.0f} {unit}"


def _duration(seconds: float) -> str:
    """The two largest units."""
    whole = int(min(max(0.0, seconds), _LONGEST_S))
    if whole < 60:
        return f"{whole} s"
    if whole < 3_600:
        return f"{whole // 60} min"
    if whole < 86_400:
        return f"{whole // 3_600} h {whole % 3_600 // 60:02} min"
    return f"{whole // 86_400} d {whole % 86_400 // 3_600} h"


_FORMS: dict[str, Callable[[float], str]] = {
    "_percent": lambda value: f"{value:.0f} %",
    "_bytes_per_s": lambda value: f"{_bytes(value)}/s",
    "_bytes": _bytes,
    "_time": lambda value: clock(value, time.time()),
    "_s": _duration,
}
"""In this order: the first that fits counts."""
