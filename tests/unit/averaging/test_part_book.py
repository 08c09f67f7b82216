import hashlib

import numpy as np
import pytest

from core.averaging.assignment import Layout
from core.averaging.codec import codec_named
from core.averaging.history import AverageHistory
from core.averaging.part_book import PartBook, average_root
from core.errors import ProtocolViolation
from core.identity.ids import Digest

LAYOUT = Layout(10, 4)


def book(step: int = 1, codec: str = "float32") -> tuple[PartBook, np.ndarray, list[int]]:
    average = np.zeros(10, np.float32)
    held: list[int] = []
    return PartBook(step, LAYOUT, codec_named(codec), average, held.append), average, held


def part(value: float, size: int = 4) -> bytes:
    return np.full(size, value, "<f4").tobytes()


def test_fills_part_by_part() -> None:
    parts, average, held = book()
    assert parts.put(2, part(3, 2))
    assert not parts.put(2, part(9, 2))
    assert parts.missing() == (0, 1)
    assert (parts.put(0, part(1)), parts.put(1, part(2))) == (True, True)
    assert (held, parts.is_complete, parts.missing()) == ([2, 0, 1], True, ())
    assert average.tolist() == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3]
    assert parts.hash_of(2).raw == hashlib.sha256(part(3, 2)).digest()
    assert parts.root() == average_root(LAYOUT, [Digest.of(part(1)), Digest.of(part(2)), Digest.of(part(3, 2))])
    assert parts.root() != average_root(LAYOUT, parts.hashes()[::-1])
    assert parts.root() != average_root(Layout(10, 4, (0, 4)), parts.hashes())
    assert parts.coded(1) == part(2)


def test_rejects_what_does_not_fit() -> None:
    parts, average, held = book()
    with pytest.raises(ProtocolViolation):
        parts.put(2, part(3, 4))
    with pytest.raises(ProtocolViolation):
        parts.put(0, part(float("nan")))
    with pytest.raises(IndexError):
        parts.put(3, part(3))
    with pytest.raises(KeyError):
        parts.root()
    assert (held, average.any(), parts.has(0)) == ([], False, False)
    with pytest.raises(ValueError, match="elements"):
        PartBook(1, LAYOUT, codec_named("float32"), average[1:])


def test_replaces_a_wrong_part() -> None:
    parts, average, held = book()
    parts.put(0, part(1))
    parts.replace(0, part(5))
    parts.replace(1, part(6))
    assert average.tolist() == [5, 5, 5, 5, 6, 6, 6, 6, 0, 0]
    assert parts.hash_of(0) == Digest.of(part(5))
    assert held == [0, 1]


def test_detached_book_leaves_the_vector_alone() -> None:
    parts, average, _ = book()
    parts.put(0, part(1))
    parts.detach()
    assert not parts.put(1, part(2))
    parts.replace(0, part(3))
    assert average.tolist() == [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]
    assert (parts.coded(0), parts.missing()) == (part(1), (1, 2))


def test_history_is_bounded_by_steps_and_bytes() -> None:
    history = AverageHistory(limit_bytes=90, limit_steps=3)
    for step in (1, 2, 3):
        history.add(book(step)[0])
    assert (history.steps, history.held_bytes) == ((2, 3), 80)
    assert history.get(1) is None
    assert history.get(3).step == 3
    small = AverageHistory(limit_bytes=10, limit_steps=3)
    small.add(book(1)[0])
    for step in (2, 3):
        small.add(book(step)[0])
    assert small.steps == (2, 3)
    many = AverageHistory(limit_bytes=1000, limit_steps=2)
    for step in (1, 2, 2, 3):
        many.add(book(step, "float16")[0])
    assert (many.steps, many.held_bytes) == ((2, 3), 40)
    many.remove(2)
    many.remove(9)
    assert many.steps == (3,)
