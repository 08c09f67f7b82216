"""From inputs to the spool: all that is wanted of them, once, and counted."""

import time
from collections.abc import Callable, Iterator

from core.data.building.options import OnProgress
from core.data.building.payloads import DIGEST_BYTES, digest_of
from core.data.building.spool import PARTS, Record, Spool
from core.data.building.state import State, WorkFolder
from core.data.building.supply import Input

SAVE_EVERY_S = 30.0
"""What an interruption costs at most, beside the input under way."""


class Gatherer:
    def __init__(
        self, inputs: tuple[Input, ...], skip: int, minimum_characters: int, work: WorkFolder, on_progress: OnProgress
    ) -> None:
        """`skip`: bytes of a payload before its content."""
        self._inputs, self._skip, self._minimum_characters = inputs, skip, minimum_characters
        self._work, self._on_progress = work, on_progress
        self._total = max(1, sum(each.weight for each in inputs))

    def gather(self, state: State, clock: Callable[[], float] = time.monotonic) -> Spool:
        """Goes on from `state`, which it keeps up to date. Raises `LocalFault` that names the file."""
        spool = Spool(self._work.spool)
        if not spool.cut(state.sizes or [0] * PARTS):
            state.inputs, state.read, state.too_short, state.counted, state.written = 0, 0, 0, None, []
            spool.cut([0] * PARTS)
        done = sum(each.weight for each in self._inputs[: state.inputs])
        saved_s = clock()
        for number in range(state.inputs, len(self._inputs)):
            self._take(self._inputs[number], spool, state, done)
            done += self._inputs[number].weight
            state.inputs = number + 1
            if state.inputs == len(self._inputs) or clock() - saved_s >= SAVE_EVERY_S:
                state.sizes = spool.flush()
                self._work.save(state)
                saved_s = clock()
        return spool

    def _take(self, each: Input, spool: Spool, state: State, done: int) -> None:
        what = f"Reading {each.name}"
        self._on_progress(what, done / self._total)
        for payload in each.payloads(lambda part: self._on_progress(what, (done + part * each.weight) / self._total)):
            state.read += 1
            if self._is_wanted(payload):
                spool.add(digest_of(memoryview(payload)[self._skip :]), payload)
            else:
                state.too_short += 1

    def _is_wanted(self, payload: bytes) -> bool:
        if self._skip:
            return True
        if self._minimum_characters <= 1:
            return bool(payload.strip())
        return len(payload.decode().strip()) >= self._minimum_characters


def distinct(records: Iterator[Record], keep_duplicates: bool) -> Iterator[Record]:
    """Of equal documents the first, or all of them."""
    last = b""
    for digest, payload in records:
        if keep_duplicates or digest != last:
            yield digest, payload
        last = digest


def held_out_below(part: float) -> bytes:
    """The digest below which documents are held out: that part of all digests, whatever the documents are."""
    return min(round(part * 2**64), 2**64 - 1).to_bytes(8, "big") + bytes(DIGEST_BYTES - 8)
