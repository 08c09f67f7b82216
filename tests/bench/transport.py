"""How fast the transport is beside aioquic as shipped: bulk one way over loopback, two processes, one run.

    python -m tests.bench.transport [--mb 60] [--rounds 5]

Prints, for each way, megabytes per second and the CPU seconds per gigabyte of both processes together (medians of
alternating rounds), and the ratios to `aioquic.asyncio` at the same datagram size. Nothing is asserted.
"""

import argparse
import asyncio
import json
import os
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from aioquic.asyncio import connect, serve
from aioquic.quic.configuration import QuicConfiguration
from cryptography.hazmat.primitives import serialization

from core.identity.ids import PeerId
from core.identity.keys import Identity
from core.transport.api import Address, Link, Message, Stream
from core.transport.certificate import certificate_of
from core.transport.congestion import NAME
from core.transport.endpoint import Endpoint, EndpointConfig
from core.transport.udp import open_udp

CHUNK_BYTES = 1 << 20
WAYS = {
    "aioquic.asyncio, 1,200-byte datagrams": "shipped",
    "Idlewild, 1,200-byte datagrams": "1200",
    "Idlewild, 1,200-byte, without the fast path": "1200-slow",
    "Idlewild, 1,200-byte, without GSO/GRO": "1200-plain-socket",
    "Idlewild, 1,200-byte, with aioquic's cubic": "1200-cubic",
    "Idlewild, 16,000-byte (its choice on loopback)": "16000",
}


class Hello(Message, frozen=True):
    pass


class Bulk(Message, frozen=True):
    chunks: int


class Done(Message, frozen=True):
    wall_s: float
    cpu_s: float


class Meter:
    """Wall and CPU seconds of this process since it was made."""

    def __init__(self) -> None:
        self._wall_s = time.perf_counter()
        self._cpu_s = time.process_time()

    def read(self) -> Done:
        return Done(wall_s=time.perf_counter() - self._wall_s, cpu_s=time.process_time() - self._cpu_s)


async def open_endpoint(way: str, done: asyncio.Event) -> Endpoint:
    async def receive(link: Link, stream: Stream, first: Message) -> None:
        assert isinstance(first, Bulk)
        meter = Meter()
        for _ in range(first.chunks):
            assert len(await stream.receive_payload(CHUNK_BYTES)) == CHUNK_BYTES
        await stream.send(meter.read())
        done.set()

    return await Endpoint.open(
        EndpointConfig(
            identity=Identity.generate(),
            messages=[Hello, Bulk, Done],
            greeting=Hello,
            admit=lambda _, hello: "",
            serve=receive,
            listen=Address("127.0.0.1", 0),
            loopback_datagram_bytes=int(way.split("-")[0]),
            fast_path=not way.endswith("slow"),
            congestion_control="cubic" if way.endswith("cubic") else NAME,
            udp=partial(open_udp, segmentation=not way.endswith("plain-socket")),
        )
    )


async def receive_ours(way: str) -> None:
    done = asyncio.Event()
    endpoint = await open_endpoint(way, done)
    print(endpoint.addresses[0].port, endpoint.peer_id.text, flush=True)
    await done.wait()
    await asyncio.sleep(0.3)
    await endpoint.close()


async def send_ours(way: str, port: int, peer: str, chunks: int) -> tuple[Done, Done]:
    endpoint = await open_endpoint(way, asyncio.Event())
    link = await endpoint.dial(PeerId.parse(peer), [Address("127.0.0.1", port)])
    chunk = os.urandom(CHUNK_BYTES)
    meter = Meter()
    stream = await link.open(Bulk(chunks=chunks))
    for _ in range(chunks):
        await stream.send_payload(chunk)
    stream.finish()
    theirs = await stream.receive(Done)
    mine = meter.read()
    await endpoint.close()
    return mine, theirs


