"""This peer's copy of the run: log, state and the gradient it holds.

The log and the state advance separately. A sealed step is applied to the state before its commit is known, and a peer
that was away gets the log first; `position` says which step's state the vectors hold, by its digest.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import numpy as np

from core.averaging.history import AverageHistory
from core.data.ranges import RangeSet, SampleRange
from core.errors import ProtocolViolation
from core.identity.ids import Digest, PeerId, RunId
from core.swarm.records import Commit, Header, fault_of, fault_of_link
from core.swarm.seal import SignedSeal
from core.training.api import Scalars, Trainer, Vector
from core.training.state_digest import StateDigest, digest_state

log = logging.getLogger(__name__)
T = TypeVar("T")


class Offload(Protocol):
    """Runs a function that computes for long: in a thread, or inline in virtual time."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]: ...


class LogStore(Protocol):
    """Where the log is kept; `core.storage.log_store.LogStore` fulfils it."""

    def head(self) -> Header | None: ...
    def header(self, step: int) -> Header | None: ...
    def commits(self, after_step: int, limit: int) -> list[Commit]: ...
    def append(self, commit: Commit, me: PeerId, training_s: float = 0.0) -> None: ...
    def truncate(self, after_step: int) -> None: ...
    def used(self) -> RangeSet: ...


class Replica:
    """Log, state and held gradient of one run at one peer. Verbs that touch the trainer take `busy` first."""

    def __init__(
        self, run: RunId, me: PeerId, log_store: LogStore, trainer: Trainer, history: AverageHistory, offload: Offload
    ) -> None:
        self.run = run
        self.me = me
        self.log = log_store
        self.trainer = trainer
        self.history = history
        self.position: StateDigest | None = None
        """What `trainer.state` holds; None while that is undefined (being downloaded, or torn by a crash)."""
        self.sealed: SignedSeal | None = None
        """A step that is applied, or being applied, beyond the head."""
        self.held = RangeSet()
        self.held_loss_sum = 0.0
        self._is_held_void = False
        """A commit has accepted held samples, from here or elsewhere: the next step clears the gradient."""
        self.training_s = 0.0
        """Time spent computing since the last commit."""
        self.busy = asyncio.Lock()
        self.on_committed: Callable[[Commit], None] = lambda _: None
        self._offload = offload
        self._snapshot: tuple[StateDigest, bytes] | None = None

    @property
    def head_step(self) -> int:
        head = self.log.head()
        return head.step if head else 0

    @property
    def head_digest(self) -> Digest:
        head = self.log.head()
        return head.digest if head else Digest(self.run.raw)

    @property
    def total_samples(self) -> int:
        head = self.log.head()
        return head.total_samples if head else 0

    @property
    def is_in_step(self) -> bool:
        """Whether the state is that of the log's head."""
        return self.position is not None and self.position.step == self.head_step and self.is_on_log

    @property
    def is_beyond_by_seal(self) -> bool:
        """Whether the state is one sealed step beyond the head: the commit alone is missing."""
        position, sealed = self.position, self.sealed
        if position is None or sealed is None:
            return False
        follows = (sealed.seal.step, sealed.seal.previous) == (self.head_step + 1, self.head_digest)
        return follows and position.step == sealed.seal.step

    @property
    def is_on_log(self) -> bool:
        """Whether the state is one that the log has passed through."""
        if self.position is None:
            return False
        if self.position.step == 0:
            return True
        header = self.log.header(self.position.step)
        return header is not None and header.state == self.position.root

    # --- the gradient

    def hold(self, samples: SampleRange, loss_sum: float, seconds: float) -> None:
        """The trainer has added `samples` to the gradient."""
        self.held.add(samples)
        self.held_loss_sum += loss_sum
        self.training_s += seconds

    def forget_held(self) -> None:
        """The gradient is void, or about to be zeroed."""
        self._is_held_void = False
        self.held = RangeSet()
        self.held_loss_sum = 0.0

    async def clear_gradient(self) -> None:
        """Zeroes the gradient, after which its samples are nobody's. Returns with the trainer frozen."""
        async with self.busy:
            self.forget_held()
            if self.trainer.is_running:
                await self.trainer.freeze()
                self.forget_held()
                await self.trainer.clear()

    # --- steps

    async def apply(self, step: int, scalars: Scalars, *, clear: bool) -> StateDigest:
        """One optimizer step with the vector in `trainer.average`. The state must be that of step - 1.

        If the trainer dies meanwhile the state is torn, `position` stays None and the fault is raised.
        """
        async with self.busy:
            if self.position is None or self.position.step != step - 1:
                raise ProtocolViolation(f"step {step} does not follow the state held here")
            self.position = None
            await self.trainer.freeze()
            clear = clear or self._is_held_void
            if clear:
                self.forget_held()
            await self.trainer.apply(scalars, clear=clear)
            state = self.trainer.state
            self.position = await self._offload(lambda: digest_state(step, state))
            return self.position

    def fault_of_next(self, commit: Commit) -> str:
        """Why `commit` cannot be appended to the log; empty if it can."""
        return fault_of(commit) or fault_of_link(commit, self.log.head(), self.run)

    def append(self, commit: Commit) -> None:
        """Extends the log. Raises `ProtocolViolation` if the commit does not follow the head or is not genuine."""
        fault = self.fault_of_next(commit)
        if fault:
            raise ProtocolViolation(f"commit of step {commit.header.step}: {fault}")
        self.log.append(commit, self.me, self.training_s)
        self.training_s = 0.0
        if self.sealed is not None and self.sealed.seal.step <= commit.header.step:
            self.sealed = None
        if any(self.held.overlaps(piece) for entry in commit.contributions for piece in entry.ranges):
            self._is_held_void = True
        self.on_committed(commit)

    def truncate(self, after_step: int) -> None:
        log.warning("giving up the log after step %d (head was %d)", after_step, self.head_step)
        self.sealed = None
        self.log.truncate(after_step)

    # --- giving the state to others

    async def snapshot(self) -> tuple[StateDigest, bytes] | None:
        """The state as of now, copied so that it can be served while training goes on; None if it is undefined."""
        if self.position is None:
            return self._snapshot
        if self._snapshot is None or self._snapshot[0].root != self.position.root:
            async with self.busy:
                if self.position is not None:
                    state = self.trainer.state
                    self._snapshot = (self.position, await self._offload(state.tobytes))
        return self._snapshot

    def drop_snapshot(self) -> None:
        self._snapshot = None

    async def restore(self, step: int, state: Vector) -> StateDigest:
        """Takes `state` ([(1 + moments) * P]) over as the state of `step`, whatever was there before."""
        async with self.busy:
            self.position = None
            if self.trainer.is_running:
                await self.trainer.freeze()
            np.copyto(self.trainer.state, state)
            return await self._take_over(step)

    async def take_over(self, step: int) -> StateDigest:
        """The vectors have been written from outside and hold the state of `step`."""
        async with self.busy:
            return await self._take_over(step)

    async def _take_over(self, step: int) -> StateDigest:
        if self.trainer.is_running:
            await self.trainer.reload()
        state = self.trainer.state
        self.position = await self._offload(lambda: digest_state(step, state))
        return self.position
