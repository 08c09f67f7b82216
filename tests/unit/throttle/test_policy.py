"""The governor's decision: properties over any course of events, and single cases."""

import itertools
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ipc.messages import Reason
from core.throttle.facts import UNTHROTTLED, Facts, Rules
from core.throttle.policy import FREE, Decision, decide

RULES = Rules()
START_S = 1_760_000_000.0

percents = st.one_of(st.none(), st.floats(0, 100))
facts = st.builds(
    Facts,
    on_battery=st.sampled_from([None, False, True]),
    others_cpu_percent=percents,
    paused_by_user=st.booleans(),
    paused_until_s=st.one_of(st.none(), st.floats(START_S - 10, START_S + 100)),
    finish_step=st.one_of(st.none(), st.integers(1, 4)),
    committed_step=st.integers(0, 4),
)
rules = st.builds(
    Rules,
    pause_on_battery=st.booleans(),
    pause_when_busy=st.booleans(),
    cpu_busy_limit_percent=st.floats(1, 100),
)
courses = st.lists(st.tuples(facts, st.floats(0.1, 5.0)), min_size=1, max_size=60)


@dataclass
class Course:
    """Decides again and again; `now_s` goes on by what the events say."""

    rules: Rules = RULES
    now_s: float = START_S
    decision: Decision = FREE

    def next(self, facts: Facts, after_s: float = 1.0) -> Decision:
        self.now_s += after_s
        self.decision = decide(facts, self.rules, self.decision, self.now_s)
        return self.decision

    def hold(self, facts: Facts, for_s: int) -> list[bool]:
        return [self.next(facts).may_run for _ in range(for_s)]


@given(courses, rules)
def test_users_pause_always_wins(events: list[tuple[Facts, float]], rules: Rules) -> None:
    course = Course(rules)
    for facts, after_s in events:
        decision = course.next(facts, after_s)
        is_timed = facts.paused_until_s is not None and course.now_s < facts.paused_until_s
        if facts.paused_by_user or is_timed:
            assert not decision.may_run
            assert decision.reason is Reason.PAUSED_BY_USER


@given(courses, rules)
def test_a_pause_has_a_reason_and_a_sentence(events: list[tuple[Facts, float]], rules: Rules) -> None:
    course = Course(rules)
    for facts, after_s in events:
        decision = course.next(facts, after_s)
        assert decision.may_run == (decision.reason in (Reason.NONE, Reason.FINISHING_STEP))
        assert (decision.sentence == "") == (decision.reason is Reason.NONE)
        assert decision.sentence == "" or decision.sentence.endswith(".")


@given(st.lists(st.tuples(percents, st.floats(0.1, 5.0)), max_size=100), st.floats(1, 100))
def test_no_flapping(events: list[tuple[float | None, float]], limit: float) -> None:
    """Whatever others do, training is stopped no sooner than 3 s after it began, and begins no sooner than 10 s
    after it stopped."""
    course = Course(Rules(cpu_busy_limit_percent=limit))
    changes = [(START_S, True)]
    for percent, after_s in events:
        may_run = course.next(Facts(others_cpu_percent=percent), after_s).may_run
        if may_run != changes[-1][1]:
            changes.append((course.now_s, may_run))
    for (before_s, _), (after, may_run) in itertools.pairwise(changes):
        assert after - before_s >= (10.0 if may_run else 3.0) - 1e-3


@given(st.lists(st.tuples(st.sampled_from([None, False, True]), st.floats(0.1, 5.0)), max_size=100))
def test_loose_plug_does_not_flap(events: list[tuple[bool | None, float]]) -> None:
    course = Course()
    stopped_s: float | None = None
    for on_battery, after_s in events:
        may_run = course.next(Facts(on_battery=on_battery), after_s).may_run
        assert not (may_run and on_battery)
        if may_run and stopped_s is not None:
            assert course.now_s - stopped_s >= 10.0 - 1e-3
        stopped_s = None if may_run else stopped_s or course.now_s


@given(courses, rules)
def test_calm_always_ends_in_running(events: list[tuple[Facts, float]], rules: Rules) -> None:
    course = Course(rules)
    for facts, after_s in events:
        course.next(facts, after_s)
    assert course.hold(Facts(on_battery=False, others_cpu_percent=0.0), 12)[-1]


