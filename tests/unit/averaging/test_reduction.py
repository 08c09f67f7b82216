import itertools
import math

import msgspec
import numpy as np
import pytest

from core.averaging.assignment import Assignment, Layout, Owner, Weight, reassign
from core.averaging.codec import codec_named
from core.averaging.reduction import ClosedPart, LostPart, Reduction
from core.errors import ProtocolViolation
from core.identity.ids import PeerId

ME, A, B, STRANGER = (PeerId(letter * 32) for letter in (b"m", b"a", b"b", b"s"))
LAYOUT = Layout(8, 4)
ASSIGNMENT = Assignment(
    step=1,
    series=1,
    attempt=1,
    layout=LAYOUT,
    codec="float32",
    weights=(Weight(A, 1), Weight(B, 3), Weight(ME, 4)),
    owners=(Owner(ME, 0, 2),),
    predicted_s=1,
    grace_s=1,
)


def reduction(gradient: float | None = 8.0) -> Reduction:
    own = None if gradient is None else np.full(8, gradient, np.float32)
    made = Reduction(ME, LAYOUT, codec_named("float32"), own)
    made.take_on(ASSIGNMENT, (0, 1), 0.0)
    return made


def part(value: float) -> bytes:
    return np.full(4, value, "<f4").tobytes()


def close(made: Reduction) -> tuple[int, tuple[PeerId, ...], float]:
    closed = made.close_next()
    assert isinstance(closed, ClosedPart)
    values = np.frombuffer(closed.coded, np.float32)
    assert (values == values[0]).all()
    return closed.index, closed.gaps.missing, round(float(values[0]), 6)


def test_closes_when_all_have_delivered() -> None:
    made = reduction()
    made.deliver(A, 1, part(10), 0.0)
    assert made.close_next() is None
    made.deliver(B, 1, part(6), 0.0)
    assert close(made) == (1, (), (10 + 3 * 6 + 4 * 2) / 8)
    assert made.close_next() is None
    assert made.open_parts() == (0,)


def test_late_and_double_deliveries_change_nothing() -> None:
    made = reduction()
    for _ in range(2):
        made.deliver(A, 0, part(10), 0.0)
    assert made.expire_due(1.75) == 2.5
    made.deliver(B, 0, part(1000), 0.0)
    assert close(made) == (0, (B,), (10 + 4 * 2) / 5)
    made.deliver(B, 0, part(1000), 0.0)
    assert made.close_next() is None


def test_dropped_contributor() -> None:
    made = reduction(gradient=None)
    made.deliver(A, 0, part(10), 0.0)
    made.drop(A)
    made.deliver(A, 1, part(10), 0.0)
    for index in (0, 1):
        made.deliver(B, index, part(2), 0.0)
    assert close(made) == (0, (ME,), 4.0)
    assert close(made) == (1, (A, ME), 2.0)


def test_who_lost_its_own_gradient_gives_no_more_of_it() -> None:
    """The vector is about to be zeroed under its hands."""
    made = reduction()
    assert made.own_part(0) is not None
    made.drop(ME)
    assert made.own_part(1) is None
    made.deliver(A, 0, part(1.0), 0.0)
    made.deliver(B, 0, part(3.0), 0.0)
    assert close(made)[1] == (ME,), "it is missing"


def test_part_of_nobody_is_lost() -> None:
    made = reduction(gradient=None)
    assert made.expire_due(0.0) == 1.75
    assert made.expire_due(4.9) == 5.0
    assert made.expire_due(5.0) == math.inf
    assert [made.close_next(), made.close_next()] == [LostPart(0), LostPart(1)]


def test_new_attempt_keeps_what_was_delivered_and_forgets_the_gone() -> None:
    made = reduction()
    made.deliver(A, 0, part(10), 0.0)
    made.give_up([1])
    made.take_on(reassign(ASSIGNMENT, [1], [ME], [B]), [1], 0.0)
    assert close(made) == (0, (B,), 18 / 5)
    assert made.wanted_from(A, [0, 1]) == [1]
    made.deliver(A, 1, part(10), 0.0)
    assert close(made) == (1, (), 18 / 5)


def test_part_given_up_while_ready_and_taken_on_anew_waits_anew() -> None:
    made = reduction()
    made.deliver(A, 0, part(10), 0.0)
    assert made.expire_due(1.75) == 2.5
    assert made.give_up([0]) == [0]
    made.take_on(ASSIGNMENT, [0], 0.0)
    assert made.close_next() is None


