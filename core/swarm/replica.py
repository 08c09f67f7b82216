"""This peer's copy of the run: log, state and the gradient it holds.

The log and the state advance separately. A sealed step is applied to the state before its commit is known, and a peer
that was away gets the log first; `position` says which step's state the vectors hold, by its digest.
"""

import asyncio
import logging
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import numpy as np

from core.averaging.history import AverageHistory
from core.averaging.part_book import PartBook
from core.data.ranges import SampleRange
from core.errors import ProtocolViolation
from core.identity.amendment import SignedAmendment
from core.identity.ids import Digest, PeerId, RunId
from core.saying import say
from core.swarm.gradient import Gradient
from core.swarm.log import LogStore, Offload
from core.swarm.records import Commit, Contribution, fault_of, fault_of_amendment, fault_of_link
from core.swarm.seal import SignedSeal
from core.training.api import Scalars, Trainer, TrainerLost, Vector
from core.training.state_digest import StateDigest, digest_state
from core.training.state_view import StateView

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Beyond:
    """What a replica holds of the steps after one of its log, apart from commits: it goes when the log is cut there."""

    sealed: SignedSeal | None
    averages: tuple[PartBook, ...]


@dataclass(frozen=True, slots=True)
class Head:
    """A step that a log has come to; step 0 is where it begins."""

    step: int
    digest: Digest
    total_samples: int


