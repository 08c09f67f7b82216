"""Drives one sans-IO QUIC connection: datagrams and timers in, datagrams and events out."""

import asyncio
import logging
import math
from collections.abc import Callable, Sequence
from typing import Protocol

from aioquic.quic import events

from core.transport.hops import Hop
from core.transport.quic_private import PeerConnection

logger = logging.getLogger(__name__)

_TIMER_GRAIN_S = 0.0002
_RETRY_S = 0.001
KEY_PACKETS = 1 << 22
"""Packets under one key; RFC 9001, section 6.6, allows twice as many."""
LIFE_PING, _KEY_PING = 0, 1
PEER: tuple[str, int] = ("peer", 0)
"""What QUIC takes for the other side's address: which way datagrams go is decided below it and may change at any time,
on either side, without its path validation and without a new congestion state."""
_REASON_BYTES = 500
"""A reason must fit one packet together with everything else in it."""


class Wire(Protocol):
    """What a connection needs of its endpoint."""

    def send_to(self, hop: Hop, datagrams: Sequence[bytes]) -> None: ...

    def mark(self, connection: "Connection") -> None:
        """Has `connection.settle` called soon."""
        ...

    def route(self, connection_id: bytes, connection: "Connection") -> None: ...

    def unroute(self, connection_id: bytes) -> None: ...

    def forget(self, connection: "Connection") -> None:
        """The connection is over."""
        ...


class Owner(Protocol):
    """What a connection tells its link."""

    def on_handshake(self) -> None: ...

    def on_data(self, stream_id: int, data: bytes, ended: bool) -> None: ...

    def on_reset(self, stream_id: int, code: int) -> None: ...

    def on_stop(self, stream_id: int, code: int) -> None: ...

    def on_progress(self) -> None:
        """Sent bytes may have been acknowledged."""
        ...

    def on_terminated(self, code: int, reason: str) -> None: ...


