"""From how far away an address can be reached."""

import ipaddress
from enum import StrEnum

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_PRIVATE = [
    ipaddress.ip_network(text)
    for text in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7", "fec0::/10")
]


class Scope(StrEnum):
    """From how far away an address can be reached."""

    LOOPBACK = "loopback"
    LINK_LOCAL = "link_local"
    PRIVATE = "private"
    """Inside one household, office or provider (RFC 1918, RFC 4193, RFC 6598)."""
    PUBLIC = "public"
    NONE = "none"
    """Names no computer: unspecified, multicast, broadcast."""


def parse_ip(host: str) -> IpAddress | None:
    """None for a host name. An IPv4 address in IPv6's clothes (`::ffff:192.0.2.1`) is an IPv4 address."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def scope_of(address: IpAddress) -> Scope:
    if address.is_unspecified or address.is_multicast or address == ipaddress.IPv4Address("255.255.255.255"):
        return Scope.NONE
    if address.is_loopback:
        return Scope.LOOPBACK
    if address.is_link_local:
        return Scope.LINK_LOCAL
    # Not `is_private`, for which networks set aside for tests and documentation are private too.
    if any(address.version == network.version and address in network for network in _PRIVATE):
        return Scope.PRIVATE
    return Scope.PUBLIC


def scope_of_host(host: str) -> Scope:
    """Of a host as an `Address` has it; `NONE` for a name."""
    ip = parse_ip(host.partition("%")[0])
    return scope_of(ip) if ip is not None else Scope.NONE


def is_local(host: str) -> bool:
    """Whether `host` means something else, or nothing, in another network."""
    return scope_of_host(host) in (Scope.LOOPBACK, Scope.LINK_LOCAL, Scope.PRIVATE)
