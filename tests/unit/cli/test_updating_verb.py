"""`idlewild update`, against an engine that says what it is told."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from core.cli import launch, updating
from core.cli.main import main
from core.cli.words import status_lines
from core.errors import LocalFault
from core.ipc.address import control_address
from core.ipc.installed import Update, UpdateState
from core.ipc.messages import Method, Phase, Reason, Status
from core.ipc.restart import RESTART
from core.ipc.server import ControlServer
from core.options import RunOptions
from core.saying import say

NEWER = {"newer": "0.2.0", "size_bytes": 5_000_000}


class Engine:
    def __init__(self, *states: Update) -> None:
        """What it says, one after the other; the last one stays."""
        self.states = list(states)
        self.asked: list[tuple[Method, dict[str, Any]]] = []

    async def answer(self, method: Method, params: dict[str, Any]) -> Status:
        self.asked.append((method, params))
        update = self.states.pop(0) if len(self.states) > 1 else self.states[0]
        return Status(
            version="0.1.0", peer="", home="", phase=Phase.IDLE, reason=Reason.NONE, sentence="", update=update
        )


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updating, "LOOK_EVERY_S", 0.0)


def told(home: Path, engine: Engine, words: Sequence[str] = ()) -> int:
    async def scenario() -> int:
        async with asyncio.timeout(30), ControlServer(control_address(home), engine.answer):
            return await asyncio.to_thread(main, ["update", *words, "--home", str(home)])

    return asyncio.run(scenario())


def test_it_is_fetched_and_put_to_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    engine = Engine(
        Update(state=UpdateState.AVAILABLE, **NEWER),
        Update(state=UpdateState.AVAILABLE, **NEWER),
        Update(state=UpdateState.FETCHING, done_bytes=1_000_000, **NEWER),
        Update(state=UpdateState.READY, **NEWER),
        Update(state=UpdateState.APPLYING, **NEWER),
    )
    assert told(tmp_path, engine) == 0
    assert capsys.readouterr().out == "Version 0.2.0 starts as soon as the step under way has ended.\n"
    methods = [method for method, _ in engine.asked]
    assert methods == ["check_update", "fetch_update", "status", "status", "apply_update"]
    assert engine.asked[1][1] == {"metered": False}


def test_it_can_only_be_looked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    engine = Engine(Update(state=UpdateState.AVAILABLE, **NEWER))
    assert told(tmp_path, engine, ["--check"]) == 0
    assert capsys.readouterr().out == "Version 0.2.0 is available; 5.0 MB to fetch.\n"
    assert [method for method, _ in engine.asked] == ["check_update"]
    ready = Engine(Update(state=UpdateState.READY, **NEWER))
    assert told(tmp_path, ready, ["--check", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["state"] == "ready"
    assert len(ready.asked) == 1


def test_there_is_nothing_newer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(tmp_path, Engine(Update(state=UpdateState.CURRENT))) == 0
    assert capsys.readouterr().out == "This is the newest version.\n"


def test_it_waits_for_leave(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    waiting = Update(state=UpdateState.AVAILABLE, saying=say("It waits."), **NEWER)
    engine = Engine(waiting)
    assert told(tmp_path, engine) == 1
    assert capsys.readouterr().out == "Version 0.2.0 is available; 5.0 MB to fetch. It waits.\n"
    told(tmp_path, engine, ["--metered"])
    assert (Method.FETCH_UPDATE, {"metered": True}) in engine.asked


def test_it_says_what_is_in_the_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    engine = Engine(
        Update(state=UpdateState.AVAILABLE, **NEWER), Update(state=UpdateState.FAILED, saying=say("No room."), **NEWER)
    )
    assert told(tmp_path, engine) == 1
    assert capsys.readouterr().out == "No room.\n"


def test_status_says_that_there_is_a_newer_version() -> None:
    ready = Status(version="", peer="", home="", phase=Phase.IDLE, reason=Reason.NONE, sentence="")
    assert "Update" not in "\n".join(status_lines(ready))
    ready.update = Update(state=UpdateState.READY, **NEWER)
    assert "Update        Version 0.2.0 is ready, and used from the next start on." in status_lines(ready)


def test_an_engine_that_ends_for_a_newer_version_is_followed_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["idlewild", "run", "--headless"])
    started = []

    def start(argv: list[str]) -> int:
        started.append(argv)
        return 4

    monkeypatch.setattr(launch, "start_anew", start)
    options = RunOptions(home=tmp_path)
    assert launch.renewed(0, options) == 0
    assert launch.renewed(RESTART, RunOptions(home=tmp_path, exit_with_parent=True)) == RESTART
    assert started == []
    assert launch.renewed(RESTART, options) == 4
    assert started == [["run", "--headless"]]

    def fail(argv: list[str]) -> int:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(launch, "start_anew", fail)
    with pytest.raises(LocalFault, match="start it again"):
        launch.renewed(RESTART, options)
