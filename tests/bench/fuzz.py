"""Random and mutated datagrams and messages against a live engine on loopback, while honest peers use it.

    python -m tests.bench.fuzz [--datagrams 10000000] [--messages 40000] [--seed 1]

The victim is `idlewild host`, relay, hash table and log, in a process of its own. Strangers send it datagrams of all
kinds that it reads: QUIC packets cut from real handshakes and links, probes, relayed data, noise; mutated. A member of
the collaboration (it has the invitation) sends messages of the right shape with senseless contents, and mutated ones.
Two honest peers ask for the manifest ten times a second. Printed: what each kind sent and got back in bytes
(amplification), how the honest peers fared before and during it, the victim's memory, its complaints, and whether it is
alive. The exit status is 1 if any of that is bad. Senders wait while the victim's socket has a queue, so that all
datagrams are read; what the kernel dropped nevertheless is subtracted.
"""

import argparse
import asyncio
import json
import os
import random
import re
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from core.collaboration.invitation import Invitation
from core.data.objects import ObjectStore
from core.engine.reception import MESSAGES, Reception
from core.errors import PeerFault
from core.identity.keys import Identity
from core.identity.wire import pack
from core.swarm.messages import FetchManifest, ManifestAnswer
from core.transport.api import Address
from core.transport.endpoint import Endpoint, EndpointConfig
from core.transport.framing import Kind as Frame
from core.transport.framing import frame_header
from core.transport.link import QuicLink
from tests.fuzz.datagrams import captured, kinds
from tests.fuzz.messages import Nonsense
from tests.integration.processes import ENVIRONMENT, free_address, write_manifest

DATAGRAMS, MESSAGES_SENT = 10_000_000, 40_000
HONEST_EVERY_S = 0.1
GROWTH_BYTES = 48 << 20
"""Room for what a live engine grows by anyway, and for the allocator."""
_COMPLAINT = re.compile(r" (ERROR|CRITICAL) |Traceback")


class Victim:
    """An engine in its own process."""

    def __init__(self, folder: Path) -> None:
        self.address = Address.parse(free_address())
        self.log = folder / "home" / "idlewild.log"
        self._errors = (folder / "errors").open("w")
        command = [sys.executable, "-m", "core.cli", "host", str(write_manifest(folder / "manifest"))]
        command += ["--home", str(folder / "home"), "--listen", str(self.address)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self._errors, env=os.environ | ENVIRONMENT, text=True
        )
        assert self.process.stdout is not None
        self.invitation = Invitation.parse(self.process.stdout.readline())

    @property
    def memory_bytes(self) -> int:
        return int(psutil.Process(self.process.pid).memory_info().rss)

    def complaints(self) -> list[str]:
        self._errors.flush()
        texts = [Path(self._errors.name).read_text("utf-8")]
        texts += [path.read_text("utf-8", "replace") for path in self.log.parent.rglob("*.log")]
        return [line for text in texts for line in text.splitlines() if _COMPLAINT.search(line)]

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        self._errors.close()


def queue_of(address: Address) -> tuple[int, int]:
    """Bytes that wait in the receive queue of the UDP socket there, and datagrams dropped so far (Linux)."""
    mine = f":{address.port:04X}"
    for table in ("/proc/net/udp", "/proc/net/udp6"):
        for line in Path(table).read_text().splitlines()[1:]:
            words = line.split()
            if words[1].endswith(mine):
                return int(words[4].split(":")[1], 16), int(words[-1])
    return 0, 0


# --- strangers


def send_datagrams(target: Address, count: int, seed: int) -> None:
    """Prints one line of JSON: per kind, datagrams and bytes sent and bytes that came back."""
    chance = random.Random(seed)
    makers = kinds(asyncio.run(captured(target)), seed)
    sockets = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in makers]
    table = {maker.name: [0, 0, 0] for maker in makers}
    for one in sockets:
        one.setblocking(False)
        one.connect((target.host, target.port))
    done = turn = 0
    while done < count:
        turn += 1
        (chosen,) = chance.choices(range(len(makers)), [maker.weight for maker in makers])
        rows, length = makers[chosen].run()
        try:
            segments = [(17, 103, struct.pack("H", length))]
            sent = sockets[chosen].sendmsg([rows.tobytes()], segments) // length
        except (BlockingIOError, ConnectionRefusedError):
            time.sleep(0.001)
            continue
        row = table[makers[chosen].name]
        row[0] += sent
        row[1] += sent * length
        done += sent
        if turn % 16 == 0:
            while queue_of(target)[0] > 1 << 20:
                time.sleep(0.002)
        for one, maker in zip(sockets, makers, strict=True):
            table[maker.name][2] += drained(one)
    time.sleep(2.0)
    for one, maker in zip(sockets, makers, strict=True):
        table[maker.name][2] += drained(one)
        one.close()
    print(json.dumps(table), flush=True)


