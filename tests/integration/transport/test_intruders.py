"""Whoever cannot prove a key, or does not keep to the protocol, gets nothing, and disturbs nobody."""

import asyncio
import datetime
import os
import random
import socket
import ssl
import struct
from collections.abc import Callable
from typing import Any

import pytest
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.connection import QuicConnection
from aioquic.quic.events import ConnectionTerminated, StreamDataReceived
from aioquic.quic.packet import QuicErrorCode
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.x509.oid import NameOID
from loopback_peers import Answer, Ask, Hi, Peer, Stranger, peer, run, until

from core.errors import LinkLost, ProtocolViolation, Refused
from core.identity.keys import Identity
from core.transport.api import MESSAGE_BYTES, Link, Message, Stream
from core.transport.certificate import certificate_of
from core.transport.config import ALPN
from core.transport.framing import Codec, Kind, frame_header
from core.transport.hello import hello_frame
from core.version import PROTOCOL

BAD_SIGNATURE = QuicErrorCode.CRYPTO_ERROR + 51  # decrypt_error, RFC 8446 section 6.2


class Intruder:
    """A bare QUIC client that does what a peer would not."""

    def __init__(self, certificate: x509.Certificate | None, key: Any, alpn: str = ALPN) -> None:
        configuration = QuicConfiguration(is_client=True, alpn_protocols=[alpn], verify_mode=ssl.CERT_NONE)
        configuration.certificate, configuration.private_key = certificate, key
        self.quic = QuicConnection(configuration=configuration)
        self.received = bytearray()
        self.ended: ConnectionTerminated | None = None
        self._loop = asyncio.get_running_loop()
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(("127.0.0.1", 0))

    async def talk(self, to: Peer, data: bytes = b"", until: Callable[[], bool] = lambda: False) -> None:
        """Connects, says `data` on the control stream, and listens until it is cut off (or `until`)."""
        address = to.endpoint.addresses[0]
        self.quic.connect((address.host, address.port), now=self._loop.time())
        if data:
            self.quic.send_stream_data(0, data)
        await self.listen(until)

    async def listen(self, until: Callable[[], bool] = lambda: False) -> None:
        async with asyncio.timeout(10):
            while self.ended is None and not until():
                now = self._loop.time()
                for datagram, address in self.quic.datagrams_to_send(now):
                    self._socket.sendto(datagram, address)
                due = self.quic.get_timer() or now
                try:
                    async with asyncio.timeout(max(0.0, min(due - now, 0.05))):
                        datagram, address = await self._loop.sock_recvfrom(self._socket, 65536)
                    self.quic.receive_datagram(datagram, address, self._loop.time())
                except TimeoutError:
                    if self._loop.time() >= due:
                        self.quic.handle_timer(self._loop.time())
                self._take_events()

    def _take_events(self) -> None:
        while (event := self.quic.next_event()) is not None:
            if isinstance(event, StreamDataReceived):
                self.received += event.data
            elif isinstance(event, ConnectionTerminated):
                self.ended = event

    def close(self) -> None:
        self._socket.close()


