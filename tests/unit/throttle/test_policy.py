"""Single cases of the policy; `test_rules.py` has any course of events."""

from dataclasses import dataclass, fields, replace
from typing import Any

import msgspec
import pytest

from core.ipc.messages import Reason
from core.ipc.preferences import DEFAULTS, Preferences
from core.throttle.conditions import CONDITIONS, calm_limit_percent
from core.throttle.facts import Orders, Situation, device_kind
from core.throttle.policy import Act, Decision, Memory, cores_for, decide, forgetful, unthrottled
from core.throttle.readings import UNKNOWN, Readings

START_S = 1_760_000_000.0
CALM = Readings(
    idle_s=1e6,
    is_locked=False,
    is_full_screen=False,
    is_in_call=False,
    programs=frozenset(),
    others_cpu_percent=0.0,
    others_gpu_percent=0.0,
    free_memory_percent=60.0,
    free_vram_percent=60.0,
    on_battery=False,
    is_metered=False,
)
HERE = replace(CALM, idle_s=1.0)
GPU = Situation(readings=CALM, device="gpu", cores=8)
CPU = Situation(readings=CALM, device="cpu", cores=8)


@dataclass
class Course:
    """Decides again and again."""

    owner: Preferences = DEFAULTS
    situation: Situation = GPU
    now_s: float = START_S
    memory: Memory | None = None

    def look(self, after_s: float = 1.0, **readings: Any) -> Decision:
        self.now_s += after_s
        facts = replace(self.situation.readings, **readings)
        situation = replace(self.situation, readings=facts)
        decision = decide(situation, self.owner, self.memory, self.now_s, lambda _: (0, 12))
        self.memory = decision.memory
        return decision

    def hold(self, for_s: int, **readings: Any) -> list[bool]:
        return [self.look(**readings).may_run for _ in range(for_s)]


def settled(owner: Preferences = DEFAULTS, situation: Situation = GPU) -> Course:
    course = Course(owner, situation)
    assert all(course.hold(5))
    return course


def prefer(**changes: Any) -> Preferences:
    return msgspec.structs.replace(DEFAULTS, **changes)


def at_once(situation: Situation, owner: Preferences = DEFAULTS) -> Decision:
    return decide(situation, owner, None, START_S, lambda _: (0, 12))


# --- who is here


def test_a_key_stops_the_card_at_once_and_three_minutes_bring_it_back() -> None:
    course = settled()
    decision = course.look(idle_s=0.0)
    assert (decision.act, decision.reason) == (Act.PAUSE, Reason.IN_USE)
    assert "3 min" in str(decision.saying)
    assert not any(course.look(idle_s=float(idle_s)).may_run for idle_s in range(1, 180))
    assert course.hold(4, idle_s=180.0)[-1]


@pytest.mark.parametrize(
    ("facts", "is_here"),
    [
        ({"idle_s": None}, True),
        ({"idle_s": None, "is_locked": True}, False),
        ({"idle_s": 0.0, "is_locked": True}, False),
        ({"idle_s": 179.9, "is_locked": None}, True),
        ({"is_full_screen": True}, True),
        ({"is_in_call": True}, True),
        ({"is_full_screen": None, "is_in_call": None}, False),
    ],
)
def test_who_is_here(facts: dict[str, Any], is_here: bool) -> None:
    owner = prefer(pause_in_full_screen=False, pause_in_calls=False)
    decision = at_once(replace(GPU, readings=replace(CALM, **facts)), owner)
    assert (decision.reason is Reason.IN_USE) == is_here
    assert decision.may_run != is_here


def test_how_it_knows_is_said() -> None:
    owner = prefer(pause_in_full_screen=False, programs=("game",))

    def said(**facts: Any) -> str:
        return str(at_once(replace(GPU, readings=replace(CALM, **facts)), owner).saying)

    assert "whether somebody is here" in said(idle_s=None)
    assert "which programs run" in said(programs=None)
    assert "may watch" in said(is_full_screen=True)
    assert "3 min after the last input" in said(idle_s=5.0)


def test_programs_that_cannot_be_listed_are_somebody_s() -> None:
    decision = at_once(replace(GPU, readings=replace(CALM, programs=None)), prefer(programs=("game",)))
    assert decision.reason is Reason.IN_USE


def test_the_processor_works_beside_its_owner_on_half_of_the_cores() -> None:
    for readings in (HERE, CALM, replace(CALM, idle_s=None)):
        decision = at_once(replace(CPU, readings=readings))
        assert (decision.act, decision.cores, decision.duty) == (Act.RUN, 4, 1.0)
        assert not decision.yields_to_input
    assert at_once(replace(CPU, readings=HERE), prefer(cpu_when="away")).reason is Reason.IN_USE


