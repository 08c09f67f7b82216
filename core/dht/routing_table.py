"""Whom this peer knows: k-buckets by distance (Maymounkov and Mazières, *Kademlia*, 2002, section 2.2 to 2.4).

Bucket b holds members whose ids have their first difference from this peer's at bit b from the right, so that half of
all peers belong to the highest one, a quarter to the next, and so on. Those that answer stay; a newcomer takes a place
in a full bucket only when somebody in it has gone. A contact that falls silent is not forgotten: it is *lost*, and
asked again now and then, because it may be the network that was cut and not the peer that died.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from core.dht.contacts import Contact, position_of
from core.identity.ids import PeerId

WIDTH = 16
"""k: members per bucket, answers per question, and holders per value."""
THIN = 4
"""A bucket with fewer is worth a search, and hearsay worth a question."""
REPLACEMENTS = 16
LOST_LIMIT = 64
SUSPICIOUS_S = 300.0
FORGET_AFTER_S = 86_400.0


@dataclass(slots=True)
class Entry:
    contact: Contact
    since_s: float
    """When it was heard first."""
    heard_s: float


@dataclass(slots=True)
class Lost:
    contact: Contact
    acquaintance_s: float
    """How long it had been known."""
    since_s: float
    probed_s: float


@dataclass(slots=True)
class Bucket:
    entries: dict[PeerId, Entry] = field(default_factory=dict)
    """Least recently heard first."""
    replacements: dict[PeerId, Contact] = field(default_factory=dict)
    """Most recently heard last."""
    searched_s: float = 0.0
    """When a lookup last went there."""


class RoutingTable:
    """All times are the event loop's."""

    def __init__(self, me: PeerId, width: int = WIDTH) -> None:
        self.me = me
        self.width = width
        self.lost: dict[PeerId, Lost] = {}
        self.buckets: dict[int, Bucket] = {}
        self._position = position_of(me.raw)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __contains__(self, peer: PeerId) -> bool:
        return self.entry(peer) is not None

    def entry(self, peer: PeerId) -> Entry | None:
        bucket = self.buckets.get(self.index(position_of(peer.raw)))
        return bucket.entries.get(peer) if bucket is not None else None

    def index(self, position: int) -> int:
        """Number of the bucket for `position`; -1 for this peer's own."""
        return (position ^ self._position).bit_length() - 1

    def contacts(self) -> list[Contact]:
        return [entry.contact for bucket in self.buckets.values() for entry in bucket.entries.values()]

    def heard(self, contact: Contact, now_s: float) -> Entry | None:
        """`contact` was heard just now. Returns the entry that is to be asked whether it is still there, where there is
        no room."""
        position = contact.position
        if position == self._position:
            return None
        if not contact.is_member:
            self.drop(contact.peer)  # it may have been one until now
            return None
        index = self.index(position)
        bucket = self.buckets.get(index)
        if bucket is None:
            bucket = self.buckets[index] = Bucket(searched_s=now_s)
        peer = contact.peer
        entry = bucket.entries.pop(peer, None)
        if entry is not None:
            entry.heard_s = now_s
            if contact.record.sequence > entry.contact.record.sequence:
                entry.contact = contact
            bucket.entries[peer] = entry
            return None
        if len(bucket.entries) < self.width:
            lost = self.lost.pop(peer, None)
            since_s = now_s - lost.acquaintance_s if lost else now_s
            bucket.replacements.pop(peer, None)
            bucket.entries[peer] = Entry(contact, since_s, now_s)
            self._count += 1
            return None
        self.lost.pop(peer, None)
        bucket.replacements.pop(peer, None)
        bucket.replacements[peer] = contact
        if len(bucket.replacements) > REPLACEMENTS:
            del bucket.replacements[next(iter(bucket.replacements))]
        return next(iter(bucket.entries.values()))

    def has_room(self, contact: Contact) -> bool:
        """Whether `contact` would be taken in if it were heard."""
        bucket = self.buckets.get(self.index(contact.position))
        is_wanted = contact.is_member and contact.position != self._position
        return is_wanted and (bucket is None or len(bucket.entries) < self.width)

    def is_thin_at(self, position: int) -> bool:
        """Whether few are known at that distance."""
        bucket = self.buckets.get(self.index(position))
        return bucket is None or len(bucket.entries) < THIN

    def silent(self, peer: PeerId, now_s: float) -> Contact | None:
        """`peer` did not answer. Returns the one that is to be asked because there is a place now."""
        index = self.index(position_of(peer.raw))
        bucket = self.buckets.get(index)
        if bucket is None:
            return None
        bucket.replacements.pop(peer, None)
        entry = bucket.entries.pop(peer, None)
        if entry is None:
            return None
        self._count -= 1
        self.lost[peer] = Lost(entry.contact, entry.heard_s - entry.since_s, now_s, now_s)
        if len(self.lost) > LOST_LIMIT:  # who was there for long is likelier to come back
            del self.lost[min(self.lost, key=lambda other: self.lost[other].acquaintance_s)]
        return next(reversed(bucket.replacements.values()), None)

    def drop(self, peer: PeerId) -> None:
        """Forgets `peer`, which misbehaved."""
        bucket = self.buckets.get(self.index(position_of(peer.raw)))
        if bucket is not None:
            bucket.replacements.pop(peer, None)
            self._count -= bucket.entries.pop(peer, None) is not None
        self.lost.pop(peer, None)

    def nearest(self, position: int, count: int) -> list[Contact]:
        """The `count` nearest to `position`, nearest first."""
        found: list[Contact] = []
        for group in self._by_distance(position):
            group.sort(key=lambda contact: contact.position ^ position)
            found += group
            if len(found) >= count:
                break
        return found[:count]

    def _by_distance(self, position: int) -> Iterator[list[Contact]]:
        """Groups, each nearer to `position` than all after it: first the position's own bucket, whose members share one
        bit more with it than this peer does; then the lower ones together, which share as many as this peer does; then
        the higher ones, each of which shares one bit less than the one before."""
        index = self.index(position)
        own = self.buckets.get(index)
        if own is not None:
            yield [entry.contact for entry in own.entries.values()]
        below = [bucket for number, bucket in self.buckets.items() if number < index]
        yield [entry.contact for bucket in below for entry in bucket.entries.values()]
        for number in sorted(number for number in self.buckets if number > index):
            yield [entry.contact for entry in self.buckets[number].entries.values()]

    def longest_silent(self) -> Entry | None:
        """Of all entries the least recently heard."""
        firsts = [next(iter(bucket.entries.values())) for bucket in self.buckets.values() if bucket.entries]
        return min(firsts, key=lambda entry: entry.heard_s, default=None)

    def probes_due(self, count: int, now_s: float) -> list[Contact]:
        """Lost contacts whose turn it is to be asked again; they count as asked. Forgets those lost for a day."""
        for lost in [lost for lost in self.lost.values() if now_s - lost.since_s > FORGET_AFTER_S]:
            del self.lost[lost.contact.peer]
        due = sorted(self.lost.values(), key=lambda lost: lost.probed_s)[:count]
        for lost in due:
            lost.probed_s = now_s
        return [lost.contact for lost in due]

    def since(self, moment_s: float) -> set[int]:
        """Positions of those that came after `moment_s`."""
        entries = (entry for bucket in self.buckets.values() for entry in bucket.entries.values())
        return {entry.contact.position for entry in entries if entry.since_s > moment_s}

    def suspects_split(self, now_s: float) -> bool:
        """Whether so many fell silent lately that the network may have been cut."""
        lately = sum(now_s - lost.since_s < SUSPICIOUS_S for lost in self.lost.values())
        return lately * 3 > self._count + lately

    def note_search(self, position: int, now_s: float) -> None:
        """A lookup goes there: the bucket needs no refreshing for a while."""
        bucket = self.buckets.get(self.index(position))
        if bucket is not None:
            bucket.searched_s = now_s

    def random_target(self, index: int, chance: random.Random) -> bytes:
        """An id that belongs to bucket `index`."""
        distance = (1 << index) | (chance.getrandbits(index) if index else 0)
        return (self._position ^ distance).to_bytes(32, "big")