class ReplayedKey(Ed25519PrivateKey):
    """Has no private key: gives the signature that was recorded in an honest handshake."""

    def __init__(self, recorded: bytes) -> None:
        self._recorded = recorded

    def sign(self, data: Any) -> bytes:
        return self._recorded

    def _unused(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError

    public_key = private_bytes = private_bytes_raw = __copy__ = __deepcopy__ = _unused


class RecordingKey(ReplayedKey):
    """An honest client's key that keeps the CertificateVerify it made."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key

    def sign(self, data: Any) -> bytes:
        self._recorded = self._key.sign(data)
        return self._recorded

    @property
    def recorded(self) -> bytes:
        return self._recorded


async def is_untouched(victim: Peer, friend: Link) -> None:
    """The intruder got nothing, and the honest peer's link works as before."""
    assert (await friend.request(Ask(number=1), Answer)).number == 2
    assert victim.served == [Ask(number=1)]
    assert len(victim.links) == 1
    assert victim.lost == []


def hello(greeting: Message) -> bytes:
    return hello_frame(Codec([Hi, Ask, Answer, Stranger]), greeting)


def intrude(
    make: Callable[[], Intruder], data: bytes = b"", check: Callable[[Intruder], None] | None = None
) -> Intruder:
    """Lets one intruder loose on a peer with an honest link; that link must not notice."""
    made: list[Intruder] = []

    async def test() -> None:
        async with peer(handshake_timeout_s=2.0) as victim, peer() as friend:
            link = await friend.endpoint.dial(victim.peer_id, victim.endpoint.addresses)
            await until(lambda: bool(victim.links))
            made.append(make())
            try:
                await made[0].talk(victim, data)
            finally:
                made[0].close()
            await is_untouched(victim, link)

    run(test())
    return made[0]


def ended(intruder: Intruder) -> ConnectionTerminated:
    assert intruder.ended is not None
    return intruder.ended


def test_another_peers_certificate_without_its_key() -> None:
    victim_of_theft, thief = Identity.generate(), Identity.generate()
    intruder = intrude(lambda: Intruder(certificate_of(victim_of_theft), thief.private_key), hello(Hi()))
    assert ended(intruder).error_code == BAD_SIGNATURE
    assert intruder.received == b""


def test_a_replayed_proof() -> None:
    honest = Identity.generate()

    async def record() -> bytes:
        key = RecordingKey(honest.private_key)
        async with peer() as victim:
            client = Intruder(certificate_of(honest), key)
            await client.talk(victim, hello(Hi()), until=lambda: bool(client.received))
            assert client.received  # the recorded proof was good when it was made
            client.close()
        return key.recorded

    recorded = asyncio.run(record())
    intruder = intrude(lambda: Intruder(certificate_of(honest), ReplayedKey(recorded)), hello(Hi()))
    assert ended(intruder).error_code == BAD_SIGNATURE
    assert intruder.received == b""


def test_no_certificate() -> None:
    intruder = intrude(lambda: Intruder(None, None), hello(Hi()))
    assert ended(intruder).reason_phrase == "no Ed25519 certificate was shown"
    assert intruder.received == b""


def test_a_certificate_of_another_kind() -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "peer")])
    now = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now)
        .not_valid_after(now + datetime.timedelta(days=9999))
        .sign(key, hashes.SHA256())
    )
    intruder = intrude(lambda: Intruder(certificate, key), hello(Hi()))
    assert ended(intruder).reason_phrase == "no Ed25519 certificate was shown"
    assert intruder.received == b""


def honest_key() -> Intruder:
    identity = Identity.generate()
    return Intruder(certificate_of(identity), identity.private_key)


def test_another_application_protocol() -> None:
    identity = Identity.generate()
    intruder = intrude(lambda: Intruder(certificate_of(identity), identity.private_key, alpn="h3"), hello(Hi()))
    assert ended(intruder).error_code >= QuicErrorCode.CRYPTO_ERROR


def test_another_run_is_told_the_reason() -> None:
    intruder = intrude(honest_key, hello(Hi(run="other")))
    assert b"this is run same, not other" in intruder.received
    assert ended(intruder).reason_phrase == "this is run same, not other"


