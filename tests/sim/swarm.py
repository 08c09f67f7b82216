"""Whole peers, without processes and sockets: the real swarm and averaging code on the simulated internet."""

import asyncio
import contextlib
import itertools
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from core.data.ranges import RangeSet, SampleRange
from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity
from core.identity.manifest import Access
from core.storage.checkpoints import CheckpointStore
from core.storage.database import Database
from core.storage.log_store import LogStore
from core.storage.run_states import RunStates
from core.swarm.coordinator import Terms
from core.swarm.membership import ParticipationEvents
from core.swarm.node import Node, NodePorts, NodeSettings
from core.swarm.records import Commit, Header
from core.training.api import Progress, Scalars, TrainerEvents, Vector
from core.transport.api import Address, Place, Relayed
from core.transport.rates import Rates
from tests.sim import clock
from tests.sim.internet import Host, Internet, Nat
from tests.sim.invariants import Watch
from tests.sim.memory_log import MemoryLog
from tests.sim.trainer import SimTrainer

T = TypeVar("T")
RUN = RunId(bytes(range(32)))
ELEMENTS = 50
EPOCH_S = 1_700_000_000.0


async def inline(work: Callable[[], T]) -> T:
    return work()


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What a peer is, and where."""

    trains: bool = True
    accepts_links: bool = True
    """False for client mode."""
    sample_s: float = 0.05
    nat: Nat = Nat.OPEN
    """Of what is not open others dial through a relay: the first peer."""
    up_bytes_per_s: float | None = None
    down_bytes_per_s: float | None = None
    knows_rates: bool = True
    """Whether it says how fast its line is."""
    latency_s: float = 0.01
    loss: float = 0.0
    skew_s: float = 0.0
    """By how much its clock is ahead when the simulation begins."""
    drift: float = 0.0
    """Seconds by which it gains in a second."""


def seed_of(number: int) -> bytes:
    """The secret of a peer's identity."""
    return bytes([number + 1]) * 32 if number < 255 else Digest.of(b"peer %d" % number).raw


