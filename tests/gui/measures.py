"""Numbers with their units, as the app writes them."""

import re

from app.words import NO_BREAK_SPACE

_UNITS = r"s|min|h|d|ms|%|W|Wh|kWh|[kMGT]B(?:/s)?|samples/s|EUR"
_WITHIN = re.compile(rf"(?<=\d) (?=(?:{_UNITS})(?!\w))|(?<=\d [hd]) (?=\d)")


def kept(text: str) -> str:
    """`text` with no-break spaces where a line's end would part a number from its unit."""
    return _WITHIN.sub(NO_BREAK_SPACE, text)