@pytest.mark.parametrize(
    ("version", "words"), [(0, "protocol 0 of the refused"), (9, f"protocol {PROTOCOL} of the refusing")]
)
def test_another_protocol_version_names_the_older(version: int, words: str) -> None:
    body = version.to_bytes(2, "big") + b"whatever that version says"
    intruder = intrude(honest_key, frame_header(Kind.HELLO, len(body)) + body)
    assert words.encode() in intruder.received
    assert "older" in ended(intruder).reason_phrase


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (hello(Stranger()), "malformed message"),
        (hello(Hi())[:-1] + b"\xc1", "malformed message"),
        (frame_header(Kind.HELLO, 0), "without protocol version"),
        (frame_header(Kind.HELLO, 1 << 20), "exceeds"),
        (frame_header(Kind.MESSAGE, 1), "message came where none is allowed"),
        (frame_header(Kind.RESET, 8) + bytes(8), "reset came where none is allowed"),
        (frame_header(Kind.ACCEPTED, 0), "out of turn"),
        (struct.pack("!BI", 99, 5), "unknown kind 99"),
    ],
)
def test_a_hello_that_is_none(data: bytes, words: str) -> None:
    intruder = intrude(honest_key, data)
    assert words in ended(intruder).reason_phrase
    assert intruder.received == b""


def test_a_hello_that_never_ends_meets_the_deadline() -> None:
    intruder = intrude(honest_key, hello(Hi())[:10])
    assert "no link within 2 s" in ended(intruder).reason_phrase


def test_more_than_a_hello_before_being_admitted() -> None:
    """Flow control leaves an unadmitted peer no room for more, so nothing piles up."""
    intruder = intrude(honest_key, frame_header(Kind.HELLO, 1 << 16) + bytes(1 << 20))
    assert ended(intruder).reason_phrase


def test_streams_before_being_admitted_stay_shut() -> None:
    async def test() -> None:
        async with peer(handshake_timeout_s=1.0) as victim:
            intruder = honest_key()
            intruder.quic._remote_max_streams_bidi = 100

            def pretend() -> bool:
                # The limit that the victim gave is ignored, as a hostile peer would.
                intruder.quic._remote_max_streams_bidi = 100
                if intruder.quic._handshake_complete and not sent:
                    intruder.quic._unblock_streams(is_unidirectional=False)
                    for stream_id in (0, 4, 8):
                        intruder.quic.send_stream_data(stream_id, b"x")
                    sent.append(True)
                return False

            sent: list[bool] = []
            await intruder.talk(victim, until=pretend)
            intruder.close()
            assert ended(intruder).error_code == QuicErrorCode.STREAM_LIMIT_ERROR
            assert victim.served == []

    run(test())


def test_garbage_disturbs_nobody() -> None:
    async def test() -> None:
        chance = random.Random(1)
        async with peer() as a, peer() as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            known = next(iter(b.endpoint._by_id))
            address = b.endpoint.addresses[0]
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as thrower:
                for size in [0, 1, 2, 5, 6, 7, 20, 1199, 1200, 1201, 9000] * 20:
                    data = bytearray(chance.randbytes(size))
                    if size > 20 and chance.random() < 0.5:
                        data[0] |= 0xC0
                        data[1:5] = chance.choice([b"\0\0\0\1", b"\0\0\0\0", b"\x6b\x33\x43\xcf"])
                        data[5:6] = bytes([8])
                    if size > 20 and chance.random() < 0.5:
                        data[1:9] = known  # a guess of a connection's id must not help either
                        data[0] = data[0] & 0x3F | 0x40
                    thrower.sendto(data, (address.host, address.port))
            assert (await link.request(Ask(number=1), Answer)).number == 2
            assert len(b.endpoint._strangers) <= 64

    run(test())


def test_a_flood_of_first_datagrams_is_bounded_and_honest_peers_still_come_in() -> None:
    async def test() -> None:
        async with peer(retry_from=8, pending_links=16) as a, peer() as b:
            address = a.endpoint.addresses[0]
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as flood:
                for _ in range(100):
                    first = b"\xc0\0\0\0\1\x08" + os.urandom(8) + b"\x08" + os.urandom(8) + b"\0\x44\x96"
                    flood.sendto(first + os.urandom(1200 - len(first)), (address.host, address.port))
                await until(lambda: len(a.endpoint._strangers) >= 8)
                link = await b.endpoint.dial(a.peer_id, a.endpoint.addresses)
                assert (await link.request(Ask(number=1), Answer)).number == 2
                assert len(a.endpoint._strangers) <= 16

    run(test())


