"""One shard on one slow host, and peers that fetch it from there and from each other, over real links on limited lines.

    python -m tests.bench.shards [--megabytes 200] [--host-up 20] [--up 50] [--down 50] [--peers 8] [--rtt 30]

needs root and a lab script that shapes lines in network namespaces (`--lab`; host i is namespace sl-h<i> with the
address 10.99.0.<i>). Host 1 has the shard and `--host-up` Mbit/s up. First one peer fetches it alone, then all of them
at once. Printed: both times, how they compare, and how many times over the host sent the shard. A peer uses about 0.1
CPU seconds for each MB that it sends and as much for each that it receives: for eight peers and 200 MB that is five
minutes of processor time, so on a slow computer lower all rates alike (`--scale 0.5`).
"""

import argparse
import asyncio
import logging
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.data.fetching import Fetch, FetchPorts
from core.data.handing_out import PieceDonor
from core.data.liars import Liars
from core.data.objects import ObjectStore, file_digest
from core.data.piece_messages import MESSAGES, AskHashes, TakePieces
from core.data.pieces import hash_pieces
from core.data.stock import Stock
from core.data.stocks import Stocks
from core.identity.keys import Identity
from core.identity.manifest import Shard
from core.identity.wire import from_json, to_json
from core.transport.api import Address, Link, Message, Stream
from core.transport.congestion import NAME
from core.transport.endpoint import Endpoint, EndpointConfig
from tests.bench.lines import HOST, LAB, lab

PORT = 5401


class Hello(Message, frozen=True):
    pass


def make_shard(folder: Path, megabytes: int) -> Shard:
    """Bytes that do not repeat, in `folder/shard`."""
    path = folder / "shard"
    with path.open("wb") as file:
        for number in range(megabytes):
            file.write(random.Random(number).randbytes(1_000_000))
    pieces = hash_pieces(path)
    shard = Shard(object=file_digest(path), bytes=pieces.size_bytes, format="text", samples=1, pieces=pieces.root)
    (folder / "shard.json").write_bytes(to_json(shard))
    return shard


# --- one peer


async def take_part(folder: Path, number: int) -> None:
    """Host 1 gives; the others wait for a line, fetch, tell how it went, and go on giving until the next line."""
    logging.basicConfig(level=logging.WARNING, format=f"    {number}: %(message)s", stream=sys.stderr)
    shard = from_json(Shard, (folder / "shard.json").read_bytes())
    store = ObjectStore(folder / str(number))
    if number == 1:
        store.add_file(folder / "shard")
    stocks = Stocks([shard], store, asyncio.to_thread)
    donor = PieceDonor(stocks.find, asyncio.to_thread, Stock.lose)
    sent_bytes = 0

    async def serve(link: Link, stream: Stream, first: Message) -> None:
        nonlocal sent_bytes
        if isinstance(first, AskHashes | TakePieces):
            counted = Counted(stream)
            try:
                await donor.serve(counted, first)  # type: ignore[arg-type]
            finally:
                sent_bytes += counted.sent_bytes

    endpoint = await Endpoint.open(
        EndpointConfig(
            identity=identity_of(number),
            messages=[Hello, *MESSAGES],
            greeting=Hello,
            admit=lambda _, hello: "",
            serve=serve,
            listen=Address(HOST.format(number), PORT),
            congestion_control=os.environ.get("CONTROL", NAME),
        )
    )
    for other in range(1, number):
        await endpoint.dial(identity_of(other).peer_id, [Address(HOST.format(other), PORT)])
    await stocks.find(shard.object)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    if number > 1:
        fetch = Fetch(stocks.of(shard), FetchPorts(endpoint.links, Liars(), asyncio.to_thread, random.Random(number)))
        began_s = time.monotonic()
        await fetch.run()
        print(time.monotonic() - began_s, fetch.received_bytes, flush=True)
        await asyncio.to_thread(sys.stdin.readline)
    await endpoint.close()
    print(sent_bytes, time.process_time(), flush=True)


class Counted:
    """A stream whose payloads are counted."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self.sent_bytes = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    async def send_payload(self, data: memoryview) -> None:
        await self._stream.send_payload(data)
        self.sent_bytes += len(data)


def identity_of(number: int) -> Identity:
    return Identity.from_seed(bytes([number]) * 32)


# --- putting it together


@dataclass(frozen=True)
class Outcome:
    slowest_s: float
    fastest_s: float
    needless: float
    """Of what peers received."""
    host_sent: float
    """Shards."""
    cpu_s: float


def start(number: int, folder: Path) -> subprocess.Popen[str]:
    words = ["-m", "tests.bench.shards", "--part", str(number), "--folder", str(folder)]
    command = ["ip", "netns", "exec", f"sl-h{number}", sys.executable, *words]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def say(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def hear(process: subprocess.Popen[str]) -> list[str]:
    assert process.stdout is not None
    words = process.stdout.readline().split()
    if not words:
        raise SystemExit("a peer ended early")
    return words


def measure(options: argparse.Namespace, folder: Path, shard: Shard, peers: int) -> Outcome:
    scale, delay = options.scale, f"/{options.rtt / 2:g}" if options.rtt else ""
    specs = [f"{options.host_up * scale:g}/1000{delay}"]
    specs += [f"{options.up * scale:g}/{options.down * scale:g}{delay}"] * peers
    with lab(options.lab, specs, QUEUE_MS=str(options.queue)):
        processes: list[subprocess.Popen[str]] = []
        for number in range(1, peers + 2):
            processes.append(start(number, folder))
            hear(processes[-1])
        for process in processes[1:]:
            say(process)
        told = [list(map(float, hear(process))) for process in processes[1:]]
        ends = []
        for process in processes:
            say(process)
            ends.append(list(map(float, hear(process))))
            process.wait()
    for number in range(2, peers + 2):
        subprocess.run(["rm", "-rf", folder / str(number)], check=True)
    times = [took_s for took_s, _ in told]
    received = sum(count for _, count in told)
    return Outcome(
        max(times),
        min(times),
        received / peers / shard.bytes - 1,
        ends[0][0] / shard.bytes,
        sum(cpu_s for _, cpu_s in ends),
    )


def run(options: argparse.Namespace) -> None:
    line = options.host_up * options.scale
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shard = make_shard(folder, options.megabytes)
        print(
            f"{options.megabytes} MB, host {line:g} Mbit/s up: at least {shard.bytes * 8e-6 / line:.1f} s", flush=True
        )
        alone = measure(options, folder, shard, 1)
        print(f"one peer: {alone.slowest_s:.1f} s, {alone.cpu_s:.0f} CPU s", flush=True)
        all_of_them = measure(options, folder, shard, options.peers)
    print(
        f"{options.peers} peers: {all_of_them.fastest_s:.1f} to {all_of_them.slowest_s:.1f} s, "
        f"{all_of_them.slowest_s / alone.slowest_s:.2f} of what one needs; the host sent it "
        f"{all_of_them.host_sent:.2f} times, {all_of_them.needless:.1%} came needlessly; "
        f"{all_of_them.cpu_s:.0f} CPU s, load {os.getloadavg()[0]:.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--host-up", type=float, default=20)
    parser.add_argument("--up", type=float, default=50)
    parser.add_argument("--down", type=float, default=50)
    parser.add_argument("--peers", type=int, default=8)
    parser.add_argument("--rtt", type=float, default=30)
    parser.add_argument("--queue", type=int, default=60)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--lab", type=Path, default=LAB)
    parser.add_argument("--part", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.part is not None:
        asyncio.run(take_part(options.folder, options.part))
    else:
        run(options)


if __name__ == "__main__":
    main()
