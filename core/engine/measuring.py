"""Once after joining: how fast this computer's line is, asked of whoever has time for it."""

import asyncio
import logging

from core.errors import PeerFault
from core.identity.ids import PeerId
from core.nat.rate_probe import probe_rates
from core.nat.whereabouts import is_loopback
from core.transport.endpoint import Endpoint

log = logging.getLogger(__name__)

_PEERS = 5
"""Asked at most."""
_EVERY_S = 2.0


async def measure_rates(endpoint: Endpoint) -> None:
    """Ends when the rates are known, or when enough peers had no time. Peers on this computer say nothing of a line."""
    asked: set[PeerId] = set()
    while len(asked) < _PEERS:
        await asyncio.sleep(_EVERY_S)
        far = [link for link in endpoint.links() if not is_loopback(link.remote_address)]
        links = [link for link in far if link.peer_id not in asked]
        if not links:
            continue
        asked.add(links[0].peer_id)
        try:
            rates = await probe_rates(links[0])
        except PeerFault as fault:
            log.debug("%s does not measure: %s", links[0].peer_id, fault)
        else:
            endpoint.line.note(rates)
            log.info(
                "this line sends %.1f and receives %.1f MB/s",
                rates.upload_bytes_per_s / 1e6,
                rates.download_bytes_per_s / 1e6,
            )
            return
