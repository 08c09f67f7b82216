"""What this room asks of a task: how it makes samples of a shard, and batches of samples."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from core.data.ranges import SampleRange
from core.data.text import OnFraction
from core.identity.manifest import Manifest
from core.saying import Saying


class Items(Protocol):
    """The samples of one prepared shard."""

    @property
    def samples(self) -> int: ...

    def sample(self, item: int) -> Any:
        """Sample `item` in [0, samples), in whatever form the recipe's `batch` takes."""
        ...


class Recipe(Protocol):
    """One manifest's way from shards to batches. Knows no torch; may be used by several threads."""

    @property
    def key(self) -> str:
        """All that prepared files depend on beside the shard's bytes and format: it names their folder."""
        ...

    def write(self, path: Path, kind: str, folder: Path, on_fraction: OnFraction) -> None:
        """Prepares the shard file `path`, of format `kind`, as files in the empty `folder`, each synced.

        Raises `BrokenShard`, or `OSError`.
        """
        ...

    def open(self, folder: Path) -> Items | None:
        """What `write` has made; None if it is absent or damaged, and so to be made anew."""
        ...

    def doubts(self, path: Path, kind: str, made: Any, on_fraction: OnFraction) -> list[Saying]:
        """What the organiser should know of the shard, a sentence each, found by looking at every sample of `made`,
        which `write` made of it. Raises `BrokenShard` if nothing of it can be used."""
        ...

    def batch(self, samples: Sequence[Any], numbers: SampleRange) -> Any:
        """One micro-batch: `samples[k]` is the run's sample `numbers.start + k`. The same on every machine."""
        ...


RecipeOf = Callable[[Manifest, Path], Recipe]
"""Finds a manifest's recipe; the path is the folder of objects. Raises `LocalFault`."""
