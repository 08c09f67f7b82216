"""Two QUIC connections in one process and virtual time, over a network that loses and reorders what it is told to."""

import heapq
import random
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field

from aioquic.quic import events
from aioquic.quic.configuration import QuicConfiguration

from core.identity.keys import Identity
from core.transport.certificate import certificate_of
from core.transport.quic_private import PeerConnection

ADDRESSES = (("192.0.2.1", 1), ("192.0.2.2", 2))


@dataclass
class Side:
    """One connection and what it has received."""

    quic: PeerConnection
    received: dict[int, bytearray] = field(default_factory=dict)
    ended: set[int] = field(default_factory=set)
    terminated: events.ConnectionTerminated | None = None
    is_complete: bool = False
    reads: bool = True
    answered_pings: set[int] = field(default_factory=set)

    def take_events(self) -> None:
        while (event := self.quic.next_event()) is not None:
            if isinstance(event, events.HandshakeCompleted):
                self.is_complete = True
                self.quic.admit()
            elif isinstance(event, events.StreamDataReceived):
                self.received.setdefault(event.stream_id, bytearray()).extend(event.data)
                if self.reads:
                    self.quic.note_read(event.stream_id, len(event.data))
                if event.end_stream:
                    self.ended.add(event.stream_id)
            elif isinstance(event, events.PingAcknowledged):
                self.answered_pings.add(event.uid)
            elif isinstance(event, events.ConnectionTerminated):
                self.terminated = event


class Network:
    """Client (side 0) and server (side 1). `loss` and `late` are shares of all datagrams."""

    def __init__(
        self,
        client: type[PeerConnection],
        server: type[PeerConnection],
        *,
        seed: int = 0,
        loss: float = 0.0,
        late: float = 0.0,
        size: int = 1200,
    ) -> None:
        self.now = 1.0
        self.delay_s = 0.005
        self._chance = random.Random(seed)
        self._loss, self._late = loss, late
        self._under_way: list[tuple[float, int, int, bytes]] = []
        self._count = 0
        first = client(configuration=_configuration(is_client=True, size=size))
        first.connect(ADDRESSES[1], now=self.now)
        second = server(
            configuration=_configuration(is_client=False, size=size),
            original_destination_connection_id=first.original_destination_connection_id,
        )
        self.sides = (Side(first), Side(second))
        self.run(lambda: all(side.is_complete for side in self.sides))

    def run(self, until: Callable[[], bool], *, limit_s: float = 600.0) -> None:
        """Lets virtual time pass until the condition holds; fails after `limit_s` of it."""
        end = self.now + limit_s
        self._send()
        while not until():
            assert self.now < end, "nothing more happens"
            self._step(end)

    def run_for(self, seconds: float) -> None:
        end = self.now + seconds
        self.run(lambda: self.now >= end)

    def _step(self, end: float) -> None:
        timers = [(side.quic.get_timer(), number) for number, side in enumerate(self.sides)]
        due = [at for at, _ in timers if at is not None] + [entry[0] for entry in self._under_way[:1]]
        self.now = max(self.now + 1e-6, min([*due, end, self.now + 0.1]))
        while self._under_way and self._under_way[0][0] <= self.now:
            _, _, to, data = heapq.heappop(self._under_way)
            self.sides[to].quic.receive_datagram(data, ADDRESSES[1 - to], self.now)
        for at, number in timers:
            if at is not None and at <= self.now:
                self.sides[number].quic.handle_timer(self.now)
        self._send()

    def _send(self) -> None:
        for number, side in enumerate(self.sides):
            side.take_events()
            if side.terminated is not None or side.quic.get_peer_address() is None:
                continue
            side.quic.pacer.begin_turn()
            for data, _ in side.quic.datagrams_to_send(self.now):
                if self._chance.random() < self._loss:
                    continue
                late_s = 0.01 * self._chance.random() if self._chance.random() < self._late else 0.0
                self._count += 1
                heapq.heappush(self._under_way, (self.now + self.delay_s + late_s, self._count, 1 - number, data))
            side.take_events()


def _configuration(*, is_client: bool, size: int) -> QuicConfiguration:
    identity = Identity.generate()
    return QuicConfiguration(
        is_client=is_client,
        alpn_protocols=["test"],
        certificate=certificate_of(identity),
        private_key=identity.private_key,
        verify_mode=ssl.CERT_NONE,
        max_datagram_size=size,
    )
