"""An engine of the app's, whose owner has not agreed to anything yet."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.ipc.messages import Method, Phase, Reason, Status
from core.ipc.preferences import Preferences
from core.ipc.records import Preview, SensorReading
from tests.integration.app_engine import AppEngine


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppEngine]:
    monkeypatch.setenv("IDLEWILD_KEY_FILE", "1")
    engine = AppEngine(tmp_path / "home")
    yield engine
    engine.destroy()


def needs_consent(status: Status) -> bool:
    return (status.phase, status.reason, status.has_consent) == (Phase.IDLE, Reason.NEEDS_CONSENT, False)


def test_nothing_is_computed_and_nobody_called_before_consent(engine: AppEngine) -> None:
    status = engine.until(needs_consent)
    assert status.sentence == str(status.saying)
    assert status.action == str(status.todo) != ""
    engine.ask(Status, Method.HOST_STARTER)
    engine.until(needs_consent)
    assert engine.footprint() == (0, 0)

    # What is asked for meanwhile is kept, and rules can be looked at and changed.
    assert not engine.ask(Preview, Method.PREVIEW, changes={"cpu_when": "away"}).runs
    assert engine.ask(Preferences, Method.SET_PREFERENCES, changes={"pause_when_busy": False}).pause_when_busy is False
    assert engine.ask(list[SensorReading], Method.SENSORS)
    engine.ask(Status, Method.PAUSE, seconds=None)

    assert engine.ask(Status, Method.CONSENT, given=True).has_consent
    status = engine.until(lambda status: status.phase is Phase.PAUSED)
    assert status.reason is Reason.PAUSED_BY_USER  # as was ordered before there was anything to pause
    assert status.collaboration is not None
    assert engine.footprint()[0] > 0

    engine.ask(Status, Method.CONSENT, given=False)
    engine.until(needs_consent)
    engine.until(lambda _: engine.footprint() == (0, 0))
    assert engine.end() == 0

    again = AppEngine(engine.home)
    try:
        again.until(needs_consent)
        again.ask(Status, Method.CONSENT, given=True)
        again.until(lambda status: status.phase is Phase.PAUSED)
        again.ask(Status, Method.RESUME)
        status = again.until(lambda status: status.phase is Phase.TRAINING)
        assert status.duty_percent == 100
        assert status.cores >= 1
    finally:
        assert again.end() == 0
