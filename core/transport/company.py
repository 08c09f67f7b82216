"""What a congestion controller asks of the other links over the same line."""

from typing import Protocol


class Looker(Protocol):
    @property
    def rate_bytes_per_s(self) -> float: ...

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

    def least_queue_s(self) -> float:
        """The shortest queue that any of several was in of late; 0.0 if only one has something under way."""
        ...

    def on_begin(self, now: float) -> None:
        """One of them that had nothing under way sends."""
        ...

    def on_delivered(self, now: float, count_bytes: int, queue_s: float) -> None:
        """So much of what one of them sent has arrived, the last of it after so long in a queue."""
        ...

    def look(self, now: float, asking: Looker) -> None:
        """Has `look` called on all of them."""
        ...


class Alone:
    """The company of a link that has its line for itself, or knows of nobody."""

    def __init__(self, link: Looker) -> None:
        self._link = link

    def mean_rate(self) -> float:
        return self._link.rate_bytes_per_s

    def is_shared(self) -> bool:
        return False

    def floor_s(self, window_bytes: int) -> float:
        return 0.0

    def least_queue_s(self) -> float:
        return 0.0

    def on_begin(self, now: float) -> None:
        pass

    def on_delivered(self, now: float, count_bytes: int, queue_s: float) -> None:
        pass

    def look(self, now: float, asking: Looker) -> None:
        asking.look(now, 0.0)
