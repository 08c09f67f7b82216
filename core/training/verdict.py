"""What becomes of the samples of one micro-batch."""

from dataclasses import dataclass
from enum import StrEnum

from core.data.ranges import SampleRange


class Fate(StrEnum):
    DONE = "done"
    """Their gradient is added."""
    ABANDONED = "abandoned"
    """Something more urgent came. Nothing is added, here and below: they may be done again."""
    NO_ROOM = "no room"
    """Memory ran out; from now on fewer are done at once."""
    REJECTED = "rejected"
    """Loss or gradient is not finite."""
    VOID = "void"
    """It failed in the middle of adding: the whole gradient is worth nothing any more."""


@dataclass(frozen=True, slots=True)
class Verdict:
    samples: SampleRange
    fate: Fate
    loss_sum: float = 0.0
    seconds: float = 0.0
    """Without pauses; of what is done."""
