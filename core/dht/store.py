"""What this peer keeps for the others: newest first, bounded in every direction, never longer than agreed."""

import random
from bisect import insort
from collections.abc import Iterable
from dataclasses import dataclass

from core.dht.contacts import position_of
from core.dht.messages import VALUE_LIMIT, VALUES_BYTES
from core.dht.values import Value
from core.identity.ids import PeerId

OVERHEAD_BYTES = 400
"""What one value costs beside its content."""


@dataclass(frozen=True, slots=True)
class StoreLimits:
    total_bytes: int = 32 << 20
    values_per_key: int = 1024
    values_per_writer: int = 8
    life_s: float = 7200.0
    """From its reception, whatever the writer's clock says."""
    copy_life_s: float = 120.0
    """Of what was left on the way of a lookup."""


@dataclass(slots=True)
class Held:
    value: Value
    until_s: float
    """By the event loop's clock, as are all times here."""
    told_s: float
    """When somebody, the writer or another holder, brought it last."""
    is_copy: bool


@dataclass(slots=True)
class _Shelf:
    """All values under one key, by their writers' distance from this peer."""

    distance: int
    held: dict[int, Held]


class ValueStore:
    """Takes values that were found genuine.

    Under a full key the writers nearest to this peer keep their places: so each holder of a large dictionary has
    another part of it, and nobody can choose whom to crowd out everywhere. When memory is full, the keys farthest from
    this peer go first.
    """

    def __init__(self, me: PeerId, limits: StoreLimits) -> None:
        self._position = position_of(me.raw)
        self._limits = limits
        self._shelves: dict[bytes, _Shelf] = {}
        self._by_distance: list[tuple[int, bytes]] = []
        self._per_writer: dict[int, int] = {}
        self.bytes_held = 0

    def __len__(self) -> int:
        """Keys under which there is something."""
        return len(self._shelves)

    def put(self, key: bytes, value: Value, life_s: float, now_s: float, *, is_copy: bool = False) -> bool:
        """Whether `value`, or the same one, is held now; `life_s` is what remains of its life."""
        life_s = min(life_s, self._limits.copy_life_s if is_copy else self._limits.life_s)
        if life_s <= 0:
            return False
        writer = position_of(value.peer.raw) ^ self._position
        shelf = self._shelves.get(key)
        known = shelf.held.get(writer) if shelf is not None else None
        if known is not None:
            return self._renew(known, value, now_s + life_s, now_s, is_copy=is_copy)
        if self._per_writer.get(writer, 0) >= self._limits.values_per_writer:
            return False
        if shelf is None:
            shelf = self._new_shelf(key)
        elif len(shelf.held) >= self._limits.values_per_key:
            farthest = max(shelf.held)
            if farthest < writer:
                return False
            self._remove(key, farthest)
        shelf.held[writer] = Held(value, now_s + life_s, now_s, is_copy)
        self._per_writer[writer] = self._per_writer.get(writer, 0) + 1
        self.bytes_held += _size_of(value)
        self._make_room()
        return key in self._shelves and writer in self._shelves[key].held

    def _renew(self, held: Held, value: Value, until_s: float, now_s: float, *, is_copy: bool) -> bool:
        """A copy never makes the life of what is held longer: it would go round between copies for ever."""
        if value.sequence < held.value.sequence:
            return False
        is_same = value.sequence == held.value.sequence
        if is_same and value != held.value:
            return False
        if is_same and is_copy:
            return held.until_s > now_s
        self.bytes_held += _size_of(value) - _size_of(held.value)
        held.value, held.told_s = value, now_s
        held.until_s = until_s
        held.is_copy = is_copy and held.is_copy
        self._make_room()
        return True

    def _new_shelf(self, key: bytes) -> _Shelf:
        shelf = self._shelves[key] = _Shelf(position_of(key) ^ self._position, {})
        insort(self._by_distance, (shelf.distance, key))
        return shelf

    def _make_room(self) -> None:
        while self.bytes_held > self._limits.total_bytes:
            key = self._by_distance[-1][1]
            self._remove(key, max(self._shelves[key].held))
            self._drop_if_empty(key)

    def _remove(self, key: bytes, writer: int) -> None:
        shelf = self._shelves[key]
        self.bytes_held -= _size_of(shelf.held.pop(writer).value)
        self._per_writer[writer] -= 1
        if not self._per_writer[writer]:
            del self._per_writer[writer]

    def _drop_if_empty(self, key: bytes) -> None:
        shelf = self._shelves[key]
        if not shelf.held:
            del self._shelves[key]
            self._by_distance.remove((shelf.distance, key))

    def get(self, key: bytes, now_s: float) -> list[Value]:
        shelf = self._shelves.get(key)
        return [held.value for held in shelf.held.values() if held.until_s > now_s] if shelf else []

    def count(self, key: bytes) -> int:
        """Values under `key`, with those that expired since the last `sweep`."""
        shelf = self._shelves.get(key)
        return len(shelf.held) if shelf else 0

    def originals(self, now_s: float) -> list[tuple[bytes, list[Value]]]:
        """Everything by key, but for copies."""
        shelves = ((key, shelf.held.values()) for key, shelf in self._shelves.items())
        lists = [(key, [h.value for h in held if not h.is_copy and h.until_s > now_s]) for key, held in shelves]
        return [(key, values) for key, values in lists if values]

    def sweep(self, now_s: float) -> None:
        """Forgets what has expired."""
        for key, shelf in list(self._shelves.items()):
            for writer in [writer for writer, held in shelf.held.items() if held.until_s <= now_s]:
                self._remove(key, writer)
            self._drop_if_empty(key)

    def untold(self, silent_s: float, now_s: float, limit: int) -> dict[bytes, list[Value]]:
        """What nobody brought for `silent_s`, of at most `limit` keys; it counts as told now. Copies are nobody's
        duty."""
        found: dict[bytes, list[Value]] = {}
        for key, shelf in self._shelves.items():
            due = [held for held in shelf.held.values() if now_s - held.told_s >= silent_s]
            due = [held for held in due if held.until_s > now_s and not held.is_copy]
            for held in due:
                held.told_s = now_s
            if due:
                found[key] = [held.value for held in due]
            if len(found) >= limit:
                break
        return found


