import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from core.averaging.assignment import Assignment, Layout, Owner, Weight
from core.averaging.codec import CODECS
from core.identity.ids import PeerId
from core.swarm.debts import STALE_STEPS, Debts

ME = PeerId(bytes(32))
LAYOUT = Layout(200, part_elements=100)
GRADIENT = np.random.default_rng(1).standard_normal(200, dtype=np.float32)


def assignment(step: int, codec: str = "int4") -> Assignment:
    return Assignment(
        step=step,
        series=1,
        attempt=1,
        layout=LAYOUT,
        codec=codec,
        weights=(Weight(ME, 4),),
        owners=(Owner(ME, 0, 2),),
        predicted_s=1.0,
        grace_s=1.0,
    )


async def inline(work: Callable[[], None]) -> None:
    work()


class Peer:
    """Takes part in steps whose exchange is already over."""

    def __init__(self) -> None:
        self.debts = Debts(inline)

    def codes(self, step: int, codec: str = "int4") -> tuple[bytes, bytes]:
        """Of the first part: the gradient's and an average's."""
        feedback, average_feedback = self.debts.begin(assignment(step, codec))
        given = [bytes(feedback.code(*LAYOUT.part(index), GRADIENT, 4)) for index in (0, 1)]
        return given[0], bytes(average_feedback.code(0, 100, GRADIENT[:100].copy(), 4))

    def settle(
        self, step: int, *, is_accepted: bool = True, is_lost: bool = False, exchanged: int | None = None
    ) -> None:
        exchange: Any = SimpleNamespace(
            book=SimpleNamespace(step=exchanged or step, layout=LAYOUT),
            missed_spans=list,
            closed_spans=lambda parts: [(0, 100)] if parts else [],
        )
        seal: Any = SimpleNamespace(step=step, layout=LAYOUT, parts=(1, 2))
        gradient = None if is_lost else GRADIENT
        asyncio.run(self.debts.settle(exchange, seal, gradient, is_accepted=is_accepted))


PLAIN = (bytes(CODECS["int4"].encode(GRADIENT[:100] / np.float32(4))), bytes(CODECS["int4"].encode(GRADIENT[:100])))


def test_errors_of_one_step_are_in_the_next() -> None:
    peer = Peer()
    assert peer.codes(1) == PLAIN
    peer.settle(1)
    given, average = peer.codes(2)
    assert given != PLAIN[0]
    assert average != PLAIN[1]


def test_a_step_that_came_to_nothing_leaves_no_errors() -> None:
    peer = Peer()
    peer.codes(1)
    assert peer.codes(1) == PLAIN
    assert peer.codes(1) == PLAIN


def test_a_reducer_whose_gradient_was_not_accepted_keeps_the_averages_errors() -> None:
    peer = Peer()
    peer.codes(1)
    peer.settle(1, is_accepted=False)
    given, average = peer.codes(2)
    assert given == PLAIN[0]
    assert average != PLAIN[1]


def test_after_steps_without_this_peer_averages_begin_anew() -> None:
    peer = Peer()
    peer.codes(1)
    peer.settle(1)
    given, average = peer.codes(4)
    assert given != PLAIN[0]
    assert average == PLAIN[1]
    assert peer.codes(2 + STALE_STEPS) == PLAIN


def test_after_steps_were_taken_back_all_begins_anew() -> None:
    peer = Peer()
    for step in (1, 2):
        peer.codes(step)
        peer.settle(step)
    assert peer.codes(2) == PLAIN


def test_after_a_history_was_given_up_all_begins_anew() -> None:
    peer = Peer()
    peer.codes(1)
    peer.settle(1)
    peer.debts.clear()
    assert peer.codes(2) == PLAIN


def test_a_gradient_that_was_lost_once_given_leaves_no_errors() -> None:
    peer = Peer()
    peer.codes(1)
    peer.settle(1)
    peer.codes(2)
    peer.settle(2, is_lost=True)
    assert peer.codes(3)[0] == PLAIN[0]


def test_codes_of_another_exchange_settle_nothing() -> None:
    peer = Peer()
    peer.codes(1)
    peer.settle(1)
    peer.codes(2)
    peer.settle(2, exchanged=1)
    assert peer.codes(3) == PLAIN


def test_a_peer_that_never_exchanged_owes_nothing() -> None:
    peer = Peer()
    peer.settle(7)
    assert peer.codes(8) == PLAIN


def test_another_codec_begins_anew() -> None:
    peer = Peer()
    peer.codes(1)
    peer.settle(1)
    assert peer.codes(2, "float32")[0] == (GRADIENT[:100] / np.float32(4)).tobytes()
