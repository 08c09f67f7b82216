"""Reservations at relays, for a peer that others cannot reach, and channels through relays to such peers."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from core.dht.records import PeerRecord
from core.errors import LinkLost, PeerFault, Refused
from core.identity.ids import PeerId
from core.nat.channels import CHANNELS_LIMIT, Channel, Channels
from core.nat.messages import CHANNEL_BYTES, ChannelClosed, ChannelOpen, ChannelWanted, OpenChannel, Reserve, Reserved
from core.nat.relay_service import is_straight, is_unrelayed
from core.nat.turnstile import Turnstile
from core.nat.whereabouts import is_public
from core.transport.api import Address, Link, Place, Relayed, Tunnelled
from core.transport.dialing import race

logger = logging.getLogger(__name__)

WANTED_RELAYS = 2
FOR_TUNNELLED = 1
"""Relays wanted by a peer that can be reached: those to whom UDP is blocked come to it through them."""
KEEP_S = 15.0
"""Between two looks at what is reserved, if nothing happens."""
SEARCH_S = 60.0
"""Between two searches for relays among all peers."""
RENEW_SHARE = 0.4
"""Of a reservation's life, after which it is renewed: one failed attempt leaves time for another."""
RESERVE_S = 5.0
DIAL_RELAY_S = 4.0
OTHER_RELAY_S = 1.0
"""How long one relay has before another is tried beside it."""
SHUN_S = 60.0
"""How long a relay that refused or could not be reached is not asked again."""
UNUSED_S = 20.0
"""A channel to a peer without a link to it is closed after this silence."""
WEB_PORT = 443
"""Where relays accept tunnels too if they may: networks that block nearly everything let this pass."""


@dataclass(frozen=True, slots=True)
class RelayOffer:
    """A peer that relays, and where it is."""

    peer: PeerId
    places: tuple[Place, ...]

    @property
    def address(self) -> Address | None:
        tunnels = [place.address for place in self.places if isinstance(place, Tunnelled)]
        return next((place for place in self.places if isinstance(place, Address)), tunnels[0] if tunnels else None)


def offers_of(
    links: Iterable[Link], record_of: Callable[[Link], PeerRecord | None], told: Iterable[PeerRecord]
) -> list[RelayOffer]:
    """Linked relays, the nearest first, then those that others have `told` of."""
    offers: dict[PeerId, RelayOffer] = {}
    for link in sorted(links, key=lambda link: link.round_trip_s):
        record = record_of(link)
        if record is not None and record.relays:
            linked_at = (link.remote_address,) if is_straight(link.path) else ()
            offers[link.peer_id] = RelayOffer(link.peer_id, _in_order(record, linked_at))
    for record in told:
        offers.setdefault(record.peer, RelayOffer(record.peer, _in_order(record, ())))
    return list(offers.values())


def _in_order(record: PeerRecord, linked_at: Iterable[Address]) -> tuple[Place, ...]:
    """What is public first, since others are to dial it; then where this peer has reached it."""
    places = [place for place in record.places() if not isinstance(place, Relayed)]
    public = [place for place in places if isinstance(place, Address) and is_public(place)]
    return tuple(dict.fromkeys([*public, *linked_at, *places]))


class Dialer(Protocol):
    """What is needed of the endpoint."""

    async def dial(self, peer_id: PeerId | None, places: Sequence[Place], *, timeout_s: float = 10.0) -> Link: ...

    def link_to(self, peer_id: PeerId) -> Link | None: ...


@dataclass(slots=True)
class _Reservation:
    address: Address
    renew_s: float
    expires_s: float


