"""What is removed from this home when a collaboration is left.

Of somebody else's collaboration everything goes that they can give again: data, model, states. What is hosted here may
be nowhere else: it keeps its data and its newest state, so that its own link leads back to it.
"""

import logging
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from core.data.objects import ObjectStore
from core.data.prepared import cache_folder
from core.engine.joining import manifest_of
from core.errors import LocalFault
from core.identity.amendment import Amendment, AppendData
from core.identity.ids import Digest
from core.identity.manifest import Manifest, Shard
from core.identity.wire import from_json
from core.paths import Home
from core.storage.checkpoints import CheckpointStore
from core.storage.database import Database
from core.storage.log_store import LogStore
from core.storage.runs import RunRecord
from core.training.tasks import recipe_of

log = logging.getLogger(__name__)


class Belongings:
    """What lies in the home for one collaboration."""

    def __init__(self, record: RunRecord, database: Database) -> None:
        """Reads the log for data that has joined the run. Raises `LocalFault` where its manifest cannot be read."""
        self.record = record
        self.manifest = manifest_of(record)
        amendments = (commit.amendment for commit in LogStore(database, record.run).amending())
        changes = (from_json(Amendment, signed.content).what for signed in amendments if signed is not None)
        joined = [shard for change in changes if isinstance(change, AppendData) for shard in change.shards]
        self.shards: list[Shard] = [*self.manifest.shards, *self.manifest.held_out, *joined]

    def objects(self) -> Iterator[Digest]:
        if self.manifest.tokenizer is not None:
            yield self.manifest.tokenizer
        yield self.manifest.initial_weights
        yield from (shard.object for shard in self.shards)

    def prepared(self, home: Home) -> set[Path]:
        """Folders of samples; where the tokenizer is gone, so are they."""
        try:
            recipe = recipe_of(self.manifest, home.objects)
        except LocalFault:
            return set()
        return {cache_folder(home.prepared, shard.object, shard.format, recipe) for shard in self.shards}


def belongings(records: Iterable[RunRecord], database: Database) -> list[Belongings]:
    """Of those whose manifest can be read."""
    found = []
    for record in records:
        try:
            found.append(Belongings(record, database))
        except LocalFault as fault:
            log.warning("what belongs to %s cannot be told: %s", record.run, fault)
    return found


def remove(home: Home, left: Iterable[Belongings], others: Iterable[Belongings]) -> None:
    """Removes what is of `left` and of no use to `others`. Blocks for the time of the disk; what cannot be removed
    stays for the next time."""
    others = list(others)
    prepared = {folder for other in others for folder in other.prepared(home)}
    objects = {digest for other in others for digest in other.objects()}
    for one in left:
        for folder in one.prepared(home) - prepared:
            shutil.rmtree(folder, ignore_errors=True)
        if one.record.is_host:
            _keep_newest(home, one.record)
            continue
        shutil.rmtree(CheckpointStore(home.checkpoints).path(one.record.run, 0).parent, ignore_errors=True)
        for digest in set(one.objects()) - objects:
            _remove_object(home, digest)


def _keep_newest(home: Home, record: RunRecord) -> None:
    store = CheckpointStore(home.checkpoints, kept=1)
    if steps := store.steps(record.run):
        store.drop_before(record.run, steps[0])


def _remove_object(home: Home, digest: Digest) -> None:
    """The file, and what stands beside it: an unfinished one, its pieces' hashes."""
    path = ObjectStore(home.objects).path(digest)
    for file in path.parent.glob(f"{path.name}*"):
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            log.warning("%s cannot be removed: %s", file, error)


def manifest_words(record: RunRecord) -> Manifest | None:
    """None where a newer program wrote it."""
    try:
        return manifest_of(record)
    except LocalFault as fault:
        log.debug("%s", fault)
        return None
