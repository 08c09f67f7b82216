"""Another way for links that have gone silent, before they are given up: through the peer's relays."""

import asyncio
import logging
from collections.abc import Sequence

from core.errors import PeerFault
from core.identity.ids import PeerId
from core.transport.api import Place, Relayed
from core.transport.hops import Guide
from core.transport.link import QuicLink

logger = logging.getLogger(__name__)

AGAIN_S = 2.0
PEERS_LIMIT = 1024


class Rescue:
    """Remembers which relays lead to the peers that were dialed."""

    def __init__(self, guide: Guide | None) -> None:
        self._guide = guide
        self._relayed: dict[PeerId, tuple[Relayed, ...]] = {}
        self._tried_s: dict[PeerId, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def remember(self, peer: PeerId, places: Sequence[Place]) -> None:
        relayed = tuple(place for place in places if isinstance(place, Relayed))
        if relayed:
            self._relayed.pop(peer, None)
            self._relayed[peer] = relayed
            while len(self._relayed) > PEERS_LIMIT:
                self._forget(next(iter(self._relayed)))

    def consider(self, link: QuicLink, now: float) -> None:
        """Offers `link` the peer's relays if nothing comes the way that it takes now."""
        peer = link.peer_id
        relayed = self._relayed.get(peer)
        is_due = now - self._tried_s.get(peer, -AGAIN_S) >= AGAIN_S
        if self._guide is None or relayed is None or not is_due or link.paths is None or not link.paths.is_doubtful:
            return
        self._tried_s[peer] = now
        for place in relayed:
            task = asyncio.get_running_loop().create_task(self._offer(self._guide, link, place))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def close(self) -> set[asyncio.Task[None]]:
        """The tasks to wait for."""
        for task in self._tasks:
            task.cancel()
        return set(self._tasks)

    def _forget(self, peer: PeerId) -> None:
        self._relayed.pop(peer, None)
        self._tried_s.pop(peer, None)

    @staticmethod
    async def _offer(guide: Guide, link: QuicLink, place: Relayed) -> None:
        try:
            carrier = await guide.channel_to(place, link.peer_id)
        except PeerFault as fault:
            logger.debug("no other way to %s by %s: %s", link.peer_id, place, fault)
            return
        if link.paths is not None and not link.is_over:
            link.paths.offer([carrier])
