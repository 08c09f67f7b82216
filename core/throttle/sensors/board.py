"""What all probes have said, and what follows from it where several speak of the same."""

import math
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.throttle.readings import Readings
from core.throttle.sensors.probe import INPUT, PAD_INPUT, Said

EDGES_APART_S = 0.1
SAME_INPUT_S = 0.05
"""Moments of the last input that differ by less are one: whoever is asked counts in milliseconds and answers late."""

_ANY_TRUE = frozenset({"is_locked", "is_full_screen", "is_in_call", "on_battery", "is_saving_energy", "is_lid_closed"})
"""True as soon as one source says so: each of them sees only some of what may be."""
_FIELDS = tuple(Readings.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class _Statement:
    said: Said
    probe: str
    until_s: float


class Board:
    """Written by the threads of the probes, read by anybody. What is read is replaced as a whole and never changed, so
    that reading takes no lock."""

    def __init__(
        self,
        on_input: Callable[[], None],
        order: Sequence[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`order`: names of sources, whom to believe first; those that are missing come last."""
        self._on_input = on_input
        self._rank = {name: rank for rank, name in enumerate(order)}
        self._clock = clock
        self._lock = threading.Lock()
        self._statements: Mapping[str, tuple[_Statement, ...]] = {}
        self._edge_s = -math.inf

    def post(self, probe: str, said: Iterable[Said], holds_s: float) -> None:
        """Replaces all that this probe has said before. Calls `on_input` where it tells of new input."""
        with self._lock:
            now_s = self._clock()
            before = self._statements
            self._replace(probe, [_Statement(one, probe, now_s + holds_s) for one in said])
            is_edge = any(self._is_new_input(probe, fact, before) for fact in (INPUT, PAD_INPUT))
            is_edge = is_edge and now_s - self._edge_s >= EDGES_APART_S
            if is_edge:
                self._edge_s = now_s
        if is_edge:
            self._on_input()

    def withdraw(self, probe: str) -> None:
        """It has stopped answering."""
        with self._lock:
            self._replace(probe, [])

    def read(self) -> Readings:
        now_s = self._clock()
        values: dict[str, Any] = {}
        for fact in _FIELDS:
            found = self._find(fact, now_s)
            if found is not None:
                values[fact] = found.value
        if INPUT in values:
            pad = self._find(PAD_INPUT, now_s)
            moments = [values[INPUT], *([] if pad is None else [pad.value])]
            values[INPUT] = max(0.0, now_s - max(moments))
        return Readings(**values)

    def sources(self) -> dict[str, str]:
        """Fact to who says so now."""
        now_s = self._clock()
        found = {fact: self._find(fact, now_s) for fact in _FIELDS}
        return {fact: said.by for fact, said in found.items() if said is not None}

    def find(self, fact: str) -> Said | None:
        """What counts now; None where nobody can tell."""
        return self._find(fact, self._clock())

    def _find(self, fact: str, now_s: float) -> Said | None:
        first: Said | None = None
        for one in self._statements.get(fact, ()):
            if one.until_s < now_s:
                continue
            if fact not in _ANY_TRUE or one.said.value is True:
                return one.said
            first = first or one.said
        return first

    def _replace(self, probe: str, statements: list[_Statement]) -> None:
        facts = {fact: [one for one in old if one.probe != probe] for fact, old in self._statements.items()}
        for one in statements:
            facts.setdefault(one.said.fact, []).append(one)
        for several in facts.values():
            several.sort(key=lambda one: self._rank.get(one.said.by, len(self._rank)))
        self._statements = {fact: tuple(several) for fact, several in facts.items() if several}

    def _is_new_input(self, probe: str, fact: str, before: Mapping[str, tuple[_Statement, ...]]) -> bool:
        """An input that this probe did not know of; what it says first is none."""
        old = _last_input_s(before.get(fact, ()), probe)
        new = _last_input_s(self._statements.get(fact, ()), probe)
        return old is not None and new is not None and new > old + SAME_INPUT_S


def _last_input_s(statements: Iterable[_Statement], probe: str) -> float | None:
    moments = [float(one.said.value) for one in statements if one.probe == probe and isinstance(one.said.value, float)]
    return max(moments, default=None)
