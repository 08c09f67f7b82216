"""Walks a lookup: who is asked when, and when enough is known."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from core.dht.contacts import Contact
from core.dht.lookup import Lookup
from core.dht.messages import FindNear
from core.dht.values import Kind, Value, newest
from core.identity.ids import PeerId

ALPHA = 3
"""Questions under way at once, those not counted that wait for long."""
SLOW_S = 1.0
QUESTION_LIMIT = 96
"""Questions in all: a liar's endless chain of nearer peers ends here."""
HOLDERS_ENOUGH = 2
"""Holders of a single value that are asked, so that one stale copy does not decide."""


@dataclass(frozen=True, slots=True)
class Nearby:
    """What one member answered, checked."""

    contacts: Sequence[Contact]
    values: Sequence[Value]
    held: int


@dataclass(slots=True)
class Found:
    """What a search brought."""

    nearest: list[Contact]
    """Those that answered, nearest first."""
    values: dict[bytes, Value] = field(default_factory=dict)
    """By writer's key."""
    hops: int = 0
    """Questions one after the other, to the first holder, or else to the nearest peer."""
    questions: int = 0
    held: int = 0
    """The most values that one holder says to have."""


Ask = Callable[[Contact, FindNear, Kind | None], Awaitable[Nearby | None]]


class Search:
    """One lookup on its way. With a `kind` it is for values; those of a single writer end it when they are there."""

    def __init__(self, lookup: Lookup, target: bytes, kind: Kind | None, ask: Ask) -> None:
        self._lookup = lookup
        self._question = FindNear(target=target, wants_values=kind is not None)
        self._kind = kind
        self._ask = ask
        self._asking: dict[asyncio.Future[Nearby | None], Contact] = {}
        self._slow: set[PeerId] = set()
        self._questions = 0
        self._values: list[Value] = []
        self._holders = 0
        self._held = 0
        self._hops = 0
        self._without: list[Contact] = []
        self.unanswered: list[Contact] = []
        """Those that were not waited for."""

    async def run(self) -> None:
        try:
            while not self._is_over:
                self._ask_more()
                if not self._asking:
                    break
                done, _ = await asyncio.wait(self._asking, timeout=SLOW_S, return_when=asyncio.FIRST_COMPLETED)
                if not done:
                    self._note_slow()
                for task in done:
                    self._note(self._asking.pop(task), task.result())
        finally:
            await self._give_up()

    @property
    def _is_over(self) -> bool:
        has_value = self._kind is not None and self._kind.is_own and self._holders >= HOLDERS_ENOUGH
        return has_value or self._lookup.is_complete

    def _ask_more(self) -> None:
        while len(self._asking) - len(self._slow) < ALPHA and self._questions < QUESTION_LIMIT:
            contact = self._lookup.next()
            if contact is None:
                return
            self._questions += 1
            self._asking[asyncio.ensure_future(self._ask(contact, self._question, self._kind))] = contact

    def _note_slow(self) -> None:
        for contact in self._asking.values():
            if contact.peer not in self._slow:
                self._slow.add(contact.peer)
                self._lookup.slow(contact.peer)

    def _note(self, contact: Contact, answer: Nearby | None) -> None:
        self._slow.discard(contact.peer)
        if answer is None:
            self._lookup.failed(contact.peer)
            return
        hops = self._lookup.answered(contact.peer, answer.contacts)
        self._held = max(self._held, answer.held)
        if answer.values:
            self._values += answer.values
            self._holders += 1
            self._hops = self._hops or hops
        else:
            self._without.append(contact)

    async def _give_up(self) -> None:
        for task, contact in self._asking.items():
            task.cancel()
            self.unanswered.append(contact)
        if self._asking:
            await asyncio.gather(*self._asking, return_exceptions=True)

    def nearest_without(self) -> Contact | None:
        """Of those that had no value the nearest."""
        target = self._lookup.target
        return min(self._without, key=lambda contact: contact.position ^ target, default=None)

    def found(self) -> Found:
        return Found(
            nearest=self._lookup.nearest,
            values=newest(self._values),
            hops=self._hops or self._lookup.hops,
            questions=self._questions,
            held=self._held,
        )
