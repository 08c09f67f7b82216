"""Donors of one state on the simulated internet: the real code that serves and downloads it, and no run around it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from core.averaging.history import AverageHistory
from core.data.ranges import SampleRange
from core.identity.ids import Digest, PeerId, RunId
from core.storage.checkpoints import CheckpointStore
from core.storage.run_states import RunStates
from core.swarm import state_messages as say
from core.swarm.assembly import Assembly
from core.swarm.download import Download, DownloadPorts, DownloadProgress, Liars, Target
from core.swarm.replica import Replica
from core.swarm.serving import Donor
from core.training.api import Scalars, Vector
from core.training.state_digest import StateDigest, digest_state
from core.transport.api import Address, Message
from tests.sim.internet import Host, Internet
from tests.sim.links import SimLink, SimStream

T = TypeVar("T")
RUN = RunId(bytes(range(32)))
STEP = 7
CHUNK_BYTES = 1 << 17
"""Where time is virtual: as lines are an eighth of usual ones, so are chunks."""
UP, DOWN = 5e6 / 8, 12.5e6 / 8
"""Bytes per second of a donor's and of the newcomer's line."""


async def inline(work: Callable[[], T]) -> T:
    return work()


def state_of(step: int, chunks: float) -> Vector:
    return np.random.Generator(np.random.Philox(step)).standard_normal(int(chunks * (CHUNK_BYTES // 4)), np.float32)


@dataclass(frozen=True, slots=True)
class ShortHeader:
    """As much of a commit's header as states need."""

    step: int
    state: Digest
    digest: Digest
    total_samples: int = 1


class ShortLog:
    """A log of headers alone."""

    def __init__(self, *digests: StateDigest) -> None:
        self.headers = {digest.step: ShortHeader(digest.step, digest.root, digest.root) for digest in digests}

    def head(self) -> ShortHeader | None:
        return self.headers[max(self.headers)] if self.headers else None

    def header(self, step: int) -> ShortHeader | None:
        return self.headers.get(step)


class StateKeeper:
    """A trainer that keeps a state and adds 1 to it at each step."""

    is_running = True
    device = "none"
    micro_batch = 0

    def __init__(self, state: Vector) -> None:
        self.state = state
        self.elements = state.size
        self.gradient = self.average = np.zeros(1, np.float32)

    async def freeze(self) -> list[SampleRange]:
        return []

    async def clear(self) -> None:
        pass

    async def reload(self) -> None:
        pass

    async def apply(self, step: int, scalars: Scalars, *, clear: bool) -> None:
        self.state += 1


class DonorPeer:
    """One peer that has the state of `STEP`."""

    def __init__(self, scene: "Scene", number: int, folder: Path | None) -> None:
        self.scene = scene
        self.id = PeerId(bytes([number + 1]) * 32)
        self.address = Address("192.0.2.1", 1000 + number)
        self.files = RunStates(CheckpointStore(folder), RUN) if folder is not None else None
        self.bytes_per_s = UP
        self.lies: Callable[[int, bytes], bytes] = lambda index, data: data
        self.hashes: Callable[[tuple[Digest, ...]], tuple[Digest, ...]] = lambda chunks: chunks
        self.host: Host
        self.replica: Replica
        self.asked: list[Message] = []

    async def start(self, state: Vector | None = None) -> None:
        net = self.scene.net
        self.host = net.join(self.id, self.address)
        self.host.up.bytes_per_s = self.bytes_per_s
        trainer: Any = StateKeeper(self.scene.state.copy() if state is None else state)
        log: Any = ShortLog(self.scene.digest)
        self.replica = Replica(RUN, self.id, log, trainer, AverageHistory(1 << 20, 4), inline, organiser=self.id)
        if state is None:
            await self.replica.take_over(STEP)
        self.donor = Donor(self.replica, self.files)
        self.host.serve = self._serve
        self.scene.spawn(self.donor.run())

    async def _serve(self, link: SimLink, stream: SimStream, first: Message) -> None:
        self.asked.append(first)
        match first:
            case say.AskState():
                await self.donor.serve_offer(stream, first)
            case say.FetchState():
                await self.donor.serve_state(Tampering(stream, self), first)  # type: ignore[arg-type]

    def die(self) -> None:
        self.scene.net.kill(self.address)


class Tampering:
    """A stream whose sender may lie."""

    def __init__(self, stream: SimStream, donor: DonorPeer) -> None:
        self._stream, self._donor = stream, donor
        self._indexes: list[int] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    async def receive(self, kind: type[Message]) -> Message:
        message = await self._stream.receive(kind)
        if isinstance(message, say.FetchChunk):
            self._indexes.append(message.index)
        return message

    async def send(self, message: Message) -> None:
        if isinstance(message, say.StateHashes):
            message = say.StateHashes(chunks=self._donor.hashes(message.chunks))
        await self._stream.send(message)

    async def send_payload(self, data: bytes) -> None:
        await self._stream.send_payload(self._donor.lies(self._indexes.pop(0), data))


class Scene:
    """A newcomer, and donors of one state."""

    def __init__(self, chunks: float = 24.3) -> None:
        self.net = Internet(window_bytes=4 * CHUNK_BYTES)  # here a chunk passes each line as a whole
        self.state = state_of(STEP, chunks)
        self.digest = digest_state(STEP, self.state, threads=1)
        self.target = Target(STEP, self.digest.root)
        self.donors: list[DonorPeer] = []
        self.me = self.net.join(PeerId(b"\xee" * 32), Address("192.0.2.2", 1))
        self.me.down.bytes_per_s = DOWN
        self.memory = np.zeros_like(self.state)
        self.files: RunStates | None = None
        self.liars = Liars()
        self.progress: list[DownloadProgress] = []
        self.download: Download
        self._tasks: list[asyncio.Task[None]] = []

    def spawn(self, work: Any) -> None:
        self._tasks.append(asyncio.get_running_loop().create_task(work))

    async def add(self, *, folder: Path | None = None, bytes_per_s: float = UP) -> DonorPeer:
        donor = DonorPeer(self, len(self.donors), folder)
        donor.bytes_per_s = bytes_per_s
        self.donors.append(donor)
        await donor.start()
        return donor

    async def link_to(self, peer: PeerId) -> SimLink:
        address = next(donor.address for donor in self.donors if donor.id == peer)
        return await self.me.dial(peer, [address], timeout_s=4.0)

    async def fetch(self, limit_s: float = 300.0) -> float:
        """Virtual seconds that it took; the state is right after it."""

        async def assemble(digest: StateDigest) -> Assembly:
            return Assembly(digest, self.memory, self.files)

        self.download = Download(
            self.target,
            DownloadPorts(
                link_to=self.link_to,
                candidates=lambda: [donor.id for donor in self.donors],
                liars=self.liars,
                offload=inline,
                assemble=assemble,
                on_progress=self.progress.append,
            ),
        )
        began_s = asyncio.get_running_loop().time()
        async with asyncio.timeout(limit_s):
            assembly = await self.download.run()
        took_s = asyncio.get_running_loop().time() - began_s
        assembly.finish()
        assert self.memory.tobytes() == self.state.tobytes()
        return took_s

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for address in list(self.net.peers):
            self.net.leave(address)
        await asyncio.sleep(30)
