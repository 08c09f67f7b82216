"""The fast path says the same on the wire as aioquic's own code, in all pairings and in every weather."""

import random
from itertools import product
from typing import Any

import pytest
from aioquic.buffer import Buffer
from aioquic.quic.packet import QuicFrameType, pull_ack_frame
from quic_in_memory import Network

from core.transport import fast_path, frames
from core.transport.fast_path import ACK_PACKETS, FastConnection
from core.transport.quic_private import STREAM_WINDOW_BYTES, PeerConnection

CLASSES = (PeerConnection, FastConnection)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("client", "server"), list(product(CLASSES, CLASSES)))
def test_streams_both_ways_under_loss_with_new_keys(
    client: type[PeerConnection], server: type[PeerConnection], seed: int
) -> None:
    chance = random.Random(seed)
    network = Network(client, server, seed=seed, loss=0.02, late=0.05, size=chance.choice((1200, 1350, 16_000)))
    sent: list[dict[int, bytes]] = [{}, {}]
    for number, side in enumerate(network.sides):
        for stream in range(5):
            data = chance.randbytes(chance.choice((0, 1, 63, 16_384, 400_000)))
            sent[number][4 * stream + number] = data
            cut = len(data) // 3
            side.quic.send_stream_data(4 * stream + number, data[:cut])
            side.quic.send_stream_data(4 * stream + number, data[cut:], end_stream=True)

    def share(part: int) -> bool:
        return sum(map(len, network.sides[0].received.values())) >= part * 50_000 or is_done()

    def is_done() -> bool:
        return all(len(network.sides[1 - number].ended) == 5 for number in (0, 1))

    for part in range(1, 6):
        network.run(lambda part=part: share(part))  # type: ignore[misc]
        side = network.sides[part % 2]
        side.quic.request_key_update()
        # As the connection does it: see `Connection.update_keys`.
        side.quic.send_ping(part)
        network.run(lambda side=side, part=part: part in side.answered_pings)  # type: ignore[misc]
    network.run(is_done)
    for number in (0, 1):
        got = {stream: bytes(data) for stream, data in network.sides[1 - number].received.items()}
        assert got == sent[number]
        assert network.sides[number].terminated is None


def test_its_timers_are_aioquics(monkeypatch: pytest.MonkeyPatch) -> None:
    own = FastConnection.get_timer
    seen: list[tuple[float | None, float | None]] = []

    def both(self: FastConnection) -> float | None:
        seen.append((PeerConnection.get_timer(self), self._loss_at))
        assert (own(self), self._loss_at) == seen[-1]
        return seen[-1][0]

    monkeypatch.setattr(FastConnection, "get_timer", both)
    network = Network(FastConnection, FastConnection, loss=0.05, late=0.05)
    for number, side in enumerate(network.sides):
        side.quic.send_stream_data(number, bytes(200_000), end_stream=True)
    network.run(lambda: all(side.ended for side in network.sides))
    network.run_for(2.0)
    assert len(set(seen)) > 300


def test_a_connection_on_which_packets_come_is_not_silent() -> None:
    network = Network(FastConnection, FastConnection)
    quic = network.sides[1].quic
    silent_s = quic._configuration.idle_timeout
    for count in range(1, 2 * int(silent_s)):
        network.sides[0].quic.send_stream_data(0, bytes(100))
        network.run_for(1.0)
        assert len(network.sides[1].received[0]) == 100 * count
    assert network.sides[1].terminated is None
    last_s = network.now
    network.sides[0].quic.datagrams_to_send = lambda now: []  # type: ignore[method-assign]
    quic.datagrams_to_send = lambda now: []  # type: ignore[method-assign]
    network.run(lambda: network.sides[1].terminated is not None)
    assert network.now - last_s == pytest.approx(silent_s, abs=1.5)


