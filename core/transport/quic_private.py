"""Everything that this program uses of aioquic beyond its public interface, checked when this module is imported.

aioquic 1.7.2 offers no public way to ask clients for a certificate, to see the peer's certificate, to choose a pacer,
to bind flow control to what the application has read, or to see how much sent data is not yet acknowledged. What
`fast_path` uses is checked here too.
"""

import logging
import math
from typing import Any

from aioquic import tls
from aioquic._crypto import AEAD, HeaderProtection
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.connection import Limit, QuicConnection
from aioquic.quic.crypto import CryptoPair
from aioquic.quic.events import ConnectionTerminated
from aioquic.quic.packet import QuicFrameType
from aioquic.quic.packet_builder import QuicPacketBuilder
from aioquic.quic.recovery import QuicPacketSpace
from aioquic.quic.stream import QuicStream
from cryptography import x509

from core.transport.budget import Budget
from core.transport.congestion import Considerate
from core.transport.line import Line
from core.transport.pacing import BurstPacer
from core.transport.rates import Rates, Throughput
from core.transport.stamps import StampedRecovery, stamped

logging.getLogger("quic").setLevel(logging.ERROR)  # it warns of every stranger's broken packet

STREAM_WINDOW_BYTES = 12 << 20
"""How far a peer may send on one stream beyond what the application has read of it: four round trips of 100 Mbit/s
over 200 ms, because what was lost, and lost again, is waited for that long."""
CONNECTION_WINDOW_BYTES = 64 << 20
"""The same for all streams of a connection together: what one peer can make this one hold in memory."""
CREDIT_BYTES = 16 << 20
"""Credit of a connection that is not yet used up, at most."""
CAPPED_CREDIT_S = 0.5
"""The same under a cap of the download, in seconds of the cap."""
_CAPPED_GRANT_S = 0.02
_SMALLEST_CREDIT_BYTES = 64 << 10
AHEAD_BYTES = (128 << 10, 12 << 20)
"""What is kept of one stream until it is acknowledged: at least and at most; between them it follows the window. No
more than keeps the path full: what is handed over can no longer be put behind something more urgent."""
AHEAD_WINDOWS = 4
STRANGER_WINDOW_BYTES = 96 << 10
"""The same before the peer was admitted: a hello and no more."""
CONCURRENT_STREAMS = 256
"""Streams that one admitted peer may have open at a time."""

_MAX_STREAM_DATA_BYTES = 17
_FORGOTTEN = -1