class SimPeer:
    """One volunteer's machine: its disk (the log) survives `kill`, the rest does not."""

    def __init__(self, world: "World", number: int, traits: Traits) -> None:
        self.world = world
        self.traits = traits
        self.identity = Identity.from_seed(seed_of(number))
        self.address = Address(f"192.0.2.{1 + number // 50_000}", 1000 + number % 50_000)
        self.trains, self.accepts_links, self.sample_s = traits.trains, traits.accepts_links, traits.sample_s
        self.database = Database.open(world.folder / f"peer{number}.sqlite") if world.folder is not None else None
        self.log: LogStore | MemoryLog = LogStore(self.database, RUN) if self.database is not None else MemoryLog(RUN)
        self.checkpoint = (0, np.zeros(ELEMENTS, np.float32))
        self.files = self._state_files(number) if world.keeps_states else None
        self.is_alive = False
        self.reported = 0
        self.has_data: Callable[[SampleRange], bool] = lambda _: True
        self.node: Node
        self.trainer: SimTrainer
        self._task: asyncio.Task[None] | None = None

    def _state_files(self, number: int) -> RunStates:
        assert self.world.folder is not None
        return RunStates(CheckpointStore(self.world.folder / f"states{number}"), RUN)

    @property
    def id(self) -> PeerId:
        return self.identity.peer_id

    @property
    def head(self) -> Header | None:
        return self.node.replica.log.head()

    @property
    def step(self) -> int:
        return self.node.replica.head_step

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    async def start(self) -> None:
        transport = self.host = self._connect()
        events = TrainerEvents(
            on_progress=self._on_progress,
            on_rejected=self._on_rejected,
            on_starved=self._on_starved,
            on_void=self._on_gradient_void,
            on_lost=self._on_trainer_lost,
        )
        self.trainer = SimTrainer(ELEMENTS, events, sample_s=self.sample_s)
        if self.world.keeps_gradients:
            self.trainer.on_computed = self._keep_gradient
        self.node = Node(
            self.identity,
            self.world.terms,
            NodeSettings(access=Access(), token=b"", contributes=self.trains, accepts_links=self.accepts_links),
            NodePorts(
                log=self.log,
                trainer=self.trainer,
                transport=transport,
                offload=inline,
                reload_state=self._reload_state,
                unix_time=self.unix_time,
                events=ParticipationEvents(on_standing=lambda _: None, on_coordinator=lambda _: None),
                on_learned=lambda _: None,
                places=self._places,
                rates=self._rates,
                files=self.files,
                has_data=lambda samples: self.has_data(samples),  # noqa: PLW0108  # may be changed later
            ),
        )
        self.node.replica.on_committed = self._on_committed
        transport.serve, transport.greeting, transport.admit = self.node.serve, self.node.greeting, self.node.admit
        for other in self.world.knows if self.world.knows is not None else self.world.peers:
            if other is not self and other.is_alive and other.accepts_links:
                self.node.directory.learn([other.node.record()])
        await self.trainer.start()
        await self._reload_state()
        self.is_alive = True
        self._task = transport.context.run(asyncio.get_running_loop().create_task, self.node.run())

    def _connect(self) -> Host:
        host, traits = self.world.net.join(self.identity, self.address), self.traits
        host.nat, host.latency_s, host.loss = traits.nat, traits.latency_s, traits.loss
        host.up.bytes_per_s, host.down.bytes_per_s = traits.up_bytes_per_s, traits.down_bytes_per_s
        return host

    def _places(self) -> Sequence[Place]:
        if not self.accepts_links:
            return ()
        if self.traits.nat is Nat.OPEN:
            return self.host.addresses
        relay = self.world.peers[0]
        return (Relayed(relay.id, relay.address),)

    def _rates(self) -> Rates:
        traits = self.traits
        return Rates(traits.up_bytes_per_s or 0.0, traits.down_bytes_per_s or 0.0) if traits.knows_rates else Rates()

    def unix_time(self) -> float:
        """By this peer's clock."""
        now_s = asyncio.get_running_loop().time()
        return EPOCH_S + self.traits.skew_s + now_s * (1 + self.traits.drift)

    def _keep_gradient(self, sample: int, pull: Vector) -> None:
        self.world.gradients.setdefault((self.id, sample), []).append(pull)

    def _on_committed(self, commit: Commit) -> None:
        if self.world.watch is not None:
            self.world.watch.on_committed(self, commit)

    async def _reload_state(self) -> None:
        await self.node.replica.restore(*self.checkpoint)

    def _on_progress(self, progress: Progress) -> None:
        self.node.on_progress(progress)

    def _on_rejected(self, samples: SampleRange) -> None:
        self.node.on_rejected(samples)

    def _on_gradient_void(self, reason: str) -> None:
        self.node.participation.on_gradient_void()

    def _on_starved(self) -> None:
        self.node.on_starved()

    def _on_trainer_lost(self, reason: str) -> None:
        self.node.participation.on_gradient_lost()
        self.world.spawn(self._restart_trainer())

    async def _restart_trainer(self) -> None:
        await asyncio.sleep(1.0)
        if self.is_alive:
            await self.trainer.start()
            self.node.participation.on_trainer_back()

    async def kill(self) -> None:
        """SIGKILL: nothing is said, nothing is saved."""
        self.is_alive = False
        self.world.net.kill(self.address)
        await self._end()

    async def leave(self) -> None:
        """An orderly end, with a checkpoint."""
        self.is_alive = False
        position = self.node.replica.position
        if position is not None and self.node.replica.is_in_step:
            self.checkpoint = (position.step, self.trainer.state.copy())
        self.world.net.leave(self.address)
        await self._end()

    async def _end(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self.trainer.freeze()
        self.trainer.is_running = False


class World:
    """Peers of one run. Peer 0 is the organiser's."""

    def __init__(
        self,
        folder: Path | None,
        *,
        target_batch: int = 16,
        codec: str = "float32",
        is_delayed: bool = False,
        net: Internet | None = None,
        watch: bool = False,
        keeps_states: bool = False,
    ) -> None:
        """`folder`: for the logs; None keeps them in memory. With `watch` every step is checked when it is made; with
        `keeps_states` peers have a place for states, in `folder`."""
        self.folder = folder
        self.keeps_states = keeps_states
        self.net = net or Internet()
        self.keeps_gradients = watch
        self.gradients: dict[tuple[PeerId, int], list[Vector]] = {}
        """What each peer has computed for each sample, each time."""
        self.watch: Watch | None = None
        self.peers: list[SimPeer] = []
        self.knows: list[SimPeer] | None = None
        """Whose addresses a peer has when it starts; None: everybody's."""
        self.terms = Terms(
            run=RUN,
            target_batch=target_batch,
            elements=ELEMENTS,
            codec=codec,
            part_elements=8,
            is_delayed=is_delayed,
            organiser=Identity.from_seed(bytes([1]) * 32).peer_id,
            scalars=lambda step: Scalars(0.5, 1.0, 1.0),
        )
        self._tasks: set[asyncio.Task[None]] = set()
        self._numbers = itertools.count()
        if watch:
            self.watch = Watch(self)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def add(self, traits: Traits | None = None, **some: Any) -> SimPeer:
        """A new peer of those traits, or of the usual ones but for `some`."""
        peer = self.new(traits or Traits(**some))
        await peer.start()
        return peer

    def new(self, traits: Traits) -> SimPeer:
        """A new peer that has not started."""
        peer = SimPeer(self, next(self._numbers), traits)
        self.peers.append(peer)
        return peer

    @property
    def alive(self) -> list[SimPeer]:
        return [peer for peer in self.peers if peer.is_alive]

    async def until(self, condition: Callable[[], bool], limit_s: float = 120.0) -> None:
        """Virtual seconds until `condition`; fails after `limit_s`."""
        loop = asyncio.get_running_loop()
        give_up = loop.time() + limit_s
        while not condition():
            assert all(peer.is_running for peer in self.alive), "a peer has ended by itself"
            assert loop.time() < give_up, f"after {limit_s} s: " + self.describe()
            await asyncio.sleep(0.05)

    async def until_step(self, step: int, limit_s: float = 120.0) -> None:
        await self.until(lambda: all(peer.step >= step for peer in self.alive), limit_s)

    async def kill_and_start_again(self, victim: SimPeer) -> None:
        """The others go on without it, and it contributes once it is back."""
        await victim.kill()
        reached = max(peer.step for peer in self.alive)
        await self.until_step(reached + 5)
        self.check()
        await victim.start()
        await self.until_step(reached + 8)
        log = self.alive[0].node.replica.log
        await self.until(lambda: has_given(log.commits(reached, 1000), victim), 60)

    def describe(self) -> str:
        rows = []
        for peer in self.alive:
            replica, part = peer.node.replica, peer.node.participation
            conducting = "conducts" if part.is_conducting else ""
            position = replica.position.step if replica.position else None
            rows.append(
                f"{peer.id}: step {replica.head_step}, state {position}, "
                f"held {replica.gradient.held.ranges} {conducting}"
            )
        return "; ".join(rows)

    def check(self) -> None:
        """The invariants: one history, one state per step, each sample once, sums that add up."""
        assert not self.net.violations, self.net.violations
        for peer in self.alive:
            assert peer.is_running, f"{peer.id} has ended"
        by_step: dict[int, set[tuple[str, str]]] = {}
        for peer in self.alive:
            log = peer.node.replica.log
            used, total = RangeSet(), 0
            for commit in log.commits(0, 100_000):
                header = commit.header
                by_step.setdefault(header.step, set()).add((header.digest.text, header.state.text))
                for contribution in commit.contributions:
                    for piece in contribution.ranges:
                        assert not used.overlaps(piece), f"{piece} is used twice"
                        used.add(piece)
                total += header.samples
                assert header.total_samples == total == used.samples
            assert log.used() == used
        torn = {step: found for step, found in by_step.items() if len(found) > 1}
        assert not torn, f"histories differ at steps {sorted(torn)}"
        for peer in self.alive:
            replica = peer.node.replica
            if replica.is_in_step and replica.position is not None and replica.position.step:
                header = replica.log.header(replica.position.step)
                assert header is not None
                assert header.state == replica.position.root

    async def end(self) -> None:
        for peer in self.alive:
            await peer.leave()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for peer in self.peers:
            if peer.database is not None:
                peer.database.close()
        await asyncio.sleep(10)


Scene = Callable[[World], Awaitable[None]]


def play(folder: Path, scene: Scene, **options: Any) -> None:
    """In a world of its own with these options, which has to hold its invariants at the end."""

    async def main() -> None:
        world = World(folder, **options)
        try:
            await scene(world)
            world.check()
        finally:
            await world.end()

    clock.run(main())


def has_given(commits: Sequence[Commit], peer: SimPeer) -> bool:
    """Whether any of these steps has samples of `peer`."""
    return any(contribution.peer == peer.id for commit in commits for contribution in commit.contributions)
