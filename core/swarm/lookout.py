"""Looking out for other histories of the run: after a split each half has a coordinator and goes on (design §6).

A coordinator asks peers that do not attend to it, and looks at the log heads that peers have left in the hash table. A
member asks some peers now and then, and tells its coordinator of another one. What is heard is a claim: before anybody
gives up anything, the headers of the heavier history are read and checked.
"""

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from typing import NoReturn

from core.dht.directory import Directory
from core.dht.records import PeerRecord
from core.errors import PeerFault
from core.identity.ids import PeerId
from core.swarm.log_sync import LogSync
from core.swarm.messages import Coordination
from core.swarm.records import weight_of
from core.swarm.replica import Replica
from core.swarm.search import Search
from core.swarm.table import Resigned

log = logging.getLogger(__name__)

RIVAL_CHECK_S = 3.0
HEADS_CHECK_S = 240.0
STRANGE_HEADS = 4
"""Peers whose heads are not in this log, looked up in one round."""
LOOK_S = 20.0
LOOKED_AT = 2
"""Peers that a member asks in one round."""
PATIENCE_ROUNDS = 3
"""Rounds in which a member finds a heavier history and its coordinator does not go over to it, before it goes alone."""


class Lookout:
    """Of one peer; one of the two loops runs while it has a standing."""

    def __init__(self, search: Search, log_sync: LogSync, replica: Replica, directory: Directory) -> None:
        self._search = search
        self._log_sync = log_sync
        self._replica = replica
        self._directory = directory
        self._chance = random.Random(replica.me.raw)

    async def look_as_coordinator(
        self, seated: Callable[[], set[PeerId]], rumours: Callable[[], Sequence[PeerRecord]]
    ) -> NoReturn:
        """Raises `Resigned` when a rival turns up whose history is heavier, or the same and its rank better."""
        loop = asyncio.get_running_loop()
        heads_due_s = loop.time() + HEADS_CHECK_S * self._chance.uniform(0.5, 1.5)
        while True:
            await asyncio.sleep(RIVAL_CHECK_S)
            if loop.time() > heads_due_s:
                heads_due_s = loop.time() + HEADS_CHECK_S * self._chance.uniform(0.5, 1.5)
                await self._look_at_heads(seated())
            for record in rumours():
                self._directory.learn([record])
                self._search.suspect(record.peer)
            rival = await self._search.rival(seated())
            if rival is not None:
                raise Resigned(f"{rival} conducts with more history", heir=rival)

    async def _look_at_heads(self, seated: set[PeerId]) -> None:
        """Sees to it that those are asked who stand on another history."""
        strange = []
        for peer, head in (await self._directory.find_heads()).items():
            known = self._replica.log.header(head.step)
            if peer != self._replica.me and peer not in seated and (known is None or known.digest != head.digest):
                strange.append(peer)
        for peer in self._chance.sample(strange, min(STRANGE_HEADS, len(strange))):
            if self._directory.record_of(peer) is not None or await self._directory.find_peer(peer) is not None:
                self._search.suspect(peer)

    async def look_as_member(self, coordinator: PeerId, tell: Callable[[PeerRecord], None]) -> NoReturn:
        """Raises `PeerFault` when the coordinator was told of a heavier history and stays with its own."""
        rounds = 0
        while True:
            await asyncio.sleep(LOOK_S * self._chance.uniform(0.5, 1.5))
            found = await self._look_once(coordinator)
            if found is None:
                rounds = 0
                continue
            rounds += 1
            tell(found)
            if rounds >= PATIENCE_ROUNDS:
                self._search.suspect(found.peer)
                raise PeerFault(f"{found.peer} conducts a heavier history")

    async def _look_once(self, coordinator: PeerId) -> PeerRecord | None:
        """Another coordinator with a history that is heavier than this peer's."""
        strangers = [r for r in self._directory.known() if r.peer != coordinator and r.is_reachable]
        chosen = self._chance.sample(strangers, min(LOOKED_AT, len(strangers)))
        for peer, answer in (await self._search.ask([record.peer for record in chosen])).items():
            conductor = answer.coordinator
            if conductor is None or conductor.peer == self._replica.me:
                continue
            if conductor.peer == coordinator:
                await self._compare(peer, answer)
            elif await self._search.outweighs(peer, weight_of(answer.total_samples, answer.head_step, answer.head)):
                self._directory.learn([conductor])
                return conductor
        return None

    async def _compare(self, peer: PeerId, answer: Coordination) -> None:
        """Two that attend to one coordinator have one history, if it is honest."""
        known = self._replica.log.header(answer.head_step)
        if known is None or known.digest == answer.head:
            return
        log.info("%s has another step %d from the same coordinator", peer, answer.head_step)
        try:
            await self._log_sync.compare(await self._directory.link_to(peer))
        except PeerFault as fault:
            log.info("its history could not be read: %s", fault)
