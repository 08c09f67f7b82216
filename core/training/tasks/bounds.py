"""Checks that several tasks share."""

import math
from collections.abc import Iterator

from core.training.tasks.api import Fault

MAX_VOCABULARY = 1 << 20


def between(key: str, value: float, least: float, most: float) -> Iterator[Fault]:
    if not math.isfinite(value) or not least <= value <= most:
        yield key, f"{value:g} is not between {least:g} and {most:g}"
