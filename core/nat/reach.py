"""Everything by which this peer reaches others and is reached: put together, and told to endpoint and engine."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from core.dht.records import PeerRecord
from core.errors import PeerFault, Refused
from core.identity.ids import PeerId
from core.nat.acquaintances import Acquaintances
from core.nat.answers import AnswerPorts, Answers
from core.nat.channels import Channels
from core.nat.datagrams import CHANNEL_DATA, FILTER_PROBE, OPENER
from core.nat.facts import NetworkFacts, RelayUse
from core.nat.household import Household, HouseholdSettings
from core.nat.interfaces import Change
from core.nat.introduction import ROUNDS_S, Introductions
from core.nat.messages import ChannelClosed, ChannelWanted, Heeded, OpenChannel, Reserve
from core.nat.port_mapping import Mapping as PortMapping
from core.nat.probing import Prober
from core.nat.reachability import Reachability
from core.nat.relay_client import FOR_TUNNELLED, WANTED_RELAYS, WEB_PORT, RelayClient, RelayOffer, offers_of
from core.nat.relay_service import HopLink, RelayService, is_straight
from core.nat.scouting import Scout
from core.nat.switchboard import RelayLimits
from core.nat.traffic import Traffic
from core.nat.tunnels import Tunnels
from core.nat.whereabouts import Whereabouts, is_public
from core.tasks import SideTasks
from core.transport.api import Address, Link, Message, Place, Refusal, Relayed, Stream, Tunnelled
from core.transport.config import EndpointConfig, in_turn
from core.transport.dialing import address_of
from core.transport.endpoint import Endpoint
from core.transport.hops import Carrier, Hop
from core.transport.scope import Scope, scope_of_host
from core.transport.udp import SocketAddress

logger = logging.getLogger(__name__)

SWEEP_S = 5.0
TELL_S = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachSettings:
    """What the owner allows."""

    accepts_links: bool = True
    """False for client mode."""
    relays: bool = False
    limits: RelayLimits = field(default_factory=RelayLimits)
    tunnel_ports: tuple[int, ...] = (WEB_PORT,)
    """Besides the number of the UDP port, where tunnels are accepted if this peer relays."""
    household: HouseholdSettings = field(default_factory=HouseholdSettings)


class Reach:
    """Fulfils `core.transport.hops.Guide`. Made first, then `open`, then `run`."""

    def __init__(
        self,
        settings: ReachSettings,
        *,
        record_of_link: Callable[[Link], PeerRecord | None],
        is_outside: Callable[[Address], bool] | None = None,
        unix_time: Callable[[], float] = time.time,
        on_network: Callable[[Change], None] = lambda change: None,
    ) -> None:
        """`record_of_link`: what a linked peer said of itself. `is_outside`: whether an address is of the internet.
        `on_network`: told after everything here has taken note."""
        loop = asyncio.get_running_loop()
        self.directory: Acquaintances | None = None
        """Once there is one."""
        self._settings = settings
        self._record_of_link = record_of_link
        self._is_outside = is_outside or is_public
        self._unix_time = unix_time
        self._tell_network = on_network
        self._clock = loop.time
        self._endpoint: Endpoint | None = None
        self._side = SideTasks()
        self.reachability = Reachability(self._clock)
        self.household = Household(settings.household, self._on_network, self._on_mapped, self._on_neighbour)

    async def open(self, config: EndpointConfig) -> Endpoint:
        """Opens the endpoint that is guided from here. `config`'s own callbacks are told of links after this. Raises
        `LocalFault`."""
        endpoint = await Endpoint.open(
            replace(
                config,
                guide=self,
                plain={CHANNEL_DATA: self._on_channel_data, FILTER_PROBE: self._on_filter_probe},
                divert=self._divert,
                on_link=in_turn(self._on_link, config.on_link),
                on_link_lost=in_turn(self._on_link_lost, config.on_link_lost),
                on_path=in_turn(self._on_path, config.on_path),
            )
        )
        self._attach(endpoint)
        return endpoint

    def _attach(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        clock, links = self._clock, endpoint.links
        self.channels = Channels(endpoint, endpoint.link_to, clock)
        self.relay = RelayService(endpoint, self._links_of, self._settings.limits, clock, endpoint.line.budget)
        self.client = RelayClient(endpoint, self.channels, self._offers, clock)
        self._traffic = Traffic(endpoint, self.channels, self.relay.switchboard)
        self.tunnels = Tunnels(self._traffic.take, meter=endpoint.line.budget.meter)
        self._whereabouts = Whereabouts(lambda: endpoint.addresses, self.reachability, self.household, self._is_outside)
        self._introductions = Introductions(endpoint, self._may_open, clock)
        self._prober = Prober(links, self._is_outside, clock)
        self._answers = Answers(
            self.relay,
            self.client,
            self._introductions,
            self._prober,
            AnswerPorts(
                relays=lambda: self.relays,
                open_router=lambda targets: self._side.spawn(self._open_router(targets)),
                end_channels=self._end_channels,
                unix_time=self._unix_time,
            ),
        )
        self.scout = Scout(self.reachability, links, self._is_outside, self._unix_time, self._on_news)

    # --- what the endpoint asks (`Guide`)

    def candidates(self) -> Sequence[Address]:
        return self._whereabouts.candidates() if self._endpoint is not None else ()

    def is_near(self, address: Address) -> bool:
        return self.household.is_near(address)

    async def channel_to(self, place: Relayed, peer: PeerId) -> Carrier:
        record = self.directory.record_of(peer) if self.directory is not None else None
        others = [other for other in record.places() if isinstance(other, Relayed)] if record is not None else []
        return await self.client.channel_to(list(dict.fromkeys([place, *others])), peer)

    async def tunnel_to(self, place: Tunnelled) -> Carrier:
        return await self.tunnels.to(place)

    def on_dial(self, peer: PeerId) -> None:
        record = self.directory.record_of(peer) if self.directory is not None else None
        places = record.places() if record is not None else []
        for place in places:
            if isinstance(place, Address):
                self.reachability.on_contact(place.host)
        if record is None or not record.relays:
            self._side.spawn(self._be_introduced(peer, {place.relay for place in places if isinstance(place, Relayed)}))

    # --- what the endpoint tells

    def _divert(self, view: memoryview, size_bytes: int, source: SocketAddress) -> bool:
        return self._endpoint is not None and self._traffic.divert(view, size_bytes, source)

    def _on_link(self, link: HopLink) -> None:
        is_unsolicited = not link.is_dialer and not self.reachability.was_contacted(link.remote_address.host)
        if is_straight(link.path):
            self.reachability.on_contact(link.remote_address.host)
        self._end_channels(self.relay.on_links_changed(link.peer_id))
        self._side.spawn(self._greet(link, is_unsolicited=is_unsolicited))
        self.client.look_again()

    def _on_link_lost(self, link: HopLink, reason: str) -> None:
        if self._endpoint is None:
            return
        self._end_channels(self.relay.on_links_changed(link.peer_id))
        if self._endpoint.link_to(link.peer_id) is None:
            self.client.on_lost(link.peer_id)
            self.client.look_again()

    def _on_path(self, link: HopLink) -> None:
        if self._endpoint is None:
            return
        if is_straight(link.path):
            self.reachability.on_contact(link.remote_address.host)
        self._end_channels(self.relay.on_links_changed(link.peer_id))

    def _on_channel_data(self, data: bytes, hop: Hop) -> None:
        if self._endpoint is not None:
            self._traffic.take([data], hop)

    def _on_filter_probe(self, data: bytes, hop: Hop) -> None:
        if isinstance(hop, tuple):
            self.reachability.on_probe(data[1:], address_of(hop))

    # --- what the engine asks

    def places(self) -> list[Place]:
        """Where others can reach this peer, best first, for its record and its invitations; none in client mode."""
        if not self._settings.accepts_links or self._endpoint is None:
            return []
        straight = self._whereabouts.straight()
        tunnelled = self._whereabouts.tunnelled(straight, self.tunnels.ports) if self.relays else []
        return [*straight, *tunnelled, *self.client.places()]

    @property
    def relays(self) -> bool:
        """Whether this peer forwards for others: allowed, and not known to be out of their reach."""
        return self._settings.relays and self.reachability.is_reachable is not False

    def facts(self, others: NetworkFacts) -> NetworkFacts:
        """`others`, with everything that is known here."""
        assert self._endpoint is not None
        found = self.reachability
        held = self.client.held
        links = [self._endpoint.link_to(relay) for relay in held]
        relays = [RelayUse(link.peer_id, link.path, True) for link in links if link is not None]
        used = [RelayUse(link.path.relay, link.path, False) for link in self._endpoint.links() if link.path.relay]
        relays += {use.relay: use for use in used if use.relay not in held}.values()
        return replace(
            others,
            accepts_links=self._settings.accepts_links,
            is_reachable=found.is_reachable,
            unknown_s=found.unknown_s,
            public_address=found.seen_at(4),
            public_address_v6=found.seen_at(6),
            mapping=found.mapping(self._endpoint.addresses),
            filtering=found.filtering,
            port_mapping=self.household.mapping.protocol if self.household.mapping else "",
            mapped_address=self.household.mapping.external if self.household.mapping else None,
            relays=tuple(relays),
            relays_for_others=self.relays,
            clock_skew_s=found.clock_ahead_s,
        )

    def test_again(self) -> None:
        """Somebody wants to know how it is now."""
        self.scout.look_again()
        self.client.look_again()

    # --- its life

    async def run(self) -> None:
        """Until cancelled. Afterwards this peer has given back what it had of its router."""
        assert self._endpoint is not None
        try:
            async with self._side.group() as tasks:
                for link in self._endpoint.links():
                    self._side.spawn(self._greet(link, is_unsolicited=False))
                if self._settings.relays:
                    await self._accept_tunnels(self._endpoint)
                tasks.create_task(self.client.run(self._wanted_relays, self._search_relays))
                tasks.create_task(self._sweep())
                tasks.create_task(self.scout.run())
                tasks.create_task(self.household.run(self._endpoint.addresses[0].port))
        finally:
            await self.tunnels.close()

    async def _accept_tunnels(self, endpoint: Endpoint) -> None:
        listen = endpoint.bound
        await self.tunnels.listen(listen.host, (listen.port, *self._settings.tunnel_ports))

    async def _search_relays(self) -> None:
        if self.directory is not None:
            try:
                await self.directory.find_relays()
            except PeerFault as fault:
                logger.debug("relays cannot be searched: %s", fault)

    def _wanted_relays(self) -> int:
        if not self._settings.accepts_links:
            return 0
        if self.reachability.is_reachable is not True:
            return WANTED_RELAYS
        return 0 if self.relays else FOR_TUNNELLED

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            self._end_channels(self.relay.sweep())
            self._end_channels([(channel.channel, channel.relay) for channel in self.client.unused()])
            self.tunnels.forget_closed()
            for relay in {*self.client.held, *(channel.relay for channel in self.channels)}:
                self._need(self._links_of(relay))

    def _need(self, links: Iterable[Link]) -> None:
        """Reservations and channels live as long as the links to their relays."""
        if self.directory is not None:
            for link in links:
                self.directory.note_use(link)

    async def _greet(self, link: HopLink, *, is_unsolicited: bool) -> None:
        was_known = bool(self.reachability.confirmed())
        await self.scout.look(link, is_unsolicited=is_unsolicited)
        if not was_known:
            self.scout.look_again()

    def _end_channels(self, ended: Iterable[tuple[bytes, PeerId]]) -> None:
        for channel, peer in ended:
            self._side.spawn(self._tell_ended(channel, peer))

    async def _tell_ended(self, channel: bytes, peer: PeerId) -> None:
        assert self._endpoint is not None
        link = self._endpoint.link_to(peer)
        if link is not None:
            try:
                await link.request(ChannelClosed(channel=channel), Heeded, timeout_s=TELL_S)
            except PeerFault as fault:
                logger.debug("%s was not told that a channel has ended: %s", peer, fault)

    async def _be_introduced(self, peer: PeerId, relays: set[PeerId]) -> None:
        links = self._introductions.acquaintances(peer, relays)
        candidates = self.candidates()
        await asyncio.gather(*(self._introductions.ask(link, peer, candidates) for link in links))

    async def _open_router(self, targets: Sequence[Address]) -> None:
        assert self._endpoint is not None
        for pause_s in ROUNDS_S:
            await asyncio.sleep(pause_s)
            for target in targets:
                self._send(target, OPENER)

    # --- what peers ask

    async def serve(self, link: Link, stream: Stream, message: Message) -> bool:
        """Answers one stream; False if `message` is none of this part's."""
        if isinstance(message, Reserve | OpenChannel | ChannelWanted):
            self._need([link])
        try:
            answer = await self._answers.to(link, message)
        except Refused as refusal:
            answer = Refusal(reason=str(refusal))
        if answer is not None:
            await stream.send(answer)
        return answer is not None

    # --- details

    def _links_of(self, peer: PeerId) -> list[HopLink]:
        assert self._endpoint is not None
        return [link for link in reversed(self._endpoint.links()) if link.peer_id == peer]

    def _offers(self) -> list[RelayOffer]:
        assert self._endpoint is not None
        told = self.directory.relays() if self.directory is not None else ()
        offers = offers_of(self._endpoint.links(), self._record_of, told)
        return [offer for offer in offers if offer.peer != self._endpoint.peer_id]

    def _record_of(self, link: Link) -> PeerRecord | None:
        known = self.directory.record_of(link.peer_id) if self.directory is not None else None
        return known or self._record_of_link(link)

    def _may_open(self, address: Address) -> bool:
        scope = scope_of_host(address.host)
        if scope is Scope.NONE or not address.port:
            return False
        return scope is Scope.PUBLIC or self.is_near(address)

    def _send(self, address: Address, datagram: bytes) -> None:
        assert self._endpoint is not None
        hop = self._endpoint.ways.hop_to(address)
        if hop is not None:
            self.reachability.on_contact(address.host)
            self._endpoint.send_to(hop, [datagram])

    # --- what changes around this peer

    def _on_news(self) -> None:
        if self._endpoint is not None:
            self._endpoint.on_candidates_changed()
        self.client.look_again()

    def _on_network(self, change: Change) -> None:
        if self._endpoint is None:
            return
        if change.has_moved or change.has_slept:
            self.reachability.forget()
            self.tunnels.drop_opened()
            self.scout.look_again()
        self._endpoint.on_surroundings_changed()
        self._tell_network(change)

    def _on_mapped(self, mapping: PortMapping | None) -> None:
        self.scout.mapped_port = mapping.external.port if mapping is not None and mapping.is_public else None
        self.scout.look_again()
        self._on_news()

    def _on_neighbour(self, peer: PeerId, addresses: Sequence[Address]) -> None:
        self._side.spawn(self._call_on(peer, addresses))

    async def _call_on(self, peer: PeerId, addresses: Sequence[Address]) -> None:
        assert self._endpoint is not None
        if self._endpoint.link_to(peer) is not None:
            self._endpoint.offer_paths(peer, addresses)
            return
        try:
            await self._endpoint.dial(peer, addresses, timeout_s=4.0)
        except PeerFault as fault:
            logger.debug("%s in this network does not answer: %s", peer, fault)
