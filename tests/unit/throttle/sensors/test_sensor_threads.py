"""Probes that hang, fail and come back, in real threads."""

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence

import pytest

from core.throttle.readings import UNKNOWN
from core.throttle.sensors import Sensors, runner, sensing
from core.throttle.sensors.probe import CannotTell, Maker, Said


def until(is_true: Callable[[], bool], seconds: float = 5.0) -> None:
    end_s = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < end_s
        time.sleep(0.002)


class Toy:
    """A probe that the test holds the strings of."""

    every_s = 30.0
    closely_every_s = 0.005
    holds_s = 60.0

    def __init__(self) -> None:
        self.made = 0
        self.looks = 0
        self.closed = 0
        self.failure: Exception | None = None
        self.gate = threading.Event()
        self.gate.set()
        self.end, self.other_end = os.pipe()

    def make(self) -> "Toy":
        self.made += 1
        self._fail()
        return self

    def look(self) -> Iterable[Said]:
        self._fail()
        self.gate.wait()
        self.looks += 1
        return [Said("gpu_power_w", float(self.looks), "toy")]

    def files(self) -> Sequence[int]:
        return (self.end,)

    def close(self) -> None:
        self.closed += 1

    def _fail(self) -> None:
        if self.failure is not None:
            raise self.failure


@pytest.fixture
def toy() -> Iterator[Toy]:
    one = Toy()
    yield one
    os.close(one.end)
    os.close(one.other_end)


@pytest.fixture
def sensors(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sensors]:
    monkeypatch.setattr(runner, "FIRST_RETRY_S", 0.01)
    monkeypatch.setattr(runner, "HUNG_S", 0.1)
    monkeypatch.setattr(sensing, "CHECK_EVERY_S", 0.02)
    one = Sensors(lambda: (), lambda: None, lambda: False, makers=[Maker("toy", toy.make)])
    one.start()
    yield one
    toy.gate.set()
    one.close()


def test_what_a_probe_says_is_read(sensors: Sensors, toy: Toy) -> None:
    until(lambda: sensors.read().gpu_power_w == 1.0)
    assert sensors.sources() == {"gpu_power_w": "toy"}


def test_readable_descriptor_makes_it_look(sensors: Sensors, toy: Toy) -> None:
    until(lambda: toy.looks == 1)
    os.write(toy.other_end, b".")
    until(lambda: toy.looks > 1)


def test_watching_closely_begins_and_ends_at_once(sensors: Sensors, toy: Toy) -> None:
    until(lambda: toy.looks == 1)
    sensors.watch_closely(True)
    until(lambda: toy.looks > 20)
    sensors.watch_closely(False)
    time.sleep(0.05)
    looks = toy.looks
    time.sleep(0.05)
    assert toy.looks == looks


@pytest.mark.parametrize("failure", [CannotTell("gone"), FileNotFoundError("/dev/null"), TimeoutError("slow")])
def test_probe_that_cannot_tell_is_closed_and_made_anew(sensors: Sensors, toy: Toy, failure: Exception) -> None:
    until(lambda: sensors.read() != UNKNOWN)
    toy.failure = failure
    sensors.watch_closely(True)
    until(lambda: sensors.read() == UNKNOWN)
    until(lambda: toy.made > 2)  # and again
    assert toy.closed == 1  # where making fails there is nothing to close
    toy.failure = None
    until(lambda: sensors.read() != UNKNOWN)


def test_probe_that_hangs_is_abandoned_and_replaced(sensors: Sensors, toy: Toy) -> None:
    until(lambda: sensors.read() != UNKNOWN)
    toy.gate.clear()
    os.write(toy.other_end, b".")
    until(lambda: sensors.read() == UNKNOWN)
    until(lambda: toy.made == runner.THREADS_LOST)
    time.sleep(0.3)
    assert toy.made == runner.THREADS_LOST  # it hangs each time: enough
    assert sensors.read() == UNKNOWN
    toy.gate.set()  # what the abandoned threads say then is not heard, but there is room for another
    until(lambda: toy.closed == runner.THREADS_LOST)
    until(lambda: sensors.read() != UNKNOWN)
    assert toy.made == runner.THREADS_LOST + 1


def test_one_that_hung_once_comes_back(sensors: Sensors, toy: Toy) -> None:
    until(lambda: toy.looks == 1)
    toy.gate.clear()
    os.write(toy.other_end, b".")
    until(lambda: toy.made == 2)
    toy.gate.set()
    until(lambda: sensors.read() != UNKNOWN)


def test_reading_and_closing_do_not_wait_for_one_that_hangs(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sensing, "CLOSING_S", 0.1)
    toy.gate.clear()
    sensors = Sensors(lambda: (), lambda: None, lambda: False, makers=[Maker("toy", toy.make)])
    sensors.start()
    until(lambda: toy.made == 1)
    began_s = time.monotonic()
    assert sensors.read() == UNKNOWN
    sensors.close()
    assert time.monotonic() - began_s < 1.0
    toy.gate.set()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_bug_in_a_probe_takes_what_it_said_along(sensors: Sensors, toy: Toy) -> None:
    until(lambda: sensors.read() != UNKNOWN)
    toy.failure = ZeroDivisionError()
    os.write(toy.other_end, b".")
    until(lambda: sensors.read() == UNKNOWN)


def test_closing_leaves_no_thread(sensors: Sensors, toy: Toy) -> None:
    until(lambda: toy.looks == 1)
    sensors.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("sensor")]
    assert toy.closed == 1
