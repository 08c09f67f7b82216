"""Caps: what passes over time is the cap, whatever the portions."""

import pytest

from core.transport.budget import BURST_S, TokenBucket


@pytest.mark.parametrize("portion", [100, 1200, 60_000])
def test_what_passes_is_the_cap(portion: int) -> None:
    bucket = TokenBucket(1e6)
    now, passed = 10.0, 0
    while now < 20.0:
        ready_at = bucket.ready_at(now)
        if ready_at is None:
            bucket.take(now, portion)
            passed += portion
        else:
            assert ready_at > now
            now = ready_at
    assert passed == pytest.approx(10e6, rel=0.02)


def test_a_pause_earns_a_burst_and_no_more() -> None:
    bucket = TokenBucket(1e6)
    bucket.take(0.0, 1)
    assert bucket.left(100.0) == 1e6 * BURST_S


def test_what_was_not_used_is_given_back() -> None:
    bucket = TokenBucket(1e6)
    before = bucket.left(5.0)
    bucket.take(5.0, 1200)
    bucket.take(5.0, -1200)
    assert bucket.left(5.0) == before


def test_a_cap_may_come_and_go() -> None:
    bucket = TokenBucket()
    assert bucket.ready_at(1.0) is None
    bucket.change(1000.0)
    bucket.take(1.0, 10_000)
    assert bucket.ready_at(1.0) is not None
    bucket.change(None)
    assert bucket.ready_at(1.0) is None
    with pytest.raises(ValueError, match="lets nothing pass"):
        bucket.change(0)
