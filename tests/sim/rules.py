"""Random owners, computers, clocks and people against the governor's policy, judged by a reference that knows rules
and no hysteresis.

    python -m tests.sim.rules [COURSES]      10,000 by default
"""

import datetime
import random
import sys
import time
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from core.ipc.messages import Reason
from core.ipc.preferences import ALL_DAY, Preferences
from core.ipc.reasons import ACTIONS
from core.throttle.facts import Orders, Situation
from core.throttle.policy import Decision, Memory, decide
from core.throttle.readings import Readings

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Asia/Kathmandu")
LEAPS = (1_774_746_000, 1_792_890_000, 1_772_953_200, 1_793_512_800, 1_775_314_800, 1_791_039_600)
"""Around which local clocks leap in 2026: Berlin, New York, Lord Howe (by half an hour)."""
LOOKS = 80
CALM_LOOKS = 125
"""Seconds within which training is back when nothing stands against it: memory's wait is the longest."""

ORDER = (
    Reason.NEEDS_CONSENT,
    Reason.PAUSED_BY_USER,
    Reason.NOT_ALLOWED,
    Reason.OUT_OF_HOURS,
    Reason.TOO_HOT,
    Reason.LOW_MEMORY,
    Reason.ON_BATTERY,
    Reason.ENERGY_SAVER,
    Reason.LID_CLOSED,
    Reason.METERED,
    Reason.DATA_BUDGET,
    Reason.IN_CALL,
    Reason.FULL_SCREEN,
    Reason.PROGRAM_RUNS,
    Reason.IN_USE,
    Reason.COMPUTER_BUSY,
    Reason.GPU_BUSY,
    Reason.FINISHING_STEP,
    Reason.NONE,
)


@dataclass
class Course:
    """One owner's computer over some time."""

    chance: random.Random
    zone: ZoneInfo
    owner: Preferences
    situation: Situation
    now_s: float
    memory: Memory | None = None
    busy_s: float = 0.0
    """For how long others have taken more than they may, in looks without a leap of the clock."""

    def local(self, unix_s: float) -> tuple[int, int]:
        moment = datetime.datetime.fromtimestamp(unix_s, self.zone)
        return moment.weekday(), moment.hour

    def look(self, after_s: float) -> Decision:
        self.now_s += after_s
        use, limit = self.situation.readings.others_cpu_percent, self.owner.cpu_busy_limit_percent
        is_busy = use is not None and use > limit
        self.busy_s = self.busy_s + min(3.0, max(0.0, after_s)) if is_busy else 0.0
        decision = decide(self.situation, self.owner, self.memory, self.now_s, self.local)
        self.memory = decision.memory
        return decision


def course_of(seed: int) -> Course:
    chance = random.Random(seed)
    start_s = chance.choice(LEAPS) + chance.uniform(-7200, 7200) if chance.random() < 0.7 else chance.uniform(1e9, 2e9)
    owner = _owner(chance)
    orders = Orders(has_consent=chance.random() < 0.95)
    device = chance.choice(("cpu", "gpu"))
    situation = Situation(orders=orders, device=device, cores=chance.randint(1, 64), readings=_readings(chance, owner))
    return Course(chance, ZoneInfo(chance.choice(ZONES)), owner, situation, start_s)


def _owner(chance: random.Random) -> Preferences:
    def often(share: float = 0.8) -> bool:
        return chance.random() < share

    hours = chance.choice((*[ALL_DAY] * 6, chance.getrandbits(24), 0, 0b1100))
    return Preferences(
        cpu_when=chance.choice((*["always", "away"] * 5, "never")),
        gpu_when=chance.choice((*["always", "away"] * 5, "never")),
        away_after_s=chance.choice((10, 60, 180, 86_400)),
        pause_on_battery=often(),
        pause_in_energy_saver=often(),
        pause_with_lid_closed=often(),
        pause_when_busy=often(),
        cpu_busy_limit_percent=chance.randint(1, 100),
        pause_when_gpu_busy=often(),
        pause_in_full_screen=often(),
        pause_in_calls=often(),
        programs=chance.choice(((), ("Blender.exe", "game"))),
        hours=tuple(hours if often() else chance.getrandbits(24) for _ in range(7)),  # type: ignore[arg-type]
        cpu_cores=chance.choice((0, 1, 8, 1024)),
        cpu_duty_percent=chance.choice((1, 50, 100)),
        cpu_temperature_limit_c=chance.choice((0, 60, 85)),
        gpu_power_limit_w=chance.choice((0, 150)),
        pause_when_metered=often(),
        monthly_limit_bytes=chance.choice((0, 0, 1_000)),
        network_when_paused=often(0.5),
    )