class Replica:
    """Log, state and held gradient of one run at one peer. Verbs that touch the trainer take `busy` first."""

    def __init__(  # noqa: PLR0913  # what it is made of
        self,
        run: RunId,
        me: PeerId,
        log_store: LogStore,
        trainer: Trainer,
        history: AverageHistory,
        offload: Offload,
        *,
        organiser: PeerId,
        is_delayed: bool = False,
    ) -> None:
        """`organiser`: whose amendments count."""
        self.organiser = organiser
        self.petitions: list[SignedAmendment] = []
        """Of the organiser, on this peer, which the log does not have yet."""
        self.run = run
        self.me = me
        self.log = log_store
        self.trainer = trainer
        self.history = history
        self.position: StateDigest | None = None
        """What `trainer.state` holds; None while that is undefined (being downloaded, or torn by a crash)."""
        self.sealed: SignedSeal | None = None
        """A step that is applied, or being applied, beyond the head."""
        self.gradient = Gradient(trainer, offload, is_delayed=is_delayed)
        self.unfinished: list[SampleRange] = []
        """Leased samples that the trainer had not done when it was halted."""
        self.on_idle: Callable[[], None] = lambda: None
        """The trainer may work again though a step is not over."""
        self._kept_step = 0
        """While a step is applied: the last one of the log before it whose state was here."""
        self._is_halted = False
        """Work waits in `unfinished`."""
        self._must_rest = False
        """Somebody needs the trainer to stand still."""
        self._is_held_void = False
        """A commit has accepted held samples, from here or elsewhere: the next step clears the gradient."""
        self.training_s = 0.0
        """Time spent computing, in all."""
        self.busy = asyncio.Lock()
        self.on_committed: Callable[[Commit], None] = lambda _: None
        self.on_amendments: Callable[[], None] = lambda: None
        """Other amendments are in the log than before."""
        self.offload = offload
        self._view: weakref.ref[StateView] | None = None
        self._changed = asyncio.Event()

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
    def amendments(self) -> int:
        """How many have taken effect."""
        head = self.log.head()
        return head.amendments if head else 0

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
    def can_give_sealed(self) -> bool:
        """Whether others can finish that step with what is here: its result, and all parts of its average."""
        book = self.history.get(self.sealed.seal.step) if self.sealed is not None else None
        return self.is_beyond_by_seal and book is not None and book.is_complete

    @property
    def is_on_log(self) -> bool:
        """Whether the state is one that the log has passed through."""
        if self.position is None:
            return False
        if self.position.step == 0:
            return True
        header = self.log.header(self.position.step)
        return header is not None and header.state == self.position.root

    @property
    def shown(self) -> Head:
        """The last step of the log whose state is here, or follows from it by averages that are here (one may be being
        applied right now). This is what others are told: a log is worth no more than the states that come with it."""
        step = self._placed_step
        while (header := self.log.header(step + 1)) is not None:
            book = self.history.get(step + 1)
            if book is None or not book.is_complete or book.root() != header.average:
                break
            step += 1
        shown = self.log.header(step)
        return Head(step, shown.digest, shown.total_samples) if shown else Head(0, Digest(self.run.raw), 0)

    @property
    def _placed_step(self) -> int:
        if self.position is None:
            return self._kept_step
        return min(self.position.step, self.head_step) if self.is_on_log or self.is_beyond_by_seal else 0

    # --- the gradient

    def hold(self, samples: SampleRange, loss_sum: float, seconds: float) -> None:
        """The trainer has added `samples` to the gradient."""
        self.gradient.hold(samples, loss_sum)
        self.training_s += seconds

    def forget_held(self) -> None:
        """The trainer's gradient is void, or about to be zeroed."""
        self._is_held_void = False
        self.gradient.forget_held()

    def lose_trainer(self) -> None:
        """The trainer died: its gradient is void, and nobody does what it was to do."""
        self.forget_held()
        self.unfinished.clear()
        self._is_halted = False

    async def clear_gradient(self, *, held: bool = True, carried: bool = True) -> None:
        """Zeroes the trainer's gradient, or drops what was taken out of it, after which those samples are nobody's.
        If `held`, it returns with the trainer halted and without work."""
        if carried:
            self.gradient.drop_carried()
        if held:
            async with self.at_rest():
                self.forget_held()
                if self.trainer.is_running:
                    await self.trainer.clear()
                self.unfinished.clear()

    # --- the trainer's work

    def assign(self, samples: SampleRange) -> None:
        """To be done by the trainer, now or once it goes on."""
        if self._is_halted:
            self.unfinished.append(samples)
        else:
            self.trainer.assign(samples)

    @asynccontextmanager
    async def at_rest(self) -> AsyncIterator[None]:
        """The trainer stands still inside, and afterwards until `go_on`. Raises `TrainerLost`."""
        async with self.busy:
            self._is_halted = self._must_rest = True
            try:
                if self.trainer.is_running:
                    self.unfinished += await self.trainer.freeze()
                yield
            except TrainerLost:
                self.lose_trainer()
                raise
            finally:
                self._must_rest = False

    def go_on(self) -> None:
        """Gives the trainer what it had not done, unless it must stand still; whoever needs that says so afterwards."""
        if not self._must_rest:
            self._is_halted = False
            while self.unfinished:
                self.trainer.assign(self.unfinished.pop(0))

    def give_up_work(self) -> list[SampleRange]:
        """What the halted trainer had not done, and now will not do."""
        given_up, self.unfinished = self.unfinished, []
        return given_up

    async def stand_still(self) -> None:
        """Between two standings nothing is computed: what is held must be what `Attend` says."""
        async with self.at_rest():
            self.unfinished.clear()

    # --- steps

    async def apply(self, step: int, scalars: Scalars, *, mine: Contribution | None = None) -> StateDigest:
        """One optimizer step with the vector in `trainer.average`. The state must be that of step - 1. `mine`: what of
        this peer's is in the average, which is then cleared.

        If the trainer dies meanwhile the state is torn, `position` stays None and the fault is raised.
        """
        async with self.at_rest():
            if self.position is None or self.position.step != step - 1:
                raise ProtocolViolation(f"step {step} does not follow the state held here")
            if not self.trainer.is_running:
                raise TrainerLost(say("The training process is not running; it will be started again."))
            self._kept_step, self.position = self._placed_step, None
            await self._leave_live()
            await self._apply(step, scalars, mine)
            self._must_rest = False
            self.on_idle()
            state = self.trainer.state
            self.position = await self.offload(lambda: digest_state(step, state))
            self._tell()
            return self.position

    async def _apply(self, step: int, scalars: Scalars, mine: Contribution | None) -> None:
        is_accepted = mine is not None and self.gradient.accepted(mine)
        is_void = self._is_held_void or is_accepted
        if is_void:
            self.forget_held()
        await self.trainer.apply(step, scalars, clear=is_void)

    def fault_of_next(self, commit: Commit) -> str:
        """Why `commit` cannot be appended to the log; empty if it can."""
        fault = fault_of(commit) or fault_of_link(commit, self.log.head(), self.run)
        return fault or fault_of_amendment(commit, self.organiser)

    def append(self, commit: Commit) -> None:
        """Extends the log. Raises `ProtocolViolation` if the commit does not follow the head or is not genuine."""
        fault = self.fault_of_next(commit)
        if fault:
            raise ProtocolViolation(f"commit of step {commit.header.step}: {fault}")
        try:
            self.log.append(commit, self.me)
        except ValueError as fault_of_sums:
            raise ProtocolViolation(f"commit of step {commit.header.step}: {fault_of_sums}") from fault_of_sums
        if self.sealed is not None and self.sealed.seal.step <= commit.header.step:
            self.sealed = None
        if not self.gradient.is_empty:
            for contribution in commit.contributions:
                self._is_held_void |= self.gradient.accepted(contribution)
        if commit.amendment is not None:
            self.petitions = [petition for petition in self.petitions if petition.digest != commit.header.amendment]
            self.on_amendments()
        self._tell()
        self.on_committed(commit)

    def truncate(self, after_step: int) -> None:
        log.warning("giving up the log after step %d (head was %d)", after_step, self.head_step)
        self.sealed = None
        self.gradient.debts.clear()
        for step in range(after_step + 1, self.head_step + 2):
            self.history.remove(step)
        self._kept_step = min(self._kept_step, after_step)
        amendments = self.amendments
        self.log.truncate(after_step)
        if self.amendments != amendments:
            self.on_amendments()
        self._tell()

    def beyond(self, after_step: int) -> Beyond:
        """To be put back if the steps after `after_step`, given up now, are taken up again."""
        averages = [self.history.get(step) for step in range(after_step + 1, self.head_step + 2)]
        return Beyond(self.sealed, tuple(book for book in averages if book is not None))

    def put_back(self, beyond: Beyond) -> None:
        """The log is again as it was when `beyond` was taken."""
        for book in beyond.averages:
            self.history.add(book)
        self.sealed = beyond.sealed
        self._tell()

    def come_down(self) -> None:
        """Gives up the steps that nothing here leads on to: those after the state, or all if there is none."""
        if not (self.is_in_step or self.is_beyond_by_seal):
            self.truncate(self._placed_step)

    async def changed(self) -> None:
        """Returns when log or state have changed."""
        await self._changed.wait()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    # --- the state as a whole

    def view(self) -> StateView | None:
        """The present state, which stands still for as long as somebody holds the view; None if it is undefined."""
        if self.position is None:
            return None
        view = self._view() if self._view is not None else None
        if view is None or view.digest.root != self.position.root:
            view = StateView(self.position, self.trainer.state)
            self._view = weakref.ref(view)
        return view

    async def _leave_live(self) -> None:
        view, self._view = self._view() if self._view is not None else None, None
        if view is not None:
            await self.offload(view.leave_live)

    async def vacate(self) -> None:
        """`trainer.state` is about to be written from outside; it is undefined until `take_over`."""
        async with self.at_rest():
            await self._vacate()

    async def _vacate(self) -> None:
        self._kept_step, self.position = 0, None
        await self._leave_live()

    async def restore(self, step: int, state: Vector) -> StateDigest:
        """Takes `state` ([(1 + moments) * P]) over as the state of `step`, whatever was there before."""
        async with self.at_rest():
            await self._vacate()
            np.copyto(self.trainer.state, state)
            return await self._take_over(step)

    async def keep_state(self, step: int) -> StateDigest | None:
        """The state that there is becomes that of the step after it too, which changes nothing; None if `step` is not
        that."""
        async with self.busy:
            if self.position is None or self.position.step != step - 1:
                return None
            self.position = StateDigest(step, self.position.chunks)
            self._tell()
            return self.position

    async def take_over(self, step: int) -> StateDigest:
        """The vectors have been written from outside and hold the state of `step`."""
        async with self.busy:
            return await self._take_over(step)

    async def _take_over(self, step: int) -> StateDigest:
        if self.trainer.is_running:
            await self.trainer.reload()
        state = self.trainer.state
        self.position = await self.offload(lambda: digest_state(step, state))
        self._tell()
        return self.position
