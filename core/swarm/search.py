"""Finding the coordinator, or finding out that this peer is to be it."""

import asyncio
import logging
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from core.dht.directory import Directory
from core.dht.records import PeerRecord
from core.errors import PeerFault
from core.identity.ids import PeerId
from core.swarm.doubts import Doubts
from core.swarm.log_sync import LogSync
from core.swarm.messages import AskCoordinator, Coordination
from core.swarm.records import Weight, weight_of

log = logging.getLogger(__name__)

ASK_TIMEOUT_S = 2.5
ASKED_LIMIT = 12
"""Peers asked at once."""
FIRST_ASKED = 2
"""Peers that a newcomer asks before it asks as many as that: in a run that goes well any of them knows."""
FIRST_TIMEOUT_S = 1.0
UNDECIDED_S = 0.3
PATIENCE_S = 12.0
"""How long to wait for a better-ranked peer to take the role, before taking it oneself."""
AVOID_S = 4.0
LONELY_S = 1.0
SUSPECTS_LIMIT = 32


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
Answers = dict[PeerId, Coordination]


class Search:
    """Asks the known peers who conducts."""

    def __init__(
        self,
        me: PeerId,
        organiser: PeerId,
        directory: Directory,
        log_sync: LogSync,
        my_record: Callable[[], PeerRecord],
        my_answer: Callable[[], Coordination],
        is_barred: Callable[[PeerId], bool] = lambda _: False,
    ) -> None:
        """`is_barred`: whether a peer may not conduct, whatever it says."""
        self._me = me
        self._organiser = organiser
        self._directory = directory
        self._log_sync = log_sync
        self._my_record = my_record
        self._my_answer = my_answer
        self._is_barred = is_barred
        self._avoided = Doubts()
        self._elders: tuple[PeerId, ...] = ()
        self._suspects: dict[PeerId, None] = {}
        self._chance = random.Random(me.raw)

    # --- what helps to ask the right ones

    def avoid(self, peer: PeerId) -> None:
        """`peer` was lost as coordinator just now: others may not have noticed yet and still name it."""
        self._avoided.note(peer, asyncio.get_running_loop().time() + AVOID_S)

    def _is_avoided(self, peer: PeerId) -> bool:
        return self._avoided.has(peer, asyncio.get_running_loop().time())

    def note_elders(self, peers: Iterable[PeerId]) -> None:
        """Who would conduct next by the last coordinator's word: all ask these, and so come to the same answer."""
        self._elders = tuple(peers)

    def suspect(self, peer: PeerId) -> None:
        """`peer` may conduct, or know who does, on another history: it is asked at the next occasion."""
        if peer != self._me:
            self._suspects[peer] = None
            if len(self._suspects) > SUSPECTS_LIMIT:
                del self._suspects[next(iter(self._suspects))]

    def _choose(self, strangers: Sequence[PeerRecord]) -> list[PeerId]:
        """Whom to ask: suspects, the organiser's peer and elders, and some others by chance."""
        known = {record.peer: None for record in strangers if not self._is_avoided(record.peer)}
        first = [peer for peer in (*self._suspects, self._organiser, *self._elders) if peer in known]
        chosen = list(dict.fromkeys(first))[: ASKED_LIMIT * 2 // 3]
        rest = [peer for peer in known if peer not in chosen]
        return chosen + self._chance.sample(rest, min(ASKED_LIMIT - len(chosen), len(rest)))

    # --- without a coordinator

    async def run(self) -> Found:
        """Asks until the matter is decided. `Nobody` means: look again later."""
        loop = asyncio.get_running_loop()
        give_up = loop.time() + PATIENCE_S
        while True:
            chosen = self._choose(self._directory.known())
            named = None if self._elders else await self._named(await self.ask(chosen[:FIRST_ASKED], FIRST_TIMEOUT_S))
            if named is not None:
                return named
            answers = await self.ask(chosen)
            named = await self._named(answers)
            if named is not None:
                return named
            if not self._has_better(answers) or loop.time() > give_up:
                return self._own_turn(answers)
            await asyncio.sleep(UNDECIDED_S)

    async def _named(self, answers: Answers) -> PeerRecord | None:
        """The coordinator of the heaviest history among those that name themselves, else one that others name."""
        named = [(peer, answer, answer.coordinator) for peer, answer in answers.items() if answer.coordinator]
        selves = [(peer, answer, record) for peer, answer, record in named if record.peer == peer]
        selves.sort(key=lambda entry: self._rank(entry[0], entry[1]), reverse=True)
        for place, (peer, answer, record) in enumerate(selves):
            is_last = place == len(selves) - 1
            if is_last or _weight_of(answer) <= self._log_sync.weight or await self.outweighs(peer, _weight_of(answer)):
                self._directory.learn([record])
                return record
        for _, _, record in named:
            if not (
                record.peer in (self._me, *answers) or self._is_avoided(record.peer) or self._is_barred(record.peer)
            ):
                self._directory.learn([record])
                return record
        return None

    def _rank(self, peer: PeerId, answer: Coordination) -> tuple[bool, Weight, tuple[bool, int, bytes]]:
        """Greater is better: who is believed, has the heavier history, and merits it more."""
        return (not self._log_sync.is_doubted(peer), _weight_of(answer), self._merit(peer, answer))

    def _merit(self, peer: PeerId, answer: Coordination) -> tuple[bool, int, bytes]:
        """Greater is better: the organiser's own peer, then the elder."""
        return (peer == self._organiser, -answer.since_ms, peer.raw)

    def _has_better(self, answers: Answers) -> bool:
        mine = self._my_answer()
        if not mine.may_conduct and any(answer.may_conduct for answer in answers.values()):
            return True
        merit = self._merit(self._me, mine)
        return any(a.may_conduct and self._merit(peer, a) > merit for peer, a in answers.items())

    def _own_turn(self, answers: Answers) -> Found:
        """A volunteer that reaches nobody does not go on alone: its history would be the lighter one."""
        is_host = self._me == self._organiser
        if not self._my_record().is_reachable or not (answers or is_host) or self._is_barred(self._me):
            return Nobody(LONELY_S)
        believed = {peer: a for peer, a in answers.items() if not self._log_sync.is_doubted(peer)}
        best = max(believed, key=lambda peer: _weight_of(believed[peer]), default=None)
        source = best if best is not None and _weight_of(believed[best]) > self._log_sync.weight else None
        return Conducting(source, frozenset(answers))

    # --- with one

    async def rival(self, seated: set[PeerId]) -> PeerId | None:
        """Another peer that conducts this run, with a heavier history, or with the same one and a better rank."""
        strangers = [record for record in self._directory.known() if record.peer not in seated]
        answers = await self.ask(self._choose(strangers))
        for peer, answer in answers.items():
            self._suspects.pop(peer, None)
            if answer.coordinator is not None and answer.coordinator.peer not in (self._me, *seated, *answers):
                self._directory.learn([answer.coordinator])
                self.suspect(answer.coordinator.peer)
        for peer, answer in answers.items():
            conducts = answer.coordinator is not None and answer.coordinator.peer == peer
            if conducts and await self._is_better(peer, answer):
                return peer
        return None

    async def _is_better(self, peer: PeerId, answer: Coordination) -> bool:
        if self._log_sync.weight == _weight_of(answer):
            return self._merit(peer, answer) > self._merit(self._me, self._my_answer())
        return await self.outweighs(peer, _weight_of(answer))

    async def outweighs(self, peer: PeerId, claim: Weight) -> bool:
        """Whether `peer` has the heavier history that it claims, as far as can be told now."""
        if claim <= self._log_sync.weight:
            return False
        try:
            return await self._log_sync.outweighs(await self._directory.link_to(peer), claim)
        except PeerFault as fault:
            log.info("%s claims a heavier history and cannot be reached: %s", peer, fault)
            return False

    # --- asking

    async def ask(self, peers: Sequence[PeerId], timeout_s: float = ASK_TIMEOUT_S) -> Answers:
        """Answers of those that can be reached; one that may not conduct names nobody but others."""
        found = zip(peers, await asyncio.gather(*[self._ask(peer, timeout_s) for peer in peers]), strict=True)
        return {peer: answer for peer, answer in found if answer is not None and not self._is_barred(peer)}

    async def _ask(self, peer: PeerId, timeout_s: float) -> Coordination | None:
        try:
            async with asyncio.timeout(timeout_s):
                link = await self._directory.link_to(peer)
                question = AskCoordinator(record=self._my_record())
                return await link.request(question, Coordination, timeout_s=timeout_s)
        except (PeerFault, TimeoutError) as fault:
            log.debug("%s does not answer: %s", peer, fault or "timeout")
            return None


def _weight_of(answer: Coordination) -> Weight:
    return weight_of(answer.total_samples, answer.head_step, answer.head)
