"""The simulated internet as exchanges see it, where peers are ids alone: dead and broken are noticed at once."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, MutableMapping

from core.identity.ids import PeerId
from core.transport.api import Address, Message
from tests.sim.internet import Host, Internet, Serve
from tests.sim.links import SimLink, SimStream

MemoryStream = SimStream


class _PerHost(MutableMapping[PeerId, float | None]):
    """A property of hosts, by peer."""

    def __init__(self, net: "MemoryNet", line: str, name: str) -> None:
        self._net, self._line, self._name = net, line, name

    def __getitem__(self, peer: PeerId) -> float:
        value: float = getattr(getattr(self._net.place(peer), self._line), self._name)
        return value

    def __setitem__(self, peer: PeerId, value: float | None) -> None:
        setattr(getattr(self._net.place(peer), self._line), self._name, value)

    def __delitem__(self, peer: PeerId) -> None:
        self[peer] = None

    def __iter__(self) -> Iterator[PeerId]:
        return iter(self._net.hosts)

    def __len__(self) -> int:
        return len(self._net.hosts)


class _Served(dict[PeerId, Serve]):
    def __init__(self, net: "MemoryNet") -> None:
        super().__init__()
        self._net = net

    def __setitem__(self, peer: PeerId, serve: Serve) -> None:
        super().__setitem__(peer, serve)
        self._net.place(peer).serve = serve


class _Broken(set[frozenset[PeerId]]):
    def __init__(self, net: "MemoryNet") -> None:
        super().__init__()
        self._net = net

    def add(self, pair: frozenset[PeerId]) -> None:
        super().add(pair)
        self._net.sever(*sorted(pair))


class MemoryLink:
    """A link of somebody who has no exchange of its own."""

    def __init__(self, net: "MemoryNet", me: PeerId, peer: PeerId) -> None:
        self._net, self._me, self.peer_id = net, me, peer

    async def open(self, first: Message) -> SimStream:
        link = await self._net.link_to(self._me)(self.peer_id)
        return await link.open(first)


class MemoryNet(Internet):
    """Hosts come into being when they are first spoken of."""

    def __init__(self, *, latency_s: float = 0.02) -> None:
        super().__init__(latency_s, idle_s=0.0, window_bytes=1 << 16)
        self.hosts: dict[PeerId, Host] = {}
        self.serve = _Served(self)
        self.upload_bytes_per_s = _PerHost(self, "up", "bytes_per_s")
        self.read_bytes_per_s = _PerHost(self, "down", "bytes_per_s")
        self.sent_bytes = _PerHost(self, "up", "carried_bytes")
        self.broken = _Broken(self)

    def place(self, peer: PeerId) -> Host:
        if peer not in self.hosts:
            self.hosts[peer] = self.join(peer, Address("192.0.2.1", 1 + len(self.hosts)))
        return self.hosts[peer]

    def link_to(self, me: PeerId) -> Callable[[PeerId], Awaitable[SimLink]]:
        async def link(peer: PeerId) -> SimLink:
            return await self.place(me).dial(peer, self.place(peer).addresses, timeout_s=self.latency_s)

        return link

    def kill(self, peer: PeerId) -> None:  # type: ignore[override]  # by id
        super().kill(self.place(peer).addresses[0])

    def cut(self, a: PeerId, b: PeerId, reason: str = "cut") -> None:
        """Ends all links between the two."""
        for link in self.place(a).links():
            if link.peer_id == b:
                link.end(reason)
                link.twin.end(reason)

    async def settle(self) -> None:
        """Waits for what is still being served."""
        while tasks := [task for host in self.hosts.values() for link in host.links() for task in link.tasks]:
            await asyncio.wait(tasks)
