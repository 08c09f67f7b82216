"""What is on this disk of each of a run's shards: the file as it came, and the samples made of it."""

import logging
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import msgspec

from core.data.eviction import Eviction, Held
from core.data.objects import ObjectStore
from core.data.prepared import cache_folder
from core.data.recipe import Recipe
from core.data.seals import folder_bytes, is_sealed, is_sound, seal
from core.data.source import is_prepared
from core.data.stocks import Stocks
from core.identity.manifest import Manifest, Shard

log = logging.getLogger(__name__)

_GROWS = {"jsonl.zst": 4.0, "parquet": 3.0, "text": 1.5}
"""How many times as long as its file what is made of a shard is, before any was made."""


class Holdings:
    """Of one run. What is marked as blocking may be called from any thread, though not by two at once; what it finds is
    taken over on the event loop."""

    def __init__(
        self,
        manifest: Manifest,
        recipe: Recipe,
        store: ObjectStore,
        stocks: Stocks,
        prepared: Path,
        *,
        keeps_files: bool,
    ) -> None:
        """`keeps_files`: for a host, whose files may be nowhere else."""
        self.shards = manifest.shards
        """By their numbers in the order of samples; more are added at the end when data joins the run."""
        self._recipe = recipe
        self._manifest = manifest
        self._store = store
        self._stocks = stocks
        self._prepared = prepared
        self._keeps_files = keeps_files
        self.held: dict[int, Held] = {}
        """By index, of those of which there is something."""
        self.ready: set[int] = set()
        """Those whose samples can be used."""

    def alone(self, index: int) -> Manifest:
        """The manifest as if there were this shard only: for what is done with one at a time."""
        return msgspec.structs.replace(self._manifest, shards=(self.shards[index],))

    def folder(self, index: int) -> Path:
        shard = self.shards[index]
        return cache_folder(self._prepared, shard.object, shard.format, self._recipe)

    @property
    def used_bytes(self) -> int:
        return sum(one.raw_bytes + one.prepared_bytes for one in self.held.values())

    def has_file(self, index: int) -> bool:
        return self._store.has(self.shards[index].object)

    def room_to_fetch(self, index: int) -> int:
        """Bytes that its file will take beyond what is here of it."""
        held = self.held.get(index)
        return self.shards[index].bytes - (held.raw_bytes if held is not None else 0)

    def room_to_prepare(self, index: int) -> int:
        """Bytes that its samples will take, as far as can be told before."""
        kind = self.shards[index].format
        known = [one for one in self.held.values() if one.prepared_bytes and self.shards[one.index].format == kind]
        raw = sum(self.shards[one.index].bytes for one in known)
        grows = sum(one.prepared_bytes for one in known) / raw if raw else _GROWS.get(kind, 4.0)
        return int(grows * self.shards[index].bytes)

    # --- blocking

    def look(self, index: int) -> Held:
        """What is here of it."""
        shard = self.shards[index]
        return Held(
            index,
            raw_bytes=shard.bytes if self.has_file(index) else self._unfinished_bytes(shard),
            prepared_bytes=folder_bytes(self.folder(index)),
            is_kept=self._keeps_files,
        )

    def look_at_all(self) -> list[Held]:
        return [self.look(index) for index in range(len(self.shards))]

    def _unfinished_bytes(self, shard: Shard) -> int:
        return self._stocks.of(shard).unfinished_bytes

    def check(self, index: int) -> bool:
        """Whether its samples are here and sound. Damaged ones are removed."""
        folder = self.folder(index)
        if not is_prepared(self.alone(index), self._recipe, self._prepared):
            return False
        if not is_sealed(folder):
            seal(folder)
        elif not is_sound(folder):
            log.warning("what was prepared of %s is damaged and is made anew", self.shards[index].name or index)
            shutil.rmtree(folder, ignore_errors=True)
            return False
        return True

    def is_file_sound(self, index: int) -> bool:
        """Whether the shard's file is what the manifest says. If not, what is right of it stays."""
        stock = self._stocks.of(self.shards[index])
        if not stock.is_whole or stock.is_sound():
            return True
        stock.lose()
        return False

    def remove(self, choice: Iterable[Eviction]) -> None:
        for one in choice:
            shard = self.shards[one.index]
            if one.prepared:
                shutil.rmtree(self.folder(one.index), ignore_errors=True)
            if one.raw:
                self._stocks.of(shard).remove()
            log.info("%s makes room for what is needed sooner", shard.name or shard.object)

    # --- on the event loop

    def note(self, held: Held) -> None:
        if held.raw_bytes + held.prepared_bytes > 0:
            self.held[held.index] = held
        else:
            self.held.pop(held.index, None)

    def forget(self, choice: Iterable[Eviction]) -> None:
        """Before these are removed: nobody is to use them any more."""
        for one in choice:
            held = self.held[one.index]
            if one.prepared:
                self.ready.discard(one.index)
                held = replace(held, prepared_bytes=0)
            if one.raw:
                self._stocks.of(self.shards[one.index]).forget()
                held = replace(held, raw_bytes=0)
            self.note(held)
