"""Who lives, and which parts of the average are held by whom."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from core.averaging.assignment import Run
from core.averaging.part_book import Gaps
from core.identity.ids import Digest, PeerId
from core.swarm import messages as say
from core.swarm.seat import Seat

LATE_S = 0.75
LATE_FACTOR = 3.0
"""How much longer than half of those asked the others may take, and at least so many seconds."""
Part = tuple[Digest, Gaps]


class Until(Protocol):
    """Waits for a predicate, asked anew at each change, at most so many seconds: whether it came true."""

    def __call__(self, predicate: Callable[[], bool], timeout_s: float | None = None, /) -> Awaitable[bool]: ...


@dataclass(slots=True)
class Found:
    """The answers."""

    answered: set[PeerId] = field(default_factory=set)
    held: dict[int, dict[PeerId, Part]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, seats: Iterable[Seat], step: int) -> None:
        for seat in seats:
            if seat.holding is None or seat.holding.step != step:
                continue
            self.answered.add(seat.peer)
            for part, digest, gaps in seat.holding.parts:
                self.held[part][seat.peer] = (digest, gaps)

    def best(self, part: int, me: PeerId, known: Part | None) -> Part:
        """What counts as the average of `part`, which is held: what was said of it before, if that is held, else what
        this peer holds, else what most do."""
        versions = self.held[part]
        if known is not None and any(digest == known[0] for digest, _ in versions.values()):
            return known
        if me in versions:
            return versions[me]
        counts: dict[Digest, int] = defaultdict(int)
        for digest, _ in versions.values():
            counts[digest] += 1
        return max((versions[peer] for peer in sorted(versions)), key=lambda version: counts[version[0]])

    def holders(self, part: int, digest: Digest) -> list[PeerId]:
        return sorted(peer for peer, version in self.held[part].items() if version[0] == digest)


async def survey(
    until: Until,
    step: int,
    asked: Sequence[Seat],
    runs: tuple[Run, ...],
    gone: Collection[PeerId],
    dead: tuple[PeerId, ...],
    patience_s: float,
) -> Found:
    """Asks all of `asked` about the parts in `runs`. Who is `gone`, perhaps meanwhile, is not waited for; who has not
    answered after `patience_s` is not in what is found, nor who takes much longer than half of them. `dead`: from whom
    nothing more is to be taken."""
    for seat in asked:
        seat.holding = None
        seat.post(say.Survey(step=step, dead=dead, runs=runs))

    def have_spoken() -> int:
        return sum(seat.holding is not None or seat.peer in gone for seat in asked)

    began_s = asyncio.get_running_loop().time()
    await until(lambda: 2 * have_spoken() >= len(asked), patience_s)
    half_s = asyncio.get_running_loop().time() - began_s
    late_s = max(LATE_S, LATE_FACTOR * half_s)
    await until(lambda: have_spoken() == len(asked), min(late_s, max(patience_s - half_s, 0.0)))
    found = Found()
    found.add(asked, step)
    return found
