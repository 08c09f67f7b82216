import itertools

import numpy as np
import pytest

from core.averaging.assignment import Assignment, Layout, Owner, Weight, reassign
from core.averaging.codec import codec_named
from core.averaging.reduction import ClosedPart, Reduction
from core.errors import ProtocolViolation
from core.identity.ids import PeerId

ME, A, B, STRANGER = (PeerId(letter * 32) for letter in (b"m", b"a", b"b", b"s"))
LAYOUT = Layout(8, 4)
ASSIGNMENT = Assignment(
    step=1,
    attempt=1,
    layout=LAYOUT,
    codec="float32",
    weights=(Weight(A, 1), Weight(B, 3), Weight(ME, 4)),
    owners=(Owner(ME, 0, 2),),
    deadline_s=1,
)


def reduction(gradient: float | None = 8.0) -> Reduction:
    own = None if gradient is None else np.full(8, gradient, np.float32)
    made = Reduction(ME, LAYOUT, codec_named("float32"), own)
    made.take_on(ASSIGNMENT, (0, 1))
    return made


def part(value: float) -> bytes:
    return np.full(4, value, "<f4").tobytes()


def close(made: Reduction) -> tuple[int, tuple[PeerId, ...], float]:
    closed = made.close_next()
    assert isinstance(closed, ClosedPart)
    values = np.frombuffer(closed.coded, np.float32)
    assert (values == values[0]).all()
    return closed.index, closed.included, round(float(values[0]), 6)


def test_closes_when_all_have_delivered() -> None:
    made = reduction()
    made.deliver(A, 1, part(10))
    assert made.close_next() is None
    made.deliver(B, 1, part(6))
    assert close(made) == (1, (A, B, ME), (10 + 3 * 6 + 4 * 2) / 8)
    assert made.close_next() is None
    assert made.open_parts() == (0,)


def test_late_and_double_deliveries_change_nothing() -> None:
    made = reduction()
    for _ in range(2):
        made.deliver(A, 0, part(10))
    made.expire([0])
    made.deliver(B, 0, part(1000))
    assert close(made) == (0, (A, ME), (10 + 4 * 2) / 5)
    made.deliver(B, 0, part(1000))
    assert made.close_next() is None


def test_dropped_contributor() -> None:
    made = reduction(gradient=None)
    made.deliver(A, 0, part(10))
    made.drop(A)
    made.deliver(A, 1, part(10))
    for index in (0, 1):
        made.deliver(B, index, part(2))
    assert close(made) == (0, (A, B), 4.0)
    assert close(made) == (1, (B,), 2.0)


def test_part_of_nobody_is_lost() -> None:
    made = reduction(gradient=None)
    made.expire([1])
    assert made.close_next() == 1
    assert made.open_parts() == (0,)


def test_new_attempt_keeps_what_was_delivered_and_forgets_the_gone() -> None:
    made = reduction()
    made.deliver(A, 0, part(10))
    made.give_up([1])
    made.take_on(reassign(ASSIGNMENT, [1], [ME], [B]), [1])
    assert close(made) == (0, (A, ME), 18 / 5)
    assert made.wanted_from(A, [0, 1]) == [1]
    made.deliver(A, 1, part(10))
    assert close(made) == (1, (A, ME), 18 / 5)


def test_part_given_up_while_ready_and_taken_on_anew_waits_anew() -> None:
    made = reduction()
    made.expire([0])
    assert made.give_up([0]) == [0]
    made.take_on(ASSIGNMENT, [0])
    assert made.close_next() is None


@pytest.mark.parametrize(("sender", "index", "coded"), [(A, 2, part(1)), (STRANGER, 0, part(1)), (A, 0, part(np.inf))])
def test_violations_add_nothing(sender: PeerId, index: int, coded: bytes) -> None:
    made = reduction()
    with pytest.raises(ProtocolViolation):
        made.deliver(sender, index, coded)
    made.deliver(A, 0, part(10))
    made.deliver(B, 0, part(6))
    assert close(made) == (0, (A, B, ME), 4.5)


def test_order_of_arrival_is_not_seen_in_the_result() -> None:
    rng = np.random.default_rng(5)
    peers = [PeerId(bytes([number]) * 32) for number in range(5)]
    parts = {peer: (rng.standard_normal(4) * 10.0 ** rng.integers(-3, 3, 4)).astype("<f4").tobytes() for peer in peers}
    assignment = Assignment(
        step=1,
        attempt=1,
        layout=Layout(4, 4),
        codec="float32",
        weights=tuple(Weight(peer, int(rng.integers(1, 1000))) for peer in peers),
        owners=(Owner(ME, 0, 1),),
        deadline_s=1,
    )
    results = set()
    for order in itertools.permutations(peers):
        made = Reduction(ME, Layout(4, 4), codec_named("float32"), None)
        made.take_on(assignment, [0])
        for peer in order:
            made.deliver(peer, 0, parts[peer])
        closed = made.close_next()
        assert isinstance(closed, ClosedPart)
        results.add(bytes(closed.coded))
    assert len(results) == 1


def test_gradient_that_is_not_finite_is_withheld(caplog: pytest.LogCaptureFixture) -> None:
    made = reduction(gradient=float("nan"))
    for index, peer in itertools.product((0, 1), (A, B)):
        made.deliver(peer, index, part(1))
    assert close(made)[1] == (A, B)
    assert close(made)[1] == (A, B)
    assert caplog.text.count("not finite") == 1
