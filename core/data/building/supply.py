"""Where documents come from, whatever that is."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from core.data.text import OnFraction

DOCUMENT_BYTES = 8 << 20
"""Half of what readers of shards allow (`core.data.text.Limits`): a line of JSON is longer than its text."""


class Input(Protocol):
    """A part of what is gathered: whole or not at all, after an interruption."""

    @property
    def name(self) -> str:
        """For people."""
        ...

    @property
    def mark(self) -> str:
        """Another one for another content, as far as can be told without reading it."""
        ...

    @property
    def weight(self) -> int:
        """How much work it is, compared with the other inputs."""
        ...

    def payloads(self, on_fraction: OnFraction) -> Iterator[bytes]:
        """As `core.data.building.payloads` forms them. Raises `LocalFault` that names the file."""
        ...


@dataclass(frozen=True, slots=True)
class Supply:
    inputs: tuple[Input, ...]
    """In an order that does not depend on the machine; what is made of them does not depend on the order."""
    is_pictures: bool
    origin: str
    """For the report: a folder's name, or a data set at its commit."""
    label_names: tuple[str, ...] = ()
    """Of pictures whose classes have names."""
    ignored: tuple[str, ...] = ()
    """Files that are of no known kind."""
