"""One peer's part of the hash table: answers questions, and walks through others' tables to find what it wants."""

import asyncio
import logging
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from core.dht.contacts import Contact, Notary, position_of
from core.dht.lookup import Lookup
from core.dht.messages import (
    RECORD_LIMIT,
    VALUE_LIMIT,
    Answer,
    FindNear,
    Near,
    Probe,
    Probed,
    Question,
    StoreValues,
    ValuesStored,
)
from core.dht.records import PeerRecord, is_member
from core.dht.routing_table import WIDTH, RoutingTable
from core.dht.search import Found, Nearby, Search
from core.dht.skew import ClockSkew
from core.dht.store import Allowance, StoreLimits, ValueStore, batches, sample
from core.dht.values import KINDS, Kind, Value, newest
from core.errors import PeerFault, ProtocolViolation
from core.identity.ids import PeerId
from core.transport.api import M, Message

log = logging.getLogger(__name__)

DOUBT_S = 300.0
"""Who was heard less long ago is not asked to prove that it is there, when a newcomer wants its place."""
DOUBT_LIMIT = 64
BANNED_LIMIT = 256
BAN_S = 600.0
"""For so long whoever answered with garbage is neither asked nor named."""
FUTURE_S = 600.0
"""How far ahead of this clock a writer's may be."""


FOREIGN_BURST = 2048
FOREIGN_PER_S = 2.0
"""Others' values that one peer may bring."""

HANDING_OVER = 2
"""Holders that hand a value over to a newcomer: the nearest may have failed to hear of it."""
SETTLED_S = 60.0
ASKED_WHEN_FULL = 3
"""Holders of a full dictionary that are asked whether they would keep one more entry, before all are."""

A = TypeVar("A", Near, ValuesStored, Probed)