@pytest.mark.parametrize(("sender", "index", "coded"), [(A, 2, part(1)), (STRANGER, 0, part(1)), (A, 0, part(np.inf))])
def test_violations_add_nothing(sender: PeerId, index: int, coded: bytes) -> None:
    made = reduction()
    with pytest.raises(ProtocolViolation):
        made.deliver(sender, index, coded, 0.0)
    made.deliver(A, 0, part(10), 0.0)
    made.deliver(B, 0, part(6), 0.0)
    assert close(made) == (0, (), 4.5)


def late(made: Reduction, delivered_s: dict[int, float], looks_s: list[float]) -> list[tuple[int, float]]:
    """When each part was closed, where A delivers part i at delivered_s[i] and B never does."""
    closed: list[tuple[int, float]] = []
    for now in sorted({*delivered_s.values(), *looks_s}):
        for index, at_s in delivered_s.items():
            if at_s == now:
                made.deliver(A, index, part(1), now)
        made.expire_due(now)
        while (done := made.close_next()) is not None:
            closed.append((done.index, now))
    return closed


def test_a_dead_sender_costs_each_part_its_own_deadline() -> None:
    assert late(reduction(), {0: 0.5, 1: 1.0}, [1.7, 1.75, 2.4, 2.5]) == [(0, 1.75), (1, 2.5)]


def test_deadlines_follow_what_half_of_the_senders_show() -> None:
    """Three times as slow as predicted: A, half of those waited for, delivers at 1.5 and 3 s."""
    looks_s = [number / 4 for number in range(40)]
    assert late(reduction(), {0: 1.5, 1: 3.0}, looks_s) == [(0, 1.5 + 1), (1, 3 + 1.5)]


def test_nobody_is_late_while_most_are_behind_unless_all_are_silent() -> None:
    made = reduction()
    assert made.expire_due(2.5) == 2.5 + 0.25
    made.deliver(A, 0, part(1), 4.9)
    assert made.wanted_from(B, (0, 1)) == [0, 1]
    assert made.expire_due(4.9 + 5.0) == math.inf
    assert close(made)[:2] == (0, (B,))
    assert made.close_next() == LostPart(1)


def test_who_misses_several_parts_in_a_row_is_waited_for_no_more_until_it_is_in_time() -> None:
    layout = Layout(32, 4)
    plan = msgspec.structs.replace(ASSIGNMENT, layout=layout, owners=(Owner(ME, 0, 8),))
    made = Reduction(ME, layout, codec_named("float32"), np.ones(32, np.float32))
    made.take_on(plan, range(8), 0.0)
    for index in range(3):
        made.deliver(A, index, part(1), 0.1)
        made.expire_due(1 + 1.5 * (index + 1) / 8)
        assert close(made)[:2] == (index, (B,))
    made.deliver(A, 3, part(1), 1.7)
    assert close(made)[:2] == (3, (B,))
    assert made.wanted_from(B, range(8)) == [4, 5, 6, 7]
    made.deliver(B, 5, part(1), 1.7)
    made.deliver(A, 6, part(1), 1.7)
    assert made.close_next() is None


def test_lost_where_others_were_to_give_and_none_did() -> None:
    made = reduction()
    made.expire_due(9.0)
    assert [made.close_next(), made.close_next()] == [LostPart(0), LostPart(1)]
    alone = reduction()
    alone.drop(A)
    alone.drop(B)
    assert close(alone) == (0, (A, B), 2.0)


def test_order_of_arrival_is_not_seen_in_the_result() -> None:
    rng = np.random.default_rng(5)
    peers = [PeerId(bytes([number]) * 32) for number in range(5)]
    parts = {peer: (rng.standard_normal(4) * 10.0 ** rng.integers(-3, 3, 4)).astype("<f4").tobytes() for peer in peers}
    assignment = Assignment(
        step=1,
        series=1,
        attempt=1,
        layout=Layout(4, 4),
        codec="float32",
        weights=tuple(Weight(peer, int(rng.integers(1, 1000))) for peer in peers),
        owners=(Owner(ME, 0, 1),),
        predicted_s=1,
        grace_s=1,
    )
    results = set()
    for order in itertools.permutations(peers):
        made = Reduction(ME, Layout(4, 4), codec_named("float32"), None)
        made.take_on(assignment, [0], 0.0)
        for peer in order:
            made.deliver(peer, 0, parts[peer], 0.0)
        closed = made.close_next()
        assert isinstance(closed, ClosedPart)
        results.add(bytes(closed.coded))
    assert len(results) == 1


def test_gradient_that_is_not_finite_is_withheld(caplog: pytest.LogCaptureFixture) -> None:
    made = reduction(gradient=float("nan"))
    for index, peer in itertools.product((0, 1), (A, B)):
        made.deliver(peer, index, part(1), 0.0)
    assert close(made)[1] == (ME,)
    assert close(made)[1] == (ME,)
    assert caplog.text.count("not finite") == 1
