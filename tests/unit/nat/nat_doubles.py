"""Links and an endpoint that remember what was asked of them, and a clock that stands still."""

from collections.abc import Callable, Sequence

from core.errors import LinkLost, PeerFault
from core.identity.ids import PeerId
from core.transport.api import Address, Message, Path, PathKind, Place


def peer(number: int) -> PeerId:
    return PeerId(bytes([number]) * 32)


def at(host: str, port: int = 4433) -> Address:
    return Address(host, port)


class Clock:
    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class FakeLink:
    def __init__(
        self,
        peer_id: PeerId,
        address: Address,
        *,
        kind: PathKind = PathKind.DIRECT,
        relay: PeerId | None = None,
        answer: Callable[[Message], Message] | None = None,
        is_dialer: bool = True,
    ) -> None:
        self.peer_id = peer_id
        self.path = Path(kind, address, relay)
        self.hop = (address.host, address.port)
        self.is_dialer = is_dialer
        self.round_trip_s = 0.01
        self.asked: list[Message] = []
        self._answer = answer

    @property
    def remote_address(self) -> Address:
        return self.path.address

    async def request(self, message: Message, reply: type[Message], *, timeout_s: float = 10.0) -> Message:
        self.asked.append(message)
        if self._answer is None:
            raise LinkLost("nobody is there")
        answer = self._answer(message)
        assert isinstance(answer, reply)
        return answer


class FakeEndpoint:
    """Links by peer, and everything that was sent or received."""

    def __init__(self, *links: FakeLink) -> None:
        self.all = list(links)
        self.sent: list[tuple[object, list[bytes]]] = []
        self.forwarded: list[tuple[object, bytes, int]] = []
        self.received: list[tuple[bytes, object]] = []
        self.dialed: list[tuple[PeerId | None, Sequence[Place]]] = []
        self.dial_makes: dict[PeerId, FakeLink] = {}

    def links(self) -> list[FakeLink]:
        return self.all

    def links_of(self, peer_id: PeerId) -> list[FakeLink]:
        return [link for link in reversed(self.all) if link.peer_id == peer_id]

    def link_to(self, peer_id: PeerId) -> FakeLink | None:
        return next(iter(self.links_of(peer_id)), None)

    async def dial(self, peer_id: PeerId | None, places: Sequence[Place], *, timeout_s: float = 10.0) -> FakeLink:
        self.dialed.append((peer_id, places))
        if peer_id not in self.dial_makes:
            raise PeerFault("nobody answers")
        self.all.append(self.dial_makes[peer_id])
        return self.dial_makes[peer_id]

    def send_to(self, hop: object, datagrams: Sequence[bytes]) -> None:
        self.sent.append((hop, list(datagrams)))

    def forward(self, address: object, datagrams: memoryview, size_bytes: int) -> None:
        self.forwarded.append((address, bytes(datagrams), size_bytes))

    def receive(self, datagrams: Sequence[tuple[bytes, object]]) -> None:
        self.received += datagrams
