import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.averaging.planner import Member, plan
from core.identity.ids import PeerId


def member(number: int, samples: int = 1, *, may_reduce: bool = True, up: float = 0.0, down: float = 0.0) -> Member:
    return Member(PeerId(number.to_bytes(32)), samples, 1.0, up, down, may_reduce)


swarms = st.lists(
    st.builds(
        member,
        st.integers(0, 1 << 200),
        st.integers(0, 3),
        may_reduce=st.booleans(),
        up=st.sampled_from([0.0, 1e6]),
        down=st.sampled_from([0.0, 2e6]),
    ),
    min_size=1,
    max_size=20,
    unique_by=lambda m: m.peer,
)


@given(swarms, st.integers(1, 100_000), st.integers(1, 4096), st.randoms(use_true_random=False))
def test_spans_tile_the_vector(members: list[Member], elements: int, part_elements: int, rng: object) -> None:
    size = {"elements": elements, "coded_bytes_per_element": 4, "target_batch": 64, "part_elements": part_elements}
    if not any(m.may_reduce for m in members) or not any(m.samples for m in members):
        with pytest.raises(ValueError, match="nobody"):
            plan(members, **size)
        return
    allocation = plan(members, **size)
    spans = allocation.spans
    assert (spans[0].start, spans[-1].stop) == (0, elements)
    assert all(a.stop == b.start and a.reducer < b.reducer for a, b in itertools.pairwise(spans))
    assert all(s.start < s.stop and s.start % part_elements == 0 for s in spans)
    lengths = [-(-(s.stop - s.start) // part_elements) for s in spans]
    assert max(lengths) - min(lengths) <= 1
    may_reduce = {m.peer for m in members if m.may_reduce}
    assert len(spans) == min(len(may_reduce), -(-elements // part_elements))
    assert {s.reducer for s in spans} <= may_reduce
    assert allocation.contributors == tuple(sorted(m.peer for m in members if m.samples))
    assert plan(members[::-1], **size) == allocation


@pytest.mark.parametrize(
    ("members", "seconds"),
    [
        ([member(1, up=0.0)], 0.0),
        ([member(1, up=100.0, down=100.0)], 0.0),
        # Each sends half of its gradient and returns half of the average: 4000 bytes up, and as many down.
        ([member(1, up=100.0), member(2, up=1000.0)], 40.0),
        ([member(1, down=100.0), member(2, down=1000.0)], 40.0),
        # A parameter server with two clients: 2 × 4000 down, 2 × 4000 up.
        ([member(1, 0, up=100.0), member(2, may_reduce=False), member(3, may_reduce=False)], 80.0),
    ],
)
def test_predicted_time_is_that_of_the_busiest_line(members: list[Member], seconds: float) -> None:
    allocation = plan(members, elements=1000, coded_bytes_per_element=4, target_batch=1, part_elements=1)
    assert allocation.predicted_s == pytest.approx(seconds)


def test_bad_arguments() -> None:
    with pytest.raises(ValueError, match="twice"):
        plan([member(1), member(1)], elements=9, coded_bytes_per_element=4, target_batch=1, part_elements=1)
    with pytest.raises(ValueError, match="positive"):
        plan([member(1)], elements=0, coded_bytes_per_element=4, target_batch=1, part_elements=1)