class PeerConnection(QuicConnection):
    """A QUIC connection between peers: both sides show a certificate, and credit follows the reader.

    As shipped, receive windows double whenever half of them is used, whether or not anybody reads. Here a window
    reaches a fixed distance beyond what the application has read (`note_read`), and before `admit` the peer may open no
    stream but the control stream. RFC 9000, section 4: a peer that goes beyond is cut off.
    """

    def __init__(self, *, configuration: QuicConfiguration, **kwargs: Any) -> None:
        configuration.max_data = STRANGER_WINDOW_BYTES
        configuration.max_stream_data = STREAM_WINDOW_BYTES
        super().__init__(configuration=configuration, **kwargs)
        self._read_bytes: dict[int, int] = {}
        self._window_bytes = STRANGER_WINDOW_BYTES
        for limit, streams in (
            (self._local_max_streams_bidi, 0 if configuration.is_client else 1),
            (self._local_max_streams_uni, 0),
        ):
            limit.value = limit.sent = streams
        self.pacer = BurstPacer(max_datagram_size=self._max_datagram_size)
        self._loss._pacer = self.pacer
        control = self._loss._cc
        self.control = self.pacer.control = control if isinstance(control, Considerate) else None
        """None under another controller than this program's own."""
        self._loss.__class__ = StampedRecovery
        self._line = Line(Budget(), lambda: self._now)
        self.received = Throughput()
        self._counted = (0, 0)
        self._now = 0.0
        self._credit_at: float | None = None

    def _write_ack_frame(self, builder: QuicPacketBuilder, space: QuicPacketSpace, now: float) -> None:
        """With the time at which the newest packet arrived, and the crowd it came in."""
        arrived_s = space.largest_received_time or now
        if space is self._space:
            space.largest_received_time = now - self._stamped_delay_s(now)
        try:
            super()._write_ack_frame(builder=builder, space=space, now=now)
        finally:  # it raises where the packet has no room
            space.largest_received_time = arrived_s

    def _stamped_delay_s(self, now: float) -> float:
        arrived_s = self._space.largest_received_time or now
        return stamped(now - arrived_s, arrived_s, self._line.crowd_s(now, id(self)))

    def join(self, line: Line) -> None:
        """This connection is one of several over the same line."""
        self._line = line
        self.pacer.budget, self.pacer.pace = line.budget.upload, line.shaper.pace
        if self.control is not None:
            line.welcome(self.control)

    # What the peer proved, and how it is

    @property
    def peer_certificate(self) -> x509.Certificate | None:
        """Proven by the peer's CertificateVerify once the handshake is complete."""
        return self.tls._peer_certificate

    @property
    def round_trip_s(self) -> float:
        return float(self._loss._rtt_smoothed) if self._loss._rtt_initialized else 0.0

    @property
    def last_heard_s(self) -> float:
        """When the newest authenticated packet arrived, on the event loop's clock; 0.0 if none has."""
        return self._space.largest_received_time or 0.0

    @property
    def newest_packet(self) -> int:
        """The highest number of an authenticated packet so far; -1 before the first."""
        return self._space.largest_received_packet

    @property
    def timeouts_in_a_row(self) -> int:
        return self._loss._pto_count

    @property
    def packets_sent(self) -> int:
        return self._packet_number

    @property
    def closing(self) -> ConnectionTerminated | None:
        """Why the connection ends, as soon as that is known; the event itself comes only three timeouts later."""
        return self._close_event

    @property
    def datagram_bytes(self) -> int:
        """How long datagrams may be that leave now."""
        return int(self._max_datagram_size)

    def on_path_changed(self) -> None:
        """Datagrams take another way from now on: what was measured says nothing of it (RFC 9000, section 9.4)."""
        self._loss._rtt_initialized = False
        self._loss._rtt_min = math.inf
        self._loss._pto_count = 0
        if self.control is not None:
            self.control.on_path_changed(self._now)

    def limit_datagrams(self, length_bytes: int) -> None:
        """What leaves from now on is at most so long."""
        if length_bytes != self._max_datagram_size:
            self._max_datagram_size = length_bytes
            self.pacer.limit_datagrams(length_bytes)
            control = self._loss._cc
            if hasattr(control, "_max_datagram_size"):
                control._max_datagram_size = length_bytes

    # Sending

    def datagrams_to_send(self, now: float) -> list[tuple[bytes, Any]]:
        self._now = now
        datagrams: list[tuple[bytes, Any]] = super().datagrams_to_send(now)
        self._account(datagrams, now)
        return datagrams

    def get_timer(self) -> float | None:
        due = super().get_timer()
        if self._credit_at is not None and due is not None:
            return min(due, self._credit_at)
        return due

    def _account(self, datagrams: list[tuple[bytes, Any]], now: float) -> None:
        """After a turn of sending: caps are charged, and congestion control is told if there was nothing to send."""
        if datagrams:
            acknowledging = self.pacer.settle_budget(now, sum(len(data) for data, _ in datagrams))
            self._line.delivered.count(now, max(acknowledging, 0))
        sent, received = self._network_paths[0].bytes_sent, self._local_max_data.used
        sent_before, received_before = self._counted
        self._counted = (sent, received)
        if received > received_before:
            self.received.count(now, received - received_before)
            self._line.received.count(now, received - received_before)
        if sent > sent_before:
            self._line.sent.count(now, sent - sent_before)
        control = self.control
        if (
            control is not None
            and self._pacing_at is None
            and control.congestion_window - control.bytes_in_flight >= self._max_datagram_size
        ):
            control.on_application_limited()

    def rates(self, now: float) -> Rates:
        """What the path to the peer could carry, as far as it was ever put to the test."""
        upload = self.control.capacity.read(now) if self.control is not None else 0.0
        return Rates(upload_bytes_per_s=upload, download_bytes_per_s=self.received.most.read(now))

    # Streams

    @property
    def ahead_bytes(self) -> int:
        """How much of one stream should be handed over before it is acknowledged."""
        least, most = AHEAD_BYTES
        return max(least, min(most, AHEAD_WINDOWS * int(self._loss._cc.congestion_window)))

    @property
    def inbound_stream_limit(self) -> int:
        """Streams that the peer was allowed to open so far, all told."""
        return self._local_max_streams_bidi.value

    def unacknowledged_bytes(self, stream_id: int) -> int:
        stream = self._streams.get(stream_id)
        return 0 if stream is None else stream.sender._buffer_stop - stream.sender._buffer_start

    def has_unsent(self, stream_id: int) -> bool:
        """Whether bytes were handed over that have not left even once."""
        stream = self._streams.get(stream_id)
        return stream is not None and stream.sender.highest_offset < stream.sender._buffer_stop

    def has_begun(self, stream_id: int) -> bool:
        """Whether anything of the stream was sent or has come, and it is not yet over."""
        return stream_id in self._streams

    def can_write(self, stream_id: int) -> bool:
        """Whether a stream of this connection is new or takes more data."""
        stream = self._streams.get(stream_id)
        if stream is None:
            return not self._stream_is_discarded(stream_id)
        return stream.sender._reset_error_code is None and stream.sender._buffer_fin is None

    def stop_reading(self, stream_id: int, code: int) -> None:
        """STOP_SENDING, unless the stream has ended already."""
        stream = self._streams.get(stream_id)
        if stream is not None and not stream.receiver.is_finished:
            stream.receiver.stop(code)

    # Flow control

    def admit(self) -> None:
        """The peer may open streams from now on."""
        self._window_bytes = CONNECTION_WINDOW_BYTES
        self._local_max_streams_bidi.value = CONCURRENT_STREAMS + 1  # and the control stream

    def note_read(self, stream_id: int, count_bytes: int) -> None:
        """The application has read `count_bytes` more of a stream; credit goes out with the next packets."""
        self._read_bytes[stream_id] = self._read_bytes.get(stream_id, 0) + count_bytes

    def note_forgotten(self, stream_id: int) -> None:
        """The application will not read the rest of a stream: it is worth no more credit and fills no window."""
        if stream_id in self._streams:
            self._read_bytes[stream_id] = _FORGOTTEN
        else:
            self._read_bytes.pop(stream_id, None)
        self._purge()

    def _initialize(self, peer_cid: bytes) -> None:
        super()._initialize(peer_cid)
        self.tls._request_client_certificate = not self._is_client
        # Looked up once: each packet needs them a dozen times, and an enum's hash is a call of its own.
        self._space, self._keys = self._spaces[tls.Epoch.ONE_RTT], self._cryptos[tls.Epoch.ONE_RTT]

    def _write_stream_limits(self, builder: QuicPacketBuilder, space: QuicPacketSpace, stream: QuicStream) -> None:
        stream_id = stream.stream_id
        if stream_id is None or not self._wants_credit(stream):
            return
        stream.max_stream_data_local = max(
            stream.max_stream_data_local, self._read_bytes.get(stream_id, 0) + STREAM_WINDOW_BYTES
        )
        buffer = builder.start_frame(
            QuicFrameType.MAX_STREAM_DATA,
            capacity=_MAX_STREAM_DATA_BYTES,
            handler=self._on_max_stream_data_delivery,
            handler_args=(stream,),
        )
        buffer.push_uint_var(stream_id)
        buffer.push_uint_var(stream.max_stream_data_local)
        stream.max_stream_data_local_sent = stream.max_stream_data_local

    def has_credit_to_give(self) -> bool:
        """Whether the next packet would carry credit, or might: for data, for a stream's data or for streams."""
        limit, streams = self._local_max_data, self._local_max_streams_bidi
        if (
            self._line.budget.download.bytes_per_s is not None
            or limit.value != limit.sent
            or limit.value - limit.used <= min(self._window_bytes, CREDIT_BYTES) // 2
            or streams.sent - streams.used < streams.value - streams.sent
        ):
            return True
        return any(map(self._wants_credit, self._streams.values()))

    def _wants_credit(self, stream: QuicStream) -> bool:
        stream_id = stream.stream_id
        assert stream_id is not None
        read_bytes = self._read_bytes.get(stream_id, 0)
        if read_bytes == _FORGOTTEN or stream.receiver.is_finished:
            return False
        credit_bytes = stream.max_stream_data_local - read_bytes
        is_old = stream.max_stream_data_local != stream.max_stream_data_local_sent
        return is_old or credit_bytes <= STREAM_WINDOW_BYTES * 3 // 4

    def _write_connection_limits(self, builder: QuicPacketBuilder, space: QuicPacketSpace) -> None:
        limit = self._local_max_data
        self._credit_at = None
        if self._line.budget.download.bytes_per_s is not None and self._window_bytes > STRANGER_WINDOW_BYTES:
            self._grant_capped_credit(self._line.budget.download.bytes_per_s)
        elif limit.value - limit.used <= min(self._window_bytes, CREDIT_BYTES) // 2:
            limit.value = max(limit.value, self._furthest(CREDIT_BYTES))
        used, limit.used = limit.used, 0  # hidden: the shipped rule doubles the window when half of it is used
        try:
            super()._write_connection_limits(builder, space)
        finally:
            limit.used = used

    def _furthest(self, credit_bytes: int) -> int:
        """To where credit may reach: bounded by what is held here unread, and by what is not yet used."""
        used = self._local_max_data.used
        return min(used - self._unread_bytes() + self._window_bytes, used + credit_bytes)

    def _grant_capped_credit(self, bytes_per_s: float) -> None:
        """A peer sends no faster than credit comes: the bucket gives it, to all links together, as fast as the cap."""
        limit, bucket = self._local_max_data, self._line.budget.download
        credit_bytes = max(_SMALLEST_CREDIT_BYTES, min(CREDIT_BYTES, int(bytes_per_s * CAPPED_CREDIT_S)))
        wanted = self._furthest(credit_bytes) - limit.value
        portion = max(self._max_datagram_size, int(bytes_per_s * _CAPPED_GRANT_S))
        if wanted < portion:
            return
        ready_at = bucket.ready_at(self._now, portion)
        if ready_at is None:
            granted = min(wanted, int(bucket.left(self._now)))
            bucket.take(self._now, granted)
            limit.value += granted
            if granted < wanted:
                self._credit_at = bucket.ready_at(self._now, portion)
        else:
            self._credit_at = ready_at

    def _purge(self) -> None:
        """QUIC does not say when it discards a stream; what was noted of it goes a while later."""
        if len(self._read_bytes) > 2 * len(self._streams) + 64:
            self._read_bytes = {i: count for i, count in self._read_bytes.items() if i in self._streams}

    def _unread_bytes(self) -> int:
        unread_bytes = 0
        for stream_id, stream in self._streams.items():
            read_bytes = self._read_bytes.get(stream_id, 0)
            if read_bytes != _FORGOTTEN:
                unread_bytes += stream.receiver.highest_offset - read_bytes
        return unread_bytes


