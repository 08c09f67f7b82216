"""Asks other peers what they see of this one, now and again, and has them test its router."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence

from core.errors import PeerFault
from core.identity.ids import PeerId
from core.nat.behaviour import ClockSample, Heard, Sighting
from core.nat.messages import NONCE_BYTES, Look, ProbeMe, Probing, Seen
from core.nat.reachability import Reachability
from core.nat.relay_service import HopLink, is_straight
from core.transport.api import Address, Link

logger = logging.getLogger(__name__)

LOOK_S = 5.0
PROBE_S = 5.0
ARRIVE_S = 1.0
"""Datagrams that were sent before the answer have arrived so soon after it, or never will."""
AGAIN_S = 600.0
UNSURE_AGAIN_S = 30.0
PAUSE_S = 2.0
"""Between two rounds, whatever happens."""
LOOKS = 8
TESTS = 3
"""Peers that are asked in one round."""
AVOID = 24


class Scout:
    """Fills a `Reachability`."""

    def __init__(
        self,
        found: Reachability,
        links: Callable[[], Sequence[HopLink]],
        is_outside: Callable[[Address], bool],
        unix_time: Callable[[], float],
        on_news: Callable[[], None],
    ) -> None:
        """`links`: the open ones. `is_outside`: whether an address is one of the internet. `on_news` is called when
        something may have been learned."""
        self.mapped_port: int | None = None
        """A port of the router that it was asked to open, and did."""
        self._found = found
        self._links = links
        self._is_outside = is_outside
        self._unix_time = unix_time
        self._on_news = on_news
        self._nudge = asyncio.Event()

    def look_again(self) -> None:
        """Something has changed: what is known is tested anew."""
        self._nudge.set()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            self._nudge.clear()
            await self.look_around()
            await self.test_round()
            await asyncio.sleep(PAUSE_S)
            is_sure = self._found.is_reachable is not None or not self._observers()
            try:
                async with asyncio.timeout(AGAIN_S if is_sure else UNSURE_AGAIN_S):
                    await self._nudge.wait()
            except TimeoutError:
                continue

    # --- what others see

    async def look_around(self) -> None:
        await asyncio.gather(*(self.look(link) for link in self._observers()[:LOOKS]))

    async def look(self, link: HopLink, *, is_unsolicited: bool = False) -> None:
        """Asks the peer at `link`. `is_unsolicited`: it made the link, and this peer had never sent it anything."""
        asked_s = self._unix_time()
        try:
            seen = await link.request(Look(), Seen, timeout_s=LOOK_S)
        except PeerFault as fault:
            logger.debug("%s does not say what it sees: %s", link.peer_id, fault)
            return
        self._found.on_clock(ClockSample(asked_s, self._unix_time(), seen.unix_s))
        address = _address_in(seen.address)
        if address is None or not self._is_outside(link.remote_address) or not is_straight(link.path):
            return
        self._found.on_seen(Sighting(link.remote_address, address, is_inbound=not link.is_dialer))
        if is_unsolicited:
            self._found.on_reached(address)
        self._on_news()

    # --- what the router lets in

    async def test_round(self) -> None:
        """Until one test has come through, or enough have not."""
        observers = self._observers()[:TESTS]
        for link in observers * 2 if len(observers) == 1 else observers:
            for port in dict.fromkeys((self.mapped_port, None)):
                if await self.test(link, port):
                    self._on_news()
                    return
        self._on_news()

    async def test(self, link: Link, port: int | None = None) -> bool:
        """Whether a stranger's datagram came in; by the port that this peer is seen at, or by another."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        self._found.begin(nonce)
        address, answer = None, None
        try:
            answer = await link.request(
                ProbeMe(nonce=nonce, port=port, avoid=self._acquainted()), Probing, timeout_s=PROBE_S
            )
            address = _address_in(answer.address)
            await asyncio.sleep(ARRIVE_S)
        except PeerFault as fault:
            logger.debug("%s does not test this peer's router: %s", link.peer_id, fault)
        finally:
            test = self._found.end(
                nonce,
                address,
                by_another_port=answer is not None and answer.by_another_port,
                by_others=answer.by_others if answer is not None else 0,
            )
        return bool(test.heard & Heard.STRANGER)

    def _acquainted(self) -> tuple[PeerId, ...]:
        return tuple(dict.fromkeys(link.peer_id for link in self._links()))[:AVOID]

    def _observers(self) -> list[HopLink]:
        """One link each to peers out in the internet."""
        found: dict[PeerId, HopLink] = {}
        for link in self._links():
            if is_straight(link.path) and self._is_outside(link.remote_address):
                found.setdefault(link.peer_id, link)
        return list(found.values())


def _address_in(text: str) -> Address | None:
    try:
        return Address.parse(text)
    except ValueError:
        return None
