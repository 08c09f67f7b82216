"""Processor and battery over a machine that says what the test wants, and once over the real one."""

import os
import subprocess
import sys
from collections import namedtuple
from typing import Any

import psutil
import pytest

from core.throttle.sensors import processor
from core.throttle.sensors.computer import on_battery
from core.throttle.sensors.processor import CpuOfOthers

Battery = namedtuple("Battery", "percent secsleft power_plugged")
Times = namedtuple("Times", "user nice system idle iowait irq softirq steal guest guest_nice")
ProcessTimes = namedtuple("ProcessTimes", "user system")


class Machine:
    """Four processors; `own` is what each of the program's processes has used."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now_s = 100.0
        self.times = dict.fromkeys(Times._fields, 0.0)
        self.own = {os.getpid(): 5.0}
        patch.setattr(psutil, "cpu_times", lambda: Times(**self.times))
        patch.setattr(psutil, "Process", self.process)
        self.sensor = CpuOfOthers(lambda: list(self.own), clock=lambda: self.now_s)

    def process(self, pid: int) -> Any:
        if pid not in self.own:
            raise psutil.NoSuchProcess(pid)
        return type("P", (), {"cpu_times": lambda _: self.times_of(pid)})()

    def times_of(self, pid: int) -> ProcessTimes:
        if pid not in self.own:
            raise psutil.NoSuchProcess(pid)
        return ProcessTimes(self.own[pid], 0.0)

    def pass_time(self, seconds: float, own: dict[int, float] | None = None, **used: float) -> float | None:
        """Adds `used` to the machine's counters; what is left of 4 × `seconds` is idle."""
        self.now_s += seconds
        for pid, more in (own or {}).items():
            self.own[pid] = self.own.get(pid, 0.0) + more
        for field, more in used.items():
            self.times[field] += more
        counted = sum(more for field, more in used.items() if not field.startswith("guest"))
        self.times["idle"] += 4 * seconds - counted
        return self.sensor.percent()


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine(monkeypatch)
    assert machine.sensor.percent() is None
    return machine


def test_idle_machine(machine: Machine) -> None:
    assert machine.pass_time(1.0) == 0.0


def test_own_use_does_not_count(machine: Machine) -> None:
    trainer = 77
    machine.own[trainer] = 0.0
    machine.pass_time(1.0)
    assert machine.pass_time(1.0, {trainer: 3.0, os.getpid(): 0.5}, nice=3.0, user=0.5) == 0.0
    assert machine.pass_time(1.0, {trainer: 2.0}, nice=2.0, user=1.0, system=1.0) == pytest.approx(50.0)


def test_waiting_stolen_and_guest_time_count_once_or_not(machine: Machine) -> None:
    assert machine.pass_time(1.0, iowait=2.0, steal=1.0) == 0.0
    assert machine.pass_time(1.0, user=1.0, guest=1.0, irq=0.5, softirq=0.5) == pytest.approx(50.0)


def test_trainer_started_anew_is_own_at_once(machine: Machine) -> None:
    assert machine.pass_time(1.0, {88: 3.0}, nice=3.0) == 0.0
    del machine.own[88]
    assert machine.pass_time(1.0, {89: 2.0}, nice=2.0) == 0.0


def test_counters_that_go_backwards_stay_within_bounds(machine: Machine) -> None:
    machine.pass_time(1.0, user=2.0)
    assert machine.pass_time(1.0, user=-3.0) == 0.0
    assert machine.pass_time(1.0, user=4.0, system=9.0) == 100.0


def test_samples_that_are_too_short_repeat_the_last(machine: Machine) -> None:
    assert machine.pass_time(1.0, user=2.0) == pytest.approx(50.0)
    assert machine.pass_time(0.1, user=0.4) == pytest.approx(50.0)
    assert machine.pass_time(0.9) == pytest.approx(10.0)


def test_machine_that_cannot_be_asked(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise FileNotFoundError("/proc/stat")

    monkeypatch.setattr(psutil, "cpu_times", fail)
    assert machine.pass_time(1.0) is None


@pytest.mark.parametrize(
    ("battery", "wanted"),
    [
        (None, False),
        (Battery(50, 100, True), False),
        (Battery(50, 100, False), True),
        (Battery(50, 100, None), None),
    ],
)
def test_battery(monkeypatch: pytest.MonkeyPatch, battery: Battery | None, wanted: bool | None) -> None:
    monkeypatch.setattr(psutil, "sensors_battery", lambda: battery, raising=False)
    assert on_battery() is wanted


def test_battery_that_cannot_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError("no such device")

    monkeypatch.setattr(psutil, "sensors_battery", fail, raising=False)
    assert on_battery() is None
    monkeypatch.delattr(psutil, "sensors_battery")
    assert on_battery() is None


def test_children_are_found() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert child.pid in processor.children_of_this()
        child.communicate()


def test_real_machine_gives_a_percentage() -> None:
    now_s = iter((0.0, 1.0))
    sensor = CpuOfOthers(clock=lambda: next(now_s))
    assert sensor.percent() is None
    sum(i * i for i in range(1_000_000))
    percent = sensor.percent()
    assert percent is not None
    assert 0.0 <= percent <= 100.0


@pytest.mark.skipif(sys.platform != "linux", reason="scheduling classes of Linux")
def test_priority_of_all_threads_is_lowered() -> None:
    code = """
import os, threading, psutil
from core.background import lower_priority
gate = threading.Event()
before = threading.Thread(target=gate.wait); before.start()
lower_priority()
after = threading.Thread(target=gate.wait); after.start()
for thread in os.listdir("/proc/self/task"):
    print(os.sched_getscheduler(int(thread)) == os.SCHED_IDLE, os.getpriority(os.PRIO_PROCESS, int(thread)))
print(psutil.Process().ionice().ioclass == psutil.IOPRIO_CLASS_IDLE)
gate.set()
"""
    found = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split("\n") == ["True 19"] * 3 + ["True", ""]
