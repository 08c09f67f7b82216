"""What a session does by the governor's word, in which order; and the gate of what is large."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from core.engine import obeying
from core.engine.bulk import BulkGate
from core.engine.obeying import Obedience
from core.errors import LocalFault
from core.ipc.messages import Reason
from core.saying import NOTHING
from core.throttle.policy import Act, Decision, Memory


class Hand:
    """A trainer that notes what it is told."""

    device = "cuda:0"

    def __init__(self, told: list[str]) -> None:
        self.told = told
        self.fails = 0

    def set_may_run(self, may_run: bool) -> None:
        self.told.append(f"may run {may_run}")

    def stand_aside(self, aside: bool) -> None:
        self.told.append(f"stand aside {aside}")

    def set_duty(self, duty: float) -> None:
        self.told.append(f"duty {duty}")

    def set_cores(self, cores: int) -> None:
        self.told.append(f"cores {cores}")

    async def release(self) -> None:
        self.told.append("release")
        if self.fails:
            self.fails -= 1
            raise LocalFault("The training process was lost.")

    async def reclaim(self) -> None:
        self.told.append("reclaim")
        if self.fails:
            self.fails -= 1
            raise LocalFault("There is no room on the card.")


class Part:
    def __init__(self, told: list[str]) -> None:
        self.told = told

    async def pause(self) -> None:
        self.told.append("pause")
        await asyncio.sleep(0)

    def resume(self) -> None:
        self.told.append("resume")


class Place:
    head_step = 3

    def __init__(self, told: list[str]) -> None:
        self.told = told

    async def stand_still(self) -> None:
        self.told.append("still")


class Scene:
    def __init__(self) -> None:
        self.told: list[str] = []
        self.hand = Hand(self.told)
        self.crew = Obedience(
            self.hand,
            Part(self.told),
            Place(self.told),
            trains=True,
            on_work=lambda: self.told.append("work"),
            on_bulk=lambda bulk: self.told.append(f"bulk {bulk}"),
        )

    async def hear(self, act: Act, *, bulk: bool = True, duty: float = 1.0, cores: int = 0) -> list[str]:
        """What comes of it."""
        self.told.clear()
        runs = act in (Act.RUN, Act.FINISH)
        decision = Decision(
            act=act,
            reason=Reason.NONE if runs else Reason.IN_USE,
            saying=NOTHING,
            duty=duty if runs else 0.0,
            cores=cores,
            bulk=bulk,
            memory=Memory(at_s=0.0),
        )
        self.crew.obey(decision)
        for _ in range(10):
            await asyncio.sleep(0)
        return list(self.told)


def played(scenario: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scenario, 10.0))


def test_pausing_freeing_and_coming_back() -> None:
    async def scenario() -> None:
        scene = Scene()
        running = asyncio.create_task(scene.crew.run())
        assert await scene.hear(Act.RUN, duty=0.5, cores=2) == ["duty 0.5", "cores 2", "work", "resume"]
        assert await scene.hear(Act.RUN, duty=0.4) == ["duty 0.4"]
        assert await scene.hear(Act.FINISH, duty=0.4) == []
        assert await scene.hear(Act.PAUSE) == ["work", "pause"]
        assert await scene.hear(Act.PAUSE) == []
        assert await scene.hear(Act.FREE) == ["still", "release"]
        assert await scene.hear(Act.RUN) == ["duty 1.0", "work", "reclaim", "resume"]
        assert await scene.hear(Act.FREE, bulk=False) == ["work", "bulk False", "pause", "still", "release"]
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    played(scenario())


def test_a_card_that_cannot_be_had_is_asked_for_until_it_can(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(obeying, "AGAIN_S", 0.0)

    async def scenario() -> None:
        scene = Scene()
        running = asyncio.create_task(scene.crew.run())
        await scene.hear(Act.FREE)
        scene.hand.fails = 1
        assert await scene.hear(Act.RUN) == ["duty 1.0", "work", "reclaim", "reclaim", "resume"]
        assert "no room on the card" in caplog.text
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    played(scenario())


def test_a_trainer_that_dies_meanwhile_gives_its_memory_back_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(obeying, "AGAIN_S", 0.0)

    async def scenario() -> None:
        scene = Scene()
        scene.hand.fails = 1
        running = asyncio.create_task(scene.crew.run())
        assert await scene.hear(Act.FREE) == ["work", "pause", *["still", "release"] * 2]
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    played(scenario())


def test_the_newest_word_counts_where_several_came_meanwhile() -> None:
    async def scenario() -> None:
        scene = Scene()
        for act in (Act.RUN, Act.PAUSE, Act.RUN):
            await scene.hear(act)
        scene.told.clear()
        running = asyncio.create_task(scene.crew.run())
        for _ in range(5):
            await asyncio.sleep(0)
        assert scene.told == ["resume"]
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    played(scenario())


def test_a_closed_gate_breaks_off_what_is_large_and_an_open_one_begins_it_anew() -> None:
    async def scenario() -> None:
        gate, begun, let = BulkGate(), [], asyncio.Event()

        async def work() -> None:
            begun.append(gate.is_open)
            await let.wait()

        gate.change(False)
        working = asyncio.create_task(gate.during(work))
        await asyncio.sleep(0)
        assert not begun
        for is_open in (True, False, True):
            gate.change(is_open)
            for _ in range(6):
                await asyncio.sleep(0)
        assert begun == [True, True]
        let.set()
        await working

    played(scenario())


def test_a_fault_comes_through_the_gate() -> None:
    async def fail() -> None:
        raise LocalFault("The disk is full.")

    with pytest.raises(LocalFault, match="disk"):
        asyncio.run(BulkGate().during(fail))
