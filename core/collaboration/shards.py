"""Files of an organiser become shards: stored, cut into pieces, their samples counted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.collaboration.data_table import DataFile
from core.data.files import guarded
from core.data.objects import ObjectStore
from core.data.pieces import hash_pieces
from core.data.prepared import cache_folder, prepare_shard
from core.data.recipe import Recipe
from core.data.text import BrokenShard
from core.errors import UsageError
from core.identity.manifest import Shard
from core.saying import Saying, say

OnProgress = Callable[[Saying, float], None]
"""What is being done, and how much of it (0 to 1)."""
OnDoubt = Callable[[Saying], None]


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where they go, and what makes samples of them."""

    objects: ObjectStore
    prepared: Path
    recipe: Recipe

    def shards_of(
        self, files: Sequence[DataFile], on_progress: OnProgress, on_doubt: OnDoubt = lambda sentence: None
    ) -> tuple[Shard, ...]:
        """Of each file. `on_doubt` is told what the organiser should know of data that can be used all the same.
        Blocks for as long as the data takes. Raises `UsageError` for what must be mended, `LocalFault` for the disk."""
        shards = []
        for number, file in enumerate(files):

            def report(what: Saying, part: float, number: int = number) -> None:
                on_progress(what, (number + part) / len(files))

            shards.append(self._shard(file, report, on_doubt))
        return tuple(shards)

    def _shard(self, file: DataFile, on_progress: OnProgress, on_doubt: OnDoubt) -> Shard:
        """Samples are counted by preparing the shard: whoever trains here needs that anyway."""
        digest = self.objects.add_file(file.path)
        what = say("Counting samples of {file}.", file=file.path.name)
        folder = cache_folder(self.prepared, digest, file.format, self.recipe)
        try:
            made = prepare_shard(
                self.objects.path(digest), file.format, self.recipe, folder, lambda part: on_progress(what, part / 2)
            )
            if made.samples == 0:
                raise UsageError(f"{file.path} has too little for a single sample: take it out.")
            for doubt in self.recipe.doubts(
                file.path, file.format, made, lambda part: on_progress(what, (1 + part) / 2)
            ):
                on_doubt(doubt)
        except BrokenShard as fault:
            raise UsageError(f"{file.path} cannot be used: {fault.what}; mend it or take it out.") from fault
        with guarded(self.objects.folder):
            pieces = hash_pieces(self.objects.path(digest))
        return Shard(
            object=digest,
            bytes=pieces.size_bytes,
            format=file.format,
            samples=made.samples,
            pieces=pieces.root,
            source=file.source,
            name=file.path.name,
        )
