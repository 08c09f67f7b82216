"""Streams: back-pressure, endings, and what stays in memory."""

import asyncio
import gc
import hashlib
import os
from typing import Any

import pytest
from aioquic import tls
from loopback_peers import Answer, Ask, Bulk, Hi, peer, run, until

from core.errors import LinkLost, ProtocolViolation, Refused
from core.transport import connection
from core.transport.api import PAYLOAD_BYTES, Link, Message, Refusal, Stream
from core.transport.budget import Budget
from core.transport.hello import reset_frame
from core.transport.link import QuicLink
from core.transport.quic_private import AHEAD_BYTES, CONCURRENT_STREAMS, STREAM_WINDOW_BYTES
from core.transport.stamps import GRAIN_S, STAMPS
from core.transport.stream import LinkStream

PIECE_BYTES = 1 << 18


class Reader:
    """Serves `Bulk` by reading only when allowed to."""

    def __init__(self) -> None:
        self.may_read = asyncio.Event()
        self.read_bytes = 0
        self.streams: list[Stream] = []

    async def serve(self, link: Link, stream: Stream, first: Message) -> None:
        if isinstance(first, Ask):
            await stream.send(Answer(number=first.number))
            return
        self.streams.append(stream)
        await self.may_read.wait()
        try:
            while True:
                payload = await stream.receive_payload(PAYLOAD_BYTES)
                self.read_bytes += len(payload)
        except LinkLost:
            await stream.send(Answer(number=self.read_bytes))


async def settle(count: Any) -> int:
    """The value of `count()` once it has stopped growing."""
    before = -1
    while (now := count()) != before:
        before = now
        await asyncio.sleep(0.3)
    return before


def test_drained_means_gone_and_peers_say_when_it_arrived() -> None:
    async def test() -> None:
        reader = Reader()
        reader.may_read.set()
        async with peer(loopback_datagram_bytes=1200) as a, peer(serve=reader.serve) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            assert isinstance(link, QuicLink)
            stream = await link.open(Bulk())
            assert isinstance(stream, LinkStream)
            quic = link._connection.quic
            for _ in range(8):
                await stream.send_payload(bytes(PIECE_BYTES))
                await stream.drain()
                assert not quic.has_unsent(stream.stream_id)
            stream.finish()
            assert (await stream.receive(Answer)).number == 8 * PIECE_BYTES
            assert quic.control is not None
            arrived_s = quic.control.delays.arrived_s
            assert arrived_s == pytest.approx(asyncio.get_running_loop().time() % (STAMPS * GRAIN_S), abs=5)

    run(test())


def test_a_reader_that_does_not_read_bounds_memory_on_both_sides_and_stops_nobody_else() -> None:
    async def test() -> None:
        reader = Reader()
        async with peer() as a, peer(serve=reader.serve) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            stream = await link.open(Bulk())
            sent = 0

            async def send() -> None:
                nonlocal sent
                for _ in range(64):
                    await stream.send_payload(bytes(PIECE_BYTES))
                    sent += PIECE_BYTES
                stream.finish()

            sending = asyncio.ensure_future(send())
            stuck_bytes = await settle(lambda: sent)
            assert 0 < stuck_bytes <= STREAM_WINDOW_BYTES + AHEAD_BYTES[1] + PIECE_BYTES
            held = reader.streams[0]
            assert isinstance(held, LinkStream)
            assert sum(map(len, held._arrived)) <= STREAM_WINDOW_BYTES
            assert link._streams.unacknowledged_bytes(held.stream_id) <= AHEAD_BYTES[1] + PIECE_BYTES
            assert (await link.request(Ask(number=3), Answer)).number == 3
            reader.may_read.set()
            await sending
            assert (await stream.receive(Answer)).number == sent == 64 * PIECE_BYTES

    run(test())


def test_many_unread_streams_leave_room_for_others() -> None:
    async def test() -> None:
        reader = Reader()
        async with peer() as a, peer(serve=reader.serve) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)

            async def fill() -> None:
                stream = await link.open(Bulk())
                for _ in range(24):
                    await stream.send_payload(bytes(PIECE_BYTES))
                stream.finish()
                await stream.receive(Answer)

            filling = [asyncio.ensure_future(fill()) for _ in range(6)]
            await until(lambda: len(reader.streams) == 6)
            await settle(lambda: sum(len(s._arrived) for s in reader.streams if isinstance(s, LinkStream)))
            assert (await link.request(Ask(number=3), Answer)).number == 3
            reader.may_read.set()
            await asyncio.gather(*filling)
            assert reader.read_bytes == 6 * 24 * PIECE_BYTES

    run(test())


