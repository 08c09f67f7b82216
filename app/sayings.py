"""The engine's sentences in the user's language and number format."""

from collections.abc import Callable

from app import network_words, words
from app.qt import QLocale
from app.words import translate
from core.ipc.saying import Saying, Value

_LONGEST = 600


def said(saying: Saying, english: str = "") -> str:
    """`english` stands in where an engine of another version sends no template, or one that its values do not fit."""
    if not saying:
        return words.plain(english, _LONGEST)
    values = {name: written(name, value) for name, value in saying.values.items()}
    try:
        text = translate("sayings", saying.template).format_map(values)
    except (KeyError, IndexError, ValueError):
        text = english or saying.template
    return words.plain(text, _LONGEST)


def written(name: str, value: Value) -> str:
    """One value, as the end of its name says (core/ipc/saying.py)."""
    if isinstance(value, str):
        return value
    for ending, form in _FORMS:
        if name.endswith(ending):
            return form(value)
    return QLocale().toString(value) if isinstance(value, int) else QLocale().toString(value, "g", 6)


_FORMS: tuple[tuple[str, Callable[[float], str]], ...] = (
    ("_percent", lambda value: words.percent(round(value))),
    ("_bytes_per_s", network_words.rate),
    ("_bytes", network_words.volume),
    ("_time", words.clock),
    ("_s", words.duration),
)
"""In this order: the first that fits counts."""
