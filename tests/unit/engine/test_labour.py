"""A session's trainer that is stuck."""

import asyncio
from types import SimpleNamespace

import pytest

from core.engine.labour import LOOK_EVERY_S, STUCK_LIMIT_S, Labour
from core.engine.reporting import situation_of
from core.ipc.messages import Phase, Reason
from core.saying import say
from core.tasks import SideTasks
from tests.sim.clock import run


class Stuck:
    """Shows no sign of life from its tenth second on, until it is started anew."""

    def __init__(self, events) -> None:
        self.events, self.is_running, self.starts, self.ended_s = events, False, 0, []
        self.since_s = None

    async def start(self):
        self.is_running = True
        self.starts += 1
        self.since_s = asyncio.get_running_loop().time() + 10.0 if self.starts == 1 else None

    @property
    def stuck_s(self):
        now = asyncio.get_running_loop().time()
        return max(0.0, now - self.since_s) if self.since_s is not None else 0.0

    def end_stuck(self):
        self.ended_s.append(asyncio.get_running_loop().time())
        self.is_running, self.since_s = False, None
        self.events.on_lost("it was suspended, or did not answer any more")


class Participation:
    def __init__(self):
        self.heard = []

    def on_gradient_lost(self):
        self.heard.append("lost")

    def on_trainer_back(self):
        self.heard.append("back")


def test_a_stuck_trainer_is_started_anew_after_a_minute_and_not_before():
    async def story():
        side, node = SideTasks(), SimpleNamespace(participation=Participation())
        labour = Labour(None, lambda: node, side)
        trainer = Stuck(labour.events)
        begun_s = asyncio.get_running_loop().time()
        await labour.begin(trainer)
        async with side.group() as tasks:
            watching = tasks.create_task(labour.run())
            await asyncio.sleep(1000.0)
            watching.cancel()
        assert trainer.starts == 2
        (ended_s,) = trainer.ended_s
        assert 0 < ended_s - begun_s - 10.0 - STUCK_LIMIT_S <= 2 * LOOK_EVERY_S
        assert node.participation.heard == ["lost", "back"]

    run(story())


def a_trainer(**health):
    return SimpleNamespace(**({"stuck_s": 0.0, "is_running": True, "has_run": True, "is_doomed": False} | health))


@pytest.mark.parametrize(
    ("trainer", "may_run", "reason"),
    [
        (a_trainer(stuck_s=0.5), True, Reason.TRAINER_STUCK),
        (a_trainer(is_running=False), True, Reason.TRAINER_RESTARTING),
        (a_trainer(is_running=False, has_run=False), True, Reason.PREPARING),
        (a_trainer(is_doomed=True), True, Reason.TRAINER_RESTARTING),
        (a_trainer(stuck_s=0.5), False, Reason.IN_USE),
    ],
)
def test_the_status_says_so(trainer, may_run, reason):
    decision = SimpleNamespace(may_run=may_run, bulk=True, reason=Reason.IN_USE, saying=say("Paused."))
    session = SimpleNamespace(
        node=object(),
        is_assembled=True,
        governor=SimpleNamespace(decision=decision),
        trainer=trainer,
    )
    phase, said, saying = situation_of(session)
    assert said is reason
    assert phase is (Phase.STARTING if may_run else Phase.PAUSED)
    if said is Reason.TRAINER_STUCK:
        assert "started anew after 1 min" in str(saying)
