import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.averaging.planner import LEAST_SPAN_BYTES, Allocation, Member, Span, exchange_s, plan, uniform
from core.identity.ids import PeerId

PART = 1 << 17
ELEMENTS = 10**13
"""So many that whole elements do not show."""


def peer(number: int) -> PeerId:
    return PeerId(number.to_bytes(32))


def member(  # what a test says of one
    number: int,
    samples: int = 1,
    *,
    may_reduce: bool = True,
    up: float = 0.0,
    down: float = 0.0,
    pace: float = 1.0,
    receives: bool = True,
    left_out: int = 0,
) -> Member:
    return Member(peer(number), samples, pace, up, down, may_reduce, receives=receives, left_out=left_out)


def lengths(allocation: Allocation) -> dict[PeerId, int]:
    return {span.reducer: span.stop - span.start for span in allocation.spans}


rates = st.one_of(st.just(0.0), st.floats(1e4, 1e9))
swarms = st.lists(
    st.builds(
        member,
        st.integers(0, 1 << 200),
        st.integers(0, 3),
        may_reduce=st.booleans(),
        up=rates,
        down=rates,
        pace=st.sampled_from([0.0, 0.1, 1.0, 30.0]),
        receives=st.sampled_from([True, True, True, False]),
        left_out=st.integers(0, 5),
    ),
    min_size=1,
    max_size=20,
    unique_by=lambda m: m.peer,
)


def has_everybody_it_takes(members: list[Member]) -> bool:
    return all(any(which) for which in zip(*((m.may_reduce, m.samples, m.receives) for m in members), strict=True))


@given(swarms, st.integers(1, 100_000), st.integers(1, 4096), st.booleans(), st.randoms(use_true_random=False))
def test_whatever_the_members(members: list[Member], elements: int, part: int, is_delayed: bool, rng: object) -> None:
    size = {"elements": elements, "coded_bytes_per_element": 4, "target_batch": 64, "part_elements": part}
    if not has_everybody_it_takes(members):
        with pytest.raises(ValueError, match="nobody"):
            plan(members, **size, is_delayed=is_delayed)
        return
    allocation = plan(members, **size, is_delayed=is_delayed)
    spans = allocation.spans
    assert (spans[0].start, spans[-1].stop) == (0, elements)
    assert all(a.stop == b.start and a.reducer < b.reducer for a, b in itertools.pairwise(spans))
    assert all(span.start < span.stop for span in spans)
    by_peer = {m.peer: m for m in members}
    assert all(by_peer[span.reducer].may_reduce for span in spans)
    late = {m.peer for m in members if m.receives} - set(allocation.awaited)
    assert not late & {span.reducer for span in spans}
    assert allocation.contributors
    assert all(by_peer[one].samples for one in allocation.contributors)
    assert all(by_peer[one].receives for one in allocation.awaited)
    assert len(allocation.awaited) >= min(2, sum(m.receives for m in members))
    assert all(by_peer[one].left_out >= 3 and by_peer[one].samples for one in allocation.let_go)
    assert not set(allocation.let_go) & set(allocation.contributors)
    overdue = {m.peer for m in members if m.left_out >= 3 and m.samples}
    assert overdue <= set(allocation.let_go) | set(allocation.contributors)
    for names in (allocation.contributors, allocation.awaited, allocation.let_go):
        assert list(names) == sorted(set(names))
    assert math.isfinite(allocation.predicted_s)
    rng.shuffle(members)
    assert plan(members, **size, is_delayed=is_delayed) == allocation


@given(swarms.filter(has_everybody_it_takes))
def test_never_slower_than_uniform_and_as_predicted(members: list[Member]) -> None:
    """A part of one element has no least span."""
    allocation = plan(members, elements=ELEMENTS, coded_bytes_per_element=1e-4, target_batch=64, part_elements=1)
    line_s = exchange_s(
        members,
        allocation.spans,
        coded_bytes_per_element=1e-4,
        contributors=allocation.contributors,
        awaited=allocation.awaited,
    )
    everyone = uniform(members, elements=ELEMENTS, coded_bytes_per_element=1e-4)
    assert allocation.predicted_s <= everyone.predicted_s * (1 + 1e-6)
    if set(allocation.awaited) == {m.peer for m in members if m.receives}:
        assert allocation.predicted_s == pytest.approx(line_s, rel=1e-5, abs=1e-5)
    else:
        assert allocation.predicted_s >= line_s * (1 - 1e-5)


