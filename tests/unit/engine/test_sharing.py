"""Turns follow shares in the long run, nobody starves, and nobody is sent away after a moment."""

import itertools
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine.sharing import HALF_LIFE_S, STAY_S, STUCK_S, Claim, Turn, due, entry_level_s, faded
from core.identity.ids import RunId


def run(number):
    return RunId(bytes([number]) * 32)


A, B, C = run(1), run(2), run(3)
LOOK_S = 60.0


def simulate(shares, days, *, blocked=lambda one, now_s: False):
    """Whose turn it was at each look, and the seconds of work that each was given, all with commits at each look."""
    given_s = dict.fromkeys(shares, 0.0)
    work_s = Counter()
    turns, now_s, turn, shunned = [], 0.0, None, {}
    while now_s < days * 86_400.0:
        claims = [Claim(one, share, given_s[one]) for one, share in shares.items()]
        shunned = {one: until for one, until in shunned.items() if now_s < until}
        found = due(claims, turn, shunned)
        if turn is None or found != turn.run:
            if turn is not None and turn.stuck_s >= STUCK_S:
                shunned[turn.run] = now_s + 1800.0
            turns.append((now_s, found))
            turn = Turn(found, 0.0, 0.0) if found is not None else None
        if turn is not None and blocked(turn.run, now_s):
            turn = Turn(turn.run, turn.worked_s, turn.stuck_s + LOOK_S)
        elif turn is not None:
            turn = Turn(turn.run, turn.worked_s + LOOK_S, 0.0)
            work_s[turn.run] += LOOK_S
        given_s = {one: faded(before, LOOK_S) for one, before in given_s.items()}
        if turn is not None and not turn.stuck_s:
            given_s[turn.run] += LOOK_S
        now_s += LOOK_S
    return turns, work_s


@given(st.lists(st.integers(1, 100), min_size=1, max_size=5))
@settings(max_examples=25, deadline=None)
def test_parts_come_to_be_as_the_shares_and_everybody_stays_for_a_while(numbers):
    shares = {run(1 + number): share for number, share in enumerate(numbers)}
    turns, work_s = simulate(shares, days=8)
    total_s = sum(work_s.values())
    for one, share in shares.items():
        wanted = share / sum(numbers)
        # One stay more or less is all that it can be off.
        assert work_s[one] / total_s == pytest.approx(wanted, abs=2 * STAY_S / total_s * len(shares) + 0.02)
    stays = [after[0] - before[0] for before, after in itertools.pairwise(turns)]
    assert all(stay >= STAY_S for stay in stays)
    assert set(work_s) == set(shares), "nobody starves"


@given(st.lists(st.integers(1, 100), min_size=2, max_size=4), st.integers(0, 3), st.integers(0, 1000))
@settings(max_examples=15, deadline=None)
def test_where_nothing_can_be_done_others_have_the_time(numbers, which, phase):
    shares = {run(1 + number): share for number, share in enumerate(numbers)}
    bad = run(1 + which % len(numbers))
    turns, work_s = simulate(shares, 3, blocked=lambda one, now_s: one == bad)
    assert work_s[bad] == 0
    assert sum(work_s.values()) > 0.75 * 3 * 86_400.0
    tries_s = [at_s for at_s, one in turns if one == bad]
    assert all(later - before >= STAY_S for before, later in itertools.pairwise(tries_s))


def test_where_nothing_can_be_done_for_anybody_all_are_tried_in_turn():
    turns, work_s = simulate({A: 100, B: 10, C: 1}, 0.2, blocked=lambda one, now_s: True)
    assert not work_s
    tried = Counter(one for _, one in turns)
    assert min(tried.values()) >= max(tried.values()) - 1 > 3
    stays = [after[0] - before[0] for before, after in itertools.pairwise(turns)]
    assert all(stay >= STUCK_S for stay in stays)


def test_shares_of_nought_are_set_aside_and_nobody_needs_to_be_due():
    aside = [Claim(A, 0, 0.0), Claim(B, 0, 5.0)]
    assert due([], None) is None
    assert due(aside, None) is None
    assert due(aside, Turn(A, 0.0, 0.0)) is None
    assert due([*aside, Claim(C, 1, 1e9)], Turn(A, 0.0, 0.0)) == C


def test_alone_one_stays_even_where_it_is_stuck():
    assert due([Claim(A, 5, 9.0)], Turn(A, 1e6, 1e6)) == A
    assert due([Claim(A, 5, 9.0), Claim(B, 0, 0.0)], Turn(A, 1e6, 1e6)) == A


def test_whoever_has_it_keeps_it_for_the_stay_and_in_a_draw():
    claims = [Claim(A, 100, 2_000.0), Claim(B, 100, 0.0)]
    assert due(claims, Turn(A, STAY_S - 1, 0.0)) == A
    assert due(claims, Turn(A, STAY_S, 0.0)) == B
    assert due(claims, Turn(A, 0.0, STUCK_S)) == B
    assert due(claims, Turn(A, STAY_S, 0.0), {B: 1.0}) == A
    assert due([Claim(A, 1, 5.0), Claim(B, 1, 5.0)], Turn(B, STAY_S, 0.0)) == B


def test_time_that_was_given_fades_and_newcomers_have_no_claim_to_it():
    assert faded(100.0, HALF_LIFE_S) == pytest.approx(50.0)
    assert faded(100.0, -5.0) == 100.0, "a clock that was set back"
    assert entry_level_s([]) == 0.0
    assert entry_level_s([Claim(A, 50, 100.0), Claim(B, 100, 100.0), Claim(C, 0, 0.0)]) == 1.0
    newcomer = Claim(B, 100, 100 * entry_level_s([Claim(A, 100, 1e5)]))
    assert due([Claim(A, 100, 1e5), newcomer], Turn(A, STAY_S, 0.0)) == A
