"""A newcomer fetches the state from several donors, over real links on limited lines.

    python -m tests.bench.newcomer calm  [--megabytes 500] [--down 100] [--up 40] [--donors 4] [--rtt 30]
    python -m tests.bench.newcomer storm     the same, but two donors are killed and one lies from its tenth chunk on
    python -m tests.bench.newcomer memory [--megabytes 500]     what a lent state costs its donor; needs no laboratory

`calm` and `storm` need root and a lab script that shapes lines in network namespaces (`--lab`; host i is namespace
sl-h<i> with the address 10.99.0.<i>); the newcomer is host 1, which has `--down` Mbit/s down, donors have `--up` up.
Printed: payload bytes of the state ÷ (line rate × time from the first question to the last chunk). Packets' overhead is
part of the line, so that about 0.95 is the most that can be. Both ends need about 0.1 CPU seconds per MB together: on a
computer with other work that is what limits, and considerate congestion control takes a busy processor for a queue
(`CONTROL=cubic` does without). A slower line, such as `--down 20 --up 8`, shows the download itself.
"""

import argparse
import asyncio
import logging
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from core.averaging.history import AverageHistory
from core.errors import PeerFault
from core.identity.ids import PeerId
from core.identity.keys import Identity
from core.storage.checkpoints import CheckpointStore
from core.storage.run_states import RunStates
from core.swarm import state_messages as say
from core.swarm.assembly import Assembly
from core.swarm.download import Download, DownloadPorts, DownloadProgress, Liars, Target
from core.swarm.replica import Replica
from core.swarm.serving import Donor
from core.training.api import Vector
from core.training.state_digest import StateDigest, digest_state
from core.transport.api import Address, Link, Message, Stream
from core.transport.congestion import NAME
from core.transport.endpoint import Endpoint, EndpointConfig
from tests.bench.lines import HOST, LAB, lab
from tests.sim.donors import RUN, STEP, ShortLog, StateKeeper, Tampering

PORT = 5301
LIES_AFTER = 10


class Hello(Message, frozen=True):
    pass


MESSAGES = [Hello, *(kind for kind in vars(say).values() if isinstance(kind, type) and issubclass(kind, Message))]


def state_of(megabytes: int) -> Vector:
    """Bytes that do not repeat, the same everywhere."""
    values = np.random.Generator(np.random.SFC64(megabytes)).random(megabytes * 250_000, np.float32)
    assert values.nbytes == megabytes * 1_000_000
    return values


async def open_endpoint(identity: Identity, address: Address, serve: Any) -> Endpoint:
    return await Endpoint.open(
        EndpointConfig(
            identity=identity,
            messages=MESSAGES,
            greeting=Hello,
            admit=lambda _, hello: "",
            serve=serve,
            listen=address,
            congestion_control=os.environ.get("CONTROL", NAME),
        )
    )


def identity_of(number: int) -> Identity:
    return Identity.from_seed(bytes([number]) * 32)


# --- a donor


class Liar:
    """Wrong bytes from its tenth chunk on."""

    def __init__(self) -> None:
        self.lies = self._lie
        self.given = 0

    def _lie(self, index: int, data: bytes) -> bytes:
        self.given += 1
        return data if self.given < LIES_AFTER else bytes([data[0] ^ 1]) + data[1:]


async def give(number: int, megabytes: int, *, lies: bool) -> None:
    state = state_of(megabytes)
    digest = await asyncio.to_thread(digest_state, STEP, state)
    identity = identity_of(number)
    with tempfile.TemporaryDirectory() as folder:
        trainer: Any = StateKeeper(state)
        files = RunStates(CheckpointStore(Path(folder)), RUN)
        log: Any = ShortLog(digest)
        replica = Replica(
            RUN, identity.peer_id, log, trainer, AverageHistory(1, 1), asyncio.to_thread, organiser=identity.peer_id
        )
        replica.position = digest
        donor = Donor(replica, files)
        liar: Any = Liar() if lies else None

        async def serve(link: Link, stream: Stream, first: Message) -> None:
            if isinstance(first, say.FetchState):
                told: Any = Tampering(stream, liar) if liar is not None else stream  # type: ignore[arg-type]
                await donor.serve_state(told, first)

        endpoint = await open_endpoint(identity, Address(HOST.format(number), PORT), serve)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(donor.run())
            print("ready", flush=True)
            await asyncio.to_thread(sys.stdin.readline)
            print(
                f"{time.process_time():.1f} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:.0f}", flush=True
            )
            await endpoint.close()
            os._exit(0)  # the folder is the parent's to remove, as after SIGKILL