def test_a_peer_that_ignores_its_credit_is_cut_off() -> None:
    async def test() -> None:
        reader = Reader()
        async with peer() as a, peer(serve=reader.serve) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            stream = await link.open(Bulk())
            assert isinstance(stream, LinkStream)
            quic = link._quic
            quic._streams[stream.stream_id].max_stream_data_remote = 1 << 40
            quic._remote_max_data = 1 << 40
            link._streams.write(stream.stream_id, b"\2\0\x40\0\0" * (STREAM_WINDOW_BYTES // 4))
            assert "Over stream data limit" in await link.wait_closed()
            assert "Over stream data limit" in b.lost[0]

    run(test())


def test_payloads_of_every_size_and_kind_of_buffer() -> None:
    async def echo(link: Link, stream: Stream, first: Message) -> None:
        while True:
            await stream.send_payload(await stream.receive_payload(PAYLOAD_BYTES))

    async def test() -> None:
        async with peer() as a, peer(serve=echo) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            stream = await link.open(Bulk())
            for size in (0, 1, 1199, 65_537, PAYLOAD_BYTES):
                data = os.urandom(size)
                for form in (data, bytearray(data), memoryview(data)):
                    await stream.send_payload(form)
                    assert await stream.receive_payload(size) == data
            floats = memoryview(bytes(range(64))).cast("f")
            await stream.send_payload(floats)
            assert await stream.receive_payload(64) == bytes(range(64))
            with pytest.raises(ValueError, match="exceeds"):
                await stream.send_payload(bytes(PAYLOAD_BYTES + 1))
            stream.reset()

    run(test())


def test_the_buffer_is_the_callers_again_after_sending() -> None:
    async def digest(link: Link, stream: Stream, first: Message) -> None:
        data = await stream.receive_payload(PAYLOAD_BYTES)
        await stream.send_payload(hashlib.sha256(data).digest())

    async def test() -> None:
        async with peer() as a, peer(serve=digest) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            stream = await link.open(Bulk())
            data = bytearray(os.urandom(3 << 20))
            expected = hashlib.sha256(data).digest()
            await stream.send_payload(data)
            data[:] = bytes(len(data))
            assert await stream.receive_payload(32) == expected

    run(test())


def test_keys_are_renewed_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "KEY_PACKETS", 300)

    async def count(link: Link, stream: Stream, first: Message) -> None:
        sizes = [len(await stream.receive_payload(PAYLOAD_BYTES)) for _ in range(3)]
        await stream.send(Answer(number=sum(sizes)))

    async def test() -> None:
        async with peer(loopback_datagram_bytes=1200) as a, peer(serve=count) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            secrets = set()
            stream = await link.open(Bulk())
            for _ in range(3):
                await stream.send_payload(bytes(1 << 20))
                secrets.add(link._quic._cryptos[tls.Epoch.ONE_RTT].send.secret)
            assert (await stream.receive(Answer)).number == 3 << 20
            secrets.add(link._quic._cryptos[tls.Epoch.ONE_RTT].send.secret)
            assert len(secrets) >= 3

    run(test())


def test_messages_of_two_tasks_do_not_mix() -> None:
    async def count(link: Link, stream: Stream, first: Message) -> None:
        sizes = [len(await stream.receive_payload(PAYLOAD_BYTES)) for _ in range(20)]
        await stream.send(Answer(number=sum(sizes)))

    async def test() -> None:
        async with peer() as a, peer(serve=count) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            stream = await link.open(Bulk())
            sizes = [1 << 20, 10, 1 << 21, 1000] * 5
            await asyncio.gather(*(stream.send_payload(bytes(size)) for size in sizes))
            assert (await stream.receive(Answer)).number == sum(sizes)

    run(test())


def test_endings() -> None:
    seen: list[str] = []

    async def note(link: Link, stream: Stream, first: Message) -> None:
        try:
            await stream.receive(Message)
        except LinkLost as end:
            seen.append(str(end))
            raise

    async def test() -> None:
        async with peer() as a, peer(serve=note) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            (await link.open(Bulk())).finish()
            await until(lambda: len(seen) == 1)
            assert seen[-1] == "the peer finished the stream between messages"
            stream = await link.open(Bulk())
            stream.reset("changed my mind")
            await until(lambda: len(seen) == 2 or len(b.served) == 0)
            for operation in (stream.send(Bulk()), stream.receive(Message), stream.send_payload(b"x")):
                with pytest.raises(LinkLost, match="changed my mind"):
                    await operation
            stream = await link.open(Bulk())
            await asyncio.sleep(0.05)
            stream.reset("later")
            await until(lambda: "stream reset by the peer: later" in seen)
            stream = await link.open(Bulk())
            link._streams.write(stream.stream_id, b"\1\0\0")
            stream.finish()
            await until(lambda: "the peer finished the stream inside a message" in seen)
            assert link.is_open

    run(test())


def test_a_reset_may_come_before_all_else_of_its_stream() -> None:
    """The packet with the stream's first bytes was lost, that with the reason was not."""

    async def answer(link: Link, stream: Stream, first: Message) -> None:
        await stream.send(Refusal(reason="heard"))

    async def test() -> None:
        async with peer() as a, peer(serve=answer) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            link.write_control(reset_frame(link._quic.get_next_available_stream_id(), "never mind"))
            await asyncio.sleep(0.05)
            (await link.open(Bulk())).reset("never mind")
            with pytest.raises(Refused, match="heard"):
                await link.request(Bulk(), Bulk)
            assert link.is_open

    run(test())


def test_an_answer_is_heard_although_the_question_was_cut_short() -> None:
    """A handler that has read enough answers and leaves; the asker, still sending, learns both."""

    async def impatient(link: Link, stream: Stream, first: Message) -> None:
        await stream.receive_payload(PAYLOAD_BYTES)
        await stream.send(Refusal(reason="that is too much"))

    async def test() -> None:
        async with peer() as a, peer(serve=impatient) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            stream = await link.open(Bulk())

            async def send_on() -> None:
                for _ in range(100):
                    await stream.send_payload(bytes(1 << 20))

            with pytest.raises(LinkLost, match="reads no more"):
                await send_on()
            with pytest.raises(Refused, match="that is too much"):
                await stream.receive_payload(10)

    run(test())


def test_sending_cancelled_inside_a_payload_resets_the_stream() -> None:
    async def test() -> None:
        slow = Budget(upload_bytes_per_s=1e6)
        async with peer(budget=slow) as a, peer(serve=Reader().serve) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            stream = await link.open(Bulk())
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.3):
                    await stream.send_payload(bytes(PAYLOAD_BYTES))  # four seconds' worth
            with pytest.raises(LinkLost, match="cancelled"):
                await stream.send_payload(b"x")
            assert link.is_open

    run(test())