def test_it_is_taken_for_bulk_data(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = {"sent": 0, "received": 0}
    send, receive = FastConnection._stream_packet, FastConnection._take_stream_frame

    def count_sent(self: FastConnection, *arguments: object) -> bytes | None:
        taken["sent"] += 1
        return send(self, *arguments)  # type: ignore[arg-type]

    def count_received(self: FastConnection, plain: bytes) -> bool:
        took = receive(self, plain)
        taken["received"] += took
        return took

    monkeypatch.setattr(FastConnection, "_stream_packet", count_sent)
    monkeypatch.setattr(FastConnection, "_take_stream_frame", count_received)
    network = Network(FastConnection, FastConnection)
    network.sides[0].quic.send_stream_data(0, bytes(1 << 20), end_stream=True)
    network.run(lambda: 0 in network.sides[1].ended)
    packets = (1 << 20) // 1170
    assert taken["sent"] > 0.9 * packets
    assert taken["received"] > 0.9 * packets


@pytest.mark.parametrize("kind", CLASSES)
def test_credit_follows_the_reader(kind: type[PeerConnection]) -> None:
    network = Network(kind, kind)
    reader = network.sides[1]
    reader.reads = False
    network.sides[0].quic.send_stream_data(0, bytes(20 << 20))
    network.run_for(5.0)
    assert len(reader.received[0]) == STREAM_WINDOW_BYTES
    for _ in range(4):
        reader.quic.note_read(0, 1 << 20)
    reader.quic.send_ping(1)
    network.run(lambda: len(reader.received[0]) == STREAM_WINDOW_BYTES + (4 << 20))


@pytest.mark.parametrize("kind", CLASSES)
def test_a_sender_beyond_its_credit_is_cut_off(kind: type[PeerConnection]) -> None:
    network = Network(kind, kind)
    quic = network.sides[0].quic
    network.sides[1].reads = False
    quic.send_stream_data(0, bytes(STREAM_WINDOW_BYTES + (2 << 20)))
    quic._streams[0].max_stream_data_remote = 1 << 40
    quic._remote_max_data = 1 << 40
    network.run(lambda: network.sides[0].terminated is not None)
    assert network.sides[0].terminated is not None
    assert network.sides[0].terminated.reason_phrase == "Over stream data limit"
    assert len(network.sides[1].received[0]) <= STREAM_WINDOW_BYTES


def test_a_forged_packet_changes_nothing() -> None:
    network = Network(FastConnection, FastConnection)
    quic = network.sides[1].quic
    network.sides[0].quic.send_stream_data(0, b"x" * 5000)
    network.run(lambda: len(network.sides[1].received.get(0, b"")) == 5000)
    chance = random.Random(0)
    before = (quic._spaces[fast_path._ONE_RTT].largest_received_packet, dict(quic._cryptos), quic._state)
    for size in (25, 29, 30, 41, 100, 1200):
        for _ in range(50):
            forged = bytes((0x40 | chance.randrange(64),)) + quic.host_cid + chance.randbytes(size - 9)
            quic.receive_datagram(forged, ("192.0.2.1", 1), network.now)
    assert before == (quic._spaces[fast_path._ONE_RTT].largest_received_packet, dict(quic._cryptos), quic._state)
    network.sides[0].quic.send_stream_data(0, b"y" * 5000)
    network.run(lambda: len(network.sides[1].received[0]) == 10_000)


@pytest.mark.parametrize("value", [0, 1, 63, 64, 16_383, 16_384, (1 << 30) - 1, 1 << 30, (1 << 62) - 1])
def test_variable_length_integers(value: int) -> None:
    encoded = frames.encoded_varint(value)
    assert frames.decoded_varint(b"\xff" + encoded + b"\xff", 1) == (value, 1 + len(encoded))
    with pytest.raises(IndexError):
        frames.decoded_varint(encoded[:-1] if len(encoded) > 1 else b"", 0)


def test_an_acknowledgement_waits_for_no_turn_and_takes_no_data_along() -> None:
    """Data that left with it would be out of turn, and all links' turns worth nothing."""
    network = Network(FastConnection, FastConnection)
    paced, other = network.sides
    paced.quic.pacer.pace.bytes_per_s = 1.0
    paced.quic.send_stream_data(0, bytes(100_000))
    network.run_for(1.0)
    before = len(other.received[0])
    assert before < 10_000  # a turn
    other.quic.send_stream_data(1, bytes(50_000), end_stream=True)
    network.run(lambda: 1 in paced.ended and not other.quic.unacknowledged_bytes(1), limit_s=5.0)
    assert len(other.received[0]) == before


def test_acknowledgements_ride_with_data(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = 0
    ack_packet = FastConnection._ack_packet

    def count(self: FastConnection, now: float) -> tuple[bytes, Any]:
        nonlocal alone
        alone += 1
        return ack_packet(self, now)

    monkeypatch.setattr(FastConnection, "_ack_packet", count)
    network = Network(FastConnection, FastConnection)
    for number, side in enumerate(network.sides):
        side.quic.send_stream_data(number, bytes(1 << 20), end_stream=True)
    network.run(lambda: 0 in network.sides[1].ended and 1 in network.sides[0].ended)
    packets = 2 * (1 << 20) // 1170
    assert alone < packets / ACK_PACKETS / 2


@pytest.mark.parametrize(
    "received", [[range(5)], [range(3), range(5, 6)], [range(70, 80), range(100, 20_000), range(20_001, 20_100)]]
)
def test_acknowledgements_are_read_as_they_were_meant(received: list[range]) -> None:
    frame = frames.ack_frame(received, 12_345_678_901)
    ranges, delay = pull_ack_frame(Buffer(data=frame[1:]))
    assert frame[0] == QuicFrameType.ACK
    assert list(ranges) == received
    assert delay == 12_345_678_901