def drained(one: socket.socket) -> int:
    """Bytes of what has come back."""
    total = 0
    try:
        while data := one.recv(65_536):
            total += len(data)
    except (BlockingIOError, ConnectionRefusedError):
        pass
    return total


# --- members


async def member(invitation: Invitation, folder: Path) -> Endpoint:
    identity = Identity.generate()
    reception = Reception(identity, invitation.run, invitation.token or b"", ObjectStore(folder), time.time)
    return await Endpoint.open(
        EndpointConfig(
            identity=identity,
            messages=MESSAGES,
            greeting=reception.greeting,
            admit=reception.admit,
            serve=reception.serve,
            listen=Address("127.0.0.1", 0),
        )
    )


async def send_messages(invitation: Invitation, count: int, seed: int, folder: Path) -> None:
    """One stream for each, some of them with more messages on it. Prints one line of JSON."""
    chance = random.Random(seed)
    nonsense = Nonsense(chance, (invitation.run, invitation.organiser))
    endpoint = await member(invitation, folder)
    sent = links = 0
    places = [place for place in invitation.bootstrap if isinstance(place, Address)]
    while sent < count:
        try:
            link = await endpoint.dial(None, places, timeout_s=20.0)
        except PeerFault:
            await asyncio.sleep(0.2)
            continue
        links += 1
        assert isinstance(link, QuicLink)
        while link.is_open and sent < count:
            sent += await one_stream(link, nonsense, chance)
        if link.is_open:
            link.close("done")
    await endpoint.close()
    print(json.dumps({"messages": sent, "links": links}), flush=True)


async def one_stream(link: QuicLink, nonsense: Nonsense, chance: random.Random) -> int:
    """How many messages it was."""
    frames = []
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        body = pack(nonsense.message(MESSAGES))
        if chance.random() < 0.02:
            body = nonsense.mutated(body)
        frames.append(frame_header(Frame.MESSAGE, len(body)) + body)
        if chance.random() < 0.1:
            frames.append(frame_header(Frame.PAYLOAD, 50) + bytes(50))
    data = b"".join(frames)
    if chance.random() < 0.005:
        data = nonsense.mutated(data)
    try:
        async with asyncio.timeout(2.0):
            await link._streams.wait_for_slot()
            if not link.is_open:
                return 0
            stream = link._streams.open()
            link._streams.write(stream.stream_id, data)
            if chance.random() < 0.9:
                stream.finish()
            if chance.random() < 0.3:
                await asyncio.sleep(0)
                stream.reset("changed its mind")
            else:
                stream.abandon()
    except (TimeoutError, PeerFault):
        link.close("stuck")
    await asyncio.sleep(0.0005)
    return len(frames)


class Honest:
    """A peer that asks for the manifest again and again over one link."""

    def __init__(self, invitation: Invitation, folder: Path) -> None:
        self._invitation = invitation
        self._folder = folder
        self.waits_s: list[float] = []
        self.failures: list[str] = []

    async def run(self) -> None:
        endpoint = await member(self._invitation, self._folder)
        places = [place for place in self._invitation.bootstrap if isinstance(place, Address)]
        try:
            link = await endpoint.dial(None, places)
            while True:
                began_s = time.perf_counter()
                try:
                    await link.request(FetchManifest(run=self._invitation.run), ManifestAnswer)
                    self.waits_s.append(time.perf_counter() - began_s)
                except PeerFault as fault:
                    self.failures.append(str(fault))
                    link = await endpoint.dial(None, places)
                await asyncio.sleep(HONEST_EVERY_S)
        finally:
            await endpoint.close()

    def percentiles_ms(self) -> str:
        waits, self.waits_s = sorted(self.waits_s), []
        if not waits:
            return "nothing"
        return (
            f"{len(waits)} answers, p50 {1e3 * statistics.median(waits):.1f} ms, "
            f"p99 {1e3 * waits[int(0.99 * (len(waits) - 1))]:.1f} ms, max {1e3 * waits[-1]:.1f} ms"
        )


