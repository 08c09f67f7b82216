"""Which statuses a subscriber is told."""

from typing import Any

import pytest

from core.ipc.installed import EngineRuntime, RuntimeState, Update, UpdateState
from core.ipc.messages import Network, NetworkState, Phase, Reason, Status
from core.ipc.telling import Telling
from tests.unit.statuses import a_collaboration


def a_status(**changes: Any) -> Status:
    values: dict[str, Any] = {
        "version": "1",
        "peer": "k3mq7xa",
        "home": "/home/ada",
        "phase": Phase.TRAINING,
        "reason": Reason.NONE,
        "sentence": "Training together with 4 others.",
        "collaboration": a_collaboration(
            name="sahajBERT",
            language="bn",
            step=7,
            step_samples=10,
            target_batch=100,
            loss=3.0,
            total_samples=700,
            my_samples=70,
            samples_per_s=9.0,
            my_samples_per_s=1.0,
        ),
    }
    return Status(**(values | changes))


def with_figures(number: int) -> Status:
    status = a_status(
        uptime_s=number / 2,
        power_w=float(number),
        sent_bytes=number,
        progress=number / 1_000,
        runtime=EngineRuntime(done_bytes=number),
        update=Update(done_bytes=number),
    )
    assert status.collaboration is not None
    status.collaboration.step_samples = number
    status.collaboration.loss = 1.0 / (number + 1)
    return status


def test_whoever_looks_is_told_each() -> None:
    telling = Telling()
    assert all(telling.wants(a_status(), now_s) for now_s in (0.0, 0.0, 0.5, 0.5))


def test_figures_alone_are_told_no_more_often_than_wished() -> None:
    telling = Telling(30.0)
    told = [number / 2 for number in range(241) if telling.wants(with_figures(number), number / 2)]
    assert told == [0.0, 30.0, 60.0, 90.0, 120.0]


NEWS: list[dict[str, Any]] = [
    {"phase": Phase.PAUSED},
    {"reason": Reason.IN_USE},
    {"sentence": "Training together with 3 others."},
    {"action": "Free space on the disk."},
    {"has_consent": False},
    {"paused_until_s": 1_800_000_000.0},
    {"notices": ["Your key is kept in a file."]},
    {"device": "CPU"},
    {"collaboration": None},
    {"network": Network(code="well", state=NetworkState.WELL, sentence="", action="")},
    {"runtime": EngineRuntime(state=RuntimeState.WAITS)},
    {"update": Update(state=UpdateState.READY)},
    {"update": Update(is_needed=True)},
]


@pytest.mark.parametrize("changes", NEWS, ids=[next(iter(one)) for one in NEWS])
def test_what_is_said_anew_is_told_at_once_and_once(changes: dict[str, Any]) -> None:
    telling = Telling(30.0)
    assert telling.wants(a_status(), 0.0)
    assert not telling.wants(a_status(), 0.5)
    assert telling.wants(a_status(**changes), 1.0)
    assert not telling.wants(a_status(**changes), 1.5)
    assert telling.wants(a_status(), 2.0), "the way back is news too"
