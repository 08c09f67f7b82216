"""What is known of hops as such: how good they are, how long their datagrams may be, and whose probes come by them."""

import socket
from collections.abc import Callable, Sequence

from core.transport.api import Address, Path, PathKind
from core.transport.dialing import address_of, is_loopback, is_sensible, socket_address
from core.transport.hops import Guide, Hop
from core.transport.link_paths import LinkPaths
from core.transport.path_mtu import LADDER, PathMtu
from core.transport.paths import Way
from core.transport.probe import ProbeKind, key_id_of
from core.transport.scope import is_local

PROBE_KINDS = frozenset(ProbeKind)


class Ways:
    """Fulfils `core.transport.link_paths.PathHost` for all links of an endpoint."""

    def __init__(
        self,
        send_to: Callable[[Hop, Sequence[bytes]], None],
        family: socket.AddressFamily,
        guide: Guide | None,
        loopback_bytes: int,
    ) -> None:
        """`family`: of the endpoint's socket. `loopback_bytes`: datagrams within this computer."""
        self._send_to = send_to
        self._family = family
        self._guide = guide
        self._loopback_bytes = loopback_bytes
        self._by_key: dict[bytes, LinkPaths] = {}

    def send_to(self, hop: Hop, datagrams: Sequence[bytes]) -> None:
        self._send_to(hop, datagrams)

    def candidates(self) -> Sequence[Address]:
        return self._guide.candidates() if self._guide is not None else ()

    def hop_to(self, address: Address) -> Hop | None:
        is_of_use = address.port and is_sensible(address, self._guide)
        return socket_address(address, self._family) if is_of_use else None

    def way_by(self, hop: Hop, *, is_first: bool = False) -> Way:
        if not isinstance(hop, tuple):
            return Way(hop, hop.path, is_near=False, mtu=PathMtu(limit_bytes=hop.datagram_bytes))
        address = address_of(hop)
        is_near = is_local(address.host)
        path = Path(PathKind.DIRECT if is_first or is_near else PathKind.PUNCHED, address)
        if is_loopback(hop):
            mtu = PathMtu(limit_bytes=self._loopback_bytes, base_bytes=self._loopback_bytes)
        else:
            mtu = PathMtu(limit_bytes=LADDER[-1])
        return Way(hop, path, is_near=is_near, mtu=mtu)

    def bind_probes(self, key_id: bytes, paths: LinkPaths) -> None:
        self._by_key[key_id] = paths

    def unbind_probes(self, key_id: bytes) -> None:
        self._by_key.pop(key_id, None)

    def on_probe(self, data: bytes, hop: Hop) -> None:
        """A datagram whose first byte is one of `PROBE_KINDS`."""
        paths = self._by_key.get(key_id_of(data))
        if paths is not None:
            paths.on_datagram(data, hop)