@pytest.mark.parametrize(
    ("members", "seconds"),
    [
        ([member(1, up=0.0)], 0.0),
        ([member(1, up=100.0, down=100.0)], 0.0),
        # Each sends half of its gradient and returns half of the average: 4000 bytes up, and as many down.
        ([member(1, up=100.0), member(2, up=100.0)], 40.0),
        ([member(1, down=100.0), member(2, down=100.0)], 40.0),
        # A parameter server with two clients: 2 × 4000 down, 2 × 4000 up.
        ([member(1, 0, up=100.0), member(2, may_reduce=False), member(3, may_reduce=False)], 80.0),
    ],
)
def test_predicted_time(members: list[Member], seconds: float) -> None:
    allocation = plan(members, elements=1000, coded_bytes_per_element=4, target_batch=100_000, part_elements=1)
    assert allocation.predicted_s == pytest.approx(seconds)


def test_unknown_rates_are_the_lower_median_of_the_known() -> None:
    known = [member(n, up=rate, down=rate) for n, rate in ((1, 1e6), (2, 1.2e6), (3, 1.6e6))]
    unknown, median = member(4), member(4, up=1.2e6, down=1.2e6)
    size = {"elements": 10**6, "coded_bytes_per_element": 1, "target_batch": 10**6, "part_elements": PART}
    assert plan([*known, unknown], **size) == plan([*known, median], **size)


def test_a_direction_nobody_knows_does_not_count() -> None:
    members = [member(n, up=1e6) for n in range(4)]
    allocation = plan(members, elements=10**6, coded_bytes_per_element=1, target_batch=10**6, part_elements=PART)
    assert allocation.predicted_s == pytest.approx(1.5)
    assert set(lengths(allocation).values()) == {250_000}


@pytest.mark.parametrize(
    ("elements", "expected"),
    [(10 * PART, [4 * PART, 3 * PART, 3 * PART]), (100, [100]), (3 * (1 << 14) - 5, [1 << 14, 1 << 14, (1 << 14) - 5])],
)
def test_nothing_known_gives_uniform_spans(elements: int, expected: list[int]) -> None:
    """Of whole parts, if there are enough, and else of the least span."""
    members = [member(n, pace=0.0) for n in range(3)]
    allocation = plan(members, elements=elements, coded_bytes_per_element=1, target_batch=9, part_elements=PART)
    assert list(lengths(allocation).values()) == expected
    assert allocation.predicted_s == 0
    assert len(allocation.contributors) == len(allocation.awaited) == 3


def test_no_span_is_a_sliver() -> None:
    """Of a small vector a slow auxiliary would get too little, of a large one not."""
    members = [member(0, 0, up=1e5, down=9e7), *(member(n, up=1e7, down=9e7) for n in range(1, 9))]
    for elements, is_in in ((10**6, False), (10**8, True)):
        allocation = plan(members, elements=elements, coded_bytes_per_element=1, target_batch=10**9, part_elements=PART)
        assert len(allocation.contributors) == 8
        assert (peer(0) in lengths(allocation)) == is_in
        assert min(lengths(allocation).values()) >= LEAST_SPAN_BYTES


def test_a_small_vector_has_one_reducer() -> None:
    members = [member(n, up=1e6 + n, down=1e6 + n) for n in range(9)]
    allocation = plan(members, elements=3000, coded_bytes_per_element=4, target_batch=64, part_elements=PART)
    assert allocation.spans == (Span(peer(8), 0, 3000),)


def test_a_receiver_that_is_not_awaited_reduces_nothing() -> None:
    members = [member(0, up=1e7, down=1e4), *(member(n, up=1e7, down=1e8) for n in range(1, 9))]
    allocation = plan(members, elements=10**7, coded_bytes_per_element=1, target_batch=64, part_elements=PART)
    assert allocation.awaited == tuple(peer(n) for n in range(1, 9))
    assert sorted(lengths(allocation)) == [peer(n) for n in range(1, 9)]
    # Of their upload the late one draws its line, an eighth of it from each.
    assert allocation.predicted_s == pytest.approx(1e7 * (14 / 8) / (1e7 - 1e4 / 8), rel=1e-6)


