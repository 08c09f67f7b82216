"""Links to those that may reduce for this peer are opened before a step needs them."""

import logging
from collections.abc import Callable, Coroutine
from typing import Any

from core.dht.directory import Directory
from core.errors import PeerFault
from core.identity.ids import PeerId
from core.swarm import messages as say

log = logging.getLogger(__name__)


class Acquainter:
    """Of one standing."""

    def __init__(self, directory: Directory, me: PeerId, spawn: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self._directory = directory
        self._spawn = spawn
        self._known = {me}

    def hear(self, standing: say.Standing) -> None:
        for record in standing.records:
            if record.is_reachable and record.peer not in self._known:
                self._known.add(record.peer)
                self._spawn(self._call_on(record.peer))

    async def _call_on(self, peer: PeerId) -> None:
        try:
            await self._directory.link_to(peer)
        except PeerFault as fault:
            log.debug("%s cannot be reached yet: %s", peer, fault)