@given(courses, rules)
def test_finish_runs_until_the_step_is_committed_and_stays(events: list[tuple[Facts, float]], rules: Rules) -> None:
    course = Course(rules)
    for facts, after_s in events:
        undisturbed = replace(facts, paused_by_user=False, paused_until_s=None, on_battery=False)
        decision = course.next(replace(undisturbed, others_cpu_percent=0.0, finish_step=3), after_s)
        if facts.committed_step >= 3:
            assert (decision.may_run, decision.reason) == (False, Reason.PAUSED_BY_USER)
        else:
            assert (decision.may_run, decision.reason) == (True, Reason.FINISHING_STEP)


@given(courses)
def test_unthrottled_obeys_the_user_alone(events: list[tuple[Facts, float]]) -> None:
    course = Course(UNTHROTTLED)
    for facts, after_s in events:
        assert course.next(facts, after_s).reason in (Reason.NONE, Reason.FINISHING_STEP, Reason.PAUSED_BY_USER)


def test_busy_for_three_seconds_pauses_and_calm_for_ten_resumes() -> None:
    course = Course()
    assert course.hold(Facts(others_cpu_percent=26), 5) == [True, True, True, False, False]
    assert course.decision.reason is Reason.COMPUTER_BUSY
    assert "25 %" in course.decision.sentence
    assert course.hold(Facts(others_cpu_percent=9), 12) == [False] * 10 + [True] * 2


def test_between_the_limits_nothing_changes() -> None:
    between = Facts(others_cpu_percent=18)
    assert all(Course().hold(between, 100))
    course = Course()
    course.hold(Facts(others_cpu_percent=90), 5)
    assert not any(course.hold(between, 100))


def test_short_bursts_do_not_pause_and_short_rests_do_not_resume() -> None:
    course = Course()
    for _ in range(20):
        assert all(course.hold(Facts(others_cpu_percent=100), 3))
        assert all(course.hold(Facts(others_cpu_percent=0), 1))
    course.hold(Facts(others_cpu_percent=100), 4)
    for _ in range(20):
        assert not any(course.hold(Facts(others_cpu_percent=0), 9))
        assert not any(course.hold(Facts(others_cpu_percent=100), 1))


@pytest.mark.parametrize(("limit", "calm"), [(25, 10), (90, 75), (15, 5), (3, 1)])
def test_low_limits_keep_a_margin(limit: float, calm: float) -> None:
    assert Rules(cpu_busy_limit_percent=limit).cpu_calm_limit_percent == calm


def test_battery_pauses_at_once() -> None:
    decision = Course().next(Facts(on_battery=True))
    assert (decision.may_run, decision.reason) == (False, Reason.ON_BATTERY)
    assert Course(Rules(pause_on_battery=False)).next(Facts(on_battery=True)).may_run


def test_rule_changed_while_paused_acts_at_once() -> None:
    course = Course()
    course.next(Facts(on_battery=True))
    course.rules = Rules(pause_on_battery=False)
    assert course.next(Facts(on_battery=True)).may_run


def test_clock_set_back_neither_pauses_nor_holds_for_hours() -> None:
    course = Course()
    course.hold(Facts(others_cpu_percent=90), 5)
    course.hold(Facts(others_cpu_percent=0), 5)
    course.now_s -= 7200
    assert course.hold(Facts(others_cpu_percent=0), 11) == [False] * 10 + [True]


def test_sentence_does_not_change_with_each_reading() -> None:
    course = Course()
    course.hold(Facts(others_cpu_percent=90), 4)
    sentences = {course.next(Facts(others_cpu_percent=p)).sentence for p in (30, 95.5, 12, 60)}
    assert len(sentences) == 1


@pytest.mark.parametrize("end_s", [START_S + 3600, START_S + 86400 * 3, 1e300, float("inf")])
def test_timed_pause_names_its_end(end_s: float) -> None:
    decision = decide(Facts(paused_until_s=end_s), RULES, FREE, START_S)
    assert decision.sentence.startswith("Paused until ")
    assert decide(Facts(paused_until_s=end_s), RULES, decision, end_s).may_run