def _readings(chance: random.Random, owner: Preferences) -> Readings:
    """Mostly calm, so that much of what is tested runs."""

    def rarely(share: float = 0.03) -> bool | None:
        roll = chance.random()
        return None if roll < 0.02 else roll < 0.02 + share

    def some(low: float, high: float) -> float | None:
        return None if chance.random() < 0.05 else chance.uniform(low, high)

    calm = chance.random() < 0.7
    return Readings(
        idle_s=chance.choice((None, 0.0, owner.away_after_s - 0.1, owner.away_after_s, *[2e5] * 6)),
        is_locked=rarely(0.2),
        is_full_screen=rarely(),
        is_in_call=rarely(),
        programs=chance.choice((None, *[frozenset({"bash"})] * 8, frozenset({"blender"}))),
        others_cpu_percent=some(0, 10) if calm else some(0, 100),
        others_gpu_percent=some(0, 5) if calm else some(0, 100),
        free_memory_percent=some(16, 90) if calm else some(0, 90),
        free_vram_percent=some(16, 90) if calm else some(0, 90),
        on_battery=rarely(),
        is_saving_energy=rarely(),
        is_lid_closed=rarely(),
        cpu_temperature_c=some(30, 75) if calm else some(30, 100),
        gpu_temperature_c=some(30, 70) if calm else some(30, 100),
        gpu_power_w=some(20, 300),
        is_metered=rarely(),
    )


def forbidding(course: Course) -> Reason:
    """The reference: the first rule that forbids running at this very moment, without any waiting; else `NONE`."""
    facts, owner, orders = course.situation.readings, course.owner, course.situation.orders
    is_cpu = course.situation.device == "cpu"
    allowed = owner.cpu_when if is_cpu else owner.gpu_when
    weekday, hour = course.local(course.now_s)
    heat = facts.cpu_temperature_c if is_cpu else facts.gpu_temperature_c
    target = owner.cpu_temperature_limit_c if is_cpu else owner.gpu_temperature_limit_c
    free = min(100 if each is None else each for each in (facts.free_memory_percent, facts.free_vram_percent))
    if is_cpu:
        free = 100 if facts.free_memory_percent is None else facts.free_memory_percent
    runs = {"blender", "game"} & (facts.programs or set())
    away = facts.is_locked or (
        facts.idle_s is not None
        and facts.idle_s >= owner.away_after_s
        and not (facts.is_full_screen or facts.is_in_call)
        and not (owner.programs and facts.programs is None)
    )
    finished = orders.finish_step is not None and orders.committed_step >= orders.finish_step
    timed = orders.paused_until_s is not None and course.now_s < orders.paused_until_s
    rules = {
        Reason.NEEDS_CONSENT: not orders.has_consent,
        Reason.PAUSED_BY_USER: orders.paused or timed or finished,
        Reason.NOT_ALLOWED: allowed == "never",
        Reason.OUT_OF_HOURS: not owner.hours[weekday] & 2**hour,
        Reason.TOO_HOT: target and heat is not None and heat >= target + 10,
        Reason.LOW_MEMORY: free < 5,
        Reason.ON_BATTERY: owner.pause_on_battery and facts.on_battery is not False,
        Reason.ENERGY_SAVER: owner.pause_in_energy_saver and facts.is_saving_energy,
        Reason.LID_CLOSED: owner.pause_with_lid_closed and facts.is_lid_closed,
        Reason.METERED: owner.pause_when_metered and facts.is_metered,
        Reason.DATA_BUDGET: owner.monthly_limit_bytes and course.situation.month_bytes >= owner.monthly_limit_bytes,
        Reason.IN_CALL: owner.pause_in_calls and facts.is_in_call,
        Reason.FULL_SCREEN: owner.pause_in_full_screen and facts.is_full_screen,
        Reason.PROGRAM_RUNS: owner.programs and runs,
        Reason.IN_USE: allowed == "away" and not away,
        Reason.COMPUTER_BUSY: owner.pause_when_busy and course.busy_s > 6.0,
    }
    return next((reason for reason, holds in rules.items() if holds), Reason.NONE)


