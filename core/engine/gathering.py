"""What a peer needs before it can take part is fetched from others, however long that takes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from core.data.objects import ObjectStore
from core.engine.board import Board
from core.engine.bulk import BulkGate
from core.engine.calling import lonely_sentence
from core.engine.joining import fetch_objects
from core.errors import PeerFault
from core.identity.ids import Digest
from core.ipc.messages import Phase, Reason
from core.nat.facts import NetworkFacts
from core.saying import say
from core.transport.api import Link

log = logging.getLogger(__name__)

AGAIN_AFTER_S = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathering:
    """Of one session."""

    store: ObjectStore
    links: Callable[[], Sequence[Link]]
    board: Board
    bulk: BulkGate
    """While it is closed nothing is fetched."""
    call_all: Callable[[], Awaitable[None]]
    facts: Callable[[], NetworkFacts | None]

    async def gather(self, wanted: dict[Digest, int]) -> None:
        """`wanted`: upper bound of each object's bytes. Raises `LocalFault`."""
        while True:
            try:
                await self.bulk.during(
                    lambda: fetch_objects(wanted, self.store, self.links, self.board.report_fetching)
                )
                return
            except PeerFault as fault:
                log.info("objects are missing: %s", fault)
                nobody = say("Nobody who has the collaboration's model can be reached; trying again.")
                self.board.say(Phase.CONNECTING, Reason.NOBODY_REACHABLE, lonely_sentence(self.facts(), nobody))
                await self.call_all()
                await asyncio.sleep(AGAIN_AFTER_S)
