import itertools
import math
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.averaging.assignment import (
    FINE_PART_ELEMENTS,
    FINE_PARTS_OF_SPAN,
    LEAST_PART_ELEMENTS,
    MAX_PARTS,
    PARTS_OF_SPAN,
    PARTS_WANTED,
    Assignment,
    Feeder,
    Layout,
    Owner,
    Weight,
    assign,
    indexes_of,
    part_elements_of,
    reassign,
    runs_of,
    series_of,
)
from core.averaging.planner import Member, plan
from core.identity.ids import PeerId
from core.identity.wire import pack, unpack

A, B, C = (PeerId(letter * 32) for letter in (b"a", b"b", b"c"))
GOOD = {
    "step": 4,
    "series": 7,
    "attempt": 1,
    "layout": Layout(1000, 100),
    "codec": "float16",
    "weights": (Weight(A, 5), Weight(B, 1)),
    "owners": (Owner(A, 0, 4), Owner(B, 4, 10)),
    "predicted_s": 3.0,
    "grace_s": 9.5,
}


def test_each_first_plan_begins_a_series_of_its_own() -> None:
    made = {series_of(*words) for words in ((A, 1, 1), (B, 1, 1), (A, 2, 1), (A, 1, 2))}
    assert len(made) == 4
    assert all(Assignment(**{**GOOD, "series": series}).series == series for series in made)
    assert series_of(A, 1, 1) in made


def test_survives_the_wire() -> None:
    assignment = Assignment(**GOOD)
    assert unpack(Assignment, pack(assignment)) == assignment
    assert assignment.samples == {A: 5, B: 1}
    assert assignment.parts_of(B) == (4, 5, 6, 7, 8, 9)
    assert assignment.parts_of(C) == ()
    assert assignment.is_whole
    assert assignment.reducers == assignment.contributors == {A, B}


