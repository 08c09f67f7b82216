"""Where a trainer's batches come from. No torch."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from core.data.ranges import SampleRange
from core.identity.amendment import Joined
from core.identity.manifest import Manifest


class Samples(Protocol):
    """`batch` is called in a thread of its own."""

    def batch(self, samples: SampleRange) -> Any: ...

    def join(self, joined: Sequence[Joined]) -> None:
        """All that has joined the run by now; never called while a batch is made."""
        ...


OpenSamples = Callable[[Manifest, Path, Path], Samples]
"""Manifest, folder of objects, folder of prepared shards. It must be importable by name."""
