import math

from core.averaging.deadlines import LOOK_EVERY_S, SLACK, STRETCH, Progress, Timetable
from core.identity.ids import PeerId

A, B, C, D = (PeerId(letter * 32) for letter in (b"a", b"b", b"c", b"d"))
TABLE = Timetable(begun_s=10, predicted_s=8, grace_s=2)


def test_each_part_has_its_own_time() -> None:
    assert [TABLE.planned_s(k / 4) for k in (1, 2, 3, 4)] == [15, 18, 21, 24]
    assert TABLE.due_s(0.25, half_s=11) == 15


def test_the_schedule_gives_way_to_what_is_seen() -> None:
    assert TABLE.due_s(0.25, half_s=None) is None
    assert TABLE.due_s(0.25, half_s=30) == 30 + (SLACK - 1) * 20
    assert Timetable(10, 8, 2, lag_s=1).due_s(0.25, half_s=14.5) == 14.5 + 0.5 * 4.5
    assert TABLE.due_s(0.25, half_s=14) == 16


def closing(progress: Progress, closes_s: dict[PeerId, list[float]], until_s: float) -> None:
    for now, peer in sorted((now, peer) for peer, times in closes_s.items() for now in times if now <= until_s):
        progress.note(peer, now)


def test_a_reducer_is_overdue_when_half_of_the_others_are_past_it() -> None:
    progress = Progress(TABLE, {A: 4, B: 4, C: 2, D: 4})
    closing(progress, {A: [12, 14, 16, 18], B: [12, 14, 16, 18], C: [14, 18], D: [12]}, 20)
    assert progress.overdue(17.9) == set()
    assert progress.next_look_s(17.0) == 18
    assert progress.overdue(18) == {D}  # planned for its second part
    progress.bear_with(D)
    assert progress.overdue(25.9) == set()
    assert progress.overdue(26) == {D}
    progress.remove(D)
    assert progress.overdue(99) == set()
    assert progress.next_look_s(99) == math.inf


def test_all_that_are_slow_are_not_overdue() -> None:
    progress = Progress(TABLE, {A: 4, B: 4, C: 4})
    closing(progress, {A: [20], B: [22], C: [24]}, 30)
    assert progress.overdue(30) == set()
    assert progress.next_look_s(30) == 24 + 2 + STRETCH * 8
    assert progress.overdue(24 + 2 + STRETCH * 8) == {A, B, C}


def test_the_only_reducer_is_overdue_by_silence() -> None:
    progress = Progress(TABLE, {A: 1})
    assert progress.overdue(40) == set()
    assert progress.next_look_s(43.9) == 43.9 + LOOK_EVERY_S
    assert progress.overdue(10 + 2 + STRETCH * 8) == {A}
