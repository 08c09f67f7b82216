"""Random courses of events against a reference that knows rules and no hysteresis (`python -m tests.sim.rules` runs
10,000)."""

import pytest

from tests.sim.rules import LOOKS, run_course

COURSES = 400


@pytest.mark.parametrize("part", range(4))
def test_no_rule_is_broken_and_nothing_hangs(part: int) -> None:
    courses = range(part * COURSES // 4, (part + 1) * COURSES // 4)
    ran = sum(run_course(seed) for seed in courses)
    assert ran > 0.05 * LOOKS * len(courses)  # else it would say little
