"""What the swarm asks of the disk where states are kept; `core.storage.run_states.RunStates` fulfils it.

Everything here blocks for the time of the disk and may be called from any thread.
"""

from typing import Protocol

from core.identity.ids import Digest
from core.training.state_digest import StateDigest
from core.training.state_view import StateView


class SavedState(Protocol):
    """A whole state in a file."""

    @property
    def elements(self) -> int: ...

    def read(self, index: int) -> bytes:
        """A chunk. Raises `OSError`."""
        ...

    def rehash(self) -> StateDigest:
        """Of what is really there. Raises `OSError`."""
        ...

    def close(self) -> None: ...


class UnfinishedState(Protocol):
    """A state that is being downloaded. Outlives the program; what it holds must be hashed before it is trusted."""

    digest: StateDigest

    def read(self, index: int) -> bytes:
        """Raises `OSError`."""
        ...

    def write(self, index: int, data: bytes | bytearray | memoryview) -> None:
        """Raises `OSError`."""
        ...

    def finish(self) -> None:
        """Every chunk is there and right: it is a whole state from now on. Raises `LocalFault`."""
        ...

    def discard(self) -> None: ...

    def close(self) -> None: ...


class StateFiles(Protocol):
    """States of one run."""

    def save(self, view: StateView) -> None:
        """Keeps it, and settles `view`. Raises `LocalFault`."""
        ...

    def open(self, step: int, root: Digest) -> SavedState | None: ...

    def begin(self, digest: StateDigest, elements: int) -> UnfinishedState:
        """In place of any other unfinished one. Raises `LocalFault`."""
        ...

    def unfinished(self, elements: int) -> UnfinishedState | None:
        """What a broken download has left."""
        ...