def test_auxiliaries_reduce_most_and_need_not_receive() -> None:
    homes = [member(n, up=6.25e6, down=25e6, may_reduce=n > 11) for n in range(16)]
    size = {"elements": 72_000_000, "coded_bytes_per_element": 1, "target_batch": 10**6, "part_elements": PART}
    for receives in (True, False):
        servers = [member(n, 0, up=125e6, down=125e6, pace=0, receives=receives) for n in (16, 17)]
        allocation = plan([*homes, *servers], **size)
        assert allocation.predicted_s == pytest.approx(11.52)
        assert len(allocation.awaited) == 16 + 2 * receives
        assert lengths(allocation)[peer(16)] > 30_000_000


def test_limits_between_pairs() -> None:
    members = [member(n, up=1e6, down=1e6) for n in range(3)]
    size = {"elements": 10**6, "coded_bytes_per_element": 1, "target_batch": 10**6, "part_elements": PART}
    free = plan(members, **size)
    assert plan(members, **size, limits={(peer(0), peer(7)): 1.0}) == free
    limits = {(peer(0), peer(1)): 0.0}
    closed = plan(members, **size, limits=limits)
    assert closed.spans == (Span(peer(2), 0, 10**6),)
    assert exchange_s(members, closed.spans, coded_bytes_per_element=1, limits=limits) == pytest.approx(2.0)
    assert exchange_s(members, free.spans, coded_bytes_per_element=1, limits=limits) == math.inf
    with pytest.raises(ValueError, match="no way"):
        plan(members[:2], **size, limits={**limits, (peer(1), peer(0)): 0.0})


def test_spans_follow_shares_to_the_element() -> None:
    rng = np.random.default_rng(1)
    members = [member(n, up=float(u), down=1e9) for n, u in enumerate(np.exp(rng.uniform(12, 15, 40)))]
    at_once = plan(members, elements=10**8, coded_bytes_per_element=1, target_batch=10**9, part_elements=PART)
    finer = plan(members, elements=10**10, coded_bytes_per_element=1, target_batch=10**11, part_elements=PART)
    big = lengths(finer)
    for one, length in lengths(at_once).items():
        if big.get(one, 0) > 100 * LEAST_SPAN_BYTES * 2:
            assert abs(length - big[one] / 100) < 0.02 * length


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"elements": 0}, "positive"),
        ({"part_elements": 0}, "positive"),
        ({"target_batch": 0}, "positive"),
        ({"coded_bytes_per_element": 0}, "positive"),
        ({"members": [member(1), member(1)]}, "twice"),
        ({"members": [member(1, up=-1.0)]}, "negative"),
        ({"members": [member(1, down=math.nan)]}, "finite"),
        ({"members": [member(1, pace=math.inf)]}, "finite"),
        ({"members": [member(1, receives=False)]}, "nobody receives"),
        ({"members": []}, "nobody"),
    ],
)
def test_bad_arguments(change: dict[str, object], match: str) -> None:
    good = {"members": [member(1)], "elements": 9, "coded_bytes_per_element": 4, "target_batch": 1, "part_elements": 1}
    with pytest.raises(ValueError, match=match):
        plan(**{**good, **change})


def test_a_span_of_somebody_else() -> None:
    with pytest.raises(ValueError, match="not a member"):
        exchange_s([member(1, up=1.0)], [Span(peer(2), 0, 9)], coded_bytes_per_element=4)


@pytest.mark.parametrize(
    ("mbits", "megabytes", "uniform_s", "plan_s"),
    [
        ([1000] * 8 + [200] * 16, 72, 5.52, 2.88),
        ([200] * 4 + [100] * 8 + [50] * 4, 72, 21.6, 11.52),
        ([1000, 200, 50, 20], 20, 12.0, 8.0),
        ([1000, 200, 50, 20] * 2, 20, 14.0, 8.0),
        ([100] * 8, 20, 2.8, 2.8),
    ],
)
def test_against_uniform_all_reduce(mbits: list[int], megabytes: int, uniform_s: float, plan_s: float) -> None:
    """The columns of the baselines' table."""
    members = [member(n, up=rate * 125e3, down=rate * 125e3) for n, rate in enumerate(mbits)]
    size = {"elements": megabytes * 10**6, "coded_bytes_per_element": 1.0}
    assert uniform(members, **size).predicted_s == pytest.approx(uniform_s, abs=0.005)
    made = plan(members, **size, target_batch=10**9, part_elements=PART)
    assert made.predicted_s == pytest.approx(plan_s, abs=0.005)
    assert exchange_s(members, made.spans, coded_bytes_per_element=1) == pytest.approx(plan_s, abs=0.005)


