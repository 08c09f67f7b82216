"""One line in virtual time: a queue that is emptied at a fixed rate, delay, random loss, and senders beside each other.

A sender is a congestion controller with the loss detection of RFC 9002 in its simplest form (a packet is lost when
three later ones have arrived) and endless data. Nothing of aioquic but the controllers' interface is used.
"""

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from aioquic import tls
from aioquic.quic.congestion.base import QuicCongestionControl
from aioquic.quic.packet import QuicPacketType
from aioquic.quic.packet_builder import QuicSentPacket

PACKET_BYTES = 1250
_ACK_EVERY_S = 0.001


@dataclass
class Sender:
    control: QuicCongestionControl
    delay_s: float
    start_s: float = 0.0
    end_s: float = 1e9
    paces: bool = True
    wants: Callable[[float], float] | None = None
    """Bytes per second that its application has, if that is the limit."""
    number: int = 0
    next_send_s: float = 0.0
    under_way: dict[int, QuicSentPacket] = field(default_factory=dict)
    arrived: list[int] = field(default_factory=list)
    ack_due: bool = False
    smoothed_s: float = 0.0
    bytes_by_second: dict[int, int] = field(default_factory=dict)
    is_waiting: bool = False

    def rate(self, start_s: float, end_s: float) -> float:
        """Bytes per second that arrived between two whole seconds."""
        return sum(self.bytes_by_second.get(second, 0) for second in range(int(start_s), int(end_s))) / (
            end_s - start_s
        )


class Line:
    """The bottleneck and all that goes through it."""

    def __init__(self, rate_bytes_per_s: float, queue_s: float, *, loss: float = 0.0, seed: int = 1) -> None:
        self.now = 0.0
        self.rate = rate_bytes_per_s
        self.queue_bytes = queue_s * rate_bytes_per_s
        self.loss = loss
        self.senders: list[Sender] = []
        self.delays: list[tuple[float, float]] = []
        """Time, and how long a packet that came then had to wait."""
        self._free_at_s = 0.0
        self._chance = random.Random(seed)
        self._todo: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0

    def add(self, sender: Sender) -> Sender:
        self.senders.append(sender)
        self.at(sender.start_s, lambda: self._send(sender))
        return sender

    def at(self, when_s: float, what: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._todo, (when_s, self._count, what))

    def run(self, until_s: float) -> None:
        while self._todo and self._todo[0][0] <= until_s:
            self.now, _, what = heapq.heappop(self._todo)
            what()
        self.now = until_s

    def delay(self, start_s: float, end_s: float, share: float) -> float:
        """The delay in the queue that `share` of the packets did not exceed."""
        delays = sorted(delay for at, delay in self.delays if start_s <= at < end_s)
        return delays[int(share * (len(delays) - 1))]

    def _wake(self, sender: Sender) -> None:
        sender.is_waiting = False
        self._send(sender)

    def _send(self, sender: Sender) -> None:
        control = sender.control
        while sender.start_s <= self.now < sender.end_s:
            if control.congestion_window - control.bytes_in_flight < PACKET_BYTES:
                return
            if sender.next_send_s > self.now + 1e-9:
                if not sender.is_waiting:
                    sender.is_waiting = True
                    self.at(sender.next_send_s, lambda: self._wake(sender))
                return
            pace = self._pace(sender)
            if pace:
                sender.next_send_s = max(sender.next_send_s, self.now - 0.004) + PACKET_BYTES / pace
            self._emit(sender)

    def _pace(self, sender: Sender) -> float:
        pace = getattr(sender.control, "pacing_bytes_per_s", 0.0)
        if not pace and sender.paces and sender.smoothed_s:
            pace = 1.25 * sender.control.congestion_window / sender.smoothed_s
        wanted = sender.wants(self.now) if sender.wants else 0.0
        if wanted and (not pace or wanted < pace):
            sender.control.on_application_limited()  # type: ignore[attr-defined]
            return wanted
        return pace

    def _emit(self, sender: Sender) -> None:
        number = sender.number
        sender.number += 1
        packet = QuicSentPacket(
            epoch=tls.Epoch.ONE_RTT,
            in_flight=True,
            is_ack_eliciting=True,
            is_crypto_packet=False,
            packet_number=number,
            packet_type=QuicPacketType.ONE_RTT,
            sent_time=self.now,
            sent_bytes=PACKET_BYTES,
        )
        sender.under_way[number] = packet
        sender.control.on_packet_sent(packet=packet)
        self.at(self.now + 3.0, lambda: self._time_out(sender, number))
        waiting_s = max(0.0, self._free_at_s - self.now)
        if waiting_s * self.rate > self.queue_bytes or self._chance.random() < self.loss:
            return
        self.delays.append((self.now, waiting_s))
        self._free_at_s = self.now + waiting_s + PACKET_BYTES / self.rate
        self.at(self._free_at_s + sender.delay_s / 2, lambda: self._arrive(sender, number))

    def _arrive(self, sender: Sender, number: int) -> None:
        second = int(self.now)
        sender.bytes_by_second[second] = sender.bytes_by_second.get(second, 0) + PACKET_BYTES
        sender.arrived.append(number)
        if not sender.ack_due:
            sender.ack_due = True
            self.at(self.now + _ACK_EVERY_S, lambda: self._acknowledge(sender))

    def _acknowledge(self, sender: Sender) -> None:
        numbers, sender.arrived, sender.ack_due = sender.arrived, [], False
        self.at(self.now + sender.delay_s / 2, lambda: self._take_acknowledgement(sender, numbers))

    def _take_acknowledgement(self, sender: Sender, numbers: list[int]) -> None:
        newest = None
        for number in numbers:
            packet = sender.under_way.pop(number, None)
            if packet is not None:
                sender.control.on_packet_acked(now=self.now, packet=packet)
                newest = packet
        if newest is not None:
            rtt = self.now - (newest.sent_time or 0.0)
            sender.smoothed_s += (rtt - sender.smoothed_s) / 8 if sender.smoothed_s else rtt
            sender.control.on_rtt_measurement(now=self.now, rtt=rtt)
            lost = []
            for number in sender.under_way:
                if number > newest.packet_number - 3:
                    break
                lost.append(number)
            self._lose(sender, lost)
        self._send(sender)

    def _time_out(self, sender: Sender, number: int) -> None:
        if number in sender.under_way:
            self._lose(sender, [number])
            self._send(sender)

    def _lose(self, sender: Sender, numbers: list[int]) -> None:
        if numbers:
            packets = [sender.under_way.pop(number) for number in numbers]
            sender.control.on_packets_lost(now=self.now, packets=packets)
