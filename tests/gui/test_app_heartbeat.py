from app.heartbeat import (
    FIRST_LOOK_S,
    HOPELESS_AFTER_S,
    LOOK_EVERY_S,
    SILENT_AFTER_S,
    SILENT_AT_START_S,
    Heartbeat,
)


def looked(heart: Heartbeat, start_s: float, seconds: float) -> float:
    """Looks as the timer does; returns the time then."""
    now_s = start_s
    while now_s < start_s + seconds:
        now_s += LOOK_EVERY_S
        heart.look(now_s)
    return now_s


def test_an_engine_that_speaks_twice_a_second_is_never_silent():
    heart = Heartbeat()
    heart.begin(0.0)
    for half_seconds in range(1, 600):
        heart.heard(half_seconds / 2)
        looked(heart, half_seconds / 2, 0.5)
        assert not heart.is_silent


def test_silence_is_told_within_two_seconds_of_the_last_word():
    heart = Heartbeat()
    heart.heard(10.0)
    now_s = 10.0
    while not heart.is_silent:
        now_s += LOOK_EVERY_S
        heart.look(now_s)
    assert SILENT_AFTER_S <= now_s - 10.0 <= 1.75
    assert not heart.is_hopeless
    assert looked(heart, now_s, 62.0) - 10.0 > 59
    assert heart.is_hopeless
    heart.heard(80.0)
    assert not heart.is_silent
    assert not heart.is_hopeless


def test_a_computer_that_slept_suspects_nobody():
    heart = Heartbeat()
    heart.heard(10.0)
    now_s = looked(heart, 10.0, 0.5)
    heart.look(now_s + 8 * 3_600.0)  # the lid was closed
    assert not heart.is_silent
    heart.look(now_s + 8 * 3_600.0 - 5.0)  # and the clock was set back
    assert not heart.is_silent
    assert heart.silence_s < SILENT_AFTER_S


def test_a_first_look_that_comes_late_counts_little():
    heart = Heartbeat()
    heart.heard(10.0)
    assert heart.next_look_s == FIRST_LOOK_S
    heart.look(10.0 + FIRST_LOOK_S)
    assert heart.silence_s == FIRST_LOOK_S
    heart.heard(20.0)
    heart.look(20.0 + 3_600.0)
    assert heart.silence_s == 2 * LOOK_EVERY_S
    assert heart.next_look_s == LOOK_EVERY_S


def test_looks_that_begin_late_find_silence_in_time():
    heart = Heartbeat()
    heart.heard(10.0)
    now_s = 10.0
    while not heart.is_silent:
        now_s += heart.next_look_s + 0.02  # a timer is not exact
        heart.look(now_s)
    assert now_s - 10.0 < 1.75


def test_a_busy_window_needs_several_looks_before_it_suspects_anybody():
    heart = Heartbeat()
    heart.heard(0.0)
    heart.look(30.0)
    heart.look(60.0)
    assert not heart.is_silent


def test_the_first_word_may_take_longer():
    heart = Heartbeat()
    heart.begin(0.0)
    looked(heart, 0.0, SILENT_AT_START_S - 0.5)
    assert not heart.is_silent
    looked(heart, SILENT_AT_START_S, 1.0)
    assert heart.is_silent


def test_connecting_again_and_again_does_not_hide_that_nobody_answers():
    heart = Heartbeat()
    now_s = 0.0
    for _ in range(8):
        heart.begin(now_s)
        now_s = looked(heart, now_s, 10.0)
    assert heart.silence_s >= HOPELESS_AFTER_S


def test_without_a_connection_nothing_is_counted():
    heart = Heartbeat()
    heart.heard(0.0)
    heart.end()
    looked(heart, 0.0, 100.0)
    assert not heart.is_watching
    assert heart.silence_s == 0.0
