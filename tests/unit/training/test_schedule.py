import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import UsageError
from core.identity.manifest import AdamW, Lamb, Schedule
from core.training.schedule import KINDS, rate_factor, scalars

schedules = st.builds(
    Schedule,
    kind=st.sampled_from(KINDS),
    warmup_steps=st.integers(0, 1000),
    total_steps=st.integers(0, 5000),
)


def test_warm_up_is_linear_and_ends_at_the_full_rate():
    schedule = Schedule(kind="linear", warmup_steps=4, total_steps=8)
    assert [rate_factor(schedule, step) for step in range(1, 10)] == [0.25, 0.5, 0.75, 1, 0.75, 0.5, 0.25, 0, 0]


def test_cosine_is_half_way_down_in_the_middle():
    schedule = Schedule(kind="cosine", warmup_steps=10, total_steps=110)
    assert rate_factor(schedule, 60) == pytest.approx(0.5)
    assert rate_factor(schedule, 35) == pytest.approx(0.5 + 0.5 * math.cos(math.pi / 4))


def test_constant_stays_after_its_end():
    assert rate_factor(Schedule(kind="constant", warmup_steps=0, total_steps=5), 500) == 1.0


@given(schedules, st.integers(1, 6000))
def test_factor_rises_in_warm_up_and_never_after(schedule, step):
    now, following = rate_factor(schedule, step), rate_factor(schedule, step + 1)
    assert 0.0 <= now <= 1.0
    assert following > now if step < schedule.warmup_steps else following <= now


@given(st.floats(1e-6, 1.0), st.floats(0.0, 0.9999), st.floats(0.0, 0.99999), schedules, st.integers(1, 100_000))
def test_scalars_are_float32_and_right(rate, beta1, beta2, schedule, step):
    optimizer = Lamb(learning_rate=rate, beta1=beta1, beta2=beta2)
    made = scalars(optimizer, schedule, step)
    values = (made.learning_rate, made.correction1, made.correction2)
    assert struct.unpack("<3f", struct.pack("<3f", *values)) == values
    expected = (rate * rate_factor(schedule, step), 1 - beta1**step, 1 - beta2**step)
    assert values == pytest.approx(expected, rel=1e-7, abs=1e-40)
    assert made.correction1 > 0
    assert made.correction2 > 0


def test_unknown_schedule_and_step_zero_are_refused():
    with pytest.raises(UsageError, match="cubic"):
        scalars(AdamW(learning_rate=1), Schedule(kind="cubic", warmup_steps=0, total_steps=1), 1)
    with pytest.raises(ValueError, match="counted from 1"):
        scalars(AdamW(learning_rate=1), Schedule(kind="linear", warmup_steps=0, total_steps=1), 0)
