"""Where an engine listens for other peers."""

from collections.abc import Callable

from core.engine.reception import MESSAGES, Reception
from core.errors import LocalFault
from core.identity.keys import Identity
from core.options import RunOptions
from core.storage import settings as page
from core.storage.settings import Settings
from core.transport.api import Address, Link
from core.transport.endpoint import Endpoint, EndpointConfig


class Listening:
    """Where this engine listens: as asked, else the port it had before, else any."""

    def __init__(self, options: RunOptions, identity: Identity, settings: Settings) -> None:
        self._options = options
        self._identity = identity
        self._settings = settings

    async def open(self, reception: Reception, on_link: Callable[[Link], None]) -> Endpoint:
        """Raises `LocalFault` if an address that was asked for cannot be had."""
        if self._options.listen is not None:
            return await self._open(self._options.listen, reception, on_link)
        port = self._settings.get(page.LISTEN_PORT)
        try:
            endpoint = await self._open(Address("0.0.0.0", port), reception, on_link)  # noqa: S104
        except LocalFault:
            endpoint = await self._open(Address("0.0.0.0", 0), reception, on_link)  # noqa: S104
        self._settings.set(page.LISTEN_PORT, endpoint.addresses[0].port)
        return endpoint

    async def _open(self, listen: Address, reception: Reception, on_link: Callable[[Link], None]) -> Endpoint:
        return await Endpoint.open(
            EndpointConfig(
                identity=self._identity,
                messages=MESSAGES,
                greeting=reception.greeting,
                admit=reception.admit,
                serve=reception.serve,
                listen=listen,
                on_link=on_link,
            )
        )
