"""UPnP Internet Gateway Device (versions 1 and 2): what most home routers speak, in XML over HTTP.

The device is the default gateway or none: another one of this network has no say in where packets go.
"""

import asyncio
import logging
import random
import socket
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from async_upnp_client.client import UpnpRequester, UpnpService
from async_upnp_client.client_factory import UpnpFactory
from async_upnp_client.const import HttpRequest, HttpResponse
from async_upnp_client.exceptions import UpnpActionError

from core.nat.gateway import Route
from core.nat.router import LIFETIME_S, Grant, RouterFault
from core.transport.api import Address

logger = logging.getLogger(__name__)

SSDP_PORT = 1900
_SSDP_GROUP = "239.255.255.250"
_SEARCHES = (
    "urn:schemas-upnp-org:device:InternetGatewayDevice:1",
    "urn:schemas-upnp-org:device:InternetGatewayDevice:2",
)
_SERVICES = (
    "urn:schemas-upnp-org:service:WANIPConnection:2",
    "urn:schemas-upnp-org:service:WANIPConnection:1",
    "urn:schemas-upnp-org:service:WANPPPConnection:1",
)
_SEARCH_WAITS_S = (0.4, 1.2, 2.5)
_ANSWER_S = 5.0
_BODY_BYTES = 1 << 18
_NOT_AUTHORIZED, _NO_SUCH_ENTRY, _CONFLICT = 606, 714, 718
_PORT_TRIES = 4


class _Declined(RouterFault):
    """The router answered with an error of the protocol."""

    def __init__(self, action: str, code: int | None, text: str | None) -> None:
        super().__init__(f"declines {action}: {code} {text or ''}".strip())
        self.code = code


class _Requester(UpnpRequester):
    """HTTP with bounded answers, straight to the router whatever proxies and redirections say."""

    async def async_http_request(self, http_request: HttpRequest) -> HttpResponse:
        headers = {**http_request.headers, "Accept-Encoding": "identity"}
        async with (
            aiohttp.ClientSession(
                timeout=aiohttp.ClientTimeout(total=_ANSWER_S),
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
            ) as session,
            session.request(
                http_request.method, http_request.url, headers=headers, data=http_request.body, allow_redirects=False
            ) as response,
        ):
            body = bytearray()
            async for chunk in response.content.iter_any():
                body += chunk
                if len(body) > _BODY_BYTES:
                    raise RouterFault(f"answers with more than {_BODY_BYTES} bytes")
            return HttpResponse(response.status, dict(response.headers), body.decode("utf-8", "replace"))


class Upnp:
    """See `PortControl`."""

    name = "upnp"

    def __init__(self, route: Route, port: int, *, ssdp_port: int = SSDP_PORT) -> None:
        self._route = route
        self._port = port
        self._external = port
        self._ssdp_port = ssdp_port
        self._service: UpnpService | None = None
        self._random = random.Random()  # a port that is likely free, not a secret

    async def probe(self) -> None:
        location = await _find(self._route, self._ssdp_port)
        try:
            # Not strict: many routers describe themselves wrongly and work all the same.
            device = await UpnpFactory(_Requester(), non_strict=True).async_create_device(location)
            services = [service for service in device.all_services if service.service_type in _SERVICES]
        except Exception as fault:  # descriptions can be wrong in ways that the library does not foresee
            raise RouterFault(f"describes itself in a way that is not understood ({fault!r})") from fault
        for service in sorted(services, key=lambda one: _SERVICES.index(one.service_type)):
            if service.has_action("AddPortMapping") and await _is_online(service):
                self._service = service
                return
        raise RouterFault("is a UPnP device with no connection to the internet")

    async def open(self) -> Grant:
        assert self._service is not None, "probe first"
        for _ in range(_PORT_TRIES):
            try:
                if await self._owner() not in (None, "", self._route.source):
                    raise _Declined("AddPortMapping", _CONFLICT, "another computer has this port")
                await self._add()
            except _Declined as declined:
                if declined.code != _CONFLICT:
                    raise
                self._external = self._random.randrange(20_000, 60_000)
            else:
                return Grant(Address(await _external_host(self._service), self._external), LIFETIME_S)
        raise RouterFault("finds every port taken")

    async def check(self) -> str | None:
        assert self._service is not None
        owner = await self._owner()
        return await _external_host(self._service) if owner in (None, self._route.source) else None

    async def shut(self) -> None:
        assert self._service is not None
        await _call(
            self._service, "DeletePortMapping", NewRemoteHost="", NewExternalPort=self._external, NewProtocol="UDP"
        )

    async def _owner(self) -> str | None:
        """The computer to which the external port leads: empty for nowhere, None where the router does not say."""
        assert self._service is not None
        if not self._service.has_action("GetSpecificPortMappingEntry"):
            return None
        try:
            entry = await _call(
                self._service,
                "GetSpecificPortMappingEntry",
                NewRemoteHost="",
                NewExternalPort=self._external,
                NewProtocol="UDP",
            )
        except _Declined as declined:
            return "" if declined.code == _NO_SUCH_ENTRY else None
        client, port = str(entry.get("NewInternalClient", "")), entry.get("NewInternalPort")
        # Another port of this computer is another program's: as foreign as another computer.
        return client if client != self._route.source or port == self._port else f"{client}:{port}"

    async def _add(self) -> None:
        try:
            await self._add_for(LIFETIME_S)
        except _Declined as declined:
            if declined.code in (_CONFLICT, _NOT_AUTHORIZED):
                raise
            # Many know permanent ports only: some say so (725), others call the request wrong.
            logger.debug("upnp: %s", declined)
            await self._add_for(0)

    async def _add_for(self, lifetime_s: int) -> None:
        assert self._service is not None
        await _call(
            self._service,
            "AddPortMapping",
            NewRemoteHost="",
            NewExternalPort=self._external,
            NewProtocol="UDP",
            NewInternalPort=self._port,
            NewInternalClient=self._route.source,
            NewEnabled=True,
            NewPortMappingDescription=f"Idlewild {self._port}",
            NewLeaseDuration=lifetime_s,
        )


