"""Who gave other bytes than a manifest says. Nobody asks them again while the program runs."""

import logging

from core.errors import ProtocolViolation
from core.identity.ids import PeerId
from core.transport.api import Link

log = logging.getLogger(__name__)


class Liars:
    """Peers and mirrors."""

    def __init__(self) -> None:
        self._peers: set[PeerId] = set()
        self._mirrors: set[str] = set()

    def has_peer(self, peer: PeerId) -> bool:
        return peer in self._peers

    def has_mirror(self, mirror: str) -> bool:
        return mirror in self._mirrors

    def denounce(self, link: Link, fault: ProtocolViolation) -> None:
        self._peers.add(link.peer_id)
        log.warning("%s lies, and is not asked for data again: %s", link.peer_id, fault)
        link.close(f"protocol violation: {fault}")

    def denounce_mirror(self, mirror: str, what: str) -> None:
        self._mirrors.add(mirror)
        log.warning("the mirror %s gives other data than the manifest says, and is not asked again: %s", mirror, what)
