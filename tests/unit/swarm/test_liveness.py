from core.identity.ids import PeerId
from core.swarm.liveness import Liveness

ME, A, B, C, D = (PeerId(letter * 32) for letter in (b"m", b"a", b"b", b"c", b"d"))
REDUCERS = (ME, A, B, C)


def test_who_is_missed_by_half_is_asked_once() -> None:
    liveness = Liveness(ME)
    liveness.note_closed(A, [D])
    assert not liveness.doubt(D, REDUCERS)
    liveness.note_closed(B, [D])
    assert liveness.doubt(D, REDUCERS)
    assert not liveness.doubt(D, REDUCERS)
    assert liveness.take_doubted() == {D}
    assert liveness.judge({D}, (), {D}) == ([], [])
    liveness.note_closed(C, [D])
    assert not liveness.doubt(D, REDUCERS)
    assert liveness.bad == set()


def test_a_later_part_with_it_clears_it() -> None:
    liveness = Liveness(ME)
    liveness.note_closed(A, [D])
    liveness.note_closed(A, [])
    liveness.note_closed(B, [D])
    assert not liveness.doubt(D, REDUCERS)


def test_who_does_not_answer_is_dead_and_who_is_late_twice_is_passed_over() -> None:
    liveness = Liveness(ME)
    assert liveness.judge({A, B}, {A, B}, {B}) == ([A], [B])
    assert liveness.dead == liveness.bad == {A}
    assert liveness.judge({B}, {B}, {B}) == ([], [])
    assert liveness.dead == {A}
    assert liveness.bad == {A, B}


def test_a_reducer_that_most_cannot_reach() -> None:
    liveness = Liveness(ME)
    assert not liveness.complain(A, C, REDUCERS)
    assert not liveness.complain(A, C, REDUCERS)
    assert not liveness.complain(B, C, REDUCERS)
    assert liveness.complain(D, C, (*REDUCERS, D))
    assert liveness.complain(ME, B, REDUCERS)
    assert liveness.bad == {B, C}
