"""From the spool to shards of about one size, in the order of the documents' hashes."""

import contextlib
import hashlib
import io
import itertools
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from core.data.building.gathering import distinct
from core.data.building.options import OnProgress
from core.data.building.report import ShardReport
from core.data.building.spool import PARTS, Record, Spool
from core.data.building.state import Counted, State, WorkFolder, Written
from core.data.building.writers import Form
from core.data.files import TEMPORARY, guarded, sync_folder
from core.data.objects import file_digest
from core.errors import UsageError

_PROBE_BYTES = 8 << 20
"""Packed once to see how well the documents pack."""


@dataclass(frozen=True, slots=True)
class Cuts:
    """What the shards are to be like."""

    name: str
    shard_bytes: int
    held_out_below: bytes
    keep_duplicates: bool


class Cutter:
    def __init__(self, spool: Spool, form: Form, cuts: Cuts, work: WorkFolder, on_progress: OnProgress) -> None:
        self._spool, self._form, self._cuts, self._work = spool, form, cuts, work
        self._on_progress = on_progress

    def count(self, state: State) -> Counted:
        """Looks at all documents once. Raises `UsageError` if there is nothing to train on."""
        part_bytes, documents, held_bytes = [], 0, 0
        probe: list[bytes] = []
        probe_bytes = 0
        for part in range(PARTS):
            self._on_progress("Sorting", part / PARTS)
            size = 0
            for digest, payload in self._distinct(part):
                documents += 1
                size += len(payload)
                if digest < self._cuts.held_out_below:
                    held_bytes += len(payload)
                elif probe_bytes < _PROBE_BYTES:
                    probe.append(payload)
                    probe_bytes += len(payload)
            part_bytes.append(size)
        if not probe:
            raise UsageError(
                f"Of {state.read:,} documents none is left to train on: take more data, a smaller --held-out or a "
                "smaller --filter-min-characters."
            )
        packed = self._packed_bytes(probe) / probe_bytes
        trained = sum(part_bytes) - held_bytes
        held_shards, shards = (max(1, round(size * packed / self._cuts.shard_bytes)) for size in (held_bytes, trained))
        return Counted(part_bytes, held_bytes, documents, held_shards, shards)

    def _packed_bytes(self, payloads: list[bytes]) -> int:
        file = io.BytesIO()
        writer = self._form.open(file)
        for payload in payloads:
            writer.add(payload)
        writer.finish()
        return file.tell()

    def _distinct(self, part: int) -> Iterator[Record]:
        return distinct(self._spool.ordered(part), self._cuts.keep_duplicates)

    def write(self, state: State) -> None:
        """Writes the shards that `state` does not have yet, and adds each as soon as it is whole."""
        assert state.counted is not None
        counted = state.counted
        total = max(1, sum(counted.part_bytes))
        begin = state.written[-1].stop if state.written else 0
        numbers = {held: sum(done.report.held_out == held for done in state.written) for held in (True, False)}
        placed = self._placed(counted, begin)
        for (is_held, _), group in itertools.groupby(placed, key=lambda each: each[0]):
            infix = "-held-out" if is_held else ""
            name = f"{self._cuts.name}{infix}-{numbers[is_held]:05d}{self._form.ending}"
            numbers[is_held] += 1
            state.written.append(self._write(name, is_held, group, total))
            self._work.save(state)

    def _placed(self, counted: Counted, begin: int) -> Iterator[tuple[tuple[bool, int], int, bytes]]:
        """Documents from byte `begin` on: whether it is held out and in which cut, where it ends, itself."""
        trained = sum(counted.part_bytes) - counted.held_bytes
        place = 0
        for part in range(PARTS):
            if place + counted.part_bytes[part] <= begin:
                place += counted.part_bytes[part]
                continue
            for digest, payload in self._distinct(part):
                start, place = place, place + len(payload)
                if start >= begin:
                    if is_held := digest < self._cuts.held_out_below:
                        cut = start * counted.held_shards // counted.held_bytes
                    else:
                        cut = (start - counted.held_bytes) * counted.shards // trained
                    yield (is_held, cut), place, payload

    def _write(self, name: str, is_held: bool, group: Iterator[tuple[object, int, bytes]], total: int) -> Written:
        path = self._work.shards / name
        unfinished = path.with_name(name + TEMPORARY)
        content = hashlib.sha256()
        documents, stop = 0, 0
        with guarded(self._work.path), unfinished.open("wb") as file:
            with contextlib.closing(self._form.open(file)) as writer:
                for _, stop, payload in group:
                    writer.add(payload)
                    content.update(len(payload).to_bytes(8, "little") + payload)
                    documents += 1
                    if documents % 100 == 1:
                        self._on_progress(f"Writing {name}", stop / total)
                writer.finish()
            _sync(file)
        with guarded(self._work.path):
            unfinished.replace(path)
            sync_folder(path.parent)
            report = ShardReport(
                file=name,
                bytes=path.stat().st_size,
                sha256=file_digest(path).raw.hex(),
                content_sha256=content.hexdigest(),
                documents=documents,
                characters=None if self._form.skip else writer.characters,
                held_out=is_held,
            )
        return Written(report, stop)


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def placed_files(state: State, folders: tuple[Path, ...]) -> bool:
    """Whether every shard that `state` has is in one of `folders`, as long as it was."""
    return all(
        any(_size(folder / done.report.file) == done.report.bytes for folder in folders) for done in state.written
    )


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else -1