# --- the newcomer


async def take(megabytes: int, donors: list[int]) -> None:
    logging.basicConfig(level=logging.INFO, format="    %(message)s", stream=sys.stdout)
    right = state_of(megabytes)
    digest = await asyncio.to_thread(digest_state, STEP, right)
    state = np.zeros_like(right)
    ids = {identity_of(number).peer_id: number for number in donors}

    async def nothing(link: Link, stream: Stream, first: Message) -> None:
        pass

    endpoint = await open_endpoint(identity_of(1), Address(HOST.format(1), PORT), nothing)

    async def link_to(peer: PeerId) -> Link:
        return await endpoint.dial(peer, [Address(HOST.format(ids[peer]), PORT)], timeout_s=4)

    def tell(progress: DownloadProgress) -> None:
        print(f"at {progress.fraction:.4f} {progress.bytes_per_s / 1e6:.2f} MB/s, {progress.donors} donors", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        files = RunStates(CheckpointStore(Path(folder)), RUN)

        async def assemble(found: StateDigest) -> Assembly:
            return Assembly(found, state, files)

        liars = Liars()
        ports = DownloadPorts(link_to, lambda: list(ids), liars, asyncio.to_thread, assemble, tell)
        download = Download(Target(STEP, digest.root), ports)
        began_s, began_cpu_s = time.monotonic(), time.process_time()
        try:
            assembly = await download.run()
        except PeerFault as fault:
            print(f"failed {fault}", flush=True)
            return
        took_s, cpu_s = time.monotonic() - began_s, time.process_time() - began_cpu_s
        is_right = (await asyncio.to_thread(digest_state, STEP, state)).root == digest.root
        await asyncio.to_thread(assembly.finish)
        kept = await asyncio.to_thread(CheckpointStore(Path(folder)).load, RUN)
        is_kept = kept is not None and kept.state.tobytes() == right.tobytes()
        named = [str(ids[peer]) for peer in ids if peer in liars]
        needless = download.received_bytes / state.nbytes - 1
        print("done", took_s, cpu_s, needless, int(is_right), int(is_kept), ",".join(named) or "-", flush=True)
        await endpoint.close()


# --- putting it together


def start(host: int, *words: str) -> subprocess.Popen[str]:
    command = ["ip", "netns", "exec", f"sl-h{host}", sys.executable, "-m", "tests.bench.newcomer", *words]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def run(options: argparse.Namespace) -> None:
    numbers = list(range(2, 2 + options.donors))
    delay = f"/{options.rtt / 2:g}" if options.rtt else ""
    specs = [f"1000/{options.down}{delay}", *(f"{options.up}/1000{delay}" for _ in numbers)]
    with lab(options.lab, specs, QUEUE_MS=str(options.queue)):
        donors = {
            number: start(number, "give", str(number), str(options.megabytes), str(int(is_liar)))
            for number in numbers
            for is_liar in [options.what == "storm" and number == numbers[-1]]
        }
        for donor in donors.values():
            assert donor.stdout is not None
            assert donor.stdout.readline() == "ready\n"
        newcomer = start(1, "take", str(options.megabytes), *map(str, numbers))
        victims = [0.2, 0.4] if options.what == "storm" else []
        result = follow(newcomer, victims, [donors[number] for number in numbers])
        for donor in donors.values():
            finish(donor)
        newcomer.wait()
    report(options, result)


def follow(newcomer: subprocess.Popen[str], victims: list[float], donors: list[subprocess.Popen[str]]) -> list[str]:
    """Prints what it says now and then, and kills a donor at each of the fractions `victims`."""
    assert newcomer.stdout is not None
    told_s = 0.0
    for line in newcomer.stdout:
        words = line.split()
        if line.startswith("at "):
            if victims and float(words[1]) >= victims[0]:
                victims.pop(0)
                donor = donors.pop(0)
                donor.send_signal(signal.SIGKILL)
                print(f"    a donor is killed at {float(words[1]):.0%}")
            if time.monotonic() - told_s > 5:
                told_s = time.monotonic()
                print("   ", line.strip(), flush=True)
        elif words and words[0] in ("done", "failed"):
            return words
        else:
            print(line.rstrip(), flush=True)
    return ["failed", "the newcomer ended"]


def finish(donor: subprocess.Popen[str]) -> None:
    assert donor.stdin is not None
    assert donor.stdout is not None
    if donor.poll() is None:
        donor.stdin.write("\n")
        donor.stdin.flush()
        words = donor.stdout.readline().split()
        if words:
            print(f"    a donor used {words[0]} CPU seconds and at most {words[1]} MB")
        donor.kill()
    donor.wait()


def report(options: argparse.Namespace, result: list[str]) -> None:
    if result[0] != "done":
        print(f"{options.what}: " + " ".join(result))
        return
    took_s, cpu_s, needless = map(float, result[1:4])
    share = options.megabytes * 8 / options.down / took_s
    load = os.getloadavg()[0]
    print(
        f"{options.what}: {options.megabytes} MB in {took_s:.1f} s, {share:.3f} of the line of {options.down} Mbit/s; "
        f"{needless:.1%} came needlessly; digest {'right' if result[4] == '1' else 'WRONG'}, "
        f"file {'right' if result[5] == '1' else 'WRONG'}; liars named: {result[6]}; "
        f"newcomer's CPU {cpu_s:.1f} s; load {load:.1f}"
    )


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


async def measure_memory(megabytes: int) -> None:
    state = state_of(megabytes)
    digest = digest_state(STEP, state)
    with tempfile.TemporaryDirectory() as folder:
        for name, files in (("a file", RunStates(CheckpointStore(Path(folder)), RUN)), ("memory", None)):
            trainer: Any = StateKeeper(state)
            log: Any = ShortLog(digest)
            me = identity_of(9).peer_id
            replica = Replica(RUN, me, log, trainer, AverageHistory(1, 1), asyncio.to_thread, organiser=me)
            replica.position = digest
            donor = Donor(replica, files)
            running = asyncio.ensure_future(donor.run())
            before = resident_mb()
            lent = await donor.shelf.newest(say.AskState())
            assert lent is not None
            print(f"lent from {name}: {resident_mb() - before:+.0f} MB at once", end="")
            began_s = time.monotonic()
            while files is not None and not lent.source.is_settled:  # type: ignore[union-attr]
                await asyncio.sleep(0.05)
            print(f", saved after {time.monotonic() - began_s:.1f} s", end="")
            began_s = time.monotonic()
            await replica._leave_live()
            print(f"; the next step waits {time.monotonic() - began_s:.2f} s, {resident_mb() - before:+.0f} MB", end="")
            began_s = time.monotonic()
            for index in range(len(digest.chunks)):
                assert digest.is_chunk(index, lent.read(index))
            print(f"; {megabytes / (time.monotonic() - began_s):.0f} MB/s read and hashed")
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["calm", "storm", "memory", "give", "take"])
    parser.add_argument("words", nargs="*", help=argparse.SUPPRESS)
    parser.add_argument("--megabytes", type=int, default=500)
    parser.add_argument("--down", type=int, default=100)
    parser.add_argument("--up", type=int, default=40)
    parser.add_argument("--donors", type=int, default=4)
    parser.add_argument("--rtt", type=float, default=30)
    parser.add_argument("--queue", type=int, default=60)
    parser.add_argument("--lab", type=Path, default=LAB)
    options = parser.parse_args()
    if options.what == "give":
        number, megabytes, lies = map(int, options.words)
        asyncio.run(give(number, megabytes, lies=bool(lies)))
    elif options.what == "take":
        megabytes, *donors = map(int, options.words)
        asyncio.run(take(megabytes, donors))
    elif options.what == "memory":
        asyncio.run(measure_memory(options.megabytes))
    else:
        run(options)


if __name__ == "__main__":
    main()