@pytest.mark.parametrize(("asked", "cores", "used"), [(0, 8, 4), (0, 1, 1), (0, 3, 1), (2, 8, 2), (16, 8, 8)])
def test_cores(asked: int, cores: int, used: int) -> None:
    assert cores_for(prefer(cpu_cores=asked), cores) == used


def test_only_what_input_would_stop_yields_to_it() -> None:
    assert at_once(GPU).yields_to_input
    assert not at_once(GPU, prefer(gpu_when="always")).yields_to_input
    assert not at_once(replace(GPU, readings=HERE)).yields_to_input  # it does not run
    assert at_once(CPU, prefer(cpu_when="away")).yields_to_input


@pytest.mark.parametrize(
    ("listed", "running", "reason"),
    [
        (("Blender",), {"blender"}, Reason.PROGRAM_RUNS),
        (("game.exe",), {"game"}, Reason.PROGRAM_RUNS),
        ((" game ",), {"game"}, Reason.PROGRAM_RUNS),
        (("game",), {"gameserver"}, Reason.NONE),
    ],
)
def test_listed_programs(listed: tuple[str, ...], running: set[str], reason: Reason) -> None:
    situation = replace(GPU, readings=replace(CALM, programs=frozenset(running)))
    decision = at_once(situation, prefer(programs=listed))
    assert decision.reason is reason
    assert reason is Reason.NONE or listed[0] in str(decision.saying)


# --- giving back


def test_the_card_s_memory_is_given_back_after_a_minute_and_taken_again() -> None:
    course = settled()
    acts = [course.look(idle_s=float(idle_s)).act for idle_s in range(64)]
    assert acts[:59] == [Act.PAUSE] * 59
    assert acts[61:] == [Act.FREE] * 3
    assert course.look(idle_s=1.0, on_battery=True).act is Act.FREE  # what is given back is not taken for a pause
    assert course.look(idle_s=500.0, is_locked=True).act is Act.FREE  # mains has to hold
    course.hold(12)
    assert course.look().act is Act.RUN


def test_a_pause_that_is_nobody_s_keeps_the_memory() -> None:
    course = settled()
    assert {course.look(on_battery=True).act for _ in range(300)} == {Act.PAUSE}


@pytest.mark.parametrize(
    ("situation", "facts"),
    [(GPU, {"free_vram_percent": 4.0}), (GPU, {"free_memory_percent": 4.0}), (CPU, {"free_memory_percent": 4.0})],
)
def test_little_memory_is_given_back_at_once_and_room_has_to_last(situation: Situation, facts: dict[str, Any]) -> None:
    course = settled(situation=situation)
    decision = course.look(**facts)
    assert (decision.act, decision.reason) == (Act.FREE, Reason.LOW_MEMORY)
    assert not any(course.hold(100))
    assert course.hold(25)[-1]


def test_a_card_s_memory_does_not_concern_the_processor() -> None:
    assert at_once(replace(CPU, readings=replace(CALM, free_vram_percent=0.0))).may_run


# --- load


def test_busy_for_three_seconds_pauses_and_calm_for_ten_resumes() -> None:
    course = settled(situation=CPU)
    assert course.hold(4, others_cpu_percent=26.0) == [True, True, False, False]
    assert "25 %" in str(course.look(others_cpu_percent=26.0).saying)
    assert course.hold(12, others_cpu_percent=9.0) == [False] * 10 + [True] * 2


def test_short_bursts_do_not_pause_and_short_rests_do_not_resume() -> None:
    course = settled(situation=CPU)
    for _ in range(20):
        assert course.look(others_cpu_percent=70.0).may_run
        assert all(course.hold(3))
    course.hold(4, others_cpu_percent=100.0)
    for _ in range(20):
        assert not any(course.hold(9))
        assert not course.look(others_cpu_percent=100.0).may_run


def test_between_the_limits_nothing_changes() -> None:
    assert all(settled(situation=CPU).hold(100, others_cpu_percent=18.0))
    course = settled(situation=CPU)
    course.hold(5, others_cpu_percent=90.0)
    assert not any(course.hold(100, others_cpu_percent=18.0))


@pytest.mark.parametrize(("limit", "calm"), [(25, 10), (90, 75), (15, 5), (3, 1)])
def test_low_limits_keep_a_margin(limit: float, calm: float) -> None:
    assert calm_limit_percent(limit) == calm


