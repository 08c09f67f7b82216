"""Finding the coordinator, or finding out that this peer is to be it."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.dht.directory import Directory
from core.dht.records import PeerRecord
from core.errors import PeerFault
from core.identity.ids import PeerId
from core.swarm.messages import AskCoordinator, Coordination

log = logging.getLogger(__name__)

ASK_TIMEOUT_S = 2.5
ASKED_LIMIT = 12
"""Peers asked at once."""
UNDECIDED_S = 0.3
PATIENCE_S = 12.0
"""How long to wait for a better-ranked peer to take the role, before taking it oneself."""
AVOID_S = 4.0
LONELY_S = 1.0


@dataclass(frozen=True, slots=True)
class Conducting:
    """This peer conducts."""

    source: PeerId | None
    """Whom to catch up with first: it has more history."""
    others: frozenset[PeerId]
    """Peers that are there, and will attend."""


@dataclass(frozen=True, slots=True)
class Nobody:
    """Nobody conducts and this peer cannot."""

    retry_s: float


Found = PeerRecord | Conducting | Nobody


class Search:
    """Asks the known peers who conducts."""

    def __init__(
        self,
        me: PeerId,
        organiser: PeerId,
        directory: Directory,
        my_record: Callable[[], PeerRecord],
        my_answer: Callable[[], Coordination],
    ) -> None:
        self._me = me
        self._organiser = organiser
        self._directory = directory
        self._my_record = my_record
        self._my_answer = my_answer
        self._avoided: dict[PeerId, float] = {}

    def avoid(self, peer: PeerId) -> None:
        """`peer` was lost as coordinator just now: others may not have noticed yet and still name it."""
        self._avoided[peer] = asyncio.get_running_loop().time() + AVOID_S

    def _is_avoided(self, peer: PeerId) -> bool:
        return self._avoided.get(peer, 0.0) > asyncio.get_running_loop().time()

    async def run(self) -> Found:
        """Asks until the matter is decided. `Nobody` means: look again later."""
        loop = asyncio.get_running_loop()
        give_up = loop.time() + PATIENCE_S
        while True:
            answers = await self._ask_all(self._directory.known())
            named = self._named(answers)
            if named is not None:
                return named
            if not self._has_better(answers) or loop.time() > give_up:
                return self._own_turn(answers)
            await asyncio.sleep(UNDECIDED_S)

    async def rival(self, seated: set[PeerId], total_samples: int) -> PeerId | None:
        """Another peer that conducts this run with more history, or with as much and a better rank."""
        strangers = [record for record in self._directory.known() if record.peer not in seated]
        for peer, answer in (await self._ask_all(strangers)).items():
            conducts = answer.coordinator is not None and answer.coordinator.peer == peer
            mine = (total_samples, self._merit(self._me, self._my_answer()))
            if conducts and (answer.total_samples, self._merit(peer, answer)) > mine:
                return peer
        return None

    def _named(self, answers: dict[PeerId, Coordination]) -> PeerRecord | None:
        """A coordinator that somebody names; one that names itself before hearsay."""
        named = [(peer, a.coordinator) for peer, a in answers.items() if a.coordinator is not None]
        for peer, record in sorted(named, key=lambda entry: entry[0] != entry[1].peer):
            if record.peer == peer or not (record.peer == self._me or self._is_avoided(record.peer)):
                self._directory.learn([record])
                if record.peer == peer or record.peer not in answers:
                    return record
        return None

    def _merit(self, peer: PeerId, answer: Coordination) -> tuple[bool, int, bytes]:
        """Greater is better: the organiser's own peer, then the elder."""
        return (peer == self._organiser, -answer.since_ms, peer.raw)

    def _has_better(self, answers: dict[PeerId, Coordination]) -> bool:
        mine = self._my_answer()
        if not mine.may_conduct and any(answer.may_conduct for answer in answers.values()):
            return True
        merit = self._merit(self._me, mine)
        return any(a.may_conduct and self._merit(peer, a) > merit for peer, a in answers.items())

    def _own_turn(self, answers: dict[PeerId, Coordination]) -> Found:
        """A volunteer that reaches nobody does not go on alone: its history would be the lighter one."""
        is_host = self._me == self._organiser
        if not self._my_record().is_reachable or not (answers or is_host):
            return Nobody(LONELY_S)
        mine = self._my_answer().total_samples
        best = max(answers, key=lambda peer: answers[peer].total_samples, default=None)
        source = best if best is not None and answers[best].total_samples > mine else None
        return Conducting(source, frozenset(answers))

    async def _ask_all(self, records: Sequence[PeerRecord]) -> dict[PeerId, Coordination]:
        """Answers of those that can be reached."""
        asked = [r.peer for r in records if not self._is_avoided(r.peer)][:ASKED_LIMIT]
        answers = await asyncio.gather(*map(self._ask, asked))
        return {peer: answer for peer, answer in zip(asked, answers, strict=True) if answer is not None}

    async def _ask(self, peer: PeerId) -> Coordination | None:
        try:
            async with asyncio.timeout(ASK_TIMEOUT_S):
                link = await self._directory.link_to(peer)
                question = AskCoordinator(record=self._my_record())
                return await link.request(question, Coordination, timeout_s=ASK_TIMEOUT_S)
        except (PeerFault, TimeoutError) as fault:
            log.debug("%s does not answer: %s", peer, fault or "timeout")
            return None