def judge(course: Course, decision: Decision) -> None:
    """One decision against the reference."""
    rule = forbidding(course)
    where = (course.now_s, rule, decision)
    assert rule is Reason.NONE or not decision.may_run, where
    assert ORDER.index(decision.reason) <= ORDER.index(rule), where
    assert decision.may_run == (decision.reason in (Reason.NONE, Reason.FINISHING_STEP)), where
    assert bool(str(decision.saying)) == (decision.reason is not Reason.NONE), where
    assert decision.reason is Reason.NONE or str(ACTIONS[decision.reason]), where
    owner = course.owner
    most = (owner.cpu_duty_percent if course.situation.device == "cpu" else owner.gpu_duty_percent) / 100
    assert (min(0.1, most) <= decision.duty <= most) if decision.may_run else decision.duty == 0, where
    assert 0 <= decision.cores <= course.situation.cores, where
    assert not (decision.bulk and rule in (Reason.NEEDS_CONSENT, Reason.METERED, Reason.DATA_BUDGET)), where
    if decision.until_s is not None:
        assert decision.until_s > course.now_s, where


def disturb(course: Course) -> float:
    """Changes something; seconds until the next look, which a set clock makes anything."""
    chance, situation = course.chance, course.situation
    roll = chance.random()
    if roll < 0.06:
        situation = replace(situation, readings=_readings(chance, course.owner))
    elif roll < 0.09:  # a loose plug
        flipped = chance.choice((None, True, False, False))
        situation = replace(situation, readings=replace(situation.readings, on_battery=flipped))
    elif roll < 0.13:
        orders = Orders(
            has_consent=chance.random() < 0.95,
            paused=chance.random() < 0.1,
            paused_until_s=course.now_s + chance.uniform(-50, 50) if chance.random() < 0.2 else None,
            finish_step=chance.choice((None, None, None, 3)),
            committed_step=chance.randint(0, 4),
        )
        situation = replace(situation, orders=orders, month_bytes=chance.choice((*[0] * 9, 2_000)))
    course.situation = situation
    if chance.random() < 0.05:
        return chance.choice((-1e6, -7200.0, -3600.0, -1.0, 0.0, 3600.0, 7200.0, 28_800.0, 1e6))
    return chance.uniform(0.05, 2.0)


def calm(course: Course) -> None:
    """From now on nothing stands against running, as far as the owner's rules can ever allow it."""
    owner = course.owner
    readings = Readings(
        idle_s=1e6,
        is_locked=False,
        is_full_screen=False,
        is_in_call=False,
        programs=frozenset(),
        others_cpu_percent=0.0,
        others_gpu_percent=0.0,
        free_memory_percent=50.0,
        free_vram_percent=50.0,
        on_battery=False,
        cpu_temperature_c=20.0,
        gpu_temperature_c=20.0,
        is_metered=False,
    )
    course.situation = replace(course.situation, readings=readings, orders=Orders(), month_bytes=0)
    allowed = owner.cpu_when if course.situation.device == "cpu" else owner.gpu_when
    last = None
    for _ in range(CALM_LOOKS):
        last = course.look(1.0)
        judge(course, last)
    assert last is not None
    if allowed == "never":
        assert last.reason is Reason.NOT_ALLOWED
    elif forbidding(course) is Reason.OUT_OF_HOURS:
        _next_hour(course, last)
    else:
        assert last.may_run, last


def _next_hour(course: Course, decision: Decision) -> None:
    """Runs at the moment that was told, and at none of those before it."""
    if decision.until_s is None:
        assert not any(course.owner.hours)
        return
    for moment_s in range(int(course.now_s), int(decision.until_s), 1800):
        weekday, hour = course.local(moment_s)
        assert not course.owner.hours[weekday] & 2**hour
    course.now_s = decision.until_s
    assert course.look(0.0).may_run


def run_course(seed: int, looks: int = LOOKS) -> int:
    """How many of its looks ran."""
    course = course_of(seed)
    ran = 0
    for _ in range(looks):
        decision = course.look(disturb(course))
        judge(course, decision)
        ran += decision.may_run
    if seed % 4 == 0:
        calm(course)
    return ran


def main() -> None:
    courses = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    begun_s, ran = time.monotonic(), 0
    for seed in range(courses):
        ran += run_course(seed)
    looks = LOOKS * courses
    print(f"{courses:,} courses, {looks:,} looks, {ran / looks:.0%} ran: no rule broken, no deadlock", end=" ")
    print(f"({time.monotonic() - begun_s:.0f} s)")


if __name__ == "__main__":
    main()
