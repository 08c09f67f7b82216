"""What peers say to each other while they average; payloads follow as each message says."""

from core.averaging.assignment import Run
from core.averaging.part_book import NO_GAPS, Gaps
from core.identity.ids import Digest, PeerId
from core.transport.api import Message


class OpenExchange(Message, frozen=True):
    """First message of a member's stream to a reducer: it will contribute to the parts in `runs`, if it is a
    contributor, and wants their averages. Upstream `ContributedPart`s follow, downstream `AveragedPart`s.

    If it `feeds`, it owns the parts in another group: upstream `PartialPart`s follow."""

    step: int
    series: int
    attempt: int
    """The latest attempt that the member knows."""
    runs: tuple[Run, ...]
    resumes: bool = False
    """An earlier stream broke: the reducer says first, in `WantedParts`, what it still needs."""
    feeds: bool = False


class WantedParts(Message, frozen=True):
    """The reducer's first answer where a stream resumes: contributions not delivered yet."""

    runs: tuple[Run, ...]


class ContributedPart(Message, frozen=True):
    """The sender's mean gradient of part `index` follows as one payload."""

    index: int


class PartialPart(Message, frozen=True):
    """The weighted sum over `samples` samples of the sender's group follows as one payload, [elements] little-endian
    float64; where `samples` is 0 nothing follows."""

    index: int
    samples: int
    missing: tuple[PeerId, ...] = ()
    """Contributors of the group that are not in it."""


class AveragedPart(Message, frozen=True):
    """The average of part `index` follows as one payload, unless `is_lost`."""

    index: int
    is_lost: bool = False
    """This reducer will not close the part: nobody delivered it, or it went to another reducer."""
    gaps: Gaps = NO_GAPS
    """Who is not in it."""


class FetchParts(Message, frozen=True):
    """First message of a stream: asks for averaged parts of `step`, from whoever holds them."""

    step: int
    layout: Digest
    """Of the layout by which the parts in `runs` are numbered; who holds the step by another has none of them."""
    runs: tuple[Run, ...]


class HeldParts(Message, frozen=True):
    """Answer to `FetchParts`: of those asked for, the parts in `runs` follow as payloads in ascending order."""

    runs: tuple[Run, ...]
    gaps: tuple[tuple[int, Gaps], ...] = ()
    """Who is not in them, of those parts where somebody is not."""


MESSAGES = (OpenExchange, WantedParts, ContributedPart, PartialPart, AveragedPart, FetchParts, HeldParts)
"""All of them, for the union that a transport is built with."""
