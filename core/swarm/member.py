"""One peer's standing with the coordinator: what it does from `Attend` until the stream ends.

Messages are handled one after the other in the order they come, so the member is always at one place of the step.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from core.averaging.exchange import Exchange
from core.averaging.fetch import fetch_parts
from core.averaging.part_book import PartBook
from core.data.ranges import SampleRange
from core.dht.directory import Directory
from core.dht.records import PeerRecord
from core.errors import PeerFault, ProtocolViolation
from core.identity.ids import Digest, PeerId
from core.swarm import messages as say
from core.swarm.catch_up import CatchUp
from core.swarm.replica import Replica
from core.swarm.seal import SignedSeal, is_genuine
from core.tasks import bare_faults
from core.training.api import Progress, TrainerLost
from core.transport.api import Stream
from core.transport.rates import Rates

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MemberTraits:
    """What this peer offers."""

    contributes: bool
    may_reduce: bool
    rates: Callable[[], Rates] = Rates
    """Of its line; zeros while unknown."""


class Member:
    """Takes part in the steps of one run. One at a time attends; `Participation` makes a new one for each standing."""

    def __init__(
        self,
        replica: Replica,
        directory: Directory,
        exchange: Exchange,
        catch_up: CatchUp,
        traits: MemberTraits,
        *,
        new_book: Callable[[int], PartBook],
        on_standing: Callable[[say.Standing], None],
    ) -> None:
        self._replica = replica
        self._trainer = replica.trainer
        self._directory = directory
        self._exchange = exchange
        self._catch_up = catch_up
        self._traits = traits
        self._new_book = new_book
        self._on_standing = on_standing
        self._outbox: asyncio.Queue[say.MemberMessage] = asyncio.Queue()
        self._coordinator: PeerId | None = None
        self._book: PartBook | None = None
        self._is_ready = False
        self._is_frozen = False
        self._is_paused = False
        self._has_asked = False
        self._tasks: asyncio.TaskGroup | None = None

    @property
    def is_frozen(self) -> bool:
        return self._is_frozen

    # --- the standing

    async def attend(self, stream: Stream) -> PeerRecord | None:
        """Attends on `stream`, newly opened to the coordinator, until it ends.

        Returns the coordinator to go to next, if this one named it. Raises `PeerFault` when the link is lost.
        """
        self._coordinator = stream.peer_id
        try:
            with bare_faults():
                async with asyncio.TaskGroup() as tasks:
                    self._tasks = tasks
                    sending = tasks.create_task(self._send(stream))
                    elsewhere = await self._receive(stream)
                    self._tasks = None
                    self._exchange.end()
                    sending.cancel()
        finally:
            self._tasks = None
            self._exchange.end()
        return elsewhere

    def greeting(self, record: PeerRecord) -> say.Attend:
        """The first message of a standing."""
        replica = self._replica
        rates = self._traits.rates()
        return say.Attend(
            record=record,
            head_step=replica.head_step,
            head=replica.head_digest,
            total_samples=replica.total_samples,
            contributes=self._traits.contributes,
            may_reduce=self._traits.may_reduce,
            held=tuple(replica.held),
            held_loss_sum=replica.held_loss_sum,
            sealed=replica.sealed,
            upload_bytes_per_s=rates.upload_bytes_per_s,
            download_bytes_per_s=rates.download_bytes_per_s,
        )

    async def _send(self, stream: Stream) -> None:
        while True:
            await stream.send(await self._outbox.get())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs beside the reading of messages, until the standing ends at the latest."""
        if self._tasks is None:
            work.close()
        else:
            self._tasks.create_task(work)

    def _say(self, message: say.MemberMessage) -> None:
        self._outbox.put_nowait(message)

    async def _receive(self, stream: Stream) -> PeerRecord | None:
        while True:
            message = await stream.receive(say.CoordinatorMessage)
            if isinstance(message, say.Elsewhere):
                return message.coordinator
            await self._handle(message)

    async def _handle(self, message: say.CoordinatorMessage) -> None:
        match message:
            case say.Welcome():
                await self._welcome(message)
            case say.Lease():
                self._take_lease(message.samples)
            case say.Freeze():
                await self._freeze(message.step)
            case say.Standing():
                self._on_standing(message)
            case say.Forget():
                await self._replica.clear_gradient()
                self._resume()
            case say.Skip():
                self._exchange.end()
                self._resume()
            case say.Committed():
                await self._take_commit(message)
            case _:
                await self._handle_reduction(message)

    async def _handle_reduction(self, message: say.CoordinatorMessage) -> None:
        match message:
            case say.Conduct():
                self._conduct(message)
            case say.Gone():
                self._exchange.drop(message.peer)
            case say.Survey():
                self._survey(message)
            case say.Fetch():
                self._spawn(self._fetch(message.available))
            case say.Sealed():
                await self._take_seal(message)
            case _:
                raise ProtocolViolation(f"{type(message).__name__} is not for a member")

    # --- coming in

    async def _welcome(self, welcome: say.Welcome) -> None:
        if not welcome.keep and self._replica.held:
            await self._replica.clear_gradient()
        await self._become_ready(welcome.head)

    async def _become_ready(self, head: Digest) -> None:
        """Catches up if need be and says `Ready`. The messages that come meanwhile wait; what they say of steps is
        caught up with as well."""
        replica = self._replica
        if not (replica.head_digest == head and (replica.is_in_step or replica.is_beyond_by_seal)):
            self._is_ready = False
            await self._reach_head()
        self._is_ready = True
        self._say(say.Ready(head_step=replica.head_step, head=replica.head_digest))
        self._resume()

    async def _reach_head(self) -> None:
        if self._coordinator is None or self._coordinator == self._replica.me:
            raise PeerFault("this peer conducts and cannot catch up with itself")
        self._exchange.end()
        self._book = None
        others = [r.peer for r in self._directory.known() if r.peer != self._coordinator and r.is_reachable]
        await self._catch_up.run([self._coordinator, *others])

    # --- working

    def on_progress(self, progress: Progress) -> None:
        """The trainer has finished a micro-batch."""
        self._replica.hold(progress.samples, progress.loss_sum, progress.seconds)
        self._say(say.Report(samples=progress.samples, loss_sum=progress.loss_sum, seconds=progress.seconds))

    def on_starved(self) -> None:
        """The trainer will soon have nothing to do."""
        self._ask()

    def on_gradient_lost(self) -> None:
        """The trainer died; what it held is void."""
        self._replica.forget_held()
        self._has_asked = False
        self._say(say.GradientLost())

    def on_trainer_back(self) -> None:
        self._has_asked = False
        self._ask()

    def start_paused(self) -> None:
        """Before `attend`: takes no leases until `resume`."""
        self._is_paused = True

    async def pause(self) -> None:
        """No more work until `resume`. Leased samples go back; the gradient stays and counts."""
        self._is_paused = True
        if self._trainer.is_running and not self._is_frozen:
            async with self._replica.busy:
                with suppress(TrainerLost):
                    self._return(await self._trainer.freeze())

    def resume(self) -> None:
        self._is_paused = False
        self._has_asked = False
        self._ask()

    def _resume(self) -> None:
        """The step's reduction is over, one way or the other."""
        self._book = None
        self._is_frozen = False
        self._has_asked = False
        self._ask()

    def _ask(self) -> None:
        is_able = self._traits.contributes and self._trainer.is_running and self._trainer.micro_batch > 0
        if is_able and self._is_ready and not (self._is_frozen or self._is_paused or self._has_asked):
            self._has_asked = True
            self._say(say.Want(micro_batch=self._trainer.micro_batch))

    def _take_lease(self, samples: SampleRange) -> None:
        self._has_asked = False
        if self._is_paused or self._is_frozen or not self._trainer.is_running:
            self._return([samples])
        else:
            self._trainer.assign(samples)

    def _return(self, unfinished: list[SampleRange]) -> None:
        if unfinished:
            self._say(say.GiveBack(ranges=tuple(unfinished)))

    # --- reducing

    async def _freeze(self, step: int) -> None:
        self._is_frozen = True
        unfinished: list[SampleRange] = []
        if self._trainer.is_running:
            async with self._replica.busy:
                with suppress(TrainerLost):  # then `on_gradient_lost` has said so, and nothing is held
                    unfinished = await self._trainer.freeze()
        self._say(say.Frozen(step=step, samples=self._replica.held.samples, unfinished=tuple(unfinished)))

    def _conduct(self, message: say.Conduct) -> None:
        assignment = message.assignment
        try:
            if self._book is None:
                is_contributor = self._replica.me in assignment.contributors
                gradient = self._trainer.gradient if is_contributor else None
                self._book = self._exchange.begin(assignment, gradient, self._trainer.average)
                self._replica.history.add(self._book)
                self._spawn(self._collect(self._book))
            else:
                self._exchange.reassign(assignment)
        except ValueError as fault:
            raise ProtocolViolation(f"a plan that cannot be followed: {fault}") from fault
        self._spawn(self._fetch(message.available))

    async def _collect(self, book: PartBook) -> None:
        """Says `Collected` once every part is here."""
        try:
            await self._exchange.complete()
        except PeerFault as fault:
            log.info("step %d was left: %s", book.step, fault)
            return
        if self._book is book:
            self._say(say.Collected(step=book.step))

    async def _fetch(self, available: tuple[say.Available, ...]) -> None:
        """Parts whose reducer died, from those who got them before."""
        book = self._book
        for part in available:
            if book is None or book.has(part.part):
                continue
            expected = [part.digest] * book.layout.parts
            try:
                await fetch_parts(self._directory.link_to, [part.holder], book.step, expected, book, [part.part])
            except PeerFault as fault:
                log.info("part %d of step %d: %s", part.part, book.step, fault)

    def on_part_closed(self, part: int, included: tuple[PeerId, ...], digest: Digest) -> None:
        if self._book is not None:
            self._say(say.PartClosed(step=self._book.step, part=part, included=included, digest=digest))

    def on_part_lost(self, part: int) -> None:
        if self._book is not None:
            self._say(say.PartLost(step=self._book.step, part=part))

    def on_reducer_lost(self, reducer: PeerId, reason: str) -> None:
        log.info("no way to reducer %s: %s", reducer, reason)
        if self._book is not None:
            self._say(say.ReducerLost(step=self._book.step, reducer=reducer))

    def _survey(self, message: say.Survey) -> None:
        for peer in message.dead:
            self._exchange.drop(peer)
        book = self._book
        if book is None:
            self._say(say.Holding(step=message.step, parts=()))
            return
        held = [index for index in range(book.layout.parts) if book.has(index)]
        self._say(say.Holding(step=message.step, parts=tuple((index, book.hash_of(index)) for index in held)))

    # --- the end of a step

    async def _take_seal(self, message: say.Sealed) -> None:
        """Applies the step. A member that cannot is left behind and catches up when the commit comes."""
        signed = message.seal
        seal = signed.seal
        if not is_genuine(signed) or seal.run != self._replica.run:
            raise ProtocolViolation("a seal that is not genuine")
        replica = self._replica
        position = replica.position
        if position is not None and replica.is_beyond_by_seal and replica.sealed == signed:
            self._say(say.Applied(step=seal.step, state=position.root))
            return
        if not replica.is_in_step or (seal.step, seal.previous) != (replica.head_step + 1, replica.head_digest):
            log.info("the seal of step %d does not follow what is held here", seal.step)
            return
        try:
            await self._apply(signed, message.holders)
        except PeerFault as fault:
            log.warning("step %d could not be applied here: %s", seal.step, fault)
            self._say(say.CannotApply(step=seal.step, reason=str(fault)))

    async def _apply(self, signed: SignedSeal, holders: tuple[PeerId, ...]) -> None:
        seal, replica = signed.seal, self._replica
        self._is_frozen = True
        book = self._book
        if book is None or book.step != seal.step or book.layout.parts != len(seal.parts):
            book = self._new_book(seal.step)
            replica.history.add(book)
        givers = [peer for peer in holders if peer != replica.me]
        parts = range(len(seal.parts))
        await fetch_parts(self._directory.link_to, givers, seal.step, seal.parts, book, parts)
        is_included = any(c.peer == replica.me for c in seal.contributions)
        position = await replica.apply(seal.step, seal.scalars, clear=is_included)
        self._exchange.end()
        replica.sealed = signed
        self._say(say.Applied(step=seal.step, state=position.root))

    async def _take_commit(self, message: say.Committed) -> None:
        commit, replica = message.commit, self._replica
        if commit.header.step <= replica.head_step and replica.log.header(commit.header.step) == commit.header:
            return
        if not self._is_ready:
            return
        if replica.fault_of_next(commit):
            await self._become_ready(commit.header.digest)
            return
        replica.append(commit)
        if not replica.is_in_step:
            await self._become_ready(commit.header.digest)
            return
        self._say(say.Ready(head_step=replica.head_step, head=replica.head_digest))
        self._resume()
