from hypothesis import given
from hypothesis import strategies as st

from core.data.eviction import Eviction, Held, evictions


def test_what_is_needed_last_goes_first() -> None:
    held = [Held(0, 10, 5), Held(1, 10, 5), Held(2, 10, 5), Held(3, 10, 5)]
    assert evictions(held, [2, 0, 3, 1], frozenset([2]), 0) == ([], 0)
    assert evictions(held, [2, 0, 3, 1], frozenset([2]), 15) == ([Eviction(1, raw=True, prepared=True)], 0)
    chosen, left = evictions(held, [2, 0, 3, 1], frozenset([2]), 16)
    assert [one.index for one in chosen] == [1, 3]
    assert left == -14


def test_what_is_in_no_order_goes_before_all() -> None:
    chosen, _ = evictions([Held(0, 1, 0), Held(7, 1, 0)], [0], frozenset(), 1)
    assert chosen == [Eviction(7, raw=True, prepared=False)]


def test_a_hosts_files_stay_and_what_was_made_of_them_goes() -> None:
    held = [Held(0, 10, 5, is_kept=True), Held(1, 10, 0, is_kept=True)]
    assert evictions(held, [0, 1], frozenset(), 100) == ([Eviction(0, raw=False, prepared=True)], 95)


def test_where_nothing_else_helps_files_of_what_is_in_use_go() -> None:
    held = [Held(0, 10, 5), Held(1, 10, 0), Held(2, 3, 3)]
    chosen, left = evictions(held, [0, 1, 2], frozenset([0, 1]), 20)
    assert chosen == [Eviction(2, raw=True, prepared=True), Eviction(0, raw=True, prepared=False)]
    assert left == 4


SIZES = st.integers(0, 50)


@given(
    st.lists(st.builds(Held, st.integers(0, 30), SIZES, SIZES, st.booleans()), unique_by=lambda one: one.index),
    st.permutations(range(20)),
    st.frozensets(st.integers(0, 30)),
    st.integers(-10, 1000),
)
def test_enough_goes_and_no_more_and_nothing_that_is_needed(
    held: list[Held], order: list[int], in_use: frozenset[int], excess: int
) -> None:
    chosen, left = evictions(held, order, in_use, excess)
    by_index = {one.index: one for one in held}
    freed = [
        one.raw * by_index[one.index].raw_bytes + one.prepared * by_index[one.index].prepared_bytes for one in chosen
    ]
    assert left == excess - sum(freed)
    assert all(count > 0 for count in freed)
    if chosen:
        assert excess > sum(freed) - freed[-1], "the last one would not have been necessary"
    for one in chosen:
        assert not (one.raw and by_index[one.index].is_kept)
        assert not (one.prepared and one.index in in_use)
        assert not one.raw or one.prepared or one.index not in in_use or by_index[one.index].prepared_bytes
    if left > 0:
        gone = {one.index for one in chosen}
        for one in held:
            is_bare = one.prepared_bytes + (0 if one.is_kept else one.raw_bytes) == 0
            assert one.index in gone or one.index in in_use or is_bare
    places = [order.index(one.index) if one.index in order else 99 for one in chosen if one.index not in in_use]
    assert places == sorted(places, reverse=True)
