"""The same QUIC with fewer steps for the packets of which a bulk transfer consists: one STREAM frame and nothing else.

Whatever is not plainly such a packet goes to aioquic's own code, which is also asked first in every turn that has more
to say than stream data. Nothing here decides about loss, congestion, credit or keys: the same objects do.
This uses more of aioquic 1.7's private parts than `quic_private`; `EndpointConfig.fast_path` turns it off.
"""

import math
from typing import Any

from aioquic import tls
from aioquic.buffer import size_uint_var
from aioquic.quic import events
from aioquic.quic.connection import END_STATES, QuicConnectionError, QuicConnectionState, QuicReceiveContext
from aioquic.quic.packet import QuicFrameType, QuicPacketType, decode_packet_number
from aioquic.quic.packet_builder import QuicSentPacket
from aioquic.quic.recovery import MAX_ACK_RANGES, QuicPacketSpace
from aioquic.quic.stream import QuicStream
from cryptography.exceptions import InvalidTag

from core.transport.frames import ack_frame, decoded_varint, encoded_varint
from core.transport.quic_private import PeerConnection

_ONE_RTT = tls.Epoch.ONE_RTT
_FIXED_BIT, _SPIN_BIT = 0x40, 0x20
_KEY_PHASE_SHIFT = 2
_RESERVED_BITS = 0x18
_ID_BYTES = 8
_TAG_BYTES = 16
_HEADER_BYTES = 1 + _ID_BYTES + 2
_SHORTEST_BYTES = 1 + _ID_BYTES + 4 + _TAG_BYTES
ACK_PACKETS, ACK_DELAY_S = 8, 0.025
"""After so many packets, or so long after the first of them, they are acknowledged, and at once when one is missing
(RFC 9000, section 13.2: at least every second one *should* be, and may be less often where that costs too much; the
time is what every peer reckons with, section 18.2). What aioquic does, after a millisecond, is one acknowledgement for
each packet of a slow line: a twentieth of the line, and half of the work."""
_IDLE_GRAIN_S = 0.1
"""So exactly it is noted when something came or left: the end of a silent connection is many seconds away."""
_ACK_RANGES = 8
"""So many in an acknowledgement that goes with data; one of more is aioquic's to write."""
_PLAIN_STREAM_FRAME = QuicFrameType.STREAM_BASE | 6  # with offset and length, without FIN (RFC 9000, section 19.8)


