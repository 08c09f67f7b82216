"""An engine of the app's, whose owner has not agreed to anything yet."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from core.ipc.address import control_address
from core.ipc.client import ControlClient, NoEngine
from core.ipc.messages import Method, Phase, Reason, Status
from core.ipc.preferences import Preferences
from core.ipc.records import Preview, SensorReading

PATIENCE_S = 120.0
"""With both cores busy with other things."""


class AppEngine:
    """As `app/engine_process.py` starts it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        command = [sys.executable, "-m", "core.cli", "run", "--headless", "--home", str(home), "--exit-with-parent"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.client = self._connected()

    def _connected(self) -> ControlClient:
        end_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                return ControlClient.connect(control_address(self.home))
            except NoEngine:
                assert time.monotonic() < end_s, "no engine answers"
                time.sleep(0.05)

    def ask(self, kind: Any, method: Method, **params: Any) -> Any:
        return self.client.call_as(kind, method, **params)

    def until(self, holds: Callable[[Status], bool]) -> Status:
        end_s = time.monotonic() + PATIENCE_S
        while not holds(status := self.ask(Status, Method.STATUS)):
            assert time.monotonic() < end_s, status
            time.sleep(0.1)
        return status

    def footprint(self) -> tuple[int, int]:
        """Sockets that reach other computers, and processes that could compute."""
        process = psutil.Process(self.process.pid)
        children = [child for child in process.children(recursive=True) if "spawn_main" in " ".join(child.cmdline())]
        return len(process.net_connections("inet")), len(children)

    def end(self) -> int:
        self.client.close()
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(PATIENCE_S)


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppEngine]:
    monkeypatch.setenv("IDLEWILD_KEY_FILE", "1")
    engine = AppEngine(tmp_path / "home")
    yield engine
    engine.client.close()
    if engine.process.stdin is not None:
        engine.process.stdin.close()
    if engine.process.poll() is None:
        engine.process.kill()
        engine.process.wait()


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
