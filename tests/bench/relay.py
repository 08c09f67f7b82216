"""What relaying costs: bulk one way over loopback, sender, relay and receiver in processes of their own, in one run.

    python -m tests.bench.relay [--mb 60] [--rounds 3]

Prints for each way megabytes per second and the CPU seconds per gigabyte of each process (medians). A straight link
keeps to datagrams of the size that a relayed one has. Nothing is asserted.
"""

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import time

from core.nat.switchboard import RelayLimits
from core.transport.api import Address, Place, Relayed, Tunnelled
from tests.bench.reaching import BenchPeer, Done, Spent, identity_of, peer_settings, relay_settings

WAYS = {
    "straight, 1,200-byte datagrams": ("straight", 1200),
    "straight, 1,472-byte": ("straight", 1472),
    "relayed": ("relayed", 1200),
    "relayed, the sender in a tunnel": ("sender-tunnel", 1200),
    "relayed, the receiver in a tunnel": ("receiver-tunnel", 1200),
    "relayed, both in tunnels": ("both-tunnel", 1200),
}
RELAY, RECEIVER = identity_of("relay").peer_id, identity_of("receiver").peer_id
GENEROUS = RelayLimits(peer_bytes_per_s=1e10, bytes_per_s=1e10)


async def play_relay() -> None:
    peer = BenchPeer("relay", relay_settings(limits=GENEROUS, tunnel_ports=()), shy=True)
    await peer.open(Address("127.0.0.1", 0))
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(peer.reach.run())
        print(peer.endpoint.bound.port, flush=True)


async def play_receiver(way: str, size: int, relay_port: int) -> None:
    peer = BenchPeer("receiver", peer_settings(), shy=True)
    await peer.open(Address("127.0.0.1", 0), loopback_datagram_bytes=size)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(peer.reach.run())
        await peer.endpoint.dial(RELAY, [way_to_relay(relay_port, tunnel=way in ("receiver-tunnel", "both-tunnel"))])
        while not peer.reach.client.held:
            await asyncio.sleep(0.02)
        print(peer.endpoint.bound.port, flush=True)


async def play_sender(way: str, size: int, relay_port: int, port: int, count_bytes: int) -> None:
    peer = BenchPeer("sender", peer_settings(), shy=True)
    await peer.open(Address("127.0.0.1", 0), loopback_datagram_bytes=size)
    reaching = asyncio.create_task(peer.reach.run())
    await asyncio.sleep(0)
    relay = await peer.endpoint.dial(RELAY, [way_to_relay(relay_port, tunnel=way in ("sender-tunnel", "both-tunnel"))])
    straight = Address("127.0.0.1", port)
    place: Place = straight if way == "straight" else Relayed(RELAY, Address("127.0.0.1", relay_port))
    link = await peer.endpoint.dial(RECEIVER, [place])
    await peer.send_bulk(link, 2_000_000)
    others = (relay, link)
    before = [await link.request(Spent(), Done) for link in others]
    begun_s, mine_s = time.perf_counter(), time.process_time()
    await peer.send_bulk(link, count_bytes)
    wall_s, mine_s = time.perf_counter() - begun_s, time.process_time() - mine_s
    after = [await link.request(Spent(), Done) for link in others]
    relay_s, receiver_s = (b.cpu_s - a.cpu_s for a, b in zip(before, after, strict=True))
    gb = count_bytes / 1e9
    figures = [count_bytes / 1e6 / wall_s, mine_s / gb, relay_s / gb, receiver_s / gb]
    print(json.dumps({"figures": figures, "path": link.path.kind}), flush=True)
    reaching.cancel()
    await peer.endpoint.close()


def way_to_relay(port: int, *, tunnel: bool) -> Place:
    address = Address("127.0.0.1", port)
    return Tunnelled(address) if tunnel else address


def transfer(way: str, size: int, count_bytes: int) -> tuple[list[float], str]:
    command = [sys.executable, "-m", "tests.bench.relay", "--way", way, "--size", str(size)]
    processes: list[subprocess.Popen[str]] = []

    def start(*words: str) -> str:
        processes.append(subprocess.Popen([*command, *words], stdout=subprocess.PIPE, text=True))
        assert processes[-1].stdout is not None
        return processes[-1].stdout.readline()

    try:
        relay_port = start("--role", "relay").strip()
        port = start("--role", "receiver", "--relay", relay_port).strip()
        told = start("--role", "sender", "--relay", relay_port, "--port", port, "--bytes", str(count_bytes))
    finally:
        for process in processes:
            process.kill()
            process.communicate()
    result = json.loads(told)
    return result["figures"], result["path"]


def compare(count_bytes: int, rounds: int) -> None:
    print(f"{count_bytes / 1e6:.0f} MB, median of {rounds} rounds: MB/s; CPU seconds per GB of sender, relay, receiver")
    results: dict[str, list[list[float]]] = {name: [] for name in WAYS}
    paths: dict[str, str] = {}
    for _ in range(rounds):
        for name, (way, size) in WAYS.items():
            figures, paths[name] = transfer(way, size, count_bytes)
            results[name].append(figures)
    for name, rows in results.items():
        rate, sender, relay, receiver = (statistics.median(column) for column in zip(*rows, strict=True))
        print(f"{name:36} {rate:7.1f} MB/s   {sender:6.1f} {relay:6.2f} {receiver:6.1f}   {paths[name]}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--mb", type=float, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--role")
    parser.add_argument("--way", default="straight")
    parser.add_argument("--size", type=int, default=1200)
    parser.add_argument("--relay", type=int, default=0)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--bytes", type=int, default=0)
    options = parser.parse_args()
    match options.role:
        case "relay":
            asyncio.run(play_relay())
        case "receiver":
            asyncio.run(play_receiver(options.way, options.size, options.relay))
        case "sender":
            asyncio.run(play_sender(options.way, options.size, options.relay, options.port, options.bytes))
        case _:
            compare(int(options.mb * 1e6), options.rounds)


if __name__ == "__main__":
    main()
