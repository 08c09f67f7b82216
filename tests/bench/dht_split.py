"""How fast the hash table heals after the network was cut in two: real endpoints, real time, network namespaces.

    python -m tests.bench.dht_split [--rounds 1] [--swarms 1] [--nodes 6] [--cut 120]        (root, iproute2, nftables)

Each swarm has two halves of `--nodes` peers, each half a process in a namespace of its own (`dht-a0`, `dht-b0`, ...),
with a cable between them. In each round nftables drops everything between them for `--cut` seconds; then it is let
through, every peer stores a new value at once, and the clock runs until every peer has looked up the new value of every
peer of the other half. Swarms run side by side: 20 heals are `--swarms 5 --rounds 4`. Prints a row per heal; exits with
1 if one took more than 30 s or if anything was seen across the cut.
"""

import argparse
import asyncio
import contextlib
import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from typing import Any

from core.dht.directory import Head, KnownPeers, SharePeers
from core.dht.messages import MESSAGES, FindNear, Probe, StoreValues
from core.dht.records import PeerRecord, make_record
from core.dht.run_directory import DirectoryPorts, RunDirectory
from core.dht.values import HEADS, make_value
from core.errors import PeerFault
from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity
from core.identity.wire import pack
from core.transport.api import Address, Link, Message, Stream
from core.transport.endpoint import Endpoint, EndpointConfig

RUN = RunId(bytes(range(32)))
PORT = 4400
LIMIT_S = 30.0
GIVE_UP_S = 120.0
LOOK_EVERY_S = 0.5


class Hello(Message, frozen=True):
    record: PeerRecord


class Peer:
    """An endpoint with a directory and nothing else."""

    def __init__(self) -> None:
        self.identity = Identity.generate()
        self.endpoint: Endpoint
        self.directory: RunDirectory
        self._record: PeerRecord | None = None
        self._links: asyncio.Queue[Link] = asyncio.Queue()

    def record(self) -> PeerRecord:
        if self._record is None:
            self._record = make_record(self.identity, RUN, tuple(self.endpoint.addresses), time.time())
        return self._record

    async def run(self, listen: Address, is_ready: asyncio.Event) -> None:
        self.endpoint = await Endpoint.open(
            EndpointConfig(
                identity=self.identity,
                messages=[Hello, SharePeers, KnownPeers, *MESSAGES],
                greeting=lambda: Hello(self.record()),
                admit=self._admit,
                serve=self._serve,
                listen=listen,
                on_link=self._links.put_nowait,
            )
        )
        ports = DirectoryPorts(transport=self.endpoint, my_record=self.record, unix_time=time.time)
        self.directory = RunDirectory(self.identity, RUN, ports)
        is_ready.set()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.directory.run())
            while True:
                tasks.create_task(self._meet(await self._links.get()))

    def _admit(self, peer: PeerId, greeting: Message) -> str:
        assert isinstance(greeting, Hello)
        self.directory.met(greeting.record)
        return ""

    async def _meet(self, link: Link) -> None:
        with contextlib.suppress(PeerFault):
            await self.directory.exchange(link, self.record())

    async def _serve(self, link: Link, stream: Stream, first: Message) -> None:
        match first:
            case FindNear() | StoreValues() | Probe():
                await self.directory.serve_question(link, stream, first)
            case SharePeers():
                await self.directory.serve(stream, first, self.record())

    async def store(self, number: int) -> None:
        now_s = self.directory.kademlia.now_s()
        content = pack(Head(number, Digest(RUN.raw)))
        await self.directory.kademlia.store_value(make_value(self.identity, RUN, HEADS, content, now_s, 600.0))

    async def sees(self, writers: set[str], number: int) -> int:
        heads = await self.directory.find_heads()
        return sum(head.step == number for peer, head in heads.items() if peer.text in writers)


# --- one half


async def half(host: str, count: int) -> None:
    peers = [Peer() for _ in range(count)]
    async with asyncio.TaskGroup() as tasks:
        for number, peer in enumerate(peers):
            is_ready = asyncio.Event()
            tasks.create_task(peer.run(Address(host, PORT + number), is_ready))
            await is_ready.wait()
        say({"ids": [peer.identity.peer_id.text for peer in peers]})
        while line := await asyncio.to_thread(sys.stdin.readline):
            say(await obey(peers, json.loads(line)))
        os._exit(0)


async def obey(peers: list[Peer], order: dict[str, Any]) -> dict[str, Any]:
    match order["do"]:
        case "join":
            for peer in peers:
                with contextlib.suppress(PeerFault):  # one of them is that peer
                    await peer.endpoint.dial(None, [Address.parse(order["address"])])
        case "store":
            await asyncio.gather(*(peer.store(order["number"]) for peer in peers))
        case "see":
            writers, number = set(order["writers"]), order["number"]
            return {"seen": await asyncio.gather(*(peer.sees(writers, number) for peer in peers))}
        case "tables":
            ids = set(order["writers"])
            return {"known": [sum(c.peer.text in ids for c in p.directory.kademlia.table.contacts()) for p in peers]}
        case "until":
            waits = (until_seen(peer, set(order["writers"]), order["number"]) for peer in peers)
            return {"took_s": await asyncio.gather(*waits)}
    return {}


async def until_seen(peer: Peer, writers: set[str], number: int) -> float:
    began_s = time.monotonic()
    while time.monotonic() - began_s < GIVE_UP_S:
        if await peer.sees(writers, number) == len(writers):
            return time.monotonic() - began_s
        await asyncio.sleep(LOOK_EVERY_S)
    return GIVE_UP_S