def _check() -> None:
    """Fails at once, and says why, if a release of aioquic has moved what is used here."""
    stream = QuicStream(stream_id=0, max_stream_data_local=1, max_stream_data_remote=1)
    quic = QuicConnection(configuration=QuicConfiguration(is_client=True))
    context = tls.Context(is_client=False)
    space = QuicPacketSpace()
    quic_names = """
        _ack_delay _ack_eliciting_sent_since_receipt _close_at _close_event _close_pending _crypto_streams _cryptos
        _datagrams_pending _events _handshake_confirmed _handshake_done_pending _host_cids _idle_timeout _initialize
        _is_client _local_ack_delay_exponent _local_max_data _local_max_streams_bidi _local_max_streams_uni _loss
        _loss_at _max_datagram_size _network_paths _on_ack_delivery _on_max_stream_data_delivery _pacing_at
        _packet_number _payload_received _peer_cid _ping_pending _probe_pending _quic_logger _remote_max_data
        _remote_max_data_used _retire_connection_ids _spaces _spin_bit _spin_highest_pn _state _stream_is_discarded
        _streams _streams_blocked_pending _streams_queue _write_ack_frame _write_connection_limits
        _write_stream_limits"""
    needed: list[tuple[Any, str]] = [
        (quic, quic_names),
        (quic._loss, "_cc _pacer _pto_count _rtt_initialized _rtt_min _rtt_smoothed"),
        (quic._loss, "max_ack_delay on_ack_received on_packet_sent peer_completed_address_validation"),
        (quic._loss, "_time_of_last_sent_ack_eliciting_packet"),
        (quic._loss._cc, "bytes_in_flight congestion_window"),
        (quic._local_max_data, "sent used value"),
        (stream, "is_blocked max_stream_data_local max_stream_data_local_sent max_stream_data_remote"),
        (
            stream.sender,
            "_buffer_fin _buffer_start _buffer_stop _reset_error_code buffer_is_empty get_frame next_offset",
        ),
        (stream.sender, "highest_offset on_data_delivery reset_pending"),
        (stream.receiver, "_buffer _buffer_start _final_size highest_offset is_finished stop_pending"),
        (context, "_peer_certificate _request_client_certificate"),
        (space, "ack_at ack_eliciting_in_flight ack_queue expected_packet_number largest_received_packet"),
        (space, "largest_received_time loss_time received_packets"),
        (CryptoPair(), "key_phase recv send"),
        (AEAD(b"aes-128-gcm", bytes(16), bytes(12)), "_aead _iv"),
        (HeaderProtection(b"aes-128-ecb", bytes(16)), "_mask"),
    ]
    missing = [f"{type(of).__name__}.{name}" for of, names in needed for name in names.split() if not hasattr(of, name)]
    if missing or not isinstance(quic._local_max_data, Limit):
        raise ImportError(f"this release of aioquic lacks {', '.join(missing)}; Idlewild needs aioquic 1.7")


_check()
