"""The manifest's data as training batches."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from core.data.files import DiskFull
from core.data.objects import ObjectStore
from core.data.order import Arrival, SampleOrder
from core.data.prepared import cache_folder, prepare_shard
from core.data.ranges import SampleRange
from core.data.recipe import Items, Recipe
from core.errors import LocalFault
from core.identity.amendment import Joined, amended
from core.identity.manifest import Manifest, Shard
from core.saying import say

_OPEN_SHARDS = 32
"""Each takes a few file handles."""

OnProgress = Callable[[str, float], None]
"""Called with what is being done, in words for the user, and the part of it that is done, 0 to 1."""


class OtherSamples(LocalFault):
    """This machine makes other samples of the data than the manifest says."""


def prepare(
    manifest: Manifest,
    recipe: Recipe,
    objects: Path,
    prepared: Path,
    on_progress: OnProgress = lambda what, part: None,
) -> None:
    """Prepares all shards that are not prepared yet. May be killed at any moment: finished shards stay.

    Blocks, and uses all processors: to be called in a process of its own (`core.data.child.prepare_in_child`).
    Raises `LocalFault` if an object is missing or broken, the disk fails, or the counts are not the manifest's.
    """
    store = ObjectStore(objects)
    total, before = max(1, sum(shard.bytes for shard in manifest.shards)), 0
    for shard in manifest.shards:
        what = f"Preparing {shard.name or 'data'}"
        size, start = shard.bytes, before

        def report(fraction: float, what: str = what, size: int = size, start: int = start) -> None:
            on_progress(what, (start + size * fraction) / total)

        report(0.0)
        folder = cache_folder(prepared, shard.object, shard.format, recipe)
        _check_count(shard, prepare_shard(_path(store, shard), shard.format, recipe, folder, report))
        before += shard.bytes
    on_progress("Data is prepared", 1.0)


def is_prepared(manifest: Manifest, recipe: Recipe, prepared: Path) -> bool:
    """Whether every shard is prepared with the manifest's number of samples: then `prepare` has nothing to do."""
    for shard in manifest.shards:
        ready = recipe.open(cache_folder(prepared, shard.object, shard.format, recipe))
        if ready is None or ready.samples != shard.samples:
            return False
    return True


def order_of(manifest: Manifest, joined: Sequence[Joined] = ()) -> SampleOrder:
    """In which order the run goes through its shards: the manifest's, then those that have joined."""
    return SampleOrder(
        manifest.seed,
        [shard.samples for shard in manifest.shards],
        sources=[shard.source for shard in manifest.shards],
        weights=[source.weight for source in manifest.sources],
        arrivals=[
            Arrival(
                each.first_sample,
                tuple(shard.samples for shard in each.data.shards),
                tuple(shard.source for shard in each.data.shards),
                tuple(source.weight for source in each.data.sources),
            )
            for each in joined
        ],
    )


class SampleSource:
    """Makes batches by sample number. Not to be used by several threads at once."""

    def __init__(self, manifest: Manifest, recipe: Recipe, prepared: Path) -> None:
        self._manifest = manifest
        self._recipe = recipe
        self._prepared = prepared
        self._shards: OrderedDict[int, Items] = OrderedDict()
        self._order = order_of(manifest)
        self._listed = manifest.shards
        """By their numbers in the order."""

    def batch(self, samples: SampleRange) -> Any:
        """The recipe's batch; the same for the same samples on every machine. Opens shards as they are needed.

        Raises `LocalFault` if one of them is not prepared, `OtherSamples` if it does not have the manifest's number
        of samples.
        """
        shards, items = self._order.locate(samples)
        pairs = zip(shards.tolist(), items.tolist(), strict=True)
        return self._recipe.batch([self._shard(shard).sample(item) for shard, item in pairs], samples)

    def join(self, joined: Sequence[Joined]) -> None:
        """This is all that has joined the run by now."""
        self._order = order_of(self._manifest, joined)
        self._listed = amended(self._manifest, joined).shards
        self._shards.clear()

    def _shard(self, index: int) -> Items:
        ready = self._shards.get(index)
        if ready is None:
            shard = self._listed[index]
            ready = self._recipe.open(self._folder(index))
            if ready is None:
                raise LocalFault(
                    say("The data of {name} is not prepared on this machine: start it again.", name=self._manifest.name)
                )
            _check_count(shard, ready)
            self._close_removed()
            self._shards[index] = ready
            if len(self._shards) > _OPEN_SHARDS:
                self._shards.popitem(last=False)
        self._shards.move_to_end(index)
        return ready

    def _close_removed(self) -> None:
        """A shard that was removed while it is open still takes its place on the disk."""
        for index in [index for index in self._shards if not self._folder(index).exists()]:
            del self._shards[index]

    def _folder(self, index: int) -> Path:
        shard = self._listed[index]
        return cache_folder(self._prepared, shard.object, shard.format, self._recipe)


def _path(store: ObjectStore, shard: Shard) -> Path:
    if not store.has(shard.object):
        raise LocalFault(
            say("The file {path} is missing: start again to fetch it.", path=str(store.path(shard.object)))
        )
    return store.path(shard.object)


def _check_count(shard: Shard, made: Items) -> None:
    if made.samples != shard.samples:
        raise OtherSamples(
            say(
                "This machine makes {made} samples of {name} and the collaboration counts {counted}: update Idlewild, "
                "or ask the organiser which version they use.",
                made=made.samples,
                name=shard.name or shard.object.text,
                counted=shard.samples,
            )
        )


FAULTS: dict[str, type[LocalFault]] = {"DiskFull": DiskFull, "OtherSamples": OtherSamples}
"""Kinds of faults that keep their kind on their way from the process that prepares."""