class Connection:
    """One QUIC connection, its timer and its connection ids."""

    def __init__(self, wire: Wire, quic: PeerConnection, hop: Hop) -> None:
        self.quic = quic
        self.hop = hop
        self.heard_here_s = 0.0
        """When the newest packet came by `hop`, as far as `on_stray` is set."""
        self.on_stray: Callable[[Hop, float], None] | None = None
        """Told when the newest packet came by another hop."""
        self.is_dirty = False
        self.is_over = False
        self._wire = wire
        self._owner: Owner | None = None
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at_s = 0.0
        self._due_s = -math.inf
        """When the connection's own timers are due, as of the last time it was settled: what came since cannot have
        made that sooner by so much that it is due already."""
        self._ids: set[bytes] = set()
        self._farewell: list[bytes] = []
        self._ignored = 0
        self._is_ending = False
        self._keys_since = 0
        self._is_updating_keys = False
        self._route(quic.host_cid)

    def adopt(self, owner: Owner) -> None:
        self._owner = owner

    @property
    def timeouts_in_a_row(self) -> int:
        """Probe timeouts since something was acknowledged."""
        return self.quic.timeouts_in_a_row

    def connect(self, now: float) -> None:
        self.quic.connect(PEER, now=now)

    def receive(self, data: bytes, hop: Hop, now: float) -> None:
        """`settle` follows once all datagrams of this turn are in."""
        if self.quic.closing is not None:
            self._repeat_farewell()
            return
        if self.on_stray is None:
            self.quic.receive_datagram(data, PEER, now)
            return
        newest = self.quic.newest_packet
        self.quic.receive_datagram(data, PEER, now)
        if self.quic.newest_packet > newest:
            if hop == self.hop:
                self.heard_here_s = now
            else:
                self.on_stray(hop, now)

    def take(self, hop: Hop) -> None:
        """From now on everything goes by `hop`."""
        self.hop = hop
        self.quic.on_path_changed()
        self.wake()

    def limit_datagrams(self, length_bytes: int) -> None:
        """Datagrams are at most so long from now on."""
        self.quic.limit_datagrams(length_bytes)

    def settle(self, now: float) -> None:
        """Hands out events, runs due timers, sends what may leave now, and sets the timer."""
        self.is_dirty = False
        self._dispatch()
        if self.is_over or self.quic.get_peer_address() is None:
            return
        if self._due_s <= now:
            # Even when there is data to send: loss detection starves otherwise.
            due = self.quic.get_timer()
            if due is not None and due <= now:
                self.quic.handle_timer(now)
        self.quic.pacer.begin_turn()
        was_closing = self.quic.closing is not None
        datagrams = [data for data, _ in self.quic.datagrams_to_send(now)]
        if datagrams:
            self._wire.send_to(self.hop, datagrams)
            if was_closing:
                self._farewell = datagrams
        if self.quic.packets_sent - self._keys_since >= KEY_PACKETS:
            self.update_keys()
        self._dispatch()
        if not self.is_over:
            self._arm(now, progress=bool(datagrams))

    def close(self, code: int, reason: str) -> None:
        """Tells the peer, and ends after the time in which its packets may still arrive."""
        self.quic.close(error_code=code, reason_phrase=shortened(reason))
        self._wire.mark(self)

    def ping(self) -> None:
        """Asks for a sign of life (RFC 9000, section 19.2)."""
        self.quic.send_ping(LIFE_PING)
        self._wire.mark(self)

    def update_keys(self) -> None:
        """New keys from the next packet on (RFC 9001, section 6), unless the last new ones are still unconfirmed.

        With a ping, which is repeated until it is acknowledged: aioquic drops what still comes under the old keys, so
        a side that had nothing more to say, and whose one packet under the new keys was lost, would never be heard.
        """
        if not self._is_updating_keys:
            self._is_updating_keys = True
            self._keys_since = self.quic.packets_sent
            self.quic.request_key_update()
            self.quic.send_ping(_KEY_PING)
            self._wire.mark(self)

    def abandon(self) -> None:
        """Ends at once; the peer is not told."""
        if self.is_over:
            return
        self.is_over = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for connection_id in self._ids:
            self._wire.unroute(connection_id)
        self._ids.clear()
        self._wire.forget(self)

    def wake(self) -> None:
        """There is something to send."""
        self._wire.mark(self)

    def add_route(self, connection_id: bytes) -> None:
        self._route(connection_id)

    def _route(self, connection_id: bytes) -> None:
        self._ids.add(connection_id)
        self._wire.route(connection_id, self)

    def _repeat_farewell(self) -> None:
        # RFC 9000, section 10.2.1: a lost CONNECTION_CLOSE is repeated, ever more rarely, to a peer that goes on.
        self._ignored += 1
        if self._farewell and self._ignored & (self._ignored - 1) == 0:
            self._wire.send_to(self.hop, self._farewell)

    def _dispatch(self) -> None:
        owner = self._owner
        assert owner is not None
        event = self.quic.next_event()
        while event is not None:
            if isinstance(event, events.StreamDataReceived):
                owner.on_data(event.stream_id, event.data, event.end_stream)
            else:
                self._dispatch_rare(event, owner)
            event = self.quic.next_event()
        owner.on_progress()
        closing = self.quic.closing
        if closing is not None and not self._is_ending:
            self._is_ending = True
            owner.on_terminated(closing.error_code, closing.reason_phrase)

    def _dispatch_rare(self, event: events.QuicEvent, owner: Owner) -> None:
        if isinstance(event, events.ConnectionIdIssued):
            self._route(event.connection_id)
        elif isinstance(event, events.ConnectionIdRetired):
            self._ids.discard(event.connection_id)
            self._wire.unroute(event.connection_id)
        elif isinstance(event, events.PingAcknowledged):
            self._is_updating_keys &= event.uid != _KEY_PING
        elif isinstance(event, events.HandshakeCompleted):
            owner.on_handshake()
        elif isinstance(event, events.StreamReset):
            owner.on_reset(event.stream_id, event.error_code)
        elif isinstance(event, events.StopSendingReceived):
            owner.on_stop(event.stream_id, event.error_code)
        elif isinstance(event, events.ConnectionTerminated):
            self.abandon()

    def _arm(self, now: float, *, progress: bool) -> None:
        due = self.quic.get_timer()
        if due is None:
            return
        self._due_s = due
        if due <= now:
            if progress:  # this turn's share is used up; others are served first
                self._wire.mark(self)
                return
            due = now + _RETRY_S
        # A timer that fires too early does no harm and is cheaper than one that is set anew for every packet.
        if self._timer is not None:
            if due >= self._timer_at_s - _TIMER_GRAIN_S:
                return
            self._timer.cancel()
        self._timer_at_s = due
        self._timer = self._loop.call_at(due, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        now = max(self._loop.time(), self._timer_at_s)
        due = self.quic.get_timer()
        if due is None:
            return
        if due > now + _TIMER_GRAIN_S:
            self._timer_at_s = due
            self._timer = self._loop.call_at(due, self._on_timer)
        else:
            self.settle(now)


def shortened(reason: str) -> str:
    """`reason` cut to what fits a packet."""
    return reason.encode()[:_REASON_BYTES].decode(errors="ignore")