# --- all of it


async def attack(victim: Victim, arguments: argparse.Namespace, folder: Path) -> bool:
    honest = [Honest(victim.invitation, folder / f"honest-{number}") for number in range(2)]
    tasks = [asyncio.create_task(peer.run()) for peer in honest]
    await asyncio.sleep(arguments.calm_s)
    print("calm:  ", *(peer.percentiles_ms() for peer in honest), sep="\n  ")
    before_bytes, dropped_before = victim.memory_bytes, queue_of(victim.address)[1]
    began_s = time.monotonic()
    here = [sys.executable, "-m", "tests.bench.fuzz", "--seed", str(arguments.seed), "--at", victim.invitation.link]
    jobs = [
        await asyncio.create_subprocess_exec(*here, "--datagrams", str(arguments.datagrams), stdout=subprocess.PIPE),
        await asyncio.create_subprocess_exec(*here, "--messages", str(arguments.messages), stdout=subprocess.PIPE),
    ]
    outputs = [asyncio.create_task(job.communicate()) for job in jobs]
    waiting = asyncio.gather(*outputs)
    warm_bytes, peak_bytes = 0, 0
    while not waiting.done() and victim.process.poll() is None:
        await asyncio.wait({waiting}, timeout=2.0)
        memory_bytes = victim.memory_bytes
        peak_bytes = max(peak_bytes, memory_bytes)
        if not warm_bytes and time.monotonic() - began_s > arguments.calm_s:
            warm_bytes = memory_bytes
    table, sent = (json.loads(output) for output, _ in await waiting)
    wall_s = time.monotonic() - began_s
    print("under attack:", *(peer.percentiles_ms() for peer in honest), sep="\n  ")
    await asyncio.sleep(arguments.calm_s)
    after_bytes = victim.memory_bytes
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    dropped = queue_of(victim.address)[1] - dropped_before
    is_alive = victim.process.poll() is None
    failures = [failure for peer in honest for failure in peer.failures]
    for name, (datagrams, out_bytes, back_bytes) in table.items():
        print(f"  {name:30} {datagrams:>9,} datagrams {out_bytes:>14,} bytes, back {back_bytes / out_bytes:.3f} x")
    worst = max(back / out for _, out, back in table.values())
    total = sum(row[0] for row in table.values())
    print(f"{total - dropped:,} datagrams read ({dropped:,} dropped), {sent['messages']:,} messages", end=" ")
    print(f"on {sent['links']:,} links, in {wall_s:.0f} s; amplification at most {worst:.3f}")
    memory = {"before": before_bytes, "warm": warm_bytes, "peak": peak_bytes, "after": after_bytes}
    print("memory in MiB:", ", ".join(f"{when} {size_bytes >> 20}" for when, size_bytes in memory.items()))
    complaints = victim.complaints()
    print(f"alive: {is_alive}; complaints: {len(complaints)}; honest failures: {len(failures)}")
    for line in (complaints + failures)[:20]:
        print("  ", line[:300])
    grown = after_bytes - (warm_bytes or before_bytes)
    return is_alive and not complaints and not failures and worst <= 3.0 and grown < GROWTH_BYTES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--datagrams", type=int)
    parser.add_argument("--messages", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calm-s", type=float, default=10.0, help="before and after the attack")
    parser.add_argument("--at", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        if arguments.at:
            invitation = Invitation.parse(arguments.at)
            if arguments.messages:
                asyncio.run(send_messages(invitation, arguments.messages, arguments.seed, folder))
            else:
                (target,) = [place for place in invitation.bootstrap if isinstance(place, Address)][:1]
                send_datagrams(target, arguments.datagrams, arguments.seed)
            return
        arguments.datagrams = arguments.datagrams or DATAGRAMS
        arguments.messages = arguments.messages or MESSAGES_SENT
        victim = Victim(folder)
        try:
            is_good = asyncio.run(attack(victim, arguments, folder))
        finally:
            victim.end()
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