def test_more_streams_than_allowed_wait_for_their_turn() -> None:
    async def test() -> None:
        reader = Reader()
        async with peer() as a, peer(serve=reader.serve) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            opening = [asyncio.ensure_future(link.open(Bulk())) for _ in range(CONCURRENT_STREAMS + 5)]
            await until(lambda: len(reader.streams) == CONCURRENT_STREAMS)
            await asyncio.sleep(0.1)
            assert sum(task.done() for task in opening) == CONCURRENT_STREAMS
            for task in opening[:10]:
                task.result().reset()
            await asyncio.gather(*opening[10:])
            await until(lambda: len(reader.streams) == CONCURRENT_STREAMS + 5)

    run(test())


def test_a_handler_may_close_its_link() -> None:
    async def farewell(link: Link, stream: Stream, first: Message) -> None:
        link.close("that was all")
        with pytest.raises(LinkLost):
            await stream.send(Answer(number=1))

    async def test() -> None:
        async with peer() as a, peer(serve=farewell) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            with pytest.raises(LinkLost, match="that was all"):
                await link.request(Ask(number=1), Answer)

    run(test())


def test_wrong_order_is_told_apart_from_bad_frames() -> None:
    async def ask_for_payload(link: Link, stream: Stream, first: Message) -> None:
        with pytest.raises(ProtocolViolation, match="Hi came where a payload"):
            await stream.receive_payload(100)
        await stream.send(Answer(number=9))

    async def test() -> None:
        async with peer() as a, peer(serve=ask_for_payload) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            stream = await link.open(Bulk())
            await stream.send(Hi())
            assert (await stream.receive(Answer)).number == 9

    run(test())


def test_nothing_of_finished_streams_is_kept() -> None:
    async def test() -> None:
        async with peer() as a, peer() as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            for i in range(400):
                await link.request(Ask(number=i), Answer)
            await asyncio.sleep(0.1)
            await link.request(Ask(number=0), Answer)
            gc.collect()
            kept = [thing for thing in gc.get_objects() if type(thing) is LinkStream]
            assert len(kept) <= 4
            other = b.endpoint.link_to(a.peer_id)
            assert other is not None
            for side in (link, other):
                assert len(side._streams._streams) <= 2
                assert len(side._quic._streams) <= 4
                assert len(side._quic._read_bytes) <= 80
                assert len(side.tasks) <= 1

    run(test())
