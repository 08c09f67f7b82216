"""Which router this computer's packets to the internet pass first."""

import asyncio
import ctypes
import ipaddress
import logging
import re
import socket
import struct
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from core.nat.interfaces import FAR_V4

logger = logging.getLogger(__name__)

_ROUTE_S = 2.0
_UP, _GATEWAY = 0x1, 0x2


@dataclass(frozen=True, slots=True)
class Route:
    """The way to the internet over IPv4."""

    gateway: str
    source: str
    """The own address, as the gateway sees it."""


FindRoute = Callable[[], Awaitable[Route | None]]


async def find_route() -> Route | None:
    """None where there is no router: no network, a public address at a point-to-point line, or a tunnel (VPN) that
    takes all packets elsewhere, past the router of this home."""
    gateway = await asyncio.get_running_loop().run_in_executor(None, _default_gateway)
    if gateway is None:
        return None
    to_gateway, to_internet = _source_towards(gateway), _source_towards(FAR_V4)
    if to_gateway is None or to_gateway != to_internet:
        logger.debug("packets leave from %s, to router %s from %s", to_internet, gateway, to_gateway)
        return None
    return Route(gateway, to_gateway)


def _source_towards(host: str) -> str | None:
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((host, 9))  # only chooses the route
            return str(probe.getsockname()[0])
    except OSError:
        return None


def _default_gateway() -> str | None:
    try:
        if sys.platform == "win32":
            return _windows_gateway()
        if sys.platform == "linux":
            return parse_linux_routes(Path("/proc/net/route").read_text(encoding="ascii"))
        # Without a shell, with nothing from outside on its command line.
        asked = ["/sbin/route", "-n", "get", "default"]
        told = subprocess.run(asked, capture_output=True, text=True, timeout=_ROUTE_S, check=False)  # noqa: S603
        return parse_bsd_route(told.stdout)
    except (OSError, ValueError, subprocess.SubprocessError) as fault:
        logger.debug("the routing table cannot be read: %s", fault)
        return None


def parse_linux_routes(table: str) -> str | None:
    """The gateway of the default route with the lowest metric in the text of `/proc/net/route`."""
    found: list[tuple[int, str]] = []
    for line in table.splitlines()[1:]:
        fields = line.split()
        if len(fields) < 8 or int(fields[1], 16) or int(fields[7], 16):
            continue
        if int(fields[3], 16) & (_UP | _GATEWAY) == _UP | _GATEWAY:
            # Written as the kernel holds it in memory: the address's bytes read as this machine's integer.
            gateway = ipaddress.IPv4Address(struct.pack("=I", int(fields[2], 16)))
            found.append((int(fields[6]), str(gateway)))
    return min(found)[1] if found else None


def parse_bsd_route(told: str) -> str | None:
    """The gateway in what `route -n get default` prints on macOS and the BSDs; None where it is an interface."""
    match = re.search(r"^\s*gateway:\s*(\d+\.\d+\.\d+\.\d+)\s*$", told, re.MULTILINE)
    return str(ipaddress.IPv4Address(match.group(1))) if match else None


if sys.platform == "win32":

    def _windows_gateway() -> str | None:
        # https://learn.microsoft.com/windows/win32/api/ipmib/ns-ipmib-mib_ipforwardrow: 14 words, the fourth is the
        # next hop, which is this computer's own address where there is no router.
        row = (ctypes.c_uint32 * 14)()
        (far,) = struct.unpack("=I", ipaddress.IPv4Address(FAR_V4).packed)
        if ctypes.windll.iphlpapi.GetBestRoute(far, 0, ctypes.byref(row)):
            return None
        gateway = ipaddress.IPv4Address(struct.pack("=I", row[3]))
        return None if gateway.is_unspecified else str(gateway)