@pytest.mark.parametrize(
    "wrong",
    [
        {"step": 0},
        {"attempt": 0},
        {"series": -1},
        {"series": 1 << 64},
        {"codec": "pickle"},
        {"predicted_s": math.nan},
        {"predicted_s": -1.0},
        {"grace_s": 0.0},
        {"grace_s": 1e9},
        {"weights": (Weight(A, 1), Weight(A, 1))},
        {"weights": (Weight(A, 0),)},
        {"weights": (Weight(A, 1 << 41),)},
        {"owners": ()},
        {"owners": (Owner(A, 0, 5), Owner(B, 4, 10))},
        {"owners": (Owner(A, 0, 4), Owner(B, 4, 11))},
        {"owners": (Owner(A, 0, 10), Owner(B, 4, 4))},
        {"owners": (Owner(A, -1, 9), Owner(B, 9, 10))},
        {"roots": (Owner(C, 3, 11),)},
        {"roots": (Owner(C, 0, 3), Owner(A, 2, 4))},
        {"feeders": (Feeder(A, 0, 3, 5),)},
        {"feeders": (Feeder(C, 0, 3, 5), Feeder(C, 2, 4, 5))},
        {"feeders": (Feeder(C, 0, 3, 0),)},
        {"feeders": (Feeder(C, 0, 11, 1),)},
    ],
    ids=str,
)
def test_content_that_cannot_be(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # each has words of its own
        Assignment(**{**GOOD, **wrong})


def test_wrong_content_from_the_wire_is_an_error_of_decoding() -> None:
    data = pack({**GOOD, "step": 0})
    with pytest.raises(msgspec.ValidationError, match="count from 1"):
        unpack(Assignment, data)


def test_later_attempts_cover_some_parts() -> None:
    later = Assignment(**{**GOOD, "attempt": 2, "owners": (Owner(A, 3, 4), Owner(A, 7, 9))})
    assert later.parts_of(A) == (3, 7, 8)
    assert not later.is_whole


@given(st.integers(1, 10_000), st.integers(1, 500))
def test_layout_tiles(elements: int, part_elements: int) -> None:
    layout = Layout(elements, part_elements)
    pieces = [layout.part(index) for index in range(layout.parts)]
    assert [start for start, _ in pieces] == list(range(0, elements, part_elements))
    assert [stop for _, stop in pieces] == [*(start for start, _ in pieces[1:]), elements]
    for index in (-1, layout.parts):
        with pytest.raises(IndexError):
            layout.part(index)


@given(st.sets(st.integers(1, 999)), st.integers(1, 400))
def test_spans_are_cut_into_parts_of_their_own(inner: set[int], part_elements: int) -> None:
    layout = Layout(1000, part_elements, (0, *sorted(inner)))
    pieces = [layout.part(index) for index in range(layout.parts)]
    assert [stop for _, stop in pieces] == [*(start for start, _ in pieces[1:]), 1000]
    assert all(0 < stop - start <= part_elements for start, stop in pieces)
    for span, start in enumerate(layout.starts):
        first, stop = layout.run_of(span)
        assert pieces[first][0] == start
        assert pieces[stop - 1][1] == (*layout.starts[1:], 1000)[span]


BAD_LAYOUTS = [(0, 1), (1, 0), (1, 1 << 20), (MAX_PARTS + 1, 1)]
BAD_SPANS = [(9, 2, ()), (9, 2, (1,)), (9, 2, (0, 9)), (9, 2, (0, 5, 5)), (9, 2, (0, 6, 5))]


@pytest.mark.parametrize("layout", BAD_LAYOUTS + BAD_SPANS)
def test_layout_out_of_bounds(layout: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=r"part|spans"):
        Layout(*layout)


@given(st.sets(st.integers(0, 300)))
def test_runs(indexes: set[int]) -> None:
    runs = runs_of(indexes)
    assert indexes_of(runs) == tuple(sorted(indexes))
    assert all(a[1] < b[0] for a, b in itertools.pairwise(runs))


@pytest.mark.parametrize("runs", [((3, 3),), ((4, 2),), ((0, 2), (1, 3)), ((-1, 2),), ((0, MAX_PARTS + 1),)])
def test_runs_from_a_peer_are_checked(runs: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(ValueError, match="ascend"):
        indexes_of(runs)


def test_from_plan() -> None:
    members = [Member(A, 3, 0, 0, 0, True), Member(B, 0, 0, 0, 0, True), Member(C, 2, 0, 0, 0, False)]
    allocation = plan(members, elements=1050, coded_bytes_per_element=4, target_batch=5, part_elements=100)
    made = assign(allocation, {A: 3, C: 2}, step=7, series=1, part_elements=100, codec="float32", grace_s=3.0)
    assert made.owners == (Owner(A, 0, 6), Owner(B, 6, 11))
    assert made.samples == {A: 3, C: 2}


@given(st.sets(st.integers(0, 9), min_size=1), st.sets(st.sampled_from([A, B, C]), min_size=1))
def test_new_attempt_covers_what_is_missing(missing: set[int], reducers: set[PeerId]) -> None:
    again = reassign(Assignment(**GOOD), missing, reducers, [A])
    assert again.attempt == 2
    assert again.contributors == {B}
    assert sorted(index for peer in reducers for index in again.parts_of(peer)) == sorted(missing)
    sizes = [len(again.parts_of(peer)) for peer in reducers]
    assert max(sizes) - min(sizes) <= 1


def test_new_attempt_without_anybody() -> None:
    with pytest.raises(ValueError, match="plan anew"):
        reassign(Assignment(**GOOD), [1], [])
    with pytest.raises(ValueError, match="contributors"):
        reassign(Assignment(**GOOD), [1], [A], [A, B])


@given(st.integers(1, 10**9), st.integers(1, 256), st.integers(1, 1 << 18))
def test_parts_are_as_many_as_overlapping_needs_and_no_more(elements: int, spans: int, most: int):
    size = part_elements_of(elements, spans, most)
    assert 1 <= size <= most
    parts = elements / size
    assert size == most or parts <= max(PARTS_WANTED, spans * FINE_PARTS_OF_SPAN)
    assert size <= FINE_PART_ELEMENTS or size == most or parts <= spans * FINE_PARTS_OF_SPAN
    if size > LEAST_PART_ELEMENTS:
        assert size >= min(most, FINE_PART_ELEMENTS) or parts > 0.9 * min(PARTS_WANTED, spans * PARTS_OF_SPAN)


def test_a_small_vector_and_a_large_one_overlap_alike():
    assert part_elements_of(900_000, 8, 1 << 17) == -(-900_000 // (8 * PARTS_OF_SPAN))
    assert part_elements_of(3_600_000, 16, 1 << 17) == FINE_PART_ELEMENTS
    assert part_elements_of(3_600_000, 8, 1 << 17) == -(-3_600_000 // (8 * FINE_PARTS_OF_SPAN))
    assert part_elements_of(18_000_000, 2, 1 << 17) == 1 << 17
    assert part_elements_of(18_000_000, 200, 1 << 17) == -(-18_000_000 // PARTS_WANTED)
    assert part_elements_of(100, 3, 1 << 17) == LEAST_PART_ELEMENTS
