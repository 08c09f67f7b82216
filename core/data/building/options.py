"""What can be asked of a build."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

SHARD_MB = 64

OnProgress = Callable[[str, float], None]
"""Called with what is being done, in words for the user, and the part of that which is done, 0 to 1."""


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """What is to be built."""

    source: str
    """A folder, a file, or `hf://datasets/…`."""
    folder: Path
    """Where to."""
    name: str = ""
    """Of the source in the manifest, and the beginning of the shards' names; else the source's own."""
    shard_bytes: int = SHARD_MB * 1_000_000
    """About."""
    held_out: float = 0.0
    """Part of the documents, in [0, 1)."""
    keep_duplicates: bool = False
    minimum_characters: int = 0
    tokenizer: Path | None = None
    """Makes token shards."""
    column: str | None = None
    label_column: str = "label"
    weight: float = 1.0
    """Of the source in the manifest, beside others."""
