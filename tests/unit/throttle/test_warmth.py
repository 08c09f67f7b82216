"""The controller on simulated coolers: one or two heat capacities, a sensor that is late and knows whole degrees."""

import statistics
from dataclasses import dataclass

import pytest

from core.throttle.warmth import COLD, LEAST_DUTY, Warmth, heeded, metered

AMBIENT_C = 25.0


@dataclass
class Cooler:
    """A chip on a heat sink: `rise_c` above the air at full work, in the end."""

    rise_c: float
    sink_s: float
    """Time constant."""
    chip_c: float = 8.0
    """Of the rise, between chip and sink, at once."""
    noise_c: float = 0.0
    sink_c: float = AMBIENT_C
    late_c: float = AMBIENT_C

    def after(self, duty: float, seconds: float = 1.0) -> float:
        goal_c = AMBIENT_C + duty * (self.rise_c - self.chip_c)
        self.sink_c += (goal_c - self.sink_c) * min(1.0, seconds / self.sink_s)
        read_c, self.late_c = self.late_c, self.sink_c + duty * self.chip_c
        return float(round(read_c))


def held(cooler: Cooler, target_c: float, looks: int, most: float = 1.0) -> tuple[list[float], list[float]]:
    """Temperatures and duties."""
    warmth, temperatures, duties = COLD, [], []
    for _ in range(looks):
        duty = warmth.duty(most)
        read_c = cooler.after(duty)
        warmth = heeded(warmth, read_c, target_c, most, 1.0)
        temperatures.append(read_c)
        duties.append(duty)
    return temperatures, duties


@pytest.mark.parametrize("rise_c", [55.0, 60.0, 70.0])
@pytest.mark.parametrize("sink_s", [15.0, 40.0, 90.0, 200.0])
def test_the_target_is_held_without_swinging(rise_c: float, sink_s: float) -> None:
    temperatures, duties = held(Cooler(rise_c, sink_s), 70.0, 2_400)
    assert max(temperatures) <= 75.0  # far from the hard stop
    late = temperatures[-900:]
    assert abs(statistics.mean(late) - 70.0) <= 1.0
    assert max(late) - min(late) <= 3.0
    assert statistics.stdev(duties[-900:]) <= 0.02
    assert max(abs(after - before) for before, after in zip(duties[-900:], duties[-899:], strict=False)) <= 0.05


def test_a_cool_computer_works_all_the_time() -> None:
    _, duties = held(Cooler(30.0, 60.0), 75.0, 600)
    assert statistics.mean(duties[-300:]) > 0.99


def test_half_of_the_time_is_no_more_than_that() -> None:
    _, duties = held(Cooler(30.0, 60.0), 75.0, 300, most=0.5)
    assert max(duties) == 0.5
    assert statistics.mean(duties) > 0.49


def test_what_no_cooler_can_hold_is_left_at_the_least() -> None:
    _, duties = held(Cooler(70.0, 20.0), 26.0, 600)
    assert duties[-1] == LEAST_DUTY


def test_it_answers_when_the_room_gets_warmer_and_cooler() -> None:
    cooler, warmth, duties = Cooler(60.0, 40.0), COLD, []
    for rise_c in (60.0, 90.0, 30.0):
        cooler.rise_c = rise_c
        for _ in range(1_500):
            warmth = heeded(warmth, cooler.after(warmth.duty(1.0)), 65.0, 1.0, 1.0)
        duties.append(warmth.duty(1.0))
    assert duties[1] < duties[0] - 0.1
    assert duties[2] > 0.99


def test_without_a_sensor_or_a_target_nothing_is_held_back() -> None:
    assert heeded(COLD, None, 75.0, 1.0, 1.0) == COLD
    assert heeded(Warmth(heat_duty=0.2), 95.0, 0, 1.0, 1.0).duty(1.0) == 1.0
    assert heeded(Warmth(heat_duty=0.2), None, 75.0, 1.0, 1.0).duty(1.0) == 0.2


@pytest.mark.parametrize(("rest_w", "full_w", "limit_w"), [(20, 300, 200), (30, 150, 60), (60, 450, 250), (5, 15, 12)])
def test_power_is_held(rest_w: float, full_w: float, limit_w: float) -> None:
    warmth, powers, duties = COLD, [], []
    for _ in range(400):
        duty = warmth.duty(1.0)
        power_w = rest_w + duty * (full_w - rest_w)
        warmth = metered(warmth, power_w, limit_w, 1.0, 1.0)
        powers.append(power_w)
        duties.append(duty)
    assert statistics.mean(powers[-100:]) == pytest.approx(limit_w, rel=0.03)
    assert statistics.stdev(duties[-100:]) <= 0.02


def test_power_that_is_read_in_or_between_turns_of_work() -> None:
    """Single readings are all or nothing."""
    warmth, duties = COLD, []
    for look in range(600):
        duty = warmth.duty(1.0)
        is_on = (look * 0.618) % 1.0 < duty
        warmth = metered(warmth, 300.0 if is_on else 20.0, 160.0, 1.0, 1.0)
        duties.append(duty)
    assert statistics.mean(duties[-300:]) == pytest.approx(0.5, abs=0.05)
    assert statistics.stdev(duties[-300:]) <= 0.06


def test_no_limit_of_power() -> None:
    assert metered(Warmth(power_duty=0.3), 500.0, 0, 1.0, 1.0).duty(1.0) == 1.0
