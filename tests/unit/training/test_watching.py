"""What is taken for a process that hangs, and what is not."""

import pytest

from core.training.watching import SILENT_S, Signs, Vigil, hangs_after_s

HUNG_S = hangs_after_s(0.5, may_compile=False)


class Watched:
    """A process as it is seen, twice a second."""

    def __init__(self):
        self.now_s, self.vigil = 500.0, Vigil()
        self.beats = self.passes = 1
        self.is_busy = self.is_suspended = False

    def look(self):
        seen = Signs(self.beats, self.passes, is_busy=self.is_busy, is_suspended=self.is_suspended)
        return self.vigil.look(seen, self.now_s, HUNG_S)

    def pass_time(self, seconds, *, beats=True, passes=False):
        """The longest that it was stuck meanwhile, and whether it is so now."""
        longest = 0.0
        for _ in range(round(2 * seconds)):
            self.now_s += 0.5
            self.beats += beats
            self.passes += passes
            longest = max(longest, last := self.look())
        return longest, last


@pytest.fixture
def watched():
    made = Watched()
    made.look()
    return made


def test_whoever_works_or_waits_is_well(watched):
    assert watched.pass_time(1000) == (0.0, 0.0)
    watched.is_busy = True
    assert watched.pass_time(1000, passes=True) == (0.0, 0.0)


def test_a_suspended_process_shows_within_two_seconds_and_is_well_when_it_goes_on(watched):
    watched.is_suspended = True
    assert watched.pass_time(1.5, beats=False)[0] >= 1.0
    assert watched.pass_time(60, beats=False)[1] == pytest.approx(61.5, abs=0.5)
    watched.is_suspended = False
    assert watched.pass_time(3)[1] == 0.0


def test_silence_has_to_last_since_others_may_need_the_processor(watched):
    assert watched.pass_time(SILENT_S, beats=False) == (0.0, 0.0)
    assert watched.pass_time(50, beats=False)[1] == pytest.approx(SILENT_S + 50)
    assert watched.pass_time(1)[1] == 0.0


def test_a_process_that_has_not_begun_to_beat_is_not_judged_by_that(watched):
    watched.beats = 0
    assert watched.pass_time(300, beats=False) == (0.0, 0.0)


def test_a_long_kernel_is_no_hang_and_an_endless_one_is(watched):
    watched.is_busy = True
    assert HUNG_S == 70.0
    assert watched.pass_time(HUNG_S) == (0.0, 0.0)
    assert watched.pass_time(5)[1] > HUNG_S
    assert watched.pass_time(0.5, passes=True)[1] == 0.0
    watched.is_busy = False
    assert watched.pass_time(500) == (0.0, 0.0), "with nothing to do nothing passes"


def test_compiling_takes_its_time():
    assert hangs_after_s(0.5, may_compile=True) > 300
    assert hangs_after_s(None, may_compile=False) >= 300, "nobody knows yet how long a micro-batch takes"
    assert hangs_after_s(30.0, may_compile=False) == 660


def test_a_computer_that_slept_has_not_stood_still(watched):
    """Whether the clock went on meanwhile or not: nobody looked."""
    watched.is_busy = True
    watched.now_s += 8 * 3600
    assert watched.look() == 0.0
    assert watched.pass_time(HUNG_S) == (0.0, 0.0), "all patience begins anew"
    watched.is_suspended = True
    watched.now_s += 3600
    assert watched.look() == 0.0
    assert watched.pass_time(2)[1] == pytest.approx(2.0)