async def receive_shipped() -> None:
    identity = Identity.generate()
    configuration = QuicConfiguration(is_client=False, alpn_protocols=["bench"])
    done = asyncio.Event()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        meter = None
        while data := await reader.read(CHUNK_BYTES):
            meter = meter or Meter()
            del data
        assert meter is not None
        writer.write(json.dumps([meter.read().wall_s, meter.read().cpu_s]).encode())
        writer.write_eof()
        done.set()

    tasks = set()

    def start(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.add(asyncio.ensure_future(handle(reader, writer)))

    with tempfile.TemporaryDirectory() as folder:
        pem = Path(folder) / "pair.pem"
        pem.write_bytes(
            certificate_of(identity).public_bytes(serialization.Encoding.PEM)
            + identity.private_key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        configuration.load_cert_chain(pem)
    server = await serve("127.0.0.1", 0, configuration=configuration, stream_handler=start)
    print(server._transport.get_extra_info("sockname")[1], "-", flush=True)
    await done.wait()
    await asyncio.sleep(0.3)
    server.close()


async def send_shipped(port: int, chunks: int) -> tuple[Done, Done]:
    configuration = QuicConfiguration(is_client=True, alpn_protocols=["bench"], verify_mode=ssl.CERT_NONE)
    chunk = os.urandom(CHUNK_BYTES)
    async with connect("127.0.0.1", port, configuration=configuration) as connection:
        reader, writer = await connection.create_stream()
        meter = Meter()
        for _ in range(chunks):
            writer.write(chunk)
            await writer.drain()
        writer.write_eof()
        wall_s, cpu_s = json.loads(await reader.read())
        return meter.read(), Done(wall_s=wall_s, cpu_s=cpu_s)


def transfer(way: str, chunks: int) -> tuple[float, float]:
    """MB/s, and CPU seconds per GB of both sides together, of one transfer between two new processes."""
    command = [sys.executable, "-m", "tests.bench.transport", "--way", way]
    with subprocess.Popen([*command, "--role", "receive"], stdout=subprocess.PIPE, text=True) as receiver:
        assert receiver.stdout is not None
        try:
            port, peer = receiver.stdout.readline().split()
            options = ["--role", "send", "--port", port, "--peer", peer, "--chunks", str(chunks)]
            output = subprocess.run([*command, *options], stdout=subprocess.PIPE, text=True, check=True, timeout=120)
            receiver.wait(timeout=20)
        finally:
            receiver.kill()
    wall_s, cpu_s = json.loads(output.stdout)
    count = chunks * CHUNK_BYTES
    return count / 1e6 / wall_s, cpu_s / (count / 1e9)


def compare(chunks: int, rounds: int) -> None:
    results: dict[str, list[tuple[float, float]]] = {way: [] for way in WAYS.values()}
    for _ in range(rounds):
        for way in results:
            results[way].append(transfer(way, chunks))
    medians = {
        way: tuple(statistics.median(column) for column in zip(*rows, strict=True)) for way, rows in results.items()
    }
    base_rate, base_cpu = medians["shipped"]
    print(f"{chunks * CHUNK_BYTES / 1e6:.0f} MB, median of {rounds} rounds [range]")
    for name, way in WAYS.items():
        rate, cpu = medians[way]
        rates = [row[0] for row in results[way]]
        print(
            f"{name:48} {rate:6.1f} MB/s [{min(rates):.1f}-{max(rates):.1f}] {cpu:6.1f} CPU-s/GB"
            f"   {rate / base_rate:5.2f} x the speed at {cpu / base_cpu:4.0%} of the CPU"
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--mb", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--role", choices=["receive", "send"])
    parser.add_argument("--way", default="shipped")
    parser.add_argument("--port", type=int)
    parser.add_argument("--peer")
    parser.add_argument("--chunks", type=int)
    options = parser.parse_args()
    if options.role is None:
        compare(max(1, round(options.mb * 1e6 / CHUNK_BYTES)), options.rounds)
    elif options.role == "receive":
        asyncio.run(receive_shipped() if options.way == "shipped" else receive_ours(options.way))
    else:
        shipped = options.way == "shipped"
        sending = (
            send_shipped(options.port, options.chunks)
            if shipped
            else send_ours(options.way, options.port, options.peer, options.chunks)
        )
        mine, theirs = asyncio.run(sending)
        print(json.dumps([mine.wall_s, mine.cpu_s + theirs.cpu_s]))


if __name__ == "__main__":
    main()
