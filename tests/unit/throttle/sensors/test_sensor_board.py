"""What several probes say, and what counts."""

import threading

import pytest

from core.throttle.readings import UNKNOWN, Readings
from core.throttle.sensors.board import Board
from core.throttle.sensors.probe import IN_USE, INPUT, PAD_INPUT, Said


class Desk:
    def __init__(self) -> None:
        self.now_s = 1000.0
        self.edges = 0
        self.board = Board(self._note, ("first", "second"), clock=lambda: self.now_s)

    def say(self, probe: str, *said: tuple[str, float | bool], holds_s: float = 3.0) -> Readings:
        self.board.post(probe, [Said(fact, value, probe) for fact, value in said], holds_s)
        return self.board.read()

    def _note(self) -> None:
        self.edges += 1


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_nobody_has_said_anything(desk: Desk) -> None:
    assert desk.board.read() == UNKNOWN
    assert desk.board.sources() == {}
    assert desk.board.find(INPUT) is None


def test_idle_time_grows_from_the_last_input(desk: Desk) -> None:
    assert desk.say("first", (INPUT, 990.0)).idle_s == 10.0
    desk.now_s += 2.0
    assert desk.board.read().idle_s == 12.0


def test_input_without_a_moment_is_now(desk: Desk) -> None:
    assert desk.say("first", (INPUT, IN_USE)).idle_s == 0.0
    assert desk.say("first", (INPUT, 1000.5)).idle_s == 0.0


def test_what_is_too_old_is_unknown(desk: Desk) -> None:
    desk.say("first", (INPUT, 990.0), ("gpu_power_w", 20.0))
    desk.now_s += 3.5
    assert desk.board.read() == UNKNOWN
    assert desk.board.sources() == {}


def test_the_better_source_counts_and_the_other_takes_over(desk: Desk) -> None:
    desk.say("second", (INPUT, 900.0))
    desk.say("unranked", (INPUT, 800.0), holds_s=60.0)
    assert desk.say("first", (INPUT, 995.0)).idle_s == 5.0
    assert desk.board.sources() == {INPUT: "first"}
    desk.board.withdraw("first")
    assert desk.board.read().idle_s == 100.0
    desk.now_s += 5.0
    assert desk.board.sources() == {INPUT: "unranked"}
    assert desk.board.read().idle_s == 205.0


def test_any_source_that_says_yes_counts(desk: Desk) -> None:
    assert desk.say("first", ("is_full_screen", False)).is_full_screen is False
    assert desk.say("second", ("is_full_screen", True)).is_full_screen is True
    assert desk.board.sources() == {"is_full_screen": "second"}
    assert desk.say("second").is_full_screen is False


def test_what_is_not_said_again_is_taken_back(desk: Desk) -> None:
    desk.say("first", ("is_locked", True), ("on_battery", True))
    assert desk.say("first", ("is_locked", True)) == Readings(is_locked=True)


def test_game_pad_counts_beside_a_desktop_but_not_alone(desk: Desk) -> None:
    assert desk.say("pads", (PAD_INPUT, 999.0)).idle_s is None
    assert desk.say("first", (INPUT, 900.0)).idle_s == 1.0
    assert desk.say("pads", (PAD_INPUT, float("-inf"))).idle_s == 100.0


def test_new_input_is_told(desk: Desk) -> None:
    desk.say("first", (INPUT, 900.0))
    assert desk.edges == 0  # what is said first is no news
    desk.say("first", (INPUT, 900.02))
    assert desk.edges == 0  # the same, measured anew
    desk.say("first", (INPUT, 999.9))
    assert desk.edges == 1
    desk.now_s += 5.0
    desk.say("first", (INPUT, IN_USE))
    desk.say("first", (INPUT, IN_USE))
    assert desk.edges == 2
    desk.now_s += 5.0
    desk.say("first", (INPUT, 1005.0))  # it has become quiet
    assert desk.edges == 2


def test_pads_and_lesser_sources_tell_of_input_too(desk: Desk) -> None:
    desk.say("first", (INPUT, 900.0))
    desk.say("pads", (PAD_INPUT, float("-inf")))
    desk.say("pads", (PAD_INPUT, 999.0))
    desk.now_s += 1.0
    desk.say("second", (INPUT, 900.0))
    desk.say("second", (INPUT, 1001.0))
    assert desk.edges == 2


def test_ten_edges_a_second_at_most(desk: Desk) -> None:
    desk.say("first", (INPUT, 900.0))
    for _ in range(100):
        desk.now_s += 0.0601
        desk.say("first", (INPUT, desk.now_s))
    assert 40 <= desk.edges <= 60


def test_source_that_comes_back_brings_no_edge(desk: Desk) -> None:
    desk.say("first", (INPUT, 900.0))
    desk.board.withdraw("first")
    desk.say("first", (INPUT, 999.0))
    assert desk.edges == 0


def test_reading_while_many_threads_write() -> None:
    board = Board(lambda: None)
    is_over = threading.Event()

    def write(name: str) -> None:
        while not is_over.is_set():
            board.post(name, [Said("gpu_power_w", 1.0, name)], 60.0)
            board.withdraw(name)

    threads = [threading.Thread(target=write, args=(str(at),)) for at in range(4)]
    for thread in threads:
        thread.start()
    found = {board.read().gpu_power_w for _ in range(5_000)}
    is_over.set()
    for thread in threads:
        thread.join()
    assert found <= {None, 1.0}
    assert board.read() == UNKNOWN
