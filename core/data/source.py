"""The manifest's data as training batches."""

from collections import OrderedDict
from pathlib import Path
from typing import Self

from core.data.batches import Batch, MlmSopBatches
from core.data.objects import ObjectStore
from core.data.order import SampleOrder
from core.data.prepared import OnProgress, PreparedShard, cache_folder, prepare_shard
from core.data.ranges import SampleRange
from core.data.tokenizer import TextTokenizer
from core.errors import LocalFault
from core.identity.ids import Digest
from core.identity.manifest import Manifest, Shard

_OPEN_SHARDS = 32
"""Each takes three file handles."""


class OtherSamples(LocalFault):
    """This machine makes other samples of the data than the manifest says."""


def prepare(
    manifest: Manifest, objects: Path, prepared: Path, on_progress: OnProgress = lambda what, part: None
) -> None:
    """Tokenizes all shards that are not prepared yet. May be killed at any moment: finished shards stay.

    Blocks, and uses all processors: to be called in a process of its own (`core.data.child.prepare_in_child`).
    Raises `LocalFault` if an object is missing or broken, the disk fails, or the counts are not the manifest's.
    """
    store = ObjectStore(objects)
    tokenizer = _tokenizer(manifest, store)
    total, before = max(1, sum(shard.bytes for shard in manifest.shards)), 0
    for shard in manifest.shards:
        what = f"Preparing {shard.name or 'data'}"
        size, start = shard.bytes, before

        def report(fraction: float, what: str = what, size: int = size, start: int = start) -> None:
            on_progress(what, (start + size * fraction) / total)

        report(0.0)
        folder = prepared_folder(prepared, manifest, shard)
        _check_count(
            shard, prepare_shard(_path(store, shard.object), shard.format, tokenizer, _length(manifest), folder, report)
        )
        before += shard.bytes
    on_progress("Data is prepared", 1.0)


def is_prepared(manifest: Manifest, prepared: Path) -> bool:
    """Whether every shard is prepared with the manifest's number of samples: then `prepare` has nothing to do."""
    for shard in manifest.shards:
        ready = PreparedShard.open(prepared_folder(prepared, manifest, shard))
        if ready is None or ready.samples != shard.samples:
            return False
    return True


class SampleSource:
    """Makes batches by sample number. Not to be used by several threads at once."""

    def __init__(self, manifest: Manifest, tokenizer: TextTokenizer, prepared: Path) -> None:
        self._manifest = manifest
        self._prepared = prepared
        self._shards: OrderedDict[int, PreparedShard] = OrderedDict()
        self._order = SampleOrder(manifest.seed, [shard.samples for shard in manifest.shards])
        self._make = MlmSopBatches(
            seed=manifest.seed,
            vocabulary=tokenizer.vocabulary,
            special=tokenizer.special,
            cls=tokenizer.cls,
            sep=tokenizer.sep,
            mask=tokenizer.mask,
            pad=tokenizer.pad,
            sequence_tokens=_length(manifest),
            mask_probability=manifest.task.mask_probability,
        )

    @classmethod
    def open(cls, manifest: Manifest, objects: Path, prepared: Path) -> Self:
        """Shards are opened when they are needed."""
        return cls(manifest, _tokenizer(manifest, ObjectStore(objects)), prepared)

    def batch(self, samples: SampleRange) -> Batch:
        """The same for the same samples on every machine, save for padding (see `Batch`).

        Raises `LocalFault` if a shard is not prepared, `OtherSamples` if it does not have the manifest's number of
        samples.
        """
        shards, items = self._order.locate(samples)
        pairs = zip(shards.tolist(), items.tolist(), strict=True)
        return self._make([self._shard(shard).sample(item) for shard, item in pairs], samples)

    def _shard(self, index: int) -> PreparedShard:
        ready = self._shards.get(index)
        if ready is None:
            shard = self._manifest.shards[index]
            ready = PreparedShard.open(self._folder(index))
            if ready is None:
                raise LocalFault(f"The data of {self._manifest.name} is not prepared on this machine: start it again.")
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
        return prepared_folder(self._prepared, self._manifest, self._manifest.shards[index])


def _length(manifest: Manifest) -> int:
    return manifest.task.sequence_tokens


def prepared_folder(prepared: Path, manifest: Manifest, shard: Shard) -> Path:
    """Where the samples of `shard` lie, or would."""
    return cache_folder(prepared, shard.object, shard.format, manifest.tokenizer, _length(manifest))


def _path(store: ObjectStore, digest: Digest) -> Path:
    if not store.has(digest):
        raise LocalFault(f"The file {store.path(digest)} is missing: start again to fetch it.")
    return store.path(digest)


def _tokenizer(manifest: Manifest, store: ObjectStore) -> TextTokenizer:
    tokenizer = TextTokenizer.open(_path(store, manifest.tokenizer))
    declared = manifest.task.model.get("vocab_size")
    if not isinstance(declared, int) or tokenizer.vocabulary > declared:
        raise LocalFault(
            f"The tokenizer of {manifest.name} has {tokenizer.vocabulary:,} entries and its model room for {declared}: "
            "tell its organiser."
        )
    return tokenizer


def _check_count(shard: Shard, made: PreparedShard) -> None:
    if made.samples != shard.samples:
        raise OtherSamples(
            f"This machine makes {made.samples:,} samples of {shard.name or shard.object} and the collaboration counts "
            f"{shard.samples:,}: update Idlewild, or ask the organiser which version they use."
        )