def test_a_busy_card_concerns_the_card_alone() -> None:
    course = settled()
    course.hold(4, others_gpu_percent=30.0)
    assert course.look(others_gpu_percent=30.0).reason is Reason.GPU_BUSY
    assert all(settled(situation=CPU).hold(10, others_gpu_percent=100.0))
    assert all(settled(prefer(pause_when_gpu_busy=False)).hold(10, others_gpu_percent=100.0))


# --- power, heat, network


def test_a_loose_plug_does_not_flap() -> None:
    course = settled()
    for _ in range(10):
        assert course.look(on_battery=True).reason is Reason.ON_BATTERY
        assert not any(course.hold(9))
    assert course.hold(3)[-1]


def test_a_battery_that_does_not_say_is_one() -> None:
    decision = at_once(replace(GPU, readings=replace(CALM, on_battery=None)))
    assert decision.reason is Reason.ON_BATTERY
    assert "cannot tell" in str(decision.saying)


def test_heat_ends_training_until_it_is_cooler_than_its_target() -> None:
    course = settled()
    assert course.look(gpu_temperature_c=84.9).may_run
    assert course.look(gpu_temperature_c=85.0).reason is Reason.TOO_HOT
    assert not any(course.hold(50, gpu_temperature_c=70.1))
    assert course.look(gpu_temperature_c=70.0).may_run
    assert course.look(cpu_temperature_c=100.0).may_run  # the other one's
    assert course.look(gpu_temperature_c=85.0).reason is Reason.TOO_HOT
    assert course.hold(12, gpu_temperature_c=None)[-1]  # the sensor is gone


def test_heat_near_the_target_takes_duty() -> None:
    course = settled()
    duties = [course.look(gpu_temperature_c=78.0).duty for _ in range(120)]
    assert duties[0] > duties[60] > duties[-1] >= 0.1
    assert course.look(gpu_temperature_c=78.0, idle_s=0.0).duty == 0.0


def test_duty_of_the_owner() -> None:
    assert at_once(GPU, prefer(gpu_duty_percent=40, cpu_duty_percent=70)).duty == 0.4
    assert at_once(CPU, prefer(gpu_duty_percent=40, cpu_duty_percent=70)).duty == 0.7
    assert at_once(CPU, prefer(cpu_duty_percent=1)).duty == 0.01


@pytest.mark.parametrize(
    ("situation", "owner", "bulk"),
    [
        (GPU, DEFAULTS, True),
        (replace(GPU, readings=replace(CALM, is_metered=True)), DEFAULTS, False),
        (replace(GPU, readings=replace(CALM, is_metered=True)), prefer(pause_when_metered=False), True),
        (replace(GPU, month_bytes=10), prefer(monthly_limit_bytes=10), False),
        (replace(GPU, month_bytes=9), prefer(monthly_limit_bytes=10), True),
        (replace(GPU, readings=HERE), DEFAULTS, True),
        (replace(GPU, readings=HERE), prefer(network_when_paused=False), False),
        (GPU, prefer(network_when_paused=False), True),
        (replace(GPU, orders=Orders(has_consent=False)), DEFAULTS, False),
        # The first reason is another one, and the network is charged for all the same.
        (replace(GPU, orders=Orders(paused=True), readings=replace(CALM, is_metered=True)), DEFAULTS, False),
    ],
)
def test_whether_much_may_cross_the_network(situation: Situation, owner: Preferences, bulk: bool) -> None:
    assert at_once(situation, owner).bulk is bulk


# --- orders


@pytest.mark.parametrize("end_s", [START_S + 3600, START_S + 86400 * 3, 1e300, float("inf")])
def test_a_timed_pause_names_its_end(end_s: float) -> None:
    decision = at_once(replace(GPU, orders=Orders(paused_until_s=end_s)))
    assert (decision.reason, decision.until_s) == (Reason.PAUSED_BY_USER, end_s)
    assert str(decision.saying).startswith("Paused until ")


def test_finish_runs_until_the_step_is_committed() -> None:
    decision = at_once(replace(GPU, orders=Orders(finish_step=3, committed_step=2)))
    assert (decision.act, decision.reason) == (Act.FINISH, Reason.FINISHING_STEP)
    decision = at_once(replace(GPU, orders=Orders(finish_step=3, committed_step=3)))
    assert (decision.act, decision.reason) == (Act.PAUSE, Reason.PAUSED_BY_USER)
    away = replace(GPU, readings=HERE, orders=Orders(finish_step=3))
    assert at_once(away).reason is Reason.IN_USE


