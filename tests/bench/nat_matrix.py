"""Every ordered pair of routers: 10 MB within 10 s of the dial, and by which path. Needs root and the laboratory:

    python -m tests.bench.nat_matrix LAB/nat_lab.sh [--mb 10] [--types public,cone,…]

All peers are up at once, two behind each kind of router, with one relay that all know and one more public peer; then
one pair after the other is dialed. D: straight, R: through the relay; the path is what the link says when all has
arrived. At the end: what each peer found out about its router.
"""

import argparse
import asyncio
import contextlib
import dataclasses
import json
import logging
import string
import subprocess
import sys
import time

from core.errors import PeerFault
from core.nat.facts import NetworkFacts
from core.transport.api import Address
from tests.bench.reaching import BenchPeer, identity_of, peer_settings, relay_settings

RELAY = Address("203.0.113.10", 443)
WITNESS = Address("203.0.113.11", 4433)
TYPES = ("public", "fullcone", "addrcone", "cone", "symmetric", "udpblock")
LIMIT_S = 10.0


def say(**words: object) -> None:
    print(json.dumps(words), flush=True)


async def play_relay(name: str, listen: Address) -> None:
    peer = BenchPeer(name, relay_settings())
    await peer.open(listen)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(peer.reach.run())
        if name != "relay":
            tasks.create_task(peer.keep_published(identity_of("relay").peer_id, RELAY))
        say(ready=name)


async def play_peer(name: str, count_bytes: int) -> None:
    """Obeys lines at standard input: the name of a peer to dial, or `facts`."""
    peer = BenchPeer(name, peer_settings())
    await peer.open(Address("::", 4433))
    relay = identity_of("relay").peer_id
    loop = asyncio.get_running_loop()
    lines = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(peer.reach.run())
        tasks.create_task(peer.keep_published(relay, RELAY))
        begun_s = loop.time()
        await peer.link_to_relay(relay, RELAY)
        say(ready=name, linked_s=round(loop.time() - begun_s, 2))
        while line := (await lines.readline()).decode().strip():
            if line == "facts":
                facts = dataclasses.asdict(peer.reach.facts(NetworkFacts()))
                say(**{key: str(facts[key]) for key in ("is_reachable", "mapping", "filtering", "public_address")})
            else:
                say(**await dial(peer, line, count_bytes))
        raise SystemExit


async def dial(peer: BenchPeer, name: str, count_bytes: int) -> dict[str, object]:
    target = identity_of(name).peer_id
    relay = identity_of("relay").peer_id
    record = None
    while record is None or not record.addresses:
        with contextlib.suppress(PeerFault):
            record = await peer.find(relay, RELAY, target)
        if record is None:
            await asyncio.sleep(0.1)
    begun_s = time.perf_counter()
    try:
        async with asyncio.timeout(2 * LIMIT_S):
            link = await peer.endpoint.dial(target, record.places(), timeout_s=LIMIT_S)
            linked_s, first = time.perf_counter() - begun_s, link.path.kind
            await peer.send_bulk(link, count_bytes)
    except (PeerFault, TimeoutError) as fault:
        return {"fault": str(fault) or "too slow", "places": list(record.addresses)}
    all_s = time.perf_counter() - begun_s
    return {"linked_s": round(linked_s, 2), "first": first, "all_s": round(all_s, 2), "path": link.path.kind}


class Process:
    def __init__(self, namespace: str, *words: str) -> None:
        command = ["ip", "netns", "exec", f"nl-{namespace}", sys.executable, "-m", "tests.bench.nat_matrix", *words]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def read(self) -> dict[str, object]:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def ask(self, line: str) -> dict[str, object]:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self.read()

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()


def measure(lab: str, types: list[str], count_bytes: int) -> bool:
    """Whether every pair was in time."""
    sides = dict(zip(string.ascii_uppercase, [kind for kind in types for _ in range(2)], strict=False))
    subprocess.run([lab, "up", *(f"{side}={kind}" for side, kind in sides.items())], check=True)
    processes: list[Process] = []

    def start(*arguments: str) -> Process:
        processes.append(Process(*arguments))
        return processes[-1]

    try:
        for name in ("relay", "witness"):
            start("relay", "--role", name).read()
        size = ["--bytes", str(count_bytes)]
        peers = {side: start(f"p{side}", "--role", "peer", "--name", side, *size) for side in sides}
        for side, peer in peers.items():
            print(f"{sides[side]:10} linked to the relay within {peer.read()['linked_s']} s", flush=True)
        time.sleep(8)  # for the routers to be tested, which the dials would disturb
        good = [print_row(kind, types, peers[dialer_of(sides, kind)], sides) for kind in types]
        for side, kind in sides.items():
            print(f"{kind:10} {peers[side].ask('facts')}")
    finally:
        for process in processes:
            process.end()
        subprocess.run([lab, "down"], check=True)
    return all(good)


def dialer_of(sides: dict[str, str], kind: str) -> str:
    return next(side for side in sides if sides[side] == kind)


def acceptor_of(sides: dict[str, str], kind: str) -> str:
    return next(side for side in reversed(sides) if sides[side] == kind)


def print_row(kind: str, types: list[str], dialer: Process, sides: dict[str, str]) -> bool:
    cells, is_good = [], True
    for other in types:
        result = dialer.ask(acceptor_of(sides, other))
        if "fault" in result:
            cells.append("FAILED")
            is_good = False
            print(kind, other, result, file=sys.stderr)
        else:
            letter = "D" if result["path"] in ("direct", "punched") else "R"
            is_good &= float(str(result["all_s"])) <= LIMIT_S
            cells.append(
                f"{letter} {result['all_s']:5.2f} {result['path']} (first {result['linked_s']} {result['first']})"
            )
    print(f"{kind:10} | " + " | ".join(f"{cell:42}" for cell in cells), flush=True)
    return is_good


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("lab", nargs="?")
    parser.add_argument("--mb", type=float, default=10)
    parser.add_argument("--types", default=",".join(TYPES))
    parser.add_argument("--role")
    parser.add_argument("--name", default="")
    parser.add_argument("--bytes", type=int, default=0)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    if options.verbose:
        logging.basicConfig(level=logging.DEBUG)
    if options.role == "peer":
        asyncio.run(play_peer(options.name, options.bytes))
    elif options.role:
        asyncio.run(play_relay(options.role, RELAY if options.role == "relay" else WITNESS))
    else:
        sys.exit(0 if measure(options.lab, options.types.split(","), int(options.mb * 1e6)) else 1)


if __name__ == "__main__":
    main()