async def _call(service: UpnpService, action: str, **arguments: Any) -> Mapping[str, Any]:
    try:
        return await service.action(action).async_call(**arguments)
    except UpnpActionError as declined:
        raise _Declined(action, declined.error_code, declined.error_desc) from declined
    except RouterFault:
        raise
    except Exception as fault:  # answers can be wrong in ways that the library does not foresee
        raise RouterFault(f"gives no answer to {action} that is understood ({fault!r})") from fault


async def _external_host(service: UpnpService) -> str:
    return str((await _call(service, "GetExternalIPAddress")).get("NewExternalIPAddress") or "")


async def _is_online(service: UpnpService) -> bool:
    """A router may have one service for each way out and use one of them."""
    try:
        return await _external_host(service) not in ("", "0.0.0.0")  # noqa: S104
    except RouterFault as fault:
        logger.debug("upnp: %s", fault)
        return False


class _Searching(asyncio.DatagramProtocol):
    def __init__(self, gateway: str, found: "asyncio.Future[str]") -> None:
        self._gateway = gateway
        self._found = found

    def datagram_received(self, data: bytes, address: tuple[str, int]) -> None:
        location = read_location(data, self._gateway)
        if address[0] == self._gateway and location is not None and not self._found.done():
            self._found.set_result(location)

    def error_received(self, fault: Exception) -> None:
        logger.debug("upnp: search: %s", fault)


def search(target: str) -> bytes:
    """The question who is `target` (UPnP Device Architecture 2.0, section 1.3.2)."""
    lines = (
        "M-SEARCH * HTTP/1.1",
        f"HOST: {_SSDP_GROUP}:{SSDP_PORT}",
        'MAN: "ssdp:discover"',
        "MX: 1",
        f"ST: {target}",
    )
    return "\r\n".join((*lines, "", "")).encode()


def read_location(data: bytes, gateway: str) -> str | None:
    """Where an answer to a search says that its sender describes itself, if that is at the gateway itself."""
    status, *lines = data[:4096].decode("utf-8", "replace").splitlines() or [""]
    if not status.startswith("HTTP/1.") or status.split()[1:2] != ["200"]:
        return None
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    location = headers.get("location", "")
    try:
        parts = urlsplit(location)
        is_there = parts.scheme == "http" and parts.hostname == gateway and parts.port != 0
    except ValueError:
        return None
    return location if is_there else None


async def _find(route: Route, ssdp_port: int) -> str:
    loop = asyncio.get_running_loop()
    found: asyncio.Future[str] = loop.create_future()
    try:
        transport, _ = await loop.create_datagram_endpoint(
            lambda: _Searching(route.gateway, found), local_addr=(route.source, 0)
        )
    except OSError as fault:
        raise RouterFault(f"cannot be asked ({fault})") from fault
    try:
        raw = transport.get_extra_info("socket")
        raw.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 2)
        raw.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(route.source))
        for wait_s in _SEARCH_WAITS_S:
            for target in _SEARCHES:
                # Some answer the group only, some networks carry no multicast.
                transport.sendto(search(target), (_SSDP_GROUP, ssdp_port))
                transport.sendto(search(target), (route.gateway, ssdp_port))
            await asyncio.wait([found], timeout=wait_s)
            if found.done():
                return found.result()
    except OSError as fault:
        raise RouterFault(f"cannot be searched for ({fault})") from fault
    finally:
        transport.abort()
    raise RouterFault("does not answer")
