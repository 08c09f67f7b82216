"""What a congestion controller asks of the other links over the same line."""

from typing import Protocol


class Looker(Protocol):
    def look(self, now: float, length_s: float) -> None:
        """Lets the queue run empty, as far as it is this link's, for so long."""
        ...


class Company(Protocol):
    """The links over the same line, the one that asks among them."""

    def mean_rate(self) -> float:
        """Bytes per second of one of them."""
        ...

    def is_shared(self) -> bool:
        """Whether more than one of them has something under way."""
        ...

    def floor_s(self, window_bytes: int) -> float:
        """How long the line takes for so much of each of them that has something under way."""
        ...

    def note_queue(self, now: float, queue_s: float) -> None:
        """What a packet of one of them met on its way."""
        ...

    def look(self, now: float, asking: Looker) -> None:
        """Has `look` called on all of them."""
        ...
