"""What reaching others needs of whoever keeps the peers' records."""

from collections.abc import Sequence
from typing import Protocol

from core.dht.records import PeerRecord
from core.identity.ids import PeerId
from core.transport.api import Link


class Acquaintances(Protocol):
    """Records of peers: what is needed of the directory."""

    def record_of(self, peer: PeerId) -> PeerRecord | None: ...

    def relays(self) -> Sequence[PeerRecord]: ...

    async def find_relays(self) -> Sequence[PeerRecord]:
        """After a search."""
        ...

    def note_use(self, link: Link) -> None:
        """`link` is needed: it is not to be closed for want of use."""
        ...