class FastConnection(PeerConnection):
    """A `PeerConnection` whose bulk data takes a shorter way through this machine, and the same way on the wire."""

    _unacknowledged = 0
    """Packets that came since the last acknowledgement."""
    _idle_since_s = -math.inf
    """As far as the end of a silent connection is concerned."""

    @property
    def _is_plain(self) -> bool:
        """Nothing special is going on: connected for good, over one path."""
        paths = self._network_paths
        return (
            self._handshake_confirmed
            and self._state is QuicConnectionState.CONNECTED
            and not self._close_pending
            and len(paths) == 1
            and paths[0].is_validated
            and self._quic_logger is None
        )

    # Timers

    def get_timer(self) -> float | None:
        """What aioquic finds as well, by going through the packets' spaces and paths of which only one each is left."""
        if not self._is_plain:
            return super().get_timer()
        space, loss = self._space, self._loss
        self._loss_at = space.loss_time
        if self._loss_at is None and (space.ack_eliciting_in_flight or not loss.peer_completed_address_validation):
            timeout_s = loss.get_probe_timeout() * 2**loss._pto_count
            self._loss_at = loss._time_of_last_sent_ack_eliciting_packet + timeout_s
        due_s = self._close_at
        assert due_s is not None
        for at_s in (space.ack_at, self._loss_at, self._pacing_at, self._credit_at):
            if at_s is not None and at_s < due_s:
                due_s = at_s
        return due_s

    def _put_off_idle_end(self, now: float) -> None:
        if now - self._idle_since_s >= _IDLE_GRAIN_S:
            self._idle_since_s = now
            self._close_at = now + self._idle_timeout()

    # Receiving

    def receive_datagram(self, data: bytes, addr: Any, now: float) -> None:
        if (
            data[0] & 0xC0 != _FIXED_BIT
            or len(data) < _SHORTEST_BYTES
            or data[1 : 1 + _ID_BYTES] != self.host_cid
            or not self._is_plain
            or self._network_paths[0].addr != addr
        ):
            super().receive_datagram(data, addr, now)
            return
        # Header protection and packet number: RFC 9001, section 5.4, and RFC 9000, appendix A.3.
        keys = self._keys.recv
        assert keys.hp is not None
        assert keys.aead is not None
        mask = keys.hp._mask(data[13:29])
        first = data[0] ^ (mask[0] & 0x1F)
        if first & (_RESERVED_BITS | 1 << _KEY_PHASE_SHIFT) != keys.key_phase << _KEY_PHASE_SHIFT:
            super().receive_datagram(data, addr, now)
            return
        size = (first & 3) + 1
        truncated = int.from_bytes(data[9 : 9 + size], "big") ^ int.from_bytes(mask[1 : 1 + size], "big")
        header = bytes((first,)) + self.host_cid + truncated.to_bytes(size, "big")
        space = self._space
        number = decode_packet_number(truncated, size * 8, space.expected_packet_number)
        nonce = (keys.aead._iv ^ number).to_bytes(12, "big")
        try:
            plain = keys.aead._aead.decrypt(nonce, data[9 + size :], header)
        except InvalidTag:
            return
        if number in space.received_packets:
            return
        self._receive_plain(plain, number, space, now, spin=bool(first & _SPIN_BIT))

    def _receive_plain(self, plain: bytes, number: int, space: QuicPacketSpace, now: float, *, spin: bool) -> None:
        """What aioquic does with a packet once it is decrypted."""
        is_next = number == space.largest_received_packet + 1
        if number > space.expected_packet_number:
            space.expected_packet_number = number + 1
        if number > self._spin_highest_pn:
            self._spin_bit = not spin if self._is_client else spin
            self._spin_highest_pn = number
        is_eliciting = True
        if not self._take_stream_frame(plain):
            context = QuicReceiveContext(
                epoch=_ONE_RTT,
                host_cid=self.host_cid,
                network_path=self._network_paths[0],
                quic_logger_frames=None,
                time=now,
                version=None,
            )
            try:
                is_eliciting, _ = self._payload_received(context, plain)
            except QuicConnectionError as fault:
                self.close(error_code=fault.error_code, frame_type=fault.frame_type, reason_phrase=fault.reason_phrase)
            if self._state in END_STATES or self._close_pending:
                return
        self._put_off_idle_end(now)
        self._ack_eliciting_sent_since_receipt = False
        if number > space.largest_received_packet:
            space.largest_received_packet = number
            space.largest_received_time = now
        space.ack_queue.add(number)
        space.received_packets.add(number)
        if len(space.ack_queue) > MAX_ACK_RANGES:
            space.ack_queue.shift()
        if is_eliciting:
            self._acknowledge_soon(space, now, is_urgent=not is_next)

    def _acknowledge_soon(self, space: QuicPacketSpace, now: float, *, is_urgent: bool) -> None:
        if space.ack_at is None:
            self._unacknowledged = 0
            space.ack_at = now + ACK_DELAY_S
        self._unacknowledged += 1
        if is_urgent or self._unacknowledged >= ACK_PACKETS:
            space.ack_at = 0.0  # at once, even where pacing holds back all else

    def _take_stream_frame(self, plain: bytes) -> bool:
        """Takes a packet that is one STREAM frame with the next bytes of a stream; False if it is anything else."""
        if plain[0] != _PLAIN_STREAM_FRAME:
            return False
        try:
            stream_id, at = decoded_varint(plain, 1)
            offset, at = decoded_varint(plain, at)
            length, at = decoded_varint(plain, at)
        except IndexError:
            return False
        stream = self._streams.get(stream_id)
        if stream is None or not length or at + length != len(plain):
            return False
        receiver, end = stream.receiver, offset + length
        if (
            offset != receiver._buffer_start
            or offset != receiver.highest_offset
            or receiver._buffer
            or receiver.is_finished
            or receiver._final_size is not None
            or end > stream.max_stream_data_local
            or self._local_max_data.used + length > self._local_max_data.value
        ):
            return False
        receiver._buffer_start = receiver.highest_offset = end
        self._local_max_data.used += length
        self._events.append(events.StreamDataReceived(data=plain[at:], end_stream=False, stream_id=stream_id))
        return True

    # Sending

    def datagrams_to_send(self, now: float) -> list[tuple[bytes, Any]]:
        pacer = self.pacer
        share = pacer.left_this_turn
        if share <= 1 or not self._is_plain:
            return super().datagrams_to_send(now)
        if self._has_only_data_to_say():
            self._now = now
            only_data: list[tuple[bytes, Any]] = []
            pause_until = self._pause_until(now)
            if pause_until is None:
                self._send_streams(only_data, now)
            else:
                # Most turns of a slow line end here: something came, and nothing may leave yet.
                self._pacing_at = pause_until if pause_until < math.inf else None
            if not only_data and self._is_ack_due(now):
                only_data.append(self._ack_packet(now))
            if only_data or pause_until is not None:
                self._account(only_data, now)
                return only_data
        pacer.left_this_turn = 1
        datagrams = super().datagrams_to_send(now)
        was_limited = pacer.left_this_turn <= 0 and self._pacing_at == now
        pacer.left_this_turn += share - 1
        if was_limited and self._is_plain:
            # Only the share of one packet held it back.
            started = len(datagrams)
            self._send_streams(datagrams, now)
            self._account(datagrams[started:], now)
        return datagrams

    def _has_only_data_to_say(self) -> bool:
        """Whether there is nothing for the peer but a short acknowledgement and data of streams: all that aioquic looks
        at when it is asked for datagrams, without making any."""
        space = self._space
        if (
            (space.ack_at is not None and len(space.ack_queue) > _ACK_RANGES)
            or self._ping_pending
            or self._probe_pending
            or self._datagrams_pending
            or self._streams_blocked_pending
            or self._handshake_done_pending
            or self._retire_connection_ids
            or self._network_paths[0].remote_challenges
            or not self._crypto_streams[_ONE_RTT].sender.buffer_is_empty
            or not all(own.was_sent for own in self._host_cids)
            or self.has_credit_to_give()
        ):
            return False
        return not any(
            stream.is_finished or stream.receiver.stop_pending or stream.sender.reset_pending
            for stream in self._streams_queue
        )

    def _pause_until(self, now: float) -> float | None:
        """When data of streams may leave next; None means now, infinity that an acknowledgement must come first, or
        that there is none."""
        if all(stream.is_blocked or stream.sender.buffer_is_empty for stream in self._streams_queue):
            return math.inf
        control = self._loss._cc
        if control.congestion_window - control.bytes_in_flight < self._max_datagram_size:
            return math.inf
        return self.pacer.next_send_time(now)

    def _send_streams(self, datagrams: list[tuple[bytes, Any]], now: float) -> None:
        """Adds packets of one STREAM frame each, until pacing, congestion, credit or data end."""
        streams = [
            stream
            for stream in self._streams_queue
            if not (
                stream.is_blocked
                or stream.sender.buffer_is_empty
                or stream.sender.reset_pending
                or stream.receiver.stop_pending
            )
        ]
        served: list[QuicStream] = []
        control, size = self._loss._cc, self._max_datagram_size
        # One more turn at aioquic's hands, for whatever is left that is not the pacer's matter.
        self._pacing_at = now
        while streams and control.congestion_window - control.bytes_in_flight >= size:
            pause_until = self.pacer.next_send_time(now)
            if pause_until is not None:
                self._pacing_at = pause_until
                break
            stream = streams.pop(0)
            datagram = self._stream_packet(stream, now)
            if datagram is not None:
                datagrams.append(datagram)
                streams.append(stream)
                served.append(stream)
        if len(self._streams_queue) > 1 and served:
            done = set(served)
            self._streams_queue = [stream for stream in self._streams_queue if stream not in done]
            self._streams_queue += dict.fromkeys(reversed(served))

    def _stream_packet(self, stream: QuicStream, now: float) -> tuple[bytes, Any] | None:
        """A packet with the stream's next frame, and with an acknowledgement that would leave soon anyway; None if
        nothing of the stream can be sent."""
        sender = stream.sender
        stream_id = stream.stream_id
        assert stream_id is not None
        sent_before = sender.highest_offset
        offset = sender.next_offset
        acknowledgement = self._ack_frame(now) if self._is_ack_due(now + ACK_DELAY_S / 2) else b""
        overhead = 3 + size_uint_var(stream_id) + size_uint_var(offset) + len(acknowledgement)
        frame = sender.get_frame(
            self._max_datagram_size - _HEADER_BYTES - _TAG_BYTES - overhead,
            min(sent_before + self._remote_max_data - self._remote_max_data_used, stream.max_stream_data_remote),
        )
        if frame is None:
            return None
        length = len(frame.data)
        content = b"".join(
            (
                acknowledgement,
                bytes((_PLAIN_STREAM_FRAME | frame.fin,)),
                encoded_varint(stream_id),
                encoded_varint(frame.offset),
                (length | 0x4000).to_bytes(2, "big"),
                frame.data,
            )
        )
        self._remote_max_data_used += sender.highest_offset - sent_before
        arrived = (sender.on_data_delivery, (frame.offset, frame.offset + length, frame.fin))
        datagram = self._packet(content, [arrived], now, acknowledges=bool(acknowledgement))
        self.pacer.update_after_send(now)
        if not self._ack_eliciting_sent_since_receipt:
            self._put_off_idle_end(now)
            self._ack_eliciting_sent_since_receipt = True
        return datagram

    def _is_ack_due(self, now: float) -> bool:
        ack_at = self._space.ack_at
        return ack_at is not None and ack_at <= now

    def _ack_packet(self, now: float) -> tuple[bytes, Any]:
        """A packet with an acknowledgement and nothing else: it waits for no turn, and takes no data along that
        would leave before its own."""
        return self._packet(self._ack_frame(now), [], now, acknowledges=True, is_data=False)

    def _ack_frame(self, now: float) -> bytes:
        delay = int(self._stamped_delay_s(now) * 1e6) >> self._local_ack_delay_exponent
        return ack_frame(list(self._space.ack_queue), delay)

    def _packet(
        self, content: bytes, handlers: list[tuple[Any, Any]], now: float, *, acknowledges: bool, is_data: bool = True
    ) -> tuple[bytes, Any]:
        """The datagram, noted as sent; `handlers` are told what becomes of it."""
        number, space = self._packet_number, self._space
        if acknowledges:
            space.ack_at = None
            handlers.append((self._on_ack_delivery, (space, space.largest_received_packet)))
        packet = QuicSentPacket(
            epoch=_ONE_RTT,
            in_flight=is_data,
            is_ack_eliciting=is_data,
            is_crypto_packet=False,
            packet_number=number,
            packet_type=QuicPacketType.ONE_RTT,
            sent_time=now,
            delivery_handlers=handlers,
        )
        datagram = self._sealed(content, number)
        packet.sent_bytes = len(datagram)
        self._packet_number = number + 1
        self._loss.on_packet_sent(packet=packet, space=space)
        path = self._network_paths[0]
        path.bytes_sent += packet.sent_bytes
        return datagram, path.addr

    def _sealed(self, content: bytes, number: int) -> bytes:
        """The packet with short header (RFC 9000, section 17.3; RFC 9001, sections 5.3 and 5.4)."""
        pair = self._keys
        keys = pair.send
        assert keys.aead is not None
        assert keys.hp is not None
        first = _FIXED_BIT | self._spin_bit << 5 | pair.key_phase << _KEY_PHASE_SHIFT | 1
        truncated = number & 0xFFFF
        peer_id = self._peer_cid.cid
        header = bytes((first,)) + peer_id + truncated.to_bytes(2, "big")
        sealed = keys.aead._aead.encrypt((keys.aead._iv ^ number).to_bytes(12, "big"), content, header)
        mask = keys.hp._mask(sealed[2:18])
        truncated ^= mask[1] << 8 | mask[2]
        return b"".join((bytes((first ^ mask[0] & 0x1F,)), peer_id, truncated.to_bytes(2, "big"), sealed))