def say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


# --- the lab


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


class Swarm:
    """Two halves and the cable between them."""

    def __init__(self, number: int, nodes: int) -> None:
        self.number, self.nodes = number, nodes
        self.names = (f"dht-a{number}", f"dht-b{number}")
        self.hosts = (f"10.77.{number}.1", f"10.77.{number}.2")
        self.processes: list[asyncio.subprocess.Process] = []
        self.ids: list[list[str]] = []

    @contextlib.asynccontextmanager
    async def up(self) -> AsyncIterator[None]:
        self._remove()
        try:
            for name in self.names:
                ip("netns", "add", name)
            ip(
                "link",
                "add",
                "eth0",
                "netns",
                self.names[0],
                "type",
                "veth",
                "peer",
                "name",
                "eth0",
                "netns",
                self.names[1],
            )
            for name, host in zip(self.names, self.hosts, strict=True):
                ip("-n", name, "link", "set", "lo", "up")
                ip("-n", name, "addr", "add", f"{host}/24", "dev", "eth0")
                ip("-n", name, "link", "set", "eth0", "up")
            for name, host in zip(self.names, self.hosts, strict=True):
                words = [sys.executable, "-m", "tests.bench.dht_split", "--half", host, "--nodes", str(self.nodes)]
                process = await asyncio.create_subprocess_exec(
                    "ip", "netns", "exec", name, *words, stdin=subprocess.PIPE, stdout=subprocess.PIPE
                )
                self.processes.append(process)
                self.ids.append((await self._answer(process))["ids"])
            yield
        finally:
            for process in self.processes:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
            self._remove()

    def _remove(self) -> None:
        for name in self.names:
            subprocess.run(["ip", "netns", "del", name], check=False, stderr=subprocess.DEVNULL)

    async def _answer(self, process: asyncio.subprocess.Process) -> dict[str, Any]:
        assert process.stdout is not None
        answer: dict[str, Any] = json.loads(await process.stdout.readline())
        return answer

    async def order(self, side: int, **order: Any) -> dict[str, Any]:
        process = self.processes[side]
        assert process.stdin is not None
        process.stdin.write(json.dumps(order).encode() + b"\n")
        return await self._answer(process)

    async def both(self, do: str, **order: Any) -> list[dict[str, Any]]:
        """Each half is told who the others are."""
        orders = (self.order(side, do=do, writers=self.ids[1 - side], **order) for side in (0, 1))
        return list(await asyncio.gather(*orders))

    def cut(self) -> None:
        rules = "add table ip cut; add chain ip cut out { type filter hook output priority 0; }; "
        rules += 'add rule ip cut out oifname "eth0" drop'
        for name in self.names:
            subprocess.run(["ip", "netns", "exec", name, "nft", rules], check=True)

    def rejoin(self) -> None:
        for name in self.names:
            subprocess.run(["ip", "netns", "exec", name, "nft", "delete table ip cut"], check=True)


async def play(swarm: Swarm, rounds: int, cut_s: float) -> list[float]:
    heals = []
    async with swarm.up():
        await swarm.both("join", address=f"{swarm.hosts[0]}:{PORT}")
        await asyncio.sleep(20)
        for number in range(1, rounds + 1):
            before = await swarm.both("tables")
            swarm.cut()
            await asyncio.sleep(cut_s - 10)
            await swarm.both("store", number=number * 1000)
            during = await swarm.both("tables")
            crossed = sum(sum(answer["seen"]) for answer in await swarm.both("see", number=number * 1000))
            await asyncio.sleep(5)
            swarm.rejoin()
            began_s = time.monotonic()
            await swarm.both("store", number=number)
            stored_s = time.monotonic() - began_s
            took = [took_s for answer in await swarm.both("until", number=number) for took_s in answer["took_s"]]
            heal_s = stored_s + max(took)
            print(
                f"swarm {swarm.number} round {number}: healed after {heal_s:.1f} s (stored {stored_s:.1f} s); members "
                f"of the other half known before {known(before)}, while cut {known(during)}; "
                f"seen across the cut: {crossed}",
                flush=True,
            )
            heals.append(heal_s if not crossed else float("inf"))
            await asyncio.sleep(15)
    return heals


def known(answers: list[dict[str, Any]]) -> str:
    counts = [count for answer in answers for count in answer["known"]]
    return f"{min(counts)}-{max(counts)}"


async def bench(swarms: int, rounds: int, nodes: int, cut_s: float) -> int:
    results = await asyncio.gather(*(play(Swarm(number, nodes), rounds, cut_s) for number in range(swarms)))
    heals = sorted(heal_s for result in results for heal_s in result)
    print(f"{len(heals)} heals: median {heals[len(heals) // 2]:.1f} s, longest {heals[-1]:.1f} s")
    return int(heals[-1] > LIMIT_S)


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=1)
    options.add_argument("--swarms", type=int, default=1)
    options.add_argument("--nodes", type=int, default=6)
    options.add_argument("--cut", type=float, default=120.0)
    options.add_argument("--half", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.half:
        logging.basicConfig(level=logging.CRITICAL)
        asyncio.run(half(chosen.half, chosen.nodes))
        return 0
    return asyncio.run(bench(chosen.swarms, chosen.rounds, chosen.nodes, chosen.cut))


if __name__ == "__main__":
    sys.exit(main())
