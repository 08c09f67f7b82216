"""Walks a lookup: who is asked when, and when enough is known."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from core.dht.contacts import Contact
from core.dht.lookup import Lookup
from core.dht.messages import FindNear
from core.dht.values import Kind, Value, newest

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
        self._asking: dict[asyncio.Task[None], tuple[Contact, float]] = {}
        """Who is asked, and since when by the event loop's clock."""
        self._slow: set[int] = set()
        self._news = asyncio.Event()
        self._questions = 0
        self._values: list[Value] = []
        self._holders = 0
        self._held = 0
        self._hops = 0
        self._without: list[Contact] = []

    async def run(self) -> list[Contact]:
        """Those that were asked and not waited for."""
        loop = asyncio.get_running_loop()
        self._alarm = loop.call_later(SLOW_S, self._look_at_clock)
        try:
            while not self._is_over:
                self._ask_more(loop)
                if not self._asking:
                    break
                self._news.clear()
                await self._news.wait()
                self._raise_bug()
        finally:
            self._alarm.cancel()
            for task in self._asking:
                task.cancel()
            if self._asking:
                await asyncio.gather(*self._asking, return_exceptions=True)
        return [contact for contact, _ in self._asking.values()]

    @property
    def _is_over(self) -> bool:
        has_value = self._kind is not None and self._kind.is_own and self._holders >= HOLDERS_ENOUGH
        return has_value or self._lookup.is_complete

    def _ask_more(self, loop: asyncio.AbstractEventLoop) -> None:
        while len(self._asking) - len(self._slow) < ALPHA and self._questions < QUESTION_LIMIT:
            contact = self._lookup.next()
            if contact is None:
                return
            self._questions += 1
            self._asking[loop.create_task(self._ask_one(contact))] = (contact, loop.time())

    async def _ask_one(self, contact: Contact) -> None:
        try:
            answer = await self._ask(contact, self._question, self._kind)
            task = asyncio.current_task()
            assert task is not None
            del self._asking[task]
            self._note(contact, answer)
        finally:
            self._news.set()

    def _raise_bug(self) -> None:
        for task in self._asking:
            if task.done():
                task.result()

    def _look_at_clock(self) -> None:
        """Whoever has not answered for a second makes room for another question."""
        loop = asyncio.get_running_loop()
        for contact, since_s in self._asking.values():
            if contact.position not in self._slow and loop.time() - since_s >= SLOW_S:
                self._slow.add(contact.position)
                self._lookup.slow(contact)
                self._news.set()
        self._alarm = loop.call_later(SLOW_S / 2, self._look_at_clock)

    def _note(self, contact: Contact, answer: Nearby | None) -> None:
        self._slow.discard(contact.position)
        if answer is None:
            self._lookup.failed(contact)
            return
        hops = self._lookup.answered(contact, answer.contacts)
        self._held = max(self._held, answer.held)
        if answer.values:
            self._values += answer.values
            self._holders += 1
            self._hops = self._hops or hops
        else:
            self._without.append(contact)

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
