import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.data.bitmap import Pieces
from core.data.picking import CHOICE, Picker


def pieces(count: int, *indexes: int) -> Pieces:
    array = np.zeros(count, np.bool_)
    array[list(indexes)] = True
    return array


def whole(count: int) -> Pieces:
    return np.ones(count, np.bool_)


def picker(count: int) -> Picker:
    return Picker(whole(count), random.Random(0))


def test_the_rarest_first_and_by_chance_among_equals() -> None:
    seen = set()
    for seed in range(30):
        one = Picker(whole(6), random.Random(seed))
        one.add("a", pieces(6, 0, 1, 2, 3))
        one.add("b", pieces(6, 2, 3, 4))
        one.add("c", pieces(6, 4))
        (index,) = one.choose("a")
        seen.add(index)
    assert seen == {0, 1}


def test_what_only_whole_donors_have_they_choose_themselves() -> None:
    one = picker(100)
    one.add("host", whole(100))
    one.add("peer", pieces(100, 7))
    first = one.choose("host")
    assert len(first) == len(set(first)) == CHOICE
    assert 7 not in first
    one.ask(first)
    second = one.choose("host")
    assert not set(first) & set(second)
    assert one.choose("peer") == (7,)


def test_several_whole_donors_choose_from_different_pieces_while_there_are() -> None:
    one = picker(2 * CHOICE + 3)
    one.add("a", whole(2 * CHOICE + 3))
    one.add("b", whole(2 * CHOICE + 3))
    offers = []
    for donor in ("a", "b", "a"):
        offers.append(one.choose(donor))
        one.ask(offers[-1])
    assert len(set(offers[0]) | set(offers[1]) | set(offers[2])) == 2 * CHOICE + 3
    assert len(one.choose("b")) == CHOICE


def test_what_is_asked_for_is_not_asked_for_again_until_that_ends() -> None:
    one = picker(3)
    one.add("a", whole(3))
    one.add("b", pieces(3, 1))
    one.ask((1,))
    assert one.choose("b") == ()
    assert set(one.choose("a")) == {0, 2}
    one.end((1,))
    assert one.choose("b") == (1,)
    one.take(1)
    assert one.choose("b") == ()


def test_a_choice_is_settled() -> None:
    one = picker(3)
    one.add("a", whole(3))
    one.add("b", pieces(3, 0, 1))
    one.ask((0, 1, 2))
    one.settle((0, 1, 2), 0)
    assert one.choose("b") == (1,)
    one.end((0,))
    assert set(one.choose("b")) <= {0, 1}
    assert not one.is_doubled(0)
    one.ask((0,))
    one.ask((0,))
    assert one.is_doubled(0)


def test_for_who_is_no_donor_the_rarest_that_nobody_is_asked_for() -> None:
    one = picker(3)
    one.add("a", pieces(3, 0, 1))
    assert one.choose_alone() == 2
    one.ask((2,))
    one.ask((0, 1))
    assert one.choose_alone() in (0, 1)
    one.ask((0,))
    one.ask((1,))
    assert one.choose_alone() is None


def test_a_run_is_of_what_nobody_is_asked_for() -> None:
    one = picker(12)
    one.add("a", pieces(12, *(index for index in range(12) if index != 6)))
    one.ask((9,))
    one.take(3)
    assert one.choose_run(1) == range(6, 7)
    assert one.choose_run(2) == range(6, 8)
    assert one.choose_run(8) == range(4, 9)
    one.ask((4, 5))
    assert one.choose_run(8) == range(6, 9)
    for index in (0, 1, 2, 4, 5, 6, 7, 8, 10, 11):
        assert one.choose_run(8)
        one.ask((index,))
    assert one.choose_run(8) == range(0)


KINDS = st.sampled_from(["add", "remove", "hear", "ask", "end", "come"])
ACTIONS = st.lists(st.tuples(KINDS, st.integers(0, 10**6)), max_size=60)


@settings(max_examples=150, deadline=None)
@given(count=st.integers(1, 40), actions=ACTIONS, seed=st.integers(0, 100))
def test_whatever_happens_only_what_is_missing_and_offered_is_chosen(
    count: int, actions: list[tuple[str, int]], seed: int
) -> None:
    chance = random.Random(seed)
    one = Picker(whole(count), chance)
    have: dict[int, set[int]] = {}
    requests: list[tuple[int, ...]] = []
    missing = set(range(count))
    for number, (action, choice) in enumerate(actions):
        match action:
            case "add":
                have[number] = (
                    set(range(count)) if choice % 3 == 0 else {i for i in range(count) if chance.random() < 0.3}
                )
                one.add(number, pieces(count, *have[number]))
            case "remove" if have:
                one.remove(gone := sorted(have)[choice % len(have)])
                del have[gone]
            case "hear" if have:
                donor = sorted(have)[choice % len(have)]
                have[donor].add(choice % count)
                one.hear(donor, [choice % count])
            case "ask" if have:
                donor = sorted(have)[choice % len(have)]
                asked: set[int] = {request[0] for request in requests if len(request) == 1}
                chosen: tuple[int, ...] = one.choose(donor)
                assert set(chosen) <= (have[donor] & missing) - asked
                assert bool(chosen) == bool((have[donor] & missing) - asked)
                assert len(chosen) <= 1 or len(have[donor]) == count
                if chosen:
                    counts: dict[int, int] = {i: sum(i in other for other in have.values()) for i in range(count)}
                    least = min(counts[i] for i in (have[donor] & missing) - asked)
                    assert {counts[i] for i in chosen} == {least}
                    one.ask(chosen)
                    requests.append(chosen)
            case "end" if requests:
                one.end(requests.pop(choice % len(requests)))
            case "come" if missing:
                index = sorted(missing)[choice % len(missing)]
                one.take(index)
                missing.discard(index)
    assert one.is_done == (not missing)


@pytest.mark.parametrize("donors", [[], [pieces(4)]])
def test_nothing_to_choose(donors: list[Any]) -> None:
    one = picker(4)
    for number, have in enumerate(donors):
        one.add(number, have)
        assert one.choose(number) == ()
