"""Averages of the last steps, kept for those who come late."""

from collections import OrderedDict
from typing import final

from core.averaging.part_book import PartBook

ALWAYS = 2


@final
class AverageHistory:
    """Part books of the last steps by step, within a bound on steps and on bytes of coded parts (those of a book that
    is still being filled count in full). The newest `ALWAYS` are kept whatever they take: the one that is being filled,
    which others may need for repair, and the one before it, without which nobody could catch up."""

    def __init__(self, limit_bytes: int, limit_steps: int) -> None:
        self._limit_bytes = limit_bytes
        self._limit_steps = limit_steps
        self._books: OrderedDict[int, PartBook] = OrderedDict()

    def add(self, book: PartBook) -> None:
        """Newest last; a book of a step that is here already takes its place."""
        self._books[book.step] = book
        self._books.move_to_end(book.step)
        while len(self._books) > ALWAYS and (
            len(self._books) > self._limit_steps or self.held_bytes > self._limit_bytes
        ):
            self._books.popitem(last=False)

    def get(self, step: int) -> PartBook | None:
        return self._books.get(step)

    def remove(self, step: int) -> None:
        """For a step that was given up; unknown ones are fine."""
        self._books.pop(step, None)

    @property
    def steps(self) -> tuple[int, ...]:
        return tuple(self._books)

    @property
    def held_bytes(self) -> int:
        return sum(book.whole_bytes for book in self._books.values())
