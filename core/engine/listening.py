"""Where an engine listens for other peers."""

import logging
from collections.abc import Callable

from core.engine.reception import MESSAGES, Reception
from core.errors import LocalFault
from core.identity.ids import PeerId, RunId
from core.identity.keys import Identity
from core.nat.household import HouseholdSettings
from core.nat.reach import Reach, ReachSettings
from core.nat.relay_client import WEB_PORT
from core.nat.whereabouts import is_loopback
from core.options import RunOptions
from core.storage import settings as page
from core.storage.settings import Settings
from core.transport.api import Address, Link
from core.transport.budget import Budget, TokenBucket
from core.transport.endpoint import Endpoint, EndpointConfig

log = logging.getLogger(__name__)

EVERYWHERE = ("::", "0.0.0.0")  # noqa: S104  # peers are to reach this one
"""IPv6 and IPv4 by one socket; where there is no IPv6, IPv4 alone."""

TRICKLE_BYTES_PER_S = 2_000
"""Each way, where only what keeps in touch may cross the network."""


class Listening:
    """Where this engine listens: as asked, else the port it had before, else any."""

    def __init__(self, options: RunOptions, identity: Identity, settings: Settings) -> None:
        self._options = options
        self._identity = identity
        self._settings = settings
        self.budget = Budget()
        """What the user allows; may be changed while the endpoint is open."""
        self.granted = TokenBucket()
        """For what they have given leave to fetch, whatever is charged: only how fast is limited."""
        self._bulk = True
        self.take_limits()

    def allow_bulk(self, bulk: bool) -> None:
        """Without it a trickle is left, which keeps this peer in touch with the others."""
        if bulk != self._bulk:
            self._bulk = bulk
            self.take_limits()

    def take_limits(self) -> None:
        """As the command line says, else as the owner prefers now."""
        options, owner = self._options, self._settings.preferences()
        _change(
            self.budget.upload, _either(options.upload_limit_bytes_per_s, owner.upload_limit_bytes_per_s), self._bulk
        )
        _change(
            self.budget.download,
            (limit := _either(options.download_limit_bytes_per_s, owner.download_limit_bytes_per_s)),
            self._bulk,
        )
        _change(self.granted, limit, bulk=True)

    async def open(self, reception: Reception, reach: Reach, on_link: Callable[[Link], None]) -> Endpoint:
        """Raises `LocalFault` if an address that was asked for cannot be had."""
        if self._options.listen is not None:
            return await open_endpoint(self._identity, self._options.listen, reception, reach, on_link, self.budget)
        port = self._settings.get(page.LISTEN_PORT)
        endpoint = await open_everywhere(self._identity, port, reception, reach, on_link, self.budget)
        self._settings.set(page.LISTEN_PORT, endpoint.addresses[0].port)
        return endpoint


def _either(asked: int | None, preferred: int) -> int | None:
    return (preferred if asked is None else asked) or None


def _change(bucket: TokenBucket, limit_bytes_per_s: int | None, bulk: bool) -> None:
    limit = limit_bytes_per_s if bulk else min(limit_bytes_per_s or TRICKLE_BYTES_PER_S, TRICKLE_BYTES_PER_S)
    if limit != bucket.bytes_per_s:
        bucket.change(limit)


async def open_everywhere(
    identity: Identity,
    port: int,
    reception: Reception,
    reach: Reach,
    on_link: Callable[[Link], None],
    budget: Budget | None = None,
) -> Endpoint:
    """Listens at `port` of all interfaces, or, where that is taken, at any. Raises `LocalFault`."""
    wanted = [Address(host, number) for number in dict.fromkeys((port, 0)) for host in EVERYWHERE]
    for listen in wanted[:-1]:
        try:
            return await open_endpoint(identity, listen, reception, reach, on_link, budget)
        except LocalFault as fault:
            log.debug("not listening at %s: %s", listen, fault)
    return await open_endpoint(identity, wanted[-1], reception, reach, on_link, budget)


async def open_endpoint(
    identity: Identity,
    listen: Address,
    reception: Reception,
    reach: Reach,
    on_link: Callable[[Link], None],
    budget: Budget | None = None,
) -> Endpoint:
    """Listens at `listen`, with reception and reach in their places. Raises `LocalFault` if it cannot be had."""
    endpoint = await reach.open(
        EndpointConfig(
            identity=identity,
            messages=MESSAGES,
            greeting=reception.greeting,
            admit=reception.admit,
            serve=reception.serve,
            listen=listen,
            on_link=on_link,
            budget=budget or Budget(),
        )
    )
    reception.reach = reach
    return endpoint


def reach_settings(options: RunOptions, me: PeerId, run: RunId) -> ReachSettings:
    """What the owner's orders mean for reaching others and being reached."""
    is_confined = options.listen is not None and is_loopback(options.listen)
    relays = (options.relay or options.mode == "host") and not options.client_mode
    return ReachSettings(
        accepts_links=not options.client_mode,
        relays=relays,
        tunnel_ports=() if is_confined else (WEB_PORT,),
        household=HouseholdSettings(
            maps_port=not is_confined and not options.client_mode, lan_name=None if is_confined else (me, run)
        ),
    )