def _size_of(value: Value) -> int:
    return len(value.content) + OVERHEAD_BYTES


def batches(values: Iterable[Value]) -> list[tuple[Value, ...]]:
    """As few messages' worth as they fit in."""
    parts: list[list[Value]] = [[]]
    size = 0
    for value in values:
        size += _size_of(value)
        if parts[-1] and (size > VALUES_BYTES or len(parts[-1]) >= VALUE_LIMIT):
            parts.append([])
            size = _size_of(value)
        parts[-1].append(value)
    return [tuple(part) for part in parts if part]


def sample(values: list[Value], chance: random.Random) -> tuple[Value, ...]:
    """One message's worth, chosen at random where they are more."""
    if len(values) > 1:
        values = chance.sample(values, min(len(values), VALUE_LIMIT))
    found = batches(values)
    return found[0] if found else ()


class Allowance:
    """How much each peer may bring: a burst at once, and then so much per second."""

    def __init__(self, burst: float, per_s: float, limit: int = 1024) -> None:
        self._burst = burst
        self._per_s = per_s
        self._limit = limit
        self._left: dict[PeerId, tuple[float, float]] = {}

    def take(self, peer: PeerId, count: int, now_s: float) -> bool:
        """Whether `count` more are allowed."""
        left, since_s = self._left.pop(peer, (self._burst, now_s))
        left = min(self._burst, left + (now_s - since_s) * self._per_s)
        is_allowed = left >= count
        if len(self._left) >= self._limit:
            del self._left[next(iter(self._left))]
        self._left[peer] = (left - count if is_allowed else left, now_s)
        return is_allowed
