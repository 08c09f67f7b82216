"""How a run's mirrors have fared: who is to be left alone for how long, and what to tell of it."""

import functools
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from core.data.mirrors import Mirror
from core.data.web import WebFault
from core.saying import NOTHING, Saying, say

log = logging.getLogger(__name__)

FIRST_WAIT_S, LONGEST_WAIT_S = 2.0, 60.0
"""After a failure, twice as long after each more, unless the mirror asks for longer."""


@dataclass(slots=True)
class _Record:
    failures: int = 0
    """In a row."""
    again_s: float = 0.0
    saying: Saying = NOTHING
    """Of the last of them."""


class MirrorBook:
    """Kept as long as a run is taken part in, for all its shards."""

    def __init__(self) -> None:
        self._records: dict[str, _Record] = {}

    def is_due(self, mirror: Mirror, now_s: float) -> bool:
        return now_s >= self._of(mirror).again_s

    def note_success(self, mirror: Mirror) -> None:
        record = self._of(mirror)
        record.failures, record.again_s, record.saying = 0, 0.0, NOTHING

    def note_failure(self, mirror: Mirror, fault: WebFault, now_s: float) -> None:
        record = self._of(mirror)
        wait_s = max(min(FIRST_WAIT_S * 2.0 ** min(record.failures, 30), LONGEST_WAIT_S), fault.wait_s)
        record.failures += 1
        record.again_s = now_s + wait_s
        saying = _saying(mirror, fault)
        if saying != record.saying:
            log.info("%s", saying)
        record.saying = saying

    def note_lie(self, mirror: Mirror) -> None:
        """What to tell of it; that it is asked no more is for `core.data.liars` to know."""
        self._of(mirror).saying = say(
            "The mirror {mirror} gives other data than the manifest says, and is not asked any more: tell the "
            "collaboration's organiser.",
            mirror=mirror.place,
        )

    def trouble(self, mirrors: Sequence[Mirror]) -> Saying:
        """Which of these gives nothing, and why, a sentence for each; `NOTHING` where all are well."""
        told = [saying for mirror in mirrors if (saying := self._of(mirror).saying)]
        if not told:
            return NOTHING
        return functools.reduce(lambda one, other: say("{sentence} {mirrors}", sentence=one, mirrors=other), told)

    def _of(self, mirror: Mirror) -> _Record:
        return self._records.setdefault(mirror.text, _Record())


def _saying(mirror: Mirror, fault: WebFault) -> Saying:
    again = say("it is asked again every minute")
    if fault.wait_s > LONGEST_WAIT_S:
        again = say("it is asked again in {wait_s}", wait_s=fault.wait_s)
    if not fault.remedy:
        return say("The mirror {mirror} {does}; {again}.", mirror=mirror.place, does=fault.what, again=again)
    return say(
        "The mirror {mirror} {does}: {remedy}; {again}.",
        mirror=mirror.place,
        does=fault.what,
        remedy=fault.remedy,
        again=again,
    )