class Raw:
    """Writes bytes of its choice on a stream of an honest link."""

    def __init__(self, link: Link) -> None:
        self.link: Any = link

    def send(self, data: bytes) -> int:
        stream_id: int = self.link._quic.get_next_available_stream_id()
        self.link._streams.write(stream_id, data)
        return stream_id


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (frame_header(Kind.MESSAGE, MESSAGE_BYTES + 1), "exceeds"),
        (frame_header(Kind.MESSAGE, 3) + b"\xc1\xc1\xc1", "malformed"),
        (frame_header(Kind.MESSAGE, 0), "malformed"),
        (frame_header(Kind.PAYLOAD, 10) + bytes(10), "payload came where none is allowed"),
        (frame_header(Kind.HELLO, 10) + bytes(10), "hello came where none is allowed"),
        (struct.pack("!BI", 200, 1), "unknown kind 200"),
    ],
)
def test_a_bad_frame_ends_that_link_and_no_other(data: bytes, words: str) -> None:
    async def test() -> None:
        async with peer() as victim, peer() as friend, peer() as bad:
            good_link = await friend.endpoint.dial(victim.peer_id, victim.endpoint.addresses)
            bad_link = await bad.endpoint.dial(victim.peer_id, victim.endpoint.addresses)
            Raw(bad_link).send(data)
            reason = await bad_link.wait_closed()
            assert reason.startswith("protocol violation")
            assert words in reason
            assert (await good_link.request(Ask(number=1), Answer)).number == 2
            assert len(victim.lost) == 1

    run(test())


@pytest.mark.parametrize(
    "control",
    [
        frame_header(Kind.HELLO, 2) + b"\0\1",
        frame_header(Kind.RESET, 3) + bytes(3),
        frame_header(Kind.RESET, 8) + (1 << 40).to_bytes(8, "big"),
        frame_header(Kind.RESET, 8) + (2).to_bytes(8, "big"),
    ],
)
def test_a_bad_control_frame_ends_the_link(control: bytes) -> None:
    async def test() -> None:
        async with peer() as victim, peer() as bad:
            link = await bad.endpoint.dial(victim.peer_id, victim.endpoint.addresses)
            link._streams.write(0, control)
            assert (await link.wait_closed()).startswith("protocol violation")

    run(test())


def test_an_unknown_message_is_a_violation() -> None:
    async def test() -> None:
        async with peer() as victim, peer(messages=[Hi, Ask, Answer, Stranger]) as bad:
            link = await bad.endpoint.dial(victim.peer_id, victim.endpoint.addresses)
            with pytest.raises(LinkLost, match="malformed message"):
                await link.request(Stranger(), Answer)

    run(test())


def test_a_payload_longer_than_asked_for_is_a_violation() -> None:
    caught: list[Exception] = []

    async def picky(link: Link, stream: Stream, first: Message) -> None:
        try:
            await stream.receive_payload(1000)
        except ProtocolViolation as violation:
            caught.append(violation)
            raise

    async def test() -> None:
        async with peer(serve=picky) as victim, peer() as bad:
            link = await bad.endpoint.dial(victim.peer_id, victim.endpoint.addresses)
            stream = await link.open(Ask(number=1))
            await stream.send_payload(bytes(1001))
            assert "1001 bytes exceeds 1000" in await link.wait_closed()
            assert len(caught) == 1

    run(test())


def test_an_impostor_that_answers_is_not_taken_for_the_peer() -> None:
    """The other way round: the one who is dialed shows a certificate whose key it does not have."""

    async def test() -> None:
        real = Identity.generate()
        async with peer() as impostor, peer() as dialer:
            impostor.endpoint._certificate = certificate_of(real)
            with pytest.raises((LinkLost, Refused)):
                await dialer.endpoint.dial(real.peer_id, impostor.endpoint.addresses)
            assert (impostor.links, dialer.links) == ([], [])

    run(test())
