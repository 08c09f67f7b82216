from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from core.data.ranges import RangeSet, SampleRange
from core.swarm.rejected import TRIES, Rejected

pieces = st.builds(lambda start, size: SampleRange(start, start + size), st.integers(0, 20), st.integers(1, 5))


@given(st.lists(st.lists(pieces, max_size=3), max_size=8))
def test_a_sample_rests_until_the_next_step_and_is_given_up_after_some_tries(steps):
    """Against a plain account. Only what is awake is leased, and so rejected."""
    rejected, times, awake = Rejected(), Counter(), set(range(30))
    for tried in steps:
        for piece in tried:
            mine = [n for n in range(piece.start, piece.stop) if n in awake]
            rejected.add([SampleRange(n, n + 1) for n in mine])
            times.update(mine)
            awake -= set(mine)
        woken = {n for piece in rejected.wake() for n in range(piece.start, piece.stop)}
        assert all(times[n] < TRIES for n in woken)
        awake |= woken
        assert awake == {n for n in range(30) if times[n] < TRIES}
        assert rejected.given_up == RangeSet(SampleRange(n, n + 1) for n in times if times[n] >= TRIES)
    assert rejected.wake() == []


def test_what_a_commit_has_accepted_is_not_leased_again():
    rejected = Rejected()
    rejected.add([SampleRange(0, 4)])
    rejected.use(SampleRange(1, 3))
    assert rejected.wake() == [SampleRange(0, 1), SampleRange(3, 4)]
