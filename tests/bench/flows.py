"""Ends of transfers for `lines` and `household`, each in a process of its own.

    python -m tests.bench.flows receive WAY HOST PORT SECONDS     prints a word for the sender, then bytes per second
    python -m tests.bench.flows send WAY HOST PORT SECONDS WORD...

WAY: `ours`, `tcp` and `tcp/bbr` (the system's, with cubic or BBR, whatever its default is), or `reno` and `cubic`
(aioquic.asyncio as shipped). Both ends print the CPU seconds they used as their last line. With several words one
endpoint sends to as many receivers, at PORT and the ports after it.
"""

import asyncio
import socket
import ssl
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from aioquic.asyncio import QuicConnectionProtocol, connect, serve
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.events import QuicEvent, StreamDataReceived
from cryptography.hazmat.primitives import serialization

from core.errors import PeerFault
from core.identity.ids import PeerId
from core.identity.keys import Identity
from core.transport.api import Address, Link, Message, Stream
from core.transport.certificate import certificate_of
from core.transport.endpoint import Endpoint, EndpointConfig

CHUNK = bytes(256 << 10)


class Hello(Message, frozen=True):
    pass


class Bulk(Message, frozen=True):
    pass


class Seconds:
    """Bytes by the second since the first came."""

    def __init__(self, seconds: float) -> None:
        self.over = asyncio.Event()
        self._seconds = int(seconds)
        self._counts = [0] * self._seconds
        self._start_s: float | None = None

    def count(self, size: int) -> None:
        now = time.monotonic()
        if self._start_s is None:
            self._start_s = now
        second = int(now - self._start_s)
        if second < self._seconds:
            self._counts[second] += size
        else:
            self.over.set()

    async def report(self) -> None:
        try:
            async with asyncio.timeout(self._seconds + 20):
                await self.over.wait()
        except TimeoutError:
            pass
        print(*self._counts, flush=True)
        print(time.process_time(), flush=True)


async def open_endpoint(host: str, port: int, serve_stream: Callable[..., object] | None = None) -> Endpoint:
    async def nothing(link: Link, stream: Stream, first: Message) -> None:
        pass

    return await Endpoint.open(
        EndpointConfig(
            identity=Identity.generate(),
            messages=[Hello, Bulk],
            greeting=Hello,
            admit=lambda _, hello: "",
            serve=serve_stream or nothing,  # type: ignore[arg-type]
            listen=Address(host, port),
        )
    )


async def receive_ours(host: str, port: int, seconds: float) -> None:
    meter = Seconds(seconds)

    async def take(link: Link, stream: Stream, first: Message) -> None:
        while True:
            meter.count(len(await stream.receive_payload(len(CHUNK))))

    endpoint = await open_endpoint(host, port, take)
    print(endpoint.peer_id.text, flush=True)
    await meter.report()
    await endpoint.close()


async def send_ours(host: str, port: int, seconds: float, *words: str) -> None:
    endpoint = await open_endpoint("0.0.0.0", 0)

    async def send_on(number: int, word: str) -> None:
        link = await endpoint.dial(PeerId.parse(word), [Address(host, port + number)], timeout_s=20)
        stream = await link.open(Bulk())
        while True:
            await stream.send_payload(CHUNK)

    try:
        async with asyncio.timeout(seconds + 1):
            await asyncio.gather(*(send_on(number, word) for number, word in enumerate(words)))
    except (TimeoutError, PeerFault):
        pass
    print(time.process_time(), flush=True)
    await endpoint.close()


class Counting(QuicConnectionProtocol):
    meter: Seconds

    def quic_event_received(self, event: QuicEvent) -> None:
        if isinstance(event, StreamDataReceived):
            self.meter.count(len(event.data))


async def receive_shipped(host: str, port: int, seconds: float, way: str) -> None:
    identity = Identity.generate()
    configuration = QuicConfiguration(is_client=False, alpn_protocols=["bench"], congestion_control_algorithm=way)
    meter = Seconds(seconds)

    def protocol(*arguments: object, **options: object) -> Counting:
        made = Counting(*arguments, **options)  # type: ignore[arg-type]
        made.meter = meter
        return made

    with tempfile.TemporaryDirectory() as folder:
        pem = Path(folder) / "pair.pem"
        pem.write_bytes(
            certificate_of(identity).public_bytes(serialization.Encoding.PEM)
            + identity.private_key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        configuration.load_cert_chain(pem)
    server = await serve(host, port, configuration=configuration, create_protocol=protocol)
    print("-", flush=True)
    await meter.report()
    server.close()


async def send_shipped(host: str, port: int, seconds: float, way: str) -> None:
    configuration = QuicConfiguration(
        is_client=True, alpn_protocols=["bench"], verify_mode=ssl.CERT_NONE, congestion_control_algorithm=way
    )
    async with connect(host, port, configuration=configuration) as connection:
        stream_id = connection._quic.get_next_available_stream_id()
        end = time.monotonic() + seconds + 1
        sender = None
        while time.monotonic() < end:
            # Kept filled, like a program that writes without pause, with bounded memory.
            if sender is None or sender._buffer_stop - sender._buffer_start < 4 << 20:
                connection._quic.send_stream_data(stream_id, CHUNK)
                connection.transmit()
                sender = connection._quic._streams[stream_id].sender
            else:
                await asyncio.sleep(0.005)
        print(time.process_time(), flush=True)
        connection._transport.abort()  # type: ignore[attr-defined]


async def receive_tcp(host: str, port: int, seconds: float) -> None:
    meter = Seconds(seconds)
    loop = asyncio.get_running_loop()
    with socket.create_server((host, port)) as server:
        server.setblocking(False)
        print("-", flush=True)
        connection, _ = await loop.sock_accept(server)

    async def take() -> None:
        while data := await loop.sock_recv(connection, len(CHUNK)):
            meter.count(len(data))

    with connection:
        taking = asyncio.ensure_future(take())
        await meter.report()
        taking.cancel()


async def send_tcp(host: str, port: int, seconds: float, control: str) -> None:
    loop = asyncio.get_running_loop()
    with socket.socket() as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, control.encode())
        connection.setblocking(False)
        await loop.sock_connect(connection, (host, port))
        try:
            async with asyncio.timeout(seconds + 1):
                while True:
                    await loop.sock_sendall(connection, CHUNK)
        except (TimeoutError, OSError):
            pass
        print(time.process_time(), flush=True)


def main() -> None:
    role, way, host, port, seconds, *words = sys.argv[1:]
    where = (host, int(port), float(seconds))
    if role == "receive":
        end = {"ours": receive_ours, "tcp": receive_tcp, "tcp/bbr": receive_tcp}.get(way)
        asyncio.run(end(*where) if end else receive_shipped(*where, way))
    elif way == "ours":
        asyncio.run(send_ours(*where, *words))
    elif way.startswith("tcp"):
        asyncio.run(send_tcp(*where, way.partition("/")[2] or "cubic"))
    else:
        asyncio.run(send_shipped(*where, way))


if __name__ == "__main__":
    main()
