"""How a run's mirrors have fared: who is to be left alone for how long, and what to tell of it."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from core.data.mirrors import Mirror
from core.data.web import WebFault

log = logging.getLogger(__name__)

FIRST_WAIT_S, LONGEST_WAIT_S = 2.0, 60.0
"""After a failure, twice as long after each more, unless the mirror asks for longer."""


@dataclass(slots=True)
class _Record:
    failures: int = 0
    """In a row."""
    again_s: float = 0.0
    sentence: str = ""
    """Of the last of them."""


class MirrorBook:
    """Kept as long as a run is taken part in, for all its shards."""

    def __init__(self) -> None:
        self._records: dict[str, _Record] = {}

    def is_due(self, mirror: Mirror, now_s: float) -> bool:
        return now_s >= self._of(mirror).again_s

    def note_success(self, mirror: Mirror) -> None:
        record = self._of(mirror)
        record.failures, record.again_s, record.sentence = 0, 0.0, ""

    def note_failure(self, mirror: Mirror, fault: WebFault, now_s: float) -> None:
        record = self._of(mirror)
        wait_s = max(min(FIRST_WAIT_S * 2.0 ** min(record.failures, 30), LONGEST_WAIT_S), fault.wait_s)
        record.failures += 1
        record.again_s = now_s + wait_s
        sentence = _sentence(mirror, fault)
        if sentence != record.sentence:
            log.info("%s", sentence)
        record.sentence = sentence

    def note_lie(self, mirror: Mirror) -> None:
        """What to tell of it; that it is asked no more is for `core.data.liars` to know."""
        self._of(mirror).sentence = (
            f"The mirror {mirror.place} gives other data than the manifest says, and is not asked any more: tell the "
            "collaboration's organiser."
        )

    def trouble(self, mirrors: Sequence[Mirror]) -> str:
        """Which of these gives nothing, and why, a sentence for each; empty where all are well."""
        return " ".join(sentence for mirror in mirrors if (sentence := self._of(mirror).sentence))

    def _of(self, mirror: Mirror) -> _Record:
        return self._records.setdefault(mirror.text, _Record())


def _sentence(mirror: Mirror, fault: WebFault) -> str:
    again = "it is asked again every minute"
    if fault.wait_s > LONGEST_WAIT_S:
        again = f"it is asked again in {fault.wait_s / 60:.0f} minutes"
    remedy = f"{fault.remedy}; {again}" if fault.remedy else again
    return f"The mirror {mirror.place} {fault}{':' if fault.remedy else ';'} {remedy}."
