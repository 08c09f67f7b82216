"""A member's part in averaging one step and applying it: whoever conducts says what, and the exchange does it."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from core.averaging.assignment import indexes_of
from core.averaging.fetch import fetch_parts
from core.averaging.part_book import Gaps, PartBook
from core.errors import PeerFault, ProtocolViolation
from core.identity.ids import Digest, PeerId
from core.swarm import messages as say
from core.swarm.equivocation import statement_of
from core.swarm.membership import MemberPorts
from core.swarm.replica import Replica
from core.swarm.seal import is_genuine, is_same

log = logging.getLogger(__name__)

STALL_S, STALL_PARTS = 2.0, 3.0
"""When no part has come for so long after the seal, or in the time that the plan has for so many, the missing ones are
asked from others than their reducers."""


class Stepping:
    """Of one standing. One step at a time: `hear` what is to be averaged, `take_seal`, `end`."""

    def __init__(
        self,
        replica: Replica,
        ports: MemberPorts,
        tell: Callable[[say.MemberMessage], None],
        spawn: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        """`spawn`: does something beside the reading of messages."""
        self._replica = replica
        self._directory = ports.directory
        self._exchange = ports.exchange
        self._accuser = ports.accuser
        self._new_book = ports.new_book
        self._say = tell
        self._spawn = spawn
        self._book: PartBook | None = None
        self._lost_way = asyncio.Event()
        """Some reducer cannot be reached."""

    def hear(self, message: say.CoordinatorMessage) -> None:
        """All of it but `Sealed`."""
        match message:
            case say.Conduct():
                self._conduct(message)
            case say.Gone():
                self._exchange.stop_waiting_for(message.peer)
            case say.Survey():
                self._survey(message)
            case say.Fetch():
                self._spawn(self._fetch(message.available))
            case _:
                raise ProtocolViolation(f"{type(message).__name__} is not for a member")

    def end(self) -> None:
        """The step is over, one way or the other."""
        self._book = None

    def _conduct(self, message: say.Conduct) -> None:
        assignment = message.assignment
        self._directory.learn(message.records)
        try:
            if self._book is None:
                replica = self._replica
                self._lost_way.clear()
                gradient = replica.gradient.give(assignment.samples.get(replica.me, 0))
                debts = replica.gradient.debts.begin(assignment)
                self._book = self._exchange.begin(assignment, gradient, replica.trainer.average, *debts)
                replica.history.add(self._book)
                self._spawn(self._collect(self._book))
            else:
                self._exchange.reassign(assignment)
        except ValueError as fault:
            raise ProtocolViolation(f"a plan that cannot be followed: {fault}") from fault

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
                await fetch_parts(self._directory.link_to, part.holders, book.step, expected, book, [part.part])
            except PeerFault as fault:
                log.info("part %d of step %d: %s", part.part, book.step, fault)

    def on_part_closed(self, part: int, gaps: Gaps, digest: Digest) -> None:
        if self._book is not None:
            self._say(say.PartClosed(step=self._book.step, part=part, gaps=gaps, digest=digest))

    def on_part_lost(self, part: int) -> None:
        if self._book is not None:
            self._say(say.PartLost(step=self._book.step, part=part))

    def on_reducer_lost(self, reducer: PeerId, reason: str) -> None:
        log.info("no way to reducer %s: %s", reducer, reason)
        self._lost_way.set()
        if self._book is not None:
            self._say(say.ReducerLost(step=self._book.step, reducer=reducer))

    def _survey(self, message: say.Survey) -> None:
        for peer in message.dead:
            self._exchange.drop(peer)
        book = self._book
        try:
            asked = indexes_of(message.runs)
        except ValueError as fault:
            raise ProtocolViolation(str(fault)) from fault
        held = tuple((i, book.hash_of(i), book.gaps_of(i)) for i in asked if book is not None and book.has(i))
        self._say(say.Holding(step=message.step, parts=held))

    # --- the end of a step

    async def take_seal(self, message: say.Sealed) -> None:
        """Applies the step. A member that cannot is left behind and catches up when the commit comes."""
        signed = message.seal
        seal = signed.seal
        if not is_genuine(signed) or seal.header.run != self._replica.run:
            raise ProtocolViolation("a seal that is not genuine")
        self._accuser.hear(statement_of(signed))
        replica = self._replica
        position = replica.position
        if position is not None and replica.is_beyond_by_seal and is_same(replica.sealed, signed):
            replica.sealed = signed if signed.seal.is_whole else replica.sealed
            self._say(say.Applied(step=seal.step, state=position.root))
            return
        if self._accuser.is_culprit(PeerId.of_key(signed.coordinator)):
            log.info("the seal of step %d is by a peer that may not conduct", seal.step)
            return
        if not replica.is_in_step or (seal.step, seal.previous) != (replica.head_step + 1, replica.head_digest):
            log.info("the seal of step %d does not follow what is held here", seal.step)
            return
        try:
            await self._apply(message)
        except PeerFault as fault:
            log.warning("step %d could not be applied here: %s", seal.step, fault)
            self._say(say.CannotApply(step=seal.step, reason=str(fault)))

    async def _apply(self, message: say.Sealed) -> None:
        signed, replica = message.seal, self._replica
        seal, book = signed.seal, self._book
        if book is None or (book.step, book.layout) != (seal.step, seal.layout):
            book = self._new_book(seal.step, seal.layout)
            replica.history.add(book)
        else:
            await self._receive_rest(book)
        givers = [peer for peer in message.holders if peer != replica.me]
        parts = range(len(seal.parts))
        await fetch_parts(self._directory.link_to, givers, seal.step, seal.parts, book, parts)
        await replica.gradient.settle(self._exchange, seal, is_accepted=message.mine is not None)
        position = await replica.apply(seal.step, seal.header.scalars, mine=message.mine)
        self._exchange.end()
        replica.sealed = signed
        self._say(say.Applied(step=seal.step, state=position.root))

    async def _receive_rest(self, book: PartBook) -> None:
        """As long as parts keep coming from their reducers, nobody else is asked for them."""
        stall_s = self._stall_s()
        while left := len(book.missing()):
            complete = asyncio.ensure_future(self._exchange.complete())
            lost = asyncio.ensure_future(self._lost_way.wait())
            try:
                await asyncio.wait((complete, lost), timeout=stall_s, return_when=asyncio.FIRST_COMPLETED)
            finally:
                complete.cancel()
                lost.cancel()
                await asyncio.gather(complete, lost, return_exceptions=True)
            if self._lost_way.is_set() or len(book.missing()) == left:
                return

    def _stall_s(self) -> float:
        assignment = self._exchange.assignment
        if assignment is None:
            return STALL_S
        fewest = min(owner.stop - owner.first for owner in assignment.owners)
        return max(STALL_S, STALL_PARTS * assignment.predicted_s / fewest)
