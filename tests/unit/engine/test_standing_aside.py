"""Getting out of the way of other programs: what they take of the processor, tenth by tenth of a second."""

import asyncio
from collections.abc import Sequence

import pytest

from core.engine.standing_aside import CALM_S, LOOK_EVERY_S, StandingAside
from tests.sim.clock import run as in_virtual_time

LIMIT_PERCENT = 25


class Computer:
    """Others take what the test says, look by look; the last value stays."""

    def __init__(self, percents: Sequence[float | None], look_takes_s: float = 0.0) -> None:
        self._percents = [99.0, *percents]  # the first is what was taken before
        self._look_takes_s = look_takes_s
        self.looks = 0
        self.told: list[tuple[int, bool]] = []
        """After how many looks, and what."""
        self._now_s = 0.0
        self.aside = StandingAside(self._take, lambda aside: self.told.append((self.looks, aside)), lambda: self._now_s)

    def _take(self) -> float | None:
        self._now_s += self._look_takes_s
        percent = self._percents[min(self.looks, len(self._percents) - 1)]
        self.looks += 1
        return percent

    async def watch(self, seconds: float) -> None:
        running = asyncio.create_task(self.aside.run())
        self.aside.watch(LIMIT_PERCENT)
        await asyncio.sleep(seconds)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def test_the_first_look_above_the_limit_counts_and_calm_has_to_last() -> None:
    calm = [2.0] * 20
    computer = Computer([2.0, 2.0, 60.0, *calm])
    in_virtual_time(computer.watch(2.0))
    (on, off) = computer.told
    assert on == (4, True)
    assert off[1] is False
    assert (off[0] - on[0]) * LOOK_EVERY_S == pytest.approx(CALM_S + LOOK_EVERY_S, abs=0.11)


@pytest.mark.parametrize("after", [[60.0, *[2.0] * 3] * 20, [20.0] * 80])
def test_pauses_between_processes_and_what_is_neither_end_nothing(after: list[float]) -> None:
    computer = Computer([60.0, *after])
    in_virtual_time(computer.watch(5.0))
    assert computer.told == [(2, True)]


@pytest.mark.parametrize("percents", [[25.0] * 9, [None] * 9])
def test_little_use_and_what_nobody_can_tell_are_in_nobodys_way(percents: list[float | None]) -> None:
    computer = Computer(percents)
    in_virtual_time(computer.watch(2.0))
    assert computer.told == []
    assert computer.looks > 15


def test_who_is_not_to_watch_looks_at_nothing_and_stands_aside_no_longer() -> None:
    async def scenario() -> None:
        running = asyncio.create_task(computer.aside.run())
        await asyncio.sleep(10.0)
        assert computer.looks == 0
        computer.aside.watch(LIMIT_PERCENT)
        await asyncio.sleep(1.0)
        assert computer.told == [(2, True)]
        computer.aside.watch(None)
        assert computer.told[1:] == [(computer.looks, False)]
        await asyncio.sleep(0.2)
        looks = computer.looks
        await asyncio.sleep(10.0)
        assert computer.looks == looks
        computer.aside.watch(LIMIT_PERCENT)
        await asyncio.sleep(1.0)
        assert [aside for _, aside in computer.told] == [True, False, True]
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    computer = Computer([60.0])
    in_virtual_time(scenario())


def test_where_looking_takes_long_it_looks_less_often() -> None:
    slow = Computer([2.0], look_takes_s=0.01)
    in_virtual_time(slow.watch(10.0))
    assert slow.looks <= 12