class Asker(Protocol):
    """Carries questions to peers."""

    async def ask(self, contact: Contact, question: Message, answer: type[M]) -> M:
        """Raises `PeerFault`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class KademliaPorts:
    """What a peer of the hash table is plugged into."""

    asker: Asker
    my_record: Callable[[], PeerRecord]
    unix_time: Callable[[], float]
    loop_time: Callable[[], float]
    chance: random.Random
    on_contact: Callable[[PeerRecord], None] = lambda _: None
    """A genuine record was met on the way."""


class Kademlia:
    """Of one run. `answer` is for what comes in; `find` and `store` go out."""

    def __init__(
        self, me: PeerId, notary: Notary, ports: KademliaPorts, limits: StoreLimits | None = None, width: int = WIDTH
    ) -> None:
        self.me = me
        self._position = position_of(me.raw)
        self._since_s: float | None = None
        self.table = RoutingTable(me, width)
        self.store = ValueStore(me, limits or StoreLimits())
        self.skew = ClockSkew()
        self.doubted: dict[PeerId, Contact] = {}
        """To be asked whether they are there, as soon as there is time."""
        self._hearsay: dict[PeerId, Contact] = {}
        """The same of those that others speak of, where few are known when there is time."""
        self.copies: list[tuple[Contact, Value]] = []
        """To be left on the way that a lookup took."""
        self.newcomers: list[Contact] = []
        """To be given what they are among the nearest to."""
        self.on_found_again: Callable[[], None] = lambda: None
        """A lost contact was heard."""
        self._notary = notary
        self._ports = ports
        self._limits = limits or StoreLimits()
        self._allowance = Allowance(FOREIGN_BURST, FOREIGN_PER_S)
        self._banned: dict[PeerId, float] = {}

    def now_s(self) -> float:
        """Unix time for stamps: by this clock, set right where the others' agree that it is wrong."""
        return self._ports.unix_time() + self.skew.correction_s(self._ports.loop_time())

    # --- who is there

    def met(self, record: PeerRecord) -> None:
        """The peer that made `record` is there: it has just shown itself."""
        contact = self._notary.contact(record)
        if contact is not None:
            self._heard(contact)

    def suggest(self, record: PeerRecord) -> None:
        """There may be such a peer: it is asked where few are known."""
        contact = self._notary.contact(record)
        if contact is not None and self._is_worth_asking(contact) and len(self._hearsay) < DOUBT_LIMIT:
            self._hearsay[contact.peer] = contact

    def _is_worth_asking(self, contact: Contact) -> bool:
        is_thin = self.table.is_thin_at(contact.position) and self.table.has_room(contact)
        return is_thin and contact.peer not in self.table and not self._is_banned(contact.peer)

    def to_probe(self, count: int) -> list[Contact]:
        """Whom to ask next whether they are there: up to `count`, of whom little is known one at a time."""
        chosen = list(self.doubted.values())[:count]
        count = min(count, len(chosen) + (1 if len(self.table) else count))
        while self._hearsay and len(chosen) < count:
            contact = self._hearsay.pop(next(iter(self._hearsay)))
            if self._is_worth_asking(contact):
                chosen.append(contact)
        return chosen

    def _suggest(self, contact: Contact) -> None:
        is_welcome = not self._is_banned(contact.peer) and self.table.has_room(contact)
        if is_welcome and len(self.doubted) < DOUBT_LIMIT:
            self.doubted[contact.peer] = contact

    def _heard(self, contact: Contact) -> None:
        if self._is_banned(contact.peer):
            return
        now_s = self._ports.loop_time()
        was_lost = contact.peer in self.table.lost
        self.doubted.pop(contact.peer, None)
        count = len(self.table)
        self._since_s = self._since_s or now_s
        eldest = self.table.heard(contact, now_s)
        if len(self.table) > count and len(self.store) and len(self.newcomers) < DOUBT_LIMIT:
            self.newcomers.append(contact)
        is_doubtful = eldest is not None and now_s - eldest.heard_s >= DOUBT_S
        if eldest is not None and is_doubtful and len(self.doubted) < DOUBT_LIMIT:
            self.doubted[eldest.contact.peer] = eldest.contact
        if was_lost:
            self.on_found_again()

    def _silent(self, peer: PeerId) -> None:
        self.doubted.pop(peer, None)
        substitute = self.table.silent(peer, self._ports.loop_time())
        if substitute is not None:
            self._suggest(substitute)

    def _ban(self, peer: PeerId) -> None:
        self.doubted.pop(peer, None)
        self.table.drop(peer)
        self._banned[peer] = self._ports.loop_time() + BAN_S
        if len(self._banned) > BANNED_LIMIT:
            del self._banned[next(iter(self._banned))]

    def _is_banned(self, peer: PeerId) -> bool:
        return bool(self._banned) and self._banned.get(peer, 0.0) > self._ports.loop_time()

    # --- what others ask

    def answer(self, peer: PeerId, record: PeerRecord | None, question: Question) -> Answer:
        """`record`: the newest that is known of `peer`, which asks. Raises `ProtocolViolation`."""
        if isinstance(question, Probe):
            record = question.record
        sender = self._notary.contact(record) if record is not None else None
        if sender is not None and sender.peer == peer:
            self._heard(sender)
        elif isinstance(question, Probe):
            raise ProtocolViolation("a probe carries its sender's record")
        time_ms = int(self._ports.unix_time() * 1000)
        match question:
            case Probe():
                return Probed(record=self._ports.my_record(), time_ms=time_ms)
            case FindNear():
                return self._near(peer, question, time_ms)
            case StoreValues():
                return ValuesStored(stored=self._take(peer, question), time_ms=time_ms)

    def _near(self, peer: PeerId, question: FindNear, time_ms: int) -> Near:
        target = question.target
        nearest = self.table.nearest(position_of(target), self.table.width)
        values = self.store.get(target, self._ports.loop_time()) if question.wants_values else []
        return Near(
            records=tuple([contact.record for contact in nearest if contact.peer != peer]),
            values=sample(values, self._ports.chance),
            held=self.store.count(target),
            time_ms=time_ms,
        )

    def _take(self, peer: PeerId, question: StoreValues) -> int:
        if len(question.values) > VALUE_LIMIT:
            raise ProtocolViolation("too many values at once")
        if not is_member(self._ports.my_record()):
            return 0
        foreign = sum(value.peer != peer for value in question.values)
        if foreign and not self._allowance.take(peer, foreign, self._ports.loop_time()):
            return 0
        return sum(self.keep(value, is_copy=question.is_copy) for value in question.values)

    def keep(self, value: Value, *, is_copy: bool = False) -> bool:
        """Whether `value` is held now."""
        now_s = self.now_s()
        is_timely = value.sequence / 1000 <= now_s + FUTURE_S and value.expires_s > now_s
        if not is_timely or not self._notary.is_genuine(value):
            return False
        key = KINDS[value.kind].key(self._notary.run, value.peer)
        return self.store.put(key, value, value.expires_s - now_s, self._ports.loop_time(), is_copy=is_copy)

    # --- what this peer asks

    async def probe(self, contact: Contact) -> bool:
        """Whether `contact` is there."""
        try:
            answer = await self._ask(contact, Probe(record=self._ports.my_record()), Probed)
        except PeerFault as fault:
            log.debug("%s does not answer: %s", contact.peer, fault)
            return False
        now = self._notary.contact(answer.record)
        if now is None or now.peer != contact.peer:
            self._ban(contact.peer)
            return False
        if now.record.sequence > contact.record.sequence:
            self._heard(now)
            self._ports.on_contact(now.record)
        return True

    async def _ask(self, contact: Contact, question: Question, kind: type[A]) -> A:
        """Raises `PeerFault`, after noting it."""
        before_s = self._ports.unix_time()
        try:
            answer = await self._ports.asker.ask(contact, question, kind)
        except ProtocolViolation:
            self._ban(contact.peer)
            raise
        except PeerFault:
            self._silent(contact.peer)
            raise
        middle_s = (before_s + self._ports.unix_time()) / 2
        self.skew.add(contact.peer, middle_s - answer.time_ms / 1000, self._ports.loop_time())
        self._heard(contact)
        return answer

    async def nearest(self, target: bytes, width: int | None = None) -> Found:
        """The members nearest to `target`."""
        return await self._walk(target, width or self.table.width, None)

    async def find(self, kind: Kind, writer: PeerId | None = None) -> Found:
        """Values of `kind`: of one `writer`, or (for kinds of the whole run) of all."""
        key = kind.key(self._notary.run, writer or self.me)
        found = await self._walk(key, self.table.width, kind)
        held = newest(self.store.get(key, self._ports.loop_time()))
        found.values = newest([*found.values.values(), *held.values()])
        return found

    async def _walk(self, target: bytes, width: int, kind: Kind | None) -> Found:
        """Looks for `target`; with a `kind` also for its values."""
        position = position_of(target)
        self.table.note_search(position, self._ports.loop_time())
        start = self.table.nearest(position, self.table.width) or [lost.contact for lost in self.table.lost.values()]
        search = Search(Lookup(position, self._position, start, width), target, kind, self._near_of)
        for contact in await search.run():
            if len(self.doubted) < DOUBT_LIMIT and contact.peer in self.table:
                self.doubted[contact.peer] = contact
        found = search.found()
        copy_to = search.nearest_without()
        if found.values and kind is not None and kind.is_own and copy_to and len(self.copies) < DOUBT_LIMIT:
            self.copies.append((copy_to, max(found.values.values(), key=lambda value: value.sequence)))
        return found

    async def _near_of(self, contact: Contact, question: FindNear, kind: Kind | None) -> Nearby | None:
        """None if `contact` does not answer, or not as it should."""
        try:
            answer = await self._ask(contact, question, Near)
        except PeerFault as fault:
            log.debug("%s does not answer: %s", contact.peer, fault)
            return None
        contacts = self._checked(contact, answer, kind, question.target)
        return Nearby(contacts, answer.values, answer.held) if contacts is not None else None

    def _checked(self, contact: Contact, answer: Near, kind: Kind | None, target: bytes) -> list[Contact] | None:
        """Those whom `contact` names. None if anything in the answer is not as it should be: then nothing in it counts,
        and the peer is not asked again."""
        run = self._notary.run
        contacts = [self._notary.contact(record) for record in answer.records[: RECORD_LIMIT + 1]]
        has_foreign = any(
            KINDS.get(value.kind) is not kind
            or not self._notary.is_genuine(value)
            or KINDS[value.kind].key(run, value.peer) != target
            for value in answer.values
        )
        genuine = [named for named in contacts if named is not None]
        if len(genuine) < len(contacts) or len(contacts) > RECORD_LIMIT or has_foreign:
            log.info("%s answered with what is not genuine", contact.peer)
            self._ban(contact.peer)
            return None
        return [named for named in genuine if not self._is_banned(named.peer)]

    async def store_value(self, value: Value) -> int:
        """Leaves `value` with the nearest members. Returns how many have it; 0 too where all places are taken."""
        kind = KINDS[value.kind]
        key = kind.key(self._notary.run, value.peer)
        found = await self.nearest(key)
        if not kind.is_own and found.held >= self._limits.values_per_key:
            first = found.nearest[:ASKED_WHEN_FULL]
            if not any(await asyncio.gather(*(self.give(holder, [value]) for holder in first))):
                return 0
        return await self.store_at(key, [value], found.nearest)

    async def store_at(self, key: bytes, values: Sequence[Value], holders: Sequence[Contact]) -> int:
        """Brings `values` of `key` to `holders`, and keeps them here where this peer is as near as they are."""
        position, mine = position_of(key), self._position
        is_near = len(holders) < self.table.width or mine ^ position < holders[-1].position ^ position
        is_kept = is_near and is_member(self._ports.my_record()) and sum(map(self.keep, values)) == len(values)
        counts = await asyncio.gather(*(self.give(holder, values) for holder in holders))
        return sum(counts) + is_kept

    def due_to(self, newcomer: Contact) -> list[Value]:
        """What `newcomer` ought to hold too and this peer, as one of the nearest two before, is to bring (*Kademlia*,
        section 2.5). Those who came a moment ago have not been given anything yet and are passed over."""
        table, width = self.table, self.table.width
        if self._since_s is None or self._ports.loop_time() - self._since_s < SETTLED_S:
            return []
        around = table.nearest(self._position, 2 * width)
        if not around or newcomer.position ^ self._position > around[-1].position ^ self._position:
            return []
        # With a full neighbourhood around this peer there are nearer ones for every key beyond it.
        horizon = (around[-1].position ^ self._position).bit_length() if len(around) == 2 * width else 256
        recent = table.since(self._ports.loop_time() - SETTLED_S)
        settled = [contact.position for contact in around if contact.position not in recent]
        due: list[Value] = []
        for key, values in self.store.originals(self._ports.loop_time()):
            position = position_of(key)
            mine, theirs = self._position ^ position, newcomer.position ^ position
            distances = [other ^ position for other in settled]
            is_mine = mine.bit_length() <= horizon and sum(other < mine for other in distances) < HANDING_OVER
            if is_mine and sum(other < theirs for other in distances) < width:
                due += values
        return due

    async def give(self, holder: Contact, values: Iterable[Value], *, is_copy: bool = False) -> bool:
        """Whether `holder` has all of `values` now."""
        batch = batches(values)
        try:
            for part in batch:
                answer = await self._ask(holder, StoreValues(values=part, is_copy=is_copy), ValuesStored)
                if answer.stored < len(part):
                    return False
        except PeerFault as fault:
            log.debug("%s takes no values: %s", holder.peer, fault)
            return False
        return True