def test_the_first_reason_counts() -> None:
    """All at once; taken away one by one, each is the reason once, in the order of the rules."""
    owner = prefer(hours=(0,) * 7, monthly_limit_bytes=1, gpu_when="never", programs=("game",))
    bad = Readings(
        idle_s=0.0,
        is_full_screen=True,
        is_in_call=True,
        programs=frozenset({"game"}),
        others_cpu_percent=100.0,
        others_gpu_percent=100.0,
        free_memory_percent=0.0,
        on_battery=True,
        is_saving_energy=True,
        is_lid_closed=True,
        gpu_temperature_c=100.0,
        is_metered=True,
    )
    situation = replace(GPU, readings=bad, month_bytes=1, orders=Orders(has_consent=False, paused=True, finish_step=1))
    remedies: list[tuple[Reason, dict[str, Any]]] = [
        (Reason.NEEDS_CONSENT, {"orders": Orders(paused=True, finish_step=1)}),
        (Reason.PAUSED_BY_USER, {"orders": Orders(finish_step=1)}),
        (Reason.NOT_ALLOWED, {"gpu_when": "away"}),
        (Reason.OUT_OF_HOURS, {"hours": DEFAULTS.hours}),
        (Reason.TOO_HOT, {"gpu_temperature_c": 40.0}),
        (Reason.LOW_MEMORY, {"free_memory_percent": 50.0}),
        (Reason.ON_BATTERY, {"on_battery": False}),
        (Reason.ENERGY_SAVER, {"is_saving_energy": False}),
        (Reason.LID_CLOSED, {"is_lid_closed": False}),
        (Reason.METERED, {"is_metered": False}),
        (Reason.DATA_BUDGET, {"month_bytes": 0}),
        (Reason.IN_CALL, {"is_in_call": False}),
        (Reason.FULL_SCREEN, {"is_full_screen": False}),
        (Reason.PROGRAM_RUNS, {"programs": ()}),
        (Reason.IN_USE, {"idle_s": 1e6}),
        (Reason.COMPUTER_BUSY, {"others_cpu_percent": 0.0}),
        (Reason.GPU_BUSY, {"others_gpu_percent": 0.0}),
        (Reason.FINISHING_STEP, {"orders": Orders()}),
        (Reason.NONE, {}),
    ]
    for reason, remedy in remedies:
        assert at_once(situation, owner).reason is reason
        for name, value in remedy.items():
            if name in owner.__struct_fields__:
                owner = msgspec.structs.replace(owner, **{name: value})
            elif name in {field.name for field in fields(Readings)}:
                situation = replace(situation, readings=replace(situation.readings, **{name: value}))
            else:
                situation = replace(situation, **{name: value})
    assert {row.reason for row in CONDITIONS} <= {reason for reason, _ in remedies}


# --- changed rules and changed clocks


def test_a_rule_that_is_changed_acts_at_once() -> None:
    course = settled()
    course.look(on_battery=True)
    course.owner = prefer(pause_on_battery=False)
    assert course.look(on_battery=True).may_run
    course = settled(situation=CPU)
    course.hold(10, others_cpu_percent=50.0)
    course.owner = prefer(cpu_busy_limit_percent=60)
    assert course.memory is not None
    course.memory = forgetful(course.memory)
    assert course.look(others_cpu_percent=50.0).may_run


@pytest.mark.parametrize("leap_s", [-7200.0, -1e7, 7200.0, 1e7])
def test_a_clock_that_leaps_neither_ends_a_wait_nor_makes_it_endless(leap_s: float) -> None:
    course = settled()
    course.look(on_battery=True)
    course.hold(3)
    assert not course.look(after_s=leap_s).may_run
    assert course.hold(8)[-1]


def test_no_throttle_obeys_the_user_alone() -> None:
    owner = unthrottled(prefer(hours=(0,) * 7, gpu_when="never", programs=("game",)))
    for situation in (Situation(), Situation(device="gpu")):
        decision = at_once(replace(situation, readings=UNKNOWN, cores=8), owner)
        assert (decision.act, decision.duty) == (Act.RUN, 1.0)
        assert decision.cores == (8 if situation.device == "cpu" else 0)
        paused = replace(situation, orders=Orders(paused=True))
        assert at_once(paused, owner).reason is Reason.PAUSED_BY_USER
    assert unthrottled(prefer(cpu_cores=2)).cpu_cores == 2


@pytest.mark.parametrize(("device", "kind"), [("cpu", "cpu"), ("cuda:0", "gpu"), ("mps", "gpu"), ("xpu:1", "gpu")])
def test_kinds_of_devices(device: str, kind: str) -> None:
    assert device_kind(device) == kind