def settings_of_the_paper() -> dict[str, tuple[list[Member], float]]:
    """Members with 512 samples each and lines in Mbit/s, and the seconds that 72 MB take by the baselines' table."""

    def of(*lines: tuple[int, int], clients: int = 0, servers: int = 0, receives: bool = True) -> list[Member]:
        homes = [
            member(n, 512, up=up * 125e3, down=down * 125e3, pace=8.0, may_reduce=n >= clients)
            for n, (up, down) in enumerate(lines)
        ]
        return homes + [member(100 + n, 0, up=125e6, down=125e6, pace=0.0, receives=receives) for n in range(servers)]

    fast, slow, home = [(1000, 1000)] * 8, [(200, 200)] * 16, [(50, 200)] * 16
    return {
        "8 × 1 Gbit/s": (of(*fast), 1.01),
        "16 × 0.2 Gbit/s": (of(*slow), 5.40),
        "both": (of(*fast, *slow), 2.88),
        "4 × 200, 8 × 100, 4 × 50": (of(*[(200, 200)] * 4, *[(100, 100)] * 8, *[(50, 50)] * 4), 11.52),
        **{f"{n} clients": (of(*home, clients=n), s) for n, s in ((0, 21.6), (12, 51.84), (14, 92.16), (15, 172.8))},
        **{f"{n} clients, auxiliaries": (of(*home, clients=n, servers=2), 11.52) for n in (0, 12, 15)},
        "no replicas": (of(*home, clients=12, servers=2, receives=False), 11.52),
    }


@pytest.mark.parametrize("is_delayed", [False, True])
@pytest.mark.parametrize("target_batch", [1, 16, 256, 4096, 100_000])
@pytest.mark.parametrize("setting", settings_of_the_paper())
def test_everybody_takes_part_in_the_papers_settings(setting: str, target_batch: int, is_delayed: bool) -> None:
    """4096 samples take 21 to 64 s to gather, one about 10 ms."""
    members, seconds = settings_of_the_paper()[setting]
    made = plan(
        members,
        elements=72_000_000,
        coded_bytes_per_element=1,
        target_batch=target_batch,
        part_elements=PART,
        is_delayed=is_delayed,
    )
    assert made.contributors == tuple(m.peer for m in members if m.samples)
    assert made.awaited == tuple(m.peer for m in members if m.receives)
    assert made.predicted_s == pytest.approx(seconds, abs=0.01)


@pytest.mark.parametrize(("target_batch", "inside"), [(4, 2), (64, 3), (256, 4), (4096, 4)])
def test_a_range_of_lines_takes_part_as_gathering_allows(target_batch: int, inside: int) -> None:
    """Of 1000, 200, 50, 20 Mbit/s at 8 samples/s each; 20 MB take 0.8, 3.2 or 8 s."""
    members = [member(n, 64, up=r * 125e3, down=r * 125e3, pace=8.0) for n, r in enumerate((1000, 200, 50, 20))]
    size = {"elements": 20_000_000, "coded_bytes_per_element": 1, "part_elements": PART}
    made = plan(members, **size, target_batch=target_batch)
    assert made.contributors == tuple(peer(n) for n in range(inside))
    assert made.predicted_s == pytest.approx({2: 0.8, 3: 3.2, 4: 8.0}[inside], rel=0.05)


def test_work_that_is_done_is_not_thrown_away_for_a_short_gathering() -> None:
    """One sender among twenty would nearly halve the exchange."""
    members = [member(n, 5, up=1e6, down=1e6, pace=1000.0) for n in range(20)]
    made = plan(members, elements=10**7, coded_bytes_per_element=1, target_batch=100, part_elements=PART)
    assert len(made.contributors) == 20