class RelayClient:
    """Of one peer."""

    def __init__(
        self,
        dialer: Dialer,
        channels: Channels,
        offers: Callable[[], Iterable[RelayOffer]],
        clock: Callable[[], float],
    ) -> None:
        """`offers`: relays that are known of, those first that are to be preferred."""
        self._dialer = dialer
        self._channels = channels
        self._offers = offers
        self._clock = clock
        self._held: dict[PeerId, _Reservation] = {}
        self._shunned: dict[PeerId, float] = {}
        self._nudge = asyncio.Event()
        self._searches = Turnstile(1, SEARCH_S, clock)

    # --- reservations

    @property
    def held(self) -> list[PeerId]:
        """Relays at which this peer has a reservation, and to which it has a link."""
        return [relay for relay in self._held if self._dialer.link_to(relay) is not None]

    def places(self) -> list[Relayed]:
        return [Relayed(relay, self._held[relay].address) for relay in self.held]

    def on_lost(self, relay: PeerId) -> None:
        """The last link to `relay` has ended."""
        self._held.pop(relay, None)
        for channel in self._channels.of(relay=relay):
            self._channels.remove(channel.channel, relay)

    def look_again(self) -> None:
        """A relay has come or gone, or this peer needs more or fewer of them."""
        self._nudge.set()

    async def run(self, wanted: Callable[[], int], search: Callable[[], Awaitable[None]]) -> None:
        """Until cancelled. `search` makes more `offers` if there are any."""
        while True:
            self._nudge.clear()
            await self.keep(wanted())
            if len(self.held) < wanted() and self._searches.admits(None):
                await search()
                await self.keep(wanted())
            try:
                async with asyncio.timeout(KEEP_S):
                    await self._nudge.wait()
            except TimeoutError:
                continue

    async def keep(self, wanted: int) -> bool:
        """Renews what is held, reserves what is missing, and lets what is too much run out; whether anything is
        different now."""
        before = self.places()
        for relay in self.held[wanted:]:
            del self._held[relay]
        now = self._clock()
        self._shunned = {relay: until for relay, until in self._shunned.items() if until > now}
        for relay in list(self._held):
            await self._renew(relay, now)
        offers = {offer.peer: offer for offer in self._offers()}
        for offer in offers.values():
            if len(self._held) >= wanted:
                break
            if offer.peer not in self._held and offer.peer not in self._shunned and offer.address is not None:
                await self._reserve(offer, offer.address)
        return self.places() != before

    async def _renew(self, relay: PeerId, now: float) -> None:
        held, link = self._held[relay], self._dialer.link_to(relay)
        if link is None or now >= held.expires_s:
            self._held.pop(relay, None)
        elif now >= held.renew_s:
            try:
                self._hold(relay, held.address, await link.request(Reserve(), Reserved, timeout_s=RESERVE_S))
            except Refused:
                self._held.pop(relay, None)
                self._shun(relay)
            except PeerFault as fault:
                logger.info("reservation at %s not renewed: %s", relay, fault)

    async def _reserve(self, offer: RelayOffer, address: Address) -> None:
        try:
            link = await self._link_to(offer.peer, offer.places)
            if not is_unrelayed(link.path):
                raise LinkLost("the relay can be reached through another relay only")
            answer = await link.request(Reserve(), Reserved, timeout_s=RESERVE_S)
        except PeerFault as fault:
            logger.info("no reservation at %s: %s", offer.peer, fault)
            self._shun(offer.peer)
        else:
            logger.info("reachable through %s at %s", offer.peer, address)
            self._hold(offer.peer, address, answer)

    def _hold(self, relay: PeerId, address: Address, answer: Reserved) -> None:
        now, lifetime_s = self._clock(), max(answer.lifetime_s, 1.0)
        self._held[relay] = _Reservation(address, now + RENEW_SHARE * lifetime_s, now + lifetime_s)

    def _shun(self, relay: PeerId) -> None:
        self._shunned[relay] = self._clock() + SHUN_S

    # --- channels that this peer opens

    async def channel_to(self, places: Sequence[Relayed], peer: PeerId) -> Channel:
        """By the first of `places` that works; the others are tried when it has had some time. Raises `PeerFault`."""
        return await race(places, lambda place: self._open(place, peer), stagger_s=OTHER_RELAY_S)

    async def _open(self, place: Relayed, peer: PeerId) -> Channel:
        known = next((offer.places for offer in self._offers() if offer.peer == place.relay), ())
        link = await self._link_to(place.relay, (place.address, *known))
        answer = await link.request(OpenChannel(peer=peer), ChannelOpen, timeout_s=RESERVE_S)
        if len(answer.channel) != CHANNEL_BYTES:
            raise LinkLost("the relay's channel has no proper name")
        return self._channels.add(peer, place.relay, answer.channel)

    async def _link_to(self, relay: PeerId, places: Sequence[Place]) -> Link:
        link = self._dialer.link_to(relay)
        if link is not None:
            return link
        straight = [place for place in dict.fromkeys(places) if not isinstance(place, Relayed)]
        return await self._dialer.dial(relay, [*straight, *tunnels_of(straight)], timeout_s=DIAL_RELAY_S)

    # --- channels that others open

    def on_wanted(self, link: Link, request: ChannelWanted) -> None:
        """A relay passes on a channel. Raises `Refused`."""
        if link.peer_id not in self._held:
            raise Refused("this peer holds no reservation at that relay")
        if len(request.channel) != CHANNEL_BYTES or len(self._channels) >= CHANNELS_LIMIT:
            raise Refused("this peer takes no more channels")
        self._channels.add(request.peer, link.peer_id, request.channel)

    def on_closed(self, link: Link, request: ChannelClosed) -> None:
        """A relay says that a channel through it has ended."""
        self._channels.remove(request.channel, link.peer_id)

    def unused(self) -> list[Channel]:
        """Channels that nobody needs; they are no longer known here, and the relay is to be told."""
        now = self._clock()
        gone = [
            channel
            for channel in self._channels
            if now - channel.used_s > UNUSED_S and self._dialer.link_to(channel.peer) is None
        ]
        for channel in gone:
            self._channels.remove(channel.channel, channel.relay)
        return gone


def tunnels_of(places: Iterable[Place]) -> list[Tunnelled]:
    """Where the relays at `places` may accept tunnels: on the same port, and on that of the web."""
    addresses = [place for place in places if isinstance(place, Address)]
    ports = [(address.host, port) for address in addresses for port in (address.port, WEB_PORT)]
    tunnels = dict.fromkeys(Tunnelled(Address(host, port)) for host, port in ports)
    return [tunnel for tunnel in tunnels if tunnel not in places]
