import time
from dataclasses import fields, replace
from typing import Any

import msgspec
import pytest

from core.ipc.messages import Reason
from core.ipc.preferences import DEFAULTS, Preferences
from core.ipc.records import Preview
from core.throttle.describing import described
from core.throttle.facts import Orders, Situation
from core.throttle.policy import decide
from core.throttle.previewing import preview
from core.throttle.readings import UNKNOWN, Readings
from core.throttle.schedule import local_hour
from core.throttle.words import _WORDS, _WOULD_PAUSE
from tests.sim.rules import ORDER

CALM = Situation(readings=Readings(idle_s=1e6, on_battery=False), device="gpu", cores=8)


def prefer(**changes: Any) -> Preferences:
    return msgspec.structs.replace(DEFAULTS, **changes)


def shown(situation: Situation = CALM, **changes: Any) -> Preview:
    return preview(situation, prefer(**changes), time.time(), local_hour)


def test_what_would_run() -> None:
    found = shown(gpu_duty_percent=60)
    assert (found.runs, found.duty_percent, found.cores, found.reason) == (True, 60, 0, Reason.NONE)
    assert (
        found.sentence == str(found.saying) == "Right now this would train on the graphics card for 60 % of the time."
    )
    cpu = replace(CALM, device="cpu")
    assert shown(cpu).sentence == "Right now this would train on 4 cores for 100 % of the time."
    assert "one core" in shown(cpu, cpu_cores=1).sentence


def test_what_would_pause_without_any_wait() -> None:
    busy = replace(CALM, readings=replace(CALM.readings, others_cpu_percent=30.0))
    assert shown(busy).reason is Reason.COMPUTER_BUSY
    assert shown(busy, cpu_busy_limit_percent=40).runs
    assert shown(replace(CALM, orders=Orders(paused=True))).reason is Reason.PAUSED_BY_USER
    assert shown(replace(CALM, orders=Orders(finish_step=1))).runs


def test_a_preview_is_what_comes_true() -> None:
    for changes in ({"gpu_when": "never"}, {"hours": (0,) * 7}, {"away_after_s": 10}, {"gpu_duty_percent": 5}):
        found = shown(**changes)
        decision = decide(CALM, prefer(**changes), None, time.time(), local_hour)
        assert (found.runs, found.reason) == (decision.may_run, decision.reason)


def test_every_reason_has_its_words() -> None:
    assert set(_WORDS) == set(ORDER)
    assert set(_WOULD_PAUSE) | {Reason.NONE, Reason.FINISHING_STEP} == set(_WORDS)
    assert all(str(saying).startswith("Right now this would ") for saying in _WOULD_PAUSE.values())


@pytest.mark.parametrize(
    ("situation", "changes", "word"),
    [
        (CALM, {"hours": (0,) * 7}, "no hour"),
        (CALM, {"cpu_when": "never", "gpu_when": "never"}, "Neither"),
        (CALM, {"gpu_when": "never"}, "graphics card is what trains"),
        (replace(CALM, device="cpu"), {"cpu_when": "never"}, "processor is what trains"),
        (CALM, {"away_after_s": 7_200, "hours": (1 << 3,) * 7}, "1 h 00 min in a row"),
        (CALM, {"cpu_cores": 9}, "no more than 8"),
        (CALM, {"gpu_temperature_limit_c": 30}, "30 degrees"),
        (CALM, {"monthly_limit_bytes": 1_000_000}, "1.0 MB"),
        (replace(CALM, month_bytes=5_000_000_000), {"monthly_limit_bytes": 4_000_000_000}, "5.0 GB"),
    ],
)
def test_contradictions_are_told(situation: Situation, changes: dict[str, Any], word: str) -> None:
    warnings = [str(saying) for saying in shown(situation, **changes).warnings]
    assert any(word in warning for warning in warnings), warnings
    assert not shown(situation if situation.device == "gpu" else CALM).warnings


def test_every_fact_is_described_known_or_not() -> None:
    nothing = described(UNKNOWN, {}, ())
    assert [row.fact for row in nothing] == [field.name for field in fields(Readings)]
    assert all(row.value is None and not row.source and str(row.saying).endswith(".") for row in nothing)
    readings = Readings(
        **{
            field.name: frozenset({"game", "bash"})
            if field.name == "programs"
            else field.name in ("is_locked", "on_battery")
            if field.name.startswith(("is_", "on_"))
            else 12.0
            for field in fields(Readings)
        }
    )
    rows = {row.fact: row for row in described(readings, {"idle_s": "XScreenSaver"}, ("Game.exe", "other"))}
    assert str(rows["idle_s"].saying) == "No input for 12 s."
    assert rows["idle_s"].source == "XScreenSaver"
    assert rows["programs"].value == "Game.exe"  # what else runs is nobody's business
    assert str(rows["on_battery"].saying) == "The computer runs on battery."
    assert str(rows["is_metered"].saying) == "The network does not charge by volume."
    assert str(rows["others_cpu_percent"].saying) == "Other programs use 12 % of the processor."
    assert all(str(row.saying).endswith(".") for row in rows.values())
